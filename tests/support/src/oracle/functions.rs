//! [`Functions`]: the functions of one pair of encodings that the checks call. The checks take them as a trait object, so
//! they are compiled once for each size of code units, not once for each pair.
//!
//! There are two implementations, and [`functions`] returns one of them:
//!
//! - [`ByValue`] calls `Pair` and `AnyTranscoder`, which the library compiles once for all encodings.
//! - [`ByType`] calls the generic functions, which every test program compiles again for each of its pairs. This takes
//!   minutes, so only the feature `typed` selects it. `tests/interface/any.rs` compares both, for some pairs of each kind.

use super::check::Verb;
use super::model::Unit;
use bytemuck::{cast_slice, cast_slice_mut, pod_read_unaligned};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use utflane::stream::{AnyTranscoder, Step, StreamEncoding, StreamError, Transcoder};
use utflane::{Charset, Encoding, Isa, Pair, TranscodeError, max_len, transcode_lossy_uninit};
use utflane::{transcode_unchecked_to_vec, transcode_unchecked_uninit, transcode_uninit};

/// The functions of a pair of encodings with the code units `S` and `D`.
pub trait Functions<S, D> {
    /// Names of source and target, for failure messages.
    fn names(&self) -> [&'static str; 2];

    /// Calls the form of `verb` that writes to a slice. `Unchecked` requires well-formed, representable input.
    fn convert(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S],
        dst: &mut [D],
    ) -> Result<usize, TranscodeError>;

    /// Calls the form that writes to uninitialised memory.
    fn convert_uninit(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S],
        dst: &mut [MaybeUninit<D>],
    ) -> Result<usize, TranscodeError>;

    /// Calls the form that returns a vector.
    fn convert_to_vec(&self, isa: Isa, verb: Verb, src: &[S]) -> Result<Vec<D>, TranscodeError>;

    fn measure(&self, isa: Isa, src: &[S]) -> Result<usize, TranscodeError>;
    fn transcoded_len(&self, isa: Isa, src: &[S]) -> usize;
    fn lossy_len(&self, isa: Isa, src: &[S]) -> usize;
    fn max_len(&self, units: usize) -> Option<usize>;

    /// Starts a stream.
    fn stream(&self, isa: Isa) -> Box<dyn Stream<S, D>>;
}

/// What a stream does with a malformed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Strict,
    Lossy,
    /// Replaces it and calls a function.
    Reporting,
}

/// A stream. All counts are in code units.
pub trait Stream<S, D> {
    /// Converts a chunk, or finishes the text if there is none. Calls `report` in mode `Reporting`.
    fn step(
        &mut self,
        mode: Mode,
        chunk: Option<&[S]>,
        dst: &mut [D],
        report: &mut dyn FnMut(StreamError),
    ) -> Step;

    fn position(&self) -> u64;
    fn pending(&self) -> usize;
    fn replacements(&self) -> u64;
}

/// Returns the functions of a pair: generic ones with the feature `typed`, otherwise those of `Pair`.
pub fn functions<S, D>() -> impl Functions<S::Unit, D::Unit>
where
    S: Encoding<Unit: Unit>,
    D: Encoding<Unit: Unit>,
{
    #[cfg(feature = "typed")]
    {
        ByType::<S, D>::NEW
    }
    #[cfg(not(feature = "typed"))]
    {
        ByValue::new::<S, D>()
    }
}

/// The generic functions.
pub struct ByType<S, D>(PhantomData<(S, D)>);

impl<S, D> ByType<S, D> {
    pub const NEW: Self = ByType(PhantomData);
}

impl<S, D> Functions<S::Unit, D::Unit> for ByType<S, D>
where
    S: Encoding<Unit: Unit>,
    D: Encoding<Unit: Unit>,
{
    fn names(&self) -> [&'static str; 2] {
        [S::NAME, D::NAME]
    }

    fn convert(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S::Unit],
        dst: &mut [D::Unit],
    ) -> Result<usize, TranscodeError> {
        match verb {
            Verb::Strict => isa.transcode::<S, D>(src, dst),
            Verb::Lossy => isa.transcode_lossy::<S, D>(src, dst),
            // SAFETY: the caller passes well-formed, representable input, or checks only that nothing outside of `dst` is
            // written, which the function guarantees for any input.
            Verb::Unchecked => unsafe { isa.transcode_unchecked::<S, D>(src, dst) },
        }
    }

    /// The generic functions choose the instruction set. `ByValue` tests the others.
    fn convert_uninit(
        &self,
        _: Isa,
        verb: Verb,
        src: &[S::Unit],
        dst: &mut [MaybeUninit<D::Unit>],
    ) -> Result<usize, TranscodeError> {
        let start = dst.as_ptr().cast::<D::Unit>();
        let written = match verb {
            Verb::Strict => transcode_uninit::<S, D>(src, dst)?,
            Verb::Lossy => transcode_lossy_uninit::<S, D>(src, dst)?,
            // SAFETY: the caller passes well-formed, representable input.
            Verb::Unchecked => unsafe { transcode_unchecked_uninit::<S, D>(src, dst)? },
        };
        assert_eq!(
            written.as_ptr(),
            start,
            "the written units must be the start of dst"
        );
        Ok(written.len())
    }

    fn convert_to_vec(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S::Unit],
    ) -> Result<Vec<D::Unit>, TranscodeError> {
        match verb {
            Verb::Strict => isa.transcode_to_vec::<S, D>(src),
            Verb::Lossy => Ok(isa.transcode_lossy_to_vec::<S, D>(src)),
            // SAFETY: the caller passes well-formed, representable input.
            Verb::Unchecked => Ok(unsafe { transcode_unchecked_to_vec::<S, D>(src) }),
        }
    }

    fn measure(&self, isa: Isa, src: &[S::Unit]) -> Result<usize, TranscodeError> {
        isa.measure::<S, D>(src)
    }

    fn transcoded_len(&self, isa: Isa, src: &[S::Unit]) -> usize {
        isa.transcoded_len::<S, D>(src)
    }

    fn lossy_len(&self, isa: Isa, src: &[S::Unit]) -> usize {
        isa.lossy_len::<S, D>(src)
    }

    fn max_len(&self, units: usize) -> Option<usize> {
        max_len::<S, D>(units)
    }

    fn stream(&self, isa: Isa) -> Box<dyn Stream<S::Unit, D::Unit>> {
        Box::new(Transcoder::<S, D>::with_isa(isa))
    }
}

impl<S: StreamEncoding, D: StreamEncoding> Stream<S::Unit, D::Unit> for Transcoder<S, D> {
    fn step(
        &mut self,
        mode: Mode,
        chunk: Option<&[S::Unit]>,
        dst: &mut [D::Unit],
        report: &mut dyn FnMut(StreamError),
    ) -> Step {
        match (chunk, mode) {
            (Some(chunk), Mode::Strict) => self.transcode(chunk, dst),
            (Some(chunk), Mode::Lossy) => self.transcode_lossy(chunk, dst),
            (Some(chunk), Mode::Reporting) => self.transcode_lossy_with(chunk, dst, report),
            (None, Mode::Strict) => self.finish_into(dst),
            (None, Mode::Lossy) => self.finish_lossy(dst),
            (None, Mode::Reporting) => self.finish_lossy_with(dst, report),
        }
    }

    fn position(&self) -> u64 {
        Transcoder::position(self)
    }

    fn pending(&self) -> usize {
        Transcoder::pending(self)
    }

    fn replacements(&self) -> u64 {
        Transcoder::replacements(self)
    }
}

/// The functions of `Pair`, which has none that skip the checks of the input.
pub struct ByValue {
    pair: Pair,
    names: [&'static str; 2],
}

impl ByValue {
    pub fn new<S: Encoding, D: Encoding>() -> Self {
        let pair = Pair::new(Charset::of::<S>(), Charset::of::<D>());
        Self {
            pair: pair.expect("two encodings without a state"),
            names: [S::NAME, D::NAME],
        }
    }
}

impl<S: Unit, D: Unit> Functions<S, D> for ByValue {
    fn names(&self) -> [&'static str; 2] {
        self.names
    }

    fn convert(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S],
        dst: &mut [D],
    ) -> Result<usize, TranscodeError> {
        let (src, dst) = (cast_slice(src), cast_slice_mut(dst));
        match verb {
            Verb::Strict => self.pair.with_isa(isa).transcode(src, dst),
            Verb::Lossy => self.pair.with_isa(isa).transcode_lossy(src, dst),
            Verb::Unchecked => unreachable!("`Verb::ALL` excludes it"),
        }
    }

    fn convert_uninit(
        &self,
        isa: Isa,
        verb: Verb,
        src: &[S],
        dst: &mut [MaybeUninit<D>],
    ) -> Result<usize, TranscodeError> {
        let (src, len) = (cast_slice(src), size_of_val(dst));
        // SAFETY: the range is that of `dst`. Bytes have no alignment, and these may be uninitialised.
        let dst = unsafe { std::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), len) };
        match verb {
            Verb::Strict => self.pair.with_isa(isa).transcode_uninit(src, dst),
            Verb::Lossy => self.pair.with_isa(isa).transcode_lossy_uninit(src, dst),
            Verb::Unchecked => unreachable!("`Verb::ALL` excludes it"),
        }
    }

    fn convert_to_vec(&self, isa: Isa, verb: Verb, src: &[S]) -> Result<Vec<D>, TranscodeError> {
        let pair = self.pair.with_isa(isa);
        let bytes = match verb {
            Verb::Strict => pair.transcode_to_vec(cast_slice(src))?,
            Verb::Lossy => pair.transcode_lossy_to_vec(cast_slice(src)),
            Verb::Unchecked => unreachable!("`Verb::ALL` excludes it"),
        };
        Ok(units(&bytes))
    }

    fn measure(&self, isa: Isa, src: &[S]) -> Result<usize, TranscodeError> {
        self.pair.with_isa(isa).measure(cast_slice(src))
    }

    fn transcoded_len(&self, isa: Isa, src: &[S]) -> usize {
        self.pair.with_isa(isa).transcoded_len(cast_slice(src))
    }

    fn lossy_len(&self, isa: Isa, src: &[S]) -> usize {
        self.pair.with_isa(isa).lossy_len(cast_slice(src))
    }

    fn max_len(&self, units: usize) -> Option<usize> {
        self.pair.max_len(units)
    }

    fn stream(&self, isa: Isa) -> Box<dyn Stream<S, D>> {
        let (source, target) = (self.pair.source(), self.pair.target());
        let transcoder = AnyTranscoder::with_isa(isa, source, target);
        Box::new(StreamByValue {
            transcoder,
            widths: [source, target].map(Charset::unit_size),
        })
    }
}

/// Reinterprets bytes as units. Trailing bytes that form no whole unit are dropped.
pub fn units<U: Unit>(bytes: &[u8]) -> Vec<U> {
    let units = bytes.chunks_exact(size_of::<U>());
    units.map(pod_read_unaligned).collect()
}

/// A stream between encodings given by values, which counts bytes.
struct StreamByValue {
    transcoder: AnyTranscoder,
    /// Sizes of the code units of source and target.
    widths: [usize; 2],
}

impl<S: Unit, D: Unit> Stream<S, D> for StreamByValue {
    fn step(
        &mut self,
        mode: Mode,
        chunk: Option<&[S]>,
        dst: &mut [D],
        report: &mut dyn FnMut(StreamError),
    ) -> Step {
        let (chunk, dst) = (chunk.map(cast_slice), cast_slice_mut(dst));
        let mut step = self.transcoder.step(mode, chunk, dst, report);
        step.read /= self.widths[0];
        step.written /= self.widths[1];
        step
    }

    fn position(&self) -> u64 {
        self.transcoder.position() / self.widths[0] as u64
    }

    fn pending(&self) -> usize {
        self.transcoder.pending() / self.widths[0]
    }

    fn replacements(&self) -> u64 {
        self.transcoder.replacements()
    }
}
