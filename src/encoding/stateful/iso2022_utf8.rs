//! ISO 2022 with UTF-8: ISO 8859-1, and escape sequences that switch to UTF-8 and back (ISO 10646,
//! clause 16.4). The X Window System's compound text and some terminals use it.
//!
//! ```text
//! a E9  ESC % G  E2 82 AC  ESC % @  b        aé€b
//! ```
//!
//! All other escape sequences are characters, except those that begin with `ESC %`. The encoder
//! writes UTF-8 for all non-ASCII characters.

use super::{Bytes, ESCAPE, Item, Shift};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::scheme::{Encoded, Scheme, Utf8};
use crate::memory::output::Output;

/// The escape sequence that switches to UTF-8.
const TO_UTF8: &[u8; 3] = b"\x1B%G";

/// The escape sequence that switches back.
const FROM_UTF8: &[u8; 3] = b"\x1B%@";

/// The state of a text between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    is_utf8: bool,
}

const UTF8: State = State { is_utf8: true };

impl State {
    pub(super) const START: State = State { is_utf8: false };
}

impl Shift for State {
    fn decode(self, src: &[u8], more: bool) -> (Item, State) {
        let (sequence, other) = match self.is_utf8 {
            true => (FROM_UTF8, State::START),
            false => (TO_UTF8, UTF8),
        };
        match src {
            [] => (Item::Incomplete, self),
            [ESCAPE] | [ESCAPE, b'%'] if more => (Item::Incomplete, self),
            [ESCAPE, b'%', ..] if src.starts_with(sequence) => (Item::Shift(sequence.len()), other),
            [ESCAPE, b'%', ..] => (Item::malformed(ErrorKind::MissingContinuation, 1), self),
            [0x80..=0x9F, ..] if !self.is_utf8 => {
                (Item::malformed(ErrorKind::InvalidByte, 1), self)
            }
            [byte, ..] if !self.is_utf8 => (Item::Character(CodePoint((*byte).into()), 1), self),
            _ => (Item::from_decoded(Utf8::NEW.decode(src)), self),
        }
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, State) {
        // With the characters after it, ESC could become an escape sequence.
        if code_point.0 == ESCAPE.into() {
            return (Encoded::Unrepresentable, self);
        }
        if code_point.0 < 0x80 || self.is_utf8 {
            return (Utf8::NEW.encode(code_point, dst), self);
        }
        let Some(character) = code_point.to_char() else {
            return (Encoded::Unrepresentable, self);
        };
        let mut bytes = Bytes::from_slice(TO_UTF8);
        bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
        (bytes.write(dst), UTF8)
    }

    fn end(self) -> Bytes {
        match self.is_utf8 {
            true => Bytes::from_slice(FROM_UTF8),
            false => Bytes::default(),
        }
    }

    fn restarted(self) -> State {
        State::START
    }

    fn is_ascii(self, byte: u8) -> bool {
        byte < 0x80 && byte != ESCAPE
    }
}
