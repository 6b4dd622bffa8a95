//! AVX2: decoding UTF-8. The shared defaults suffice, except for the overrides here.

use super::{Avx2, Vector};
use crate::simd::Simd;
use crate::simd::decode_utf8::DecodeUtf8;

impl DecodeUtf8 for Avx2 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
