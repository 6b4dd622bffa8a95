//! Readers of text for [tokio](https://docs.rs/tokio) (feature `tokio`).

mod codec;

pub use codec::TextCodec;

use super::asynchronous::{PollRead, Polled};
use crate::{Charset, io};
use ::tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};
use std::io::BufRead;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Converts the text of another asynchronous reader to UTF-8, from an encoding chosen at run time:
/// [`io::Reader`], with the same errors, after which it goes on.
///
/// It is an [`AsyncRead`] and an [`AsyncBufRead`], with a buffer of its own.
///
/// ```
/// use tokio::io::AsyncReadExt;
/// use utflane::{Charset, io::tokio::Reader};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let mut text = String::new();
/// let file = &b"c\0a\0f\0\xE9\0"[..];
/// Reader::new(file, Charset::Utf16Le).read_to_string(&mut text).await?;
/// assert_eq!(text, "café");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Reader<R>(io::Reader<Polled<Inner<R>>>);

impl<R: AsyncRead + Unpin> Reader<R> {
    /// Reads text in the encoding `source`. A byte order mark is converted as any other character.
    pub fn new(inner: R, source: Charset) -> Reader<R> {
        Reader(io::Reader::polled(Inner(inner), source))
    }

    /// Reads text in the encoding that its byte order mark indicates, or in the encoding `default`
    /// if it has none. The mark is left out; positions count it.
    ///
    /// ```
    /// use tokio::io::AsyncReadExt;
    /// use utflane::{Charset, io::tokio::Reader};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut text = String::new();
    /// Reader::sniff(&b"\xFE\xFF\0h\0i"[..], Charset::Latin1).read_to_string(&mut text).await?;
    /// assert_eq!(text, "hi");
    /// # Ok(())
    /// # }
    /// ```
    pub fn sniff(inner: R, default: Charset) -> Reader<R> {
        Reader(io::Reader::polled_undecided(Inner(inner), default, 0))
    }

    /// Reads text that is UTF-8 or else in the encoding `fallback`, and decides on the first
    /// `look_ahead` bytes, or on a byte order mark: see
    /// [`io::Reader::utf8_or`].
    ///
    /// ```
    /// use tokio::io::AsyncReadExt;
    /// use utflane::{Charset, io::tokio::Reader};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut text = String::new();
    /// Reader::utf8_or(&b"caf\xE9"[..], Charset::Windows1252, 1 << 20).read_to_string(&mut text).await?;
    /// assert_eq!(text, "café");
    /// # Ok(())
    /// # }
    /// ```
    pub fn utf8_or(inner: R, fallback: Charset, look_ahead: usize) -> Reader<R> {
        Reader(io::Reader::polled_undecided(
            Inner(inner),
            fallback,
            look_ahead,
        ))
    }

    /// Replaces malformed sequences by U+FFFD instead of returning an error.
    ///
    /// ```
    /// use tokio::io::AsyncReadExt;
    /// use utflane::{Charset, io::tokio::Reader};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let mut text = String::new();
    /// Reader::new(&b"a\xFFb"[..], Charset::Utf8).lossy().read_to_string(&mut text).await?;
    /// assert_eq!(text, "a\u{FFFD}b");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn lossy(self) -> Reader<R> {
        Reader(self.0.lossy())
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
        &self.0.polled_inner().0
    }

    /// Returns the inner reader. Bytes that were read ahead are lost.
    pub fn into_inner(self) -> R {
        self.0.into_polled_inner().0
    }
}

/// The inner reader, to be polled.
#[derive(Debug)]
struct Inner<R>(R);

impl<R: AsyncRead + Unpin> PollRead for Inner<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<std::io::Result<usize>> {
        let mut buf = ReadBuf::new(buf);
        match Pin::new(&mut self.0).poll_read(context, &mut buf) {
            Poll::Ready(result) => Poll::Ready(result.map(|()| buf.filled().len())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Reader<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        match self
            .get_mut()
            .0
            .poll_into(context, buf.initialize_unfilled())
        {
            Poll::Ready(Ok(amount)) => {
                buf.advance(amount);
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncBufRead for Reader<R> {
    fn poll_fill_buf(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<&[u8]>> {
        self.get_mut().0.poll_fill(context)
    }

    fn consume(self: Pin<&mut Self>, amount: usize) {
        BufRead::consume(&mut self.get_mut().0, amount);
    }
}
