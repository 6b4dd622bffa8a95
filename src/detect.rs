//! Detection of the encoding of text without a label, for programs that read files of unknown
//! origin. This file detects Unicode encodings, [`legacy`] the others.
//!
//! A byte order mark decides. Without one, well-formed UTF-8 is UTF-8, because text in other
//! encodings is almost never well-formed UTF-8. The exceptions are UTF-16 and UTF-32 of alphabetic
//! scripts, which are recognised by their zeros and other control characters.
//!
//! Text that is not UTF-8 is tested as UTF-32 and as UTF-16 in both byte orders. It must be
//! well-formed, and its first characters must be [plausible](plausibility) as text.
//!
//! In all cases, the result is compared with its [`rivals`], the legacy encodings. The
//! [`character_model`] gives each decoding a cost in bits. If the cost in a rival is clearly lower,
//! no encoding is returned.
//!
//! Validation kernels read the whole text. All other code examines only a sample of it.
#![forbid(unsafe_code)]

mod character_model;
#[cfg(feature = "detect-legacy")]
pub(crate) mod legacy;
#[cfg(feature = "alloc")]
pub(crate) mod mojibake;
mod plausibility;
mod rivals;
mod seven_bit;
mod wide;

use crate::encoding::endian::Endian;
use crate::memory::arrays;
use crate::{
    Ascii, Bom, Charset, Encoding, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, is_valid, validate,
};
use character_model::CharacterModel;
use wide::{detect_wide, without_cut_pair};

/// The result of [`detect`].
///
/// ```
/// use utflane::{Certainty, Charset, detect};
///
/// let found = detect("Grüße".as_bytes());
/// assert_eq!(found.charset, Some(Charset::Utf8));
/// assert_eq!(found.certainty, Certainty::Certain);
/// assert!(found.exact);
/// assert!(found.is_reliable());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// The encoding, or `None` if no Unicode encoding was detected. The encoding of text of bytes
    /// below 0x80 is [`Charset::Ascii`]. Such text is the same in every encoding that contains
    /// ASCII.
    pub charset: Option<Charset>,
    /// The confidence of the detection.
    pub certainty: Certainty,
    /// Whether the whole text was checked, is well-formed in that encoding and contains no NUL
    /// character. The last character may be incomplete, the first may not.
    ///
    /// This alone does not mean that the text is in that encoding. See
    /// [`certainty`](Self::certainty).
    pub exact: bool,
}

impl Detection {
    /// Returns whether a program may decode the text in this encoding without asking the user.
    ///
    /// This is the case in three situations:
    ///
    /// - The encoding is certain.
    /// - The text is likely UTF-8. If it is not, decoding it as UTF-8 almost always fails.
    /// - The text is likely ASCII and contains no NUL characters.
    ///
    /// It is not the case if the text is only likely UTF-16 or UTF-32, because decoding a text in
    /// another encoding as these may succeed and give different text.
    ///
    /// ```
    /// use utflane::detect;
    ///
    /// assert!(detect("20 °C".as_bytes()).is_reliable());
    /// // Names that end with NUL, as `find -print0` writes them, or UTF-16?
    /// assert!(!detect(b"a\0b\0").is_reliable());
    /// ```
    pub fn is_reliable(&self) -> bool {
        match (self.certainty, self.charset) {
            (Certainty::Certain, _) => true,
            (Certainty::Likely, Some(Charset::Utf8)) => true,
            (Certainty::Likely, Some(Charset::Ascii)) => self.exact,
            _ => false,
        }
    }
}

/// The confidence of a [detection](detect), in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// No encoding was detected.
    Unknown,
    /// The encoding is the most plausible, but others are nearly as plausible. [`detect`] never
    /// returns this for Unicode encodings.
    Guess,
    /// The text is probably in that encoding, but it is short or partly malformed, or it contains
    /// control characters that are unusual in text.
    Likely,
    /// The text has a byte order mark, or no legacy encoding decodes the bytes to text that is as
    /// plausible. For ASCII: the text has no control characters except TAB, LF, FF, CR and ESC, and
    /// no shift sequences.
    Certain,
}

/// The size of a sample in bytes. It is a multiple of every unit size.
const SAMPLE: usize = 1024;

/// Minimum bytes of a text that may be a piece of a longer text, with incomplete characters at its
/// ends. A shorter text is assumed to be complete.
const PIECE: usize = 64;

/// Detects whether a text is in ASCII, UTF-8, UTF-16 or UTF-32, by its byte order mark or its
/// content.
///
/// `bytes` is a text or a piece of a text. A piece of 64 bytes or more may begin and end within a
/// character, but must not begin or end within a unit of UTF-16 or UTF-32. UTF-16 that begins at an
/// odd byte can look like text in the other byte order. UTF-16 of an odd length is at most
/// [`Likely`](Certainty::Likely).
///
/// The `charset` of an empty text is ASCII. Text of bytes below 0x80 is not ASCII if it contains
/// shift sequences of UTF-7, HZ or ISO-2022, or if more than a third of its bytes are control
/// characters. If it contains fewer control characters, it is likely ASCII.
///
/// The `charset` of text that is not in a Unicode encoding, but for example in a code page, is
/// `None`.
///
/// ```
/// use utflane::{Charset, detect};
///
/// assert_eq!(detect(b"plain").charset, Some(Charset::Ascii));
/// assert_eq!(detect(b"\xFE\xFF\0h\0i").charset, Some(Charset::Utf16Be));
/// assert_eq!(detect(b"h\0i\0").charset, Some(Charset::Utf16Le));
/// assert_eq!(detect(b"caf\xE9 noir").charset, None);
/// assert_eq!(detect(b"caf+AOk- noir").charset, None);
/// ```
pub fn detect(bytes: &[u8]) -> Detection {
    if let Some(bom) = Bom::sniff(bytes) {
        let charset = Charset::from(bom);
        let exact = is_text_in(charset, bytes) && !has_nul(charset, bytes);
        return found(charset, Certainty::Certain, exact);
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let cut = cut_len(bytes);
    let error = validate::<Utf8>(&bytes[cut..]).err();
    let is_utf8 = error.is_none_or(|error| {
        // A short text that is ASCII except for an incomplete character at the end is not UTF-8.
        let is_other = bytes.len() >= PIECE || !is_valid::<Ascii>(&bytes[..error.valid_up_to()]);
        error.error_len().is_none() && is_other
    });
    // Well-formed UTF-8 without control characters is not UTF-16 or UTF-32.
    if !is_utf8 || sample.iter().copied().any(is_rare_control) {
        if let Some(wide) = detect_wide(bytes, sample, is_utf8) {
            return wide;
        }
    }
    match error {
        _ if is_utf8 && cut > 0 => detect_utf8_after_cut(&bytes[cut..]),
        _ if is_utf8 => detect_utf8(bytes),
        Some(error) => detect_partly_malformed_utf8(bytes, cut + error.valid_up_to()),
        None => UNKNOWN,
    }
}

/// Returns the number of bytes at the start of a piece that may be the rest of a split character of
/// UTF-8.
fn cut_len(bytes: &[u8]) -> usize {
    if bytes.len() < PIECE {
        return 0;
    }
    let is_lead = |byte: &u8| byte & 0xC0 != 0x80;
    bytes[..4].iter().position(is_lead).unwrap_or_default()
}

/// Detects a piece that is UTF-8 after the rest of a split character.
fn detect_utf8_after_cut(bytes: &[u8]) -> Detection {
    let found = detect_utf8(bytes);
    if found.charset == Some(Charset::Ascii) || found.certainty != Certainty::Certain {
        return UNKNOWN;
    }
    Detection {
        exact: false,
        ..found
    }
}

const UNKNOWN: Detection = Detection {
    charset: None,
    certainty: Certainty::Unknown,
    exact: false,
};

fn found(charset: Charset, certainty: Certainty, exact: bool) -> Detection {
    Detection {
        charset: Some(charset),
        certainty,
        exact,
    }
}

/// Returns whether a byte is a control character except TAB, LF, FF, CR and ESC. Such bytes are
/// rare in single-byte text, but frequent as bytes of UTF-16 and UTF-32 units.
const fn is_rare_control(byte: u8) -> bool {
    // There are no branches, so that loops over this function are vectorised.
    let is_format = (byte.wrapping_sub(b'\t') <= b'\r' - b'\t') & (byte != 0x0B);
    (byte < 0x20) & !is_format & (byte != 0x1B)
}

/// Returns whether a text in `charset` contains a NUL character.
fn has_nul(charset: Charset, bytes: &[u8]) -> bool {
    match charset.width() {
        1 => bytes.contains(&0),
        2 => arrays(bytes).any(|unit| *unit == [0; 2]),
        _ => arrays(bytes).any(|unit| *unit == [0; 4]),
    }
}

/// Detects text that is well-formed UTF-8.
fn detect_utf8(bytes: &[u8]) -> Detection {
    let Err(first) = validate::<Ascii>(bytes) else {
        return detect_seven_bit(bytes);
    };
    // A few bytes in a legacy encoding may be well-formed UTF-8 by chance.
    let start = first.valid_up_to().saturating_sub(1);
    let rest = &bytes[start..bytes.len().min(start + SAMPLE)];
    let mut buffer = [0; 256];
    let rest = without_ascii(rest, &mut buffer);
    let certainty = match margin(Charset::Utf8, rest, bytes.len() >= PIECE) {
        CERTAIN_UTF8.. => Certainty::Certain,
        LIKELY_UTF8.. => Certainty::Likely,
        _ => return UNKNOWN,
    };
    // Binary files such as archives and databases may contain names in UTF-8.
    if has_nul(Charset::Utf8, bytes) {
        return found(Charset::Utf8, Certainty::Likely, false);
    }
    found(Charset::Utf8, certainty, true)
}

/// Detects text of bytes below 0x80.
fn detect_seven_bit(bytes: &[u8]) -> Detection {
    let content = seven_bit::examine(bytes);
    if content.shifted.is_some() || content.controls * MIN_BYTES_PER_CONTROL > bytes.len() {
        return UNKNOWN;
    }
    let certainty = match content.controls {
        0 => Certainty::Certain,
        _ => Certainty::Likely,
    };
    found(Charset::Ascii, certainty, !has_nul(Charset::Ascii, bytes))
}

/// Minimum number of bytes per control character in text. Formatted man pages reach this limit:
/// each bold letter is a letter, a backspace and the letter again.
const MIN_BYTES_PER_CONTROL: usize = 3;

/// Copies the non-ASCII bytes, and the bytes before and after each run of them, until `buffer` is
/// full. The other bytes cost the same in all encodings.
fn without_ascii<'a>(bytes: &[u8], buffer: &'a mut [u8; 256]) -> &'a [u8] {
    let mut len = 0;
    let mut before = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        let after = bytes.get(index + 1).copied().unwrap_or_default();
        if (before | byte | after) >= 0x80 {
            let Some(slot) = buffer.get_mut(len) else {
                break;
            };
            *slot = byte;
            len += 1;
        }
        before = byte;
    }
    &buffer[..len]
}

/// Detects text that is not well-formed UTF-8 from `error_position` on. It is UTF-8 if, near
/// `error_position`, most of the non-ASCII text is well-formed.
fn detect_partly_malformed_utf8(bytes: &[u8], error_position: usize) -> Detection {
    let start = error_position.saturating_sub(SAMPLE / 2);
    let surroundings = &bytes[start..bytes.len().min(error_position + SAMPLE / 2)];
    let (mut well_formed, mut malformed) = (0, 0);
    for chunk in surroundings.utf8_chunks() {
        well_formed += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        malformed += usize::from(!chunk.invalid().is_empty());
    }
    let margin = margin(Charset::Utf8, surroundings, bytes.len() >= PIECE);
    if well_formed >= 8 * malformed && margin >= CERTAIN_UTF8 {
        return found(Charset::Utf8, Certainty::Likely, false);
    }
    UNKNOWN
}

/// The minimum [margin] in bits for each confidence level, in UTF-8 and in UTF-16 or UTF-32
/// (`WIDE`).
const CERTAIN_UTF8: i32 = 8;
const LIKELY_UTF8: i32 = -8;
const CERTAIN_WIDE: i32 = 32;
const LIKELY_WIDE: i32 = 10;

/// Returns how much lower the cost of the start of a text is in `charset` than in its rivals, in
/// bits. If `is_piece`, the first and last characters may be incomplete.
fn margin(charset: Charset, sample: &[u8], is_piece: bool) -> i32 {
    // For most texts the first characters are enough.
    let (len, enough) = match charset {
        Charset::Utf8 => (32, 3 * CERTAIN_UTF8),
        _ => (128, 4 * CERTAIN_WIDE),
    };
    if let Some(start) = sample.get(..len) {
        let margin = margin_of_all(charset, start, true);
        if margin >= enough {
            return margin;
        }
    }
    margin_of_all(charset, sample, is_piece)
}

/// Returns the [margin] of a whole sample.
fn margin_of_all(charset: Charset, sample: &[u8], is_piece: bool) -> i32 {
    let mut model = CharacterModel::default();
    match charset {
        Charset::Utf8 => {
            for chunk in sample.utf8_chunks() {
                chunk.valid().chars().for_each(|c| model.add_utf8(c.into()));
                // A character at the end of a piece may be incomplete.
                let cost = if is_piece { 5 } else { 12 };
                model.cost += cost * chunk.invalid().len() as u32;
            }
        }
        Charset::Utf16Le | Charset::Utf16Be => {
            let units = arrays(sample).map(|&bytes| endian(charset).unit_16(bytes));
            decode_utf16(units).for_each(|value| model.add(value));
        }
        _ => arrays(sample).for_each(|&bytes| model.add(endian(charset).unit_32(bytes))),
    }
    rivals::lowest_cost(sample, is_piece) as i32 - model.cost as i32
}

/// Returns the byte order of an encoding with units of several bytes.
fn endian(charset: Charset) -> Endian {
    match charset {
        Charset::Utf16Be | Charset::Utf32Be => Endian::Big,
        _ => Endian::Little,
    }
}

/// Returns the characters and the unpaired surrogates of units of UTF-16.
fn decode_utf16(units: impl Iterator<Item = u16>) -> impl Iterator<Item = u32> {
    let decoded = char::decode_utf16(units);
    decoded.map(|c| c.map_or_else(|error| error.unpaired_surrogate().into(), u32::from))
}

/// Returns whether `bytes` are well-formed in `charset`, except for incomplete characters at both
/// ends if they may be a piece.
fn is_text_in(charset: Charset, bytes: &[u8]) -> bool {
    let is_piece = bytes.len() >= PIECE;
    let bytes = without_cut_pair(charset, bytes);
    match charset {
        Charset::Utf8 => is_text::<Utf8>(bytes, is_piece),
        Charset::Utf16Le => is_text::<Utf16Le>(bytes, is_piece),
        Charset::Utf16Be => is_text::<Utf16Be>(bytes, is_piece),
        Charset::Utf32Le => is_text::<Utf32Le>(bytes, is_piece),
        Charset::Utf32Be => is_text::<Utf32Be>(bytes, is_piece),
        _ => false,
    }
}

fn is_text<E: Encoding<Unit = u8>>(bytes: &[u8], is_piece: bool) -> bool {
    if !is_piece {
        return is_valid::<E>(bytes);
    }
    validate::<E>(bytes).map_or_else(|error| error.error_len().is_none(), |()| true)
}

/// Returns the cost of the characters of a text in bits. Frequent characters cost fewer bits, so of
/// two decodings of the same bytes, the one with the lower cost is more plausible. `text` may be a
/// sample from anywhere in a text. At most 1,048,576 characters are counted.
#[doc(hidden)]
pub fn text_bits(text: &str) -> u32 {
    let mut model = CharacterModel::of_part();
    let characters = text.chars().take(1 << 20);
    characters.for_each(|character| model.add_utf8(character.into()));
    model.cost
}
