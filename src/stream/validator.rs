//! Validation of a text that arrives in chunks.

use super::StreamError;
use super::pending::Pending;
use crate::encoding::unit_size;
use crate::malformed::Malformed;
use crate::memory;
use crate::scheme::Scheme;
use crate::{Encoding, ErrorKind, Isa};
use core::fmt;
use core::marker::PhantomData;

/// Checks that a text that arrives in chunks is well-formed.
///
/// However the text is cut, the answer is that of [`validate`](crate::validate) for the whole: a
/// character may lie in any number of chunks. Nothing is allocated; a beginning of a character, 3
/// bytes at most, is all that is kept.
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
/// The first error stays: [`feed`](Self::feed) and [`finish`](Self::finish) return it again and
/// again, so that it is enough to look at the last answer. Whoever wants the next error too calls
/// [`resume`](Self::resume).
#[derive(Clone)]
pub struct Validator<E> {
    isa: Isa,
    /// Bytes taken in, with those that are pending: never fewer than these.
    taken: u64,
    pending: Pending,
    error: Option<StreamError>,
    /// Of the chunk in which the error is, the bytes before the place to go on at.
    read: usize,
    encoding: PhantomData<E>,
}

impl<E: Encoding> Validator<E> {
    /// A validator at the start of a text.
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// The same on a given instruction set.
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

    /// Lets positions count from `position` instead of 0: for a text that starts there in a file,
    /// behind a byte order mark for example. To be called before the first chunk. Later, what is
    /// [pending](Self::pending) starts there, or what comes next.
    ///
    /// ```
    /// use utflane::{Utf8, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf8>::new().starting_at(3);
    /// assert_eq!(validator.feed(b"ab\xFF").unwrap_err().position(), 5);
    /// ```
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> Self {
        let before = position.saturating_mul(unit_size::<E>() as u64);
        self.taken = before.saturating_add(self.pending.len() as u64);
        self
    }

    /// Takes the next chunk, which may have any length, also 0.
    ///
    /// # Errors
    ///
    /// The first malformed sequence of the stream. The rest of the chunk has not been looked at.
    pub fn feed(&mut self, chunk: &[E::Unit]) -> Result<(), StreamError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let src = memory::bytes(chunk);
        let mut read = 0;
        loop {
            if self.pending.is_empty() {
                read += self.isa.valid_bytes::<E::Scheme>(&src[read..]);
                if read == src.len() {
                    break;
                }
            }
            let joined = self.pending.joined(&src[read..]);
            match E::Scheme::decode(&joined) {
                Ok((_, len)) => read += self.pending.advance(len),
                Err(malformed) if malformed.len.is_some() => {
                    return self.fail(read, malformed);
                }
                Err(_) => {
                    self.pending.keep(joined);
                    break;
                }
            }
        }
        self.taken = self.taken.saturating_add(src.len() as u64);
        Ok(())
    }

    /// Remembers what is malformed behind the first `read` bytes of the chunk, and goes on behind
    /// that.
    #[cold]
    fn fail(&mut self, read: usize, malformed: Malformed) -> Result<(), StreamError> {
        let position = self.taken.saturating_add(read as u64) - self.pending.len() as u64;
        let error = StreamError::malformed_at::<E>(position, malformed);
        let len = malformed.len.map_or(self.pending.len(), usize::from);
        self.read = read + self.pending.advance(len);
        self.taken = self.taken.saturating_add(self.read as u64);
        self.error = Some(error);
        Err(error)
    }

    /// Declares that the text ends here.
    ///
    /// # Errors
    ///
    /// The error that [`feed`](Self::feed) has found, or else the incomplete character at the end.
    ///
    /// ```
    /// use utflane::{ErrorKind, Utf16, stream::Validator};
    ///
    /// let mut validator = Validator::<Utf16>::new();
    /// validator.feed(&[0x68, 0x69, 0xD83D])?;
    /// let error = validator.finish().unwrap_err();
    /// assert_eq!(error.position(), 2);
    /// assert_eq!(error.malformed().unwrap().kind(), ErrorKind::Incomplete);
    /// # Ok::<(), utflane::stream::StreamError>(())
    /// ```
    pub fn finish(&mut self) -> Result<(), StreamError> {
        match self.error {
            Some(error) => Err(error),
            None if self.pending.is_empty() => Ok(()),
            None => {
                let kind = ErrorKind::Incomplete;
                self.fail(0, Malformed { kind, len: None })
            }
        }
    }

    /// Forgets the error, to go on behind the malformed sequence. Returns how many units of the
    /// chunk that was fed last are behind: the others are to be fed again.
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

    /// Number of units of the stream before the place where validation goes on: all whole
    /// characters fed so far, and the malformed sequences that were reported. What may become a
    /// character does not count yet.
    pub const fn position(&self) -> u64 {
        (self.taken - self.pending.len() as u64) / unit_size::<E>() as u64
    }

    /// Number of units kept inside: the beginning of a character that the last chunk did not
    /// complete.
    pub const fn pending(&self) -> usize {
        self.pending.len() / unit_size::<E>()
    }
}

impl<E: Encoding> Default for Validator<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Encoding> fmt::Debug for Validator<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator")
            .field("encoding", &E::NAME)
            .field("position", &self.position())
            .field("pending", &self.pending())
            .field("error", &self.error)
            .finish()
    }
}
