//! The SIMD kernels, which process most of the text, and the scalar code that finishes it.
//!
//! A kernel may stop at any character boundary. The [scalar code](crate::kernels::scalar) continues
//! from there to the exact end, so results are the same on every instruction set.
//!
//! Each algorithm is written once, over the vector operations of [`simd`](crate::simd), and its
//! file explains it. [`list`] has a signature and a method for each kernel, [`entry`] the functions
//! that call it with the CPU features enabled, and [`overrides`] the algorithms that only one
//! instruction set uses.
//!
//! Validation, alone or with other work on the same pass:
//! - `validate_units`: ASCII, UTF-16, UTF-32. One test covers several vectors of units.
//! - `validate_utf8`: UTF-8, also with copying or counting. Pairs of neighbouring bytes show the
//!   errors, and chunks of one kind, such as ASCII, need fewer tests.
//! - `validate_blocks`: UTF-8 inside another vector loop, one block at a time, with a state
//!   between blocks.
//!
//! Conversion, one unit for each unit:
//! - `one_to_one`: single bytes from and to everything except UTF-8, UTF-32 to UTF-32, byte swaps
//!   of UTF-16, and between UTF-16 and UTF-32 in the Basic Multilingual Plane. Widens, narrows or
//!   shuffles.
//! - `code_page_to_utf16`: code pages to UTF-16. Non-ASCII bytes are looked up in a table.
//! - `utf16_to_code_page`: UTF-16 to code pages, if the units lie in one of two windows.
//!
//! Conversion to another number of units:
//! - `utf8_to_units`: UTF-8 to UTF-16, UTF-32 and Latin-1. Every position is decoded as if a
//!   character ended there, and a mask drops the positions where none does.
//! - `utf16_to_utf8`: each unit is encoded separately, as up to three bytes. A surrogate is
//!   encoded as two of the four bytes of its pair.
//! - `utf16_to_utf16`: a copy or a byte swap, with a test for unpaired surrogates.
//! - `utf16_to_utf32`: units are widened, and a mask drops high surrogates.
//! - `utf16_replaced`: UTF-16 to UTF-16 with replacement. Each unit is compared with its
//!   neighbours.
//! - `utf32_to_utf8`: characters of the Basic Multilingual Plane are narrowed to units of 16 bits
//!   first.
//! - `utf32_to_utf16`: each character is expanded to two units, and a mask drops the second one
//!   if it is unused.
//! - `latin1_to_utf8`: each byte becomes one or two bytes.
//! - `multibyte_to_utf16`: legacy multi-byte encodings such as GBK to UTF-16. Arithmetic on runs
//!   of bits finds the lead bytes, and units are looked up one by one.
//! - `utf16_to_multibyte`: UTF-16 to legacy multi-byte encodings. ASCII is written around gaps,
//!   and scalar lookups fill the gaps.
//! - `utf8_variants`: between UTF-8, CESU-8 and MUTF-8. Copies everything except special
//!   characters.
//!
//! Other kernels:
//! - `measure_multibyte`: lengths of well-formed text in legacy multi-byte encodings.
//! - `count`: lengths in other encodings. Each unit adds its weight to the counter of its lane.
//! - `row_ends`: row offsets after a conversion, from one bit for each unit of output.
//! - `short`: short text of most pairs of encodings. It converts all of a text or nothing, and is
//!   tried before the kernel for long text.
//!
//! Shared parts:
//! - `utf32`: which units of UTF-32 are malformed. The same rules for UTF-8 and UTF-16 are in
//!   [`simd`](crate::simd).
//! - `block_loop`: the loop over blocks with output of varying length.
//! - `to_utf8_chunks`: conversion to UTF-8 in chunks of one kind, with one branch for each chunk.
//! - `utf16_blocks`: blocks that end inside a surrogate pair.

// Builds without optimisation do not call the entry points of validation: see `unoptimised`.
#[cfg_attr(utflane_unoptimised, allow(dead_code))]
mod entry;
mod list;
mod overrides;
pub(crate) mod scalar;
#[cfg(utflane_unoptimised)]
mod unoptimised;
#[cfg(utflane_rust = "1.86")]
pub(crate) mod validate_blocks;
pub(crate) mod validate_utf8;

pub(crate) use entry::*;
pub(crate) use list::*;
#[cfg(utflane_unoptimised)]
pub(crate) use unoptimised::*;

cfg_if::cfg_if! {
    if #[cfg(feature = "convert")] {
        mod block_loop;
        pub(crate) mod code_page_to_utf16;
        pub(crate) mod count;
        pub(crate) mod latin1_to_utf8;
        pub(crate) mod measure_multibyte;
        pub(crate) mod mode;
        pub(crate) mod multibyte_to_utf16;
        pub(crate) mod one_to_one;
        pub(crate) mod row_ends;
        pub(crate) mod short;
        mod to_utf8_chunks;
        mod utf16_blocks;
        pub(crate) mod utf16_replaced;
        pub(crate) mod utf16_to_code_page;
        pub(crate) mod utf16_to_multibyte;
        pub(crate) mod utf16_to_utf16;
        pub(crate) mod utf16_to_utf32;
        pub(crate) mod utf16_to_utf8;
        pub(crate) mod utf32;
        pub(crate) mod utf32_to_utf16;
        pub(crate) mod utf32_to_utf8;
        pub(crate) mod utf8_to_units;
        pub(crate) mod utf8_variants;
        pub(crate) mod validate_units;
    }
}
