//! Tests that a lossy conversion to a new `Vec` takes few rounds and little more memory than its
//! output for any text, and that text full of errors has the same result on every instruction set.

use crate::memory;
use crate::{Charset, Encoding, Isa};
use core::cell::Cell;
use std::vec::Vec;

/// Length of a test text: 64 times the capacity that the smallest round adds, or 8 times under
/// emulation. Texts of several runs have up to 16 times this number of bytes.
const LEN: usize = if cfg!(emulated) { 1 << 13 } else { 1 << 16 };

/// The encodings that are tested with each other. MUTF-8 represents the variants of UTF-8, and
/// windows-1252 the code pages.
const CHARSETS: [Charset; 9] = [
    Charset::Utf8,
    Charset::Utf16Le,
    Charset::Utf16Be,
    Charset::Utf32Le,
    Charset::Utf32Be,
    Charset::Latin1,
    Charset::Ascii,
    Charset::Mutf8,
    Charset::Windows1252,
];

/// Evaluates `$body` with `$E` as the type of an encoding in [`CHARSETS`].
macro_rules! with_charset {
    ($charset:expr, $E:ident => $body:expr) => {
        with_charset!(
            @ $charset, $E, $body, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii Mutf8
        )
    };
    (@ $charset:expr, $E:ident, $body:expr, $($name:ident)*) => {
        match $charset {
            $(Charset::$name => {
                type $E = crate::$name;
                $body
            })*
            _ => {
                type $E = crate::encoding::code_page::Windows1252;
                $body
            }
        }
    };
}

/// Units of `source`, as bytes, that are malformed, begin a character, or are a character that some
/// target cannot represent.
fn units(source: Charset) -> Vec<Vec<u8>> {
    let wide = [0xDC00, 0xD800, 0xDFFF, 0x80, 0x800, 0xFFFD, 0x11_0000];
    let units_16 = [0xDC00, 0xD800, 0xDFFF, 0x80, 0x800, 0xFFFD_u16];
    let bytes = [
        0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF8, 0xFF,
    ];
    match source {
        Charset::Utf16Le => units_16.map(|unit| unit.to_le_bytes().to_vec()).to_vec(),
        Charset::Utf16Be => units_16.map(|unit| unit.to_be_bytes().to_vec()).to_vec(),
        Charset::Utf32Le => wide.map(|unit: u32| unit.to_le_bytes().to_vec()).to_vec(),
        Charset::Utf32Be => wide.map(|unit: u32| unit.to_be_bytes().to_vec()).to_vec(),
        _ => bytes.map(|byte| [byte].to_vec()).to_vec(),
    }
}

/// Checks that a lossy conversion to a new `Vec` takes at most `most` rounds.
fn check<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(src: &[u8], most: u32) {
    let isa = Isa::best();
    let rounds = Cell::new(0);
    let convert = |src: &_, dst: &mut _| {
        rounds.set(rounds.get() + 1);
        isa.convert_lossy(S::SCHEME, D::SCHEME, src, dst)
    };
    // SAFETY: a conversion initialises the bytes that its progress counts as written.
    let (units, at) = unsafe { isa.collect::<S, D>(src, convert, |_| true) };
    let pair = (S::NAME, D::NAME, &src[..8]);
    assert_eq!((at.read, at.written), (src.len(), units.len()), "{pair:?}");
    assert!(rounds.get() <= most, "{pair:?}: {} rounds", rounds.get());
    assert!(units.capacity() <= 2 * units.len() + 1024, "{pair:?}");
    check_isas::<S, D>(src, units.len());
}

/// Checks that every instruction set gives the result of scalar code, with the required output
/// length and with a shorter one.
fn check_isas<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(src: &[u8], all: usize) {
    let convert = |isa: Isa, capacity| {
        let mut dst: Vec<u8> = std::vec![0; capacity];
        let at = isa.convert_lossy(S::SCHEME, D::SCHEME, src, memory::output(&mut dst));
        dst.truncate(at.written);
        (at, dst)
    };
    let scalar = Isa::named("scalar").expect("scalar code");
    for capacity in [all, all * 2 / 3] {
        let expected = convert(scalar, capacity);
        for isa in Isa::available() {
            let pair = (S::NAME, D::NAME, isa, &src[..8]);
            assert!(convert(isa, capacity) == expected, "{pair:?}");
        }
    }
}

/// The step of the short tests. It is a prime that divides neither the number of units nor the
/// number of targets.
const SAMPLE: usize = 13;

/// Checks every `step`th combination of a source, a unit and a target.
fn check_some(step: usize, most: u32, text: impl Fn(&[u8], &[u8]) -> Vec<u8>) {
    let mut number = 0;
    for source in CHARSETS {
        let mut ascii = units(source).swap_remove(0);
        ascii.fill(0);
        for unit in units(source) {
            let src = text(&unit, &ascii);
            for target in CHARSETS {
                number += 1;
                if number % step == 0 {
                    with_charset!(source, S => {
                        with_charset!(target, D => check::<S, D>(&src, most))
                    });
                }
            }
        }
    }
}

/// Returns a text of `other` in which every `distance`-th unit, starting with the first, is `unit`.
fn every(distance: usize, unit: &[u8], other: &[u8]) -> Vec<u8> {
    let others = core::iter::repeat_n(other, distance - 1).flatten();
    let group: Vec<u8> = unit.iter().chain(others).copied().collect();
    group.repeat(LEN / group.len())
}

fn check_dense_errors(step: usize) {
    for distance in [1, 2, 32, 64, 257] {
        check_some(step, 3, |unit, other| every(distance, unit, other));
    }
}

#[test]
fn dense_errors_take_few_rounds() {
    check_dense_errors(SAMPLE);
}

#[test]
#[ignore = "long: all units and pairs"]
fn all_dense_errors_take_few_rounds() {
    check_dense_errors(1);
}

/// The capacity of a round is extrapolated from the previous round. To mislead the extrapolation,
/// the text alternates between growing runs of errors and of ASCII.
fn check_runs(step: usize) {
    check_some(step, 12, |unit, other| {
        let mut text = Vec::new();
        for exponent in 8..=LEN.ilog2() {
            text.extend(unit.repeat(1 << exponent));
            text.extend(other.repeat(1 << exponent));
        }
        text
    });
}

#[test]
fn runs_of_errors_and_ascii_take_few_rounds() {
    check_runs(SAMPLE);
}

#[test]
#[ignore = "long: all units and pairs"]
fn all_runs_of_errors_and_ascii_take_few_rounds() {
    check_runs(1);
}
