//! UTF-7 (RFC 2152), and its variant for the names of IMAP mailboxes (RFC 3501, section 5.1.3).
//!
//! Some ASCII characters stand for themselves. All other characters are UTF-16 in Base64, between
//! `+` and `-` (IMAP: between `&` and `-`):
//!
//! ```text
//! A + I m I D k Q .         A≢Α.      UTF-7: a character outside Base64 also ends it
//! ~ p e t e r / & U , B T F - t       IMAP: only `-` ends Base64
//! ```
//!
//! The state is the position within Base64: after a unit of UTF-16, zero, two or four bits of the
//! last Base64 character belong to the next unit.
//!
//! A text is well-formed only if its bits after the last unit are zero, and are fewer than six. In
//! IMAP's variant, there is only one encoding of each text.

use super::{Bytes, Item, Shift};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;

/// The number of bits of a Base64 character.
const BASE64_BITS: u32 = 6;

/// The characters of Base64 by their values. IMAP has `,` instead of `/`.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Mail,
    Imap,
}

impl Form {
    /// Returns the character that begins Base64.
    fn shift(self) -> u8 {
        match self {
            Form::Mail => b'+',
            Form::Imap => b'&',
        }
    }

    /// Returns whether a character stands for itself outside Base64. For UTF-7, these are the sets
    /// D and O of the RFC, and white space.
    fn is_direct(self, byte: u8) -> bool {
        match self {
            Form::Mail => match byte {
                b'+' | b'\\' | b'~' => false,
                b'\t' | b'\n' | b'\r' => true,
                _ => matches!(byte, b' '..=b'~'),
            },
            Form::Imap => byte != b'&' && matches!(byte, b' '..=b'~'),
        }
    }

    /// Returns the value of a Base64 character.
    fn value(self, byte: u8) -> Option<u32> {
        let last = match self {
            Form::Mail => b'/',
            Form::Imap => b',',
        };
        Some(match byte {
            b'A'..=b'Z' => u32::from(byte - b'A'),
            b'a'..=b'z' => u32::from(byte - b'a') + 26,
            b'0'..=b'9' => u32::from(byte - b'0') + 52,
            b'+' => 62,
            _ if byte == last => 63,
            _ => return None,
        })
    }

    /// Returns the Base64 character of the lowest six bits.
    fn character(self, bits: u32) -> u8 {
        match (self, ALPHABET[(bits & 0x3F) as usize]) {
            (Form::Imap, b'/') => b',',
            (_, character) => character,
        }
    }
}

/// The bits of the last Base64 character that are not part of a unit yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rest {
    bits: u32,
    /// 0, 2 or 4.
    len: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Direct {
        /// Whether the last character ended Base64.
        is_after_base64: bool,
    },
    Base64(Rest),
}

const DIRECT: Mode = Mode::Direct {
    is_after_base64: false,
};

/// The state of a text between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    form: Form,
    mode: Mode,
}

/// A unit of UTF-16 in Base64.
struct Unit {
    unit: u16,
    /// Number of Base64 characters.
    len: usize,
    rest: Rest,
}

/// The reason why there is no unit of UTF-16.
enum NoUnit {
    /// The input ends within the unit.
    End,
    /// The Base64 ends within the unit, after this number of characters.
    Base64End(usize),
}

impl State {
    pub(super) const MAIL: State = State {
        form: Form::Mail,
        mode: DIRECT,
    };
    pub(super) const IMAP: State = State {
        form: Form::Imap,
        mode: DIRECT,
    };

    fn with_mode(self, mode: Mode) -> State {
        State { mode, ..self }
    }

    /// Decodes a unit of UTF-16, where `rest` is from the Base64 before it.
    fn unit(self, Rest { mut bits, len }: Rest, src: &[u8]) -> Result<Unit, NoUnit> {
        let (mut bits_len, mut read) = (len, 0);
        while bits_len < u16::BITS {
            let byte = src.get(read).ok_or(NoUnit::End)?;
            let value = self.form.value(*byte).ok_or(NoUnit::Base64End(read))?;
            bits = bits << BASE64_BITS | value;
            bits_len += BASE64_BITS;
            read += 1;
        }
        let len = bits_len - u16::BITS;
        Ok(Unit {
            unit: (bits >> len) as u16,
            len: read,
            rest: Rest {
                bits: bits & ((1 << len) - 1),
                len,
            },
        })
    }

    /// Decodes the first item outside Base64.
    fn decode_direct(self, src: &[u8], is_after_base64: bool) -> Item {
        let shift = self.form.shift();
        match src {
            [] => Item::Incomplete,
            [byte, b'-', ..] if *byte == shift => Item::Character(CodePoint(shift.into()), 2),
            [byte] if *byte == shift => Item::Incomplete,
            [byte, next, ..] if *byte == shift => {
                // In IMAP's variant, two texts in Base64 are never adjacent.
                let is_superfluous = is_after_base64 && self.form == Form::Imap;
                if self.form.value(*next).is_none() || is_superfluous {
                    Item::malformed(ErrorKind::MissingContinuation, 1)
                } else {
                    Item::Shift(1)
                }
            }
            [byte, ..] if self.form.is_direct(*byte) => {
                Item::Character(CodePoint((*byte).into()), 1)
            }
            _ => Item::malformed(ErrorKind::InvalidByte, 1),
        }
    }

    /// Decodes the first character in Base64, and returns the bits after it.
    fn decode_base64(self, src: &[u8], rest: Rest, more: bool) -> (Item, Rest) {
        let malformed = |kind, len: usize| Item::malformed(kind, len as u8);
        let first = match self.unit(rest, src) {
            Ok(first) => first,
            Err(NoUnit::End) => return (Item::Incomplete, Rest::default()),
            Err(NoUnit::Base64End(len)) => {
                let item = malformed(ErrorKind::MissingContinuation, len);
                return (item, Rest::default());
            }
        };
        let (code_point, len, rest) = match first.unit {
            0xD800..=0xDBFF => match self.unit(first.rest, &src[first.len..]) {
                Ok(second) if matches!(second.unit, 0xDC00..=0xDFFF) => {
                    let CodePoint(code_point) =
                        CodePoint::from_surrogates(first.unit.into(), second.unit.into());
                    (code_point, first.len + second.len, second.rest)
                }
                Err(NoUnit::End) => return (Item::Incomplete, first.rest),
                _ => {
                    return (
                        malformed(ErrorKind::UnpairedSurrogate, first.len),
                        first.rest,
                    );
                }
            },
            0xDC00..=0xDFFF => {
                return (
                    malformed(ErrorKind::UnpairedSurrogate, first.len),
                    first.rest,
                );
            }
            unit => (u32::from(unit), first.len, first.rest),
        };
        let is_imap = self.form == Form::Imap;
        if is_imap && matches!(code_point, 0x20..=0x7E) {
            return (malformed(ErrorKind::Overlong, len), rest);
        }
        // If the Base64 ends here, its last bits must be zero. In IMAP's variant, it must end with
        // `-`.
        let item = match src.get(len) {
            Some(next) if self.form.value(*next).is_some() => {
                Item::Character(CodePoint(code_point), len)
            }
            Some(b'-') if rest.bits == 0 => Item::Character(CodePoint(code_point), len),
            Some(_) if rest.bits == 0 && !is_imap => Item::Character(CodePoint(code_point), len),
            None if rest.bits == 0 && !is_imap => Item::Character(CodePoint(code_point), len),
            None if more || is_imap => Item::Incomplete,
            _ => malformed(ErrorKind::MissingContinuation, len),
        };
        (item, rest)
    }

    /// Ends Base64 before the character `next`, or at the end of the text.
    fn end_base64(self, Rest { bits, len }: Rest, next: Option<u8>) -> Bytes {
        let mut bytes = Bytes::default();
        if len > 0 {
            bytes.push(self.form.character(bits << (BASE64_BITS - len)));
        }
        let is_base64 = |byte: u8| self.form.value(byte).is_some();
        let is_needed = next.is_none_or(|next| next == b'-' || is_base64(next));
        if is_needed || self.form == Form::Imap {
            bytes.push(b'-');
        }
        bytes
    }
}

impl Shift for State {
    fn decode(self, src: &[u8], more: bool) -> (Item, State) {
        let (item, mode) = match (self.mode, src) {
            (Mode::Base64(rest), [byte, ..]) if self.form.value(*byte).is_some() => {
                let (item, rest) = self.decode_base64(src, rest, more);
                (item, Mode::Base64(rest))
            }
            (Mode::Base64(_), [b'-', ..]) => {
                let mode = Mode::Direct {
                    is_after_base64: true,
                };
                (Item::Shift(1), mode)
            }
            (Mode::Base64(_), []) => (Item::Incomplete, self.mode),
            (Mode::Base64(_), _) => (self.decode_direct(src, false), DIRECT),
            (Mode::Direct { is_after_base64 }, _) => {
                (self.decode_direct(src, is_after_base64), DIRECT)
            }
        };
        let mode = match (item, mode) {
            (Item::Shift(_), DIRECT) => Mode::Base64(Rest::default()),
            _ => mode,
        };
        (item, self.with_mode(mode))
    }

    fn encode(self, CodePoint(code_point): CodePoint, dst: &mut Output) -> (Encoded, State) {
        let Some(character) = char::from_u32(code_point) else {
            return (Encoded::Unrepresentable, self);
        };
        let shift = self.form.shift();
        let direct = u8::try_from(code_point)
            .ok()
            .filter(|&byte| byte == shift || self.form.is_direct(byte));
        let mut bytes = Bytes::default();
        let mode = match (direct, self.mode) {
            (Some(byte), mode) => {
                if let Mode::Base64(rest) = mode {
                    bytes = self.end_base64(rest, direct);
                }
                bytes.push(byte);
                if byte == shift {
                    bytes.push(b'-');
                }
                DIRECT
            }
            (None, mode) => {
                let Rest { mut bits, mut len } = match mode {
                    Mode::Base64(rest) => rest,
                    Mode::Direct { .. } => {
                        bytes.push(shift);
                        Rest::default()
                    }
                };
                for unit in character.encode_utf16(&mut [0; 2]) {
                    bits = bits << u16::BITS | u32::from(*unit);
                    len += u16::BITS;
                    while len >= BASE64_BITS {
                        len -= BASE64_BITS;
                        bytes.push(self.form.character(bits >> len));
                    }
                    bits &= (1 << len) - 1;
                }
                Mode::Base64(Rest { bits, len })
            }
        };
        (bytes.write(dst), self.with_mode(mode))
    }

    fn end(self) -> Bytes {
        match self.mode {
            Mode::Base64(rest) => self.end_base64(rest, None),
            Mode::Direct { .. } => Bytes::default(),
        }
    }

    fn restarted(self) -> State {
        self.with_mode(DIRECT)
    }

    fn is_ascii(self, byte: u8) -> bool {
        matches!(self.mode, Mode::Direct { .. }) && self.form.is_direct(byte)
    }

    fn after_ascii(self, _: u8) -> State {
        self.with_mode(DIRECT)
    }
}
