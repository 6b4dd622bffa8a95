//! [`Validator`]: validation of a text in chunks.

use super::StreamError;
use super::pending::Pending;
use crate::convert::plan;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::memory;
use crate::{Encoding, Isa};
use core::marker::PhantomData;

/// Checks that text that arrives in chunks is well-formed.
///
/// The result does not depend on the chunk boundaries. It equals the result of
/// [`validate`](crate::validate) for the whole text. A character may be split across any number of
/// chunks. A validator does not allocate. Between calls it keeps only the beginning of an
/// incomplete character, at most 5 bytes.
///
/// ```
/// use utflane::{Utf8, stream::Validator};
///
/// let mut validator = Validator::<Utf8>::new();
/// for chunk in "ein Stück Text".as_bytes().chunks(6) {
///     validator.feed(chunk)?;
/// }
/// validator.finish()?;
/// assert_eq!(validator.position(), 15);
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
///
/// After the first error, every call of [`feed`](Self::feed) and [`finish`](Self::finish) returns
/// that error, so you only need to check the last result. To find the next error, call
/// [`resume`](Self::resume).
#[derive(Clone, Debug)]
pub struct Validator<E> {
    isa: Isa,
    /// Bytes of the stream read so far, including the pending ones. It is at least the number of
    /// pending bytes.
    bytes_read: u64,
    pending: Pending,
    error: Option<StreamError>,
    /// If there is an error, the number of bytes of its chunk up to the end of the malformed
    /// sequence.
    error_end: usize,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Validator<E> {
    /// Creates a validator at the start of a text, on [`Isa::best`].
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// assert_eq!(validator.feed("é".as_bytes()), Ok(()));
    /// ```
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// Creates a validator at the start of a text, on a given instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Utf8, stream::Validator};
    ///
    /// let isa = Isa::named("avx2").unwrap_or(Isa::best());
    /// assert_eq!(Validator::<Utf8>::with_isa(isa).feed("é".as_bytes()), Ok(()));
    /// ```
    pub const fn with_isa(isa: Isa) -> Self {
        Validator {
            isa,
            bytes_read: 0,
            pending: Pending::NONE,
            error: None,
            error_end: 0,
            encoding: PhantomData,
        }
    }

    /// Validates the next chunk, which may have any length, including 0.
    ///
    /// # Errors
    ///
    /// Returns the first malformed sequence of the stream. The rest of the chunk is not validated.
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// validator.feed(b"5 \xE2\x82")?;
    /// assert_eq!((validator.position(), validator.pending()), (2, 2));
    /// validator.feed(b"\xAC")?;
    /// validator.finish()?;
    /// # Ok::<(), utflane::stream::StreamError>(())
    /// ```
    pub fn feed(&mut self, chunk: &[E::Unit]) -> Result<(), StreamError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let src = memory::bytes(chunk);
        let mut read = 0;
        loop {
            if self.pending.is_empty() {
                let rest = E::SCHEME.without_ambiguous_tail(&src[read..]);
                read += plan::valid_bytes(self.isa, E::SCHEME, rest);
                if read == src.len() {
                    break;
                }
            }
            match self.feed_character(src, read)? {
                Some(len) => read += len,
                None => break,
            }
        }
        self.bytes_read = self.bytes_read.saturating_add(src.len() as u64);
        Ok(())
    }

    /// Validates the pending character. If there is none, validates the character after the first
    /// `read` bytes of a chunk. Returns the number of its bytes in the chunk, or `None` if the
    /// chunk ends within it.
    #[inline(never)]
    fn feed_character(&mut self, src: &[u8], read: usize) -> Result<Option<usize>, StreamError> {
        let joined = self.pending.joined(&src[read..]);
        match E::SCHEME.decode_chunk(&joined) {
            Ok((_, len)) => Ok(Some(self.pending.advance(len))),
            Err(malformed) if malformed.len.is_some() => Err(self.fail(read, &joined, malformed)),
            Err(_) => {
                self.pending.keep(joined);
                Ok(None)
            }
        }
    }

    /// Stores the error of the malformed sequence after the first `read` bytes of the chunk, and
    /// moves the position to the end of that sequence. `joined` begins with the sequence.
    #[cold]
    fn fail(&mut self, read: usize, joined: &[u8], malformed: Malformed) -> StreamError {
        let position = self.bytes_read.saturating_add(read as u64) - self.pending.len() as u64;
        let error = StreamError::malformed_at::<E>(position, joined, malformed);
        let len = malformed.len.map_or(self.pending.len(), usize::from);
        self.error_end = read + self.pending.advance(len);
        self.bytes_read = self.bytes_read.saturating_add(self.error_end as u64);
        self.error = Some(error);
        error
    }

    /// Ends the text, and checks that its last character is complete.
    ///
    /// # Errors
    ///
    /// Returns the error that [`feed`](Self::feed) found, or else the incomplete character at the
    /// end of the text.
    ///
    /// ```
    /// use utflane::{Utf16, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf16>::new();
    /// validator.feed(&[0x68, 0x69, 0xD83D])?;
    /// let error = validator.finish().unwrap_err();
    /// assert_eq!(error.position(), 2);
    /// assert_eq!(error.to_string(), "incomplete utf-16 unit sequence from index 2");
    /// # Ok::<(), utflane::stream::StreamError>(())
    /// ```
    pub fn finish(&mut self) -> Result<(), StreamError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        while !self.pending.is_empty() {
            let joined = self.pending.joined(&[]);
            match E::SCHEME.decode(&joined) {
                Ok((_, len)) => self.pending.advance(len),
                Err(malformed) => return Err(self.fail(0, &joined, malformed)),
            };
        }
        Ok(())
    }

    /// Clears the error, so that validation resumes after the malformed sequence. Returns the
    /// number of units of the last chunk that were validated. Pass the others to
    /// [`feed`](Self::feed) again.
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// let mut positions = Vec::new();
    /// for mut chunk in [&b"a\xFFb\xE2"[..], b"c\xC0"] {
    ///     while let Err(error) = validator.feed(chunk) {
    ///         positions.push(error.position());
    ///         chunk = &chunk[validator.resume()..];
    ///     }
    /// }
    /// assert_eq!(positions, [1, 3, 5]);
    /// ```
    pub const fn resume(&mut self) -> usize {
        let read = if self.error.is_some() {
            self.error_end
        } else {
            0
        };
        self.error = None;
        read / unit_size::<E>()
    }

    /// Returns the position in the stream, in units, at which validation resumes. All units before
    /// it belong to complete characters, or to malformed sequences that were reported. The
    /// [pending](Self::pending) units follow it.
    pub const fn position(&self) -> u64 {
        (self.bytes_read - self.pending.len() as u64) / unit_size::<E>() as u64
    }

    /// Returns the number of units, 0 to 5, of the incomplete character at the end of the text so
    /// far. The character may begin in an earlier chunk.
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new();
    /// assert_eq!(validator.feed(b"5 \xE2\x82"), Ok(()));
    /// assert_eq!(validator.pending(), 2);
    /// ```
    pub const fn pending(&self) -> usize {
        self.pending.len() / unit_size::<E>()
    }
}

impl<E: Encoding> Default for Validator<E> {
    fn default() -> Self {
        Self::new()
    }
}
