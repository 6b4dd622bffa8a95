//! Inputs: text of several scripts in any encoding, ways to spoil it, and a generator of repeatable random numbers.

use super::model::Model;

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

/// The text in `E`; a character that `E` lacks gives way to one that it has, so that lengths stay alike.
pub(crate) fn encoded<E: Model>(text: &str) -> Vec<E::Unit> {
    let mut units = Vec::with_capacity(text.len() * 4);
    for character in text.chars() {
        let low = character as u32 as u8;
        let _ = E::encode(character, &mut units)
            || E::encode(char::from(low), &mut units)
            || E::encode(char::from(low & 0x7F), &mut units);
    }
    units
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

/// SplitMix64: the same numbers on every run and every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        std::iter::repeat_with(|| self.next() as u8)
            .take(len)
            .collect()
    }
}
