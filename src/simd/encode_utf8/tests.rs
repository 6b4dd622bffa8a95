//! Tests of each UTF-8 store against its definition, for all instruction sets.

use super::EncodeUtf8;
use crate::simd::SLACK;
use crate::simd::bytes::tests::{
    Random, bytes, bytes_16, bytes_32, expect_stored, units_16, units_32, written,
};
use std::vec::Vec;

/// Checks the UTF-8 stores. A comparison of `two` with random limits determines the length of each
/// unit.
pub(crate) fn check<S: EncodeUtf8>(simd: S, one: &[u8], two: &[u8], random: &mut Random) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let limit = random.next() as u16;
    let half = limit / 2;
    let (least_2, least_3) = (simd.at_least_16(half, b), simd.at_least_16(limit, b));
    let tags = simd.select_16(least_3, simd.tags(0x80), simd.tags(0x40));
    let bytes_of = |unit: u16, key: u16, most: usize| {
        let tag = if key >= limit { 0x80 } else { 0x40 };
        let [low, _] = unit.to_le_bytes();
        let last = [
            (unit >> 12) as u8 | 0xE0,
            (unit >> 6 & 0x3F) as u8 | tag,
            low & 0x3F | 0x80,
        ];
        let count = 1 + usize::from(key >= half) + usize::from(key >= limit);
        match count.min(most) {
            1 => std::vec![low],
            count => last[3 - count..].to_vec(),
        }
    };
    let expected = |units: &[u8], keys: &[u8], most: usize| {
        let units = units_16(units).into_iter().zip(units_16(keys));
        units
            .flat_map(|(unit, key)| bytes_of(unit, key, most))
            .collect::<Vec<u8>>()
    };
    let out = 2 * S::LANES + SLACK;
    let other = simd.at_least_16(limit, a);
    let other_tags = simd.select_16(other, simd.tags(0x80), simd.tags(0x40));
    let two_of = [least_2, simd.at_least_16(half, a)];
    let both = [expected(one, two, 2), expected(two, one, 2)].concat();
    expect_stored!(
        both,
        out,
        simd.encode_1_2_x2([a, b], [tags, other_tags], two_of)
    );
    expect_stored!(
        expected(one, two, 2),
        out,
        simd.encode_1_2(a, tags, least_2)
    );
    let latin1 = one.iter().map(|&byte| char::from(byte));
    expect_stored!(
        latin1.collect::<std::string::String>().into_bytes(),
        2 * out,
        simd.encode_latin1(a)
    );
    expect_stored!(
        expected(one, two, 3),
        out,
        simd.encode_1_3(a, tags, least_2, least_3)
    );
    let least_3_of_a = simd.at_least_16(limit, a);
    let (tags_of_two, three_of) = ([tags, other_tags], [least_3, least_3_of_a]);
    expect_stored!(
        [expected(one, two, 3), expected(two, one, 3)].concat(),
        2 * out,
        simd.encode_1_3_x2([a, b], tags_of_two, two_of, three_of)
    );

    let shift = random.next() % 16;
    let characters = [one, two].map(|units| {
        let units = units_16(units).into_iter().map(|unit| unit >> shift);
        let characters = units.map(|unit| char::from_u32(unit.into()).unwrap_or('\u{FFFF}'));
        characters.collect::<std::string::String>()
    });
    let units = characters.each_ref().map(|characters| {
        let units = characters.chars().map(|character| character as u16);
        simd.load(&bytes_16(units), 0)
    });
    expect_stored!(
        characters.concat().into_bytes(),
        2 * out,
        simd.encode_basic_x2(units)
    );
    assert!(!simd.any_surrogate(units));
    let surrogates = [one, two].map(|units| {
        let mut units = units_16(units).into_iter();
        units.any(|unit| (0xD800..0xE000).contains(&unit))
    });
    assert_eq!(simd.any_surrogate([a, b]), surrogates.contains(&true));
    let surrogate = 0xD800 | (random.next() as u16 % 0x800);
    let place = random.next() as usize % (S::LANES / 2);
    let with_surrogate = (0..S::LANES / 2).map(|i| if i == place { surrogate } else { 0xD7FF });
    let with_surrogate = simd.load(&bytes_16(with_surrogate), 0);
    assert!(simd.any_surrogate([units[0], with_surrogate]));

    let shift = random.next() % 32;
    let characters = units_32(one).into_iter().map(|unit| {
        let value = (unit >> shift) & 0x1F_FFFF;
        char::from_u32(value).unwrap_or('\u{FFFF}')
    });
    let characters: Vec<char> = characters.collect();
    let expected: std::string::String = characters.iter().collect();
    let units = bytes_32(characters.into_iter().map(u32::from));
    let vector = simd.load(&units, 0);
    expect_stored!(
        expected.into_bytes(),
        S::LANES + SLACK,
        simd.encode_1_4(vector)
    );

    let above = units_32(one).into_iter().map(|unit| {
        let value = 0x1_0000 + unit % 0x10_0000;
        char::from_u32(value).expect("a character")
    });
    let above: Vec<char> = above.collect();
    let expected: std::string::String = above.iter().collect();
    let units = bytes_32(above.into_iter().map(u32::from));
    let result = simd.bytes_of_4(simd.load(&units, 0));
    assert_eq!(bytes(simd, result), *expected.as_bytes());
}
