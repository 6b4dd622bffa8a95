//! Text to an encoding, in pieces.

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

/// An encoder of one text, which comes in pieces of UTF-8 or UTF-16.
///
/// A call reads from `src` and writes to `dst` until the input is empty, or the next character does
/// not fit into the output, or, without replacement, the encoding does not have a character. It
/// returns why it stopped, how many units it has read and how many bytes it has written, and with
/// replacement whether there were such characters, which become `&#…;` with their number: for one,
/// 10 bytes are kept free. The next call takes the rest of `src`. `last` says that the text ends
/// with `src`; only ISO-2022-JP has something to write then.
///
/// Pieces of UTF-16 end with whole characters: an unpaired surrogate is U+FFFD. What is behind the
/// bytes written is unspecified.
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

    /// The encoding.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether this is an encoder to ISO-2022-JP in another state than ASCII.
    #[inline]
    pub fn has_pending_state(&self) -> bool {
        matches!(&self.target, Target::Iso2022Jp(stream) if !stream.is_neutral())
    }

    /// Encodes from here, up to a character that the encoding does not have; also how many units
    /// are read.
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

    /// Ends the text, if that is what comes next.
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

    /// Why a call returns that has no more room: it may be done all the same.
    fn full(&self, is_empty: bool, last: bool) -> CoderResult {
        match is_empty && !(last && self.has_pending_state()) {
            true => CoderResult::InputEmpty,
            false => CoderResult::OutputFull,
        }
    }

    /// Encodes from UTF-8, with `&#…;` for a character that the encoding does not have.
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

    /// [`encode_from_utf8`](Self::encode_from_utf8) to the end of a `Vec`, which does not grow
    /// beyond its capacity. Returns how many bytes are read.
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

    /// Encodes from UTF-8, up to a character that the encoding does not have.
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

    /// [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement) to the
    /// end of a `Vec`, which does not grow beyond its capacity. Returns how many bytes are read.
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec_without_replacement(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (EncoderResult, usize) {
        append(dst, |out| self.run_strict(&src, out, last))
    }

    /// Encodes from UTF-16, with `&#…;` for a character that the encoding does not have.
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

    /// Encodes from UTF-16, up to a character that the encoding does not have.
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

    /// The bytes that `byte_length` bytes of UTF-8 become at most if the encoding has their
    /// characters; `None` if a `usize` cannot hold that.
    pub fn max_buffer_length_from_utf8_if_no_unmappables(
        &self,
        byte_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf8_without_replacement(byte_length))
    }

    /// The bytes that `byte_length` bytes of UTF-8 become at most without replacement; `None` if a
    /// `usize` cannot hold that.
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

    /// The bytes that `u16_length` units of UTF-16 become at most if the encoding has their
    /// characters; `None` if a `usize` cannot hold that.
    pub fn max_buffer_length_from_utf16_if_no_unmappables(
        &self,
        u16_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf16_without_replacement(u16_length))
    }

    /// The bytes that `u16_length` units of UTF-16 become at most without replacement; `None` if a
    /// `usize` cannot hold that.
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

    /// A length, and that of one reference: for those who ask with a text that needs one.
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
