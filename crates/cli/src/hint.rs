//! Hints of `check`: the encoding that a malformed text may have instead.

use utflane::{Bom, Charset, ErrorKind};

use crate::charset::LONGEST_MARK;
use crate::detection::{any_encoding, is_wide, unicode, wide};

/// Number of bytes of a malformed text that are examined.
pub(crate) const SAMPLE: usize = 1 << 16;

/// Minimum number of letters for a guess.
const LETTERS: usize = 4;

/// Variants of UTF-8, in which surrogates or overlong NULs may be well-formed.
const VARIANTS: [Charset; 4] = [
    Charset::Cesu8,
    Charset::Wtf8,
    Charset::Mutf8,
    Charset::Utf8Cesu8,
];

/// The encoding that a text seems to have, and the advice to the user.
#[derive(Clone)]
pub(crate) struct Hint {
    pub(crate) charset: Charset,
    pub(crate) words: String,
}

impl Hint {
    fn new(charset: Charset) -> Hint {
        Hint::with_verb("looks like", charset)
    }

    fn with_verb(verb: &str, charset: Charset) -> Hint {
        let name = charset.name();
        let value = name.to_ascii_lowercase();
        Hint {
            charset,
            words: format!("{verb} {name}: try --encoding {value}"),
        }
    }

    /// Returns a hint if a text that is checked as `charset` starts with the byte order mark of
    /// another encoding.
    pub(crate) fn by_mark(charset: Charset, start: &[u8]) -> Option<Hint> {
        let mark = &start[..start.len().min(LONGEST_MARK as usize)];
        let is_ours = !charset.bom().is_empty() && start.starts_with(charset.bom());
        let bom = Bom::sniff(mark).filter(|_| !is_ours)?;
        let charset = Charset::from(bom);
        Some(Hint {
            charset,
            words: format!("starts with the byte order mark of {charset}: try --encoding auto"),
        })
    }

    /// Adds that the advice does not combine with `--per-line`.
    pub(crate) fn without_per_line(mut self) -> Hint {
        self.words += " without --per-line";
        self
    }

    /// Returns a hint if a text that is checked as `charset`, with units of one byte, looks like
    /// UTF-16 or UTF-32. It may nevertheless be well-formed in `charset`.
    pub(crate) fn by_width(charset: Charset, start: &[u8]) -> Option<Hint> {
        let is_bytes = charset.width() == 1;
        is_bytes.then(|| wide(start)).flatten().map(Hint::new)
    }

    /// Returns a hint if the sample of a text that is checked as `charset` looks like another
    /// encoding. `kind` is the kind of its first malformed sequence, if it has one.
    pub(crate) fn by_content(
        charset: Charset,
        kind: Option<ErrorKind>,
        sample: &[u8],
    ) -> Option<Hint> {
        let found = unicode(sample, false).and_then(|found| found.charset);
        let wide = found.filter(|other| is_wide(other) && *other != charset);
        let by_fault = || Hint::by_fault(charset, kind?, sample, found);
        wide.map(Hint::new).or_else(by_fault)
    }

    /// Returns the hint for a malformed sequence of this kind in `charset`. `found` is the detected
    /// Unicode encoding.
    fn by_fault(
        charset: Charset,
        kind: ErrorKind,
        sample: &[u8],
        found: Option<Charset>,
    ) -> Option<Hint> {
        if !matches!(charset, Charset::Utf8 | Charset::Ascii) {
            return None;
        }
        if matches!(kind, ErrorKind::Surrogate | ErrorKind::Overlong) {
            let is_variant = |variant: &Charset| {
                let is_cut = sample.len() >= SAMPLE;
                let cut = if is_cut {
                    variant.incomplete_tail(sample)
                } else {
                    0
                };
                let whole = &sample[..sample.len() - cut];
                variant.validate(whole).is_ok()
            };
            return VARIANTS.into_iter().find(is_variant).map(Hint::new);
        }
        if found.is_some() {
            return found.filter(|_| charset == Charset::Ascii).map(Hint::new);
        }
        let is_whole = sample.len() < SAMPLE;
        if kind == ErrorKind::Incomplete || !has_letters(sample) || !is_foreign(sample) {
            return None;
        }
        let found = any_encoding(sample, is_whole)?;
        // A text in two encodings may start in the one that is checked.
        let other = found.charset.filter(|other| *other != charset);
        Some(Hint::with_verb("perhaps", other?))
    }
}

/// Whether a text has enough letters for a guess.
fn has_letters(sample: &[u8]) -> bool {
    let letters = sample
        .iter()
        .filter(|byte| !byte.is_ascii() || byte.is_ascii_alphabetic());
    letters.take(LETTERS).count() == LETTERS
}

/// Whether most bytes above 7F are not well-formed UTF-8.
fn is_foreign(sample: &[u8]) -> bool {
    let (mut well_formed, mut malformed) = (0, 0);
    for chunk in sample.utf8_chunks() {
        let valid = chunk.valid().bytes();
        well_formed += valid.filter(|byte| !byte.is_ascii()).count();
        malformed += chunk.invalid().len();
    }
    malformed > well_formed
}
