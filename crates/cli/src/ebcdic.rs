//! Decides whether a text is in EBCDIC or in another encoding with units of one byte, if it is
//! well-formed in both.
//!
//! Letters and spaces of one are control characters and punctuation in the other: `a` in ASCII is
//! `/` in EBCDIC, an ASCII space is a control character, and EBCDIC's space is `@`.

use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// Number of bytes that are decoded in both encodings.
const SAMPLE: u64 = 64 << 10;

/// Decodes a text in the declared encoding and in another one.
pub(crate) struct EbcdicVote {
    named: Reading,
    other: Reading,
    seen: u64,
}

impl EbcdicVote {
    /// Returns `None` unless exactly one of the encodings is EBCDIC and both have units of one
    /// byte.
    pub(crate) fn new(named: Charset, other: Charset) -> Option<EbcdicVote> {
        let is_pair = named.width() == 1 && other.width() == 1;
        (is_pair && named.is_ebcdic() != other.is_ebcdic()).then(|| EbcdicVote {
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

/// Statistics of a text, decoded in one encoding.
struct Reading {
    classes: [Class; 256],
    controls: u64,
    /// A higher number means that the text is more plausible.
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
        // The lead byte of a multi-byte character.
        None if byte >= 0xC0 => Class::Points(1),
        _ => Class::Points(0),
    }
}

/// Decodes a byte, if it is a whole character.
fn character(charset: Charset, byte: u8) -> Option<char> {
    let mut utf8 = [0; 4];
    let written = AnyTranscoder::new(charset, Charset::Utf8)
        .transcode(&[byte], &mut utf8)
        .written;
    std::str::from_utf8(&utf8[..written]).ok()?.chars().next()
}
