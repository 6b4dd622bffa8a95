//! From legacy encodings to UTF-8, a piece at a time.
//!
//! A decoder of `encoding_rs` keeps what it has read of a character. Here it never outlives a call:
//! each begins between two characters with a new one, and counts as read what is complete. What it
//! keeps at the end shows when it is told that the text ends there.

use super::Legacy;
use super::shift::{ESCAPE, Shift};
use crate::Charset;
use crate::buffer::progress::Progress;
use crate::encoding::malformed::{ErrorKind, Malformed};
use encoding_rs::DecoderResult;

/// Bytes of UTF-8 in which every character has room, as `encoding_rs` asks for it: two code points
/// of four bytes.
pub(crate) const CHARACTER: usize = 8;

/// The state of a text in a legacy encoding, between two characters.
#[derive(Clone, Copy)]
pub(crate) struct Decoder {
    pub(crate) legacy: &'static Legacy,
    shift: Shift,
}

/// What the first bytes of a text are.
pub(crate) enum First {
    /// So many bytes are a character, of so many bytes in UTF-8; of none if they are an escape
    /// sequence.
    Character(Progress),
    Malformed(Malformed),
    /// The bytes end within a character.
    Incomplete,
}

impl Decoder {
    pub(crate) const fn new(legacy: &'static Legacy) -> Decoder {
        Decoder {
            legacy,
            shift: Shift::START,
        }
    }

    /// Goes past bytes that are whole characters or malformed.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        if self.has_shifts() {
            self.shift = self.shift.after(bytes);
        }
    }

    /// Goes back to the start of a text.
    pub(crate) fn reset(&mut self) {
        self.shift = Shift::START;
    }

    fn has_shifts(&self) -> bool {
        self.legacy.charset == Charset::Iso2022Jp
    }

    /// A decoder in this state.
    fn start(&self) -> encoding_rs::Decoder {
        let mut decoder = self.legacy.encoding.new_decoder_without_bom_handling();
        for byte in self.shift.bytes() {
            let mut text = [0; CHARACTER];
            // What comes of it was there before.
            let _ = decoder.decode_to_utf8_without_replacement(&[byte], &mut text, false);
        }
        decoder
    }

    /// Converts whole characters of `src`, up to the first malformed sequence, as long as there is
    /// room in `text`. It may stop a little before that is full.
    pub(crate) fn decode(&self, src: &[u8], text: &mut [u8]) -> Progress {
        let mut decoder = self.start();
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(src, text, false);
        let result = match result {
            DecoderResult::Malformed(..) => result,
            _ => {
                let mut end = [0; CHARACTER];
                decoder
                    .decode_to_utf8_without_replacement(&[], &mut end, true)
                    .0
            }
        };
        let kept = match result {
            // Of two escape sequences in a row, the second is malformed by the standard.
            DecoderResult::Malformed(3, 3) => 3,
            DecoderResult::Malformed(malformed, after) => usize::from(malformed + after),
            _ => 0,
        };
        let read = read.saturating_sub(kept);
        Progress { read, written }
    }

    /// Converts the first character of `src`, which is not empty and after which there may be
    /// `more`.
    pub(crate) fn decode_first(&self, src: &[u8], text: &mut [u8; CHARACTER], more: bool) -> First {
        let mut decoder = self.start();
        for (index, byte) in src.iter().enumerate() {
            let read = index + 1;
            let (result, _, written) =
                decoder.decode_to_utf8_without_replacement(&[*byte], text, false);
            if let DecoderResult::Malformed(len, _) = result {
                return First::Malformed(malformed(read, len));
            }
            let is_escape = self.has_shifts() && src[0] == ESCAPE && read == 3;
            if written > 0 || is_escape {
                return First::Character(Progress { read, written });
            }
        }
        if more {
            return First::Incomplete;
        }
        match decoder
            .decode_to_utf8_without_replacement(&[], text, true)
            .0
        {
            DecoderResult::Malformed(len, 1..) => First::Malformed(malformed(src.len(), len)),
            _ => First::Incomplete,
        }
    }
}

/// A malformed sequence of `len` bytes that showed after `read` bytes.
fn malformed(read: usize, len: u8) -> Malformed {
    let kind = match len {
        1 if read == 1 => ErrorKind::InvalidByte,
        1 => ErrorKind::MissingContinuation,
        _ => ErrorKind::Unassigned,
    };
    Malformed::new(kind, len)
}
