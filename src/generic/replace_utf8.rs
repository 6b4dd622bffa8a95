//! Conversion of malformed UTF-8 with replacement, a block of 64 bytes at a time, however much of it is malformed.
//!
//! A block is taken apart with a bit for each byte: where characters begin, which bytes go on with what the byte before
//! has begun, and where that makes a whole character. Each maximal subpart of a character that is not whole, and
//! each other byte, gets a replacement (Unicode Standard, section 3.9, *U+FFFD Substitution of Maximal Subparts*; the
//! WHATWG Encoding Standard's decoder does the same). What is not whole is blanked out before the block is decoded like any
//! other.

use super::from_utf8::{Target, Window};
use crate::kernels::Progress;
use crate::scheme::{Output, Scheme, Utf8};
use crate::simd::Simd;
use core::hint::black_box;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Where bytes are at least as high as each of these, all else follows.
const LIMITS: [u8; 13] = [
    0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5,
];

/// What a block consists of, a bit for each byte.
struct Parts {
    /// The bytes of whole characters.
    whole: u64,
    /// Their last bytes.
    ends: u64,
    /// The last bytes of what is replaced.
    replaced: u64,
    /// The third bytes of whole characters of four.
    thirds: u64,
    /// Bytes of the block up to the end of the last part.
    len: usize,
}

impl Parts {
    /// The parts of the first `len` bytes of a block, given where bytes are at least [`LIMITS`]. Unless the text ends
    /// there, a part that may go on behind the block is left out.
    #[inline(always)]
    fn of(at_least: [u64; LIMITS.len()], len: usize, is_end: bool) -> Parts {
        let [
            x80,
            x90,
            xa0,
            xc0,
            xc2,
            xe0,
            xe1,
            xed,
            xee,
            xf0,
            xf1,
            xf4,
            xf5,
        ] = at_least;
        let continuation = x80 & !xc0;
        let leads = xc2 & !xf5;
        let (of_three_or_four, of_four) = (xe0 & !xf5, xf0 & !xf5);
        // Overlong forms, surrogates, and what is too large show in the second byte.
        let too_low = ((xe0 & !xe1) << 1 & !xa0) | ((xf0 & !xf1) << 1 & !x90);
        let too_high = ((xed & !xee) << 1 & xa0) | ((xf4 & !xf5) << 1 & x90);
        let second = leads << 1 & continuation & !too_low & !too_high;
        let third = second << 1 & of_three_or_four << 2 & continuation;
        let fourth = third << 1 & of_four << 3 & continuation;
        let goes_on = second | third | fourth;

        let two = second & !(of_three_or_four << 1);
        let three = third & !(of_four << 2);
        let ends = !x80 | two | three | fourth;
        let whole = ends | (two | three | fourth) >> 1 | (three | fourth) >> 2 | fourth >> 3;

        let mut all = u64::MAX >> (BLOCK - len);
        let mut len = len;
        let unfinished = leads | (goes_on & !ends);
        if !is_end && unfinished >> (BLOCK - 1) != 0 {
            // A branch, which is foreseen more often than not: the next block need not wait for all of the above.
            len = black_box(!goes_on).ilog2() as usize;
            all = !(u64::MAX << len);
        }
        Parts {
            whole,
            ends: ends & all,
            replaced: !(goes_on >> 1) & !whole & all,
            thirds: fourth >> 1 & all,
            len,
        }
    }
}

/// Converts the block that `src` begins with, at the boundary of a character, with replacement. No progress if there is
/// no room.
#[inline(always)]
pub(crate) fn convert<S: Simd, T: Target<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let mut padded = [0; BLOCK];
    let (block, len) = match src.first_chunk::<BLOCK>() {
        Some(block) => (block, BLOCK),
        None => {
            padded[..src.len()].copy_from_slice(src);
            (&padded, src.len())
        }
    };
    let mut at_least = [0; LIMITS.len()];
    let mut vector = 0;
    while vector < len {
        let bytes = simd.load(block, vector);
        let mut i = 0;
        while i < LIMITS.len() {
            at_least[i] |= simd.bits(simd.at_least(LIMITS[i], bytes)) << vector;
            i += 1;
        }
        vector += S::LANES;
    }
    let parts = Parts::of(at_least, len, src.len() <= BLOCK);
    let units = parts.ends | parts.replaced | T::also(parts.thirds);
    if T::UNIT * units.count_ones() as usize > dst.len() {
        return Progress::START;
    }
    let (mut written, mut vector) = (0, 0);
    let mut before = simd.splat(0);
    while vector < parts.len {
        let bytes = simd.load(block, vector);
        let bytes = simd.keep(simd.mask(parts.whole >> vector), bytes);
        let decoded = T::decode::<true>(simd, &Window::after(simd, before, bytes));
        let decoded = T::replaced(simd, decoded, simd.mask(parts.replaced >> vector));
        let units = units >> vector & (u64::MAX >> (BLOCK - S::LANES));
        written += T::write::<true>(simd, decoded, units, &mut dst[written..]);
        before = bytes;
        vector += S::LANES;
    }
    Progress {
        read: parts.len,
        written,
    }
}

/// Converts ASCII with a character or a fault here and there, from the boundary of a character on: as long as there are runs of
/// half a vector between them. With few faults that is quicker than to take blocks apart.
#[inline(always)]
pub(crate) fn convert_sparse<S: Simd, T: Target<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let ascii = |len| Progress {
        read: len,
        written: T::UNIT * len,
    };
    let mut to = Progress::START;
    loop {
        let start = to.read;
        while let Some(vector) = src[to.read..].get(..S::LANES)
            && let Some(room) = dst[to.written..].get_mut(..T::UNIT * S::LANES)
        {
            let bytes = simd.load(vector, 0);
            T::write_ascii(simd, bytes, room, 0);
            if !simd.is_ascii(bytes) {
                to += ascii(simd.bits(simd.non_ascii(bytes)).trailing_zeros() as usize);
                break;
            }
            to += ascii(S::LANES);
        }
        let (rest, room) = (&src[to.read..], &mut dst[to.written..]);
        if to.read - start < S::LANES / 2 || rest.is_empty() || room.len() < T::UNIT {
            return to;
        }
        let (character, len) = match Utf8::decode(rest) {
            Ok((character, len)) => (character, len),
            Err(malformed) => (
                char::REPLACEMENT_CHARACTER,
                malformed.len.map_or(rest.len(), usize::from),
            ),
        };
        let Ok(character) = u16::try_from(u32::from(character)) else {
            return to;
        };
        T::write_basic(simd, character, room);
        to += Progress {
            read: len,
            written: T::UNIT,
        };
    }
}
