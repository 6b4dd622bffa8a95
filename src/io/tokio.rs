//! Readers and frames of text for [tokio](https://docs.rs/tokio) (feature `tokio`).

mod codec;

pub use codec::TextCodec;

use super::AsyncReader;
use ::tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

/// An [`AsyncRead`] and an [`AsyncBufRead`] of text, around an [`AsyncRead`].
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
        let room = buf.initialize_unfilled();
        let poll = self.get_mut().read(poll_read, context, room);
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
