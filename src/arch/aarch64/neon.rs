//! NEON: vectors of 16 bytes.
//!
//! A mask is a vector of bytes 00 and FF, and there is no instruction that makes a bit of each. Where only a decision
//! is wanted, the greatest of neighbours go into one word. Where a table is looked up, each byte keeps the bit of its
//! place, and neighbours are added until the bits of eight are in one byte; where it can be, that is shared by four
//! vectors (`four_vectors`).
//!
//! What was tried and lost, in executed instructions:
//!
//! - from UTF-8, each vector with bits of its own, in one walk to check and another to write: twice as many;
//! - blocks of 64 bytes as vectors of four registers: a third more, since the registers do not suffice;
//! - a way of their own for eight units of UTF-16 that have three bytes each: no less on Chinese, once four stores share
//!   their sums;
//! - vectors of a block in an order that the compiler chose: constants were made anew for each, a tenth more.
//!
//! Instructions are not alike. Cycles for a byte of input as LLVM 22's `llvm-mca` has them for the main loops, for Neoverse
//! V1 and Apple M1 (which it takes for a Cyclone), without caches and branches:
//!
//! ```text
//!                    Russian         Chinese         emoji
//! validate UTF-8     0.26  0.28
//! UTF-8 to UTF-16    0.57  0.59      0.57  0.59      0.86  0.98
//! UTF-8 to UTF-32    0.64  0.68      0.64  0.68      0.84  0.91
//! UTF-16 to UTF-8    0.33  0.39      0.49  0.57
//! UTF-32 to UTF-8    0.17  0.20      0.26  0.28
//! ```
//!
//! In all of these the vector units are what is short, all of them alike: no table load, reduction or move to a general
//! register stands out, so that fewer instructions are less time. ASCII to UTF-32 waits for its stores.

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod four_vectors;
mod rows;
mod simd;
mod store_units;
mod units;
mod utf8_to_units;
mod vector;

use crate::endian::Endian;
use crate::generic::utf8_to_units::{Latin1, Utf16, Utf32};
use crate::kernels::Kernels;
use crate::mode::Mode;
use crate::output::Output;
use crate::progress::Progress;
use entry::Neon;
use vector::{Vector, WEIGHTS, by_constant, ones, unknown};

impl Kernels for Neon {
    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        match to {
            Endian::Little => utf8_to_units::convert(self, src, dst, (Utf16(Endian::Little), mode)),
            Endian::Big => utf8_to_units::convert(self, src, dst, (Utf16(Endian::Big), mode)),
        }
    }

    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        match to {
            Endian::Little => utf8_to_units::convert(self, src, dst, (Utf32(Endian::Little), mode)),
            Endian::Big => utf8_to_units::convert(self, src, dst, (Utf32(Endian::Big), mode)),
        }
    }

    #[inline(always)]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        utf8_to_units::convert(self, src, dst, (Latin1, Mode::Strict))
    }
}
