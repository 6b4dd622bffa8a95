//! Decodes and encodes whole texts in one call.

use crate::encoding::{Kind, valid_up_to};
use crate::{CoderResult, DecoderResult, Encoding, UTF_8};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use utflane::Charset;

impl Encoding {
    /// Decodes a whole text, with U+FFFD for each malformed sequence. A byte order mark is skipped
    /// and selects the encoding. Also returns the encoding, and whether there were malformed
    /// sequences.
    ///
    /// The result borrows `bytes` if the text is the same in UTF-8.
    ///
    /// # Panics
    ///
    /// If the length of the result overflows.
    ///
    /// ```
    /// use utflane_encoding_rs::{UTF_16LE, WINDOWS_1252};
    ///
    /// let (text, encoding, _) = WINDOWS_1252.decode(b"\xFF\xFEh\0i\0");
    /// assert_eq!((&*text, encoding), ("hi", UTF_16LE));
    /// ```
    #[inline]
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, &'static Encoding, bool) {
        let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((self, 0));
        let (text, had_errors) = encoding.decode_without_bom_handling(&bytes[mark..]);
        (text, encoding, had_errors)
    }

    /// Decodes like [`decode`](Self::decode), except that only the byte order mark of this encoding
    /// is skipped.
    ///
    /// # Panics
    ///
    /// If the length of the result overflows.
    #[inline]
    pub fn decode_with_bom_removal<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let mark = match Encoding::for_bom(bytes) {
            Some((encoding, mark)) if encoding == self => mark,
            _ => 0,
        };
        self.decode_without_bom_handling(&bytes[mark..])
    }

    /// Decodes like [`decode`](Self::decode), except that a byte order mark is text.
    ///
    /// # Panics
    ///
    /// If the length of the result overflows.
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let (mut text, mut rest) = match self.start(bytes) {
            Ok(text) => return (Cow::Borrowed(text), false),
            Err(start) => start,
        };
        let mut decoder = self.new_decoder_without_bom_handling();
        let mut had_errors = false;
        loop {
            let (result, read, has_replaced) = decoder.decode_to_string(rest, &mut text, true);
            had_errors |= has_replaced;
            rest = &rest[read..];
            match result {
                CoderResult::InputEmpty => return (Cow::Owned(text), had_errors),
                CoderResult::OutputFull => {
                    text.reserve(capacity(decoder.max_utf8_buffer_length(rest.len())));
                }
            }
        }
    }

    /// Decodes a whole text. A byte order mark is text. Returns `None` if a sequence is malformed.
    ///
    /// The result borrows `bytes` if the text is the same in UTF-8.
    ///
    /// # Panics
    ///
    /// If the length of the result overflows.
    pub fn decode_without_bom_handling_and_without_replacement<'a>(
        &'static self,
        bytes: &'a [u8],
    ) -> Option<Cow<'a, str>> {
        let (mut text, rest) = match self.start(bytes) {
            Ok(text) => return Some(Cow::Borrowed(text)),
            Err(_) if self == UTF_8 => return None,
            Err(start) => start,
        };
        let mut decoder = self.new_decoder_without_bom_handling();
        match decoder.decode_to_string_without_replacement(rest, &mut text, true) {
            (DecoderResult::InputEmpty, _) => Some(Cow::Owned(text)),
            // The capacity is enough for any well-formed text.
            (DecoderResult::OutputFull | DecoderResult::Malformed(..), _) => None,
        }
    }

    /// Returns a text that is the same in UTF-8. Otherwise returns its longest such prefix and the
    /// rest of the bytes. The `String` has capacity for the rest if it has no replacements.
    fn start<'a>(&'static self, bytes: &'a [u8]) -> Result<&'a str, (String, &'a [u8])> {
        let same = match self.kind {
            Kind::Text(Charset::Utf8) => Encoding::utf8_valid_up_to(bytes),
            Kind::Text(Charset::Iso2022Jp) => Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            _ if self.is_ascii_compatible() => Encoding::ascii_valid_up_to(bytes),
            _ => 0,
        };
        let (same, rest) = bytes.split_at(same);
        // SAFETY: these bytes were validated as UTF-8 or as ASCII.
        let same = unsafe { core::str::from_utf8_unchecked(same) };
        if rest.is_empty() {
            return Ok(same);
        }
        let decoder = self.new_decoder_without_bom_handling();
        let most = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        let len = most.and_then(|most| most.checked_add(same.len()));
        let mut text = String::with_capacity(capacity(len));
        text.push_str(same);
        Err((text, rest))
    }

    /// Encodes a whole text in the [output encoding](Self::output_encoding), with `&#…;` for each
    /// unmappable character. Also returns the output encoding, and whether there were unmappable
    /// characters.
    ///
    /// The result borrows `string` if the bytes are the same.
    ///
    /// # Panics
    ///
    /// If the length of the result overflows.
    ///
    /// ```
    /// use utflane_encoding_rs::EUC_KR;
    ///
    /// let (bytes, _, had_unmappables) = EUC_KR.encode("한 ☃");
    /// assert_eq!((&*bytes, had_unmappables), (&b"\xC7\xD1 &#9731;"[..], true));
    /// ```
    pub fn encode<'a>(&'static self, string: &'a str) -> (Cow<'a, [u8]>, &'static Encoding, bool) {
        let encoding = self.output_encoding();
        let bytes = string.as_bytes();
        let same = match encoding.kind {
            Kind::Text(Charset::Utf8) => bytes.len(),
            Kind::Text(Charset::Iso2022Jp) => Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            _ => valid_up_to(Charset::Ascii, bytes),
        };
        if same == bytes.len() {
            return (Cow::Borrowed(bytes), encoding, false);
        }
        let (same, mut rest) = string.split_at(same);
        let mut encoder = encoding.new_encoder();
        let most = encoder.max_buffer_length_from_utf8_if_no_unmappables(rest.len());
        let len = most.and_then(|most| most.checked_add(same.len()));
        let mut bytes = Vec::with_capacity(capacity(len));
        bytes.extend_from_slice(same.as_bytes());
        let mut had_unmappables = false;
        loop {
            let (result, read, has_replaced) =
                encoder.encode_from_utf8_to_vec(rest, &mut bytes, true);
            had_unmappables |= has_replaced;
            rest = &rest[read..];
            match result {
                CoderResult::InputEmpty => return (Cow::Owned(bytes), encoding, had_unmappables),
                CoderResult::OutputFull => {
                    let more = encoder.max_buffer_length_from_utf8_if_no_unmappables(rest.len());
                    bytes.reserve(capacity(more));
                }
            }
        }
    }
}

/// Unwraps a capacity.
///
/// # Panics
///
/// If the length overflowed.
fn capacity(len: Option<usize>) -> usize {
    len.expect("a text that memory could hold")
}
