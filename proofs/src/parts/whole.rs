//! Proofs of whole kernels, as they ship: the text read and the text written are the same.
//!
//! Some bytes, in a window, are unknown. Known text surrounds them: the window is at the start,
//! across vectors and blocks, in chunks, or at the end. If a mask says which units a store drops,
//! each of its bits is a condition, so there is a path for every mask that the window can produce.

use super::super::recorder::{Recorder, Text};
use super::super::spec::{Encoding, is_high, is_low, is_same, is_utf8, units};
use super::super::term::{Term, all, constant, forget, yes};
use super::{Proof, implies, unknowns};
use crate::encoding::endian::Endian::{self, Big, Little};
use crate::encoding::scheme::Utf8Form;
use crate::kernels::Kernels;
use crate::kernels::mode::Mode;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use std::prelude::v1::*;
use std::{format, vec};

const SIMD: Recorder<16> = Recorder;
const WIDE: Recorder<64> = Recorder;
const LATIN1: Encoding = Encoding::Bytes(0xFF);

/// Encodes a text.
fn encoded(encoding: Encoding, text: &str) -> Vec<u8> {
    let in_order = |endian, mut unit: Vec<u8>| {
        if endian == Big {
            unit.reverse();
        }
        unit
    };
    let units = |character: char| match encoding {
        Encoding::Bytes(_) => vec![character as u8],
        Encoding::Utf16(endian) => {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units).iter();
            units
                .flat_map(|unit| in_order(endian, unit.to_le_bytes().to_vec()))
                .collect()
        }
        Encoding::Utf32(endian) => in_order(endian, u32::from(character).to_le_bytes().to_vec()),
        _ => String::from(character).into_bytes(),
    };
    text.chars().flat_map(units).collect()
}

/// Returns the conditions of scalar code in UTF-16: which units are high and low surrogates.
fn halves(endian: Endian, bytes: &[Term]) -> Vec<Term> {
    let units = units(endian, 2, bytes).into_iter();
    units
        .flat_map(|unit| [is_high(unit), is_low(unit)])
        .collect()
}

/// Returns the conditions of scalar code in UTF-8: the kinds of bytes.
fn kinds(bytes: &[Term]) -> Vec<Term> {
    let kinds = |byte: &Term| [0x80, 0xC0, 0xE0, 0xF0].map(|limit| byte.at_least(limit));
    bytes.iter().flat_map(kinds).collect()
}

/// The subject of a proof: the kernel's name, and its source and target.
type Case<'c> = (&'c str, [Encoding; 2]);

/// A number of unknown bytes, and the texts before and after them with their repetitions.
type Window<'t> = ((&'t str, usize), usize, (&'t str, usize));

/// Claims that the text read and the text written are the same.
fn convert(
    proof: &mut Proof,
    (what, [from, to]): Case<'_>,
    (before, len, after): Window<'_>,
    run: impl Fn(&[u8], &mut Output) -> Progress,
) {
    let [before, after] = [before, after].map(|(text, times)| {
        let bytes = encoded(from, &text.repeat(times)).into_iter();
        let bytes = bytes.map(|byte| constant(byte.into(), 8));
        bytes.collect::<Vec<_>>()
    });
    let unknown = unknowns(len);
    let bytes = [&before[..], &unknown, &after].concat();
    let (known, looked_at) = match [from, to] {
        // No scalar code.
        [Encoding::Bytes(_) | Encoding::Utf32(_), _] | [Encoding::Utf16(_), Encoding::Bytes(_)] => {
            (yes(), vec![])
        }
        [Encoding::Utf16(endian), _] => (yes(), halves(endian, &unknown)),
        [Encoding::Utf8, Encoding::Cesu8 | Encoding::Mutf8]
        | [Encoding::Cesu8 | Encoding::Mutf8, _] => {
            // Without the characters that differ, which scalar code or the code for runs converts.
            let is_plain = |byte: &Term| byte.within(1, 0xEF);
            let known = is_utf8(&unknown).and(all(unknown.iter().map(is_plain)));
            (known, kinds(&unknown))
        }
        [Encoding::Utf8, _] => (is_utf8(&unknown), kinds(&unknown)),
    };
    let text = Text {
        bytes: &bytes,
        known,
        looked_at: &looked_at,
        zeros: false,
    };
    for path in proof.conversions(&text, 6 * bytes.len() + 512, run) {
        let read = path.read;
        let what = format!(
            "{what}, {read} of {} bytes, of which {:?} are unknown",
            bytes.len(),
            before.len()..before.len() + len
        );
        let same = is_same((from, &bytes[..read]), (to, &path.bytes));
        proof.claim(&what, &bytes, implies(path.condition, same));
    }
    forget();
}

/// Latin-1 to UTF-8.
pub(super) fn latin1_to_utf8(proof: &mut Proof) {
    for window in [
        (("", 0), 4, ("", 0)),
        (("a", 13), 5, ("é", 5)),
        (("é", 30), 4, ("a", 30)),
        (("a", 100), 4, ("a", 100)),
        (("é", 127), 3, ("a", 100)),
    ] {
        let case = ("Latin-1 to UTF-8", [LATIN1, Encoding::Utf8]);
        convert(proof, case, window, |src, dst| {
            SIMD.latin1_to_utf8(src, dst)
        });
        convert(proof, case, window, |src, dst| {
            WIDE.latin1_to_utf8(src, dst)
        });
    }
}

/// UTF-16 to UTF-8.
pub(super) fn utf16_to_utf8(proof: &mut Proof) {
    for endian in [Little, Big] {
        let from = Encoding::Utf16(endian);
        for window in [
            (("", 0), 6, ("", 0)),
            (("日", 6), 4, ("", 0)),
            (("a", 6), 6, ("日", 5)),
            (("é", 13), 4, ("é", 20)),
            (("日", 14), 6, ("", 0)),
            (("😀", 7), 6, ("😀", 12)),
            (("a", 70), 4, ("a", 140)),
            (("日", 63), 4, ("a", 140)),
            (("é", 63), 4, ("é", 140)),
        ] {
            let case = ("UTF-16 to UTF-8", [from, Encoding::Utf8]);
            convert(proof, case, window, |src, dst| {
                SIMD.utf16_to_utf8(src, dst, endian)
            });
        }
    }
}

/// UTF-32 to UTF-8 and UTF-16.
pub(super) fn utf32_to_units(proof: &mut Proof) {
    for endian in [Little, Big] {
        let from = Encoding::Utf32(endian);
        for window in [
            (("", 0), 8, ("", 0)),
            (("a", 7), 8, ("日", 5)),
            (("😀", 7), 8, ("😀", 12)),
            (("é", 15), 8, ("é", 40)),
            (("a", 39), 4, ("日", 40)),
        ] {
            let case = ("UTF-32 to UTF-8", [from, Encoding::Utf8]);
            convert(proof, case, window, |src, dst| {
                SIMD.utf32_to_utf8(src, dst, endian)
            });
            for to in [Little, Big] {
                if window.0.1 == 0 {
                    // Scalar code converts supplementary characters.
                    continue;
                }
                let case = ("UTF-32 to UTF-16", [from, Encoding::Utf16(to)]);
                convert(proof, case, window, |src, dst| {
                    SIMD.utf32_to_utf16(src, dst, endian, to)
                });
            }
        }
    }
}

/// UTF-16 to UTF-32, and to UTF-16.
pub(super) fn utf16_to_units(proof: &mut Proof) {
    for endian in [Little, Big] {
        let from = Encoding::Utf16(endian);
        for window in [
            (("a", 6), 6, ("日", 5)),
            (("日", 14), 6, ("", 0)),
            (("😀", 7), 6, ("😀", 12)),
            (("", 0), 6, ("a", 40)),
            (("a", 30), 6, ("a", 40)),
        ] {
            for to in [Little, Big] {
                let case = ("UTF-16 to UTF-32", [from, Encoding::Utf32(to)]);
                convert(proof, case, window, |src, dst| {
                    SIMD.utf16_to_utf32(src, dst, endian, to)
                });
                let case = ("UTF-16 to UTF-16", [from, Encoding::Utf16(to)]);
                convert(proof, case, window, |src, dst| {
                    SIMD.utf16_to_utf16(src, dst, endian, to)
                });
            }
        }
    }
}

/// UTF-8 to UTF-16, UTF-32, Latin-1 and UTF-8.
pub(super) fn utf8_to_units(proof: &mut Proof) {
    let windows = [
        (("", 0), 4, ("a", 6)),
        (("a", 14), 4, ("日", 3)),
        (("é", 7), 4, ("", 0)),
        (("a", 62), 4, ("é", 50)),
        (("日", 105), 4, ("日", 100)),
        (("a", 300), 4, ("a", 200)),
    ];
    for window in windows {
        for to in [
            Encoding::Utf16(Little),
            Encoding::Utf16(Big),
            Encoding::Utf32(Little),
            LATIN1,
            Encoding::Utf8,
        ] {
            let case = ("UTF-8", [Encoding::Utf8, to]);
            convert(proof, case, window, |src, dst| match to {
                Encoding::Utf16(to) => SIMD.utf8_to_utf16(src, dst, to, Mode::Strict),
                Encoding::Utf32(to) => SIMD.utf8_to_utf32(src, dst, to, Mode::Strict),
                Encoding::Utf8 => SIMD.utf8_to_utf8(src, dst),
                _ => SIMD.utf8_to_latin1(src, dst),
            });
        }
    }
}

/// Short text in which each character is one unit in both encodings. It is converted completely or
/// not at all.
pub(super) fn one_to_one(proof: &mut Proof) {
    for last in [0x7F, 0xFF] {
        let bytes = Encoding::Bytes(last);
        for endian in [Little, Big] {
            let (utf16, utf32) = (Encoding::Utf16(endian), Encoding::Utf32(endian));
            for units in [3usize, 9, 21] {
                let window = |width| (("", 0), width * units, ("", 0));
                let case = ("bytes to UTF-16", [bytes, utf16]);
                convert(proof, case, window(1), |src, dst| {
                    SIMD.single_byte_to_utf16(src, dst, last, endian)
                });
                let case = ("bytes to UTF-32", [bytes, utf32]);
                convert(proof, case, window(1), |src, dst| {
                    SIMD.single_byte_to_utf32(src, dst, last, endian)
                });
                let case = ("UTF-16 to bytes", [utf16, bytes]);
                convert(proof, case, window(2), |src, dst| {
                    SIMD.utf16_to_single_byte(src, dst, endian, last)
                });
                let case = ("UTF-32 to bytes", [utf32, bytes]);
                convert(proof, case, window(4), |src, dst| {
                    SIMD.utf32_to_single_byte(src, dst, endian, last)
                });
            }
        }
    }
}

/// Conversion between UTF-8 and its variants: text without the characters that differ, which scalar
/// code or the code for runs converts.
pub(super) fn utf8_variants(proof: &mut Proof) {
    let pairs = [
        (
            [Utf8Form::Utf8, Utf8Form::Cesu8],
            [Encoding::Utf8, Encoding::Cesu8],
        ),
        (
            [Utf8Form::Cesu8, Utf8Form::Utf8],
            [Encoding::Cesu8, Encoding::Utf8],
        ),
        (
            [Utf8Form::Utf8, Utf8Form::Mutf8],
            [Encoding::Utf8, Encoding::Mutf8],
        ),
        (
            [Utf8Form::Mutf8, Utf8Form::Utf8],
            [Encoding::Mutf8, Encoding::Utf8],
        ),
    ];
    for (forms, encodings) in pairs {
        for window in [
            (("", 0), 4, ("", 0)),
            (("a", 14), 4, ("日", 3)),
            (("é", 40), 4, ("a", 9)),
            (("日", 30), 4, ("日", 30)),
            (("a", 300), 4, ("é", 60)),
        ] {
            let case = ("variants of UTF-8", encodings);
            convert(proof, case, window, |src, dst| {
                SIMD.utf8_variants(src, dst, forms)
            });
        }
    }
}
