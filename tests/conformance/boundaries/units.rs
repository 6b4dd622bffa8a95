//! Checks UTF-16 and UTF-32 with all sequences of four or three interesting code units, across the
//! ends of blocks.
//!
//! Blocks are 16, 32 and 64 bytes: 8, 16 and 32 units of UTF-16, half as many of UTF-32.

use utflane::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use utflane_test_support::oracle::*;

const UTF16: [u16; 15] = [
    0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000,
    0xFFFD, 0xFFFF,
];

const UTF32: [u32; 19] = [
    0,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FF,
    0x800,
    0xD7FF,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0xE000,
    0xFFFF,
    0x1_0000,
    0x10_FFFF,
    0x11_0000,
    0x8000_0000,
    u32::MAX,
];

/// Code units of one size, and the encodings that use them.
trait Units: Unit {
    type Native: Model<Unit = Self>;
    type Little: Model<Unit = u8>;
    type Big: Model<Unit = u8>;
    /// An encoding with code units of the other size that encodes all of Unicode.
    type Other: Model;

    /// A character of one byte in UTF-8, and a character of three.
    const SHORT: Self;
    const LONG: Self;

    /// Checks the main conversions, and the others unless `light`.
    fn check(units: &[Self], light: bool) {
        let isas = isas();
        check_encoding::<Self::Native>(&isas, units);
        check_exact::<Self::Native, Utf8>(&isas, units);
        check_exact::<Self::Native, Self::Other>(&isas, units);
        if light {
            return;
        }
        check_exact::<Self::Native, Self::Native>(&isas, units);
        check_exact::<Self::Native, Latin1>(&isas, units);
        let big = big(units);
        check_exact::<Self::Big, Utf8>(&isas, &big);
        check_exact::<Self::Big, Self::Native>(&isas, &big);
        let little = little(units);
        check_encoding::<Self::Little>(&isas, &little);
        check_exact::<Self::Little, Self::Little>(&isas, &little);
    }

    /// Checks every function and every pair with these units as the source, in each of their
    /// encodings.
    fn check_all(units: &[Self]) {
        let isas = isas();
        check_source::<Self::Native>(&isas, units);
        check_source::<Self::Little>(&isas, &little(units));
        check_source::<Self::Big>(&isas, &big(units));
    }
}

impl Units for u16 {
    type Native = Utf16;
    type Little = Utf16Le;
    type Big = Utf16Be;
    type Other = Utf32;
    const SHORT: u16 = 0x61;
    const LONG: u16 = 0x597D;
}

impl Units for u32 {
    type Native = Utf32;
    type Little = Utf32Le;
    type Big = Utf32Be;
    type Other = Utf16;
    const SHORT: u32 = 0x61;
    const LONG: u32 = 0x597D;
}

/// The sample of the short tests: a prime, so that every unit comes at every place.
const SAMPLE: usize = 97;

/// Checks every `step`th tuple of `units`. The tuples take turns at positions where they straddle the end of
/// a block of `block` units, with short and long characters before and nothing, a few or many units
/// after.
fn check_tuples<U: Units, const N: usize>(units: &[U], block: usize, light: bool, step: usize) {
    for n in (0..units.len().pow(N as u32)).step_by(step) {
        let mut digits = n;
        let tuple: [U; N] = std::array::from_fn(|_| {
            let unit = units[digits % units.len()];
            digits /= units.len();
            unit
        });
        let frames = [
            (U::SHORT, 0),
            (U::LONG, 0),
            (U::SHORT, 1),
            (U::LONG, block),
            (U::SHORT, 40),
        ];
        for left in 0..=N {
            let (unit, after) = frames[(n + left) % frames.len()];
            let mut src = vec![unit; block - left.min(block)];
            src.extend(tuple);
            src.resize(src.len() + after, unit);
            U::check(&src, light);
        }
    }
}

fn check_utf16_fours(block: usize, step: usize) {
    check_tuples::<u16, 4>(&UTF16, block, true, step);
}

fn check_utf16_threes(step: usize) {
    for block in [8, 16, 32] {
        check_tuples::<u16, 3>(&UTF16, block, false, step);
    }
}

fn check_utf32_threes(step: usize) {
    for block in [4, 8, 16] {
        check_tuples::<u32, 3>(&UTF32, block, false, step);
    }
}

fn check_utf32_threes_further_on(step: usize) {
    for block in [32, 64] {
        check_tuples::<u32, 3>(&UTF32, block, true, step);
    }
}

sample_and_all! {
    check_utf16_fours: utf16_fours_at_16_bytes(8, SAMPLE),
    utf16_fours_at_16_bytes_all(8, 1) = "long: every tuple"
}
sample_and_all! {
    check_utf16_fours: utf16_fours_at_32_bytes(16, SAMPLE),
    utf16_fours_at_32_bytes_all(16, 1) = "long: every tuple"
}
sample_and_all! {
    check_utf16_fours: utf16_fours_at_64_bytes(32, SAMPLE),
    utf16_fours_at_64_bytes_all(32, 1) = "long: every tuple"
}
sample_and_all! {
    check_utf16_threes: utf16_threes(SAMPLE), utf16_threes_all(1) = "long: every tuple"
}
sample_and_all! {
    check_utf32_threes: utf32_threes(SAMPLE), utf32_threes_all(1) = "long: every tuple"
}
sample_and_all! {
    check_utf32_threes_further_on: utf32_threes_further_on(SAMPLE),
    utf32_threes_further_on_all(1) = "long: every tuple"
}

/// Every pair of encodings, with every `step`th sequence of two units.
fn check_every_pair(step: usize) {
    for n in (0..UTF16.len().pow(2)).step_by(step) {
        let before = [0, 6, 7, 14, 15, 30, 31][n % 7];
        let mut src = vec![0x61_u16; before];
        src.extend([UTF16[n / 15], UTF16[n % 15]]);
        src.resize(src.len() + [0, 1, 9, 33][n % 4], 0xE9);
        Units::check_all(&src);
    }
    for n in (0..UTF32.len().pow(2)).step_by(step) {
        let before = [0, 3, 4, 7, 8, 15, 16][n % 7];
        let mut src = vec![0x61_u32; before];
        src.extend([UTF32[n / 19], UTF32[n % 19]]);
        src.resize(src.len() + [0, 1, 9, 33][n % 4], 0xE9);
        Units::check_all(&src);
    }
}

sample_and_all! { check_every_pair: every_pair(7), every_pair_all(1) = "long: every sequence" }
