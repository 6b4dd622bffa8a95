//! Conversion in chunks between encodings that are chosen at run time.

use super::engine::{Converter, convert_first, replace};
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
}

impl<S: Side, D: Side> Transcoder<S, D> {
    /// The one between two values, which are what `S` and `D` are if these are types.
    pub(super) const fn of_values(isa: Isa, source: Charset, target: Charset) -> Self {
        #[cfg(feature = "multibyte")]
        let (converter, state) = super::stateful::chosen(source, target);
        #[cfg(not(feature = "multibyte"))]
        let (converter, state) = (
            &Converter::OF_VALUES,
            super::engine::State::of(Pair::of(source, target)),
        );
        Transcoder::of(isa, converter, state)
    }
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
    pair.convert(isa, pair.source().without_undecided(src), dst)
}

/// Writes what stands for a fault.
pub(super) fn encode_replacement(target: Charset, dst: &mut Output) -> Encoded {
    target.encode(target.replacement().into(), dst)
}
