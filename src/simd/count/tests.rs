//! Tests of each counting operation against its definition, for all instruction sets.

use super::Count;
use crate::simd::bytes::tests::{bytes, bytes_16, bytes_32, units_16, units_32};
use std::vec::Vec;

pub(crate) fn check<S: Count>(simd: S, one: &[u8], two: &[u8]) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let expected: Vec<u8> = one
        .iter()
        .zip(two)
        .map(|(&counter, &byte)| counter.wrapping_add((byte >= 0x80).into()))
        .collect();
    assert_eq!(bytes(simd, simd.count_8(a, simd.non_ascii(b))), expected);
    let expected = units_16(one)
        .into_iter()
        .zip(units_16(two))
        .map(|(counter, unit)| counter.wrapping_add((unit >= 0x8000).into()));
    let result = simd.count_16(a, simd.at_least_16(0x8000, b));
    assert_eq!(bytes(simd, result), bytes_16(expected));
    let expected = units_32(one)
        .into_iter()
        .zip(units_32(two))
        .map(|(counter, unit)| counter.wrapping_add((unit >= 0x8000_0000).into()));
    let result = simd.count_32(a, simd.at_least_32(0x8000_0000, b));
    assert_eq!(bytes(simd, result), bytes_32(expected));
    let expected: usize = one.iter().map(|&byte| usize::from(byte)).sum();
    assert_eq!(simd.sum_8([a]), expected);
    assert_eq!(simd.sum_8([a; 4]), 4 * expected);

    // Shift units by 0 to 15 bits to cover all sizes.
    let units = [one, two].map(units_16);
    let units = units.map(|units| {
        units
            .into_iter()
            .enumerate()
            .map(|(i, unit)| unit >> (i % 16))
    });
    let units = units.map(|units| units.collect::<Vec<_>>());
    let mut expected: Vec<u8> = units
        .iter()
        .flatten()
        .map(|&unit| (unit as i16 >> 7).clamp(-128, 127) as u8)
        .collect();
    let mut saved: Vec<u8> = units
        .iter()
        .flatten()
        .map(|&unit| 3 - char::from_u32(unit.into()).map_or(3, char::len_utf8) as u8)
        .collect();
    let [a, b] = units.map(|units| simd.load(&bytes_16(units), 0));
    let sizes = simd.sizes_16([a, b]);
    let mut result = bytes(simd, simd.saved_bytes(sizes));
    result.sort_unstable();
    saved.sort_unstable();
    assert_eq!(result, saved);
    let mut result = bytes(simd, sizes);
    result.sort_unstable();
    expected.sort_unstable();
    assert_eq!(result, expected);

    // Characters of all sizes, and values that are not characters.
    let characters: Vec<Vec<u32>> = [one, two, one, two]
        .into_iter()
        .enumerate()
        .map(|(shift, units)| {
            units_32(units)
                .into_iter()
                .enumerate()
                .map(|(i, unit)| unit >> ((7 * shift + 5 * i) % 32))
                .collect()
        })
        .collect();
    let mut expected: Vec<u8> = characters
        .iter()
        .flatten()
        .map(|&unit| match unit {
            ..0x800 => (unit >> 7) as u8,
            0x800..0x1_0000 => 16,
            0x1_0000.. => 0xFF,
        })
        .collect();
    let characters: Vec<Vec<u8>> = characters.into_iter().map(bytes_32).collect();
    let sizes = simd.sizes_32(core::array::from_fn(|i| simd.load(&characters[i], 0)));
    let mut result = bytes(simd, sizes);
    result.sort_unstable();
    expected.sort_unstable();
    assert_eq!(result, expected);

    let a = simd.load(one, 0);
    let high = |byte: &u8| usize::from(byte >> 4);
    let expected: Vec<u8> = one
        .iter()
        .map(|byte| byte.wrapping_add((high(byte) == 0xB).into()))
        .collect();
    assert_eq!(bytes(simd, simd.count_nibbles(a, a, 0xB0)), expected);
    let table: [u8; 16] = core::array::from_fn(|i| one[i]);
    let expected: Vec<u8> = two.iter().map(|byte| table[high(byte)]).collect();
    let looked_up = simd.lookup_high(simd.high_table(table), simd.load(two, 0));
    assert_eq!(bytes(simd, looked_up), expected);
    assert_eq!(simd.sum_8([simd.splat(0xFF)]), 0xFF * S::LANES);
}
