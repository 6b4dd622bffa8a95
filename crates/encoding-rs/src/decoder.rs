//! The decoder: converts a text in any encoding, which arrives in chunks, to UTF-8 or UTF-16.

use crate::encoding::Encoding;
use crate::longest::Longest;
use crate::output::Output;
#[cfg(feature = "alloc")]
use crate::output::append;
use crate::source::{LONGEST, Mode, Source, Stop, decode_prefix, known_stop};
use crate::{CoderResult, DecoderResult, UTF_8, UTF_16BE, UTF_16LE};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;

/// Decodes one text, which arrives in chunks of any length, to UTF-8 or UTF-16.
///
/// A call reads from `src` and writes whole characters to `dst`. It stops when the input is empty,
/// when the next character does not fit into the output, or, without replacement, at a malformed
/// sequence. It returns:
///
/// - the reason why it stopped;
/// - the number of bytes read;
/// - the number of code units written;
/// - with replacement, whether it replaced malformed sequences.
///
/// Pass the rest of `src` to the next call. Set `last` if the text ends with `src`.
///
/// The contents of `dst` after the written code units are unspecified. A `str` stays well-formed:
/// if its old text was cut within a character, the remaining bytes of that character become zeros.
///
/// ```
/// use utflane_encoding_rs::{CoderResult, UTF_16LE, WINDOWS_1252};
///
/// let mut decoder = WINDOWS_1252.new_decoder();
/// let mut units = [0; 8];
/// let step = decoder.decode_to_utf16(b"\xFF", &mut units, false);
/// assert_eq!(step, (CoderResult::InputEmpty, 1, 0, false));
/// let step = decoder.decode_to_utf16(b"\xFEh\0i\0", &mut units, true);
/// assert_eq!(step, (CoderResult::InputEmpty, 5, 2, false));
/// assert_eq!(units[..2], [0x68, 0x69]);
/// assert_eq!(decoder.encoding(), UTF_16LE);
/// ```
pub struct Decoder {
    encoding: &'static Encoding,
    marks: Marks,
    /// Bytes that were read and not decoded yet: a partial byte order mark, or bytes that turned
    /// out not to be one.
    held: [u8; 2],
    held_len: usize,
    source: Source,
}

/// The byte order marks that the decoder recognises at the current position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// Marks of all encodings.
    Any,
    /// The mark of the decoder's own encoding.
    Own,
    /// No mark.
    None,
}

/// The state of a byte order mark after another byte.
enum Mark {
    Complete(&'static Encoding),
    Begun,
}

/// The result type of a call.
trait Result {
    fn of(stop: Stop) -> Self;
}

impl Result for CoderResult {
    fn of(stop: Stop) -> Self {
        match stop {
            Stop::InputEmpty => CoderResult::InputEmpty,
            // Calls with replacement never stop at malformed sequences.
            Stop::OutputFull | Stop::Malformed(..) | Stop::HighSurrogate(_) => {
                CoderResult::OutputFull
            }
        }
    }
}

impl Result for DecoderResult {
    fn of(stop: Stop) -> Self {
        match stop {
            Stop::InputEmpty => DecoderResult::InputEmpty,
            Stop::OutputFull => DecoderResult::OutputFull,
            Stop::Malformed(len, after) => DecoderResult::Malformed(len, after),
            Stop::HighSurrogate(_) => DecoderResult::Malformed(2, 2),
        }
    }
}

impl Decoder {
    pub(crate) fn sniffing(encoding: &'static Encoding) -> Decoder {
        Self::new(encoding, Marks::Any)
    }

    pub(crate) fn removing(encoding: &'static Encoding) -> Decoder {
        let has_mark = [UTF_8, UTF_16LE, UTF_16BE].contains(&encoding);
        Self::new(encoding, if has_mark { Marks::Own } else { Marks::None })
    }

    pub(crate) fn plain(encoding: &'static Encoding) -> Decoder {
        Self::new(encoding, Marks::None)
    }

    fn new(encoding: &'static Encoding, marks: Marks) -> Decoder {
        Decoder {
            encoding,
            marks,
            held: [0; 2],
            held_len: 0,
            source: Source::new(encoding),
        }
    }

    /// Returns the encoding. It changes when the decoder reads the byte order mark of another
    /// encoding.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns the mark that the held bytes and `byte` form, completely or partly.
    fn mark(&self, byte: u8) -> Option<Mark> {
        let marks: [(&[u8], _); 3] = [
            (b"\xEF\xBB\xBF", UTF_8),
            (b"\xFE\xFF", UTF_16BE),
            (b"\xFF\xFE", UTF_16LE),
        ];
        let held = &self.held[..self.held_len];
        marks.into_iter().find_map(|(mark, encoding)| {
            if self.marks == Marks::Own && encoding != self.encoding {
                return None;
            }
            match mark.strip_prefix(held)? {
                [next] if *next == byte => Some(Mark::Complete(encoding)),
                [next, _, ..] if *next == byte => Some(Mark::Begun),
                _ => None,
            }
        })
    }

    /// Reads a byte order mark, or the beginning of one. Returns the number of bytes read.
    #[inline(never)]
    fn read_mark(&mut self, src: &[u8]) -> usize {
        for (at, &byte) in src.iter().enumerate() {
            match self.mark(byte) {
                Some(Mark::Begun) => {
                    self.held[self.held_len] = byte;
                    self.held_len += 1;
                }
                Some(Mark::Complete(encoding)) => {
                    if encoding != self.encoding {
                        self.encoding = encoding;
                        self.source = Source::new(encoding);
                    }
                    self.held_len = 0;
                    self.marks = Marks::None;
                    return at + 1;
                }
                None => {
                    self.marks = Marks::None;
                    return at;
                }
            }
        }
        src.len()
    }

    /// Reads the rest of the unit after a high surrogate into the held bytes. `after` bytes of the
    /// unit were read already. Returns the number of bytes read.
    fn hold(&mut self, src: &[u8], after: u8) -> usize {
        let missing = 2_usize
            .saturating_sub(usize::from(after) + self.held_len)
            .min(src.len());
        let end = self.held_len + missing;
        self.held[self.held_len..end].copy_from_slice(&src[..missing]);
        self.held_len = end;
        missing
    }

    /// Runs a call. Returns the reason why it stopped and the number of bytes read. `is_stateless`
    /// says whether `src` may begin with a character that can be decoded without a state.
    #[inline(never)]
    fn run(
        &mut self,
        src: &[u8],
        out: &mut Output,
        mode: Mode,
        last: bool,
        is_stateless: bool,
    ) -> (Stop, usize) {
        match self.marks == Marks::None && self.held_len == 0 {
            true => self.run_text(src, out, mode, last, 0, is_stateless),
            false => self.run_start(src, out, mode, last),
        }
    }

    /// Runs a call that begins with a byte order mark or with held bytes.
    fn run_start(&mut self, src: &[u8], out: &mut Output, mode: Mode, last: bool) -> (Stop, usize) {
        let mut read = 0;
        if self.marks != Marks::None {
            read = self.read_mark(src);
            if self.marks != Marks::None {
                if !last {
                    return (Stop::InputEmpty, read);
                }
                self.marks = Marks::None;
            }
        }
        while self.held_len > 0 {
            let held = self.held;
            let (done, stop) = self.source.decode(&held[..self.held_len], out, mode, true);
            self.held.copy_within(done.., 0);
            self.held_len -= done;
            match stop {
                Stop::InputEmpty => {}
                Stop::OutputFull => return (stop, read),
                Stop::Malformed(len, after) => {
                    return (Stop::Malformed(len, after + self.held_len as u8), read);
                }
                Stop::HighSurrogate(after) => {
                    read += self.hold(&src[read..], after);
                    return (Stop::Malformed(2, 2), read);
                }
            }
        }
        self.run_text(src, out, mode, last, read, true)
    }

    /// Runs a call from byte `read` of the input on.
    fn run_text(
        &mut self,
        src: &[u8],
        out: &mut Output,
        mode: Mode,
        last: bool,
        mut read: usize,
        is_stateless: bool,
    ) -> (Stop, usize) {
        let (done, mut stop) = self.source.decode(&src[read..], out, mode, is_stateless);
        read += done;
        if let Stop::HighSurrogate(after) = stop {
            read += self.hold(&src[read..], after);
            return (Stop::Malformed(2, 2), read);
        }
        if last && matches!(stop, Stop::InputEmpty) {
            stop = self.source.finish(out, mode);
        }
        (stop, read)
    }

    /// Decodes to a slice. Returns the result, the number of bytes read and written, and whether
    /// malformed sequences were replaced.
    fn decode<R: Result>(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        mode: Mode,
        last: bool,
    ) -> (R, usize, usize, bool) {
        let (mut at, mut is_stateless) = ((0, 0), true);
        if let (Marks::None, 0, Source::Text(charset, None)) =
            (self.marks, self.held_len, &self.source)
        {
            at = decode_prefix(*charset, src, dst, mode);
            let free = dst.len() - at.1;
            // Most calls end here.
            if let Some(stop) = known_stop(src.len() - at.0, free, mode) {
                return (R::of(stop), at.0, at.1, false);
            }
            is_stateless = *charset == mode.target || free < LONGEST;
        }
        let mut out = Output::new(&mut dst[at.1..]);
        let (stop, read) = self.run(&src[at.0..], &mut out, mode, last, is_stateless);
        (
            R::of(stop),
            at.0 + read,
            at.1 + out.written,
            out.has_replaced,
        )
    }

    /// Decodes to a `str`, which stays well-formed.
    fn decode_str<R: Result>(
        &mut self,
        src: &[u8],
        dst: &mut str,
        mode: Mode,
        last: bool,
    ) -> (R, usize, usize, bool) {
        // SAFETY: with `preserve_tail`, the call writes whole characters and nothing after them.
        // Then `clear_cut_character` replaces the rest of a cut character by zeros.
        let dst = unsafe { dst.as_bytes_mut() };
        let step = self.decode(src, dst, mode.preserving_tail(), last);
        clear_cut_character(dst, step.2);
        step
    }

    /// Decodes to the spare capacity of a `String`.
    #[cfg(feature = "alloc")]
    fn decode_string<R: Result>(
        &mut self,
        src: &[u8],
        dst: &mut String,
        mode: Mode,
        last: bool,
    ) -> (R, usize, bool) {
        // SAFETY: the decoder appends whole characters of UTF-8.
        let dst = unsafe { dst.as_mut_vec() };
        append(dst, |out| {
            let (stop, read) = self.run(src, out, mode, last, true);
            (R::of(stop), read, out.has_replaced)
        })
    }

    /// Decodes to UTF-8, with U+FFFD for each malformed sequence.
    pub fn decode_to_utf8(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        self.decode(src, dst, Mode::UTF8.lossy(), last)
    }

    /// Decodes like [`decode_to_utf8`](Self::decode_to_utf8), to a `str`. It stays well-formed:
    /// remaining bytes of a cut character after the written bytes become zeros.
    pub fn decode_to_str(
        &mut self,
        src: &[u8],
        dst: &mut str,
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        self.decode_str(src, dst, Mode::UTF8.lossy(), last)
    }

    /// Decodes like [`decode_to_utf8`](Self::decode_to_utf8), and appends to a `String` within its
    /// capacity. Returns the result, the number of bytes read, and whether malformed sequences
    /// were replaced.
    #[cfg(feature = "alloc")]
    pub fn decode_to_string(
        &mut self,
        src: &[u8],
        dst: &mut String,
        last: bool,
    ) -> (CoderResult, usize, bool) {
        self.decode_string(src, dst, Mode::UTF8.lossy(), last)
    }

    /// Decodes to UTF-8. Stops at a malformed sequence.
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, read, written, _) = self.decode(src, dst, Mode::UTF8, last);
        (result, read, written)
    }

    /// Decodes like
    /// [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement), to a
    /// `str`. It stays well-formed: remaining bytes of a cut character after the written bytes
    /// become zeros.
    pub fn decode_to_str_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut str,
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (result, read, written, _) = self.decode_str(src, dst, Mode::UTF8, last);
        (result, read, written)
    }

    /// Decodes like
    /// [`decode_to_utf8_without_replacement`](Self::decode_to_utf8_without_replacement), and
    /// appends to a `String` within its capacity. Returns the result and the number of bytes read.
    #[cfg(feature = "alloc")]
    pub fn decode_to_string_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut String,
        last: bool,
    ) -> (DecoderResult, usize) {
        let (result, read, _) = self.decode_string(src, dst, Mode::UTF8, last);
        (result, read)
    }

    /// Decodes to UTF-16, with U+FFFD for each malformed sequence.
    pub fn decode_to_utf16(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let dst = utflane::unit_bytes_mut(dst);
        let (result, read, written, replaced) = self.decode(src, dst, Mode::UTF16.lossy(), last);
        (result, read, written / 2, replaced)
    }

    /// Decodes to UTF-16. Stops at a malformed sequence.
    pub fn decode_to_utf16_without_replacement(
        &mut self,
        src: &[u8],
        dst: &mut [u16],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let dst = utflane::unit_bytes_mut(dst);
        let (result, read, written, _) = self.decode(src, dst, Mode::UTF16, last);
        (result, read, written / 2)
    }

    /// Returns the largest number of UTF-8 bytes that the pending bytes and `byte_length` more
    /// bytes can become, with replacement. Returns `None` if it overflows `usize`.
    pub fn max_utf8_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, Longest::utf8)
    }

    /// Returns the same as [`max_utf8_buffer_length`](Self::max_utf8_buffer_length), without
    /// replacement.
    pub fn max_utf8_buffer_length_without_replacement(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, Longest::utf8_without_replacement)
    }

    /// Returns the largest number of UTF-16 code units that the pending bytes and `byte_length`
    /// more bytes can become. Returns `None` if it overflows `usize`.
    pub fn max_utf16_buffer_length(&self, byte_length: usize) -> Option<usize> {
        self.most(byte_length, Longest::utf16)
    }

    /// Returns the largest length of the output, in any encoding that a byte order mark may still
    /// select.
    fn most(&self, more: usize, length: fn(Longest, usize) -> Option<usize>) -> Option<usize> {
        let longest = Longest::of(self.encoding);
        let pending = match longest {
            // Two pending bytes are one character or one malformed sequence.
            Longest::Euc => self.source.pending().min(1),
            _ => self.source.pending(),
        };
        let bytes = more.checked_add(self.held_len + pending)?;
        let own = length(longest, bytes)?;
        if self.marks != Marks::Any {
            return Some(own);
        }
        let marked: &[Longest] = match self.held[..self.held_len] {
            [] => &[Longest::Utf8, Longest::Utf16],
            [0xEF, ..] => &[Longest::Utf8],
            _ => &[Longest::Utf16],
        };
        let mut marked = marked.iter().map(|longest| length(*longest, bytes));
        marked.try_fold(own, |most, len| Some(most.max(len?)))
    }

    /// Returns the length of the prefix of `bytes`, the next input, in which each byte stands for
    /// the code point of the same number. Returns `None` if the decoder is within a sequence or a
    /// byte order mark, or if its encoding has no such bytes.
    pub fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> Option<usize> {
        match self.marks == Marks::None && self.held_len == 0 {
            true => self.source.latin1_up_to(self.encoding, bytes),
            false => None,
        }
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder")
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}

/// Replaces continuation bytes at `at`, the rest of a cut character, by zeros.
pub(crate) fn clear_cut_character(dst: &mut [u8], at: usize) {
    let is_continuation = |byte: &&mut u8| **byte & 0xC0 == 0x80;
    let cut = dst[at..].iter_mut().take_while(is_continuation);
    cut.for_each(|byte| *byte = 0);
}
