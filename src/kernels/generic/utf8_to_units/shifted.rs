//! A vector of UTF-8 with its neighbourhood, and what follows from that at each position: errors,
//! ends of characters, and the bits of the character that ends there.

use super::Target;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::utf8_errors::errors;

/// The bytes at each position of a vector, at the next position, and at the three before.
#[derive(Clone, Copy)]
pub(crate) struct Shifted<'s, S: DecodeUtf8> {
    pub(crate) next: S::Bytes,
    pub(crate) current: S::Bytes,
    pub(crate) prev1: S::Bytes,
    pub(crate) prev2: S::Bytes,
    prev3: Prev3<'s, S>,
}

/// The bytes three places back. Only four-byte sequences need them, so they are loaded late.
#[derive(Clone, Copy)]
enum Prev3<'s, S: DecodeUtf8> {
    InSource(&'s [u8], usize),
    Loaded(S::Bytes),
}

impl<'s, S: DecodeUtf8> Shifted<'s, S> {
    /// The vector at `at`, where `src` has three bytes before it and one after it.
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

    /// The vector at `at`, a multiple of the vector's length, with zeros for what is outside `src`.
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

    /// The bytes three places back.
    #[inline(always)]
    pub(super) fn prev3(&self, simd: S) -> S::Bytes {
        match self.prev3 {
            Prev3::InSource(src, at) => simd.load(src, at),
            Prev3::Loaded(prev3) => prev3,
        }
    }

    /// Nonzero where the byte after a position is malformed after those at and before it. Without
    /// `FOUR` the text has no four-byte sequences.
    #[inline(always)]
    fn errors<const FOUR: bool>(&self, simd: S) -> S::Bytes {
        let prev3 = if FOUR { self.prev2 } else { simd.splat(0) };
        errors(simd, prev3, self.prev1, self.current, self.next)
    }

    /// The positions where a character ends.
    #[inline(always)]
    pub(super) fn ends(&self, simd: S) -> S::Mask {
        !simd.continuation(self.next)
    }

    /// Bits 0 to 7 of the character that ends at each position.
    #[inline(always)]
    pub(super) fn low(&self, simd: S) -> S::Bytes {
        simd.low_bits(self.prev1, self.current)
    }

    /// Bits 8 to 15 of the character that ends at each position, if that has at most three bytes.
    #[inline(always)]
    pub(super) fn high(&self, simd: S) -> S::Bytes {
        simd.high_bits(self.prev2, self.prev1, self.current)
    }

    /// Bit 7 where the current byte is the third of a four-byte sequence. The other bits mean
    /// nothing.
    #[inline(always)]
    pub(super) fn third_of_four(&self, simd: S) -> S::Bytes {
        // The compiler shares this difference with `errors`.
        simd.saturating_sub(self.prev2, simd.splat(0xF0 - 0x80))
    }
}

/// Nonzero at faults. If `checked`, one is where the byte after the position is malformed. Another
/// is where the byte at or after the position is in no representable character.
#[inline(always)]
pub(crate) fn faults<S: DecodeUtf8, T: Target<S>, const FOUR: bool>(
    simd: S,
    shifted: &Shifted<'_, S>,
    checked: bool,
) -> S::Bytes {
    let mut faults = simd.splat(0);
    if checked {
        faults = faults | shifted.errors::<FOUR>(simd);
    }
    if !T::REPRESENTS_ALL {
        let highest = simd.splat(T::HIGHEST_BYTE);
        faults = faults
            | simd.saturating_sub(shifted.current, highest)
            | simd.saturating_sub(shifted.next, highest);
    }
    faults
}

/// The units that end at each position, and a bit for each position where one does. Without `FOUR`
/// the text has no four-byte sequences.
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
