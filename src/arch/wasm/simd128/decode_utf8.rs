//! simd128: decoding UTF-8.

use super::{Simd128, Vector};
use crate::generic::decode_utf8::DecodeUtf8;
use crate::simd::Simd;

impl DecodeUtf8 for Simd128 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
