//! The verbs for two encodings that are chosen at run time.
#![forbid(unsafe_code)]

use super::Pair;
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::convert::verbs::{measure_converted, worst_len};
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, EncodingKind, Length, Scheme, encode_each};
use crate::encoding::{CLASSES, Class, SchemeOf, each_class, with_class};
use crate::kernels::scalar::{CLEAN_RUN, Lossy};
use crate::kernels::scalar::{Codec, convert_some_lossy};
use crate::{Charset, CodePoint, Encoding, Isa, TranscodeError};
use core::mem::MaybeUninit;

impl Codec for Pair {
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.source.decode(src)
    }

    fn decode_chunk(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.source.decode_chunk(src)
    }

    fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        encode_each(code_point, dst, |one, dst| self.target.encode(one, dst))
    }
}

/// A conversion of one pair.
type Convert = fn(&Pair, Isa, &[u8], &mut Output, replaced: Option<&mut u64>) -> Progress;

fn convert<S: Encoding, D: Encoding>(
    pair: &Pair,
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    replaced: Option<&mut u64>,
) -> Progress {
    let (from, to) = (pair.source.scheme::<S>(), pair.target.scheme::<D>());
    match to.page() {
        // Two code points of one sequence are replaced together, which this does not do.
        Some(page) => {
            let replaced = replaced.filter(|_| from.multibyte().is_none());
            isa.convert_to_page(from, page, src, dst, replaced)
        }
        None => isa.convert(from, to, src, dst),
    }
}

/// A conversion of one pair with replacement.
type ConvertLossy = fn(Isa, &[u8], &mut Output) -> Progress;

fn convert_lossy<S: Encoding, D: Encoding>(isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
    isa.convert_lossy(S::SCHEME, D::SCHEME, src, dst)
}

/// Whether conversions from and to these encodings are there once for all of them: variants, which
/// are made of others, and what has no kernels.
const fn is_shared<E: Encoding>() -> bool {
    let is_utf32 = matches!(SchemeOf::<E>::KIND, EncodingKind::Utf32(_));
    (is_utf32 && !cfg!(feature = "utf-32")) || SchemeOf::<E>::IS_VARIANT
}

/// The conversions from and to each class, in the order of these.
static CONVERT: [[Convert; CLASSES]; CLASSES] = each_class!(S => each_class!(D => {
    if is_shared::<S>() || is_shared::<D>() {
        Pair::convert_variant as Convert
    } else {
        convert::<S, D> as Convert
    }
}));

/// Evaluates `$body` with `$E` naming the encoding of a class, if that is one of some:
/// `replaceable`, as a source, and `replaced`, as a target, are those that have kernels for
/// malformed text.
macro_rules! with_some {
    (replaceable $encoding:expr, $E:ident => $body:expr) => {
        with_some!(@ $encoding, $E, $body, Utf8 Utf16Le Utf16Be)
    };
    (replaced $encoding:expr, $E:ident => $body:expr) => {
        with_some!(@ $encoding, $E, $body, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be)
    };
    (@ $encoding:expr, $E:ident, $body:expr, $($name:ident)*) => {
        match $encoding.class() {
            $(Class::$name if const { !is_shared::<crate::$name>() } => {
                type $E = crate::$name;
                $body
            })*
            _ => None,
        }
    };
}

/// Evaluates `$body` with `$S` naming an encoding of the class of `$source`, if that is no
/// variant.
macro_rules! with_plain {
    ($source:expr, $S:ident => $body:expr) => {
        with_class!($source, $S => (!SchemeOf::<$S>::IS_VARIANT).then(|| $body))
    };
}

impl Pair {
    /// Converts strictly, up to the first malformed sequence or unrepresentable character.
    #[inline]
    pub(crate) fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        self.convert_by_table(isa, src, dst, None)
    }

    #[inline]
    fn convert_by_table(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress {
        let to = &CONVERT[self.source.class() as usize];
        to[self.target.class() as usize](&self, isa, src, dst, replaced)
    }

    /// [`convert`](Self::convert), to a code page up to a malformed sequence or the incomplete one
    /// at the end: characters that the page does not have become question marks, which `replaced`
    /// counts.
    pub(crate) fn convert_replacing(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: &mut u64,
    ) -> Progress {
        if !self.target.is_code_page() {
            return self.convert(isa, src, dst);
        }
        let whole = &src[..src.len() - self.source.incomplete_bytes(src)];
        self.convert_by_table(isa, whole, dst, Some(replaced))
    }

    /// Converts with replacement, up to the end of the input or of the output.
    #[inline(never)]
    pub(crate) fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        let own: Option<ConvertLossy> = with_some!(replaceable self.source, S => {
            with_some!(replaced self.target, D => Some(convert_lossy::<S, D>))
        });
        if let Some(convert) = own {
            return convert(isa, src, dst);
        }
        let mut at = Progress::START;
        loop {
            let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
            let step = self.convert_replacing(isa, rest, out, &mut 0);
            at += step;
            if at.read == src.len() {
                return at;
            }
            // After a long run without a fault, this one is taken for a single one.
            let clean_run = if step.read < CLEAN_RUN { CLEAN_RUN } else { 1 };
            let replacement = self.target.replacement();
            let some = self.with_codec(|codec| {
                convert_some_lossy(codec, replacement, src, dst, &mut at, clean_run)
            });
            match some {
                Lossy::CleanRun => {}
                Lossy::Full | Lossy::Done => return at,
            }
        }
    }

    /// Calls `work` with the pair as a codec: where one of the two is of several bytes and the
    /// other UTF-8, one that need not look for what they are at each character.
    fn with_codec<T>(self, work: impl FnOnce(&dyn Codec) -> T) -> T {
        #[cfg(feature = "multibyte")]
        {
            use crate::encoding::scheme::{Multibyte, Utf8};
            match (self.source.multibyte(), self.target.multibyte()) {
                (Some(from), _) if self.target == Charset::Utf8 => {
                    return work(&(Multibyte(from), Utf8::NEW));
                }
                (_, Some(to)) if self.source == Charset::Utf8 => {
                    return work(&(Utf8::NEW, Multibyte(to)));
                }
                _ => {}
            }
        }
        work(&self)
    }

    /// [`convert`](Self::convert), tidily if that is asked for.
    #[inline(always)]
    pub(crate) fn convert_as_said(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        match self.is_tidy {
            true => self.convert_tidily(isa, src, dst, false),
            false => self.convert(isa, src, dst),
        }
    }

    /// [`convert_lossy`](Self::convert_lossy), tidily if that is asked for.
    #[inline(always)]
    fn convert_lossy_as_said(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        match self.is_tidy {
            true => self.convert_tidily(isa, src, dst, true),
            false => self.convert_lossy(isa, src, dst),
        }
    }

    /// Units of the target for bytes of it.
    #[inline]
    fn units(self, bytes: usize) -> usize {
        bytes / self.target.position_unit()
    }

    /// The result of a strict conversion of `src` that got as far as `at`.
    #[inline]
    fn outcome(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let written = self.units(at.written);
        if at.read == src.len() {
            Ok(written)
        } else {
            Err(self.explain(src, at.read, written))
        }
    }

    /// The error of a strict conversion that stopped at byte `read` of `src`.
    #[cold]
    #[inline(never)]
    pub(crate) fn explain(self, src: &[u8], read: usize, written: usize) -> TranscodeError {
        let charsets = [self.source, self.target];
        TranscodeError::explain_codec(&self, charsets, src, read, written)
    }

    /// The result of a conversion that only a full output can stop.
    fn outcome_full(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let written = self.units(at.written);
        if at.read == src.len() {
            Ok(written)
        } else {
            let read = at.read / self.source.position_unit();
            Err(TranscodeError::output_full_at(read, written, self.target))
        }
    }

    /// Converts `src` to the beginning of `dst`; returns the number of units written. See
    /// [`transcode`](crate::transcode).
    ///
    /// # Errors
    ///
    /// Those of [`transcode`](crate::transcode).
    #[inline]
    pub fn transcode(self, isa: Isa, src: &[u8], dst: &mut [u8]) -> Result<usize, TranscodeError> {
        self.outcome(src, self.convert_as_said(isa, src, memory::output(dst)))
    }

    /// [`transcode`](Self::transcode) into memory that need not be initialised; the bytes of the
    /// units written are initialised, also where it fails.
    ///
    /// # Errors
    ///
    /// Those of [`transcode`](crate::transcode).
    #[inline]
    pub fn transcode_uninit(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        self.outcome(
            src,
            self.convert_as_said(isa, src, memory::output_uninit(dst)),
        )
    }

    /// Converts `src` to the beginning of `dst` with replacement; returns the number of units
    /// written. See [`transcode_lossy`](crate::transcode_lossy).
    ///
    /// # Errors
    ///
    /// [`Reason::OutputFull`](crate::Reason::OutputFull) only.
    pub fn transcode_lossy(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [u8],
    ) -> Result<usize, TranscodeError> {
        self.outcome_full(
            src,
            self.convert_lossy_as_said(isa, src, memory::output(dst)),
        )
    }

    /// [`transcode_lossy`](Self::transcode_lossy) into memory that need not be initialised; the
    /// bytes of the units written are initialised, also where it fails.
    ///
    /// # Errors
    ///
    /// [`Reason::OutputFull`](crate::Reason::OutputFull) only.
    pub fn transcode_lossy_uninit(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        self.outcome_full(
            src,
            self.convert_lossy_as_said(isa, src, memory::output_uninit(dst)),
        )
    }

    /// The result of [`transcode`](Self::transcode), given room, without output. See
    /// [`measure`](fn@crate::measure).
    ///
    /// # Errors
    ///
    /// Those of [`transcode`](crate::transcode) but for a full output.
    pub fn measure(self, isa: Isa, src: &[u8]) -> Result<usize, TranscodeError> {
        let (read, units) = self.measure_units(isa, src);
        let len = self.in_units(units);
        if read == src.len() {
            Ok(len)
        } else {
            Err(self.explain(src, read, len))
        }
    }

    /// Units of the target for code units of its scheme; saturates.
    fn in_units(self, code_units: usize) -> usize {
        code_units.saturating_mul(self.target.unit_len() / self.target.position_unit())
    }

    /// Whether the length of a conversion is that of one to UTF-8, UTF-16 or UTF-32.
    pub(crate) fn is_plain(self) -> bool {
        !self.source.is_variant() && self.target.has_lengths()
    }

    /// That length.
    fn plain_length(self) -> Option<Length> {
        self.is_plain().then(|| self.target.length())
    }

    /// The bytes that a strict conversion into unlimited output would read, and the code units that
    /// it would write.
    pub(crate) fn measure_units(self, isa: Isa, src: &[u8]) -> (usize, usize) {
        let length = self.plain_length().filter(|_| self.target.is_universal());
        let measured = length.and_then(|length| {
            with_plain!(self.source, S => {
                isa.measure_length(self.source.scheme::<S>(), src, length)
            })
        });
        measured.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert(isa, src, dst);
            measure_converted(src, self.target.unit_len(), &convert)
        })
    }

    /// Units of the conversion of `src`, exact if it can be converted. See
    /// [`transcoded_len`](crate::transcoded_len).
    pub fn transcoded_len(self, isa: Isa, src: &[u8]) -> usize {
        let counted = self.plain_length().and_then(|length| {
            with_plain!(self.source, S => isa.count(self.source.scheme::<S>(), src, length))
        });
        let units = counted.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert(isa, src, dst);
            measure_converted(src, self.target.unit_len(), &convert).1
        });
        let most = self.max_len(src.len() / self.source.position_unit());
        self.in_units(units).min(most.unwrap_or(usize::MAX))
    }

    /// Units of the conversion of any `src` with replacement. See [`lossy_len`](crate::lossy_len).
    pub fn lossy_len(self, isa: Isa, src: &[u8]) -> usize {
        // What becomes of two code points of one sequence depends on whether the target has both.
        let is_one_each = self.source.multibyte().is_none() || self.target.is_universal();
        let length = self.plain_length().filter(|_| is_one_each);
        let counted = length.and_then(|length| {
            with_plain!(self.source, S => isa.lossy_length(self.source.scheme::<S>(), src, length))
        });
        let units = counted.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert_lossy(isa, src, dst);
            measure_converted(src, self.target.unit_len(), &convert).1
        });
        self.in_units(units)
    }

    /// The greatest number of units to which `units` units of the source can convert, strictly or
    /// with replacement. See [`max_len`](crate::max_len).
    pub fn max_len(self, units: usize) -> Option<usize> {
        let characters = units.div_ceil(self.source.unit_len() / self.source.position_unit());
        let kind = with_class!(self.source, S => SchemeOf::<S>::KIND);
        let worst = worst_len(
            kind,
            self.target,
            self.target.length(),
            self.target.is_variant(),
        );
        characters.checked_mul(worst * (self.target.unit_len() / self.target.position_unit()))
    }
}
