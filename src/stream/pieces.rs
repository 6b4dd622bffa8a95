//! [`Utf8Pieces`]: validation of UTF-8 in chunks, which are borrowed as `str`.
#![forbid(unsafe_code)]

use super::StreamError;
use super::pending::Pending;
use crate::Utf8;
use crate::encoding::scheme::Scheme;
use crate::encoding::sealed::Sealed;
use crate::text::valid_prefix;

/// Validates UTF-8 that arrives in chunks, and returns it as `str` borrowed from the chunks,
/// without a copy.
///
/// The result does not depend on the chunk boundaries. The pieces together are the text, and the
/// errors are those of [`validate`](crate::validate) for the whole text.
///
/// ```
/// use utflane::stream::Utf8Pieces;
///
/// let mut pieces = Utf8Pieces::new();
/// let mut text = String::new();
/// for chunk in "ein Stück Text".as_bytes().chunks(6) {
///     let piece = pieces.feed(chunk);
///     text.push_str(piece.completed());
///     text.push_str(piece.text);
///     piece.result?;
/// }
/// pieces.finish()?;
/// assert_eq!(text, "ein Stück Text");
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Utf8Pieces {
    /// Bytes of the stream read so far, including the pending ones.
    bytes_read: u64,
    pending: Pending,
}

/// The text that a chunk adds to a stream: the result of [`Utf8Pieces::feed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the chunk may have an error"]
pub struct Utf8Piece<'a> {
    /// The bytes of the character that began in an earlier chunk, padded with zeros.
    completed: [u8; 4],
    completed_len: u8,
    /// The text of the chunk after [`completed`](Self::completed), up to an incomplete character
    /// at its end or to the error.
    pub text: &'a str,
    /// Number of bytes of the chunk that were processed: all of them, or those up to and including
    /// the malformed sequence. After an error, pass `&chunk[read..]` to the next call.
    pub read: usize,
    /// The error of the malformed sequence after [`text`](Self::text), if there is one.
    pub result: Result<(), StreamError>,
}

impl Utf8Piece<'_> {
    /// Returns the character that began in an earlier chunk and ends in this one, or an empty
    /// `str`.
    ///
    /// ```
    /// use utflane::stream::Utf8Pieces;
    ///
    /// let mut pieces = Utf8Pieces::new();
    /// assert_eq!(pieces.feed(b"5 \xE2\x82").completed(), "");
    /// assert_eq!(pieces.feed(b"\xAC!").completed(), "€");
    /// ```
    pub fn completed(&self) -> &str {
        let bytes = &self.completed[..self.completed_len.into()];
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl Utf8Pieces {
    /// Creates a validator at the start of a text.
    ///
    /// ```
    /// use utflane::stream::Utf8Pieces;
    ///
    /// let mut pieces = Utf8Pieces::new();
    /// assert_eq!(pieces.feed("Stück".as_bytes()).text, "Stück");
    /// ```
    pub const fn new() -> Utf8Pieces {
        Utf8Pieces {
            bytes_read: 0,
            pending: Pending::NONE,
        }
    }

    /// Validates the next chunk, which may have any length, including 0.
    ///
    /// ```
    /// use utflane::stream::Utf8Pieces;
    ///
    /// let mut pieces = Utf8Pieces::new();
    /// assert_eq!(pieces.feed(b"5 \xE2\x82").text, "5 ");
    /// let piece = pieces.feed(b"\xAC\xFF!");
    /// assert_eq!((piece.completed(), piece.text, piece.read), ("€", "", 2));
    /// assert_eq!(piece.result.unwrap_err().position(), 5);
    /// ```
    pub fn feed<'a>(&mut self, chunk: &'a [u8]) -> Utf8Piece<'a> {
        let mut piece = Utf8Piece {
            completed: [0; 4],
            completed_len: 0,
            text: "",
            read: 0,
            result: Ok(()),
        };
        piece.result = self.advance(chunk, &mut piece);
        self.bytes_read = self.bytes_read.saturating_add(piece.read as u64);
        piece
    }

    /// Validates a chunk and sets `completed`, `text` and `read` of `piece`.
    fn advance<'a>(
        &mut self,
        chunk: &'a [u8],
        piece: &mut Utf8Piece<'a>,
    ) -> Result<(), StreamError> {
        if !self.pending.is_empty() {
            let joined = self.pending.joined(chunk);
            match Utf8::SCHEME.decode(&joined) {
                Ok((_, len)) => {
                    piece.completed[..len].copy_from_slice(&joined[..len]);
                    piece.completed_len = len as u8;
                    piece.read = self.pending.advance(len);
                }
                Err(malformed) => {
                    let Some(len) = malformed.len else {
                        self.pending.keep(joined);
                        piece.read = chunk.len();
                        return Ok(());
                    };
                    let position = self.position();
                    piece.read = self.pending.advance(len.into());
                    return check_first(position, &joined);
                }
            }
        }
        let (text, error) = valid_prefix(&chunk[piece.read..]);
        piece.text = text;
        piece.read += text.len();
        let Some(len) = error.map(|error| error.error_len()) else {
            return Ok(());
        };
        let rest = &chunk[piece.read..];
        match len {
            None => {
                self.pending.keep(Pending::NONE.joined(rest));
                piece.read = chunk.len();
                Ok(())
            }
            Some(len) => {
                let position = self.bytes_read.saturating_add(piece.read as u64);
                piece.read += len;
                check_first(position, rest)
            }
        }
    }

    /// Ends the text. You can use the validator for another text afterwards.
    ///
    /// # Errors
    ///
    /// Returns the incomplete character at the end of the text, if any.
    ///
    /// ```
    /// use utflane::stream::Utf8Pieces;
    ///
    /// let mut pieces = Utf8Pieces::new();
    /// assert_eq!(pieces.feed(b"5 \xE2\x82").text, "5 ");
    /// assert_eq!(pieces.finish().unwrap_err().position(), 2);
    /// ```
    pub fn finish(&mut self) -> Result<(), StreamError> {
        let (position, rest) = (self.position(), self.pending.joined(&[]));
        *self = Utf8Pieces::new();
        if rest.is_empty() {
            return Ok(());
        }
        check_first(position, &rest)
    }

    /// Returns the number of bytes of the stream before an incomplete character at the end of the
    /// last chunk.
    const fn position(&self) -> u64 {
        self.bytes_read - self.pending.len() as u64
    }
}

/// Returns the error of the malformed sequence at the start of `rest`, which is at `position` in
/// the stream.
#[cold]
fn check_first(position: u64, rest: &[u8]) -> Result<(), StreamError> {
    match Utf8::SCHEME.decode(rest) {
        Ok(_) => Ok(()),
        Err(malformed) => Err(StreamError::malformed_at::<Utf8>(position, rest, malformed)),
    }
}
