//! Conversion in chunks between encodings that are chosen at run time.

use super::engine::{Converter, convert_first, replace};
#[cfg(not(feature = "multibyte"))]
use super::state::State;
#[cfg(feature = "multibyte")]
use super::stateful::chosen;
use super::{Side, Transcoder};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::Encoded;
use crate::{Charset, Isa, Pair};

/// A [`Transcoder`] between two encodings that are chosen at run time, those of memory and
/// [ISO-2022-JP](Charset::is_stateful) included.
///
/// Chunks and output are bytes, and [steps](super::Step) and positions count these; see
/// [`unit_bytes_mut`](crate::unit_bytes_mut) for slices of `u16` and `u32`. Errors count
/// [units](Charset::position_unit), as everywhere.
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
pub type AnyTranscoder = Transcoder<Charset, Charset>;

impl AnyTranscoder {
    /// Creates a transcoder from `source` to `target` at the start of a text, on [`Isa::best`].
    pub fn new(source: Charset, target: Charset) -> Self {
        Self::with_isa(Isa::best(), source, target)
    }

    /// Creates a transcoder at the start of a text, on a given instruction set.
    pub const fn with_isa(isa: Isa, source: Charset, target: Charset) -> Self {
        Self::of_values(isa, source, target)
    }

    /// Makes what follows go to another encoding: what is [pending](Self::pending), and what is
    /// known of the source, stays. After text in ISO-2022-JP, [finish](Self::finish_into) first.
    ///
    /// ```
    /// use utflane::{Charset, stream::AnyTranscoder};
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Utf8, Charset::Utf8);
    /// let mut output = [0; 8];
    /// assert_eq!(transcoder.transcode(b"a\xC3", &mut output).written, 1);
    /// transcoder.set_target(Charset::Latin1);
    /// assert_eq!(transcoder.transcode(b"\xA9", &mut output).written, 1);
    /// assert_eq!(output[0], 0xE9);
    /// ```
    pub fn set_target(&mut self, target: Charset) {
        if target != self.engine.pair().target() {
            let (converter, state) = chosen(self.engine.pair().source(), target);
            self.engine.set_target(converter, state);
        }
    }

    /// Whether what is behind the bytes that a call counts stays as it was, as with
    /// [`Pair::is_tidy`]. At first it is not so. (A target that is a code page or ISO-2022-JP may
    /// be written behind what counts all the same.)
    ///
    /// ```
    /// use utflane::{Charset, stream::AnyTranscoder};
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Gbk, Charset::Utf8);
    /// transcoder.set_tidy(true);
    /// let mut output = [7; 100];
    /// assert_eq!(transcoder.transcode(b"abc\xC4\xE3", &mut output).written, 6);
    /// assert_eq!(output[6..], [7; 94]);
    /// ```
    pub fn set_tidy(&mut self, is_tidy: bool) {
        self.engine.set_tidy(is_tidy);
    }

    /// Whether text is converted from here as from the start: nothing is [pending](Self::pending),
    /// and where an encoding is ISO-2022-JP, its set is ASCII and no escape sequence was the last.
    ///
    /// ```
    /// use utflane::{Charset, stream::AnyTranscoder};
    ///
    /// let mut transcoder = AnyTranscoder::new(Charset::Iso2022Jp, Charset::Utf16);
    /// assert!(transcoder.is_neutral());
    /// assert_eq!(transcoder.transcode(b"\x1B$B", &mut []).read, 3);
    /// assert!(!transcoder.is_neutral());
    /// ```
    pub fn is_neutral(&self) -> bool {
        self.engine.is_neutral()
    }
}

impl<S: Side, D: Side> Transcoder<S, D> {
    /// The one between two values, which are what `S` and `D` are if these are types.
    pub(super) const fn of_values(isa: Isa, source: Charset, target: Charset) -> Self {
        let (converter, state) = chosen(source, target);
        Transcoder::of(isa, converter, state)
    }
}

/// The functions and the state for two encodings.
#[cfg(not(feature = "multibyte"))]
const fn chosen(source: Charset, target: Charset) -> (&'static Converter, State) {
    (&Converter::OF_VALUES, State::of(Pair::of(source, target)))
}

impl Converter {
    /// The functions for every pair of values.
    pub(super) const OF_VALUES: Converter = Converter {
        convert: |state, isa, src, dst, replaced| match replaced {
            Some(replaced) if state.pair.target().is_code_page() => {
                state.pair.convert_replacing(isa, src, dst, replaced)
            }
            _ => convert(state.pair, isa, src, dst),
        },
        convert_first: |state, src, dst, more| convert_first(&state.pair, src, dst, more),
        encode_replacement: |state, dst| encode_replacement(state.pair.target(), dst),
        replace: |state, src, dst, at, clean_run, replacements| {
            let codec = (&state.pair, state.pair.target().replacement());
            replace(codec, src, dst, at, clean_run, replacements)
        },
    };
}

/// Bulk conversion of a part of a text.
pub(super) fn convert(pair: Pair, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
    pair.convert_as_said(isa, pair.source().without_undecided(src), dst)
}

/// Writes what stands for a fault.
pub(super) fn encode_replacement(target: Charset, dst: &mut Output) -> Encoded {
    target.encode(target.replacement().into(), dst)
}
