//! AVX-512: its features, and what follows from them.

use crate::arch::entry::{block_validator, isa};
use crate::code_page::Planes;
use crate::endian::Endian;
use crate::kernels::entry_points;
use crate::mode::Mode;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::{Form, Length};

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
