//! Conversion in chunks between any two encodings.

use super::Step;
use super::pair::{Engine, Pair, Sides};
use crate::output::Output;
use crate::{AnyPair, Isa, memory};
use core::fmt;
use core::mem::MaybeUninit;

/// A [`Transcoder`](super::Transcoder) between any two encodings that are chosen at run time, those
/// of memory included.
///
/// Chunks and output are bytes, of whole units; what is counted, [steps](Step) and positions, are
/// units, as in [`AnyEncoding`](crate::AnyEncoding). Between charsets, where a unit is a byte,
/// [`AnyTranscoder`](super::AnyTranscoder) is faster with text full of faults.
///
/// ```
/// use utflane::stream::{PairTranscoder, Status};
/// use utflane::{AnyEncoding, AnyPair, Cesu8, Isa, Wtf16};
///
/// let pair = AnyPair::new(AnyEncoding::of::<Cesu8>(), AnyEncoding::of::<Wtf16>());
/// let mut transcoder = PairTranscoder::new(Isa::best(), pair);
/// let mut output = [0; 8];
/// let step = transcoder.transcode(b"\xC3", &mut output);
/// assert_eq!((step.read, step.written, step.status), (1, 0, Status::InputEmpty));
/// let step = transcoder.transcode(b"\xA9!", &mut output);
/// assert_eq!((step.read, step.written), (2, 2));
/// assert_eq!(output[..2], 0xE9u16.to_ne_bytes());
/// ```
#[derive(Clone)]
pub struct PairTranscoder {
    engine: Engine,
    pair: AnyPair,
}

impl PairTranscoder {
    /// Creates a transcoder at the start of a text.
    pub const fn new(isa: Isa, pair: AnyPair) -> PairTranscoder {
        let sides = Sides {
            any: pair,
            ..Sides::OF_TYPES
        };
        PairTranscoder {
            engine: Engine::new(isa, const { &Pair::OF_ANY }, sides),
            pair,
        }
    }

    /// The two encodings.
    pub const fn pair(&self) -> AnyPair {
        self.pair
    }

    /// See [`Transcoder::transcode`](super::Transcoder::transcode).
    pub fn transcode(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<false>(chunk, memory::output(dst))
    }

    /// [`transcode`](Self::transcode) into memory that need not be initialised; the bytes of the
    /// units written are.
    pub fn transcode_uninit(&mut self, chunk: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        self.run::<false>(chunk, memory::output_uninit(dst))
    }

    /// See [`Transcoder::transcode_lossy`](super::Transcoder::transcode_lossy).
    pub fn transcode_lossy(&mut self, chunk: &[u8], dst: &mut [u8]) -> Step {
        self.run::<true>(chunk, memory::output(dst))
    }

    /// [`transcode_lossy`](Self::transcode_lossy) into memory that need not be initialised; the
    /// bytes of the units written are.
    pub fn transcode_lossy_uninit(&mut self, chunk: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        self.run::<true>(chunk, memory::output_uninit(dst))
    }

    fn run<const LOSSY: bool>(&mut self, chunk: &[u8], dst: &mut Output) -> Step {
        let (at, status) = self.engine.step::<LOSSY>(chunk, dst);
        Step {
            read: at.read / self.pair.source().unit_len(),
            written: at.written / self.pair.target().unit_len(),
            status,
        }
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
        Step {
            read: 0,
            written: written / self.pair.target().unit_len(),
            status,
        }
    }

    /// Units of the stream that are converted or skipped.
    pub fn position(&self) -> u64 {
        self.engine.position() / self.pair.source().unit_len() as u64
    }

    /// Units, 0 to 5, of the incomplete character at the end of the last chunk.
    pub fn pending(&self) -> usize {
        self.engine.pending() / self.pair.source().unit_len()
    }

    /// Number of replacements written so far.
    pub const fn replacements(&self) -> u64 {
        self.engine.replacements()
    }
}

impl fmt::Debug for PairTranscoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairTranscoder")
            .field("source", &self.pair.source())
            .field("target", &self.pair.target())
            .field("position", &self.position())
            .field("pending", &self.pending())
            .field("replacements", &self.replacements())
            .finish()
    }
}
