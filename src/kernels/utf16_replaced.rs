//! UTF-16 to UTF-16 with replacement. The speed does not depend on the number of unpaired
//! surrogates.
//!
//! A low surrogate is unpaired if no high surrogate precedes it, and a high surrogate is unpaired
//! if no low surrogate follows it. Each vector is loaded three times, one unit apart, and a mask
//! selects the units to replace, without a branch:
//!
//! ```text
//! before      .  a  H  L  L  H  b
//! units       a  H  L  L  H  b  c        H: high surrogate, L: low surrogate
//! after       H  L  L  H  b  c  .
//! unpaired             x  x
//! ```
//!
//! Blocks without surrogates are copied. After a block with surrogates, the next test for
//! surrogates comes only after several blocks, because mixed text makes its branch hard to predict.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;
use crate::simd::surrogates::{SurrogateTest, ends_with_high};

/// After a test has found surrogates, this number of blocks (of four vectors) is converted with
/// replacement before the next test.
const UNTESTED_BLOCKS: usize = 2;

/// Replaces the unpaired surrogates of a vector of units. `before` and `after` contain the
/// neighbours of each unit.
#[inline(always)]
fn replaced<S: UnitOps>(
    simd: S,
    test: &SurrogateTest<S>,
    replacement: S::Bytes,
    [before, units, after]: [S::Bytes; 3],
) -> S::Bytes {
    let (low, high) = (test.low(simd, units), test.high(simd, units));
    let unpaired = (low & !test.high(simd, before)) | (high & !test.low(simd, after));
    simd.select_16(unpaired, replacement, units)
}

/// Copies units from the byte order `from` to the byte order `to`, with U+FFFD in place of unpaired
/// surrogates, as many vectors as fit. The last vector overlaps the one before it. A text of at
/// most one vector is not converted. A high surrogate at the end does not count as read, because
/// the unit after it is unknown.
#[inline(always)]
pub(crate) fn convert<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    [from, to]: [Endian; 2],
) -> Progress {
    let lanes = S::LANES;
    let to_native = simd.to_native_16(from);
    let test = SurrogateTest::new(simd, Some(to_native));
    let replacement = simd.shuffle_bytes(simd.splat_16(0xFFFD), to_native);
    let to_output_order = simd.to_native_16(if from == to {
        Endian::NATIVE
    } else {
        Endian::NATIVE.swapped()
    });
    let mut at = 0;
    // There is no unit before the first vector.
    if src.len() >= lanes + 2 && dst.len() >= lanes {
        let units = simd.load(src, 0);
        let around = [simd.shift_in_zeros::<2>(units), units, simd.load(src, 2)];
        let units = replaced(simd, &test, replacement, around);
        simd.store(simd.shuffle_bytes(units, to_output_order), dst, 0);
        at = lanes;
    }
    let block = 4 * lanes;
    while at > 0 {
        let Some(part) = src.get(at..at + block) else {
            break;
        };
        let Some(out) = dst.get_mut(at..at + block) else {
            break;
        };
        let [a, b, c, d] = simd.load_four(part, 0);
        // Without surrogates, the neighbours of the units do not matter.
        if !test.any_of_four(simd, [a, b, c, d]) {
            simd.store(simd.shuffle_bytes(a, to_output_order), out, 0);
            simd.store(simd.shuffle_bytes(b, to_output_order), out, lanes);
            simd.store(simd.shuffle_bytes(c, to_output_order), out, 2 * lanes);
            simd.store(simd.shuffle_bytes(d, to_output_order), out, 3 * lanes);
            at += block;
            continue;
        }
        let start = at;
        while at < start + UNTESTED_BLOCKS * block {
            let Some(around) = src.get(at - 2..at + block + 2) else {
                break;
            };
            let Some(out) = dst.get_mut(at..at + block) else {
                break;
            };
            let mut i = 0;
            while i < block {
                let around = [
                    simd.load(around, i),
                    simd.load(around, i + 2),
                    simd.load(around, i + 4),
                ];
                let units = replaced(simd, &test, replacement, around);
                simd.store(simd.shuffle_bytes(units, to_output_order), out, i);
                i += lanes;
            }
            at += block;
        }
        if at == start {
            break;
        }
    }
    // The rest, one vector at a time. It excludes an incomplete unit at the end.
    let end = src.len() & !1;
    while at > 0 && at < end && dst.len() >= end.min(at + lanes) {
        let start = at.min(end - lanes);
        let around = [
            simd.load(src, start - 2),
            simd.load(src, start),
            simd.load_end(&src[..end], start + 2),
        ];
        let units = replaced(simd, &test, replacement, around);
        simd.store(simd.shuffle_bytes(units, to_output_order), dst, start);
        at = start + lanes;
    }
    let read = if ends_with_high(from, &src[..at]) {
        at - 2
    } else {
        at
    };
    Progress::all(read, 1)
}
