//! Each operation on units against its plain meaning, for every instruction set that this CPU has.

use super::Units;
use crate::endian::Endian;
use crate::output::Output;
use crate::simd::SLACK;
use core::mem::MaybeUninit;
use std::vec::Vec;

/// Bytes that look random, the same ones every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

/// What `write` writes to room for `len` bytes, and the number that it returns.
fn written<R>(len: usize, write: impl FnOnce(&mut Output) -> R) -> (Vec<u8>, R) {
    let mut out = vec_of(len);
    let result = write(&mut out);
    // SAFETY: all bytes were initialised by `vec_of`.
    let bytes = out.iter().map(|byte| unsafe { byte.assume_init() });
    (bytes.collect(), result)
}

const UNTOUCHED: u8 = 0xA5;

fn vec_of(len: usize) -> Vec<MaybeUninit<u8>> {
    std::vec![MaybeUninit::new(UNTOUCHED); len]
}

fn bytes<S: Units>(simd: S, vector: S::Bytes) -> Vec<u8> {
    written(S::LANES, |dst| simd.store(vector, dst, 0)).0
}

fn units_16(bytes: &[u8]) -> Vec<u16> {
    let (units, _) = bytes.as_chunks();
    units.iter().map(|&unit| u16::from_ne_bytes(unit)).collect()
}

fn units_32(bytes: &[u8]) -> Vec<u32> {
    let (units, _) = bytes.as_chunks();
    units.iter().map(|&unit| u32::from_ne_bytes(unit)).collect()
}

fn bytes_16(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    units.into_iter().flat_map(u16::to_ne_bytes).collect()
}

fn bytes_32(units: impl IntoIterator<Item = u32>) -> Vec<u8> {
    units.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// The units of 16 bits of a mask, as a vector of ones and zeros.
fn truth_16<S: Units>(simd: S, mask: S::Mask16) -> Vec<bool> {
    let truth = simd.select_16(mask, simd.splat_16(1), simd.splat_16(0));
    units_16(&bytes(simd, truth))
        .iter()
        .map(|&unit| unit == 1)
        .collect()
}

fn truth_32<S: Units>(simd: S, mask: S::Mask32) -> Vec<bool> {
    let truth = simd.select_32(mask, simd.splat_32(1), simd.splat_32(0));
    units_32(&bytes(simd, truth))
        .iter()
        .map(|&unit| unit == 1)
        .collect()
}

/// Checks all operations.
pub(crate) fn check<S: Units>(simd: S) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..200 {
        let (one, two) = (random.bytes(S::LANES), random.bytes(S::LANES));
        arithmetic_16(simd, &one, &two);
        arithmetic_32(simd, &one, &two);
        reshaping(simd, &one, &two);
        compressing(simd, &one, &two, &mut random);
        utf8(simd, &one, &two, &mut random);
        counters(simd, &one, &two);
        let three = random.bytes(S::LANES);
        for mask in [random.next(), u64::MAX, 0, 1 << (random.next() % 64)] {
            crate::simd::tests::check(simd, [&one, &two, &three], mask);
        }
    }
    ends(simd);
    edges(simd);
    both_ends::<_, 1>(simd);
    both_ends::<_, 2>(simd);
    both_ends::<_, 4>(simd);
    both_ends::<_, 8>(simd);
    clipped_stores(simd);
    extremes(simd);
}

/// Loads at the end of slices of all lengths, which end where they are said to.
fn ends<S: Units>(simd: S) {
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

/// Loads of vectors where slices begin and end, with what stands at neighbouring places: of a slice
/// among other bytes, none of which are to be read.
fn edges<S: Units>(simd: S) {
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
    // Elsewhere in the first vector it may panic, and not read what stands before `src`.
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

/// Loads and stores of `N` bytes at each end, which may be some of the same.
fn both_ends<S: Units, const N: usize>(simd: S) {
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

fn clipped_stores<S: Units>(simd: S) {
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

/// Comparisons at the edges of their ranges, and masks with nothing and everything in them.
fn extremes<S: Units>(simd: S) {
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
    assert_eq!(simd.sum_8([simd.splat(0xFF)]), 0xFF * S::LANES);
}

fn arithmetic_16<S: Units>(simd: S, one: &[u8], two: &[u8]) {
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
    each(simd.min_8(a, b), |x, y| {
        let ([a, b], [c, d]) = (x.to_ne_bytes(), y.to_ne_bytes());
        u16::from_ne_bytes([a.min(c), b.min(d)])
    });
    each(simd.select_16(simd.at_least_16(0x8123, a), a, b), |x, y| {
        if x >= 0x8123 { x } else { y }
    });
    each(
        simd.shuffle_16s(a, simd.to_native_16(Endian::NATIVE)),
        |x, _| x,
    );
    each(
        simd.shuffle_16s(a, simd.to_native_16(Endian::NATIVE.swapped())),
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

fn arithmetic_32<S: Units>(simd: S, one: &[u8], two: &[u8]) {
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
        simd.shuffle_16s(a, simd.to_native_32(Endian::NATIVE)),
        |x, _| x,
    );
    each(
        simd.shuffle_16s(a, simd.to_native_32(Endian::NATIVE.swapped())),
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

fn reshaping<S: Units>(simd: S, one: &[u8], two: &[u8]) {
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
        let [first, second] = [a & low, b & low].map(|units| simd.shuffle_16s(units, to_order));
        let result = simd.narrow_32_from([first, second], narrowing);
        assert_eq!(bytes(simd, result), narrow);
        let units = units.map(|units| simd.shuffle_16s(units, to_order));
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

/// Checks what a store with slack writes, and that it keeps to its slice where it is clipped.
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

/// The compressing stores, with masks from comparisons of `two` with a random limit, so that some are nearly empty.
fn compressing<S: Units>(simd: S, one: &[u8], two: &[u8], random: &mut Random) {
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

/// The stores of UTF-8, with as many bytes a unit as a comparison of `two` with random limits says.
fn utf8<S: Units>(simd: S, one: &[u8], two: &[u8], random: &mut Random) {
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let limit = random.next() as u16;
    let half = limit / 2;
    let (least_2, least_3) = (simd.at_least_16(half, b), simd.at_least_16(limit, b));
    let tags = simd.select_16(least_3, simd.tags(0x80), simd.tags(0x40));
    let bytes = |unit: u16, key: u16, most: usize| {
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
            .flat_map(|(unit, key)| bytes(unit, key, most))
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
    assert_eq!(
        crate::simd::units::tests::bytes(simd, result),
        *expected.as_bytes()
    );
}

fn counters<S: Units>(simd: S, one: &[u8], two: &[u8]) {
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

    // From one bit to all sixteen.
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

    // Of all sizes, and what is none.
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
    let continues = bytes(simd, simd.continues(a));
    let continues = continues.iter().map(|byte| byte & 0x80 != 0);
    let expected = one.iter().map(|byte| byte & 0xC0 == 0x80);
    assert!(continues.eq(expected));
}
