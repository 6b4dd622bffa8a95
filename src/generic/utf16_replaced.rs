//! UTF-16 to UTF-16 with replacement, whole vectors of it, however much of it is malformed.
//!
//! A unit stands alone if it is a low half and no high one is before it, or a high half and no low
//! one is after it. So each unit is looked at with its neighbours, which are loaded with it, and
//! there is no branch for what is wrong. Where there are no halves at all, nothing is.
//!
//! What was tried and lost with SSE4.1 (Zen 4): a look for halves in each vector, or in each four,
//! before neighbours are looked at, takes half as long again where all have some.

use super::surrogates::{Signs, is_high};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::Units;

/// Blocks of four vectors that are replaced before it is looked again whether there are halves.
const BURST: usize = 2;

/// Units, given with those before and after each, without those that stand alone.
#[inline(always)]
fn replaced<S: Units>(
    simd: S,
    signs: &Signs<S>,
    replacement: S::Bytes,
    [before, units, after]: [S::Bytes; 3],
) -> S::Bytes {
    let (low, high) = (signs.low(simd, units), signs.high(simd, units));
    let alone = (low & !signs.high(simd, before)) | (high & !signs.low(simd, after));
    simd.select_16(alone, replacement, units)
}

/// Copies units, from the order `from` to the order `to`, with U+FFFD in the place of halves that
/// stand alone: as many vectors as there are, with a unit after each, and as many as there is room
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
    // Nothing is before the first vector.
    if src.len() >= lanes + 2 && dst.len() >= lanes {
        let units = simd.load(src, 0);
        let around = [
            simd.shift_in::<2>(simd.splat(0), units),
            units,
            simd.load(src, 2),
        ];
        let units = replaced(simd, &signs, replacement, around);
        simd.store(simd.shuffle_16s(units, shuffle), dst, 0);
        at = lanes;
    }
    let block = 4 * lanes;
    while at > 0
        && let Some(part) = src.get(at..at + block)
        && let Some(out) = dst.get_mut(at..at + block)
    {
        let a = simd.load(part, 0);
        let b = simd.load(part, lanes);
        let c = simd.load(part, 2 * lanes);
        let d = simd.load(part, 3 * lanes);
        // Without halves, what is before or after does not matter.
        if !signs.any_of_four(simd, [a, b, c, d]) {
            simd.store(simd.shuffle_16s(a, shuffle), out, 0);
            simd.store(simd.shuffle_16s(b, shuffle), out, lanes);
            simd.store(simd.shuffle_16s(c, shuffle), out, 2 * lanes);
            simd.store(simd.shuffle_16s(d, shuffle), out, 3 * lanes);
            at += block;
            continue;
        }
        let start = at;
        while at < start + BURST * block
            && let Some(around) = src.get(at - 2..at + block + 2)
            && let Some(out) = dst.get_mut(at..at + block)
        {
            let mut i = 0;
            while i < block {
                let around = [
                    simd.load(around, i),
                    simd.load(around, i + 2),
                    simd.load(around, i + 4),
                ];
                let units = replaced(simd, &signs, replacement, around);
                simd.store(simd.shuffle_16s(units, shuffle), out, i);
                i += lanes;
            }
            at += block;
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
