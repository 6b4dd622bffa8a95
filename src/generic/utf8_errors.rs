//! What the kernels know of UTF-8: which neighbouring bytes are wrong, and where characters begin.
//!
//! Source: John Keiser and Daniel Lemire, *Validating UTF-8 In Less Than One Instruction Per Byte*, Software: Practice and
//! Experience 51 (5), 2021. Two neighbouring bytes show most errors. Three tables of 16 entries, for the high and the
//! low nibble of the first byte and the high nibble of the second, give the errors that each nibble allows; an error is
//! there if all three allow it. What two bytes cannot show is whether a third or fourth byte must continue or
//! must not: that follows from leads two and three bytes back.

use crate::scheme::is_continuation;
use crate::simd::Simd;

// The errors, a bit each. The first byte is named before the second.
/// A lead byte, then no continuation: 11______ 0_______ or 11______ 11______
const TOO_SHORT: u8 = 1 << 0;
/// ASCII, then a continuation: 0_______ 10______
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
/// Two continuations in a row: right if and only if a lead stands two or three bytes back.
pub(crate) const TWO_CONTINUATIONS: u8 = 1 << 7;

/// Errors that do not depend on the low nibble of the first byte.
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// What the high nibble of the first byte allows.
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

/// What the low nibble of the first byte allows.
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

/// What the high nibble of the second byte allows.
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

/// What a whole first byte allows, for the 64 bytes from `from` on.
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

/// The errors that each byte of `second` shows together with the byte before it, in `first`.
#[inline(always)]
pub(crate) fn pair_errors<S: Simd>(simd: S, first: S::Bytes, second: S::Bytes) -> S::Bytes {
    allowed_behind(simd, first) & simd.lookup(SECOND_HIGH, simd.shift_right::<4>(second))
}

/// The errors that each byte allows the byte after it to complete.
#[inline(always)]
pub(crate) fn allowed_behind<S: Simd>(simd: S, first: S::Bytes) -> S::Bytes {
    let low = first & simd.splat(0x0F);
    simd.lookup(FIRST_HIGH, simd.shift_right::<4>(first)) & simd.lookup(FIRST_LOW, low)
}

/// Bit 7 where a lead of 3 or 4 stands two back, or one of 4 three back: there two continuations must stand.
#[inline(always)]
pub(crate) fn must_continue<S: Simd>(simd: S, third: S::Bytes, second: S::Bytes) -> S::Bytes {
    let of_three = simd.saturating_sub(second, simd.splat(0xE0 - 0x80));
    let of_four = simd.saturating_sub(third, simd.splat(0xF0 - 0x80));
    (of_three | of_four) & simd.splat(TWO_CONTINUATIONS)
}

/// Bit 7 where a byte is C0 or more.
#[inline(always)]
pub(crate) fn leads<S: Simd>(simd: S, bytes: S::Bytes) -> S::Bytes {
    simd.saturating_sub(bytes, simd.splat(0x40))
}

/// Bit 7 where a byte of `last` is wrong after the byte before it, if no character has more than two bytes, given the
/// [`leads`] among those before: a continuation follows a lead, and nothing else does. (C0 and C1 count as leads.)
#[inline(always)]
pub(crate) fn errors_of_two<S: Simd>(simd: S, leads_before: S::Bytes, last: S::Bytes) -> S::Bytes {
    leads_before ^ leads(simd, last) ^ last
}

/// Nonzero where a byte of `last` is wrong after the three bytes before it, of which `third` comes first.
#[inline(always)]
pub(crate) fn errors<S: Simd>(
    simd: S,
    third: S::Bytes,
    second: S::Bytes,
    first: S::Bytes,
    last: S::Bytes,
) -> S::Bytes {
    simd.errors([third, second, first, last])
}

/// The same from [`pair_errors`](Simd::pair_errors).
#[inline(always)]
pub(crate) fn errors_of_pairs<S: Simd>(
    simd: S,
    [third, second, first, last]: [S::Bytes; 4],
) -> S::Bytes {
    let must = must_continue(simd, third, second);
    simd.pair_errors(first, last) ^ must
}

/// The end of the last whole character of `src[..at]`, which is well-formed but for a character that may be cut off.
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
