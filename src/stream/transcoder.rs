//! [`Transcoder`]: conversion of a text in chunks, into output of any length.

mod finish;

use super::engine::{Converter, Engine, Observer};
use super::state::State;
use super::{Step, StreamEncoding, StreamError};
#[cfg(all(feature = "std", feature = "charset"))]
use crate::Charset;
use crate::convert::codec::Typed;
use crate::convert::pair::Pair;
use crate::memory;
use crate::memory::output::Output;
use crate::{Encoding, Isa};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Converts text that arrives in chunks from `S` to `D`. For encodings that are chosen at run time,
/// use [`AnyTranscoder`](super::AnyTranscoder).
///
/// The result does not depend on the chunk boundaries or on the length of the output. It equals the
/// result of [`transcode`](crate::transcode) or [`transcode_lossy`](crate::transcode_lossy) for the
/// whole text, with the same errors at the same positions. A transcoder does not allocate. Between
/// calls it keeps at most 5 bytes, or 6 in UTF-7: the beginning of an incomplete character. After a
/// high surrogate, it may include bytes of the next character.
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
///             Status::Stopped(error) => return Err(error),
///             _ => {} // The output is full.
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
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode("é".as_bytes(), &mut [0; 8]).written, 1);
    /// ```
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// Creates a transcoder at the start of a text, on a given instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder: Transcoder<Utf8, Utf16> = Transcoder::with_isa(Isa::best());
    /// assert_eq!(transcoder.transcode(b"inferred", &mut [0; 8]).written, 8);
    /// ```
    pub const fn with_isa(isa: Isa) -> Self {
        let state = State::from_pair(Pair::from_charsets(S::CHARSET, D::CHARSET));
        Transcoder::with_converter(isa, const { &Converter::for_codec::<Typed<S, D>>() }, state)
    }
}

impl<S: StreamEncoding, D: StreamEncoding> Transcoder<S, D> {
    pub(super) const fn with_converter(
        isa: Isa,
        converter: &'static Converter,
        state: State,
    ) -> Self {
        Transcoder {
            engine: Engine::new(isa, converter, state),
            sides: PhantomData,
        }
    }

    /// Changes the type parameters. The two encodings must stay the same: an encoding type may only
    /// become [`Charset`], or the reverse.
    #[cfg(all(feature = "std", feature = "charset"))]
    pub(super) fn with_sides<A, B>(self) -> Transcoder<A, B> {
        Transcoder {
            engine: self.engine,
            sides: PhantomData,
        }
    }

    /// Returns the encoding of the input.
    #[cfg(all(feature = "std", feature = "charset"))]
    #[doc(hidden)]
    pub const fn source(&self) -> Charset {
        self.engine.pair().source()
    }

    /// Sets the position of the start of the text, in units of `S`. Default: 0.
    ///
    /// Use it for a text that does not start at the beginning of a file, for example after a byte
    /// order mark. Call it before the first chunk. If you call it later, `position` becomes the
    /// position of the [pending](Self::pending) units, or of the next chunk if no units are
    /// pending.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let transcoder = Transcoder::<Utf8, Utf16>::new().starting_at(3);
    /// assert_eq!(transcoder.position(), 3);
    /// ```
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> Self {
        let unit = size_of::<S::Unit>() as u64;
        self.engine.start_at(position.saturating_mul(unit));
        self
    }

    /// Converts as much of `chunk` as fits into `dst`, up to the first malformed sequence or
    /// unrepresentable character.
    ///
    /// `chunk` and `dst` may have any length, including 0. The units of `dst` after the written
    /// ones are unspecified. The [status](Step::status) contains the error, if any.
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
        self.run::<false>(chunk, memory::output(dst), None)
    }

    /// Converts like [`transcode`](Self::transcode) into uninitialised memory. The written units
    /// are initialised.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut output = [MaybeUninit::uninit(); 8];
    /// let step = Transcoder::<Utf8, Utf16>::new().transcode_uninit("é!".as_bytes(), &mut output);
    /// assert_eq!((step.read, step.written), (3, 2));
    /// ```
    pub fn transcode_uninit(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut [MaybeUninit<D::Unit>],
    ) -> Step {
        self.run::<false>(chunk, memory::output_uninit(dst), None)
    }

    /// Converts as much of `chunk` as fits into `dst`, and replaces malformed sequences and
    /// unrepresentable characters as [`transcode_lossy`](crate::transcode_lossy) does. The status
    /// is never [`Stopped`](super::Status::Stopped).
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
        self.run::<true>(chunk, memory::output(dst), None)
    }

    /// Converts like [`transcode_lossy`](Self::transcode_lossy) and calls `replaced` with an error
    /// for each replacement. The error contains the [position](StreamError::position) in the
    /// stream, the [length](StreamError::skip) and the reason. It does not depend on the chunk
    /// boundaries.
    ///
    /// This is slower than `transcode_lossy` if there are many replacements.
    ///
    /// ```
    /// use utflane::stream::Transcoder;
    /// use utflane::{Utf8, Utf16};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// let mut output = [0; 16];
    /// let mut replaced = Vec::new();
    /// for chunk in [&b"one\xFF two\xE2"[..], b"\x82", b"!"] {
    ///     let step = transcoder.transcode_lossy_with(chunk, &mut output, |error| {
    ///         replaced.push((error.position(), error.skip()));
    ///     });
    ///     assert_eq!(step.read, chunk.len());
    /// }
    /// assert_eq!(replaced, [(3, 1), (8, 2)]);
    /// ```
    pub fn transcode_lossy_with(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut [D::Unit],
        mut replaced: impl FnMut(StreamError),
    ) -> Step {
        self.run::<true>(chunk, memory::output(dst), Some(&mut replaced))
    }

    /// Converts like [`transcode_lossy`](Self::transcode_lossy) into uninitialised memory. The
    /// written units are initialised.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut output = [MaybeUninit::uninit(); 8];
    /// let step = Transcoder::<Utf8, Utf16>::new().transcode_lossy_uninit(b"\xFF!", &mut output);
    /// assert_eq!((step.read, step.written), (2, 2));
    /// ```
    pub fn transcode_lossy_uninit(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut [MaybeUninit<D::Unit>],
    ) -> Step {
        self.run::<true>(chunk, memory::output_uninit(dst), None)
    }

    pub(super) fn run<const LOSSY: bool>(
        &mut self,
        chunk: &[S::Unit],
        dst: &mut Output,
        observer: Observer,
    ) -> Step {
        let (at, status) = self
            .engine
            .step::<LOSSY>(memory::bytes(chunk), dst, observer);
        Step {
            read: at.read / size_of::<S::Unit>(),
            written: at.written / size_of::<D::Unit>(),
            status,
        }
    }

    /// Returns the number of units of the stream that were converted or skipped, without the
    /// [pending](Self::pending) ones.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode(b"5 \xE2\x82", &mut [0; 8]).read, 4);
    /// assert_eq!(transcoder.position(), 2);
    /// ```
    pub const fn position(&self) -> u64 {
        self.engine.position() / size_of::<S::Unit>() as u64
    }

    /// Returns the number of units, 0 to 5 or 6 in UTF-7, of the incomplete character at the end of
    /// the text so far. The character may begin in an earlier chunk. After a high surrogate, bytes
    /// of the next character also count.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode(b"5 \xE2\x82", &mut [0; 8]).read, 4);
    /// assert_eq!(transcoder.pending(), 2);
    /// ```
    pub const fn pending(&self) -> usize {
        self.engine.pending() / size_of::<S::Unit>()
    }

    /// Returns the number of replacements written so far.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode_lossy(b"a\xC0\x80b", &mut [0; 8]).written, 4);
    /// assert_eq!(transcoder.replacements(), 2);
    /// ```
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements
    }
}

impl<S: Encoding, D: Encoding> Default for Transcoder<S, D> {
    fn default() -> Self {
        Self::new()
    }
}
