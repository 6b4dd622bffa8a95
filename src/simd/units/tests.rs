//! Tests of each operation on units of 16 and 32 bits against a scalar model.

use super::UnitOps;
use crate::encoding::endian::Endian;
use crate::simd::SLACK;
use crate::simd::bytes::tests::{
    Random, bytes, bytes_16, bytes_32, expect_stored, units_16, units_32, written,
};
use std::vec::Vec;

/// Checks the operations on two vectors of random bytes.
pub(crate) fn check<S: UnitOps>(simd: S, one: &[u8], two: &[u8], random: &mut Random) {
    arithmetic_16(simd, one, two);
    arithmetic_32(simd, one, two);
    reshaping(simd, one, two);
    compressing(simd, one, two, random);
}

/// Returns a mask of units of 16 bits as booleans.
fn truth_16<S: UnitOps>(simd: S, mask: S::Mask16) -> Vec<bool> {
    let truth = simd.select_16(mask, simd.splat_16(1), simd.splat_16(0));
    units_16(&bytes(simd, truth))
        .iter()
        .map(|&unit| unit == 1)
        .collect()
}

fn truth_32<S: UnitOps>(simd: S, mask: S::Mask32) -> Vec<bool> {
    let truth = simd.select_32(mask, simd.splat_32(1), simd.splat_32(0));
    units_32(&bytes(simd, truth))
        .iter()
        .map(|&unit| unit == 1)
        .collect()
}

/// Checks comparisons at the limits of their ranges, and masks with no and with all units set.
pub(crate) fn extremes<S: UnitOps>(simd: S) {
    for limit in [0u16, 1, 0x7F, 0x80, 0x7FFF, 0x8000, 0xFFFF] {
        for unit in [0, 1, limit, limit.wrapping_sub(1), 0x8000, 0xFFFF] {
            let mask = simd.at_least_16(limit, simd.splat_16(unit));
            assert_eq!(simd.any_16(mask), unit >= limit);
            assert_eq!(simd.any_16(!mask), unit < limit);
            if limit > 0 && limit < 0x8000 && unit < 0x8000 {
                let mask = simd.at_least_15(limit, simd.splat_16(unit));
                assert_eq!(simd.any_16(mask), unit >= limit);
                assert_eq!(simd.any_16(!mask), unit < limit);
            }
        }
    }
    for limit in [0u32, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX] {
        for unit in [0, 1, limit, limit.wrapping_sub(1), 0x8000_0000, u32::MAX] {
            let mask = simd.at_least_32(limit, simd.splat_32(unit));
            assert_eq!(simd.any_32(mask), unit >= limit);
            assert_eq!(simd.any_32(!mask), unit < limit);
        }
    }
}

fn arithmetic_16<S: UnitOps>(simd: S, one: &[u8], two: &[u8]) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let (one, two) = (units_16(one), units_16(two));
    let each = |result: S::Bytes, meaning: fn(u16, u16) -> u16| {
        let expected = one.iter().zip(&two).map(|(&x, &y)| meaning(x, y));
        assert_eq!(units_16(&bytes(simd, result)), expected.collect::<Vec<_>>());
    };
    each(simd.splat_16(0x1234), |_, _| 0x1234);
    each(simd.shift_right_16::<6>(a), |x, _| x >> 6);
    each(simd.shift_left_16::<10>(a), |x, _| x << 10);
    each(simd.add_16(a, b), u16::wrapping_add);
    each(simd.min(a, b), |x, y| {
        let ([a, b], [c, d]) = (x.to_ne_bytes(), y.to_ne_bytes());
        u16::from_ne_bytes([a.min(c), b.min(d)])
    });
    each(simd.select_16(simd.at_least_16(0x8123, a), a, b), |x, y| {
        if x >= 0x8123 { x } else { y }
    });
    each(
        simd.shuffle_bytes(a, simd.to_native_16(Endian::NATIVE)),
        |x, _| x,
    );
    each(
        simd.shuffle_bytes(a, simd.to_native_16(Endian::NATIVE.swapped())),
        |x, _| x.swap_bytes(),
    );
    let bits = simd.splat_16(0x0003);
    let equal = simd.equal_16(a & bits, b & bits);
    let expected = one.iter().zip(&two).map(|(x, y)| x & 3 == y & 3);
    assert_eq!(truth_16(simd, equal), expected.collect::<Vec<_>>());
    assert_eq!(simd.any_16(equal), truth_16(simd, equal).contains(&true));
    let masks = [equal, simd.at_least_16(0x8000, b)];
    let bits = simd.bits_16(masks);
    for (mask, first) in masks.into_iter().zip([0, S::LANES / 2]) {
        for (i, truth) in truth_16(simd, mask).into_iter().enumerate() {
            assert_eq!(bits >> (first + i) & 1 == 1, truth);
        }
    }
    assert_eq!(bits.checked_shr(S::LANES as u32).unwrap_or(0), 0);
    let (left, right) = (simd.at_least_16(0x4000, a), simd.at_least_16(0xC000, b));
    let logic = (left & right) | (!left ^ right);
    let expected = one.iter().zip(&two).map(|(&x, &y)| {
        let (left, right) = (x >= 0x4000, y >= 0xC000);
        (left && right) || (!left ^ right)
    });
    assert_eq!(truth_16(simd, logic), expected.collect::<Vec<_>>());
}

fn arithmetic_32<S: UnitOps>(simd: S, one: &[u8], two: &[u8]) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let (one, two) = (units_32(one), units_32(two));
    let each = |result: S::Bytes, meaning: fn(u32, u32) -> u32| {
        let expected = one.iter().zip(&two).map(|(&x, &y)| meaning(x, y));
        assert_eq!(units_32(&bytes(simd, result)), expected.collect::<Vec<_>>());
    };
    each(simd.splat_32(0x1234_5678), |_, _| 0x1234_5678);
    each(simd.shift_right_32::<18>(a), |x, _| x >> 18);
    each(simd.shift_left_32::<24>(a), |x, _| x << 24);
    each(simd.add_32(a, b), u32::wrapping_add);
    each(simd.max_32(a, b), u32::max);
    each(
        simd.select_32(simd.at_least_32(0x8123_4567, a), a, b),
        |x, y| if x >= 0x8123_4567 { x } else { y },
    );
    each(
        simd.shuffle_bytes(a, simd.to_native_32(Endian::NATIVE)),
        |x, _| x,
    );
    each(
        simd.shuffle_bytes(a, simd.to_native_32(Endian::NATIVE.swapped())),
        |x, _| x.swap_bytes(),
    );
    let bits = simd.splat_32(0x0000_0003);
    let equal = simd.equal_32(a & bits, b & bits);
    let expected = one.iter().zip(&two).map(|(x, y)| x & 3 == y & 3);
    assert_eq!(truth_32(simd, equal), expected.collect::<Vec<_>>());
    let (left, right) = (
        simd.at_least_32(0x4000_0000, a),
        simd.at_least_32(0xC000_0000, b),
    );
    let logic = (left & right) | !left;
    let expected = one
        .iter()
        .zip(&two)
        .map(|(&x, &y)| x < 0x4000_0000 || y >= 0xC000_0000);
    assert_eq!(truth_32(simd, logic), expected.collect::<Vec<_>>());
    assert_eq!(simd.any_32(logic), truth_32(simd, logic).contains(&true));
}

fn reshaping<S: UnitOps>(simd: S, one: &[u8], two: &[u8]) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let both = |[first, second]: [S::Bytes; 2]| [bytes(simd, first), bytes(simd, second)].concat();
    let wide = bytes_16(one.iter().map(|&byte| byte.into()));
    assert_eq!(both(simd.widen_8(a)), wide);
    let wide = bytes_32(units_16(one).into_iter().map(u32::from));
    assert_eq!(both(simd.widen_16(a)), wide);
    let low = simd.splat_16(0x00FF);
    let narrow = units_16(&[one, two].concat());
    let narrow: Vec<u8> = narrow.into_iter().map(|unit| unit as u8).collect();
    assert_eq!(bytes(simd, simd.narrow_16([a & low, b & low])), narrow);
    let low = simd.splat_32(0xFFFF);
    let narrow = units_32(&[one, two].concat());
    let narrow = bytes_16(narrow.into_iter().map(|unit| unit as u16));
    let low_8 = simd.splat_32(0xFF);
    let units = [a & low_8, b & low_8, b & low_8, a & low_8];
    let bytes_of = |bytes: &[u8]| {
        units_32(bytes)
            .into_iter()
            .map(|unit| unit as u8)
            .collect::<Vec<u8>>()
    };
    let expected = [bytes_of(one), bytes_of(two), bytes_of(two), bytes_of(one)].concat();
    assert_eq!(bytes(simd, simd.narrow_32_to_8(units)), expected);
    assert_eq!(bytes(simd, simd.narrow_32([a & low, b & low])), narrow);
    for order in [Endian::Little, Endian::Big] {
        let to_order = simd.to_native_32(order);
        let narrowing = simd.narrowing(to_order);
        let [first, second] = [a & low, b & low].map(|units| simd.shuffle_bytes(units, to_order));
        let result = simd.narrow_32_from([first, second], narrowing);
        assert_eq!(bytes(simd, result), narrow);
        let units = units.map(|units| simd.shuffle_bytes(units, to_order));
        let result = simd.narrow_32_to_8_from(units, narrowing);
        assert_eq!(bytes(simd, result), expected);
    }
    for shift in 0..32 {
        let units = units_32(one).into_iter().map(|unit| unit >> shift);
        let units: Vec<u32> = units.collect();
        let greatest = units.iter().copied().max();
        let vector = simd.load(&bytes_32(units), 0);
        let magnitude = Some(simd.magnitude_32(vector));
        for limit in [0x80, 0x800, 0x1_0000] {
            assert_eq!(magnitude < Some(limit), greatest < Some(limit), "{shift}");
        }
    }
}

/// Checks the compressing stores, with masks from comparisons of `two` with a random limit.
fn compressing<S: UnitOps>(simd: S, one: &[u8], two: &[u8], random: &mut Random) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let out = S::LANES + SLACK;
    let limit = random.next() as u16;
    let units = units_16(one).into_iter().zip(units_16(two));
    let mask = units.filter(|&(_, key)| key >= limit);
    let expected = bytes_16(mask.map(|(unit, _)| unit));
    let mask = simd.at_least_16(limit, b);
    expect_stored!(expected, out, simd.compress_16(a, mask));

    let limit = u32::from(limit) << 16;
    let units = units_32(one).into_iter().zip(units_32(two));
    let mask = units.filter(|&(_, key)| key >= limit);
    let expected = bytes_32(mask.map(|(unit, _)| unit));
    let mask = simd.at_least_32(limit, b);
    expect_stored!(expected, out, simd.compress_32(a, mask));
}

/// Stores the bytes whose bit in `mask` is set.
pub(crate) fn compressing_bytes<S: UnitOps>(simd: S, src: &[u8], mask: u64) {
    let vector = simd.load(src, 0);
    let kept = (0..S::LANES).filter(|at| mask >> at & 1 == 1);
    let expected: Vec<u8> = kept.map(|at| src[at]).collect();
    let mask = mask & (u64::MAX >> (64 - S::LANES));
    let (bytes, len) = written(S::LANES + SLACK, |dst| simd.compress(vector, mask, dst));
    assert_eq!(bytes[..len], expected);
    for out in [0, 1, 7, S::LANES, 2 * S::LANES + SLACK] {
        let (bytes, len) = written(out, |dst| simd.compress_clipped(vector, mask, dst));
        assert_eq!(len, expected.len());
        let fits = len.min(out);
        assert_eq!(bytes[..fits], expected[..fits]);
    }
}
