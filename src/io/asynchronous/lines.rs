//! The lines of an asynchronous reader.

use super::Polled;
use crate::Charset;
use crate::io::{LineError, Lines};
use crate::stream::StreamError;
use std::future::poll_fn;
use std::string::String;
use std::task::{Context, Poll};
use std::vec::Vec;

/// The lines of a text that is read asynchronously, with the same items as [`Lines`].
/// `AsyncReader::tokio_lines` and `AsyncReader::futures_lines` create it.
#[derive(Debug)]
pub struct AsyncLines<R>(pub(super) Lines<Polled<R>>);

impl<R> AsyncLines<R> {
    /// Limits the length of a line to `len` bytes. See [`Lines::max_line_len`].
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::{AsyncReader, LineError}};
    ///
    /// let lines = AsyncReader::new(&b"too long\n"[..], Charset::Utf8).futures_lines();
    /// let mut lines = lines.max_line_len(6);
    /// let Err(LineError::Bad(part)) = block_on(lines.next_line()) else { panic!() };
    /// assert_eq!(part.raw(), b"too lo");
    /// # }
    /// ```
    #[must_use]
    pub fn max_line_len(self, len: usize) -> AsyncLines<R> {
        AsyncLines(self.0.max_line_len(len))
    }

    /// Returns the next line, without its end, or `None` after the last one.
    ///
    /// This method is cancel safe: no text is lost, and the next call continues.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Lines`]. The next call returns the next line.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut lines = AsyncReader::new(&b"one\ntwo"[..], Charset::Utf8).futures_lines();
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("one"));
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("two"));
    /// assert_eq!(block_on(lines.next_line())?, None);
    /// # }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub async fn next_line(&mut self) -> Result<Option<String>, LineError> {
        poll_fn(|context| self.poll_next_line(context)).await
    }

    fn poll_next_line(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Option<String>, LineError>> {
        self.0.get_mut().prepare(context);
        match self.0.next().transpose() {
            Err(LineError::Io(_)) if self.0.get_mut().is_pending => Poll::Pending,
            line => Poll::Ready(line),
        }
    }

    /// Returns the bytes in the input of the line, or the part of a line, that was returned last.
    /// See [`Lines::raw`].
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut lines = AsyncReader::new(&b"caf\xE9\r\n"[..], Charset::Latin1).futures_lines();
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("café"));
    /// assert_eq!(lines.raw(), b"caf\xE9\r\n");
    /// # }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn raw(&mut self) -> &[u8] {
        self.0.raw()
    }

    /// Returns the number of the line returned last. The first line has number 1.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut lines = AsyncReader::new(&b"one\ntwo"[..], Charset::Utf8).futures_lines();
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("one"));
    /// assert_eq!(lines.number(), 1);
    /// # }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn number(&self) -> u64 {
        self.0.number()
    }

    /// Returns the encoding of the input, like [`AsyncReader::source`](super::AsyncReader::source).
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let lines = AsyncReader::new(&b"caf\xE9"[..], Charset::Latin1).futures_lines();
    /// assert_eq!(lines.source(), Charset::Latin1);
    /// # }
    /// ```
    pub fn source(&self) -> Charset {
        self.0.source()
    }

    /// Returns the number of replacements made so far, including those in text that is converted
    /// but not returned yet.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let mut lines = AsyncReader::new(&b"b\xFFd\n"[..], Charset::Utf8).lossy().futures_lines();
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("b\u{FFFD}d"));
    /// assert_eq!(lines.replacements(), 1);
    /// # }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn replacements(&self) -> u64 {
        self.0.replacements()
    }

    /// Returns the [recorded](super::AsyncReader::record_replacements) replacements since the last
    /// call.
    ///
    /// ```
    /// # #[cfg(feature = "futures")] {
    /// use futures::executor::block_on;
    /// use utflane::{Charset, io::AsyncReader};
    ///
    /// let reader = AsyncReader::new(&b"b\xFFd\n"[..], Charset::Utf8).lossy();
    /// let mut lines = reader.record_replacements().futures_lines();
    /// assert_eq!(block_on(lines.next_line())?.as_deref(), Some("b\u{FFFD}d"));
    /// assert_eq!(lines.take_replacements()[0].position(), 1);
    /// # }
    /// # Ok::<(), utflane::io::LineError>(())
    /// ```
    pub fn take_replacements(&mut self) -> Vec<StreamError> {
        self.0.take_replacements()
    }
}
