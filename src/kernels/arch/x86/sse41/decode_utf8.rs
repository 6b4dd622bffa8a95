//! SSE4.1: decoding UTF-8.

use super::{Sse41, Vector};
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::simd::Simd;

impl DecodeUtf8 for Sse41 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
