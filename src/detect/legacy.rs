//! Detection of legacy encodings, for text without a label: code pages and multi-byte encodings.
//!
//! A candidate is an encoding and a language that is written in it. Each candidate has a
//! [`score`]: the cost of the text in bits, in the [bigram model](bigrams) of the language.
//! Frequent pairs of letters cost few bits. Rare symbols, and capital letters within words, cost
//! many. The candidate with the lowest cost is the result. The distance to the next encoding with a
//! different decoding determines the confidence.
//!
//! Only a [`sample`] of a long text is scored.

mod bigrams;
mod mixed;
mod multibyte;
mod sample;
mod score;
mod single_byte;
mod symbols;

use super::seven_bit::{self, Shifted};
use super::{Certainty, Detection, detect, is_rare_control};
use crate::{Ascii, Charset, is_valid};
use bigrams::Language;
pub use mixed::Mixed;
use sample::{FirstWords, Sample};
use score::{Score, from_bits};
use single_byte::{Histogram, Shortlist};

/// The result of [`detect_any`].
///
/// ```
/// use utflane::{Certainty, Charset, detect_any};
///
/// let text = b"Wszyscy ludzie wiedz\xB9, \xBFe pieni\xB9dze s\xB9 wa\xBFne, \
///     ale szcz\xEA\x9Ccie mo\xBFna znale\x9F\xE6 gdzie indziej.";
/// let found = detect_any(text);
/// assert_eq!(found.name, Some("windows-1250"));
/// assert_eq!(found.charset, Some(Charset::Windows1250));
/// assert_eq!(found.language, Some("pl"));
/// assert_eq!(found.certainty, Certainty::Likely);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyDetection {
    /// The name of the encoding, in IANA's spelling, or `None` if no encoding was detected.
    pub name: Option<&'static str>,
    /// The encoding, or `None` if no encoding was detected, or if the library does not support it.
    /// The library has Shift_JIS and other multi-byte encodings only with the feature `multibyte`,
    /// and UTF-7, HZ-GB-2312, ISO-2022-KR and JOHAB only with `more-charsets`. It never has
    /// ISO-2022-CN.
    pub charset: Option<Charset>,
    /// The confidence of the detection. It is [`Certain`](Certainty::Certain) only for ASCII and
    /// Unicode encodings.
    pub certainty: Certainty,
    /// The language of the text as a code of ISO 639-1, for example `"pl"`, if the detection of a
    /// legacy encoding found it.
    pub language: Option<&'static str>,
    /// The name of the next best legacy encoding that decodes the text differently.
    pub runner_up: Option<&'static str>,
    /// Whether the whole text was checked and is well-formed in the encoding. See
    /// [`Detection::exact`].
    pub exact: bool,
    /// The second encoding, if a part of the text is in another encoding: UTF-8 followed by UTF-16,
    /// UTF-16 followed by ASCII, UTF-8 with lines in a legacy encoding, or UTF-8 with surrogate
    /// pairs as in CESU-8. `Charset::Utf8Cesu8` (feature `more-charsets`) decodes the last.
    pub mixed: Option<Mixed>,
}

impl AnyDetection {
    const UNKNOWN: AnyDetection = AnyDetection {
        name: None,
        charset: None,
        certainty: Certainty::Unknown,
        language: None,
        runner_up: None,
        exact: false,
        mixed: None,
    };

    fn named(name: &'static str, certainty: Certainty) -> AnyDetection {
        AnyDetection {
            name: Some(name),
            charset: charset_named(name),
            certainty,
            ..AnyDetection::UNKNOWN
        }
    }

    /// Returns whether a program may decode the text in this encoding without asking the user, like
    /// [`Detection::is_reliable`]. A legacy encoding is reliable if it is likely, and the whole
    /// text is well-formed in it.
    ///
    /// ```
    /// use utflane::detect_any;
    ///
    /// assert!(detect_any("20 °C".as_bytes()).is_reliable());
    /// // One letter fits many encodings.
    /// assert!(!detect_any(b"20 \xB0C").is_reliable());
    /// ```
    pub fn is_reliable(&self) -> bool {
        match self.charset {
            // ASCII and the Unicode encodings.
            Some(charset) if charset == Charset::Ascii || !charset.bom().is_empty() => Detection {
                charset: self.charset,
                certainty: self.certainty,
                exact: self.exact,
            }
            .is_reliable(),
            _ => self.certainty >= Certainty::Likely && self.exact,
        }
    }
}

/// Detects the encoding of a text, if it is ASCII, a Unicode encoding, a code page or a legacy
/// multi-byte encoding.
///
/// The result for ASCII and Unicode encodings is that of [`detect`](fn@detect). The result for
/// other encodings is a guess by the frequency of letters. It is [`Likely`](Certainty::Likely) if
/// all other encodings are much less plausible, which requires a few words with non-ASCII letters.
/// For a text of a single line, it is often only a [`Guess`](Certainty::Guess).
///
/// If several encodings decode the text in the same way, the result is the most common of them for
/// the language. For example, it is windows-1252 for French in ISO-8859-1.
///
/// At most 3,072 bytes are decoded to find a legacy encoding. They come from several places. The
/// whole text is read to count its bytes, and for `exact`.
///
/// ```
/// use utflane::{Certainty, detect_any};
///
/// let found = detect_any(b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?");
/// assert_eq!((found.name, found.language), (Some("windows-1251"), Some("ru")));
///
/// assert_eq!(detect_any("Привет".as_bytes()).name, Some("UTF-8"));
/// // Mail in Japanese uses escape sequences.
/// assert_eq!(detect_any(b"\x1B$B4A;z\x1B(B").name, Some("ISO-2022-JP"));
/// // Bytes that are no text.
/// assert_eq!(detect_any(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR").certainty, Certainty::Unknown);
/// ```
pub fn detect_any(bytes: &[u8]) -> AnyDetection {
    let unicode = detect(bytes);
    let is_utf16 = matches!(unicode.charset, Some(Charset::Utf16Le | Charset::Utf16Be));
    // ASCII bytes can also be well-formed UTF-16. So UTF-16 followed by ASCII may be exact UTF-16
    // for `detect`.
    if is_utf16 || unicode.charset.is_none() {
        if let Some(found) = mixed::utf16_and_ascii(bytes) {
            return found;
        }
    }
    if let Some(charset) = unicode.charset {
        let is_utf8 = !unicode.exact && matches!(charset, Charset::Utf8 | Charset::Ascii);
        let mixed = is_utf8.then(|| mixed::utf8_and_other(bytes)).flatten();
        return AnyDetection {
            name: Some(charset.name()),
            charset: Some(charset),
            certainty: unicode.certainty,
            exact: unicode.exact,
            mixed: mixed.and_then(|found| found.mixed),
            ..AnyDetection::UNKNOWN
        };
    }
    if is_valid::<Ascii>(bytes) {
        return match seven_bit::examine(bytes).shifted {
            Some(shifted) => detect_shifted(bytes, shifted),
            None => AnyDetection::UNKNOWN,
        };
    }
    mixed::utf8_and_other(bytes).unwrap_or_else(|| detect_legacy(bytes))
}

/// Returns the result for text of bytes below 0x80 with shift sequences.
fn detect_shifted(bytes: &[u8], shifted: Shifted) -> AnyDetection {
    let (name, certainty) = match shifted {
        Shifted::Utf7 => ("UTF-7", Certainty::Guess),
        Shifted::Hz => ("HZ-GB-2312", Certainty::Likely),
        Shifted::Iso2022Jp => ("ISO-2022-JP", Certainty::Likely),
        Shifted::Iso2022Kr => ("ISO-2022-KR", Certainty::Likely),
        Shifted::Iso2022Cn => ("ISO-2022-CN", Certainty::Likely),
    };
    with_exact(AnyDetection::named(name, certainty), bytes)
}

/// Returns the encoding with this [name](Charset::name), if the library supports it.
fn charset_named(name: &str) -> Option<Charset> {
    let mut all = Charset::ALL.into_iter();
    all.find(|charset| charset.name() == name)
}

/// Sets [`AnyDetection::exact`].
fn with_exact(found: AnyDetection, bytes: &[u8]) -> AnyDetection {
    let is_well_formed = |charset: Charset| charset.validate(bytes).is_ok();
    AnyDetection {
        exact: found.charset.is_some_and(is_well_formed) && !bytes.contains(&0),
        ..found
    }
}

/// Minimum distance in bits to the next encoding for a likely result.
const LIKELY: u32 = from_bits(40);

/// Minimum number of non-ASCII bytes in the sample for a likely result.
const LIKELY_BYTES: usize = 6;

/// Maximum distance in bits from the lowest cost of the first words. Only candidates within this
/// distance are scored on the whole sample.
const SHORTLIST_DISTANCE: u32 = from_bits(60);

/// Maximum cost of text, in bits per byte of the words with non-ASCII characters. Bytes that are no
/// text cost more in every encoding. Four bytes are added, so that short words pass.
const MAX_BITS_PER_BYTE: u32 = 10;

/// Detects the encoding of text that is neither ASCII nor in a Unicode encoding.
fn detect_legacy(bytes: &[u8]) -> AnyDetection {
    let histogram = Histogram::new(bytes);
    let sample = Sample::new(bytes, &histogram);
    let sample = sample.bytes();
    // Such bytes occur in binary files, but not in texts.
    if sample.iter().copied().any(is_binary_control) {
        return AnyDetection::UNKNOWN;
    }
    let languages = Language::all();
    let mut ranking = Ranking([None; ENCODINGS]);
    let words = FirstWords::new(sample);
    let mut shortlist = Shortlist::all();
    for first in words.prefixes() {
        let lowest = multibyte::lowest_cost(first, &languages[0]);
        shortlist.retain(first, &languages, lowest, SHORTLIST_DISTANCE);
    }
    shortlist.rank(sample, &histogram, &languages, &mut ranking);
    let limit = shortlist.limit;
    multibyte::rank(words.bytes(), limit, sample, &languages[0], &mut ranking);
    let Some(best) = ranking.best(|_| true) else {
        return AnyDetection::UNKNOWN;
    };
    let score = best.score;
    if score.non_ascii_bits > MAX_BITS_PER_BYTE * (score.non_ascii_bytes + 4) {
        return AnyDetection::UNKNOWN;
    }
    let charset = charset_named(best.name);
    let runner_up = ranking.best(|other| {
        let pair = charset.zip(charset_named(other.name));
        let is_same = pair.is_some_and(|(one, other)| single_byte::is_same(&histogram, one, other));
        other.name != best.name && !is_same
    });
    let distance = runner_up.map_or(u32::MAX, |other| other.score.cost - score.cost);
    let non_ascii = sample.iter().filter(|byte| !byte.is_ascii()).count();
    let certainty = if distance >= LIKELY && non_ascii >= LIKELY_BYTES {
        Certainty::Likely
    } else {
        Certainty::Guess
    };
    let found = AnyDetection {
        language: Some(best.language),
        runner_up: runner_up.map(|other| other.name),
        ..AnyDetection::named(best.name, certainty)
    };
    with_exact(found, bytes)
}

/// Returns whether a byte is a control character that occurs neither in ASCII text nor in EBCDIC
/// text.
fn is_binary_control(byte: u8) -> bool {
    is_rare_control(byte) && !matches!(byte, 0x05 | 0x15 | 0x1A)
}

/// A candidate with its score.
#[derive(Clone, Copy, Debug)]
struct Scored {
    name: &'static str,
    language: &'static str,
    score: Score,
}

/// The best candidate of each encoding.
struct Ranking([Option<Scored>; ENCODINGS]);

/// Upper bound of the number of encodings that are compared.
const ENCODINGS: usize = 64;

impl Ranking {
    fn add(&mut self, candidate: Scored) {
        let is_slot =
            |slot: &&mut Option<Scored>| slot.is_none_or(|known| known.name == candidate.name);
        if let Some(slot) = self.0.iter_mut().find(is_slot) {
            if slot.is_none_or(|known| candidate.score.cost < known.score.cost) {
                *slot = Some(candidate);
            }
        }
    }

    /// Returns the candidate with the lowest cost, of those that `is_included` accepts.
    fn best(&self, is_included: impl Fn(&Scored) -> bool) -> Option<Scored> {
        let all = self.0.iter().flatten();
        all.filter(|candidate| is_included(candidate))
            .min_by_key(|candidate| candidate.score.cost)
            .copied()
    }
}
