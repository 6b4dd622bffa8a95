//! The asynchronous reader: the blocking one, around a reader whose reads that would have to wait
//! are errors, after which it goes on. What is particular to tokio and to futures, their traits, is
//! in their modules.

use super::Reader;
use crate::Charset;
use std::io::{self, BufRead, ErrorKind, Read};
use std::task::{Context, Poll, Waker};

/// Converts the text of another asynchronous reader to UTF-8, from an encoding chosen at run time:
/// [`Reader`], with the same errors, after which it goes on.
///
/// Around an `AsyncRead` of [tokio](https://docs.rs/tokio) (feature `tokio`) it is an `AsyncRead`
/// and an `AsyncBufRead` of tokio, and around one of [futures](https://docs.rs/futures) (feature
/// `futures`) those of futures, with a buffer of its own. `io::tokio::Reader` and
/// `io::futures::Reader` are this type; their documentation has an example each.
#[derive(Debug)]
pub struct AsyncReader<R>(Reader<Polled<R>>);

impl<R> AsyncReader<R> {
    /// Reads text in the encoding `source`. A byte order mark is converted as any other character.
    pub fn new(inner: R, source: Charset) -> AsyncReader<R> {
        AsyncReader(Reader::new(Polled::new(inner), source))
    }

    /// Reads text in the encoding that its byte order mark indicates, or in the encoding `default`
    /// if it has none. The mark is left out; positions count it.
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

    /// Reads text that is UTF-8 or else in the encoding `fallback`, and decides on the first
    /// `look_ahead` bytes, or on a byte order mark: see [`Reader::utf8_or`].
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

    /// Replaces malformed sequences by U+FFFD instead of returning an error.
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

    /// The encoding of the input: the one chosen, or the one that was decided on, once that is
    /// read.
    pub fn source(&self) -> Charset {
        self.0.source()
    }

    /// Number of replacements made so far, also in text that is converted but not delivered yet.
    pub fn replacements(&self) -> u64 {
        self.0.replacements()
    }

    /// The inner reader. Its position may be ahead of the text that was delivered.
    pub fn get_ref(&self) -> &R {
        &self.0.get_ref().inner
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    pub fn into_inner(self) -> R {
        self.0.into_inner().inner
    }

    /// Polls for converted text, which stays until it is consumed.
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

    /// Does without bytes of the text that was polled for.
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
        inner.waker.clone_from(context.waker());
        inner.is_pending = false;
        let result = read(&mut self.0);
        if result.is_err() && self.0.get_ref().is_pending {
            return Poll::Pending;
        }
        Poll::Ready(result)
    }
}

/// The `poll_read` of a reader: that of tokio or that of futures.
pub(super) type PollRead<R> = fn(&mut R, &mut Context<'_>, &mut [u8]) -> Poll<io::Result<usize>>;

/// A reader that is polled when it is read: as whoever reads now polls.
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
