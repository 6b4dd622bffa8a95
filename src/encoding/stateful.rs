//! Stateful encodings: the meaning of a byte depends on shift sequences anywhere before it.
//!
//! A text is a sequence of [items](Item): characters and shift sequences. [`ShiftState`] decodes
//! and encodes one item at a time. Each encoding is a module with a type that implements [`Shift`].
//! This module also contains rare encodings with only one state: JOHAB, UTF-1, UCS-2,
//! variants of the legacy multi-byte encodings, UTF-8 mixed with CESU-8, and windows-1258 with
//! composed letters.
//!
//! Shift sequences can hide text from a filter that searches bytes. Therefore the decoders reject
//! shift sequences that no encoder writes, such as two that cancel each other.

pub(crate) mod iso2022_jp;

cfg_if::cfg_if! {
    if #[cfg(feature = "more-charsets")] {
        mod hz;
        mod iso2022_kr;
        mod iso2022_utf8;
        mod johab;
        mod one_state;
        mod ucs2;
        mod utf1;
        mod utf7;
        mod utf8_cesu8;
        mod vendor;
        mod windows1258;

        use super::endian::Endian;
        use one_state::OneState;
        use vendor::Vendor;
    }
}

use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;
use crate::{Charset, CodePoint};

/// The first byte of an escape sequence of ISO 2022.
const ESCAPE: u8 = 0x1B;

/// Bytes that switch sets in ISO 2022.
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// The first item of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A character, and its length in bytes.
    Character(CodePoint, usize),
    /// A shift sequence, which encodes no character, and its length in bytes.
    Shift(usize),
    Malformed(Malformed),
    /// The bytes end within a character or a shift sequence.
    Incomplete,
}

impl Item {
    /// Returns a malformed sequence of `len` bytes.
    const fn malformed(kind: ErrorKind, len: u8) -> Item {
        Item::Malformed(Malformed::new(kind, len))
    }

    /// Returns the item of a character and its length, or of a malformed sequence.
    pub(crate) fn from_decoded(decoded: Result<(CodePoint, usize), Malformed>) -> Item {
        match decoded {
            Ok((code_point, len)) => Item::Character(code_point, len),
            Err(malformed) if malformed.len.is_none() => Item::Incomplete,
            Err(malformed) => Item::Malformed(malformed),
        }
    }
}

/// The state of a text between two items.
pub(crate) trait Shift: Copy + PartialEq {
    /// Decodes the first item of `src`, and returns the state after it. If `more`, more input may
    /// follow `src`. After [`Item::Malformed`] and [`Item::Incomplete`], the state is that of
    /// [`skip`](Self::skip).
    fn decode(self, src: &[u8], more: bool) -> (Item, Self);

    /// Returns the state after a malformed sequence, or after a character that is skipped because
    /// the target cannot represent it.
    fn skip(self, sequence: &[u8]) -> Self {
        self.decode(sequence, false).1
    }

    /// Writes a character to the beginning of `dst`, after a shift sequence if necessary. Returns
    /// the outcome and the state after the character, which is unspecified if nothing is written.
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, Self);

    /// Returns the bytes that a text in this state must end with.
    fn end(self) -> Bytes;

    /// Returns the state of an empty text, with the same options.
    fn restarted(self) -> Self;

    /// Returns whether the byte is the ASCII character of the same number, and does not change the
    /// state except as [`after_ascii`](Self::after_ascii) says.
    fn is_ascii(self, byte: u8) -> bool;

    /// Returns the state after a run of ASCII characters. `last` is the last byte of the run.
    fn after_ascii(self, last: u8) -> Self {
        let _ = last;
        self
    }

    /// Returns the unit of UTF-16 of a character of two bytes, or 0 if the two bytes are not such a
    /// character in this state.
    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        let _ = (lead, trail);
        0
    }

    /// Returns the state after characters of two bytes.
    fn after_two_bytes(self) -> Self {
        self
    }
}

/// At most eight bytes that are written together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bytes {
    bytes: [u8; 8],
    len: usize,
}

impl Bytes {
    fn from_slice(bytes: &[u8]) -> Bytes {
        let mut all = Bytes::default();
        all.extend(bytes);
        all
    }

    #[cfg(feature = "more-charsets")]
    fn push(&mut self, byte: u8) {
        self.extend(&[byte]);
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.bytes[self.len..][..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Writes the bytes to the beginning of `dst`.
    pub(crate) fn write(&self, dst: &mut Output) -> Encoded {
        match dst.get_mut(..self.len) {
            Some(dst) => {
                dst.fill_from(&self.bytes[..self.len]);
                Encoded::Written(self.len)
            }
            None => Encoded::Full,
        }
    }
}

/// The state of a text in any stateful encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShiftState {
    Iso2022Jp(iso2022_jp::State),
    #[cfg(feature = "more-charsets")]
    Utf7(utf7::State),
    #[cfg(feature = "more-charsets")]
    Hz(hz::State),
    #[cfg(feature = "more-charsets")]
    Iso2022Kr(iso2022_kr::State),
    #[cfg(feature = "more-charsets")]
    Iso2022Utf8(iso2022_utf8::State),
    #[cfg(feature = "more-charsets")]
    OneState(OneState),
}

/// Evaluates `$body` with `$shift` as the state of the encoding, and `$any` as the function that
/// makes a [`ShiftState`] of it.
macro_rules! with_shift {
    ($state:expr, $any:ident, $shift:ident => $body:expr) => {
        with_shift!(@ $state, $any, $shift, $body; Iso2022Jp {},
            Utf7 { #[cfg(feature = "more-charsets")] },
            Hz { #[cfg(feature = "more-charsets")] },
            Iso2022Kr { #[cfg(feature = "more-charsets")] },
            Iso2022Utf8 { #[cfg(feature = "more-charsets")] },
            OneState { #[cfg(feature = "more-charsets")] })
    };
    (@ $state:expr, $any:ident, $shift:ident, $body:expr;
        $($variant:ident { $($cfg:tt)* }),*) => {
        match $state {
            $($($cfg)* $crate::encoding::stateful::ShiftState::$variant($shift) => {
                #[allow(unused_variables)]
                let $any = $crate::encoding::stateful::ShiftState::$variant;
                $body
            })*
        }
    };
}
pub(crate) use with_shift;

impl ShiftState {
    /// Returns the state of an empty text, or `None` if the encoding is stateless.
    pub(crate) const fn start(charset: Charset) -> Option<ShiftState> {
        match charset {
            Charset::Iso2022Jp => Some(ShiftState::Iso2022Jp(iso2022_jp::State::START)),
            #[cfg(feature = "more-charsets")]
            _ => ShiftState::start_of_more(charset),
            #[cfg(not(feature = "more-charsets"))]
            _ => None,
        }
    }

    #[cfg(feature = "more-charsets")]
    const fn start_of_more(charset: Charset) -> Option<ShiftState> {
        Some(match charset {
            Charset::Cp50221 => ShiftState::Iso2022Jp(iso2022_jp::State::WITH_KATAKANA),
            Charset::Utf7 => ShiftState::Utf7(utf7::State::MAIL),
            Charset::Utf7Imap => ShiftState::Utf7(utf7::State::IMAP),
            Charset::Hz => ShiftState::Hz(hz::State::START),
            Charset::Iso2022Kr => ShiftState::Iso2022Kr(iso2022_kr::State::START),
            Charset::Iso2022Utf8 => ShiftState::Iso2022Utf8(iso2022_utf8::State::START),
            Charset::Utf1 => ShiftState::OneState(OneState::Utf1),
            Charset::Ucs2Le => ShiftState::OneState(OneState::Ucs2(Endian::Little)),
            Charset::Ucs2Be => ShiftState::OneState(OneState::Ucs2(Endian::Big)),
            Charset::Johab => ShiftState::OneState(OneState::Johab),
            Charset::XMsCp932 => ShiftState::OneState(OneState::Vendor(Vendor::MsCp932)),
            Charset::EucJpMs => ShiftState::OneState(OneState::Vendor(Vendor::EucJpMs)),
            Charset::Cp950 => ShiftState::OneState(OneState::Vendor(Vendor::Cp950)),
            Charset::EucCn => ShiftState::OneState(OneState::Vendor(Vendor::EucCn)),
            Charset::Utf8Cesu8 => ShiftState::OneState(OneState::Utf8Cesu8),
            Charset::Windows1258Nfc => ShiftState::OneState(OneState::Windows1258Nfc),
            _ => return None,
        })
    }

    /// See [`Shift::decode`].
    // Inlined, it would make each function larger that uses it.
    #[inline(never)]
    pub(crate) fn decode(self, src: &[u8], more: bool) -> (Item, ShiftState) {
        with_shift!(self, any, shift => {
            let (first, after) = shift.decode(src, more);
            (first, any(after))
        })
    }

    /// See [`Shift::skip`].
    pub(crate) fn skip(self, sequence: &[u8]) -> ShiftState {
        with_shift!(self, any, shift => any(shift.skip(sequence)))
    }

    /// See [`Shift::encode`]. Returns the old state if nothing is written.
    #[inline]
    pub(crate) fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, ShiftState) {
        with_shift!(self, any, shift => match shift.encode(code_point, dst) {
            (Encoded::Written(written), after) => (Encoded::Written(written), any(after)),
            (encoded, _) => (encoded, self),
        })
    }

    /// See [`Shift::end`].
    pub(crate) fn end(self) -> Bytes {
        with_shift!(self, any, shift => shift.end())
    }

    /// See [`Shift::restarted`].
    pub(crate) fn restarted(self) -> ShiftState {
        with_shift!(self, any, shift => any(shift.restarted()))
    }

    /// Returns the character that replaces unrepresentable characters and malformed sequences.
    pub(crate) fn replacement(self) -> char {
        match self {
            #[cfg(feature = "more-charsets")]
            ShiftState::Hz(_) | ShiftState::Iso2022Kr(_) => '?',
            #[cfg(feature = "more-charsets")]
            ShiftState::OneState(state) if !state.is_unicode() => '?',
            ShiftState::Iso2022Jp(_) => '?',
            #[cfg(feature = "more-charsets")]
            _ => char::REPLACEMENT_CHARACTER,
        }
    }

    /// Returns the same state with this rule for repeated escape sequences of ISO-2022-JP.
    pub(crate) fn rejecting_repeated(self, rejects_repeated: bool) -> ShiftState {
        match self {
            ShiftState::Iso2022Jp(shift) => {
                ShiftState::Iso2022Jp(shift.rejecting_repeated(rejects_repeated))
            }
            #[cfg(feature = "more-charsets")]
            other => other,
        }
    }
}
