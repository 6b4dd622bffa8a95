//! Conversions that make one unit of each unit: to and from single bytes, and UTF-32 to itself.
//!
//! A block is one vector of the narrower units and 1, 2 or 4 of the wider ones. The last block overlaps the one before
//! it; shorter text is loaded and stored in part.

use super::from_utf32::{TOO_LARGE, flipped};
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::Units;

/// Up to four vectors.
type Vectors<S> = [<S as crate::simd::Simd>::Bytes; 4];

/// The conversion of a block.
trait Map<S: Units> {
    /// Bytes of a unit of input and of output.
    const FROM: usize;
    const TO: usize;

    /// The converted units, unless one is malformed or unrepresentable.
    fn map(simd: S, units: Vectors<S>) -> Option<Vectors<S>>;
}

/// The length of the narrower unit.
const fn narrower(from: usize, to: usize) -> usize {
    if from < to { from } else { to }
}

/// Converts all units for which there is room, or those before a block that cannot be converted.
#[inline(always)]
fn convert<S: Units, M: Map<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let block = S::LANES / narrower(M::FROM, M::TO);
    let count = (src.len() / M::FROM).min(dst.len() / M::TO);
    let src = &src[..count * M::FROM];
    let dst = &mut dst[..count * M::TO];
    let mut at = 0;
    while count - at >= block && whole::<S, M>(simd, src, dst, at) {
        at += block;
    }
    let rest = count - at;
    if rest > 0 && rest < block {
        let done = if count >= block {
            whole::<S, M>(simd, src, dst, count - block)
        } else {
            part::<S, M>(simd, src, dst)
        };
        if done {
            at = count;
        }
    }
    Progress {
        read: at * M::FROM,
        written: at * M::TO,
    }
}

/// Converts a block from unit `at` on.
#[inline(always)]
fn whole<S: Units, M: Map<S>>(simd: S, src: &[u8], dst: &mut Output, at: usize) -> bool {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < M::FROM / narrower(M::FROM, M::TO) {
        units[i] = simd.load(src, at * M::FROM + i * S::LANES);
        i += 1;
    }
    let Some(units) = M::map(simd, units) else {
        return false;
    };
    let mut i = 0;
    while i < M::TO / narrower(M::FROM, M::TO) {
        simd.store(units[i], dst, at * M::TO + i * S::LANES);
        i += 1;
    }
    true
}

/// Converts less than a block.
#[inline(always)]
fn part<S: Units, M: Map<S>>(simd: S, src: &[u8], dst: &mut Output) -> bool {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < M::FROM / narrower(M::FROM, M::TO) {
        units[i] = simd.load_partial(&src[src.len().min(i * S::LANES)..]);
        i += 1;
    }
    let Some(units) = M::map(simd, units) else {
        return false;
    };
    let mut i = 0;
    while i < M::TO / narrower(M::FROM, M::TO) && i * S::LANES < dst.len() {
        let room = &mut dst[i * S::LANES..];
        let len = room.len().min(S::LANES);
        simd.store_partial(units[i], &mut room[..len]);
        i += 1;
    }
    true
}

struct ByteToByte<const LIMIT: u8>;

impl<S: Units, const LIMIT: u8> Map<S> for ByteToByte<LIMIT> {
    const FROM: usize = 1;
    const TO: usize = 1;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> Option<Vectors<S>> {
        (LIMIT == 0xFF || simd.is_ascii(units[0])).then_some(units)
    }
}

struct ByteTo16<const LIMIT: u8, const ORDER: bool>;

impl<S: Units, const LIMIT: u8, const ORDER: bool> Map<S> for ByteTo16<LIMIT, ORDER> {
    const FROM: usize = 1;
    const TO: usize = 2;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> Option<Vectors<S>> {
        if LIMIT < 0x80 && !simd.is_ascii(units[0]) {
            return None;
        }
        let [a, b] = simd.widen_8(units[0]);
        let [a, b] = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
        Some([a, b, a, b])
    }
}

struct ByteTo32<const LIMIT: u8, const ORDER: bool>;

impl<S: Units, const LIMIT: u8, const ORDER: bool> Map<S> for ByteTo32<LIMIT, ORDER> {
    const FROM: usize = 1;
    const TO: usize = 4;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> Option<Vectors<S>> {
        if LIMIT < 0x80 && !simd.is_ascii(units[0]) {
            return None;
        }
        let [first, second] = simd.widen_8(units[0]);
        let [a, b] = simd.widen_16(first);
        let [c, d] = simd.widen_16(second);
        let [a, b] = [simd.ordered_32::<ORDER>(a), simd.ordered_32::<ORDER>(b)];
        let [c, d] = [simd.ordered_32::<ORDER>(c), simd.ordered_32::<ORDER>(d)];
        Some([a, b, c, d])
    }
}

struct From16ToByte<const ORDER: bool, const LIMIT: u8>;

impl<S: Units, const ORDER: bool, const LIMIT: u8> Map<S> for From16ToByte<ORDER, LIMIT> {
    const FROM: usize = 2;
    const TO: usize = 1;

    #[inline(always)]
    fn map(simd: S, [a, b, ..]: Vectors<S>) -> Option<Vectors<S>> {
        let above = simd.ordered_16::<ORDER>(simd.splat_16(!u16::from(LIMIT)));
        if !simd.is_zero((a | b) & above) {
            return None;
        }
        let units = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
        Some([simd.narrow_16(units); 4])
    }
}

struct From32ToByte<const ORDER: bool, const LIMIT: u8>;

impl<S: Units, const ORDER: bool, const LIMIT: u8> Map<S> for From32ToByte<ORDER, LIMIT> {
    const FROM: usize = 4;
    const TO: usize = 1;

    #[inline(always)]
    fn map(simd: S, [a, b, c, d]: Vectors<S>) -> Option<Vectors<S>> {
        let above = simd.ordered_32::<ORDER>(simd.splat_32(!u32::from(LIMIT)));
        if !simd.is_zero(((a | b) | (c | d)) & above) {
            return None;
        }
        let [a, b] = [simd.ordered_32::<ORDER>(a), simd.ordered_32::<ORDER>(b)];
        let [c, d] = [simd.ordered_32::<ORDER>(c), simd.ordered_32::<ORDER>(d)];
        let units = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
        Some([simd.narrow_16(units); 4])
    }
}

struct From32To32<const FROM: bool, const TO: bool>;

impl<S: Units, const FROM: bool, const TO: bool> Map<S> for From32To32<FROM, TO> {
    const FROM: usize = 4;
    const TO: usize = 4;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> Option<Vectors<S>> {
        let flipped = flipped(simd, simd.ordered_32::<FROM>(units[0]));
        if simd.any_32(simd.at_least_32(TOO_LARGE, flipped)) {
            return None;
        }
        Some(if FROM == TO {
            units
        } else {
            [simd.swap_32(units[0]); 4]
        })
    }
}

/// Between Latin-1 and ASCII, as long as bytes are up to `FROM` and `TO`.
#[inline(always)]
pub(crate) fn single_byte_to_single_byte<S: Units, const FROM: u8, const TO: u8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if FROM & TO == 0xFF {
        convert::<S, ByteToByte<0xFF>>(simd, src, dst)
    } else {
        convert::<S, ByteToByte<0x7F>>(simd, src, dst)
    }
}

/// From Latin-1 or ASCII to UTF-16.
#[inline(always)]
pub(crate) fn single_byte_to_utf16<S: Units, const LIMIT: u8, const ORDER: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert::<S, ByteTo16<LIMIT, ORDER>>(simd, src, dst)
}

/// From Latin-1 or ASCII to UTF-32.
#[inline(always)]
pub(crate) fn single_byte_to_utf32<S: Units, const LIMIT: u8, const ORDER: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert::<S, ByteTo32<LIMIT, ORDER>>(simd, src, dst)
}

/// From UTF-16 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf16_to_single_byte<S: Units, const ORDER: bool, const LIMIT: u8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert::<S, From16ToByte<ORDER, LIMIT>>(simd, src, dst)
}

/// From UTF-32 to Latin-1 or ASCII.
#[inline(always)]
pub(crate) fn utf32_to_single_byte<S: Units, const ORDER: bool, const LIMIT: u8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert::<S, From32ToByte<ORDER, LIMIT>>(simd, src, dst)
}

/// From UTF-32 to UTF-32, of the same byte order or the other.
#[inline(always)]
pub(crate) fn utf32_to_utf32<S: Units, const FROM: bool, const TO: bool>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    convert::<S, From32To32<FROM, TO>>(simd, src, dst)
}
