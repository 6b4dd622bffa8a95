//! The encoder: converts UTF-8 or UTF-16, which arrives in chunks, to any encoding.

use crate::encoding::{Encoding, Kind};
use crate::output::Output;
#[cfg(feature = "alloc")]
use crate::output::append;
use crate::reference::Reference;
use crate::target::{Input, Stop, Target};
use crate::{CoderResult, EncoderResult};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;
use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status};

/// Encodes one text, which arrives in chunks of UTF-8 or UTF-16.
///
/// A call reads from `src` and writes to `dst`. It stops when the input is empty, when the next
/// character does not fit into the output, or, without replacement, at an unmappable character,
/// which the encoding cannot represent. It returns:
///
/// - the reason why it stopped;
/// - the number of code units read;
/// - the number of bytes written;
/// - with replacement, whether it replaced unmappable characters.
///
/// The replacement is `&#…;` with the number of the character. The encoder keeps 10 bytes of the
/// output free for it. Pass the rest of `src` to the next call. Set `last` if the text ends with
/// `src`. Only ISO-2022-JP writes anything at the end.
///
/// A chunk of UTF-16 must end with a whole character, because an unpaired surrogate becomes U+FFFD.
/// The contents of `dst` after the written bytes are unspecified.
///
/// ```
/// use utflane_encoding_rs::{CoderResult, WINDOWS_1252};
///
/// let mut encoder = WINDOWS_1252.new_encoder();
/// let mut bytes = [0; 16];
/// let step = encoder.encode_from_utf8("10 € ☃", &mut bytes, true);
/// assert_eq!(step, (CoderResult::InputEmpty, 10, 12, true));
/// assert_eq!(&bytes[..12], b"10 \x80 &#9731;");
/// ```
pub struct Encoder {
    encoding: &'static Encoding,
    target: Target,
}

impl Encoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Encoder {
        let target = match encoding.kind {
            Kind::Text(Charset::Utf8) | Kind::Replacement => Target::Utf8,
            Kind::Text(charset @ Charset::Iso2022Jp) => {
                Target::Iso2022Jp(AnyTranscoder::new(Charset::Utf16, charset))
            }
            Kind::Text(charset) => Target::Text(charset),
            Kind::UserDefined => Target::UserDefined,
        };
        Encoder { encoding, target }
    }

    /// Returns the encoding.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns whether this is an ISO-2022-JP encoder in a state other than ASCII.
    #[inline]
    pub fn has_pending_state(&self) -> bool {
        matches!(&self.target, Target::Iso2022Jp(stream) if !stream.is_initial_state())
    }

    /// Encodes from the index `from`. Stops at an unmappable character. Also returns the number of
    /// code units read.
    fn run(
        &mut self,
        src: &impl Input,
        from: usize,
        out: &mut Output,
        last: bool,
    ) -> (Stop, usize) {
        let (read, stop) = src.encode(from, &mut self.target, out);
        (self.end(stop, out, last), read)
    }

    /// Ends the text if all input was read and `last` is set.
    fn end(&mut self, stop: Stop, out: &mut Output, last: bool) -> Stop {
        match (&mut self.target, &stop) {
            (Target::Iso2022Jp(stream), Stop::InputEmpty) if last => {
                match out.finish(stream, false) {
                    Status::InputEmpty => stop,
                    _ => Stop::OutputFull,
                }
            }
            _ => stop,
        }
    }

    fn run_strict<I: Input>(
        &mut self,
        src: &I,
        out: &mut Output,
        last: bool,
    ) -> (EncoderResult, usize) {
        let (stop, read) = self.run(src, 0, out, last);
        match stop {
            Stop::InputEmpty => (EncoderResult::InputEmpty, read),
            Stop::OutputFull => (EncoderResult::OutputFull, read),
            Stop::Unmappable(character, units) => {
                (EncoderResult::Unmappable(character), read + units)
            }
        }
    }

    fn run_lossy<I: Input>(
        &mut self,
        src: &I,
        out: &mut Output,
        last: bool,
    ) -> (CoderResult, usize) {
        let reserve = match self.encoding.can_encode_everything() {
            true => 0,
            false => Reference::LONGEST,
        };
        let mut read = 0;
        if out.free() < reserve {
            return (self.full(src.len() == 0, last), read);
        }
        out.reserve(reserve);
        loop {
            let (stop, more) = self.run(src, read, out, last);
            read += more;
            match stop {
                Stop::InputEmpty => return (CoderResult::InputEmpty, read),
                Stop::OutputFull => return (CoderResult::OutputFull, read),
                Stop::Unmappable(character, units) => {
                    out.push_reserved(Reference::new(character).bytes());
                    out.has_replaced = true;
                    read += units;
                }
            }
            if out.free() == 0 {
                return (self.full(read == src.len(), last), read);
            }
        }
    }

    /// Returns the result of a call whose output has no space left. The call may still be complete.
    fn full(&self, is_empty: bool, last: bool) -> CoderResult {
        match is_empty && !(last && self.has_pending_state()) {
            true => CoderResult::InputEmpty,
            false => CoderResult::OutputFull,
        }
    }

    /// Encodes from UTF-8, with `&#…;` for each unmappable character.
    pub fn encode_from_utf8(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_lossy(&src, &mut out, last);
        (result, read, out.written, out.has_replaced)
    }

    /// Encodes like [`encode_from_utf8`](Self::encode_from_utf8), and appends to a `Vec` within its
    /// capacity. Returns the result, the number of bytes read, and whether unmappable characters
    /// were replaced.
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (CoderResult, usize, bool) {
        append(dst, |out| {
            let (result, read) = self.run_lossy(&src, out, last);
            (result, read, out.has_replaced)
        })
    }

    /// Encodes from UTF-8. Stops at an unmappable character.
    pub fn encode_from_utf8_without_replacement(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_strict(&src, &mut out, last);
        (result, read, out.written)
    }

    /// Encodes like
    /// [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement), and
    /// appends to a `Vec` within its capacity. Returns the result and the number of bytes read.
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec_without_replacement(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (EncoderResult, usize) {
        append(dst, |out| self.run_strict(&src, out, last))
    }

    /// Encodes from UTF-16, with `&#…;` for each unmappable character.
    pub fn encode_from_utf16(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_lossy(&src, &mut out, last);
        (result, read, out.written, out.has_replaced)
    }

    /// Encodes from UTF-16. Stops at an unmappable character.
    pub fn encode_from_utf16_without_replacement(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_strict(&src, &mut out, last);
        (result, read, out.written)
    }

    /// Returns the largest number of bytes that `byte_length` bytes of UTF-8 can become if the
    /// encoding has all their characters. Returns `None` if it overflows `usize`.
    pub fn max_buffer_length_from_utf8_if_no_unmappables(
        &self,
        byte_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf8_without_replacement(byte_length))
    }

    /// Returns the largest number of bytes that `byte_length` bytes of UTF-8 can become without
    /// replacement. Returns `None` if it overflows `usize`.
    pub fn max_buffer_length_from_utf8_without_replacement(
        &self,
        byte_length: usize,
    ) -> Option<usize> {
        match &self.target {
            Target::Utf8 | Target::UserDefined => Some(byte_length),
            Target::Iso2022Jp(_) => byte_length.checked_mul(3)?.checked_add(3),
            Target::Text(Charset::Gb18030) => byte_length.checked_mul(2)?.checked_add(2),
            Target::Text(Charset::Gbk) => byte_length.checked_add(3),
            Target::Text(charset) if charset.is_code_page() => Some(byte_length),
            Target::Text(_) => byte_length.checked_add(1),
        }
    }

    /// Returns the largest number of bytes that `u16_length` UTF-16 code units can become if the
    /// encoding has all their characters. Returns `None` if it overflows `usize`.
    pub fn max_buffer_length_from_utf16_if_no_unmappables(
        &self,
        u16_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf16_without_replacement(u16_length))
    }

    /// Returns the largest number of bytes that `u16_length` UTF-16 code units can become without
    /// replacement. Returns `None` if it overflows `usize`.
    pub fn max_buffer_length_from_utf16_without_replacement(
        &self,
        u16_length: usize,
    ) -> Option<usize> {
        match &self.target {
            Target::Utf8 => u16_length.checked_mul(3),
            Target::UserDefined => Some(u16_length),
            Target::Iso2022Jp(_) => {
                let half = u16_length / 2 + u16_length % 2;
                u16_length.checked_mul(4)?.checked_add(half)?.checked_add(3)
            }
            Target::Text(Charset::Gb18030) => u16_length.checked_mul(4),
            Target::Text(Charset::Gbk) => u16_length.checked_mul(2)?.checked_add(2),
            Target::Text(charset) if charset.is_code_page() => Some(u16_length),
            Target::Text(_) => u16_length.checked_mul(2),
        }
    }

    /// Adds the length of one reference, because the encoder keeps that space free.
    fn with_reference(&self, len: Option<usize>) -> Option<usize> {
        match self.encoding.can_encode_everything() {
            true => len,
            false => len?.checked_add(Reference::LONGEST),
        }
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}
