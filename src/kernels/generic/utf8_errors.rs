//! What the kernels know of UTF-8: which neighbouring bytes are malformed, and where characters
//! begin.
//!
//! Source: John Keiser and Daniel Lemire, *Validating UTF-8 In Less Than One Instruction Per Byte*,
//! Software: Practice and Experience 51 (5), 2021.
//!
//! A pair of neighbouring bytes shows most errors. Three tables of 16 entries, for the high and the
//! low nibble of the first byte and the high nibble of the second, give the errors that each nibble
//! allows; a pair has an error if all three allow it:
//!
//! ```text
//!     first byte              second byte
//!   1110         0000        1000     ____
//!    │            │           │
//! FIRST_HIGH & FIRST_LOW & SECOND_HIGH  =  OVERLONG_3
//! ```
//!
//! A pair does not show whether a third or fourth byte has to be a continuation byte: that follows
//! from the lead bytes two and three bytes back.
//!
//! In functions over vectors, `current` holds the byte at each position, and `prev1`, `prev2` and
//! `prev3` the bytes one, two and three places before it.

use crate::encoding::scheme::is_continuation;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use core::ops::Range;

// The errors, a bit each. The patterns show the first byte of the pair, then the second.
/// A lead byte that no continuation byte follows: 11______ 0_______ or 11______ 11______
const TOO_SHORT: u8 = 1 << 0;
/// ASCII that a continuation byte follows: 0_______ 10______
pub(crate) const TOO_LONG: u8 = 1 << 1;
/// 11100000 100_____
const OVERLONG_3: u8 = 1 << 2;
/// 11110100 1001____, 11110100 101_____, and from 11110101 on 1001____ and 101_____
const TOO_LARGE: u8 = 1 << 3;
/// 11101101 101_____
const SURROGATE: u8 = 1 << 4;
/// 1100000_ 10______
const OVERLONG_2: u8 = 1 << 5;
/// 11110000 1000____, and, too large, from 11110101 on 1000____
const OVERLONG_4_OR_TOO_LARGE: u8 = 1 << 6;
/// Two continuation bytes: well-formed if and only if a 3- or 4-byte lead stands one place before
/// the first of them, or a 4-byte lead two places before it.
pub(crate) const TWO_CONTINUATIONS: u8 = 1 << 7;

/// Errors that do not depend on the low nibble of the first byte.
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// The errors that the high nibble of the first byte allows.
pub(crate) const FIRST_HIGH: [u8; 16] = [
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2,
    TOO_SHORT,
    TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | OVERLONG_4_OR_TOO_LARGE,
];

/// The errors that the low nibble of the first byte allows.
pub(crate) const FIRST_LOW: [u8; 16] = {
    let from_5 = CARRY | TOO_LARGE | OVERLONG_4_OR_TOO_LARGE;
    [
        CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4_OR_TOO_LARGE,
        CARRY | OVERLONG_2,
        CARRY,
        CARRY,
        CARRY | TOO_LARGE,
        from_5,
        from_5,
        from_5,
        from_5,
        from_5,
        from_5,
        from_5,
        from_5,
        from_5 | SURROGATE,
        from_5,
        from_5,
    ]
};

/// The errors that the high nibble of the second byte allows.
pub(crate) const SECOND_HIGH: [u8; 16] = {
    let continuation = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    [
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        continuation | OVERLONG_3 | OVERLONG_4_OR_TOO_LARGE,
        continuation | OVERLONG_3 | TOO_LARGE,
        continuation | SURROGATE | TOO_LARGE,
        continuation | SURROGATE | TOO_LARGE,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
    ]
};

/// The errors that a whole first byte allows, for the 64 bytes from `from` on.
#[allow(dead_code, reason = "an architecture may have no use for it")]
pub(crate) const fn first_allows(from: u8) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let byte = from as usize + i;
        table[i] = FIRST_HIGH[byte >> 4] & FIRST_LOW[byte & 0x0F];
        i += 1;
    }
    table
}

/// The errors of the pairs of each byte of `current` and the byte before it.
#[inline(always)]
pub(crate) fn pair_errors<S: DecodeUtf8>(simd: S, prev1: S::Bytes, current: S::Bytes) -> S::Bytes {
    allowed_after(simd, prev1) & allowed_before(simd, current)
}

/// The errors that each byte allows as the first of a pair.
#[inline(always)]
pub(crate) fn allowed_after<S: DecodeUtf8>(simd: S, bytes: S::Bytes) -> S::Bytes {
    let low = bytes & simd.splat(0x0F);
    simd.lookup(FIRST_HIGH, simd.shift_right::<4>(bytes)) & simd.lookup(FIRST_LOW, low)
}

/// The errors that each byte allows as the second of a pair.
#[inline(always)]
pub(crate) fn allowed_before<S: DecodeUtf8>(simd: S, bytes: S::Bytes) -> S::Bytes {
    simd.lookup(SECOND_HIGH, simd.shift_right::<4>(bytes))
}

/// Bit 7 where the current byte has to be the third or fourth of a sequence: where a 3- or 4-byte
/// lead stands two places back, or a 4-byte lead three.
#[inline(always)]
pub(crate) fn must_continue<S: DecodeUtf8>(simd: S, prev3: S::Bytes, prev2: S::Bytes) -> S::Bytes {
    let third = simd.saturating_sub(prev2, simd.splat(0xE0 - 0x80));
    let fourth = simd.saturating_sub(prev3, simd.splat(0xF0 - 0x80));
    (third | fourth) & simd.splat(TWO_CONTINUATIONS)
}

/// Bit 7 where a byte is a lead byte, or could be one: C0 or more. The other bits mean nothing.
#[inline(always)]
pub(crate) fn leads<S: DecodeUtf8>(simd: S, bytes: S::Bytes) -> S::Bytes {
    simd.saturating_sub(bytes, simd.splat(0x40))
}

/// Bit 7 where a byte of `current` is malformed after the byte before it, if all sequences have one
/// or two bytes: a continuation byte follows a lead byte, and no other byte does. `prev_leads` are
/// the [`leads`] among the bytes one place before. C0 and C1 count as leads.
#[inline(always)]
pub(crate) fn two_byte_errors<S: DecodeUtf8>(
    simd: S,
    prev_leads: S::Bytes,
    current: S::Bytes,
) -> S::Bytes {
    prev_leads ^ leads(simd, current) ^ current
}

/// Nonzero where a byte of `current` is malformed after the three bytes before it.
#[inline(always)]
pub(crate) fn errors<S: DecodeUtf8>(
    simd: S,
    prev3: S::Bytes,
    prev2: S::Bytes,
    prev1: S::Bytes,
    current: S::Bytes,
) -> S::Bytes {
    simd.errors([prev3, prev2, prev1, current])
}

/// What [`errors`] are where an instruction set has nothing better: those of
/// [pairs](DecodeUtf8::pair_errors), and those that the third and fourth byte of a sequence have.
#[inline(always)]
pub(crate) fn errors_of_pairs<S: DecodeUtf8>(
    simd: S,
    [prev3, prev2, prev1, current]: [S::Bytes; 4],
) -> S::Bytes {
    let must = must_continue(simd, prev3, prev2);
    // TWO_CONTINUATIONS is right where it must be, and only there.
    simd.pair_errors(prev1, current) ^ must
}

/// Nonzero if a vector of well-formed text ends within a sequence, as its last three bytes tell.
#[inline(always)]
pub(crate) fn incomplete_at_end<S: DecodeUtf8>(simd: S, bytes: S::Bytes) -> S::Bytes {
    /// The highest bytes that the last three places can have where a sequence ends with the vector.
    const COMPLETE: [u8; 64] = {
        let mut limits = [0xFF; 64];
        limits[61] = 0xEF;
        limits[62] = 0xDF;
        limits[63] = 0xBF;
        limits
    };
    simd.saturating_sub(bytes, simd.load(&COMPLETE, 64 - S::LANES))
}

/// Ranks of bytes: an exclusive or that moves some lead bytes, so that the greatest rank tells
/// which kinds of bytes there are. ASCII stays below 0x80, continuation bytes below 0xC0, the leads
/// of two, three and four bytes below 0xE0, below 0xF0 and from 0xF0 on.
#[derive(Clone, Copy)]
pub(crate) enum Ranks {
    /// C2 and C3, the leads of Latin-1, come before all other leads: their ranks are C0 and C1.
    Latin1First = 0x02,
    /// C0 and C1, which are always malformed, come after all other leads of two bytes, the last of
    /// which is then C3 with the rank DD.
    OverlongLast = 0x1E,
}

impl Ranks {
    /// The rank of a byte.
    pub(crate) const fn of(self, byte: u8) -> u8 {
        byte ^ self as u8
    }

    /// The ranks of bytes.
    #[inline(always)]
    pub(crate) fn of_vector<S: DecodeUtf8>(self, simd: S, bytes: S::Bytes) -> S::Bytes {
        bytes ^ simd.splat(self as u8)
    }

    /// The greatest ranks, lane by lane, of the vector at `first` and of those in `rest`.
    #[inline(always)]
    pub(crate) fn greatest<S: DecodeUtf8>(
        self,
        simd: S,
        src: &[u8],
        first: usize,
        rest: Range<usize>,
    ) -> S::Bytes {
        let mut greatest = self.of_vector(simd, simd.load(src, first));
        let mut at = rest.start;
        while at < rest.end {
            greatest = simd.max(greatest, self.of_vector(simd, simd.load(src, at)));
            at += S::LANES;
        }
        greatest
    }
}

/// The end of the last whole character of `src[..at]`, which is well-formed but may end within a
/// character.
#[inline(always)]
pub(crate) fn last_boundary(src: &[u8], at: usize) -> usize {
    for back in 1..=at.min(3) {
        let byte = src[at - back];
        if !is_continuation(byte) {
            let need = if byte < 0xC0 {
                1
            } else {
                2 + usize::from(byte >= 0xE0) + usize::from(byte >= 0xF0)
            };
            return if need > back { at - back } else { at };
        }
    }
    at
}
