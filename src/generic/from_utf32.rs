//! From UTF-32, two vectors of characters at a time.
//!
//! What the Basic Multilingual Plane has is narrowed to units of 16 bits first.

use super::block_loop::{self, Blocks, Vectors};
use super::encode_utf8::{self, Parts};
use super::one_to_one::{self, Long};
use super::surrogates::{HIGH, LOW, Signs};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::{SLACK, Units};

/// What no character is, once [`flipped`] is applied.
pub(in crate::generic) const TOO_LARGE: u32 = 0x11_0000 - 0x800;

/// Characters numbered anew, without a gap: surrogates come last, so that all from `TOO_LARGE` on are malformed.
#[inline(always)]
pub(in crate::generic) fn renumbered<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let renumbered = characters ^ simd.splat_32(0xD800);
    simd.add_32(renumbered, simd.splat_32(0x800u32.wrapping_neg()))
}

/// Whether any unit of two vectors is no character.
#[inline(always)]
pub(super) fn malformed<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    let greatest = simd.max_32(renumbered(simd, first), renumbered(simd, second));
    simd.any_32(simd.at_least_32(TOO_LARGE, greatest))
}

#[derive(Clone, Copy)]
struct ToUtf8<S: Units> {
    shuffle_16s: S::Bytes,
    /// The same while characters are narrowed to 16 bits.
    narrowing: S::Bytes,
}

impl<S: Units> ToUtf8<S> {
    /// Converts a block, each kind of block with code of its own. One look tells them apart, before characters are put into
    /// order.
    #[inline(always)]
    fn convert_apart(
        self,
        simd: S,
        [a, b, c, d]: Vectors<S>,
        dst: &mut Output,
    ) -> Option<Progress> {
        let read = 4 * S::LANES;
        let any = simd.shuffle_16s((a | b) | (c | d), self.shuffle_16s);
        let magnitude = simd.magnitude_32(any);
        if magnitude >= 0x1_0000 {
            let [a, b] = [
                simd.shuffle_16s(a, self.shuffle_16s),
                simd.shuffle_16s(b, self.shuffle_16s),
            ];
            let [c, d] = [
                simd.shuffle_16s(c, self.shuffle_16s),
                simd.shuffle_16s(d, self.shuffle_16s),
            ];
            return encode_any::<S, false>(simd, [a, b, c, d], dst);
        }
        let first = simd.narrow_32_from([a, b], self.narrowing);
        let second = simd.narrow_32_from([c, d], self.narrowing);
        let written = if magnitude < 0x80 {
            simd.store(simd.narrow_16([first, second]), dst, 0);
            S::LANES
        } else if magnitude < 0x800 {
            let parts = [
                Parts::below_800(simd, first),
                Parts::below_800(simd, second),
            ];
            encode_utf8::encode::<S, false>(simd, parts, true, dst)
        } else if simd.any_surrogate([first, second]) {
            return None;
        } else {
            simd.encode_basic_x2::<false>([first, second], dst, 0)
        };
        Some(Progress { read, written })
    }
}

impl<S: Units> Blocks<S> for ToUtf8<S> {
    const VECTORS: usize = 4;
    const MAX_OUTPUT: usize = 4 * S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO: usize = 1;
    const SIMPLE: usize = S::LANES;

    #[inline(always)]
    fn simple(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let not_ascii = simd.shuffle_16s(simd.splat_32(!0x7F), self.shuffle_16s);
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(out) = dst.get_mut(written..written + lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if !simd.is_zero(((a | b) | (c | d)) & not_ascii) {
                break;
            }
            simd.store(
                simd.narrow_32_to_8_from([a, b, c, d], self.narrowing),
                out,
                0,
            );
            at += 4 * lanes;
            written += lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn simple_block<const CLIPPED: bool>(
        self,
        simd: S,
        [a, b, c, d]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let [a, b] = [
            simd.shuffle_16s(a, self.shuffle_16s),
            simd.shuffle_16s(b, self.shuffle_16s),
        ];
        let [c, d] = [
            simd.shuffle_16s(c, self.shuffle_16s),
            simd.shuffle_16s(d, self.shuffle_16s),
        ];
        if !simd.is_zero(((a | b) | (c | d)) & simd.splat_32(!0x7F)) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(simd.narrow_32_to_8([a, b, c, d]), dst, 0);
        Some(Progress {
            read: 4 * S::LANES,
            written: S::LANES,
        })
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if !S::JOINS && !S::APART && !CLIPPED {
            return self.convert_apart(simd, vectors, dst);
        }
        if let Some(simple) = self.simple_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(simple);
        }
        let read = 4 * S::LANES;
        let [a, b, c, d] = vectors;
        let [a, b] = [
            simd.shuffle_16s(a, self.shuffle_16s),
            simd.shuffle_16s(b, self.shuffle_16s),
        ];
        let [c, d] = [
            simd.shuffle_16s(c, self.shuffle_16s),
            simd.shuffle_16s(d, self.shuffle_16s),
        ];
        let any = (a | b) | (c | d);
        if simd.is_zero(any & simd.splat_32(0xFFFF_0000)) {
            let [first, second] = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            let below_800 = encode_utf8::are_below_800(simd, [first, second]);
            let parts = if below_800 {
                let parts = [
                    Parts::below_800(simd, first),
                    Parts::below_800(simd, second),
                ];
                if !S::JOINS && !CLIPPED {
                    let written = encode_utf8::encode::<S, CLIPPED>(simd, parts, true, dst);
                    return Some(Progress { read, written });
                }
                parts
            } else {
                if simd.any_surrogate([first, second]) {
                    return None;
                }
                if !S::JOINS && !CLIPPED {
                    let written = simd.encode_basic_x2::<CLIPPED>([first, second], dst, 0);
                    return Some(Progress { read, written });
                }
                [Parts::of(simd, first), Parts::of(simd, second)]
            };
            let written = encode_utf8::encode::<S, CLIPPED>(simd, parts, below_800, dst);
            return Some(Progress { read, written });
        }
        encode_any::<S, CLIPPED>(simd, [a, b, c, d], dst)
    }
}

/// Writes characters of which some are not in the Basic Multilingual Plane; `None` if any is malformed.
#[inline(always)]
fn encode_any<S: Units, const CLIPPED: bool>(
    simd: S,
    [a, b, c, d]: Vectors<S>,
    dst: &mut Output,
) -> Option<Progress> {
    let lanes = S::LANES;
    let read = 4 * lanes;
    if malformed(simd, [a, b]) || malformed(simd, [c, d]) {
        return None;
    }
    let above = are_above(simd, a) & are_above(simd, b) & are_above(simd, c);
    if !simd.any_32(!(above & are_above(simd, d))) {
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(a), dst, 0);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(b), dst, lanes);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(c), dst, 2 * lanes);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(d), dst, 3 * lanes);
        let written = read;
        return Some(Progress { read, written });
    }
    let mut written = simd.encode_1_4::<CLIPPED>(a, dst, 0);
    written += simd.encode_1_4::<CLIPPED>(b, dst, written);
    written += simd.encode_1_4::<CLIPPED>(c, dst, written);
    written += simd.encode_1_4::<CLIPPED>(d, dst, written);
    Some(Progress { read, written })
}

/// Which characters are not in the Basic Multilingual Plane.
#[inline(always)]
fn are_above<S: Units>(simd: S, characters: S::Bytes) -> S::Mask32 {
    simd.at_least_32(0x1_0000, characters)
}

/// Converts to UTF-8.
#[inline(always)]
pub(crate) fn to_utf8<S: Units>(simd: S, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
    let shuffle_16s = simd.to_native_32(from);
    let narrowing = simd.narrowing(shuffle_16s);
    block_loop::convert(
        simd,
        ToUtf8 {
            shuffle_16s,
            narrowing,
        },
        src,
        dst,
    )
}

#[derive(Clone, Copy)]
struct ToUtf16<S: Units> {
    /// To the order of vectors.
    from: S::Bytes,
    /// From that to the order of the output.
    to: S::Bytes,
    /// To the order of vectors, but the lower 16 bits in the order of the output.
    narrowed: S::Bytes,
    not_bmp: S::Bytes,
    /// Those of surrogates in the order of the output.
    signs: Signs<S>,
}

impl<S: Units> ToUtf16<S> {
    /// Two vectors of characters at `at` as units of 16 bits, if they are not above those, which the second vector shows.
    #[inline(always)]
    fn narrowed(self, simd: S, src: &[u8], at: usize) -> (S::Bytes, S::Bytes) {
        let first = simd.load(src, at);
        let second = simd.load(src, at + S::LANES);
        let units = [
            simd.shuffle_16s(first, self.narrowed),
            simd.shuffle_16s(second, self.narrowed),
        ];
        (simd.narrow_32(units), first | second)
    }

    /// Writes characters as one or two units of 16 bits.
    #[inline(always)]
    fn encode_mixed<const CLIPPED: bool>(
        self,
        simd: S,
        characters: S::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let above = are_above(simd, characters);
        let units = simd.select_32(above, surrogate_pairs(simd, characters), characters);
        // A second unit, if there is one, is not zero.
        let mask = simd.at_least_16(1, units | simd.splat_32(0x0000_FFFF));
        simd.compress_16::<CLIPPED>(simd.shuffle_16s(units, self.to), mask, dst, at)
    }
}

impl<S: Units> Blocks<S> for ToUtf16<S> {
    const VECTORS: usize = 2;
    const MAX_OUTPUT: usize = 2 * S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO: usize = 2;
    const SIMPLE: usize = S::LANES;

    #[inline(always)]
    fn simple(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 8 * lanes)
            && let Some(out) = dst.get_mut(written..written + 4 * lanes)
        {
            let (a, of_a) = self.narrowed(simd, block, 0);
            let (b, of_b) = self.narrowed(simd, block, 2 * lanes);
            let (c, of_c) = self.narrowed(simd, block, 4 * lanes);
            let (d, of_d) = self.narrowed(simd, block, 6 * lanes);
            if !simd.is_zero(((of_a | of_b) | (of_c | of_d)) & self.not_bmp) {
                break;
            }
            if self.signs.any_of_four(simd, [a, b, c, d]) {
                break;
            }
            simd.store(a, out, 0);
            simd.store(b, out, lanes);
            simd.store(c, out, 2 * lanes);
            simd.store(d, out, 3 * lanes);
            at += 8 * lanes;
            written += 4 * lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn simple_block<const CLIPPED: bool>(
        self,
        simd: S,
        [first, second, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if !simd.is_zero((first | second) & self.not_bmp) {
            return None;
        }
        let units = [
            simd.shuffle_16s(first, self.narrowed),
            simd.shuffle_16s(second, self.narrowed),
        ];
        let units = simd.narrow_32(units);
        if simd.any_16(self.signs.any(simd, units)) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(units, dst, 0);
        Some(Progress {
            read: 2 * S::LANES,
            written: S::LANES,
        })
    }

    #[inline(always)]
    fn convert<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if let Some(simple) = self.simple_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(simple);
        }
        let read = 2 * S::LANES;
        let first = simd.shuffle_16s(vectors[0], self.from);
        let second = simd.shuffle_16s(vectors[1], self.from);
        if !simd.any_32(!(are_above(simd, first) & are_above(simd, second))) {
            let too_large = simd.at_least_32(0x11_0000, simd.max_32(first, second));
            if simd.any_32(too_large) {
                return None;
            }
            simd.store_or_clip::<CLIPPED>(
                simd.shuffle_16s(surrogate_pairs(simd, first), self.to),
                dst,
                0,
            );
            let second = simd.shuffle_16s(surrogate_pairs(simd, second), self.to);
            simd.store_or_clip::<CLIPPED>(second, dst, S::LANES);
            let written = read;
            return Some(Progress { read, written });
        }
        if malformed(simd, [first, second]) {
            return None;
        }
        let mut written = self.encode_mixed::<CLIPPED>(simd, first, dst, 0);
        written += self.encode_mixed::<CLIPPED>(simd, second, dst, written);
        Some(Progress { read, written })
    }
}

/// Surrogate pairs for characters that need them, the high half in the lower 16 bits.
#[inline(always)]
pub(super) fn surrogate_pairs<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let bits = simd.add_32(characters, simd.splat_32(0x1_0000u32.wrapping_neg()));
    let high = simd.shift_right_32::<10>(bits);
    let low = simd.shift_left_32::<16>(bits) & simd.splat_32(0x03FF_0000);
    (high | low) | simd.splat_32((LOW as u32) << 16 | HIGH as u32)
}

/// Converts to UTF-16.
#[inline(always)]
pub(crate) fn to_utf16<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let mut at = one_to_one::basic_utf32_to_utf16::<_, Long>(simd, src, dst, [from, to]);
    if src.len() - at.read < 4 {
        return at;
    }
    let (from, to) = (simd.to_native_32(from), simd.to_native_16(to));
    let blocks = ToUtf16 {
        from,
        to,
        narrowed: simd.shuffle_16s(from, to),
        not_bmp: simd.shuffle_16s(simd.splat_32(0xFFFF_0000), from),
        signs: Signs::new(simd, Some(to)),
    };
    at += block_loop::convert(simd, blocks, &src[at.read..], &mut dst[at.written..]);
    at
}
