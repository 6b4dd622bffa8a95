//! What the asynchronous readers share: the blocking reader, around a reader whose reads that
//! would have to wait are errors, after which it goes on.

use super::Reader;
use crate::Charset;
use std::io::{self, BufRead, ErrorKind, Read};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A reader that can be polled: the one trait that those of tokio and futures are.
pub(super) trait PollRead {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<io::Result<usize>>;
}

/// A reader that is polled when it is read.
#[derive(Debug)]
pub(super) struct Polled<R> {
    inner: R,
    waker: Waker,
    /// Whether the last read would have had to wait.
    is_pending: bool,
}

impl<R: PollRead + Unpin> Read for Polled<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut context = Context::from_waker(&self.waker);
        let poll = Pin::new(&mut self.inner).poll_read(&mut context, buf);
        self.is_pending = poll.is_pending();
        match poll {
            Poll::Ready(result) => result,
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl<R: PollRead + Unpin> Reader<Polled<R>> {
    /// Reads text in the encoding `source`.
    pub(super) fn polled(inner: R, source: Charset) -> Self {
        Reader::new(Polled::new(inner), source)
    }

    /// Reads text whose encoding its beginning decides on: see [`Reader::utf8_or`].
    pub(super) fn polled_undecided(inner: R, default: Charset, look_ahead: usize) -> Self {
        Reader::undecided(Polled::new(inner), default, look_ahead)
    }

    /// The inner reader.
    pub(super) fn polled_inner(&self) -> &R {
        &self.get_ref().inner
    }

    /// Returns the inner reader.
    pub(super) fn into_polled_inner(self) -> R {
        self.into_inner().inner
    }

    /// Polls for converted text, which stays until it is consumed.
    pub(super) fn poll_fill(&mut self, context: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        match self.poll(context, |reader| reader.fill_buf().map(|_| ())) {
            Poll::Ready(Ok(())) => Poll::Ready(Ok(self.ready())),
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => Poll::Pending,
        }
    }

    /// Polls for converted text and moves it to `buf`.
    pub(super) fn poll_into(
        &mut self,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.poll(context, |reader| reader.read(buf))
    }

    fn poll<T>(
        &mut self,
        context: &mut Context<'_>,
        read: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        let inner = self.get_mut();
        inner.waker.clone_from(context.waker());
        inner.is_pending = false;
        let result = read(self);
        if result.is_err() && self.get_ref().is_pending {
            return Poll::Pending;
        }
        Poll::Ready(result)
    }
}

impl<R> Polled<R> {
    fn new(inner: R) -> Self {
        Polled {
            inner,
            waker: Waker::noop().clone(),
            is_pending: false,
        }
    }
}
