//! Validation of a text in chunks.

use super::StreamError;
use super::pending::Pending;
use crate::buffer::memory;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::{Encoding, Isa};
use core::marker::PhantomData;

/// Checks that a text that arrives in chunks is well-formed.
///
/// The result does not depend on where the text is cut: it is that of [`validate`](crate::validate)
/// for the whole text, and a character may lie in any number of chunks. Nothing is allocated; all
/// that is kept between calls is the beginning of a character, 5 bytes at most.
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
/// After the first error, [`feed`](Self::feed) and [`finish`](Self::finish) return that error again
/// and again, so it is enough to check the last result. To find the next error, call
/// [`resume`](Self::resume).
#[derive(Clone, Debug)]
pub struct Validator<E> {
    isa: Isa,
    /// Bytes of the stream read so far, including the pending ones; at least the number of these.
    taken: u64,
    pending: Pending,
    error: Option<StreamError>,
    /// Bytes of the chunk with the error up to and including the malformed sequence.
    read: usize,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Validator<E> {
    /// Creates a validator at the start of a text, on [`Isa::best`].
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// Creates a validator at the start of a text, on a given instruction set.
    pub const fn with_isa(isa: Isa) -> Self {
        Validator {
            isa,
            taken: 0,
            pending: Pending::NONE,
            error: None,
            read: 0,
            encoding: PhantomData,
        }
    }

    /// Validates the next chunk, which may have any length, including 0.
    ///
    /// # Errors
    ///
    /// The first malformed sequence of the stream. The rest of the chunk is not validated.
    pub fn feed(&mut self, chunk: &[E::Unit]) -> Result<(), StreamError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let src = memory::bytes(chunk);
        let mut read = 0;
        loop {
            if self.pending.is_empty() {
                let rest = E::SCHEME.without_undecided(&src[read..]);
                read += self.isa.valid_bytes(E::SCHEME, rest);
                if read == src.len() {
                    break;
                }
            }
            match self.feed_one(src, read)? {
                Some(len) => read += len,
                None => break,
            }
        }
        self.taken = self.taken.saturating_add(src.len() as u64);
        Ok(())
    }

    /// Validates the character that is pending, or else after the first `read` bytes of a chunk.
    /// Returns the number of its bytes in the chunk, `None` if the chunk ends within it.
    #[inline(never)]
    fn feed_one(&mut self, src: &[u8], read: usize) -> Result<Option<usize>, StreamError> {
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

    /// Keeps the error for the malformed sequence after the first `read` bytes of the chunk, with
    /// which `joined` begins, and moves the position to the end of that sequence.
    #[cold]
    fn fail(&mut self, read: usize, joined: &[u8], malformed: Malformed) -> StreamError {
        let position = self.taken.saturating_add(read as u64) - self.pending.len() as u64;
        let error = StreamError::malformed_at::<E>(position, joined, malformed);
        let len = malformed.len.map_or(self.pending.len(), usize::from);
        self.read = read + self.pending.advance(len);
        self.taken = self.taken.saturating_add(self.read as u64);
        self.error = Some(error);
        error
    }

    /// Declares that the text ends here.
    ///
    /// # Errors
    ///
    /// The error that [`feed`](Self::feed) has found, or else the incomplete character at the end
    /// of the text.
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
        match self.error {
            Some(error) => Err(error),
            None => {
                while !self.pending.is_empty() {
                    let joined = self.pending.joined(&[]);
                    match E::SCHEME.decode(&joined) {
                        Ok((_, len)) => self.pending.advance(len),
                        Err(malformed) => return Err(self.fail(0, &joined, malformed)),
                    };
                }
                Ok(())
            }
        }
    }

    /// Clears the error, so that validation resumes after the malformed sequence. Returns how many
    /// units of the last chunk are done with, 0 to its length: feed the others again.
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
        let read = if self.error.is_some() { self.read } else { 0 };
        self.error = None;
        read / unit_size::<E>()
    }

    /// Number of units of the stream before the position where validation resumes: whole characters
    /// and reported malformed sequences. [Pending](Self::pending) units do not count.
    pub const fn position(&self) -> u64 {
        (self.taken - self.pending.len() as u64) / unit_size::<E>() as u64
    }

    /// Number of units, 0 to 5, of the incomplete character at the end of the last chunk.
    pub const fn pending(&self) -> usize {
        self.pending.len() / unit_size::<E>()
    }
}

impl<E: Encoding> Default for Validator<E> {
    fn default() -> Self {
        Self::new()
    }
}
