//! Rules of UTF-8 that the kernels share: which neighbouring bytes are malformed, and where
//! characters begin.
//!
//! Source: John Keiser and Daniel Lemire, *Validating UTF-8 In Less Than One Instruction Per Byte*,
//! Software: Practice and Experience 51 (5), 2021.
//!
//! A pair of neighbouring bytes shows most errors. Three tables of 16 entries, indexed by the high
//! and the low nibble of the first byte and the high nibble of the second, contain the errors that
//! each nibble allows. A pair has an error if all three nibbles allow it:
//!
//! ```text
//!     first byte              second byte
//!   1110         0000        1000     ____
//!    │            │           │
//! FIRST_HIGH & FIRST_LOW & SECOND_HIGH  =  OVERLONG_3
//! ```
//!
//! A pair does not show whether a third or fourth byte must be a continuation byte. This depends on
//! the lead bytes two and three positions back.
//!
//! In functions over vectors, `current` contains the byte at each position, and `prev1`, `prev2`
//! and `prev3` contain the bytes one, two and three positions before it.
#![forbid(unsafe_code)]

use crate::simd::Simd;
use core::ops::Range;

// The errors, one bit each. Patterns show the first byte of a pair, then the second.
/// A lead byte without a continuation byte after it: 11______ 0_______ or 11______ 11______
const TOO_SHORT: u8 = 1 << 0;
/// ASCII with a continuation byte after it: 0_______ 10______
pub(crate) const TOO_LONG: u8 = 1 << 1;
/// 11100000 100_____
const OVERLONG_3: u8 = 1 << 2;
/// 11110100 1001____ or 11110100 101_____, and 1001____ or 101_____ after lead bytes from 11110101
/// on
const TOO_LARGE: u8 = 1 << 3;
/// 11101101 101_____
const SURROGATE: u8 = 1 << 4;
/// 1100000_ 10______
const OVERLONG_2: u8 = 1 << 5;
/// 11110000 1000____ (overlong), and 1000____ after lead bytes from 11110101 on (too large)
const OVERLONG_4_OR_TOO_LARGE: u8 = 1 << 6;
/// Two continuation bytes. They are well-formed if and only if a 3- or 4-byte lead precedes the
/// first of them directly, or a 4-byte lead is two positions before it.
pub(crate) const TWO_CONTINUATIONS: u8 = 1 << 7;

/// Errors that do not depend on the low nibble of the first byte.
const ANY_LOW_NIBBLE: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// The errors that each high nibble of the first byte allows.
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

/// The errors that each low nibble of the first byte allows.
pub(crate) const FIRST_LOW: [u8; 16] = {
    let from_5 = ANY_LOW_NIBBLE | TOO_LARGE | OVERLONG_4_OR_TOO_LARGE;
    [
        ANY_LOW_NIBBLE | OVERLONG_3 | OVERLONG_2 | OVERLONG_4_OR_TOO_LARGE,
        ANY_LOW_NIBBLE | OVERLONG_2,
        ANY_LOW_NIBBLE,
        ANY_LOW_NIBBLE,
        ANY_LOW_NIBBLE | TOO_LARGE,
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

/// The errors that each high nibble of the second byte allows.
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

/// Returns the errors that a first byte allows.
#[allow(dead_code, reason = "an architecture may have no use for it")]
pub(crate) const fn first_allows(byte: usize) -> u8 {
    FIRST_HIGH[byte >> 4] & FIRST_LOW[byte & 0x0F]
}

/// Sets bit 7 where the current byte must be the third or fourth byte of a sequence: there is a 3-
/// or 4-byte lead two positions back, or a 4-byte lead three positions back.
#[inline(always)]
pub(crate) fn must_continue<S: Simd>(simd: S, prev3: S::Bytes, prev2: S::Bytes) -> S::Bytes {
    let third = simd.saturating_sub(prev2, simd.splat(0xE0 - 0x80));
    let fourth = simd.saturating_sub(prev3, simd.splat(0xF0 - 0x80));
    (third | fourth) & simd.splat(TWO_CONTINUATIONS)
}

/// Sets bit 7 where a byte is C0 or more: a lead byte or a byte that is always malformed. The other
/// bits are unspecified.
#[inline(always)]
pub(crate) fn leads<S: Simd>(simd: S, bytes: S::Bytes) -> S::Bytes {
    simd.saturating_sub(bytes, simd.splat(0x40))
}

/// Sets bit 7 where a byte of `current` is malformed after the byte before it, if all sequences
/// have one or two bytes: a continuation byte must follow each lead byte and no other byte.
/// `prev_leads` are the [`leads`] one position before. C0 and C1 count as lead bytes.
#[inline(always)]
pub(crate) fn two_byte_errors<S: Simd>(
    simd: S,
    prev_leads: S::Bytes,
    current: S::Bytes,
) -> S::Bytes {
    prev_leads ^ leads(simd, current) ^ current
}

/// Returns nonzero if a vector of well-formed text ends within a sequence, judging by its last
/// three bytes.
#[inline(always)]
pub(crate) fn incomplete_at_end<S: Simd>(simd: S, bytes: S::Bytes) -> S::Bytes {
    /// For each of the last three positions, the maximum byte if no sequence exceeds the vector.
    const COMPLETE: [u8; 64] = {
        let mut limits = [0xFF; 64];
        limits[61] = 0xEF;
        limits[62] = 0xDF;
        limits[63] = 0xBF;
        limits
    };
    simd.saturating_sub(bytes, simd.load(&COMPLETE, 64 - S::LANES))
}

/// Ranks of bytes. The rank of a byte is its exclusive or with a constant. This reorders some lead
/// bytes, so that the maximum rank shows which kinds of bytes occur. The ranks of ASCII stay below
/// 0x80, those of continuation bytes below 0xC0, and those of lead bytes of two bytes below 0xE0.
/// All other bytes have ranks of 0xE0 or more. With [`Latin1First`](Ranks::Latin1First), those from
/// F0 on keep ranks of 0xF0 or more. With [`OverlongLast`](Ranks::OverlongLast), they do not.
#[derive(Clone, Copy)]
pub(crate) enum Ranks {
    /// C2 and C3, the lead bytes of Latin-1, come before all other lead bytes. Their ranks are C0
    /// and C1.
    Latin1First = 0x02,
    /// C0 and C1, which are always malformed, have the highest ranks of all lead bytes of two
    /// bytes: DE and DF. The highest rank of the others is DD, that of C3.
    OverlongLast = 0x1E,
}

impl Ranks {
    /// Returns the rank of a byte.
    pub(crate) const fn rank(self, byte: u8) -> u8 {
        byte ^ self as u8
    }

    /// Returns the ranks of bytes.
    #[inline(always)]
    pub(crate) fn of_vector<S: Simd>(self, simd: S, bytes: S::Bytes) -> S::Bytes {
        bytes ^ simd.splat(self as u8)
    }

    /// Returns the maximum ranks, lane by lane, of the vector at `first` and the vectors in `rest`.
    #[inline(always)]
    pub(crate) fn greatest<S: Simd>(
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
