//! The vector algorithms, written once over [`Simd`](crate::kernels::simd::Simd): the map.
//!
//! Kernels, by file. The file says the idea at length; [`Kernels`](crate::kernels::Kernels) calls
//! it.
//!
//! Validation, and what is computed on the way:
//! - [`validate_units`]: ASCII, UTF-16, UTF-32. One test judges several vectors of units.
//! - [`validate_utf8`]: UTF-8; also its copy and its measures. Neighbouring bytes show the errors,
//!   and chunks of one kind, such as ASCII, have shorter tests.
//! - [`validate_blocks`]: UTF-8 inside another vector loop, a block at a time with a state in
//!   between.
//!
//! Conversion, one unit for each unit:
//! - [`one_to_one`]: single bytes from and to anything but UTF-8, UTF-32 to UTF-32, UTF-16 swapped,
//!   and between UTF-16 and UTF-32 in the Basic Multilingual Plane. Widen, narrow, shuffle.
//! - [`page_to_utf16`]: code pages to UTF-16. Bytes that are not ASCII are looked up in a table.
//! - [`utf16_to_page`]: the way back, where units are in one of two windows.
//!
//! Conversion to another number of units:
//! - [`utf8_to_units`]: UTF-8 to UTF-16, UTF-32 and Latin-1. Every position is decoded as if a
//!   character ended there, and a mask drops the positions where none does.
//! - [`utf16_to_utf8`]: each unit becomes up to three bytes by itself, a surrogate two of its
//!   pair's.
//! - [`utf16_to_utf16`]: a copy or a swap, with a test for lone surrogates.
//! - [`utf16_to_utf32`]: units are widened, and high surrogates dropped by a mask.
//! - [`utf16_replaced`]: UTF-16 with replacement. Each unit is compared with its neighbours.
//! - [`utf32_to_utf8`]: what fits is narrowed to units of 16 bits first.
//! - [`utf32_to_utf16`]: each character becomes two units, and a mask drops those that are zero.
//! - [`latin1_to_utf8`]: each byte becomes one or two.
//! - [`multibyte_to_utf16`]: encodings like GBK to UTF-16. The arithmetic of runs finds lead bytes, and
//!   units are looked up one by one.
//! - [`utf16_to_multibyte`]: the other way. ASCII is written around gaps, which what is looked up
//!   fills.
//! - [`utf8_variants`]: between UTF-8, CESU-8 and MUTF-8. A copy but for special characters.
//!
//! Others:
//! - [`measure_multibyte`]: lengths of encodings like GBK, as far as they are well-formed.
//! - [`count`]: lengths in other encodings. Each unit adds its weight to the counter in its lane.
//! - [`row_ends`]: where rows begin in a conversion. A bit for each unit of output.
//! - [`short`]: short text of most pairs, all or nothing, before a kernel for long text is called.
//!
//! What kernels share:
//! - [`utf8_errors`], [`surrogates`], [`utf32`]: which units are malformed or belong together.
//! - [`decode_utf8`], [`store_units`]: the steps from bytes to characters, and from these to units.
//! - [`encode_utf8`]: from vectors of characters to their bytes.
//! - [`block_loop`]: the loop over blocks whose output has a varying length.
//! - [`to_utf8_chunks`]: to UTF-8 in chunks of one kind, with one branch for each.
//! - [`utf16_blocks`]: blocks that end inside a surrogate pair.
#![forbid(unsafe_code)]

mod block_loop;
pub(crate) mod count;
pub(crate) mod decode_utf8;
pub(crate) mod encode_utf8;
pub(crate) mod latin1_to_utf8;
pub(crate) mod measure_multibyte;
pub(crate) mod multibyte_to_utf16;
pub(crate) mod one_to_one;
pub(crate) mod page_to_utf16;
pub(crate) mod row_ends;
pub(crate) mod short;
pub(crate) mod store_units;
pub(crate) mod surrogates;
mod to_utf8_chunks;
mod utf16_blocks;
pub(crate) mod utf16_replaced;
pub(crate) mod utf16_to_multibyte;
pub(crate) mod utf16_to_page;
pub(crate) mod utf16_to_utf16;
pub(crate) mod utf16_to_utf32;
pub(crate) mod utf16_to_utf8;
pub(crate) mod utf32;
pub(crate) mod utf32_to_utf16;
pub(crate) mod utf32_to_utf8;
pub(crate) mod utf8_errors;
pub(crate) mod utf8_to_units;
pub(crate) mod utf8_variants;
#[cfg(utflane_rust = "1.86")]
pub(crate) mod validate_blocks;
pub(crate) mod validate_units;
pub(crate) mod validate_utf8;
