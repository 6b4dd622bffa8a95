//! A vector of UTF-8 with the bytes around it, and functions that compute for each position:
//! errors, ends of characters, and the bits of the character that ends there.

use super::Target;
use crate::simd::decode_utf8::DecodeUtf8;

/// For each position of a vector: the byte there, the next byte, and the three bytes before it.
#[derive(Clone, Copy)]
pub(crate) struct Shifted<'s, S: DecodeUtf8> {
    pub(crate) next: S::Bytes,
    pub(crate) current: S::Bytes,
    pub(crate) prev1: S::Bytes,
    pub(crate) prev2: S::Bytes,
    prev3: Prev3<'s, S>,
}

/// The bytes three positions back. Only four-byte sequences need them, so they are loaded late.
#[derive(Clone, Copy)]
enum Prev3<'s, S: DecodeUtf8> {
    InSource(&'s [u8], usize),
    Loaded(S::Bytes),
}

impl<'s, S: DecodeUtf8> Shifted<'s, S> {
    /// Loads the vector at `at`. `src` must have three bytes before it and one byte after it.
    #[inline(always)]
    pub(crate) fn inside(simd: S, src: &'s [u8], at: usize) -> Self {
        Shifted {
            next: simd.load(src, at + 1),
            current: simd.load(src, at),
            prev1: simd.load(src, at - 1),
            prev2: simd.load(src, at - 2),
            prev3: Prev3::InSource(src, at - 3),
        }
    }

    /// Loads the vector at `at`, a multiple of the vector's length. Bytes outside `src` are zero.
    #[inline(always)]
    pub(super) fn edge(simd: S, src: &[u8], at: usize) -> Self {
        let [prev3, prev2, prev1, current, next] = simd.load_edge(src, at);
        Shifted {
            next,
            current,
            prev1,
            prev2,
            prev3: Prev3::Loaded(prev3),
        }
    }

    /// Returns the bytes three positions back.
    #[inline(always)]
    pub(super) fn prev3(&self, simd: S) -> S::Bytes {
        match self.prev3 {
            Prev3::InSource(src, at) => simd.load(src, at),
            Prev3::Loaded(prev3) => prev3,
        }
    }

    /// Returns nonzero where the byte after a position is malformed after the bytes at and before
    /// the position. Without `FOUR` the text must not have four-byte sequences.
    #[inline(always)]
    fn malformed<const FOUR: bool>(&self, simd: S) -> S::Bytes {
        let prev3 = if FOUR { self.prev2 } else { simd.splat(0) };
        simd.errors([prev3, self.prev1, self.current, self.next])
    }

    /// Returns the positions where a character ends.
    #[inline(always)]
    pub(super) fn ends(&self, simd: S) -> S::Mask {
        !simd.continuation(self.next)
    }

    /// Returns bits 0 to 7 of the character that ends at each position.
    #[inline(always)]
    pub(super) fn low(&self, simd: S) -> S::Bytes {
        simd.low_bits(self.prev1, self.current)
    }

    /// Returns bits 8 to 15 of the character that ends at each position, if it has at most three
    /// bytes.
    #[inline(always)]
    pub(super) fn high(&self, simd: S) -> S::Bytes {
        simd.high_bits(self.prev2, self.prev1, self.current)
    }

    /// Returns bytes whose bit 7 is set where the current byte is the third of a four-byte
    /// sequence. Their other bits are unspecified.
    #[inline(always)]
    pub(super) fn third_of_four(&self, simd: S) -> S::Bytes {
        // The compiler shares this subtraction with `malformed`.
        simd.saturating_sub(self.prev2, simd.splat(0xF0 - 0x80))
    }
}

/// Returns nonzero at errors: if `checked`, where the byte after the position is malformed, and
/// always where the byte at or after the position belongs to an unrepresentable character.
#[inline(always)]
pub(crate) fn target_errors<S: DecodeUtf8, T: Target<S>, const FOUR: bool>(
    simd: S,
    shifted: &Shifted<'_, S>,
    checked: bool,
) -> S::Bytes {
    let mut errors = simd.splat(0);
    if checked {
        errors = errors | shifted.malformed::<FOUR>(simd);
    }
    if !T::REPRESENTS_ALL {
        let highest = simd.splat(T::HIGHEST_BYTE);
        errors = errors
            | simd.saturating_sub(shifted.current, highest)
            | simd.saturating_sub(shifted.next, highest);
    }
    errors
}

/// Returns the units that end at each position, and a bit for each position where a unit ends.
/// Without `FOUR` the text must not have four-byte sequences.
#[inline(always)]
pub(super) fn decode<S: DecodeUtf8, T: Target<S>, const FOUR: bool>(
    simd: S,
    shifted: &Shifted<'_, S>,
) -> (T::Decoded, u64) {
    (
        T::decode::<FOUR>(simd, shifted),
        simd.bits(T::ends::<FOUR>(simd, shifted)),
    )
}
