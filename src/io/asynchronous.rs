//! The asynchronous reader. It wraps a blocking reader whose inner reader returns an error instead
//! of waiting. The blocking reader can resume after such an error. The modules `tokio` and
//! `futures` implement the traits of these crates.

mod lines;

pub use lines::AsyncLines;

use super::{CharsetLines, PerLineError, Reader};
use crate::Charset;
use crate::stream::StreamError;
use std::io::{self, BufRead, ErrorKind, Read};
use std::task::{Context, Poll, Waker};
use std::vec::Vec;

/// Converts the text of another asynchronous reader from an encoding that is chosen at run time to
/// UTF-8. It has the same errors as [`Reader`], and also resumes after them.
///
/// Around an `AsyncRead` of [tokio](https://docs.rs/tokio) (feature `tokio`) or of
/// [futures](https://docs.rs/futures) (feature `futures`), it implements `AsyncRead` and
/// `AsyncBufRead` of the same crate. It has its own buffer. `io::tokio::Reader` and
/// `io::futures::Reader` are aliases of this type, and have examples.
#[derive(Debug)]
pub struct AsyncReader<R>(Reader<Polled<R>>);

impl<R> AsyncReader<R> {
    /// Creates a reader of text in the encoding `source`. A byte order mark is converted like any
    /// other character.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut text = String::new();
    /// let mut reader = AsyncReader::new(&b"caf\xE9"[..], Charset::Latin1);
    /// block_on(reader.read_to_string(&mut text))?;
    /// assert_eq!(text, "café");
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: R, source: Charset) -> AsyncReader<R> {
        AsyncReader(Reader::new(Polled::new(inner), source))
    }

    /// Creates a reader of text in the encoding of its byte order mark, or in `default` if it has
    /// none. The mark is removed from the text, but positions count it.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut text = String::new();
    /// let mut reader = AsyncReader::sniff(&b"\xFE\xFF\0h\0i"[..], Charset::Latin1);
    /// block_on(reader.read_to_string(&mut text))?;
    /// assert_eq!(text, "hi");
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sniff(inner: R, default: Charset) -> AsyncReader<R> {
        AsyncReader(Reader::undecided(Polled::new(inner), default, 0))
    }

    /// Creates a reader of text that is UTF-8, or else in the encoding `fallback`. A byte order
    /// mark or the first `look_ahead` bytes decide. See [`Reader::utf8_or`].
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut text = String::new();
    /// let mut reader = AsyncReader::utf8_or(&b"caf\xE9"[..], Charset::Windows1252, 1 << 20);
    /// block_on(reader.read_to_string(&mut text))?;
    /// assert_eq!(text, "café");
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn utf8_or(inner: R, fallback: Charset, look_ahead: usize) -> AsyncReader<R> {
        AsyncReader(Reader::undecided(Polled::new(inner), fallback, look_ahead))
    }

    /// Creates a reader of a text in several encodings. Each line is read in the first of
    /// `charsets` in which it is well-formed. See [`Reader::per_line`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::per_line`].
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut text = String::new();
    /// let charsets = [Charset::Utf8, Charset::Windows1252];
    /// let mut reader = AsyncReader::per_line(&b"caf\xC3\xA9\ncaf\xE9\n"[..], &charsets)?;
    /// block_on(reader.read_to_string(&mut text))?;
    /// assert_eq!(text, "café\ncafé\n");
    /// assert_eq!(reader.charset_lines()[1].lines, 1);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn per_line(inner: R, charsets: &[Charset]) -> Result<AsyncReader<R>, PerLineError> {
        Reader::per_line(Polled::new(inner), charsets).map(AsyncReader)
    }

    /// Returns the lines in each charset, of a reader that chooses it [per line](Self::per_line).
    /// See [`Reader::charset_lines`].
    ///
    /// ```
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let charsets = [Charset::Utf8, Charset::Windows1252];
    /// let reader = AsyncReader::per_line(&b"text"[..], &charsets)?;
    /// assert_eq!(reader.charset_lines()[0].lines, 0);
    /// # Ok::<(), utflane::io::PerLineError>(())
    /// ```
    pub fn charset_lines(&self) -> &[CharsetLines] {
        self.0.charset_lines()
    }

    /// Replaces malformed sequences with U+FFFD instead of returning an error.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut text = String::new();
    /// let mut reader = AsyncReader::new(&b"a\xFFb"[..], Charset::Utf8).lossy();
    /// block_on(reader.read_to_string(&mut text))?;
    /// assert_eq!(text, "a\u{FFFD}b");
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn lossy(self) -> AsyncReader<R> {
        AsyncReader(self.0.lossy())
    }

    /// Records each replacement of a [lossy](Self::lossy) reader for
    /// [`take_replacements`](Self::take_replacements). See [`Reader::record_replacements`].
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let file = &b"a\xFFb"[..];
    /// let mut reader = AsyncReader::new(file, Charset::Utf8).lossy().record_replacements();
    /// block_on(reader.read_to_string(&mut String::new()))?;
    /// assert_eq!(reader.take_replacements()[0].position(), 1);
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn record_replacements(self) -> AsyncReader<R> {
        AsyncReader(self.0.record_replacements())
    }

    /// Returns the [recorded](Self::record_replacements) replacements since the last call.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let file = &b"a\xE2\x82b"[..];
    /// let mut reader = AsyncReader::new(file, Charset::Utf8).lossy().record_replacements();
    /// block_on(reader.read_to_string(&mut String::new()))?;
    /// assert_eq!(reader.take_replacements()[0].skip(), 2);
    /// assert!(reader.take_replacements().is_empty());
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_replacements(&mut self) -> Vec<StreamError> {
        self.0.take_replacements()
    }

    /// Returns the encoding of the input: the chosen one, or the detected one after the first bytes
    /// were read.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut reader = AsyncReader::sniff(&b"\xFE\xFF\0h\0i"[..], Charset::Latin1);
    /// block_on(reader.read_to_string(&mut String::new()))?;
    /// assert_eq!(reader.source(), Charset::Utf16Be);
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn source(&self) -> Charset {
        self.0.source()
    }

    /// Returns the number of replacements made so far, including those in text that is converted
    /// but not delivered yet.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::{AsyncReadExt, executor::block_on};
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut reader = AsyncReader::new(&b"a\xC0\x80b"[..], Charset::Utf8).lossy();
    /// block_on(reader.read_to_string(&mut String::new()))?;
    /// assert_eq!(reader.replacements(), 2);
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn replacements(&self) -> u64 {
        self.0.replacements()
    }

    /// Returns a reference to the inner reader. Its position may be ahead of the delivered text.
    ///
    /// ```
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let reader = AsyncReader::new(&b"hi"[..], Charset::Utf8);
    /// assert_eq!(reader.get_ref(), b"hi");
    /// ```
    pub fn get_ref(&self) -> &R {
        &self.0.get_ref().inner
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    ///
    /// ```
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let reader = AsyncReader::new(&b"hi"[..], Charset::Utf8);
    /// assert_eq!(reader.into_inner(), b"hi");
    /// ```
    pub fn into_inner(self) -> R {
        self.0.into_inner().inner
    }

    /// Iterates over lines. `poll` reads from the inner reader.
    pub(super) fn into_lines(mut self, poll: PollRead<R>) -> AsyncLines<R> {
        self.0.get_mut().poll = poll;
        AsyncLines(self.0.text_lines())
    }

    /// Polls for converted text, which stays in the buffer until it is consumed.
    pub(super) fn fill(
        &mut self,
        poll: PollRead<R>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<&[u8]>> {
        let filled = self.poll(poll, context, |reader| reader.fill_buf().map(|_| ()));
        filled.map_ok(|()| self.0.ready())
    }

    /// Polls for converted text and moves it to `buf`.
    pub(super) fn read(
        &mut self,
        poll: PollRead<R>,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.poll(poll, context, |reader| reader.read(buf))
    }

    /// Consumes `amount` bytes of the buffered text.
    pub(super) fn skip(&mut self, amount: usize) {
        self.0.consume(amount);
    }

    fn poll<T>(
        &mut self,
        poll: PollRead<R>,
        context: &mut Context<'_>,
        read: impl FnOnce(&mut Reader<Polled<R>>) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        let inner = self.0.get_mut();
        inner.poll = poll;
        inner.prepare(context);
        let result = read(&mut self.0);
        if result.is_err() && self.0.get_ref().is_pending {
            return Poll::Pending;
        }
        Poll::Ready(result)
    }
}

/// The `poll_read` function of a reader of tokio or of futures.
pub(super) type PollRead<R> = fn(&mut R, &mut Context<'_>, &mut [u8]) -> Poll<io::Result<usize>>;

/// A blocking reader whose `read` polls an asynchronous reader, with the function and the waker of
/// the current caller.
#[derive(Debug)]
struct Polled<R> {
    inner: R,
    poll: PollRead<R>,
    waker: Waker,
    /// Whether the last read would have had to wait.
    is_pending: bool,
}

impl<R> Polled<R> {
    fn new(inner: R) -> Self {
        Polled {
            inner,
            poll: |_, _, _| Poll::Pending,
            waker: Waker::noop().clone(),
            is_pending: false,
        }
    }

    /// Prepares for reads on behalf of the task of `context`.
    fn prepare(&mut self, context: &Context<'_>) {
        self.waker.clone_from(context.waker());
        self.is_pending = false;
    }
}

impl<R> Read for Polled<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut context = Context::from_waker(&self.waker);
        let poll = (self.poll)(&mut self.inner, &mut context, buf);
        self.is_pending = poll.is_pending();
        match poll {
            Poll::Ready(result) => result,
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}
