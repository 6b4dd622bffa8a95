//! NEON: vectors of 16 bytes.
//!
//! A mask is a vector of bytes 00 and FF, and no instruction makes a bit of each. For a decision,
//! the greatest of neighbouring bytes go into one word. For the row of a table, each byte keeps the
//! bit of its place, and neighbours are added until the bits of eight are in one byte; four vectors
//! share these additions where they can (`four_vectors`).
//!
//! `docs/experiments.md` has what was tried and takes more instructions: two passes over a block of
//! UTF-8, one to check and one to write; a block in one value of four registers; code for eight
//! 3-byte sequences; constants that the compiler places.
//!
//! Cycles for a byte of input in the main loops by LLVM 22's `llvm-mca`, for Neoverse V1 and Apple
//! M1 (modelled as Cyclone), without caches and branches:
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
//! In all of these the vector units are the bottleneck, all of them alike: no table load, reduction
//! or move to a general register stands out, so fewer instructions take less time. ASCII to UTF-32
//! waits for its stores.

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod four_vectors;
mod shuffle_tables;
mod simd;
mod store_units;
mod units;
mod utf8_to_units;
mod vector;

use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::generic::utf8_to_units::{Latin1, Utf16, Utf32};
use crate::kernels::mode::Mode;
use entry::Neon;
use vector::{Vector, WEIGHTS, by_constant, ones, opaque};

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
