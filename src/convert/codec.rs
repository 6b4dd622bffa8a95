//! [`Codec`]: the two encodings of a conversion. The verbs, rows and streams are generic over it.
//!
//! | codec | encodings | compiled |
//! |---|---|---|
//! | [`Typed`] | given by types | for each pair. It has no size, and its methods are inlined. |
//! | [`Pair`] | chosen at run time | once. Its methods choose code by class. |
//!
//! Sources and outputs are bytes. Positions in results and errors count units, as the public
//! functions do.
#![forbid(unsafe_code)]

use super::pair::Pair;
use super::verbs::{SchemeOf, measure_converted};
use crate::convert::{plan, variants, verbs};
use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::kernels::scalar::CharacterCodec;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Charset, Encoding, Isa, TranscodeError, max_len};
use core::marker::PhantomData;

/// The two encodings of a conversion.
pub(crate) trait Codec: Copy {
    /// Returns the encodings.
    fn charsets(self) -> [Charset; 2];

    /// Returns the sizes of the code units of source and target, in bytes.
    fn widths(self) -> [usize; 2];

    /// Returns the sizes of the units that positions in source and target count, in bytes: see
    /// [`Charset::unit_size`]. For UTF-16LE this is 1, although its code units have 2 bytes.
    fn units(self) -> [usize; 2];

    /// Returns the codec that converts single characters.
    fn characters(self) -> impl CharacterCodec;

    /// Returns the replacement for malformed sequences and unrepresentable characters.
    fn replacement(self) -> char;

    /// Converts strictly, up to the first malformed sequence or unrepresentable character.
    fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts the bulk of a chunk, up to the first error that it cannot replace. It does not
    /// convert a tail whose meaning depends on the next chunk. If `replaced` is given, the
    /// conversion may replace errors, and adds the number of replacements to it.
    fn convert_chunk(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress;

    /// Converts with replacement, up to the end of the input or of the output.
    fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress;

    /// Returns the number of bytes that a strict conversion into unlimited output would read, and
    /// of code units that it would write.
    fn measure_units(self, isa: Isa, src: &[u8]) -> (usize, usize);

    /// Returns the number of code units of the conversion of `src`. It is exact if a strict
    /// conversion succeeds.
    fn count_converted(self, isa: Isa, src: &[u8]) -> usize;

    /// Returns the number of code units of the conversion of `src` with replacement.
    fn count_lossy(self, isa: Isa, src: &[u8]) -> usize;

    /// Returns the largest number of units to which `units` units can convert, strictly or with
    /// replacement.
    fn max_len(self, units: usize) -> Option<usize>;

    /// Returns the error of a strict conversion that stopped at byte `read` of `src`, after it
    /// wrote `written` units.
    fn explain(self, src: &[u8], read: usize, written: usize) -> TranscodeError;

    /// Returns the result of a strict conversion: the number of units written if all of `src` was
    /// read, otherwise the error at the character where it stopped.
    #[inline(always)]
    fn outcome(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let written = at.written / self.units()[1];
        if at.read == src.len() {
            Ok(written)
        } else {
            Err(self.explain(src, at.read, written))
        }
    }

    /// Returns the result of a conversion that only a full output can stop.
    #[inline(always)]
    fn outcome_full(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let [from, to] = self.units();
        let written = at.written / to;
        if at.read == src.len() {
            Ok(written)
        } else {
            let [_, target] = self.charsets();
            Err(TranscodeError::output_full(at.read / from, written, target))
        }
    }

    /// Converts a number of code units of the target to position units. For example, one code unit
    /// of UTF-16LE is two position units, which are bytes. Saturates.
    #[inline(always)]
    fn in_units(self, code_units: usize) -> usize {
        code_units.saturating_mul(self.widths()[1] / self.units()[1])
    }

    /// Validates `src` and returns the number of units that a strict conversion would write.
    #[inline(never)]
    fn measure(self, isa: Isa, src: &[u8]) -> Result<usize, TranscodeError> {
        let (read, units) = self.measure_units(isa, src);
        let len = self.in_units(units);
        if read == src.len() {
            Ok(len)
        } else {
            Err(self.explain(src, read, len))
        }
    }

    /// Returns the number of units of the conversion of `src`. It is exact if a strict conversion
    /// succeeds, and at most [`max_len`](Self::max_len).
    #[inline(always)]
    fn transcoded_len(self, isa: Isa, src: &[u8]) -> usize {
        let len = self.in_units(self.count_converted(isa, src));
        let most = self.max_len(src.len() / self.units()[0]);
        len.min(most.unwrap_or(usize::MAX))
    }

    /// Returns the number of units of the conversion of `src` with replacement.
    #[inline(never)]
    fn lossy_len(self, isa: Isa, src: &[u8]) -> usize {
        self.in_units(self.count_lossy(isa, src))
    }
}

/// A conversion between encodings given by types.
pub(crate) struct Typed<S, D>(PhantomData<(S, D)>);

impl<S, D> Typed<S, D> {
    pub(crate) const NEW: Self = Typed(PhantomData);
}

impl<S, D> Clone for Typed<S, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, D> Copy for Typed<S, D> {}

impl<S: Encoding, D: Encoding> Codec for Typed<S, D> {
    #[inline(always)]
    fn charsets(self) -> [Charset; 2] {
        [S::CHARSET, D::CHARSET]
    }

    #[inline(always)]
    fn widths(self) -> [usize; 2] {
        [SchemeOf::<S>::WIDTH, SchemeOf::<D>::WIDTH]
    }

    #[inline(always)]
    fn units(self) -> [usize; 2] {
        [unit_size::<S>(), unit_size::<D>()]
    }

    #[inline(always)]
    fn characters(self) -> impl CharacterCodec {
        (S::SCHEME, D::SCHEME)
    }

    #[inline(always)]
    fn replacement(self) -> char {
        D::SCHEME.replacement()
    }

    #[inline(always)]
    fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        plan::convert(isa, S::SCHEME, D::SCHEME, src, dst)
    }

    #[inline(always)]
    fn convert_chunk(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress {
        let pair = Pair::from_charsets(S::CHARSET, D::CHARSET);
        let src = S::SCHEME.without_ambiguous_tail(pair.limited(src, dst.len()));
        match (D::SCHEME.page(), replaced) {
            (Some(page), replaced @ Some(_)) => {
                plan::convert_to_code_page(isa, S::SCHEME, page, src, dst, replaced)
            }
            _ => self.convert(isa, src, dst),
        }
    }

    #[inline(always)]
    fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        isa.convert_lossy(S::SCHEME, D::SCHEME, src, dst)
    }

    #[inline(always)]
    fn measure_units(self, isa: Isa, src: &[u8]) -> (usize, usize) {
        if SchemeOf::<S>::IS_VARIANT || !SchemeOf::<D>::HAS_LENGTHS {
            return variants::measure_variant(isa, S::SCHEME, D::SCHEME, src);
        }
        if SchemeOf::<D>::UNIVERSAL {
            return verbs::measure_in(isa, S::SCHEME, src, SchemeOf::<D>::LENGTH);
        }
        let convert = |src: &[u8], dst: &mut _| self.convert(isa, src, dst);
        measure_converted(src, SchemeOf::<D>::WIDTH, &convert)
    }

    #[inline(always)]
    fn count_converted(self, isa: Isa, src: &[u8]) -> usize {
        if SchemeOf::<S>::IS_VARIANT || !SchemeOf::<D>::HAS_LENGTHS {
            return variants::measure_variant(isa, S::SCHEME, D::SCHEME, src).1;
        }
        plan::count(isa, S::SCHEME, src, SchemeOf::<D>::LENGTH)
    }

    #[inline(always)]
    fn count_lossy(self, isa: Isa, src: &[u8]) -> usize {
        // A sequence of Big5 can decode to two code points. A single replacement replaces both if
        // the target lacks one of them, so their lengths cannot be counted separately.
        let is_one_each = S::SCHEME.multibyte().is_none() || SchemeOf::<D>::UNIVERSAL;
        if SchemeOf::<S>::IS_VARIANT || !SchemeOf::<D>::HAS_LENGTHS || !is_one_each {
            let convert = |src: &[u8], dst: &mut _| self.convert_lossy(isa, src, dst);
            return measure_converted(src, SchemeOf::<D>::WIDTH, &convert).1;
        }
        verbs::lossy_len_in(isa, S::SCHEME, src, SchemeOf::<D>::LENGTH)
    }

    #[inline(always)]
    fn max_len(self, units: usize) -> Option<usize> {
        max_len::<S, D>(units)
    }

    #[cold]
    #[inline(never)]
    fn explain(self, src: &[u8], read: usize, written: usize) -> TranscodeError {
        TranscodeError::explain(&self.characters(), self.charsets(), src, read, written)
    }
}
