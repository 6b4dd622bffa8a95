//! Conversion of a text that arrives in chunks, into output that is taken away in chunks.

use super::StreamError;
use super::pair::{Engine, Pair};
use crate::charset::with_charset;
use crate::encoding::unit_size;
use crate::memory;
use crate::{Charset, Encoding, Isa};
use core::fmt;
use core::marker::PhantomData;

/// What one call of a transcoder did, and why it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the call may have stopped before the end of its input"]
pub struct Step {
    /// Units of the chunk that are behind: the next call takes `&chunk[read..]`.
    pub read: usize,
    /// Units written to the beginning of the output, all of complete characters.
    pub written: usize,
    /// Why the call returned.
    pub status: Status,
}

/// Why a call of a transcoder returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the chunk is read. If it ends within a character, that beginning is kept inside.
    InputEmpty,
    /// The next character does not fit into what is left of the output. (An output of 4 units has
    /// room for any one.)
    OutputFull,
    /// Strict conversion only: here the input is malformed or has a character that the output
    /// encoding lacks. It is [read](Step::read), and everything before it is written: the next call
    /// goes on behind it.
    Stopped(StreamError),
}

/// Converts a text that arrives in chunks from `S` to `D`.
///
/// However the text is cut, and however small the output, the result is that of
/// [`transcode`](crate::transcode) or [`transcode_lossy`](crate::transcode_lossy) for the whole,
/// with the same errors at the same positions. Nothing is allocated; a beginning of a character, 3
/// bytes at most, is all that is kept.
///
/// ```
/// use utflane::stream::{Status, Transcoder};
/// use utflane::{Utf8, Utf16Le};
///
/// let mut transcoder = Transcoder::<Utf8, Utf16Le>::new();
/// let mut file = Vec::new();
/// let mut output = [0; 8];
/// for mut chunk in "chunks of any length ✓".as_bytes().chunks(5) {
///     loop {
///         let step = transcoder.transcode(chunk, &mut output);
///         file.extend(&output[..step.written]);
///         chunk = &chunk[step.read..];
///         match step.status {
///             Status::InputEmpty => break,
///             Status::OutputFull => {}
///             Status::Stopped(error) => return Err(error),
///         }
///     }
/// }
/// transcoder.finish()?;
/// assert_eq!(utflane::from_utf16le(&file).unwrap(), "chunks of any length ✓");
/// # Ok::<(), utflane::stream::StreamError>(())
/// ```
#[derive(Clone)]
pub struct Transcoder<S, D> {
    engine: Engine,
    encodings: PhantomData<(S, D)>,
}

impl<S: Encoding, D: Encoding> Transcoder<S, D> {
    /// A transcoder at the start of a text.
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// The same on a given instruction set.
    pub const fn with_isa(isa: Isa) -> Self {
        Transcoder {
            engine: Engine::new(isa, const { &Pair::of::<S, D>() }),
            encodings: PhantomData,
        }
    }

    /// Lets positions count from `position` instead of 0: for a text that starts there in a file,
    /// behind a byte order mark for example. To be called before the first chunk. Later, what is
    /// [pending](Self::pending) starts there, or what comes next.
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> Self {
        let unit = unit_size::<S>() as u64;
        self.engine.start_at(position.saturating_mul(unit));
        self
    }

    /// Converts as much of `chunk` as fits into `dst`, up to the first malformed sequence or
    /// unrepresentable character.
    ///
    /// Both may have any length, also 0. What `dst` holds behind what was written is unspecified.
    ///
    /// ```
    /// use utflane::stream::{Status, Transcoder};
    /// use utflane::{ErrorKind, Reason, Utf8, Utf16};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// let mut output = [0; 16];
    /// let step = transcoder.transcode(b"one\xF0\x9F", &mut output);
    /// assert_eq!((step.read, step.written, step.status), (5, 3, Status::InputEmpty));
    ///
    /// let step = transcoder.transcode(b"two", &mut output);
    /// let Status::Stopped(error) = step.status else { panic!() };
    /// assert_eq!((step.read, step.written, error.position()), (0, 0, 3));
    /// assert_eq!(error.malformed().unwrap().kind(), ErrorKind::MissingContinuation);
    ///
    /// let step = transcoder.transcode(b"two", &mut output);
    /// assert_eq!(output[..step.written], [0x74, 0x77, 0x6F]);
    /// ```
    pub fn transcode(&mut self, chunk: &[S::Unit], dst: &mut [D::Unit]) -> Step {
        self.run::<false>(chunk, dst)
    }

    /// Converts as much of `chunk` as fits into `dst`, with replacement of what cannot be
    /// converted, as [`transcode_lossy`](crate::transcode_lossy) does. Never
    /// [stops](Status::Stopped).
    ///
    /// ```
    /// use utflane::stream::{Status, Transcoder};
    /// use utflane::{Latin1, Utf8};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Latin1>::new();
    /// let mut output = [0; 16];
    /// let step = transcoder.transcode_lossy("naïve €\u{FEFF}!".as_bytes(), &mut output);
    /// assert_eq!(&output[..step.written], b"na\xEFve ??!");
    /// assert_eq!(step.status, Status::InputEmpty);
    /// assert_eq!(transcoder.replacements(), 2);
    /// ```
    pub fn transcode_lossy(&mut self, chunk: &[S::Unit], dst: &mut [D::Unit]) -> Step {
        self.run::<true>(chunk, dst)
    }

    fn run<const LOSSY: bool>(&mut self, chunk: &[S::Unit], dst: &mut [D::Unit]) -> Step {
        let (src, dst) = (memory::bytes(chunk), memory::output(dst));
        let (at, status) = self.engine.step::<LOSSY>(src, dst);
        Step {
            read: at.read / unit_size::<S>(),
            written: at.written / unit_size::<D>(),
            status,
        }
    }

    /// Declares that the text ends here.
    ///
    /// # Errors
    ///
    /// The incomplete character at the end. It is dropped, and the transcoder is free for another
    /// text.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16Be, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf16Be, Utf8>::new();
    /// assert_eq!(transcoder.transcode(b"\0h\0i\0", &mut [0; 8]).written, 2);
    /// let error = transcoder.finish().unwrap_err();
    /// assert_eq!(error.position(), 4);
    /// assert_eq!(error.malformed().unwrap().error_len(), None);
    /// ```
    pub fn finish(&mut self) -> Result<(), StreamError> {
        self.engine.finish()
    }

    /// Declares that the text ends here, and writes the replacement of an incomplete character at
    /// the end.
    ///
    /// [`Status::OutputFull`] if there is no room for it: call again. A `dst` of 4 units is always
    /// enough.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode_lossy(b"\xE2\x98", &mut [0; 8]).written, 0);
    /// let mut end = [0; 4];
    /// assert_eq!(transcoder.finish_lossy(&mut end).written, 1);
    /// assert_eq!(end[0], 0xFFFD);
    /// ```
    pub fn finish_lossy(&mut self, dst: &mut [D::Unit]) -> Step {
        let written = self.engine.finish_lossy(memory::output(dst));
        end(written.map(|bytes| bytes / unit_size::<D>()))
    }

    /// Number of units of the stream that are converted or skipped. What may become a character
    /// does not count yet.
    pub const fn position(&self) -> u64 {
        self.engine.position() / unit_size::<S>() as u64
    }

    /// Number of units kept inside: the beginning of a character that the last chunk did not
    /// complete.
    pub const fn pending(&self) -> usize {
        self.engine.pending() / unit_size::<S>()
    }

    /// Number of replacements written so far.
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements()
    }
}

/// The last step, in which so many units were written, or none for lack of room.
fn end(written: Option<usize>) -> Step {
    let status = match written {
        Some(_) => Status::InputEmpty,
        None => Status::OutputFull,
    };
    Step {
        read: 0,
        written: written.unwrap_or(0),
        status,
    }
}

impl<S: Encoding, D: Encoding> Default for Transcoder<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Encoding, D: Encoding> fmt::Debug for Transcoder<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcoder")
            .field("source", &S::NAME)
            .field("target", &D::NAME)
            .field("position", &self.position())
            .field("pending", &self.pending())
            .field("replacements", &self.replacements())
            .finish()
    }
}

/// A [`Transcoder`] for a pair that is chosen at run time. All its units are bytes.
///
/// ```
/// use utflane::stream::{AnyTranscoder, Status};
///
/// let mut transcoder = AnyTranscoder::new("utf-16le".parse()?, "iso-8859-1".parse()?);
/// let mut output = [0; 8];
/// let step = transcoder.transcode(b"c\0a\0f\0\xE9\0", &mut output);
/// assert_eq!(step.status, Status::InputEmpty);
/// assert_eq!(&output[..step.written], b"caf\xE9");
/// # Ok::<(), utflane::UnknownCharset>(())
/// ```
#[derive(Clone)]
pub struct AnyTranscoder {
    engine: Engine,
    source: Charset,
    target: Charset,
}

impl AnyTranscoder {
    /// A transcoder from `source` to `target` at the start of a text.
    pub fn new(source: Charset, target: Charset) -> AnyTranscoder {
        AnyTranscoder::with_isa(Isa::best(), source, target)
    }

    /// The same on a given instruction set.
    pub const fn with_isa(isa: Isa, source: Charset, target: Charset) -> AnyTranscoder {
        let pair: &'static Pair = with_charset!(source, S => with_charset!(target, D => {
            const { &Pair::of::<S, D>() }
        }));
        AnyTranscoder {
            engine: Engine::new(isa, pair),
            source,
            target,
        }
    }

    /// The encoding that it reads.
    pub const fn source(&self) -> Charset {
        self.source
    }

    /// The encoding that it writes.
    pub const fn target(&self) -> Charset {
        self.target
    }

    /// See [`Transcoder::starting_at`].
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> AnyTranscoder {
        self.engine.start_at(position);
        self
    }

    /// See [`Transcoder::transcode`].
    pub fn transcode(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<false>(chunk, dst)
    }

    /// See [`Transcoder::transcode_lossy`].
    pub fn transcode_lossy(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<true>(chunk, dst)
    }

    fn run<const LOSSY: bool>(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        let (at, status) = self.engine.step::<LOSSY>(chunk, memory::output(dst));
        Step {
            read: at.read,
            written: at.written,
            status,
        }
    }

    /// See [`Transcoder::finish`].
    ///
    /// # Errors
    ///
    /// The incomplete character at the end.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        self.engine.finish()
    }

    /// See [`Transcoder::finish_lossy`].
    pub fn finish_lossy(&mut self, dst: &mut [u8]) -> Step {
        end(self.engine.finish_lossy(memory::output(dst)))
    }

    /// See [`Transcoder::position`].
    pub const fn position(&self) -> u64 {
        self.engine.position()
    }

    /// See [`Transcoder::pending`].
    pub const fn pending(&self) -> usize {
        self.engine.pending()
    }

    /// See [`Transcoder::replacements`].
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements()
    }
}

impl fmt::Debug for AnyTranscoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyTranscoder")
            .field("source", &self.source)
            .field("target", &self.target)
            .field("position", &self.position())
            .field("pending", &self.pending())
            .field("replacements", &self.replacements())
            .finish()
    }
}
