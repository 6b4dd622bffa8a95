//! The verbs for two encodings that are chosen at run time.
#![forbid(unsafe_code)]

use super::Pair;
use crate::convert::verbs::{measure_converted, worst_len};
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, EncodingKind, Length, Scheme, encode_each};
use crate::encoding::{CLASSES, Class, SchemeOf, each_class, with_class};
use crate::kernels::scalar::{Codec, Lossy, clean_run_after, convert_lossy_dyn};
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
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
        // A multi-byte sequence of two code points is replaced as a whole, which this conversion
        // cannot do.
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

/// Returns whether [`Pair::convert_variant`] converts pairs with `E`. This applies to variants, which
/// are composed of other conversions, and to UTF-32 without its kernels.
const fn is_shared<E: Encoding>() -> bool {
    let is_utf32 = matches!(SchemeOf::<E>::KIND, EncodingKind::Utf32(_));
    (is_utf32 && !cfg!(feature = "utf-32")) || SchemeOf::<E>::IS_VARIANT
}

/// The conversion for each class of source and of target, in the order of the classes.
static CONVERT: [[Convert; CLASSES]; CLASSES] = each_class!(S => each_class!(D => {
    if is_shared::<S>() || is_shared::<D>() {
        Pair::convert_variant as Convert
    } else {
        convert::<S, D> as Convert
    }
}));

/// Evaluates `$body` with `$E` as the type of the encoding's class, if the class is in a list:
/// `replaceable` sources and `replaced` targets have kernels for malformed text.
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

/// Evaluates `$body` with `$S` as the type of the class of `$source`, unless it is a variant.
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

    /// [`convert`](Self::convert) that replaces characters that a target code page cannot represent
    /// with question marks, and counts them in `replaced`. It replaces the same malformed sequences
    /// as [`Isa::convert_to_page`].
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
        let decided = self.source.without_undecided(src);
        self.convert_by_table(isa, decided, dst, Some(replaced))
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
            let clean_run = clean_run_after(step.read);
            let replacement = self.target.replacement();
            let stop = self.with_codec(|codec| {
                convert_lossy_dyn(codec, replacement, src, dst, &mut at, clean_run)
            });
            if stop != Lossy::CleanRun {
                return at;
            }
        }
    }

    /// Calls `work` with the pair as a codec. Between UTF-8 and a multi-byte encoding, the codec is
    /// specialised, so that it need not dispatch on the encodings for each character.
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

    /// [`convert`](Self::convert), but preserves the tail if `preserve_tail` is set.
    #[inline(always)]
    pub(crate) fn convert_preserving_tail(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        match self.preserve_tail {
            true => self.convert_through_buffer(isa, src, dst, false),
            false => self.convert(isa, src, dst),
        }
    }

    /// [`convert_lossy`](Self::convert_lossy), but preserves the tail if `preserve_tail` is set.
    #[inline(always)]
    fn convert_lossy_preserving_tail(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        match self.preserve_tail {
            true => self.convert_through_buffer(isa, src, dst, true),
            false => self.convert_lossy(isa, src, dst),
        }
    }

    /// Converts a number of bytes of the target to units.
    #[inline]
    fn units(self, bytes: usize) -> usize {
        bytes / self.target.position_unit()
    }

    /// Returns the result of a strict conversion of `src` that stopped at `at`.
    #[inline]
    fn outcome(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let written = self.units(at.written);
        if at.read == src.len() {
            Ok(written)
        } else {
            Err(self.explain(src, at.read, written))
        }
    }

    /// Returns the error of a strict conversion that stopped at byte `read` of `src`.
    #[cold]
    #[inline(never)]
    pub(crate) fn explain(self, src: &[u8], read: usize, written: usize) -> TranscodeError {
        let charsets = [self.source, self.target];
        TranscodeError::explain_codec(&self, charsets, src, read, written)
    }

    /// Returns the result of a conversion that only a full output can stop.
    fn outcome_full(self, src: &[u8], at: Progress) -> Result<usize, TranscodeError> {
        let written = self.units(at.written);
        if at.read == src.len() {
            Ok(written)
        } else {
            let read = at.read / self.source.position_unit();
            Err(TranscodeError::output_full_at(read, written, self.target))
        }
    }

    /// Converts `src` into `dst` and returns the number of units written, like
    /// [`transcode`](crate::transcode).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode).
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// let mut text = [0; 8];
    /// let len = pair.transcode(Isa::best(), b"5 \x80", &mut text)?;
    /// assert_eq!(text[..len], *"5 €".as_bytes());
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    #[inline]
    pub fn transcode(self, isa: Isa, src: &[u8], dst: &mut [u8]) -> Result<usize, TranscodeError> {
        self.outcome(
            src,
            self.convert_preserving_tail(isa, src, memory::output(dst)),
        )
    }

    /// Converts like [`transcode`](Self::transcode) into uninitialised memory. The bytes of the
    /// written units are initialised, even after an error.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode).
    #[inline]
    pub fn transcode_uninit(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        self.outcome(
            src,
            self.convert_preserving_tail(isa, src, memory::output_uninit(dst)),
        )
    }

    /// Converts `src` into `dst` with replacement and returns the number of units written, like
    /// [`transcode_lossy`](crate::transcode_lossy).
    ///
    /// # Errors
    ///
    /// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the output is too short.
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Windows1252).unwrap();
    /// let mut text = [0; 8];
    /// let len = pair.transcode_lossy(Isa::best(), "5 € 漢".as_bytes(), &mut text)?;
    /// assert_eq!(text[..len], *b"5 \x80 ?");
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    pub fn transcode_lossy(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [u8],
    ) -> Result<usize, TranscodeError> {
        self.outcome_full(
            src,
            self.convert_lossy_preserving_tail(isa, src, memory::output(dst)),
        )
    }

    /// Converts like [`transcode_lossy`](Self::transcode_lossy) into uninitialised memory. The
    /// bytes of the written units are initialised, even after an error.
    ///
    /// # Errors
    ///
    /// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the output is too short.
    pub fn transcode_lossy_uninit(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        self.outcome_full(
            src,
            self.convert_lossy_preserving_tail(isa, src, memory::output_uninit(dst)),
        )
    }

    /// Validates `src` and returns the number of units that [`transcode`](Self::transcode) would
    /// write, like [`measure`](fn@crate::measure).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode), except a full output.
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// assert_eq!(pair.measure(Isa::best(), "5 €".as_bytes()), Ok(3));
    /// assert_eq!(pair.measure(Isa::best(), b"5 \xFF").unwrap_err().read(), 2);
    /// ```
    pub fn measure(self, isa: Isa, src: &[u8]) -> Result<usize, TranscodeError> {
        let (read, units) = self.measure_units(isa, src);
        let len = self.in_units(units);
        if read == src.len() {
            Ok(len)
        } else {
            Err(self.explain(src, read, len))
        }
    }

    /// Converts a number of code units of the target's scheme to units. Saturates.
    fn in_units(self, code_units: usize) -> usize {
        code_units.saturating_mul(self.target.unit_len() / self.target.position_unit())
    }

    /// Returns whether the length of a conversion can be counted as a length of UTF-8, UTF-16 or
    /// UTF-32, without converting.
    pub(crate) fn is_plain(self) -> bool {
        !self.source.is_variant() && self.target.has_lengths()
    }

    /// Returns the length to count, if the pair [is plain](Self::is_plain).
    fn plain_length(self) -> Option<Length> {
        self.is_plain().then(|| self.target.length())
    }

    /// Returns the number of bytes that a strict conversion into unlimited output would read, and
    /// of code units that it would write.
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

    /// Returns the number of units of the conversion of `src`, like
    /// [`transcoded_len`](crate::transcoded_len). It is exact if `src` can be converted.
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// assert_eq!(pair.transcoded_len(Isa::best(), b"5 \x80"), 5);
    /// ```
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

    /// Returns the number of units of the conversion of `src` with replacement, like
    /// [`lossy_len`](crate::lossy_len).
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// assert_eq!(pair.lossy_len(Isa::best(), b"5 \xFF"), 3);
    /// ```
    pub fn lossy_len(self, isa: Isa, src: &[u8]) -> usize {
        // The replacement of a sequence that decodes to two code points depends on whether the
        // target can represent both.
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

    /// Returns the largest number of units to which `units` units of the source can convert,
    /// strictly or with replacement, like [`max_len`](crate::max_len).
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf16, Charset::Utf8).unwrap();
    /// assert_eq!(pair.max_len(10), Some(30));
    /// ```
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
