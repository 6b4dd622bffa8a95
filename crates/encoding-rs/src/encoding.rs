//! An encoding, and what is known of it.

use crate::labels::{LABELS, LONGEST};
use crate::{Decoder, Encoder, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use core::fmt;
use core::hash::{Hash, Hasher};
use utflane::{Charset, Isa};

/// What an encoding is made of.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text(Charset),
    UserDefined,
    Replacement,
}

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/).
///
/// There is one instance for each, a static. Methods that convert a whole text borrow it where
/// nothing changes; [`Decoder`] and [`Encoder`] convert a text in pieces and do not allocate.
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

    /// The encoding with a label, without regard to case and white space around it; _get an
    /// encoding_ of the standard. Labels of dangerous encodings are [`REPLACEMENT`].
    ///
    /// ```
    /// use utflane_encoding_rs::{Encoding, ISO_8859_2, UTF_8};
    ///
    /// assert_eq!(Encoding::for_label(b" UTF8\n"), Some(UTF_8));
    /// assert_eq!(Encoding::for_label(b"latin2"), Some(ISO_8859_2));
    /// assert_eq!(Encoding::for_label(b"utf-7"), None);
    /// ```
    pub fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        // White space of the standard: tab, line feed, form feed, carriage return and space.
        let label = label.trim_ascii();
        let mut lower = [0; LONGEST];
        let lower = lower.get_mut(..label.len())?;
        lower.copy_from_slice(label);
        lower.make_ascii_lowercase();
        let found = LABELS.binary_search_by(|(known, _)| known.as_bytes().cmp(lower));
        Some(LABELS[found.ok()?].1)
    }

    /// [`for_label`](Self::for_label), but `None` where that is [`REPLACEMENT`].
    #[inline]
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        Self::for_label(label).filter(|encoding| *encoding != REPLACEMENT)
    }

    /// The encoding whose byte order mark a text begins with, and the length of that: UTF-8,
    /// UTF-16LE or UTF-16BE. The first three bytes are enough.
    #[inline]
    pub fn for_bom(buffer: &[u8]) -> Option<(&'static Encoding, usize)> {
        match buffer {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// The name that `document.characterSet` has.
    #[inline]
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// Whether the [output encoding](Self::output_encoding) has every `char`: whether it is UTF-8.
    #[inline]
    pub fn can_encode_everything(&'static self) -> bool {
        self.output_encoding() == UTF_8
    }

    /// Whether the bytes below 80 are ASCII, and nothing else is.
    #[inline]
    pub fn is_ascii_compatible(&'static self) -> bool {
        ![REPLACEMENT, UTF_16BE, UTF_16LE, ISO_2022_JP].contains(&self)
    }

    /// Whether each byte is one unit of UTF-16: whether this is a code page, or x-user-defined.
    #[inline]
    pub fn is_single_byte(&'static self) -> bool {
        match self.kind {
            Kind::Text(charset) => charset.is_code_page(),
            Kind::UserDefined => true,
            Kind::Replacement => false,
        }
    }

    /// The encoding in which text is written: UTF-8 for UTF-16BE, UTF-16LE and replacement, or else
    /// this one.
    #[inline]
    pub fn output_encoding(&'static self) -> &'static Encoding {
        match self.kind {
            Kind::Text(Charset::Utf16Le | Charset::Utf16Be) | Kind::Replacement => UTF_8,
            _ => self,
        }
    }

    /// A decoder that looks for a byte order mark: it becomes one for that mark's encoding. The
    /// mark is not decoded.
    #[inline]
    pub fn new_decoder(&'static self) -> Decoder {
        Decoder::sniffing(self)
    }

    /// A decoder that does not decode a byte order mark of its own encoding.
    #[inline]
    pub fn new_decoder_with_bom_removal(&'static self) -> Decoder {
        Decoder::removing(self)
    }

    /// A decoder that takes a byte order mark for text.
    #[inline]
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder::plain(self)
    }

    /// An encoder to the [output encoding](Self::output_encoding).
    #[inline]
    pub fn new_encoder(&'static self) -> Encoder {
        Encoder::new(self.output_encoding())
    }

    /// The index of the first byte that is not well-formed UTF-8, or the length.
    pub fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        match utflane::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        }
    }

    /// The index of the first byte that is not ASCII, or the length.
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        valid_up_to(Charset::Ascii, bytes)
    }

    /// The index of the first byte that is not a character of ISO-2022-JP in its first state, or
    /// the length.
    pub fn iso_2022_jp_ascii_valid_up_to(bytes: &[u8]) -> usize {
        let is_other = |byte: &u8| matches!(byte, 0x0E | 0x0F | 0x1B | 0x80..);
        // Without a branch for each byte, which is what makes this a loop over vectors.
        let has_other = |block: &&[u8]| block.iter().fold(false, |any, byte| any | is_other(byte));
        let plain = bytes.chunks(64).position(|block| has_other(&block));
        let start = plain.map_or(bytes.len(), |block| 64 * block);
        let rest = &bytes[start..];
        start + rest.iter().position(is_other).unwrap_or(rest.len())
    }
}

/// The index of the first byte that is not well-formed, or the length.
pub(crate) fn valid_up_to(charset: Charset, bytes: &[u8]) -> usize {
    match charset.validate(Isa::best(), bytes) {
        Ok(()) => bytes.len(),
        Err(error) => error.valid_up_to(),
    }
}

/// Each encoding is one static.
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

    /// By its name.
    impl Serialize for Encoding {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name)
        }
    }

    /// By a label.
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
