//! Inputs: text of several scripts in any encoding, ways to spoil it, and a generator of repeatable
//! random numbers.

use super::model::{Model, Unit};
use super::random::Random;
use std::fs;
use std::path::Path;

/// Characters of one kind, to be repeated.
pub(crate) type Script = &'static [char];

/// Scripts by the length of their characters in UTF-8, and two mixtures.
pub(crate) const SCRIPTS: [Script; 7] = [
    &['a', 'Z', ' ', '0', '\u{7F}', '\0', '~'],
    &['é', 'ÿ', '\u{80}', 'ß', '¿'],
    &['д', 'ж', '\u{7FF}', 'я', '\u{100}'],
    &[
        '你', '好', '\u{800}', '\u{FFFF}', '\u{D7FF}', '\u{E000}', '\u{FFFD}',
    ],
    &['😀', '\u{10000}', '\u{10FFFF}', '🦀', '\u{3FFFF}'],
    &['a', 'é', '好', '😀', 'b', 'c', 'я', '語', 'd', '🦀', '🦀'],
    &[
        'p', 'l', 'a', 'i', 'n', ' ', 'w', 'o', 'r', 'd', 's', ' ', 't', 'h', 'e', 'n', ' ', 'é',
        ' ', 'a', 'n', 'd', ' ', 'o', 'n', 'c', 'e', ' ', '語', ',', ' ', 'r', 'a', 'r', 'e', 'l',
        'y', ' ', '🦀', '.', '\n',
    ],
];

/// So many characters of a script, from its `first` on.
pub(crate) fn text(script: Script, first: usize, characters: usize) -> String {
    script
        .iter()
        .cycle()
        .skip(first % script.len())
        .take(characters)
        .collect()
}

/// The text in `E`; a character that `E` lacks gives way to one that it has, so that lengths stay
/// alike.
pub(crate) fn encoded<E: Model>(text: &str) -> Vec<E::Unit> {
    let mut units = Vec::with_capacity(text.len() * 4);
    for character in text.chars() {
        let low = character as u32 as u8;
        let _ = E::encode(character.into(), &mut units)
            || E::encode(char::from(low).into(), &mut units)
            || E::encode(char::from(low & 0x7F).into(), &mut units);
    }
    units
}

/// The bytes of units, each with its low byte first.
pub(crate) fn little<U: Unit>(units: &[U]) -> Vec<u8> {
    units.iter().copied().flat_map(U::little).collect()
}

/// The bytes of units, each with its high byte first.
pub(crate) fn big<U: Unit>(units: &[U]) -> Vec<u8> {
    let high_first = |unit: U| unit.little().rev();
    units.iter().copied().flat_map(high_first).collect()
}

/// Bytes as lossy UTF-8, in `E`: well-formed text from anything.
pub(crate) fn reencoded<E: Model>(bytes: &[u8]) -> Vec<E::Unit> {
    encoded::<E>(&String::from_utf8_lossy(bytes))
}

/// The input with the unit at `index` replaced by one of the encoding's spoilers.
pub(crate) fn spoilt<E: Model>(src: &[E::Unit], index: usize, variant: usize) -> Vec<E::Unit> {
    let mut spoilt = src.to_vec();
    if let Some(unit) = spoilt.get_mut(index) {
        *unit = E::SPOILERS[variant % E::SPOILERS.len()];
    }
    spoilt
}

/// So many units at places and with spoilers taken by chance, one after the other.
pub(crate) fn spoilt_by_chance<E: Model>(
    mut src: Vec<E::Unit>,
    random: &mut Random,
    faults: usize,
) -> Vec<E::Unit> {
    for _ in 0..faults {
        let (index, variant) = (random.below(src.len().max(1)), random.below(13));
        src = spoilt::<E>(&src, index, variant);
    }
    src
}

/// Bytes from pairs of hexadecimal digits; `-` stands for none.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits = digits.trim_matches('-').as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// The file of UTF-8 sequences with their answers, where a checkout has it.
pub(crate) fn read_vectors() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/utf8.tsv");
    fs::read_to_string(path).ok()
}

/// The fields of each row of that file.
pub(crate) fn vector_rows(file: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = file.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').collect())
}

impl Random {
    /// A run of fewer than `longest` characters of any script.
    pub(crate) fn text(&mut self, longest: usize) -> String {
        let script = SCRIPTS[self.below(SCRIPTS.len())];
        text(script, self.below(11), self.below(longest))
    }

    /// Such runs, as many as make `bytes` bytes or more.
    pub(crate) fn text_of(&mut self, bytes: usize, longest: usize) -> String {
        let mut whole = String::new();
        while whole.len() < bytes {
            whole += &self.text(longest);
        }
        whole
    }
}
