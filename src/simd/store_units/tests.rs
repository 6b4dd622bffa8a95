//! Tests of each unit store against its definition, in both byte orders, for all instruction sets.

use super::StoreUnits;
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::SLACK;
use crate::simd::bytes::tests::{UNTOUCHED, written};
use std::vec::Vec;

/// Returns the `width` lower bytes of a unit.
fn unit(endian: Endian, width: usize, value: u32) -> Vec<u8> {
    let mut bytes = value.to_le_bytes()[..width].to_vec();
    if endian == Endian::Big {
        bytes.reverse();
    }
    bytes
}

/// Checks that `write` writes all bytes of `expected`, or those that fit into `out` bytes.
fn expect(expected: &[u8], out: usize, write: impl Fn(&mut Output) -> usize) {
    let (bytes, len) = written(out, write);
    assert_eq!(len, expected.len());
    let fits = len.min(out);
    assert_eq!(bytes[..fits], expected[..fits]);
}

/// Checks the operations on vectors with these bytes. `mask` has a bit for each position to keep.
pub(crate) fn check<S: StoreUnits>(simd: S, planes: [&[u8]; 3], mask: u64) {
    let [low, high, top] = planes.map(|plane| simd.load(plane, 0));
    let mask = mask & (u64::MAX >> (64 - S::LANES));
    let positions = (0..S::LANES).filter(|at| mask >> at & 1 == 1);
    for endian in [Endian::Little, Endian::Big] {
        // The units at these positions, of `width` bytes, from the first `count` of the vectors.
        let units = |positions: &mut dyn Iterator<Item = usize>, width, count: usize| {
            let value = |at: usize| {
                let parts = (0..count).map(|i| u32::from(planes[i][at]) << (8 * i));
                parts.sum()
            };
            let units = positions.map(|at| unit(endian, width, value(at)));
            units.flatten().collect::<Vec<u8>>()
        };
        let compressed = |width, count| units(&mut positions.clone(), width, count);
        let (len_16, len_32) = (2 * S::LANES + SLACK, 4 * S::LANES + SLACK);

        expect(&compressed(2, 2), len_16, |dst| {
            simd.compress_units(endian, low, high, mask, dst)
        });
        expect(&compressed(2, 1), len_16, |dst| {
            simd.compress_widened_16(endian, low, mask, dst)
        });
        expect(&compressed(4, 1), len_32, |dst| {
            simd.compress_widened_32(endian, low, mask, dst)
        });
        expect(&compressed(4, 2), len_32, |dst| {
            simd.compress_wide(endian, low, high, None, mask, dst)
        });
        expect(&compressed(4, 3), len_32, |dst| {
            simd.compress_wide(endian, low, high, Some(top), mask, dst)
        });
        for out in [0, 1, 7, S::LANES, 2 * S::LANES + 5, len_32] {
            expect(&compressed(2, 2), out, |dst| {
                simd.compress_units_clipped(endian, low, high, mask, dst)
            });
            expect(&compressed(4, 2), out, |dst| {
                simd.compress_wide_clipped(endian, low, high, None, mask, dst)
            });
            expect(&compressed(4, 3), out, |dst| {
                simd.compress_wide_clipped(endian, low, high, Some(top), mask, dst)
            });
        }

        let all = |width| units(&mut (0..S::LANES), width, 1);
        for at in [0, 5] {
            let (bytes, ()) = written(at + 2 * S::LANES, |dst| {
                simd.store_widened_16(endian, low, dst, at)
            });
            assert_eq!(bytes[at..], all(2));
            assert!(bytes[..at].iter().all(|&byte| byte == UNTOUCHED));
            let (bytes, ()) = written(at + 4 * S::LANES, |dst| {
                simd.store_widened_32(endian, low, dst, at)
            });
            assert_eq!(bytes[at..], all(4));
            assert!(bytes[..at].iter().all(|&byte| byte == UNTOUCHED));
        }
        let pairs = units(&mut (0..S::LANES), 2, 2);
        for at in [0, 5] {
            let (bytes, ()) = written(at + len_16, |dst| {
                simd.store_units(endian, low, high, dst, at)
            });
            assert_eq!(bytes[at..][..pairs.len()], pairs);
            assert!(bytes[..at].iter().all(|&byte| byte == UNTOUCHED));
        }
        for out in 0..=4 * S::LANES {
            let clipped = |width| {
                let mut bytes = all(width);
                bytes.resize(out, UNTOUCHED);
                bytes
            };
            let (bytes, ()) = written(out, |dst| simd.store_widened_16_clipped(endian, low, dst));
            assert_eq!(bytes, clipped(2));
            let (bytes, ()) = written(out, |dst| simd.store_widened_32_clipped(endian, low, dst));
            assert_eq!(bytes, clipped(4));
        }
    }
}
