//! An iterator over the well-formed and malformed parts of UTF-8, like std's `utf8_chunks`.
#![forbid(unsafe_code)]

use super::valid_prefix;
use core::iter::FusedIterator;

/// Iterates over the well-formed parts of `bytes` and the malformed sequences between them, like
/// [`<[u8]>::utf8_chunks`](slice::utf8_chunks).
///
/// ```
/// let mut chunks = utflane::utf8_chunks(b"one\xFFtwo");
/// let first = chunks.next().unwrap();
/// assert_eq!((first.valid(), first.invalid()), ("one", &b"\xFF"[..]));
/// let last = chunks.next().unwrap();
/// assert_eq!((last.valid(), last.invalid()), ("two", &b""[..]));
/// assert!(chunks.next().is_none());
/// ```
pub fn utf8_chunks(bytes: &[u8]) -> Utf8Chunks<'_> {
    Utf8Chunks { rest: bytes }
}

/// A well-formed part of the input and the malformed sequence after it: an item of [`Utf8Chunks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf8Chunk<'a> {
    valid: &'a str,
    invalid: &'a [u8],
}

impl<'a> Utf8Chunk<'a> {
    /// Returns the well-formed part. It is empty if the malformed sequence directly follows another
    /// one or is at the start of the input.
    ///
    /// ```
    /// let chunk = utflane::utf8_chunks(b"ab\xFFc").next().unwrap();
    /// assert_eq!((chunk.valid(), chunk.invalid()), ("ab", &b"\xFF"[..]));
    /// ```
    pub const fn valid(&self) -> &'a str {
        self.valid
    }

    /// Returns the malformed sequence, which has 1 to 3 bytes. Lossy conversion replaces it with
    /// one U+FFFD. It is empty only in the last chunk, if the input ends with well-formed text.
    ///
    /// ```
    /// let chunk = utflane::utf8_chunks(b"ab\xE2\x82c").next().unwrap();
    /// assert_eq!(chunk.invalid(), b"\xE2\x82");
    /// ```
    pub const fn invalid(&self) -> &'a [u8] {
        self.invalid
    }
}

/// The iterator that [`utf8_chunks`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless they are used"]
pub struct Utf8Chunks<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Utf8Chunks<'a> {
    type Item = Utf8Chunk<'a>;

    fn next(&mut self) -> Option<Utf8Chunk<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (valid, error) = valid_prefix(self.rest);
        let rest = &self.rest[valid.len()..];
        let len = error.map_or(0, |error| error.error_len().unwrap_or(rest.len()));
        let (invalid, rest) = rest.split_at(len);
        self.rest = rest;
        Some(Utf8Chunk { valid, invalid })
    }
}

impl FusedIterator for Utf8Chunks<'_> {}
