//! SSE4.1: its features, and what follows from them.

use crate::kernels::arch::entry::{block_validator, isa};
use crate::kernels::entry_points;

isa! {
    /// The proof that SSE4.1 may be used.
    Sse41,
    ["sse4.1"],
    []
}

block_validator! {
    /// Validates UTF-8 inside a loop that has SSE4.1 enabled. See
    /// [`Avx2Validator`](crate::block::Avx2Validator) for an example.
    Sse41Validator: Sse41, ["sse4.1"]
}
