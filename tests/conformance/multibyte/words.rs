//! Collects the characters of each encoding by scalar code, one per call, and makes texts of them.

use super::*;
use std::sync::OnceLock;
use utflane::{Isa, Pair};

/// The stateless encodings, each with a hash of all its sequences, their characters, and whether
/// they are written. (`tables.rs` checks these against `encoding_rs`, where that is available.)
const CHARSETS: [(Charset, u64); 6] = [
    (Charset::Gbk, 0xA3B7_5EC1_EF0D_DA39),
    (Charset::Gb18030, 0xB563_6823_0323_DA08),
    (Charset::Big5, 0x0FA3_ED13_0A99_C263),
    (Charset::ShiftJis, 0x6F18_D5B3_1270_08C7),
    (Charset::EucJp, 0x0D51_122E_7D6F_6829),
    (Charset::EucKr, 0x5D80_4069_3460_6EF8),
];

/// A byte sequence that is one character, or two code points that are read together.
#[derive(Clone)]
pub(crate) struct Word {
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
    /// Whether the encoding writes these bytes for the text.
    pub(crate) is_written: bool,
}

/// All words of an encoding except ASCII, in pseudo-random order.
pub(crate) struct Words {
    pub(crate) charset: Charset,
    pub(crate) pairs: Vec<Word>,
    /// Sequences of one, three and four bytes, and sequences of two code points.
    pub(crate) others: Vec<Word>,
}

pub(crate) fn scalar() -> Isa {
    Isa::named("scalar").expect("scalar is everywhere")
}

/// Converts bytes to another encoding. Returns `None` if they are malformed or unrepresentable.
pub(crate) fn convert(source: Charset, target: Charset, bytes: &[u8]) -> Option<Vec<u8>> {
    let pair = Pair::new(source, target)?.with_isa(scalar());
    let mut room = vec![0; 8 * bytes.len()];
    let units = pair.transcode(bytes, &mut room).ok()?;
    room.truncate(units * target.unit_size());
    Some(room)
}

/// Decodes bytes.
fn text(charset: Charset, bytes: &[u8]) -> Option<String> {
    let points = convert(charset, Charset::Utf32Le, bytes)?;
    let points = points.chunks_exact(4).map(|point| {
        let point = u32::from_le_bytes([point[0], point[1], point[2], point[3]]);
        char::from_u32(point).expect("a scalar value")
    });
    Some(points.collect())
}

/// Returns all sequences whose first byte is not ASCII. Of the four-byte sequences beyond the Basic
/// Multilingual Plane, only a part.
fn sequences(charset: Charset) -> Vec<Vec<u8>> {
    let pairs = (0x8000..=0xFFFF_u16).map(|pair| pair.to_be_bytes().to_vec());
    let mut all: Vec<Vec<u8>> = (0x80..=0xFF_u8).map(|byte| vec![byte]).collect();
    match charset {
        Charset::EucJp => {
            let three = pairs
                .clone()
                .filter(|pair| pair[0] > 0xA0 && pair[1] > 0xA0);
            all.extend(three.map(|pair| [b"\x8F", &pair[..]].concat()));
        }
        Charset::Gbk | Charset::Gb18030 => {
            let digit = |number: u32, place: u32, base: u32| (number / place % base) as u8;
            let numbers = (0..39_420).chain((39_420..1_587_600).step_by(1009));
            all.extend(numbers.map(|number| {
                vec![
                    0x81 + digit(number, 12600, 126),
                    b'0' + digit(number, 1260, 10),
                    0x81 + digit(number, 10, 126),
                    b'0' + digit(number, 1, 10),
                ]
            }));
        }
        _ => {}
    }
    all.extend(pairs);
    all
}

fn words(charset: Charset, expected: u64) -> Words {
    let (mut pairs, mut others) = (Vec::new(), Vec::new());
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    for bytes in sequences(charset) {
        let Some(text) = text(charset, &bytes) else {
            continue;
        };
        // Skip two single-byte characters, and a character followed by ASCII.
        let is_double = charset == Charset::Big5 && text.chars().count() == 2;
        if text.chars().count() != 1 && !(is_double && bytes[0] == 0x88) {
            continue;
        }
        let written = convert(Charset::Utf8, charset, text.as_bytes());
        let is_written = written.as_ref() == Some(&bytes);
        for byte in bytes
            .iter()
            .chain(text.as_bytes())
            .chain(&[is_written.into()])
        {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
        let list = match bytes.len() == 2 && !is_double {
            true => &mut pairs,
            false => &mut others,
        };
        list.push(Word {
            bytes,
            text,
            is_written,
        });
    }
    assert_eq!(sum, expected, "{charset}: {sum:#X}");
    let mut random = Random(3);
    for list in [&mut pairs, &mut others] {
        for index in (1..list.len()).rev() {
            list.swap(index, random.below(index + 1));
        }
    }
    Words {
        charset,
        pairs,
        others,
    }
}

/// Returns the words of all encodings.
pub(crate) fn all() -> &'static [Words] {
    static ALL: OnceLock<Vec<Words>> = OnceLock::new();
    ALL.get_or_init(|| CHARSETS.map(|(charset, sum)| words(charset, sum)).into())
}

/// A text in an encoding, and the same text as a string.
#[derive(Clone, Default)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
}

impl Text {
    pub(crate) fn ascii(len: usize) -> Text {
        let ascii = "abcdefghij\u{0}k\u{7F}lmnop0123456789 \n@[\\]^_`{|}~";
        let text: String = ascii.chars().cycle().take(len).collect();
        Text {
            bytes: text.clone().into(),
            text,
        }
    }

    pub(crate) fn push(&mut self, word: &Word) {
        self.bytes.extend_from_slice(&word.bytes);
        self.text.push_str(&word.text);
    }

    pub(crate) fn extend(&mut self, other: &Text) {
        self.bytes.extend_from_slice(&other.bytes);
        self.text.push_str(&other.text);
    }
}

/// The words of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Pairs,
    Others,
    Both,
}

impl Words {
    /// Returns the kinds of runs that the encoding allows.
    pub(crate) fn kinds(&self) -> &'static [Kind] {
        match self.others.is_empty() {
            true => &[Kind::Pairs],
            false => &[Kind::Pairs, Kind::Others, Kind::Both],
        }
    }

    /// Returns a run of `count` words.
    pub(crate) fn run(&self, kind: Kind, count: usize, random: &mut Random) -> Text {
        let mut text = Text::default();
        for index in 0..count {
            let list = match (kind, index % 5) {
                (Kind::Others, _) | (Kind::Both, 3) => &self.others,
                _ => &self.pairs,
            };
            text.push(&list[random.below(list.len())]);
        }
        text
    }

    /// Returns at least `len` bytes of words and ASCII, with one in `other` of the words of another
    /// kind.
    pub(crate) fn mixture(&self, len: usize, other: usize, random: &mut Random) -> Text {
        let mut text = Text::default();
        while text.bytes.len() < len {
            let ascii = random.below(4) * random.below(12);
            text.extend(&Text::ascii(ascii));
            let kind = match random.below(other) == 0 && !self.others.is_empty() {
                true => Kind::Others,
                false => Kind::Pairs,
            };
            text.extend(&self.run(kind, random.below(9), random));
        }
        text
    }
}
