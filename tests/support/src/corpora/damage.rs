//! Makes text malformed, in each encoding:
//!
//! ```text
//!           lone                lead                        never
//! UTF-8     80                  C0                          FF
//! UTF-16    low surrogate       high surrogate              low surrogate
//! UTF-32    low surrogate       high surrogate              110000
//! ASCII     80                  C0                          FF
//! ```

use super::encoding::Encoding;
use crate::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    None,
    /// One malformed sequence after the text.
    End,
    /// A malformed sequence instead of one character in a hundred.
    OnePercent,
    /// A malformed sequence instead of one character in this many units, starting with the first.
    Every(usize),
    /// Only malformed units, all of one kind.
    AllLone,
    AllLead,
    AllNever,
}

/// Units of a text that is malformed throughout.
const ALL_BAD_UNITS: usize = 64 * 1024;

impl Damage {
    /// Returns the malformed text without its end, or `None` if every text in the encoding is
    /// well-formed.
    pub(super) fn apply(self, encoding: Encoding, bytes: Vec<u8>) -> Option<Vec<u8>> {
        if self != Damage::None && encoding == Encoding::Latin1 {
            return None;
        }
        let [lone, lead, never] = bad_units(encoding);
        Some(match self {
            Damage::None | Damage::End => bytes,
            Damage::OnePercent => one_percent(encoding, &bytes),
            Damage::Every(units) => every(encoding, units, &bytes),
            Damage::AllLone => all(encoding, lone),
            Damage::AllLead => all(encoding, lead),
            Damage::AllNever => all(encoding, never),
        })
    }

    /// Appends a malformed unit to a string, for `Damage::End`.
    pub(super) fn finish(self, encoding: Encoding, bytes: &mut Vec<u8>) {
        let [.., never] = bad_units(encoding);
        if self == Damage::End {
            encoding.push_code(bytes, never);
        }
    }
}

/// The number of malformed units in each string of a [cut](super::Cut).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rate {
    /// One, anywhere.
    One,
    /// One in this many.
    OneIn(usize),
    All,
}

impl Rate {
    /// Replaces units of a string by malformed ones.
    pub(super) fn damage(self, encoding: Encoding, string: &mut [u8], random: &mut Random) {
        let [.., never] = bad_units(encoding);
        let mut bad = Vec::new();
        encoding.push_code(&mut bad, never);
        let count = string.len() / bad.len();
        let one = random.below(count.max(1));
        for index in 0..count {
            let is_bad = match self {
                Rate::One => index == one,
                Rate::OneIn(units) => random.below(units) == 0,
                Rate::All => true,
            };
            if is_bad && encoding == Encoding::Utf8 {
                string[index] = bad_byte(string, index, random);
            } else if is_bad {
                string[index * bad.len()..][..bad.len()].copy_from_slice(&bad);
            }
        }
    }
}

/// Returns a byte that makes UTF-8 malformed at `index`: a continuation byte, an overlong lead byte,
/// `é` in Latin-1, or a byte that no character contains. Next to a non-ASCII byte, the first and the
/// third could be well-formed, so it returns one of the others.
fn bad_byte(string: &[u8], index: usize, random: &mut Random) -> u8 {
    let around = &string[index.saturating_sub(1)..string.len().min(index + 2)];
    let non_ascii = around.iter().filter(|byte| !byte.is_ascii()).count();
    if non_ascii == usize::from(!string[index].is_ascii()) {
        random.pick(&[0x80, 0xc0, 0xe9, 0xff])
    } else {
        random.pick(&[0xc0, 0xff])
    }
}

fn bad_units(encoding: Encoding) -> [u32; 3] {
    match encoding.width() {
        1 => [0x80, 0xc0, 0xff],
        2 => [0xdc00, 0xd800, 0xdfff],
        _ => [0xdc00, 0xd800, 0x11_0000],
    }
}

fn all(encoding: Encoding, unit: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..ALL_BAD_UNITS {
        encoding.push_code(&mut bytes, unit);
    }
    bytes
}

fn one_percent(encoding: Encoding, bytes: &[u8]) -> Vec<u8> {
    let mut random = Random(100);
    let units = bad_units(encoding);
    let mut damaged = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (character, after) = rest.split_at(encoding.first(rest).bytes);
        if random.percent(1) {
            encoding.push_code(&mut damaged, random.pick(&units));
        } else {
            damaged.extend(character);
        }
        rest = after;
    }
    damaged
}

fn every(encoding: Encoding, units: usize, bytes: &[u8]) -> Vec<u8> {
    let [.., never] = bad_units(encoding);
    let mut damaged = Vec::with_capacity(bytes.len());
    let (mut next, mut rest) = (0, bytes);
    while !rest.is_empty() {
        let (character, after) = rest.split_at(encoding.first(rest).bytes);
        if damaged.len() >= next {
            next = damaged.len() + units * encoding.width();
            encoding.push_code(&mut damaged, never);
        } else {
            damaged.extend(character);
        }
        rest = after;
    }
    damaged
}
