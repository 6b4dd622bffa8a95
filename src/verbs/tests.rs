//! That a conversion to a new `Vec` takes few rounds and little more memory than its output,
//! whatever the text, and that floods of faults are the same on every instruction set.

use super::SchemeOf;
use crate::charset::{Charset, with_charset};
use crate::{Encoding, Isa, memory};
use core::cell::Cell;
use std::vec::Vec;

/// Bytes of a text: 64 times the room that the smallest round adds.
const LEN: usize = 1 << 16;

/// Units, as bytes, that are malformed, or no character of some target, or begin one.
fn units(source: Charset) -> Vec<Vec<u8>> {
    let wide = [0xDC00, 0xD800, 0xDFFF, 0x80, 0x800, 0xFFFD, 0x11_0000];
    let bytes = [
        0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF8, 0xFF,
    ];
    let halves = wide.map(|unit| unit as u16);
    match source {
        Charset::Utf16Le => halves.map(|unit| unit.to_le_bytes().to_vec()).to_vec(),
        Charset::Utf16Be => halves.map(|unit| unit.to_be_bytes().to_vec()).to_vec(),
        Charset::Utf32Le => wide.map(|unit: u32| unit.to_le_bytes().to_vec()).to_vec(),
        Charset::Utf32Be => wide.map(|unit: u32| unit.to_be_bytes().to_vec()).to_vec(),
        Charset::Utf8 | Charset::Latin1 | Charset::Ascii => {
            bytes.map(|byte| [byte].to_vec()).to_vec()
        }
    }
}

/// Lossy conversion to a new `Vec` as the verb does it, its rounds counted.
fn check<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(src: &[u8], most: u32) {
    let isa = Isa::best();
    let rounds = Cell::new(0);
    let (units, at) = isa.collect::<S, D>(
        src,
        |src, dst| {
            rounds.set(rounds.get() + 1);
            isa.convert_lossy::<SchemeOf<S>, SchemeOf<D>>(src, dst)
        },
        |_| true,
    );
    let pair = (S::NAME, D::NAME, &src[..8]);
    assert_eq!((at.read, at.written), (src.len(), units.len()), "{pair:?}");
    assert!(rounds.get() <= most, "{pair:?}: {} rounds", rounds.get());
    assert!(units.capacity() <= 2 * units.len() + 1024, "{pair:?}");
    check_isas::<S, D>(src, units.len());
}

/// That every instruction set answers as plain code does, with the room that is needed and with
/// less.
fn check_isas<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(src: &[u8], all: usize) {
    let convert = |isa: Isa, room| {
        let mut dst: Vec<u8> = std::vec![0; room];
        let at = isa.convert_lossy::<SchemeOf<S>, SchemeOf<D>>(src, memory::output(&mut dst));
        dst.truncate(at.written);
        (at, dst)
    };
    let scalar = Isa::named("scalar").expect("plain code");
    for room in [all, all * 2 / 3] {
        let expected = convert(scalar, room);
        for isa in Isa::available() {
            let pair = (S::NAME, D::NAME, isa, &src[..8]);
            assert!(convert(isa, room) == expected, "{pair:?}");
        }
    }
}

fn check_all(most: u32, text: impl Fn(&[u8], &[u8]) -> Vec<u8>) {
    for source in Charset::ALL {
        let mut plain = units(source).swap_remove(0);
        plain.fill(0);
        for unit in units(source) {
            let src = text(&unit, &plain);
            for target in Charset::ALL {
                with_charset!(source, S => with_charset!(target, D => check::<S, D>(&src, most)));
            }
        }
    }
}

/// `unit` first and then every so many units, others between.
fn every(distance: usize, unit: &[u8], other: &[u8]) -> Vec<u8> {
    let others = core::iter::repeat_n(other, distance - 1).flatten();
    let group: Vec<u8> = unit.iter().chain(others).copied().collect();
    group.repeat(LEN / group.len())
}

#[test]
fn floods_of_faults_take_few_rounds() {
    for distance in [1, 2, 32, 64, 257] {
        check_all(3, |unit, other| every(distance, unit, other));
    }
}

/// What a round is guessed to need is what the last one needed, so stretches change as they grow.
#[test]
fn stretches_of_faults_and_text_take_few_rounds() {
    check_all(12, |unit, other| {
        let mut text = Vec::new();
        for doubled in 10..19 {
            text.extend(unit.repeat(1 << doubled));
            text.extend(other.repeat(1 << doubled));
        }
        text
    });
}
