//! [`AnyTranscoder`]: conversion in chunks between encodings that are chosen at run time.

use super::engine::{Converter, StreamCodec};
use super::state::State;
#[cfg(feature = "multibyte")]
use super::stateful::converter_for;
use super::{StreamEncoding, Transcoder};
use crate::{Charset, Isa, Pair};
use core::ops::{Deref, DerefMut};

/// A [`Transcoder`] between two encodings that are chosen at run time. They may have units of 16 or
/// 32 bits in native byte order, and may be [ISO-2022-JP](Charset::is_stateful).
///
/// Chunks and output are bytes, and [`Step`](super::Step) and [`position`](Transcoder::position)
/// count bytes. To pass slices of `u16` or `u32`, use [`unit_bytes`](crate::unit_bytes) and
/// [`unit_bytes_mut`](crate::unit_bytes_mut). Positions in errors count
/// [units](Charset::unit_size), as in the rest of this crate.
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
///
/// This is a separate type so that `Transcoder` has only one `new` and one `with_isa`. The compiler
/// can therefore infer the encodings of `Transcoder::new()`.
#[derive(Clone, Debug)]
pub struct AnyTranscoder(pub(super) Transcoder<Charset, Charset>);

/// Provides the methods of [`Transcoder`].
impl Deref for AnyTranscoder {
    type Target = Transcoder<Charset, Charset>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for AnyTranscoder {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl AnyTranscoder {
    /// Creates a transcoder from `source` to `target` at the start of a text, on [`Isa::best`].
    ///
    /// ```
    /// use utflane::{Charset, stream::AnyTranscoder};
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Windows1252, Charset::Utf8);
    /// let mut output = [0; 8];
    /// assert_eq!(transcoder.transcode(b"5 \x80", &mut output).written, 5);
    /// assert_eq!(output[..5], *"5 €".as_bytes());
    /// ```
    pub fn new(source: Charset, target: Charset) -> Self {
        Self::with_isa(Isa::best(), source, target)
    }

    /// Creates a transcoder at the start of a text, on a given instruction set.
    ///
    /// ```
    /// use utflane::{Charset, Isa, stream::AnyTranscoder};
    ///
    /// let isa = Isa::named("avx2").unwrap_or(Isa::best());
    /// let mut transcoder = AnyTranscoder::with_isa(isa, Charset::Utf8, Charset::Utf16Le);
    /// assert_eq!(transcoder.transcode(b"hi", &mut [0; 8]).written, 4);
    /// ```
    pub const fn with_isa(isa: Isa, source: Charset, target: Charset) -> Self {
        AnyTranscoder(Transcoder::of_values(isa, source, target))
    }

    /// Sets the position of the start of the text, in bytes. See [`Transcoder::starting_at`].
    ///
    /// ```
    /// use utflane::{Charset, stream::AnyTranscoder};
    ///
    /// let transcoder = AnyTranscoder::new(Charset::Utf16Le, Charset::Utf8).starting_at(2);
    /// assert_eq!(transcoder.position(), 2);
    /// ```
    #[must_use]
    pub const fn starting_at(self, position: u64) -> Self {
        AnyTranscoder(self.0.starting_at(position))
    }

    /// Changes the target encoding of the input that follows.
    ///
    /// [Pending](Transcoder::pending) bytes and the state of the source are kept. If the old target
    /// is ISO-2022-JP, call [`finish_into`](Transcoder::finish_into) first.
    // Only the `encoding_rs`-compatible crate needs it.
    #[doc(hidden)]
    pub fn set_target(&mut self, target: Charset) {
        if target != self.engine.pair().target() {
            let (converter, state) = converter_for(self.engine.pair().source(), target);
            self.engine.set_target(converter, state);
        }
    }

    /// Sets whether conversions leave the output after the written bytes untouched, like
    /// [`Pair::preserve_tail`]. Default: `false`.
    ///
    /// If the target is a code page or ISO-2022-JP, bytes after the written ones may still change.
    // Only the `encoding_rs`-compatible crate needs it.
    #[doc(hidden)]
    pub fn set_preserve_tail(&mut self, preserve_tail: bool) {
        self.engine.state.pair.preserve_tail = preserve_tail;
    }

    /// Sets whether an escape sequence in ISO-2022-JP input that directly follows another one is
    /// malformed, as the WHATWG Encoding Standard requires. Default: `false`, so that two
    /// concatenated texts are one well-formed text.
    ///
    /// ```
    /// use utflane::{Charset, stream::{AnyTranscoder, Status}};
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Iso2022Jp, Charset::Utf8);
    /// let mut output = [0; 8];
    /// let twice = b"\x1B$B$\"\x1B(B\x1B$B$\"\x1B(B";
    /// assert_eq!(transcoder.transcode(twice, &mut output).status, Status::InputEmpty);
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Iso2022Jp, Charset::Utf8);
    /// transcoder.set_reject_repeated_escapes(true);
    /// let Status::Stopped(error) = transcoder.transcode(twice, &mut output).status else {
    ///     panic!("the third escape sequence directly follows the second");
    /// };
    /// assert_eq!(error.position(), 8);
    /// ```
    pub fn set_reject_repeated_escapes(&mut self, rejects: bool) {
        self.engine.state.reject_repeated_escapes(rejects);
    }

    /// Returns the number of bytes of the input that are converted, skipped or pending.
    #[cfg(feature = "std")]
    pub(crate) fn bytes_read(&self) -> u64 {
        self.engine.bytes_read
    }

    /// Returns whether the transcoder is in the state of the start of a text.
    ///
    /// In this state no bytes are [pending](Transcoder::pending). For ISO-2022-JP, the character
    /// set must also be ASCII, and the last bytes must not be an escape sequence.
    // Only the `encoding_rs`-compatible crate needs it.
    #[doc(hidden)]
    pub fn is_initial_state(&self) -> bool {
        self.engine.is_initial_state()
    }
}

impl<S: StreamEncoding, D: StreamEncoding> Transcoder<S, D> {
    /// Creates a transcoder between two charsets. If `S` or `D` is an encoding type, its charset
    /// must be equal.
    pub(super) const fn of_values(isa: Isa, source: Charset, target: Charset) -> Self {
        let (converter, state) = converter_for(source, target);
        Transcoder::with_converter(isa, converter, state)
    }
}

/// Returns the functions and the initial state for two encodings.
#[cfg(not(feature = "multibyte"))]
const fn converter_for(source: Charset, target: Charset) -> (&'static Converter, State) {
    (
        &CONVERTER,
        State::from_pair(Pair::from_charsets(source, target)),
    )
}

impl StreamCodec for Pair {
    fn from_state(state: &State) -> Pair {
        state.pair
    }
}

/// The functions for every pair of stateless encodings.
pub(super) static CONVERTER: Converter = Converter::for_codec::<Pair>();
