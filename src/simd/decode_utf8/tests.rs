//! Tests of the steps of UTF-8 decoding against their definitions, for all instruction sets.

use super::DecodeUtf8;
use crate::simd::bytes::tests::{Random, bytes};
use std::string::String;

/// Checks the steps on random bytes and on characters created from them.
pub(crate) fn check<S: DecodeUtf8>(simd: S, src: &[u8], random: &mut Random) {
    let continues = bytes(simd, simd.continues(simd.load(src, 0)));
    let continues = continues.iter().map(|byte| byte & 0x80 != 0);
    let expected = src.iter().map(|byte| byte & 0xC0 == 0x80);
    assert!(continues.eq(expected));

    // Characters of one to four bytes. The last byte of each is at a position of the vector.
    let mut text = String::from("ab€");
    while text.len() < S::LANES + 7 {
        let value = random.next() as u32 >> (random.next() % 32) & 0x1F_FFFF;
        text.push(char::from_u32(value).unwrap_or('\u{FFFF}'));
    }
    let [prev3, prev2, prev1, current] = [0, 1, 2, 3].map(|at| simd.load(text.as_bytes(), at));
    let low = bytes(simd, simd.low_bits(prev1, current));
    let high = bytes(simd, simd.high_bits(prev2, prev1, current));
    let continues = simd.continuation(current);
    let of_two = simd.bits_of_two(continues, prev1, current);
    let of_two = of_two.map(|vector| bytes(simd, vector));
    let top = bytes(simd, simd.top_bits(prev3, prev2));
    let surrogate = simd.high_surrogate(prev3, prev2, prev1);
    let surrogate = surrogate.map(|vector| bytes(simd, vector));
    let low_surrogate = bytes(simd, simd.low_surrogate(prev1));
    assert!(simd.is_zero(simd.errors([prev3, prev2, prev1, current])));
    for (start, character) in text.char_indices() {
        let end = start + character.len_utf8();
        let Some(at) = end.checked_sub(4).filter(|&at| at < S::LANES) else {
            continue;
        };
        let [value_low, value_high, value_top, _] = u32::from(character).to_le_bytes();
        assert_eq!(low[at], value_low, "{character:?}");
        if character.len_utf8() < 4 {
            assert_eq!([high[at], top[at]], [value_high, 0], "{character:?}");
        }
        if character.len_utf8() < 3 {
            let two = of_two.each_ref().map(|bytes| bytes[at]);
            assert_eq!(two, [value_low, value_high], "{character:?}");
        }
        if character.len_utf8() == 4 {
            let mut units = [0; 2];
            character.encode_utf16(&mut units);
            let lead = u16::from_le_bytes(surrogate.each_ref().map(|bytes| bytes[at]));
            assert_eq!(top[at], value_top, "{character:?}");
            assert_eq!(lead, units[0], "{character:?}");
            assert_eq!(low_surrogate[at], units[1].to_le_bytes()[1]);
        }
    }
}
