//! The verbs for pairs of encodings: conversion and lengths.

use crate::convert::codec::{Codec, Typed};
use crate::convert::measure::ONE_PASS_THRESHOLD;
use crate::convert::{measure, plan};
use crate::encoding::Class;
use crate::encoding::scheme::{LengthUnit, Scheme, is_kind};
use crate::kernels::scalar;
use crate::memory;
use crate::memory::output::{Output, Scratch};
use crate::memory::progress::Progress;
use crate::{Charset, Encoding, Isa, TranscodeError};

/// Number of bytes that [`Isa::measure`] validates at a time. It then counts them, while they are
/// still in the cache.
const MEASURED_AT_ONCE: usize = 1 << 14;

/// Size in bytes of the buffer into which a text is converted only to measure it. If the target
/// cannot represent every character, only a conversion finds the first unrepresentable one.
const SCRATCH: usize = 1 << 12;

/// Converts `src` in steps with `convert`, and discards the output. Returns the number of bytes
/// read, and the number of units of `width` bytes written. We count units, because the number of
/// bytes might not fit in a `usize`.
#[inline(never)]
pub(crate) fn measure_converted(
    src: &[u8],
    width: usize,
    convert: &dyn Fn(&[u8], &mut Output) -> Progress,
) -> (usize, usize) {
    let (mut read, mut units) = (0, 0_usize);
    loop {
        let mut scratch = Scratch::<SCRATCH>::new();
        let step = convert(&src[read..], scratch.output());
        read += step.read;
        units = units.saturating_add(step.written / width);
        if step.read == 0 || read == src.len() {
            return (read, units);
        }
    }
}

/// Returns the number of units in a code unit of `from`, and the largest number of units of `to` to
/// which one such code unit can convert, strictly or with replacement.
pub(crate) const fn worst_case(from: Charset, to: Charset) -> [usize; 2] {
    use Class::*;
    let is_utf32 = matches!(from.class(), Utf32Le | Utf32Be | Ucs4);
    let code_units = match (from.class(), to.class()) {
        // RFC 2279 uses up to 6 bytes for a character. CESU-8 and MUTF-8 use 6 bytes for a
        // surrogate pair.
        (_, Utf8Family) if is_utf32 => 6,
        (_, Utf8) if is_utf32 => 4,
        (Latin1, Utf8 | Utf8Family) => 2,
        // A unit of UTF-16 becomes at most 3 bytes, and so does a malformed byte (U+FFFD).
        (_, Utf8 | Utf8Family) => 3,
        (_, Utf16Le | Utf16Be | Wtf16) if is_utf32 => 2,
        // In GB18030, a unit or its replacement becomes up to four bytes.
        (_, Multibyte) if to.has_four_bytes() => 4,
        // A character of two or more bytes of UTF-8 becomes at most two bytes.
        (Utf8 | Utf8Family, Multibyte) => 1,
        (_, Multibyte) => 2,
        _ => 1,
    };
    let units = code_units * (to.width() / to.unit_size());
    [from.width() / from.unit_size(), units]
}

impl Isa {
    /// Like [`transcode`](fn@crate::transcode), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](fn@crate::transcode).
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// for isa in Isa::available() {
    ///     let mut units = [0; 4];
    ///     assert_eq!(isa.transcode::<Utf8, Utf16>("a😀".as_bytes(), &mut units), Ok(3));
    ///     assert_eq!(units, [0x61, 0xD83D, 0xDE00, 0]);
    /// }
    /// ```
    #[inline]
    pub fn transcode<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut [D::Unit],
    ) -> Result<usize, TranscodeError> {
        let (codec, src) = (Typed::<S, D>::NEW, memory::bytes(src));
        codec.outcome(src, codec.convert(self, src, memory::output(dst)))
    }

    /// Like [`transcode_lossy`](fn@crate::transcode_lossy), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_lossy`](fn@crate::transcode_lossy).
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// for isa in Isa::available() {
    ///     let mut units = [0; 4];
    ///     assert_eq!(isa.transcode_lossy::<Utf8, Utf16>(b"a\xFF", &mut units), Ok(2));
    ///     assert_eq!(units[..2], [0x61, 0xFFFD]);
    /// }
    /// ```
    #[inline]
    pub fn transcode_lossy<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut [D::Unit],
    ) -> Result<usize, TranscodeError> {
        let (codec, src) = (Typed::<S, D>::NEW, memory::bytes(src));
        codec.outcome_full(src, codec.convert_lossy(self, src, memory::output(dst)))
    }

    /// Like [`transcode_unchecked`](fn@crate::transcode_unchecked), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_unchecked`](fn@crate::transcode_unchecked).
    ///
    /// # Safety
    ///
    /// `src` must be well-formed in `S`, and `D` must be able to represent all its characters.
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// let (isa, mut dst) = (Isa::best(), [0; 4]);
    /// // SAFETY: a `str` is well-formed UTF-8.
    /// let written = unsafe { isa.transcode_unchecked::<Utf8, Utf16>("é".as_bytes(), &mut dst) }?;
    /// assert_eq!(dst[..written], [0xE9]);
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    #[inline]
    pub unsafe fn transcode_unchecked<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut [D::Unit],
    ) -> Result<usize, TranscodeError> {
        let src = memory::bytes(src);
        let at = plan::convert_unchecked(self, S::SCHEME, D::SCHEME, src, memory::output(dst));
        Typed::<S, D>::NEW.outcome_full(src, at)
    }

    /// Like [`measure`](fn@crate::measure), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`measure`](fn@crate::measure).
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.measure::<Utf8, Utf16>("a😀".as_bytes()), Ok(3));
    /// }
    /// ```
    pub fn measure<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Result<usize, TranscodeError> {
        Typed::<S, D>::NEW.measure(self, memory::bytes(src))
    }

    /// Like [`transcoded_len`](fn@crate::transcoded_len), on this instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Latin1, Utf8};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.transcoded_len::<Latin1, Utf8>(b"caf\xE9"), 5);
    /// }
    /// ```
    #[inline]
    pub fn transcoded_len<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> usize {
        Typed::<S, D>::NEW.transcoded_len(self, memory::bytes(src))
    }

    /// Like [`lossy_len`](fn@crate::lossy_len), on this instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.lossy_len::<Utf8, Utf16>(b"a\xF0\x9F\x98"), 2);
    /// }
    /// ```
    pub fn lossy_len<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> usize {
        Typed::<S, D>::NEW.lossy_len(self, memory::bytes(src))
    }
}

/// Returns the length of the lossy conversion of `src`, in the unit `length`.
/// [`LengthUnit::Characters`] is the length in UTF-32 and in single-byte encodings, in which
/// each replacement is one unit.
#[inline(always)]
pub(crate) fn lossy_len_in<S: Scheme>(isa: Isa, from: S, src: &[u8], length: LengthUnit) -> usize {
    let whole = src.len() - from.incomplete_tail(src);
    let mut at = plan::count_lossy::<S>(isa, &src[..whole], length);
    while at.read < src.len() {
        let (read, units) = measure_in(isa, from, &src[at.read..], length);
        at.read += read;
        at.written = at.written.saturating_add(units);
        scalar::count_lossy(from, src, &mut at, length);
    }
    at.written
}

/// Returns two numbers for a strict conversion into unlimited output: the bytes read, and the
/// length of the output in the unit `length`. The target of the caller must be able to
/// represent all characters.
#[inline(always)]
pub(crate) fn measure_in<S: Scheme>(
    isa: Isa,
    from: S,
    src: &[u8],
    length: LengthUnit,
) -> (usize, usize) {
    #[cfg(feature = "multibyte")]
    if let Some(multibyte) = from.multibyte() {
        let all = plan::measure_multibyte_all(isa, multibyte, src, length);
        return (all.read, all.written);
    }
    let (mut read, mut units) = (0, 0);
    loop {
        let rest = &src[read..];
        let step = if is_kind!(S, Utf8) && rest.len() >= ONE_PASS_THRESHOLD {
            measure::measure_utf8_text(isa, rest, length)
        } else {
            let part = &rest[..rest.len().min(MEASURED_AT_ONCE)];
            let read = plan::valid_bytes(isa, from, part);
            let written = plan::count(isa, from, &part[..read], length);
            Progress { read, written }
        };
        read += step.read;
        units += step.written;
        if step.read == 0 || read == src.len() {
            return (read, units);
        }
    }
}
