//! AVX2: decoding UTF-8.

use super::{Avx2, Vector};
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::simd::Simd;

impl DecodeUtf8 for Avx2 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
