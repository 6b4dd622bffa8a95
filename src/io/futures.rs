//! Readers of text for [futures](https://docs.rs/futures) (feature `futures`).

use super::{AsyncLines, AsyncReader};
use futures_io::{AsyncBufRead, AsyncRead};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Converts the text of an [`AsyncRead`]. It implements [`AsyncRead`] and [`AsyncBufRead`].
///
/// ```
/// use futures::{AsyncReadExt, executor::block_on};
/// use utflane::{Charset, io::futures::Reader};
///
/// block_on(async {
///     let mut text = String::new();
///     let file = &b"c\0a\0f\0\xE9\0"[..];
///     Reader::new(file, Charset::Utf16Le).read_to_string(&mut text).await?;
///     assert_eq!(text, "café");
///     Ok(())
/// })
/// # as std::io::Result<()>;
/// ```
pub type Reader<R> = AsyncReader<R>;

impl<R: AsyncRead + Unpin> AsyncReader<R> {
    /// Iterates over the lines of the text, like
    /// [`io::Reader::text_lines`](super::Reader::text_lines), around an [`AsyncRead`] of futures.
    ///
    /// The `lines` method of `AsyncBufReadExt` instead stops at each malformed sequence, and
    /// returns the rest of the line as a separate line.
    ///
    /// ```
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::{AsyncReader, LineError}};
    ///
    /// block_on(async {
    ///     let socket = &b"one\n\xFF2\nthree"[..];
    ///     let mut lines = AsyncReader::new(socket, Charset::Utf8).futures_lines();
    ///     assert_eq!(lines.next_line().await?.as_deref(), Some("one"));
    ///     let Err(LineError::Bad(line)) = lines.next_line().await else { panic!() };
    ///     assert_eq!((line.number(), line.raw()), (2, &b"\xFF2\n"[..]));
    ///     assert_eq!(lines.next_line().await?.as_deref(), Some("three"));
    ///     Ok(())
    /// })
    /// # as std::io::Result<()>;
    /// ```
    pub fn futures_lines(self) -> AsyncLines<R> {
        self.into_lines(poll_read)
    }
}

fn poll_read<R: AsyncRead + Unpin>(
    inner: &mut R,
    context: &mut Context<'_>,
    buf: &mut [u8],
) -> Poll<io::Result<usize>> {
    Pin::new(inner).poll_read(context, buf)
}

impl<R: AsyncRead + Unpin> AsyncRead for AsyncReader<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().read(poll_read, context, buf)
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
