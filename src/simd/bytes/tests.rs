//! Tests of each operation on bytes against a scalar model, and helpers for tests of other
//! operations.

use super::Simd;
use crate::memory::arrays;
use crate::memory::output::Output;
use std::vec::Vec;

/// A deterministic pseudo-random generator (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

pub(crate) const UNTOUCHED: u8 = 0xA5;

/// Returns the bytes that `write` writes to a destination of `len` bytes, and its result.
pub(crate) fn written<R>(len: usize, write: impl FnOnce(&mut Output) -> R) -> (Vec<u8>, R) {
    let mut out = std::vec![UNTOUCHED; len];
    let result = write(Output::from_init(&mut out));
    (out, result)
}

/// Returns the bytes of a vector.
pub(crate) fn bytes<S: Simd>(simd: S, vector: S::Bytes) -> Vec<u8> {
    written(S::LANES, |dst| simd.store(vector, dst, 0)).0
}

pub(crate) fn units_16(bytes: &[u8]) -> Vec<u16> {
    arrays(bytes).copied().map(u16::from_ne_bytes).collect()
}

pub(crate) fn units_32(bytes: &[u8]) -> Vec<u32> {
    arrays(bytes).copied().map(u32::from_ne_bytes).collect()
}

pub(crate) fn bytes_16(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    units.into_iter().flat_map(u16::to_ne_bytes).collect()
}

pub(crate) fn bytes_32(units: impl IntoIterator<Item = u32>) -> Vec<u8> {
    units.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// Checks the bytes that a compressing store writes, with slack and clipped to shorter slices.
macro_rules! expect_stored {
    ($expected:expr, $out:expr, $simd:ident.$store:ident($($argument:expr),*)) => {{
        let expected: Vec<u8> = $expected;
        let (bytes, len) = written(3 + $out, |dst| $simd.$store::<false>($($argument),*, dst, 3));
        assert_eq!(bytes[3..3 + len], expected);
        for out in [0, 1, expected.len() / 2, expected.len(), expected.len() + 9] {
            let (bytes, len) = written(out, |dst| $simd.$store::<true>($($argument),*, dst, 0));
            assert_eq!(len, expected.len());
            assert_eq!(bytes[..out.min(len)], expected[..out.min(len)]);
        }
    }};
}

pub(crate) use expect_stored;

/// Checks the operations that do not need random bytes.
pub(crate) fn check<S: Simd>(simd: S) {
    ends(simd);
    edges(simd);
    both_ends::<_, 1>(simd);
    both_ends::<_, 2>(simd);
    both_ends::<_, 4>(simd);
    both_ends::<_, 8>(simd);
    clipped_stores(simd);
    lookups(simd);
}

/// Looks up each byte from 80 on in each lane, in two tables.
fn lookups<S: Simd>(simd: S) {
    let tables =
        [7, 91].map(|factor| core::array::from_fn(|i| (i as u8).wrapping_mul(factor) ^ 0x35));
    for first in 0x80..=0xFFu8 {
        let src: Vec<u8> = (0..S::LANES as u8)
            .map(|i| first.wrapping_add(i) | 0x80)
            .collect();
        let found = simd.lookup_128([&tables[0], &tables[1]], simd.load(&src, 0));
        for (found, table) in found.into_iter().zip(&tables) {
            let expected = src.iter().map(|byte| table[usize::from(*byte) - 0x80]);
            assert!(bytes(simd, found).into_iter().eq(expected), "{first:02X}");
        }
    }
}

/// Loads the ends of slices of all lengths.
fn ends<S: Simd>(simd: S) {
    for len in 0..=2 * S::LANES {
        let src: Vec<u8> = (1..=len as u8).collect();
        for at in 0..=len {
            let mut expected = src[at..].to_vec();
            expected.resize(expected.len().max(S::LANES), 0);
            let end = bytes(simd, simd.load_end(&src, at));
            assert_eq!(end, expected[..S::LANES], "{len} {at}");
        }
    }
}

/// Loads the vectors of a slice with the vectors at neighbouring indices. The slice lies between
/// other bytes, which must not be read.
fn edges<S: Simd>(simd: S) {
    let all: Vec<u8> = (1..=4 * S::LANES).map(|byte| byte as u8 | 1).collect();
    for len in 1..3 * S::LANES {
        let src = &all[8..8 + len];
        for at in (0..len).step_by(S::LANES) {
            let byte = |place: usize| src.get(place.wrapping_sub(3)).copied().unwrap_or(0);
            for (loaded, from) in simd.load_edge(src, at).into_iter().zip(at..) {
                let expected: Vec<u8> = (from..from + S::LANES).map(byte).collect();
                assert_eq!(bytes(simd, loaded), expected, "{len} {at} {from}");
            }
        }
    }
    // At other indices in the first vector, the load may panic, but must not read bytes before
    // `src`.
    if cfg!(panic = "abort") {
        return;
    }
    for (len, at) in [4, S::LANES, 2 * S::LANES]
        .into_iter()
        .flat_map(|len| [(len, 1), (len, 2)])
    {
        let src = &all[8..8 + len];
        let work = std::panic::AssertUnwindSafe(|| bytes(simd, simd.load_edge(src, at)[0]));
        let third = std::panic::catch_unwind(work);
        assert!(
            third.is_err() || third.is_ok_and(|third| third[0] == 0),
            "{len} {at}"
        );
    }
}

/// Loads and stores `N` bytes at each end. They may overlap.
fn both_ends<S: Simd, const N: usize>(simd: S) {
    let all: Vec<u8> = (1..=S::LANES as u8).collect();
    for len in N..=4 * N {
        let src: Vec<u8> = (1..=len as u8).collect();
        let mut expected = [&src[..N], &src[len - N..]].concat();
        expected.resize(S::LANES, 0);
        assert_eq!(bytes(simd, simd.load_ends::<N>(&src)), expected, "{len}");
        let (stored, ()) = written(len, |dst| simd.store_ends::<N>(simd.load(&all, 0), dst));
        let mut expected = std::vec![UNTOUCHED; len];
        expected[..N].copy_from_slice(&all[..N]);
        expected[len - N..].copy_from_slice(&all[N..2 * N]);
        assert_eq!(stored, expected, "{len}");
    }
}

fn clipped_stores<S: Simd>(simd: S) {
    let all: Vec<u8> = (1..=S::LANES as u8).collect();
    for len in 0..=2 * S::LANES {
        for at in [0, 1, 7, S::LANES, 3 * S::LANES] {
            let (bytes, ()) = written(len, |dst| {
                simd.store_clipped(simd.load(&all, 0), dst, at);
            });
            let untouched = std::iter::repeat_n(UNTOUCHED, at);
            let expected = untouched.chain(all.iter().copied());
            let expected = expected.chain(std::iter::repeat(UNTOUCHED));
            assert_eq!(bytes, expected.take(len).collect::<Vec<u8>>());
        }
    }
}
