//! The validators of blocks that are inlined into other vector loops.

use super::avx2::Avx2;
use super::avx512::Avx512;
use super::sse41::Sse41;

crate::arch::block_validator! {
    /// Validates UTF-8 inside a loop that has SSE4.1 enabled. See [`Avx2Validator`] for an example.
    Sse41Validator: Sse41, "sse4.1"
}

crate::arch::block_validator! {
    /// Validates UTF-8 inside a loop that has AVX2 enabled.
    ///
    /// ```
    /// use utflane::{Isa, block::Avx2Validator};
    ///
    /// /// The number of commas, if the text is well-formed.
    /// #[target_feature(enable = "avx2")]
    /// fn count_commas(text: &[u8]) -> Option<usize> {
    ///     let comma = |byte: &&u8| **byte == b',';
    ///     let mut validator = Avx2Validator::new();
    ///     let (blocks, rest) = text.as_chunks();
    ///     let mut commas = rest.iter().filter(comma).count();
    ///     for block in blocks {
    ///         validator.push(block);
    ///         commas += block.iter().filter(comma).count();
    ///     }
    ///     validator.finish(rest).then_some(commas)
    /// }
    ///
    /// if Isa::named("avx2").is_some() {
    ///     let mut text = "größer, schöner, besser".repeat(10).into_bytes();
    ///     // SAFETY: the CPU has AVX2.
    ///     assert_eq!(unsafe { count_commas(&text) }, Some(20));
    ///     text[100] = 0xFF;
    ///     // SAFETY: the CPU has AVX2.
    ///     assert_eq!(unsafe { count_commas(&text) }, None);
    /// }
    /// ```
    Avx2Validator: Avx2, "avx2"
}

crate::arch::block_validator! {
    /// Validates UTF-8 inside a loop that has those parts of AVX-512 enabled that [`Isa`](crate::Isa) calls `avx512`.
    /// See [`Avx2Validator`] for an example.
    Avx512Validator: Avx512, "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni"
}
