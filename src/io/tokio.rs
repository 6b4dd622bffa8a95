//! Readers and frames of text for [tokio](https://docs.rs/tokio) (feature `tokio`).

mod codec;

pub use codec::TextCodec;

use super::{AsyncLines, AsyncReader};
use ::tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Converts the text of an [`AsyncRead`]. It implements [`AsyncRead`] and [`AsyncBufRead`].
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
pub type Reader<R> = AsyncReader<R>;

impl<R: AsyncRead + Unpin> AsyncReader<R> {
    /// Iterates over the lines of the text, like
    /// [`io::Reader::text_lines`](super::Reader::text_lines), around an [`AsyncRead`] of tokio.
    ///
    /// The `lines` method of `AsyncBufReadExt` instead stops at each malformed sequence, and
    /// returns the rest of the line as a separate line.
    ///
    /// ```
    /// use utflane::{Charset, io::{AsyncReader, LineError}};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let socket = &b"o\0n\0e\0\n\0\0\xDC2\0\n\0t\0h\0r\0e\0e\0"[..];
    /// let mut lines = AsyncReader::new(socket, Charset::Utf16Le).tokio_lines();
    /// assert_eq!(lines.next_line().await?.as_deref(), Some("one"));
    /// let Err(LineError::Bad(line)) = lines.next_line().await else { panic!() };
    /// assert_eq!((line.number(), line.raw()), (2, &b"\0\xDC2\0\n\0"[..]));
    /// assert_eq!(lines.next_line().await?.as_deref(), Some("three"));
    /// assert_eq!(lines.next_line().await?, None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn tokio_lines(self) -> AsyncLines<R> {
        self.into_lines(poll_read)
    }
}

fn poll_read<R: AsyncRead + Unpin>(
    inner: &mut R,
    context: &mut Context<'_>,
    buf: &mut [u8],
) -> Poll<io::Result<usize>> {
    let mut buf = ReadBuf::new(buf);
    let poll = Pin::new(inner).poll_read(context, &mut buf);
    poll.map_ok(|()| buf.filled().len())
}

impl<R: AsyncRead + Unpin> AsyncRead for AsyncReader<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let buffer = buf.initialize_unfilled();
        let poll = self.get_mut().read(poll_read, context, buffer);
        poll.map_ok(|amount| buf.advance(amount))
    }
}

impl<R: AsyncRead + Unpin> AsyncBufRead for AsyncReader<R> {
    fn poll_fill_buf(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        self.get_mut().fill(poll_read, context)
    }

    fn consume(self: Pin<&mut Self>, amount: usize) {
        self.get_mut().skip(amount);
    }
}
