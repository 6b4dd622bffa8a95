//! Conversions that make one unit of each unit: to and from single bytes, and UTF-32 to itself.
//!
//! A block is one vector of the narrower units and 1, 2 or 4 of the wider ones. The last block overlaps the one before
//! it; shorter text is loaded and stored in part.

use super::from_utf32::{TOO_LARGE, flipped};
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{NATIVE, Simd, Units};

/// Up to four vectors.
type Vectors<S> = [<S as Simd>::Bytes; 4];

/// The conversion of a block.
trait Map<S: Units> {
    /// Bytes of a unit of input.
    const FROM: usize;
    /// Bytes of a unit of output.
    const TO: usize;

    /// The converted units, and what shows whether they are right.
    fn map(simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes);

    /// Whether a unit is malformed or unrepresentable, by what blocks show.
    fn is_wrong(simd: S, shown: S::Bytes) -> bool;

    /// What two blocks show together.
    #[inline(always)]
    fn join(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

/// Vectors of input in a block, and of output.
const fn vectors(from: usize, to: usize) -> (usize, usize) {
    let narrower = if from < to { from } else { to };
    (from / narrower, to / narrower)
}

/// Converts all units for which there is room, or those before a block that cannot be converted.
#[inline(always)]
fn convert<S: Units, M: Map<S>>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let (from, to) = const { vectors(M::FROM, M::TO) };
    let (from, to) = (from * S::LANES, to * S::LANES);
    let count = (src.len() / M::FROM).min(dst.len() / M::TO);
    let (src, dst) = (&src[..count * M::FROM], &mut dst[..count * M::TO]);
    let (mut read, mut written) = (0, 0);
    while let Some(four) = src.get(read..read + 4 * from)
        && let Some(room) = dst.get_mut(written..written + 4 * to)
    {
        let (a, of_a) = load::<S, M>(simd, &four[..from]);
        let (b, of_b) = load::<S, M>(simd, &four[from..2 * from]);
        let (c, of_c) = load::<S, M>(simd, &four[2 * from..3 * from]);
        let (d, of_d) = load::<S, M>(simd, &four[3 * from..]);
        let shown = M::join(simd, M::join(simd, of_a, of_b), M::join(simd, of_c, of_d));
        if M::is_wrong(simd, shown) {
            break;
        }
        store::<S, M>(simd, a, &mut room[..to]);
        store::<S, M>(simd, b, &mut room[to..2 * to]);
        store::<S, M>(simd, c, &mut room[2 * to..3 * to]);
        store::<S, M>(simd, d, &mut room[3 * to..]);
        read += 4 * from;
        written += 4 * to;
    }
    while read < src.len() {
        if src.len() < from {
            if part::<S, M>(simd, src, dst) {
                (read, written) = (src.len(), dst.len());
            }
            break;
        }
        // The last block may overlap the one before.
        read = read.min(src.len() - from);
        written = written.min(dst.len() - to);
        let (units, shown) = load::<S, M>(simd, &src[read..read + from]);
        if M::is_wrong(simd, shown) {
            break;
        }
        store::<S, M>(simd, units, &mut dst[written..written + to]);
        read += from;
        written += to;
    }
    Progress { read, written }
}

/// The units of a block, converted.
#[inline(always)]
fn load<S: Units, M: Map<S>>(simd: S, src: &[u8]) -> (Vectors<S>, S::Bytes) {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).0 {
        units[i] = simd.load(src, i * S::LANES);
        i += 1;
    }
    M::map(simd, units)
}

/// Writes the converted units of a block.
#[inline(always)]
fn store<S: Units, M: Map<S>>(simd: S, units: Vectors<S>, dst: &mut Output) {
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 {
        simd.store(units[i], dst, i * S::LANES);
        i += 1;
    }
}

/// Converts less than a block, all or nothing.
#[inline(always)]
fn part<S: Units, M: Map<S>>(simd: S, src: &[u8], dst: &mut Output) -> bool {
    let mut units = [simd.splat(0); 4];
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).0 && i * S::LANES < src.len() {
        units[i] = simd.load_end(src, i * S::LANES);
        i += 1;
    }
    let (units, shown) = M::map(simd, units);
    if M::is_wrong(simd, shown) {
        return false;
    }
    let mut i = 0;
    while i < vectors(M::FROM, M::TO).1 && i * S::LANES < dst.len() {
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
    fn map(_simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        (units, units[0])
    }

    #[inline(always)]
    fn is_wrong(simd: S, bytes: S::Bytes) -> bool {
        LIMIT < 0x80 && !simd.is_ascii(bytes)
    }
}

struct ByteTo16<const LIMIT: u8, const ORDER: bool>;

impl<S: Units, const LIMIT: u8, const ORDER: bool> Map<S> for ByteTo16<LIMIT, ORDER> {
    const FROM: usize = 1;
    const TO: usize = 2;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let [a, b] = simd.widen_8(units[0]);
        let [a, b] = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
        ([a, b, a, b], units[0])
    }

    #[inline(always)]
    fn is_wrong(simd: S, bytes: S::Bytes) -> bool {
        LIMIT < 0x80 && !simd.is_ascii(bytes)
    }
}

struct ByteTo32<const LIMIT: u8, const ORDER: bool>;

impl<S: Units, const LIMIT: u8, const ORDER: bool> Map<S> for ByteTo32<LIMIT, ORDER> {
    const FROM: usize = 1;
    const TO: usize = 4;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let [first, second] = simd.widen_8(units[0]);
        let [a, b] = simd.widen_16(first);
        let [c, d] = simd.widen_16(second);
        let [a, b] = [simd.ordered_32::<ORDER>(a), simd.ordered_32::<ORDER>(b)];
        let [c, d] = [simd.ordered_32::<ORDER>(c), simd.ordered_32::<ORDER>(d)];
        ([a, b, c, d], units[0])
    }

    #[inline(always)]
    fn is_wrong(simd: S, bytes: S::Bytes) -> bool {
        LIMIT < 0x80 && !simd.is_ascii(bytes)
    }
}

struct From16ToByte<const ORDER: bool, const LIMIT: u8>;

impl<S: Units, const ORDER: bool, const LIMIT: u8> Map<S> for From16ToByte<ORDER, LIMIT> {
    const FROM: usize = 2;
    const TO: usize = 1;

    #[inline(always)]
    fn map(simd: S, [a, b, ..]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        // What is too large is wrong, whatever narrowing makes of it.
        let units = [simd.ordered_16::<ORDER>(a), simd.ordered_16::<ORDER>(b)];
        ([simd.narrow_16(units); 4], a | b)
    }

    #[inline(always)]
    fn is_wrong(simd: S, units: S::Bytes) -> bool {
        let above = simd.ordered_16::<ORDER>(simd.splat_16(!u16::from(LIMIT)));
        !simd.is_zero(units & above)
    }
}

struct From32ToByte<const ORDER: bool, const LIMIT: u8>;

impl<S: Units, const ORDER: bool, const LIMIT: u8> Map<S> for From32ToByte<ORDER, LIMIT> {
    const FROM: usize = 4;
    const TO: usize = 1;

    #[inline(always)]
    fn map(simd: S, [a, b, c, d]: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let shown = (a | b) | (c | d);
        let [a, b] = [simd.ordered_32::<ORDER>(a), simd.ordered_32::<ORDER>(b)];
        let [c, d] = [simd.ordered_32::<ORDER>(c), simd.ordered_32::<ORDER>(d)];
        ([simd.narrow_32_to_8([a, b, c, d]); 4], shown)
    }

    #[inline(always)]
    fn is_wrong(simd: S, units: S::Bytes) -> bool {
        let above = simd.ordered_32::<ORDER>(simd.splat_32(!u32::from(LIMIT)));
        !simd.is_zero(units & above)
    }
}

struct From32To32<const FROM: bool, const TO: bool>;

impl<S: Units, const FROM: bool, const TO: bool> Map<S> for From32To32<FROM, TO> {
    const FROM: usize = 4;
    const TO: usize = 4;

    #[inline(always)]
    fn map(simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let swapped = simd.swap_32(units[0]);
        let native = if FROM == NATIVE { units[0] } else { swapped };
        let converted = if FROM == TO { units[0] } else { swapped };
        ([converted; 4], flipped(simd, native))
    }

    #[inline(always)]
    fn join(simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        simd.max_32(one, other)
    }

    #[inline(always)]
    fn is_wrong(simd: S, greatest: S::Bytes) -> bool {
        simd.any_32(simd.at_least_32(TOO_LARGE, greatest))
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
