//! Conversion in chunks between encodings that are chosen at run time.

use super::engine::Engine;
#[cfg(not(feature = "legacy"))]
use super::engine::{Converter, State};
use super::transcoder::finish_without_output;
use super::{Step, StreamError};
#[cfg(not(feature = "legacy"))]
use crate::Pair;
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::{Charset, Isa};
use core::fmt;
use core::mem::MaybeUninit;

/// A [`Transcoder`](super::Transcoder) between two encodings that are chosen at run time, those of
/// memory and [legacy ones](Charset::is_legacy) included.
///
/// Chunks and output are bytes, and [steps](Step) and positions count these; see
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
#[derive(Clone)]
pub struct AnyTranscoder {
    engine: Engine,
}

impl AnyTranscoder {
    /// Creates a transcoder from `source` to `target` at the start of a text, on [`Isa::best`].
    pub fn new(source: Charset, target: Charset) -> AnyTranscoder {
        AnyTranscoder::with_isa(Isa::best(), source, target)
    }

    /// Creates a transcoder at the start of a text, on a given instruction set.
    pub const fn with_isa(isa: Isa, source: Charset, target: Charset) -> AnyTranscoder {
        #[cfg(feature = "legacy")]
        let (converter, state) = super::multibyte::chosen(source, target);
        #[cfg(not(feature = "legacy"))]
        let (converter, state) = (&Converter::OF_VALUES, State::of(Pair::of(source, target)));
        AnyTranscoder {
            engine: Engine::new(isa, converter, state),
        }
    }

    /// The encoding of the input.
    pub const fn source(&self) -> Charset {
        self.engine.pair().source()
    }

    /// The encoding of the output.
    pub const fn target(&self) -> Charset {
        self.engine.pair().target()
    }

    /// See [`Transcoder::starting_at`](super::Transcoder::starting_at).
    #[must_use]
    pub const fn starting_at(mut self, position: u64) -> AnyTranscoder {
        self.engine.start_at(position);
        self
    }

    /// See [`Transcoder::transcode`](super::Transcoder::transcode).
    pub fn transcode(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<false>(chunk, memory::output(dst))
    }

    /// [`transcode`](Self::transcode) into memory that need not be initialised; the units written
    /// are.
    pub fn transcode_uninit(&mut self, chunk: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        self.run::<false>(chunk, memory::output_uninit(dst))
    }

    /// See [`Transcoder::transcode_lossy`](super::Transcoder::transcode_lossy).
    pub fn transcode_lossy(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<true>(chunk, memory::output(dst))
    }

    /// [`transcode_lossy`](Self::transcode_lossy) into memory that need not be initialised; the
    /// units written are.
    pub fn transcode_lossy_uninit(&mut self, chunk: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        self.run::<true>(chunk, memory::output_uninit(dst))
    }

    pub(super) fn run<const LOSSY: bool>(&mut self, chunk: &[u8], dst: &mut Output) -> Step {
        let (at, status) = self.engine.step::<LOSSY>(chunk, dst);
        Step {
            read: at.read,
            written: at.written,
            status,
        }
    }

    /// See [`Transcoder::finish`](super::Transcoder::finish).
    ///
    /// # Errors
    ///
    /// The incomplete character at the end of the text, or what is still to be written.
    pub fn finish(&mut self) -> Result<(), StreamError> {
        finish_without_output(&mut self.engine)
    }

    /// See [`Transcoder::finish_into`](super::Transcoder::finish_into).
    pub fn finish_into(&mut self, dst: &mut [u8]) -> Step {
        self.end::<false>(memory::output(dst))
    }

    /// [`finish_into`](Self::finish_into) for memory that need not be initialised.
    pub fn finish_into_uninit(&mut self, dst: &mut [MaybeUninit<u8>]) -> Step {
        self.end::<false>(memory::output_uninit(dst))
    }

    /// See [`Transcoder::finish_lossy`](super::Transcoder::finish_lossy).
    pub fn finish_lossy(&mut self, dst: &mut [u8]) -> Step {
        self.end::<true>(memory::output(dst))
    }

    /// [`finish_lossy`](Self::finish_lossy) for memory that need not be initialised.
    pub fn finish_lossy_uninit(&mut self, dst: &mut [MaybeUninit<u8>]) -> Step {
        self.end::<true>(memory::output_uninit(dst))
    }

    fn end<const LOSSY: bool>(&mut self, dst: &mut Output) -> Step {
        let (written, status) = self.engine.finish::<LOSSY>(dst);
        Step::end(written, status)
    }

    /// See [`Transcoder::position`](super::Transcoder::position).
    pub const fn position(&self) -> u64 {
        self.engine.position()
    }

    /// See [`Transcoder::pending`](super::Transcoder::pending).
    pub const fn pending(&self) -> usize {
        self.engine.pending()
    }

    /// See [`Transcoder::replacements`](super::Transcoder::replacements).
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements()
    }
}

impl fmt::Debug for AnyTranscoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyTranscoder")
            .field("source", &self.source())
            .field("target", &self.target())
            .field("position", &self.position())
            .field("pending", &self.pending())
            .field("replacements", &self.replacements())
            .finish()
    }
}
