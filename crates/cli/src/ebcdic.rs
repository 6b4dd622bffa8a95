//! Whether a text is in EBCDIC or in another encoding of bytes, in both of which it is well-formed.
//!
//! Where one has letters and spaces, the other has control characters and signs: `a` of ASCII is
//! `/` in EBCDIC, a space is a control character, and EBCDIC's space is `@`.

use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// Bytes of a text that are read both ways.
const SAMPLE: u64 = 64 << 10;

/// A text that is said to be in one encoding, read in that and in another.
pub(crate) struct Rivals {
    named: Reading,
    other: Reading,
    seen: u64,
}

impl Rivals {
    /// `None` unless just one of the encodings is EBCDIC, and both have units of one byte.
    pub(crate) fn new(named: Charset, other: Charset) -> Option<Rivals> {
        let is_pair = named.unit_len() == 1 && other.unit_len() == 1;
        (is_pair && is_ebcdic(named) != is_ebcdic(other)).then(|| Rivals {
            named: Reading::new(named),
            other: Reading::new(other),
            seen: 0,
        })
    }

    pub(crate) fn feed(&mut self, text: &[u8]) {
        let rest = usize::try_from(SAMPLE - self.seen).unwrap_or(usize::MAX);
        let text = &text[..text.len().min(rest)];
        self.seen += text.len() as u64;
        self.named.feed(text);
        self.other.feed(text);
    }

    /// Whether the text seems to be in the other encoding.
    pub(crate) fn is_other(&self) -> bool {
        let (named, other) = (&self.named, &self.other);
        (other.controls, named.points) < (named.controls, other.points)
    }
}

/// A text as it reads in an encoding.
struct Reading {
    classes: [Class; 256],
    controls: u64,
    /// The more of them, the more it is like a text.
    points: u64,
}

#[derive(Clone, Copy)]
enum Class {
    Control,
    Points(u8),
}

impl Reading {
    fn new(charset: Charset) -> Reading {
        Reading {
            classes: std::array::from_fn(|byte| class(charset, byte as u8)),
            controls: 0,
            points: 0,
        }
    }

    fn feed(&mut self, text: &[u8]) {
        for byte in text {
            match self.classes[usize::from(*byte)] {
                Class::Control => self.controls += 1,
                Class::Points(points) => self.points += u64::from(points),
            }
        }
    }
}

fn class(charset: Charset, byte: u8) -> Class {
    match character(charset, byte) {
        Some('\t'..='\r' | '\u{85}') => Class::Points(0),
        Some(character) if character.is_control() => Class::Control,
        Some(' ') => Class::Points(2),
        Some(character) if character.is_ascii_alphanumeric() => Class::Points(2),
        Some(character) if character.is_alphanumeric() => Class::Points(1),
        // The first byte of a character of several.
        None if byte >= 0xC0 => Class::Points(1),
        _ => Class::Points(0),
    }
}

fn is_ebcdic(charset: Charset) -> bool {
    charset.is_code_page() && character(charset, 0x40) == Some(' ')
}

/// The character that a byte is in an encoding, if it is one.
fn character(charset: Charset, byte: u8) -> Option<char> {
    let mut utf8 = [0; 4];
    let written = AnyTranscoder::new(charset, Charset::Utf8)
        .transcode(&[byte], &mut utf8)
        .written;
    std::str::from_utf8(&utf8[..written]).ok()?.chars().next()
}
