//! UTF-16 to UTF-16 with replacement, whole vectors of it, however much of it is malformed.
//!
//! A unit stands alone if it is a low half and no high one is before it, or a high half and no low
//! one is after it. So each unit is looked at with its neighbours, which are loaded with it, and
//! there is no branch for what is wrong.

use super::surrogates::{Signs, is_high};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::Units;

/// Copies units, from the order `from` to the order `to`, with U+FFFD in the place of halves that
/// stand alone: as many vectors as there are, with a unit after each, and as many as there is out
/// for. A high half at the end of them is left to who goes on.
#[inline(always)]
pub(crate) fn convert<S: Units>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let lanes = S::LANES;
    let order = simd.to_native_16(from);
    let signs = Signs::new(simd, Some(order));
    let replacement = simd.shuffle_16s(simd.splat_16(0xFFFD), order);
    let shuffle = simd.to_native_16(if from == to {
        Endian::NATIVE
    } else {
        Endian::NATIVE.swapped()
    });
    let mut at = 0;
    loop {
        // Without halves, what is before or after does not matter.
        while let Some(block) = src.get(at..at + 4 * lanes)
            && let Some(out) = dst.get_mut(at..at + 4 * lanes)
        {
            let a = simd.load(block, 0);
            let b = simd.load(block, lanes);
            let c = simd.load(block, 2 * lanes);
            let d = simd.load(block, 3 * lanes);
            if signs.any_of_four(simd, [a, b, c, d]) {
                break;
            }
            simd.store(simd.shuffle_16s(a, shuffle), out, 0);
            simd.store(simd.shuffle_16s(b, shuffle), out, lanes);
            simd.store(simd.shuffle_16s(c, shuffle), out, 2 * lanes);
            simd.store(simd.shuffle_16s(d, shuffle), out, 3 * lanes);
            at += 4 * lanes;
        }
        let end = at + 4 * lanes;
        let start = at;
        while at < end
            && let Some(around) = src.get(at.max(2) - 2..at + lanes + 2)
            && let Some(out) = dst.get_mut(at..at + lanes)
        {
            let units = simd.load(src, at);
            let before = if at == 0 {
                simd.shift_in::<2>(simd.splat(0), units)
            } else {
                simd.load(around, 0)
            };
            let after = simd.load(src, at + 2);
            let (low, high) = (signs.low(simd, units), signs.high(simd, units));
            let alone = (low & !signs.high(simd, before)) | (high & !signs.low(simd, after));
            let units = simd.select_16(alone, replacement, units);
            simd.store(simd.shuffle_16s(units, shuffle), out, 0);
            at += lanes;
        }
        if at == start {
            break;
        }
    }
    let read = if is_high(from, &src[..at]) {
        at - 2
    } else {
        at
    };
    Progress {
        read,
        written: read,
    }
}
