//! Defines the special characters of a conversion between two forms of UTF-8, and converts them one
//! at a time. NUL is special if a form encodes it as C0 80. Supplementary characters are special if
//! a form uses surrogate pairs.

use crate::encoding::scheme::Utf8Form;
use crate::simd::decode_utf8::DecodeUtf8;

/// The special characters of a conversion between two forms, and their conversion.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    from: Utf8Form,
    to: Utf8Form,
    /// A byte above this one is special or malformed.
    greatest: u8,
    /// A byte below this one is special or malformed.
    least: u8,
}

impl Rules {
    #[inline(always)]
    pub(super) fn new([from, to]: [Utf8Form; 2]) -> Rules {
        let has_pairs = from.has_pairs() || to.has_pairs();
        let has_long_nul = from.has_long_nul() || to.has_long_nul();
        Rules {
            from,
            to,
            greatest: if has_pairs { 0xEF } else { 0xFF },
            least: u8::from(has_long_nul),
        }
    }

    /// Returns nonzero where a byte is outside `self.least..=self.greatest`.
    #[inline(always)]
    pub(super) fn outside<S: DecodeUtf8>(self, simd: S, bytes: S::Bytes) -> S::Bytes {
        self.outside_of(simd, bytes, bytes)
    }

    /// Returns nonzero where `least` is below `self.least` or `greatest` is above `self.greatest`.
    /// The parameters are the minimum and maximum of several vectors.
    #[inline(always)]
    pub(super) fn outside_of<S: DecodeUtf8>(
        self,
        simd: S,
        least: S::Bytes,
        greatest: S::Bytes,
    ) -> S::Bytes {
        simd.saturating_sub(greatest, simd.splat(self.greatest))
            | simd.saturating_sub(simd.splat(self.least), least)
    }

    /// Returns nonzero where a byte is not ASCII, or is a special NUL.
    #[inline(always)]
    pub(super) fn not_plain<S: DecodeUtf8>(self, simd: S, bytes: S::Bytes) -> S::Bytes {
        self.outside(simd, bytes) | (bytes & simd.splat(0x80))
    }

    /// Returns a mask of the positions where a special character may begin. `next` is the byte
    /// after each position.
    #[inline(always)]
    pub(super) fn specials<S: DecodeUtf8>(
        self,
        simd: S,
        bytes: S::Bytes,
        next: S::Bytes,
    ) -> S::Mask {
        let outside = simd.at_least(1, self.outside(simd, bytes));
        if !self.from.has_pairs() {
            return outside;
        }
        // Surrogates are ED followed by A0 or more. C0 begins the NUL of MUTF-8 and is malformed in
        // CESU-8.
        let not_ed = simd.at_least(1, bytes ^ simd.splat(0xED));
        let not_c0 = simd.at_least(1, bytes ^ simd.splat(0xC0));
        outside | !not_c0 | (!not_ed & simd.at_least(0xA0, next))
    }
}

/// A special character: its lengths in both forms, and its output bytes, the first one lowest.
pub(super) struct Special {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) bytes: u64,
}

/// The bytes ED A0 80 ED B0 80, and a mask of the bits that all surrogate pairs share.
pub(super) const PAIR: u64 = 0x80B0_ED80_A0ED;
pub(super) const PAIR_BITS: u64 = 0xC0F0_FFC0_F0FF;
/// The bytes F0 80 80 80, and a mask of the bits that all sequences of four bytes share.
const FOUR: u64 = 0x8080_80F0;
const FOUR_BITS: u64 = 0xC0C0_C0F8;

/// Converts the special character at the start of a text whose first 8 bytes are `word`. Returns
/// `None` if there is none or it is malformed.
#[inline(always)]
pub(super) fn special(word: u64, rules: Rules) -> Option<Special> {
    let Rules { from, to, .. } = rules;
    let bits = |at: u32, shift: u32| (word >> (8 * at) & 0x3F) << shift;
    if word & FOUR_BITS == FOUR && !from.has_pairs() && to.has_pairs() {
        let value = (word & 7) << 18 | bits(1, 12) | bits(2, 6) | bits(3, 0);
        let value = value.wrapping_sub(0x1_0000);
        let pair = PAIR
            | (value >> 16 & 0xF) << 8
            | (value >> 10 & 0x3F) << 16
            | (value >> 6 & 0xF) << 32
            | (value & 0x3F) << 40;
        return (value < 0x10_0000).then_some(Special {
            read: 4,
            written: 6,
            bytes: pair,
        });
    }
    if word & PAIR_BITS == PAIR && from.has_pairs() {
        if to.has_pairs() {
            return Some(Special {
                read: 6,
                written: 6,
                bytes: word,
            });
        }
        let upper = (word >> 8 & 0xF) + 1;
        let value = upper << 16 | bits(2, 10) | (word >> 32 & 0xF) << 6 | bits(5, 0);
        let four = FOUR
            | value >> 18
            | (value >> 12 & 0x3F) << 8
            | (value >> 6 & 0x3F) << 16
            | (value & 0x3F) << 24;
        return Some(Special {
            read: 6,
            written: 4,
            bytes: four,
        });
    }
    let read = match (word & 0xFF, word & 0xFFFF, from.has_long_nul()) {
        (0, _, false) => 1,
        (_, 0x80C0, true) => 2,
        _ => return None,
    };
    let long = to.has_long_nul();
    Some(Special {
        read,
        written: if long { 2 } else { 1 },
        bytes: if long { 0x80C0 } else { 0 },
    })
}
