//! SSE4.1: validation of UTF-8. The shared defaults suffice, except for the override here.

use super::{Sse41, Vector};
use crate::simd::Simd;
use crate::simd::validate_utf8::ValidateUtf8;

impl ValidateUtf8 for Sse41 {
    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }
}
