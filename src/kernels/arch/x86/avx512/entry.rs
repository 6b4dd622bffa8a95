//! AVX-512: its features, and what follows from them.

use crate::kernels::arch::entry::{block_validator, isa};
use crate::kernels::entry_points;

isa! {
    /// The proof that AVX-512 may be used.
    Avx512,
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "gfni",
        "bmi2"
    ],
    ["bmi1", "lzcnt", "popcnt"]
}

block_validator! {
    /// Validates UTF-8 inside a loop that has those parts of AVX-512 enabled that
    /// [`Isa`](crate::Isa) calls `avx512`. See [`Avx2Validator`](crate::block::Avx2Validator) for
    /// an example.
    Avx512Validator: Avx512, [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "gfni",
        "bmi2"
    ]
}
