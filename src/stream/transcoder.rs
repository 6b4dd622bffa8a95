//! Conversion of a text in chunks, into output of any length.

use super::engine::{Converter, Engine};
use super::state::State;
use super::{Side, Status, Step, StreamError};
#[cfg(all(feature = "std", feature = "charset"))]
use crate::Charset;
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::convert::pair::Pair;
use crate::{Encoding, Isa};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Converts a text that arrives in chunks from `S` to `D`. [`AnyTranscoder`](super::AnyTranscoder) is the one between
/// encodings that are chosen at run time.
///
/// The result depends neither on where the text is cut nor on the length of the output: it is that
/// of [`transcode`](crate::transcode) or [`transcode_lossy`](crate::transcode_lossy) for the whole
/// text, with the same errors at the same positions. Nothing is allocated; all that is kept between
/// calls is the beginning of a character, 5 bytes at most.
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
#[derive(Clone, Debug)]
pub struct Transcoder<S, D> {
    pub(super) engine: Engine,
    sides: PhantomData<(S, D)>,
}

impl<S: Encoding, D: Encoding> Transcoder<S, D> {
    /// Creates a transcoder at the start of a text, on [`Isa::best`].
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// Creates a transcoder at the start of a text, on a given instruction set.
    pub const fn with_isa(isa: Isa) -> Self {
        let state = State::of(Pair::of(S::CHARSET, D::CHARSET));
        Transcoder::of(isa, const { &Converter::of::<S, D>() }, state)
    }
}

impl<S: Side, D: Side> Transcoder<S, D> {
    pub(super) const fn of(isa: Isa, converter: &'static Converter, state: State) -> Self {
        Transcoder {
            engine: Engine::new(isa, converter, state),
            sides: PhantomData,
        }
    }

    /// The encoding of the input.
    #[cfg(all(feature = "std", feature = "charset"))]
    pub(crate) const fn source(&self) -> Charset {
        self.engine.pair().source()
    }

    /// Makes positions count from `position`, in units of `S`, instead of 0: for a text that starts
    /// there in a file, for example after a byte order mark. Call it before the first chunk. If it
    /// is called later, the [pending](Self::pending) units, or else the next chunk, start at
    /// `position`.
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> Self {
        let unit = size_of::<S::Unit>() as u64;
        self.engine.start_at(position.saturating_mul(unit));
        self
    }

    /// Converts as much of `chunk` as fits into `dst`, up to the first malformed sequence or
    /// unrepresentable character.
    ///
    /// Both may have any length, including 0. The content of `dst` after the units written is
    /// unspecified. Errors are in the [status](Step::status).
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
    /// let Reason::Malformed(malformed) = error.reason() else { panic!() };
    /// assert_eq!(malformed.kind(), ErrorKind::MissingContinuation);
    ///
    /// let step = transcoder.transcode(b"two", &mut output);
    /// assert_eq!(output[..step.written], [0x74, 0x77, 0x6F]);
    /// ```
    pub fn transcode(&mut self, chunk: &[S::Unit], dst: &mut [D::Unit]) -> Step {
        self.run::<false>(chunk, memory::output(dst))
    }

    /// [`transcode`](Self::transcode) into memory that need not be initialised; the units written
    /// are.
    pub fn transcode_uninit(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut [MaybeUninit<D::Unit>],
    ) -> Step {
        self.run::<false>(chunk, memory::output_uninit(dst))
    }

    /// Converts as much of `chunk` as fits into `dst`, with replacement of malformed sequences and
    /// unrepresentable characters, as [`transcode_lossy`](crate::transcode_lossy) does. The status
    /// is never [`Stopped`](Status::Stopped).
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
        self.run::<true>(chunk, memory::output(dst))
    }

    /// [`transcode_lossy`](Self::transcode_lossy) into memory that need not be initialised; the
    /// units written are.
    pub fn transcode_lossy_uninit(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut [MaybeUninit<D::Unit>],
    ) -> Step {
        self.run::<true>(chunk, memory::output_uninit(dst))
    }

    pub(super) fn run<const LOSSY: bool>(&mut self, chunk: &[S::Unit], dst: &mut Output) -> Step {
        let (at, status) = self.engine.step::<LOSSY>(memory::bytes(chunk), dst);
        Step {
            read: at.read / size_of::<S::Unit>(),
            written: at.written / size_of::<D::Unit>(),
            status,
        }
    }

    /// Declares that the text ends here, and converts what is pending: [`finish_into`] without
    /// output, which only encodings with lone surrogates need, and ISO-2022-JP.
    ///
    /// # Errors
    ///
    /// The incomplete character at the end of the text. It is dropped, and the transcoder can be
    /// used for another text. Or [`Reason::OutputFull`](crate::Reason::OutputFull), where a lone
    /// high surrogate at the end is still to be written: it is kept, for [`finish_into`].
    ///
    /// ```
    /// use utflane::{Utf8, Utf16Be, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf16Be, Utf8>::new();
    /// assert_eq!(transcoder.transcode(b"\0h\0i\0", &mut [0; 8]).written, 2);
    /// let error = transcoder.finish().unwrap_err();
    /// assert_eq!(error.position(), 4);
    /// assert_eq!(error.to_string(), "incomplete utf-16be byte sequence from index 4");
    /// ```
    ///
    /// [`finish_into`]: Transcoder::finish_into
    pub fn finish(&mut self) -> Result<(), StreamError> {
        finish_without_output(&mut self.engine)
    }

    /// Declares that the text ends here, and writes what is pending: a high surrogate at the end of
    /// a text in WTF-8, WTF-16 or MUTF-8, which is a lone one now, and the last escape sequence of
    /// one into ISO-2022-JP. All other encodings have nothing to write here.
    ///
    /// The status is [`Stopped`](Status::Stopped) if a character at the end is incomplete or cannot
    /// be represented, and [`OutputFull`](Status::OutputFull) if it does not fit: then call it
    /// again. A `dst` of 8 units is always enough.
    ///
    /// ```
    /// use utflane::{Wtf8, Wtf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Wtf16, Wtf8>::new();
    /// assert_eq!(transcoder.transcode(&[0xD83D], &mut [0; 8]).written, 0);
    /// let mut end = [0; 8];
    /// assert_eq!(transcoder.finish_into(&mut end).written, 3);
    /// assert_eq!(end[..3], [0xED, 0xA0, 0xBD]);
    /// ```
    pub fn finish_into(&mut self, dst: &mut [D::Unit]) -> Step {
        self.end::<false>(memory::output(dst))
    }

    /// Declares that the text ends here, and writes what is pending, and the replacement of an
    /// incomplete character at its end.
    ///
    /// The status is [`Status::OutputFull`] if this does not fit: call it again. A `dst` of 8 units
    /// is always enough.
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
        self.end::<true>(memory::output(dst))
    }

    fn end<const LOSSY: bool>(&mut self, dst: &mut Output) -> Step {
        let (written, status) = self.engine.finish::<LOSSY>(dst);
        Step::end(written / size_of::<D::Unit>(), status)
    }

    /// Number of units of the stream that are converted or skipped. [Pending](Self::pending) units
    /// do not count.
    pub const fn position(&self) -> u64 {
        self.engine.position() / size_of::<S::Unit>() as u64
    }

    /// Number of units, 0 to 5, of the incomplete character at the end of the last chunk.
    pub const fn pending(&self) -> usize {
        self.engine.pending() / size_of::<S::Unit>()
    }

    /// Number of replacements written so far.
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements()
    }
}

/// Ends a text of which nothing is to be written.
fn finish_without_output(engine: &mut Engine) -> Result<(), StreamError> {
    match engine.finish::<false>(Default::default()) {
        (_, Status::InputEmpty) => Ok(()),
        (_, Status::Stopped(error)) => Err(error),
        (_, Status::OutputFull) => {
            let unit = engine.pair().source().position_unit() as u64;
            Err(StreamError::output_full_at(engine.position() / unit))
        }
    }
}

impl<S: Encoding, D: Encoding> Default for Transcoder<S, D> {
    fn default() -> Self {
        Self::new()
    }
}
