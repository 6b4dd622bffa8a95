//! [`Pair`] as a [`Codec`].

use super::Pair;
use crate::convert::codec::Codec;
use crate::convert::verbs::measure_converted;
use crate::convert::{plan, verbs};
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, EncodingKind, LengthUnit, Scheme, encode_each};
use crate::encoding::{CLASSES, Class, SchemeOf, each_class, with_class};
use crate::kernels::scalar::{CharacterCodec, StopReason, clean_run_after, convert_lossy_dyn};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Charset, CodePoint, Encoding, Isa, TranscodeError};

impl CharacterCodec for Pair {
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

/// Converts any pair of two classes. If `replaced` is given, it may replace errors, and counts
/// them.
type Convert = fn(&Pair, Isa, &[u8], &mut Output, replaced: Option<&mut u64>) -> Progress;

fn convert_typed<S: Encoding, D: Encoding>(
    pair: &Pair,
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    replaced: Option<&mut u64>,
) -> Progress {
    let (from, to) = (pair.source.scheme::<S>(), pair.target.scheme::<D>());
    match to.page() {
        Some(page) => plan::convert_to_code_page(isa, from, page, src, dst, replaced),
        None => plan::convert(isa, from, to, src, dst),
    }
}

/// A conversion of one pair with replacement.
type ConvertLossy = fn(Isa, &[u8], &mut Output) -> Progress;

fn convert_lossy_typed<S: Encoding, D: Encoding>(
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    isa.convert_lossy(S::SCHEME, D::SCHEME, src, dst)
}

/// Returns whether [`Pair::convert_composed`] converts all pairs with `E`: variants, and UTF-32 if
/// its kernels are not compiled.
const fn is_always_composed<E: Encoding>() -> bool {
    let is_utf32 = matches!(SchemeOf::<E>::KIND, EncodingKind::Utf32(_));
    (is_utf32 && !cfg!(feature = "utf-32")) || SchemeOf::<E>::IS_VARIANT
}

const fn is_native_utf16<E: Encoding>() -> bool {
    matches!(SchemeOf::<E>::KIND, EncodingKind::Utf16(Endian::NATIVE))
}

/// Returns whether [`Pair::convert_composed`] converts this pair. In a build for small code, it
/// converts all pairs without native UTF-16.
const fn is_composed<S: Encoding, D: Encoding>() -> bool {
    let is_direct = is_native_utf16::<S>() || is_native_utf16::<D>();
    is_always_composed::<S>() || is_always_composed::<D>() || (cfg!(utflane_small) && !is_direct)
}

/// The conversion for each class of source and of target, in the order of the classes.
static CONVERT: [[Convert; CLASSES]; CLASSES] = each_class!(S => each_class!(D => {
    if const { is_composed::<S, D>() } {
        Pair::convert_composed as Convert
    } else {
        convert_typed::<S, D> as Convert
    }
}));

/// Evaluates `$body` with `$E` as the type of the encoding's class, if the class is in the given
/// list and is not [always composed](is_always_composed). Otherwise evaluates to `None`.
macro_rules! with_class_among {
    ([$($name:ident)*] $encoding:expr, $E:ident => $body:expr) => {
        match $encoding.class() {
            $(Class::$name if const { !is_always_composed::<crate::$name>() } => {
                type $E = crate::$name;
                $body
            })*
            _ => None,
        }
    };
}

/// Evaluates to `Some` of `$body`, with `$S` as the type of the class of `$source`, or to `None` if
/// `$source` is a variant. [`Pair::plain_length`] has excluded variants before each use. The test
/// here is a constant for each class, so that variants need no code.
macro_rules! with_non_variant {
    ($source:expr, $S:ident => $body:expr) => {
        with_class!($source, $S => (!SchemeOf::<$S>::IS_VARIANT).then(|| $body))
    };
}

impl Pair {
    /// Converts by the function for the classes of the two encodings.
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

    /// Converts like [`convert`](Self::convert). If the target is a code page, question marks may
    /// replace unrepresentable characters and malformed UTF-16, as in
    /// [`plan::convert_to_code_page`]. Their number is added to `replaced`. In this case, an
    /// ambiguous tail is left unconverted.
    fn convert_replacing(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: &mut u64,
    ) -> Progress {
        if !self.target.is_code_page() {
            return self.convert(isa, src, dst);
        }
        let decided = self.source.without_ambiguous_tail(src);
        self.convert_by_table(isa, decided, dst, Some(replaced))
    }

    /// Calls `work` with the pair as a codec. Between UTF-8 and a multi-byte encoding, the codec is
    /// specialised, so that it need not dispatch on the encodings for each character.
    fn with_codec<T>(self, work: impl FnOnce(&dyn CharacterCodec) -> T) -> T {
        #[cfg(all(feature = "multibyte", not(utflane_small)))]
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

    /// Returns whether the length of a conversion can be counted as a length of UTF-8, UTF-16 or
    /// UTF-32, without converting: the source is no variant, and the target
    /// [has lengths](Charset::has_lengths).
    pub(crate) fn is_plain(self) -> bool {
        !self.source.is_variant() && self.target.has_lengths()
    }

    /// Returns the length to count, if the pair [is plain](Self::is_plain).
    fn plain_length(self) -> Option<LengthUnit> {
        self.is_plain().then(|| self.target.length())
    }
}

impl Codec for Pair {
    fn charsets(self) -> [Charset; 2] {
        [self.source, self.target]
    }

    #[inline]
    fn widths(self) -> [usize; 2] {
        self.charsets().map(Charset::width)
    }

    #[inline]
    fn units(self) -> [usize; 2] {
        self.charsets().map(Charset::unit_size)
    }

    fn characters(self) -> impl CharacterCodec {
        self
    }

    fn replacement(self) -> char {
        self.target.replacement()
    }

    #[inline]
    fn convert(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        self.convert_by_table(isa, src, dst, None)
    }

    fn convert_chunk(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
    ) -> Progress {
        match replaced {
            Some(replaced) if self.target.is_code_page() => {
                self.convert_replacing(isa, self.limited(src, dst.len()), dst, replaced)
            }
            _ => {
                let decided = self.source.without_ambiguous_tail(src);
                self.convert_preserving_tail(isa, decided, dst, false)
            }
        }
    }

    #[inline(never)]
    fn convert_lossy(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        // These sources and targets have kernels for malformed text.
        let own: Option<ConvertLossy> = with_class_among!([Utf8 Utf16Le Utf16Be] self.source, S => {
            with_class_among!([Utf8 Utf16Le Utf16Be Utf32Le Utf32Be] self.target, D => {
                if const { is_composed::<S, D>() } {
                    None
                } else {
                    Some(convert_lossy_typed::<S, D> as ConvertLossy)
                }
            })
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
            if stop != StopReason::CleanRun {
                return at;
            }
        }
    }

    fn measure_units(self, isa: Isa, src: &[u8]) -> (usize, usize) {
        let length = self.plain_length().filter(|_| self.target.is_universal());
        let measured = length.and_then(|length| {
            with_non_variant!(self.source, S => {
                verbs::measure_in(isa, self.source.scheme::<S>(), src, length)
            })
        });
        measured.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert(isa, src, dst);
            measure_converted(src, self.target.width(), &convert)
        })
    }

    fn count_converted(self, isa: Isa, src: &[u8]) -> usize {
        let counted = self.plain_length().and_then(|length| {
            with_non_variant!(self.source, S => {
                plan::count(isa, self.source.scheme::<S>(), src, length)
            })
        });
        counted.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert(isa, src, dst);
            measure_converted(src, self.target.width(), &convert).1
        })
    }

    fn count_lossy(self, isa: Isa, src: &[u8]) -> usize {
        // A sequence of Big5 can decode to two code points. A single replacement replaces both if
        // the target lacks one of them, so their lengths cannot be counted separately.
        let is_one_each = self.source.multibyte().is_none() || self.target.is_universal();
        let length = self.plain_length().filter(|_| is_one_each);
        let counted = length.and_then(|length| {
            with_non_variant!(self.source, S => {
                verbs::lossy_len_in(isa, self.source.scheme::<S>(), src, length)
            })
        });
        counted.unwrap_or_else(|| {
            let convert = |src: &[u8], dst: &mut _| self.convert_lossy(isa, src, dst);
            measure_converted(src, self.target.width(), &convert).1
        })
    }

    fn max_len(self, units: usize) -> Option<usize> {
        Pair::max_len(self, units)
    }

    #[cold]
    #[inline(never)]
    fn explain(self, src: &[u8], read: usize, written: usize) -> TranscodeError {
        // The most frequent reason is a full output. UTF-8 has all characters except surrogates.
        if self.target == Charset::Utf8 {
            if let Ok((code_point, _)) = self.source.decode(&src[read..]) {
                if code_point.to_char().is_some() {
                    let read = read / self.source.unit_size();
                    return TranscodeError::output_full(read, written, self.target);
                }
            }
        }
        TranscodeError::explain(&self, self.charsets(), src, read, written)
    }
}
