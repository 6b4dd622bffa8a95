//! From UTF-8 to legacy encodings, a piece at a time.

use super::Legacy;
use super::shift::{ASCII, Sequence, Shift};
use crate::Charset;
use crate::buffer::progress::Progress;
use encoding_rs::EncoderResult;

/// More bytes than a character has, with the escape sequences before and after it.
pub(crate) const ENCODED: usize = 16;

/// The state of a text in a legacy encoding, between two characters.
#[derive(Clone, Copy)]
pub(crate) struct Encoder {
    pub(crate) legacy: &'static Legacy,
    shift: Shift,
}

impl Encoder {
    pub(crate) const fn new(legacy: &'static Legacy) -> Encoder {
        Encoder {
            legacy,
            shift: Shift::START,
        }
    }

    /// The character in the place of what the encoding does not have. That it has no U+FFFD is not
    /// left for the encoder to find out: some look through a whole table for what is not there.
    pub(crate) fn replacement(&self) -> &'static str {
        match self.legacy.charset {
            Charset::Gb18030 => "\u{FFFD}",
            _ => "?",
        }
    }

    /// The escape sequence that a text must end with from here.
    pub(crate) fn end(&self) -> Option<Sequence> {
        (!self.shift.is_ascii()).then_some(ASCII)
    }

    /// Goes back to the start of a text.
    pub(crate) fn reset(&mut self) {
        self.shift = Shift::START;
    }

    /// An encoder in this state.
    fn start(&self) -> encoding_rs::Encoder {
        let mut encoder = self.legacy.encoding.new_encoder();
        let text = self.shift.text();
        if !text.is_empty() {
            let mut bytes = [0; ENCODED];
            // What comes of it was there before.
            let _ = encoder.encode_from_utf8_without_replacement(text, &mut bytes, false);
        }
        encoder
    }

    /// Converts characters of `text`, up to the first that the encoding does not have, as long as
    /// there is room in `bytes`. It may stop a little before that is full.
    pub(crate) fn encode(&mut self, text: &str, bytes: &mut [u8]) -> Progress {
        let mut encode = |text| {
            let mut encoder = self.start();
            encoder.encode_from_utf8_without_replacement(text, bytes, false)
        };
        let (result, read, written) = encode(text);
        let whole = match result {
            EncoderResult::InputEmpty => text.len(),
            EncoderResult::OutputFull => read,
            EncoderResult::Unmappable(_) => {
                let before = text[..read].char_indices().next_back();
                before.map_or(0, |(start, _)| start)
            }
        };
        let done = if whole == text.len() {
            Progress { read, written }
        } else {
            // Without an escape sequence for the character after these.
            let (_, read, written) = encode(&text[..whole]);
            Progress { read, written }
        };
        if self.legacy.charset == Charset::Iso2022Jp {
            self.shift = self.shift.after(&bytes[..done.written]);
        }
        done
    }
}
