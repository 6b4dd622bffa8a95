//! The vector algorithms, written once over [`Simd`](crate::simd::Simd): the map.
//!
//! | kernel | file | idea |
//! |---|---|---|
//! | `validate_ascii`, `validate_utf16`, `validate_utf32` | `validate_units` | what no unit may be, looked for in several vectors at once |
//! | `validate_utf8`, `utf8_to_utf8`, `measure_utf8` | `validate_utf8` | neighbouring bytes show errors; text goes in chunks of one kind |
//! | blocks inside another loop | `validate_blocks` | the lookups of `utf8_errors`, with what came before in a state |
//! | `utf8_to_utf16`, `utf8_to_utf32`, `utf8_to_latin1` | `utf8_to_units` | each position is decoded as if a character ended there |
//! | `utf16_to_utf8` | `utf16_to_utf8` | a unit becomes a lead and two continuations, of which a mask drops some |
//! | `utf16_to_utf16`, `utf16_to_utf32` | files of these names | surrogates are looked for, and seldom there |
//! | `utf16_replaced` | `utf16_replaced` | each unit is looked at with its neighbours |
//! | `utf32_to_utf8`, `utf32_to_utf16` | files of these names | what fits is narrowed to units of 16 bits first |
//! | `latin1_to_utf8` | `latin1_to_utf8` | a unit of 16 bits below 0x100 |
//! | to and from single bytes, byte order | `one_to_one` | a unit for each unit |
//! | lengths | `count` | each unit adds its weight to the counter of its lane |
//! | short text, for each pair | `short` | a loop for each kind of text, before the kernel for long text |
//!
//! What they share: `utf8_errors`, `surrogates` and `utf32` know the encodings, `encode_utf8` the bytes of
//! characters, `block_loop` the loop over blocks whose output has a varying length, `to_utf8_chunks`
//! chunks of one kind on the way to UTF-8, `utf16_blocks` surrogate pairs that a block cuts.
#![forbid(unsafe_code)]

mod block_loop;
pub(crate) mod count;
pub(crate) mod decode_utf8;
pub(crate) mod encode_utf8;
pub(crate) mod latin1_to_utf8;
pub(crate) mod one_to_one;
pub(crate) mod short;
pub(crate) mod store_units;
pub(crate) mod surrogates;
mod to_utf8_chunks;
mod utf16_blocks;
pub(crate) mod utf16_replaced;
pub(crate) mod utf16_to_utf16;
pub(crate) mod utf16_to_utf32;
pub(crate) mod utf16_to_utf8;
mod utf32;
pub(crate) mod utf32_to_utf16;
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8_errors;
pub(crate) mod utf8_to_units;
pub(crate) mod validate_blocks;
pub(crate) mod validate_units;
pub(crate) mod validate_utf8;
