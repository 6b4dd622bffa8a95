//! The type [`Encoding`], with its labels, names and properties.

use crate::labels;
use crate::{Decoder, Encoder, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use core::fmt;
use core::hash::{Hash, Hasher};
use utflane::Charset;

/// The implementation of an encoding.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text(Charset),
    UserDefined,
    Replacement,
}

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/).
///
/// Each encoding has one static instance. Methods that convert a whole text borrow it if nothing
/// changes. [`Decoder`] and [`Encoder`] convert a text in chunks and do not allocate.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use utflane_encoding_rs::SHIFT_JIS;
///
/// let (text, encoding, had_errors) = SHIFT_JIS.decode(b"\x83\x6E\x83\x8D\x81\x5B");
/// assert_eq!((&*text, encoding, had_errors), ("ハロー", SHIFT_JIS, false));
/// # }
/// ```
pub struct Encoding {
    name: &'static str,
    pub(crate) kind: Kind,
}

impl Encoding {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Encoding {
        Encoding { name, kind }
    }

    /// Returns the encoding with a label, or `None` if the label is unknown. Letter case and
    /// surrounding white space are ignored, as in _get an encoding_ of the standard. Labels of
    /// dangerous encodings return [`REPLACEMENT`].
    ///
    /// ```
    /// use utflane_encoding_rs::{Encoding, ISO_8859_2, UTF_8};
    ///
    /// assert_eq!(Encoding::for_label(b" UTF8\n"), Some(UTF_8));
    /// assert_eq!(Encoding::for_label(b"latin2"), Some(ISO_8859_2));
    /// assert_eq!(Encoding::for_label(b"utf-7"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        // The standard trims the same white space: tab, line feed, form feed, carriage return and
        // space.
        labels::find(label.trim_ascii())
    }

    /// Returns the same as [`for_label`](Self::for_label), except `None` for [`REPLACEMENT`].
    #[inline]
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        Self::for_label(label).filter(|encoding| *encoding != REPLACEMENT)
    }

    /// Returns the encoding of the byte order mark at the start of a text, and the length of the
    /// mark in bytes. The encoding is UTF-8, UTF-16LE or UTF-16BE. The first three bytes of the
    /// text suffice.
    #[inline]
    pub fn for_bom(buffer: &[u8]) -> Option<(&'static Encoding, usize)> {
        match buffer {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// Returns the name, as in `document.characterSet`.
    #[inline]
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// Returns whether the [output encoding](Self::output_encoding) can represent every `char`.
    /// Only UTF-8 can.
    #[inline]
    pub fn can_encode_everything(&'static self) -> bool {
        self.output_encoding() == UTF_8
    }

    /// Returns whether the bytes below 0x80 are ASCII, and no other bytes are.
    #[inline]
    pub fn is_ascii_compatible(&'static self) -> bool {
        ![REPLACEMENT, UTF_16BE, UTF_16LE, ISO_2022_JP].contains(&self)
    }

    /// Returns whether each byte becomes one UTF-16 code unit. This is so for code pages and
    /// x-user-defined.
    #[inline]
    pub fn is_single_byte(&'static self) -> bool {
        match self.kind {
            Kind::Text(charset) => charset.is_code_page(),
            Kind::UserDefined => true,
            Kind::Replacement => false,
        }
    }

    /// Returns the encoding for output: UTF-8 for UTF-16BE, UTF-16LE and replacement, otherwise
    /// this encoding.
    #[inline]
    pub fn output_encoding(&'static self) -> &'static Encoding {
        match self.kind {
            Kind::Text(Charset::Utf16Le | Charset::Utf16Be) | Kind::Replacement => UTF_8,
            _ => self,
        }
    }

    /// Creates a decoder that detects byte order marks. If the text begins with a mark, the decoder
    /// switches to its encoding and skips it.
    #[inline]
    pub fn new_decoder(&'static self) -> Decoder {
        Decoder::sniffing(self)
    }

    /// Creates a decoder that skips a byte order mark of its own encoding.
    #[inline]
    pub fn new_decoder_with_bom_removal(&'static self) -> Decoder {
        Decoder::removing(self)
    }

    /// Creates a decoder that decodes a byte order mark as text.
    #[inline]
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder::plain(self)
    }

    /// Creates an encoder for the [output encoding](Self::output_encoding).
    #[inline]
    pub fn new_encoder(&'static self) -> Encoder {
        Encoder::new(self.output_encoding())
    }

    /// Returns the index of the first byte that is not well-formed UTF-8, or the length.
    pub fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        match utflane::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        }
    }

    /// Returns the index of the first byte that is not ASCII, or the length.
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        valid_up_to(Charset::Ascii, bytes)
    }

    /// Returns the index of the first byte that is not a character in the initial (ASCII) state of
    /// ISO-2022-JP, or the length.
    pub fn iso_2022_jp_ascii_valid_up_to(bytes: &[u8]) -> usize {
        let is_other = |byte: &u8| matches!(byte, 0x0E | 0x0F | 0x1B | 0x80..);
        // Without a branch for each byte, so that the compiler vectorises the loop.
        let has_other = |block: &&[u8]| block.iter().fold(false, |any, byte| any | is_other(byte));
        let plain = bytes.chunks(64).position(|block| has_other(&block));
        let start = plain.map_or(bytes.len(), |block| 64 * block);
        let rest = &bytes[start..];
        start + rest.iter().position(is_other).unwrap_or(rest.len())
    }
}

/// Returns the index of the first byte that is not well-formed, or the length.
pub(crate) fn valid_up_to(charset: Charset, bytes: &[u8]) -> usize {
    match charset.validate(bytes) {
        Ok(()) => bytes.len(),
        Err(error) => error.valid_up_to(),
    }
}

/// Compares addresses, because each encoding is one static.
impl PartialEq for Encoding {
    #[inline]
    fn eq(&self, other: &Encoding) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Encoding {}

impl Hash for Encoding {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoding")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "serde")]
mod serde {
    use super::Encoding;
    use core::fmt;
    use serde::de::{Deserialize, Deserializer, Error, Visitor};
    use serde::ser::{Serialize, Serializer};

    /// Serializes the name.
    impl Serialize for Encoding {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name)
        }
    }

    /// Deserializes any label.
    impl<'de> Deserialize<'de> for &'static Encoding {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_str(Label)
        }
    }

    struct Label;

    impl Visitor<'_> for Label {
        type Value = &'static Encoding;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a valid encoding label")
        }

        fn visit_str<E: Error>(self, label: &str) -> Result<Self::Value, E> {
            Encoding::for_label(label.as_bytes())
                .ok_or_else(|| E::custom(format_args!("invalid encoding label: {label}")))
        }
    }
}
