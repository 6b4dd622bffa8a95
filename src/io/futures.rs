//! Readers of text for [futures](https://docs.rs/futures) (feature `futures`).

use super::AsyncReader;
use futures_io::{AsyncBufRead, AsyncRead};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

/// An [`AsyncRead`] and an [`AsyncBufRead`] of text, around an [`AsyncRead`].
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
