//! Records the steps of some kinds of algorithms: stores of decoded characters, counts, sequences
//! of UTF-8.

use super::super::spec::encoded;
use super::super::term::{Term, constant, no, unknown};
use super::{
    Mask, Recorder, SUM_BIT, Vector, branch, bytes_of, is_noted, rest, store, store_all, with,
};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::SLACK;
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::encode_utf8::{CONTINUATION, EncodeUtf8};
use crate::simd::store_units::StoreUnits;
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::validate_utf8::ValidateUtf8;
use std::prelude::v1::*;
use std::vec;

fn in_order(endian: Endian, unit: Term) -> Vec<Term> {
    match endian {
        Endian::Little => bytes_of(unit).collect(),
        Endian::Big => bytes_of(unit).rev().collect(),
    }
}

/// Joins planes of bytes, lowest first, to units of `width` bytes. Returns the units whose bit is
/// set in a mask.
fn joined(endian: Endian, planes: &[Vector], width: usize, mask: u64) -> Vec<Term> {
    let planes: Vec<Vec<Term>> = planes.iter().map(|plane| plane.bytes()).collect();
    let places = (0..planes[0].len()).filter(|place| mask >> place & 1 == 1);
    let unit = |place: usize| {
        let bytes = planes.iter().map(|plane| plane[place]);
        let unit = bytes.reduce(|low, high| high.join(low)).expect("a plane");
        in_order(endian, unit.widened(8 * width as u32))
    };
    places.flat_map(unit).collect()
}

impl<const LANES: usize> Recorder<LANES> {
    fn compress_planes(
        self,
        (endian, width): (Endian, usize),
        planes: &[Vector],
        mask: u64,
        clipped: bool,
        dst: &mut Output,
    ) -> usize {
        let units = joined(endian, planes, width, mask);
        store_all(units, width * LANES + SLACK, clipped, dst)
    }

    fn store_widened(self, (endian, width): (Endian, usize), bytes: Vector, dst: &mut Output) {
        store(joined(endian, &[bytes], width, u64::MAX), dst);
    }

    fn store_widened_clipped(self, units: (Endian, usize), bytes: Vector, dst: &mut Output) {
        let (endian, width) = units;
        let mut bytes = joined(endian, &[bytes], width, u64::MAX);
        bytes.truncate(dst.len());
        store(bytes, dst);
    }
}

/// Returns the planes of units. The highest may be omitted.
fn planes(low: Vector, high: Vector, top: Option<Vector>) -> Vec<Vector> {
    [low, high].into_iter().chain(top).collect()
}

impl<const LANES: usize> StoreUnits for Recorder<LANES> {
    fn compress_units(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_planes((endian, 2), &[low, high], mask, false, dst)
    }

    fn compress_units_clipped(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_planes((endian, 2), &[low, high], mask, true, dst)
    }

    fn compress_wide(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_planes((endian, 4), &planes(low, high, top), mask, false, dst)
    }

    fn compress_wide_clipped(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_planes((endian, 4), &planes(low, high, top), mask, true, dst)
    }

    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        self.store_widened((endian, 2), bytes, &mut dst[at..]);
    }

    fn store_widened_16_clipped(self, endian: Endian, bytes: Vector, dst: &mut Output) {
        self.store_widened_clipped((endian, 2), bytes, dst);
    }

    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        self.store_widened((endian, 4), bytes, &mut dst[at..]);
    }

    fn store_widened_32_clipped(self, endian: Endian, bytes: Vector, dst: &mut Output) {
        self.store_widened_clipped((endian, 4), bytes, dst);
    }
}

impl<const LANES: usize> ValidateUtf8 for Recorder<LANES> {}

impl<const LANES: usize> DecodeUtf8 for Recorder<LANES> {}

impl<const LANES: usize> DecodeUtf16 for Recorder<LANES> {}

impl<const LANES: usize> Count for Recorder<LANES> {
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

/// Returns a unit's size for `Count::sizes_16`: without its seven lowest bits, saturated to a byte.
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

/// Returns a character's size for `Count::sizes_32`, unspecified for units that are no characters.
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
        let parts: [_; 2] = core::array::from_fn(|i| tagged(units[i], tags[i], two[i], never));
        let Some(bytes) = parts.into_iter().collect::<Option<Vec<_>>>() else {
            return 0;
        };
        let dst = rest::<CLIPPED>(dst, at);
        store_all(bytes.concat(), 2 * LANES + SLACK, CLIPPED, dst)
    }

    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Vector,
        tags: Vector,
        two: Mask,
        three: Mask,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let Some(bytes) = tagged(units, tags, two, three) else {
            return 0;
        };
        let dst = rest::<CLIPPED>(dst, at);
        store_all(bytes, 3 * LANES / 2 + SLACK, CLIPPED, dst)
    }

    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Vector,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let sequence = |character: Term| {
            let is_known = character.at_least(0x11_0000).not();
            let lengths = encoded(character);
            let (bytes, _) = lengths
                .into_iter()
                .find(|&(_, has_length)| branch(has_length))
                .expect("a length");
            let open = |byte: Term| is_known.choose(byte, unknown(8));
            bytes.into_iter().map(open).collect::<Vec<_>>()
        };
        let bytes = characters.units(4).into_iter().flat_map(sequence).collect();
        let dst = rest::<CLIPPED>(dst, at);
        store_all(bytes, LANES + SLACK, CLIPPED, dst)
    }
}

/// Returns the bytes that a store writes for units with tags, with a condition for each unit, or
/// `None` if the store is only recorded.
fn tagged(units: Vector, tags: Vector, two: Mask, three: Mask) -> Option<Vec<Term>> {
    let parts = || vec![units.units(2), tags.units(2), two.lanes(), three.lanes()];
    if is_noted(parts) {
        return None;
    }
    let masks = two.lanes().into_iter().zip(three.lanes());
    let units = units.units(2).into_iter().zip(tags.units(2));
    let sequence = |((unit, tags), (two, three)): ((Term, Term), (Term, Term))| {
        let sextet = |from, tag| unit.bits(from, 6).widened(8).or(tags.bits(tag, 8));
        if branch(three) {
            let lead = constant(0xE, 4).join(unit.bits(12, 4));
            vec![lead, sextet(6, 8), sextet(0, 0)]
        } else if branch(two) {
            vec![sextet(6, 8), sextet(0, 0)]
        } else {
            vec![unit.bits(0, 8)]
        }
    };
    Some(units.zip(masks).flat_map(sequence).collect())
}
