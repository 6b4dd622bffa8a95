//! Makes inputs: text of several scripts in any encoding, and changes that make it malformed.

use super::model::{Model, Unit};
use crate::random::Random;
use std::fs;

/// Characters of one kind, to be repeated.
pub type Script = &'static [char];

/// Scripts by the length of their characters in UTF-8, and two mixtures.
pub const SCRIPTS: [Script; 7] = [
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

/// Returns a number of characters of a script, beginning with number `first`.
pub fn text(script: Script, first: usize, characters: usize) -> String {
    script
        .iter()
        .cycle()
        .skip(first % script.len())
        .take(characters)
        .collect()
}

/// Encodes the text in `E`. Replaces a character that `E` lacks by another, to keep the number of
/// characters.
pub fn encoded<E: Model>(text: &str) -> Vec<E::Unit> {
    let mut units = Vec::with_capacity(text.len() * 4);
    for character in text.chars() {
        let low = character as u32 as u8;
        let _ = E::encode(character.into(), &mut units)
            || E::encode(char::from(low).into(), &mut units)
            || E::encode(char::from(low & 0x7F).into(), &mut units);
    }
    units
}

/// Returns the bytes of units, low byte first.
pub fn little<U: Unit>(units: &[U]) -> Vec<u8> {
    bytes(units, cfg!(target_endian = "big"))
}

/// Returns the bytes of units, high byte first.
pub fn big<U: Unit>(units: &[U]) -> Vec<u8> {
    bytes(units, cfg!(target_endian = "little"))
}

/// Returns the bytes of units, in the byte order of this machine or the other one.
fn bytes<U: Unit>(units: &[U], is_swapped: bool) -> Vec<u8> {
    let mut bytes: Vec<u8> = bytemuck::cast_slice(units).to_vec();
    if is_swapped {
        bytes.chunks_mut(size_of::<U>()).for_each(<[u8]>::reverse);
    }
    bytes
}

/// Decodes bytes as lossy UTF-8 and encodes them in `E`: well-formed text from any input.
pub fn reencoded<E: Model>(bytes: &[u8]) -> Vec<E::Unit> {
    encoded::<E>(&String::from_utf8_lossy(bytes))
}

/// Returns the input with the unit at `index` replaced by one of the encoding's spoilers.
pub fn spoilt<E: Model>(src: &[E::Unit], index: usize, variant: usize) -> Vec<E::Unit> {
    let mut spoilt = src.to_vec();
    if let Some(unit) = spoilt.get_mut(index) {
        *unit = E::SPOILERS[variant % E::SPOILERS.len()];
    }
    spoilt
}

/// Replaces units at random positions by random spoilers, `faults` times.
pub fn spoilt_by_chance<E: Model>(
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

/// Parses pairs of hexadecimal digits. `-` is an empty sequence.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits = digits.trim_matches('-').as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// Reads the file of UTF-8 sequences with expected results, if a checkout has it.
pub fn read_vectors() -> Option<String> {
    fs::read_to_string(crate::shared().join("vectors/utf8.tsv")).ok()
}

/// Returns the fields of each row of that file.
pub fn vector_rows(file: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = file.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split('\t').collect())
}

impl Random {
    /// Returns a run of fewer than `longest` characters of a random script.
    pub fn text(&mut self, longest: usize) -> String {
        let script = SCRIPTS[self.below(SCRIPTS.len())];
        text(script, self.below(11), self.below(longest))
    }

    /// Returns such runs, at least `bytes` bytes in total.
    pub fn text_of(&mut self, bytes: usize, longest: usize) -> String {
        let mut whole = String::new();
        while whole.len() < bytes {
            whole += &self.text(longest);
        }
        whole
    }
}
