//! What a text with faults may be instead: advice for those who check it in the wrong encoding.

use utflane::{Bom, Charset, ErrorKind, incomplete_tail, is_valid};

use crate::charset::{LONGEST_MARK, with_encoding};
use crate::detection::{Basis, judge};
use crate::guess::{advice, looks_like};

/// Bytes of a text that are looked at once it has a fault.
pub(crate) const SAMPLE: usize = 1 << 16;

/// Letters without which no encoding is guessed.
const LETTERS: usize = 4;

/// Relatives of UTF-8, in which surrogates or overlong NULs may be well-formed.
const RELATIVES: [Charset; 3] = [Charset::Cesu8, Charset::Wtf8, Charset::Mutf8];

/// The encoding that a text seems to be in, and the advice to the user.
#[derive(Clone)]
pub(crate) struct Hint {
    pub(crate) charset: Charset,
    pub(crate) words: String,
    /// Whether a byte order mark says so, which counts without any fault.
    pub(crate) is_mark: bool,
}

impl Hint {
    fn new(charset: Charset) -> Hint {
        Hint {
            charset,
            words: advice(charset, "encoding"),
            is_mark: false,
        }
    }

    /// The hint for a text that starts with `start` and is taken for `charset`.
    pub(crate) fn by_start(charset: Charset, start: &[u8]) -> Option<Hint> {
        let mark = &start[..start.len().min(LONGEST_MARK as usize)];
        let is_ours = !charset.bom().is_empty() && start.starts_with(charset.bom());
        if let Some(bom) = Bom::sniff(mark).filter(|_| !is_ours) {
            let charset = Charset::from(bom);
            return Some(Hint {
                charset,
                words: format!("starts with the mark of {charset}: try --encoding auto"),
                is_mark: true,
            });
        }
        let other = looks_like(start).filter(|other| *other != charset);
        other.map(Hint::new)
    }

    /// The hint for a text with this sample that has a fault of this kind in `charset`.
    pub(crate) fn by_fault(charset: Charset, kind: ErrorKind, sample: &[u8]) -> Option<Hint> {
        if !matches!(charset, Charset::Utf8 | Charset::Ascii) {
            return None;
        }
        if matches!(kind, ErrorKind::Surrogate | ErrorKind::Overlong) {
            let is_relative = |relative: &Charset| {
                with_encoding!(no page: *relative, E => {
                    let is_cut = sample.len() >= SAMPLE;
                    let cut = if is_cut { incomplete_tail::<E>(sample) } else { 0 };
                    is_valid::<E>(&sample[..sample.len() - cut])
                })
            };
            return RELATIVES.into_iter().find(is_relative).map(Hint::new);
        }
        let found = judge(sample);
        match found.basis {
            Basis::Guess if kind == ErrorKind::Incomplete || !is_enough(sample) => None,
            Basis::Guess => found.charset.map(|charset| Hint {
                words: advice(charset, "encoding").replace("looks like", "perhaps"),
                ..Hint::new(charset)
            }),
            _ if charset == Charset::Ascii => found.charset.map(Hint::new),
            _ => None,
        }
    }
}

/// Whether a text is enough for a guess of an encoding outside Unicode: it has some letters, and
/// its bytes above 7F are not for the most part UTF-8.
fn is_enough(sample: &[u8]) -> bool {
    let letters = sample
        .iter()
        .filter(|byte| !byte.is_ascii() || byte.is_ascii_alphabetic());
    let (mut well_formed, mut malformed) = (0, 0);
    for chunk in sample.utf8_chunks() {
        well_formed += chunk
            .valid()
            .bytes()
            .filter(|byte| !byte.is_ascii())
            .count();
        malformed += chunk.invalid().len();
    }
    letters.take(LETTERS).count() == LETTERS && malformed > well_formed
}
