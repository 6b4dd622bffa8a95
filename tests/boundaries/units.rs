//! UTF-16 and UTF-32: the interesting units, in fours and threes, across the ends of blocks.
//!
//! Blocks are 16, 32 and 64 bytes: 8, 16 and 32 units of UTF-16, half as many of UTF-32.

use crate::differential::*;
use utflane::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

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

/// Units of one size: every check of them is done for the form, and for the schemes that consist of the same bytes.
trait Units: Copy {
    const SHORT: Self;
    const LONG: Self;
    /// The main conversions; the others too, unless `light`.
    fn check(units: &[Self], light: bool);
}

impl Units for u16 {
    const SHORT: u16 = 0x61;
    const LONG: u16 = 0x597D;

    fn check(units: &[u16], light: bool) {
        let isas = isas();
        check_encoding::<Utf16>(&isas, units);
        check_strict_and_lossy::<Utf16, Utf8>(units);
        check_strict_and_lossy::<Utf16, Utf32>(units);
        if light {
            return;
        }
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        check_strict_and_lossy::<Utf16Be, Utf8>(&big);
        check_strict_and_lossy::<Utf16Be, Utf16>(&big);
        check_strict_and_lossy::<Utf16, Latin1>(units);
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        check_encoding::<Utf16Le>(&isas, &little);
        check_strict_and_lossy::<Utf16Le, Utf16Le>(&little);
    }
}

impl Units for u32 {
    const SHORT: u32 = 0x61;
    const LONG: u32 = 0x597D;

    fn check(units: &[u32], light: bool) {
        let isas = isas();
        check_encoding::<Utf32>(&isas, units);
        check_strict_and_lossy::<Utf32, Utf8>(units);
        check_strict_and_lossy::<Utf32, Utf16>(units);
        if light {
            return;
        }
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        check_strict_and_lossy::<Utf32Be, Utf8>(&big);
        check_strict_and_lossy::<Utf32, Utf32>(units);
        check_strict_and_lossy::<Utf32, Latin1>(units);
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        check_encoding::<Utf32Le>(&isas, &little);
        check_strict_and_lossy::<Utf32Le, Utf32>(&little);
    }
}

fn check_strict_and_lossy<S: Model, D: Model>(src: &[S::Unit]) {
    let items = S::items(src);
    let strict = Plan::strict::<D>(&items);
    let lossy = Plan::lossy::<D>(&items);
    for isa in isas() {
        check_slice::<S, D>(isa, Verb::Strict, src, &strict, strict.units.len());
        check_slice::<S, D>(isa, Verb::Lossy, src, &lossy, lossy.units.len());
    }
}

/// Every tuple of `units`, at each of the places in turn where it straddles the end of a block of `block` units; with
/// short and long characters before, and nothing, some or much behind.
fn check_tuples<U: Units, const N: usize>(units: &[U], block: usize, light: bool) {
    for n in 0..units.len().pow(N as u32) {
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

#[test]
fn utf16_fours_at_16_bytes() {
    check_tuples::<u16, 4>(&UTF16, 8, true);
}

#[test]
fn utf16_fours_at_32_bytes() {
    check_tuples::<u16, 4>(&UTF16, 16, true);
}

#[test]
fn utf16_fours_at_64_bytes() {
    check_tuples::<u16, 4>(&UTF16, 32, true);
}

#[test]
fn utf16_threes() {
    for block in [8, 16, 32] {
        check_tuples::<u16, 3>(&UTF16, block, false);
    }
}

#[test]
fn utf32_threes() {
    for block in [4, 8, 16] {
        check_tuples::<u32, 3>(&UTF32, block, false);
    }
}

#[test]
fn utf32_threes_further_on() {
    for block in [32, 64] {
        check_tuples::<u32, 3>(&UTF32, block, true);
    }
}

/// Every pair, for pairs of units.
#[test]
fn every_pair() {
    for n in 0..UTF16.len().pow(2) {
        let before = [0, 6, 7, 14, 15, 30, 31][n % 7];
        let mut src = vec![0x61; before];
        src.extend([UTF16[n / 15], UTF16[n % 15]]);
        src.resize(src.len() + [0, 1, 9, 33][n % 4], 0xE9);
        check_source::<Utf16>(&isas(), &src);
        check_source::<Utf16Le>(
            &isas(),
            &src.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<_>>(),
        );
        check_source::<Utf16Be>(
            &isas(),
            &src.iter().flat_map(|u| u.to_be_bytes()).collect::<Vec<_>>(),
        );
    }
    for n in 0..UTF32.len().pow(2) {
        let before = [0, 3, 4, 7, 8, 15, 16][n % 7];
        let mut src = vec![0x61; before];
        src.extend([UTF32[n / 19], UTF32[n % 19]]);
        src.resize(src.len() + [0, 1, 9, 33][n % 4], 0xE9);
        check_source::<Utf32>(&isas(), &src);
        check_source::<Utf32Le>(
            &isas(),
            &src.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<_>>(),
        );
        check_source::<Utf32Be>(
            &isas(),
            &src.iter().flat_map(|u| u.to_be_bytes()).collect::<Vec<_>>(),
        );
    }
}
