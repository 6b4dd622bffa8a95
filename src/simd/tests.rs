//! Each operation that writes decoded text against its plain meaning, in both byte orders.

use super::{SLACK, Simd};
use crate::endian::Endian;
use crate::output::Output;
use core::mem::MaybeUninit;
use std::vec::Vec;

const UNTOUCHED: u8 = 0xA5;

/// What `write` writes to room for `len` bytes, and the number that it returns.
fn written<R>(len: usize, write: impl FnOnce(&mut Output) -> R) -> (Vec<u8>, R) {
    let mut room = std::vec![MaybeUninit::new(UNTOUCHED); len];
    let result = write(&mut room);
    // SAFETY: all bytes were initialised above.
    let bytes = room.iter().map(|byte| unsafe { byte.assume_init() });
    (bytes.collect(), result)
}

/// The `width` lower bytes of a unit.
fn unit(endian: Endian, width: usize, value: u32) -> Vec<u8> {
    let mut bytes = value.to_le_bytes()[..width].to_vec();
    if endian == Endian::Big {
        bytes.reverse();
    }
    bytes
}

/// Checks that `write` writes what is `expected`: all of it where there is enough room, or as much as fits.
fn expect(expected: &[u8], room: usize, write: impl Fn(&mut Output) -> usize) {
    let (bytes, len) = written(room, write);
    assert_eq!(len, expected.len());
    let fits = len.min(room);
    assert_eq!(bytes[..fits], expected[..fits]);
}

/// Checks the operations on the vectors with these bytes, of which those are kept that have a bit.
pub(super) fn check<S: Simd>(simd: S, planes: [&[u8]; 3], kept: u64) {
    let [low, high, top] = planes.map(|plane| simd.load(plane, 0));
    let kept = kept & (u64::MAX >> (64 - S::LANES));
    let positions = (0..S::LANES).filter(|at| kept >> at & 1 == 1);
    for endian in [Endian::Little, Endian::Big] {
        // The units that stand at some of the positions, of `width` bytes, from the first `count` of the vectors.
        let units = |positions: &mut dyn Iterator<Item = usize>, width, count: usize| {
            let value = |at: usize| {
                let parts = (0..count).map(|i| u32::from(planes[i][at]) << (8 * i));
                parts.sum()
            };
            let units = positions.map(|at| unit(endian, width, value(at)));
            units.flatten().collect::<Vec<u8>>()
        };
        let squeezed = |width, count| units(&mut positions.clone(), width, count);
        let (room_16, room_32) = (2 * S::LANES + SLACK, 4 * S::LANES + SLACK);

        expect(&squeezed(1, 1), S::LANES + SLACK, |dst| {
            simd.squeeze(low, kept, dst)
        });
        expect(&squeezed(2, 2), room_16, |dst| {
            simd.squeeze_units(endian, low, high, kept, dst)
        });
        expect(&squeezed(2, 1), room_16, |dst| {
            simd.squeeze_widened_16(endian, low, kept, dst)
        });
        expect(&squeezed(4, 1), room_32, |dst| {
            simd.squeeze_widened_32(endian, low, kept, dst)
        });
        expect(&squeezed(4, 2), room_32, |dst| {
            simd.squeeze_wide(endian, low, high, None, kept, dst)
        });
        expect(&squeezed(4, 3), room_32, |dst| {
            simd.squeeze_wide(endian, low, high, Some(top), kept, dst)
        });
        for room in [0, 1, 7, S::LANES, 2 * S::LANES + 5, room_32] {
            expect(&squeezed(1, 1), room, |dst| {
                simd.squeeze_clipped(low, kept, dst)
            });
            expect(&squeezed(2, 2), room, |dst| {
                simd.squeeze_units_clipped(endian, low, high, kept, dst)
            });
            expect(&squeezed(4, 2), room, |dst| {
                simd.squeeze_wide_clipped(endian, low, high, None, kept, dst)
            });
            expect(&squeezed(4, 3), room, |dst| {
                simd.squeeze_wide_clipped(endian, low, high, Some(top), kept, dst)
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
            let (bytes, ()) = written(at + room_16, |dst| {
                simd.store_units(endian, low, high, dst, at)
            });
            assert_eq!(bytes[at..][..pairs.len()], pairs);
            assert!(bytes[..at].iter().all(|&byte| byte == UNTOUCHED));
        }
        for room in 0..=4 * S::LANES {
            let clipped = |width| {
                let mut bytes = all(width);
                bytes.resize(room, UNTOUCHED);
                bytes
            };
            let (bytes, ()) = written(room, |dst| simd.store_widened_16_clipped(endian, low, dst));
            assert_eq!(bytes, clipped(2));
            let (bytes, ()) = written(room, |dst| simd.store_widened_32_clipped(endian, low, dst));
            assert_eq!(bytes, clipped(4));
        }
    }
}
