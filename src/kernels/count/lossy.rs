//! Lengths of UTF-16 that is converted with replacement, in bytes of UTF-8 or in characters.
//!
//! An unpaired surrogate becomes U+FFFD. U+FFFD has three bytes in UTF-8, the same as any other
//! unit from 0x800 on. So the length in UTF-8 is three bytes for each unit, minus the savings of
//! units below 0x800, minus two bytes for each surrogate pair (four bytes instead of six). The
//! search for pairs runs only in chunks that contain surrogates.

use super::weights::{SURROGATE_SIZE, sizes};
use crate::encoding::endian::Endian;
use crate::kernels::validate_units::chunk_of;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::surrogates::SurrogateTest;

/// Counters of the difference from the maximum length: three bytes, or one character, for each
/// unit.
#[derive(Clone, Copy)]
struct Savings<S: Count> {
    /// Bytes saved by units below 0x800.
    small: S::Bytes,
    /// Number of surrogate pairs that end in each lane.
    surrogate_pairs: S::Bytes,
}

impl<S: Count> Savings<S> {
    #[inline(always)]
    fn none(simd: S) -> Self {
        Savings {
            small: simd.splat(0),
            surrogate_pairs: simd.splat(0),
        }
    }

    /// Counts the surrogate pairs that end in the vector `units`. `before` contains the unit before
    /// each.
    #[inline(always)]
    fn count_surrogate_pairs(
        &mut self,
        simd: S,
        test: &SurrogateTest<S>,
        before: S::Bytes,
        units: S::Bytes,
    ) {
        let surrogate_pairs = test.low(simd, units) & test.high(simd, before);
        self.surrogate_pairs = simd.count_16(self.surrogate_pairs, surrogate_pairs);
    }

    /// Returns the sum of all savings: bytes of UTF-8 if `sizes`, otherwise characters.
    #[inline(always)]
    fn sum(&self, simd: S, sizes: bool) -> usize {
        if sizes {
            // Each pair saves two bytes.
            simd.sum_8([self.small, self.surrogate_pairs, self.surrogate_pairs])
        } else {
            simd.sum_8([self.surrogate_pairs])
        }
    }
}

/// Returns the length of UTF-16 whose unpaired surrogates are replaced: bytes of UTF-8 if `SIZES`,
/// otherwise characters.
#[inline(always)]
pub(crate) fn lossy_of_utf16<S: Count, const SIZES: bool>(
    simd: S,
    endian: Endian,
    src: &[u8],
) -> Progress {
    let lanes = S::LANES;
    let all = Progress::all(src.len(), 2);
    let src = &src[..all.read];
    let to_native = simd.to_native_16(endian);
    let test = SurrogateTest::new(simd, Some(to_native));
    let mut at = src.len() - src.len() % const { lossy_chunk_of::<S>(SIZES) };
    let chunks = &src[..at];
    let mut before = simd.splat(0);
    let mut saved = 0;
    if at > 0 {
        saved = if SIZES && endian != Endian::NATIVE {
            lossy_chunks::<S, SIZES>(simd, Some(to_native), &test, chunks)
        } else {
            lossy_chunks::<S, SIZES>(simd, None, &test, chunks)
        };
        before = simd.load(src, at - lanes);
    }
    let mut savings = Savings::none(simd);
    while at < src.len() {
        let units = if src.len() - at >= lanes {
            simd.load(src, at)
        } else {
            simd.load_partial(&src[at..])
        };
        savings.count_surrogate_pairs(simd, &test, simd.shift_in::<2>(before, units), units);
        if SIZES {
            let sizes = sizes(simd, Some(to_native), [units, simd.splat(0xFF)]);
            savings.small = simd.add(savings.small, simd.saved_bytes(sizes));
        }
        before = units;
        at += lanes;
    }
    let mut written = if SIZES { 3 * all.written } else { all.written };
    if SIZES {
        // Each zero unit of padding (two bytes of input) was counted as a saving of two bytes.
        written += at - src.len();
    }
    written -= saved + savings.sum(simd, SIZES);
    Progress { written, ..all }
}

/// Returns the number of bytes of a chunk that one branch tests for surrogates. Chunks are smaller
/// if sizes are counted.
const fn lossy_chunk_of<S: Count>(sizes: bool) -> usize {
    if sizes { 4 * S::LANES } else { chunk_of::<S>() }
}

/// Returns the savings of `src`, which consists of complete chunks.
#[inline(always)]
fn lossy_chunks<S: Count, const SIZES: bool>(
    simd: S,
    to_native: Option<S::Bytes>,
    test: &SurrogateTest<S>,
    src: &[u8],
) -> usize {
    let lanes = S::LANES;
    let chunk = const { lossy_chunk_of::<S>(SIZES) };
    let mut saved = 0;
    let mut at = 0;
    while at < src.len() {
        let chunks = ((src.len() - at) / chunk).min(255 * lanes / chunk);
        let part = &src[..at + chunks * chunk];
        let mut savings = Savings::none(simd);
        while let Some(block) = part.get(at..at + chunk) {
            let has_surrogates;
            if SIZES {
                let mut least = simd.splat(0xFF);
                let mut from = 0;
                while from < chunk {
                    let two = [simd.load(block, from), simd.load(block, from + lanes)];
                    let sizes = sizes(simd, to_native, two);
                    least = simd.min(least, sizes ^ simd.splat(SURROGATE_SIZE));
                    savings.small = simd.add(savings.small, simd.saved_bytes(sizes));
                    from += 2 * lanes;
                }
                // After the exclusive or, only the sizes of surrogates are below 0x10. The
                // subtraction maps these, and no others, to 0x80 or more.
                has_surrogates = !simd.is_ascii(simd.saturating_sub(simd.splat(0x8F), least));
            } else {
                has_surrogates = test.any_in(simd, block);
            }
            if has_surrogates {
                let mut before = if at == 0 {
                    simd.splat(0)
                } else {
                    simd.load(src, at - lanes)
                };
                // We load the vectors again because keeping them would need too many registers.
                let mut rest = src.len() - at;
                let end = rest.saturating_sub(chunk);
                while rest > end {
                    let units = simd.load(src, src.len() - rest);
                    savings.count_surrogate_pairs(
                        simd,
                        test,
                        simd.shift_in::<2>(before, units),
                        units,
                    );
                    before = units;
                    rest -= lanes;
                }
            }
            at += chunk;
        }
        saved += savings.sum(simd, SIZES);
    }
    saved
}
