//! The steps of some kinds of algorithms: stores of decoded characters, counts, sequences of UTF-8.

use super::super::term::{Term, constant, no, unknown};
use super::{Mask, Recorder, SUM_BIT, Vector, drop_units, store, with};
use crate::buffer::output::Output;
use crate::encoding::endian::Endian;
use crate::kernels::generic::count::Count;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::encode_utf8::{CONTINUATION, EncodeUtf8};
use crate::kernels::generic::store_units::StoreUnits;
use crate::kernels::generic::surrogates::DecodeUtf16;
use crate::kernels::simd::Simd;
use std::prelude::v1::*;
use std::vec;

fn in_order(endian: Endian, unit: Term) -> Vec<Term> {
    let bytes = (0..unit.width() / 8).map(|byte| unit.bits(8 * byte, 8));
    match endian {
        Endian::Little => bytes.collect(),
        Endian::Big => bytes.rev().collect(),
    }
}

impl<const LANES: usize> StoreUnits for Recorder<LANES> {
    fn compress_units(
        self,
        _: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        _: &mut Output,
    ) -> usize {
        drop_units(vec![low.bytes(), high.bytes(), self.mask(mask).lanes()])
    }

    fn compress_wide(
        self,
        _: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        _: &mut Output,
    ) -> usize {
        let top = top.unwrap_or(self.each(0));
        drop_units(vec![
            low.bytes(),
            high.bytes(),
            top.bytes(),
            self.mask(mask).lanes(),
        ])
    }

    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let units = bytes.bytes().into_iter().map(|byte| byte.widened(16));
        let bytes = units.flat_map(|unit| in_order(endian, unit)).collect();
        store(bytes, &mut dst[at..]);
    }

    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let units = bytes.bytes().into_iter().map(|byte| byte.widened(32));
        let bytes = units.flat_map(|unit| in_order(endian, unit)).collect();
        store(bytes, &mut dst[at..]);
    }
}

impl<const LANES: usize> DecodeUtf8 for Recorder<LANES> {}

impl<const LANES: usize> DecodeUtf16 for Recorder<LANES> {}

impl<const LANES: usize> Count for Recorder<LANES> {
    fn high_table(self, table: [u8; 16]) -> Vector {
        Vector::new(
            (0..LANES)
                .map(|i| constant(table[i % 16].into(), 8))
                .collect(),
        )
    }

    fn count_8(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.bytes().into_iter().zip(mask.lanes());
        Vector::new(
            lanes
                .map(|(count, lane)| count.add(lane.widened(8)))
                .collect(),
        )
    }

    fn count_16(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.units(2).into_iter().zip(mask.lanes());
        Vector::of_units(lanes.map(|(count, lane)| count.add(lane.widened(16))))
    }

    fn sizes_16(self, units: [Vector; 2]) -> Vector {
        let units = units.into_iter().flat_map(|vector| vector.units(2));
        Vector::new(units.map(size_16).collect())
    }

    fn sizes_32(self, characters: [Vector; 4]) -> Vector {
        let units = characters.into_iter().flat_map(|vector| vector.units(4));
        Vector::new(units.map(size_32).collect())
    }

    fn saved_bytes(self, sizes: Vector) -> Vector {
        sizes.map(|size| {
            let one = size.within(1, 15);
            let saved = one.choose(constant(1, 8), constant(0, 8));
            size.is(0).choose(constant(2, 8), saved)
        })
    }

    fn count_32(self, counter: Vector, mask: Mask) -> Vector {
        let lanes = counter.units(4).into_iter().zip(mask.lanes());
        Vector::of_units(lanes.map(|(count, lane)| count.add(lane.widened(32))))
    }

    fn sum_8<const N: usize>(self, bytes: [Vector; N]) -> usize {
        let bytes = bytes.into_iter().flat_map(Vector::bytes);
        let sum = bytes.fold(constant(0, 32), |sum, byte| sum.add(byte.widened(32)));
        if let Some(value) = sum.value() {
            return value as usize;
        }
        with(|record| {
            record.sums.push(sum);
            assert!(record.sums.len() < 36, "more sums than bits");
            1 << (SUM_BIT as usize + record.sums.len() - 1)
        })
    }
}

/// A unit's size as `Count::sizes_16` says: without its seven lowest bits, and within a byte.
fn size_16(unit: Term) -> Term {
    let high = unit.shift_right(7);
    // As a signed number, at most 127 and at least -128.
    let is_negative = unit.bits(15, 1);
    let from_minus_128 = unit.at_least(0xC000);
    let negative = from_minus_128.choose(high.bits(0, 8), constant(0x80, 8));
    let positive = high
        .at_least(128)
        .choose(constant(0x7F, 8), high.bits(0, 8));
    is_negative.choose(negative, positive)
}

/// A character's size as `Count::sizes_32` says; of what is none it is unspecified.
fn size_32(unit: Term) -> Term {
    let byte = |value| constant(value, 8);
    let two = unit.shift_right(7).bits(0, 8);
    let large = unit.at_least(0x1_0000).choose(byte(0xFF), byte(16));
    let size = unit.at_least(0x800).choose(large, two);
    unit.at_least(0x11_0000).choose(unknown(8), size)
}

impl<const LANES: usize> EncodeUtf8 for Recorder<LANES> {
    fn tags(self, first: u8) -> Vector {
        self.each_unit(u32::from(first) << 8 | u32::from(CONTINUATION), 2)
    }

    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Vector; 2],
        tags: [Vector; 2],
        two: [Mask; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let never = Mask::new(vec![no(); LANES / 2]);
        for i in 0..2 {
            self.encode_1_3::<CLIPPED>(units[i], tags[i], two[i], never, dst, at);
        }
        0
    }

    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Mask,
        three: Mask,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![
            units.units(2),
            tags.units(2),
            two.lanes(),
            three.lanes(),
        ])
    }

    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        _: &mut Output,
        _: usize,
    ) -> usize {
        drop_units(vec![characters.units(4)])
    }
}
