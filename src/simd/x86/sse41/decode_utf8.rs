//! SSE4.1: decoding UTF-8. The shared defaults suffice, except for the overrides here.

use super::{Sse41, Vector};
use crate::simd::Simd;
use crate::simd::decode_utf8::DecodeUtf8;

impl DecodeUtf8 for Sse41 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
