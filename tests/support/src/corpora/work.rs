//! The operations that are measured: a function for a pair of encodings, and the expected result.
//!
//! Expected results come from simple code over the standard library, never from the code under
//! test.

use std::fmt;
use std::str::FromStr;

use super::encoding::Encoding;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    Validate,
    IsValid,
    Transcode,
    Lossy,
    Unchecked,
    Measure,
    TranscodedLen,
    LossyLen,
    CharCount,
}

impl Verb {
    pub const ALL: [Verb; 9] = [
        Verb::Validate,
        Verb::IsValid,
        Verb::Transcode,
        Verb::Lossy,
        Verb::Unchecked,
        Verb::Measure,
        Verb::TranscodedLen,
        Verb::LossyLen,
        Verb::CharCount,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Verb::Validate => "validate",
            Verb::IsValid => "is_valid",
            Verb::Transcode => "transcode",
            Verb::Lossy => "lossy",
            Verb::Unchecked => "unchecked",
            Verb::Measure => "measure",
            Verb::TranscodedLen => "transcoded_len",
            Verb::LossyLen => "lossy_len",
            Verb::CharCount => "char_count",
        }
    }

    /// Returns whether the function has only one encoding.
    pub const fn is_single(self) -> bool {
        matches!(self, Verb::Validate | Verb::IsValid | Verb::CharCount)
    }

    /// Returns whether the function writes text.
    pub const fn writes(self) -> bool {
        matches!(self, Verb::Transcode | Verb::Lossy | Verb::Unchecked)
    }

    /// Returns whether the result is specified only for well-formed, representable text.
    pub const fn trusts(self) -> bool {
        matches!(
            self,
            Verb::Unchecked | Verb::TranscodedLen | Verb::CharCount
        )
    }
}

/// A function from one encoding to another. Source and target are equal if the function has only
/// one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Work {
    pub verb: Verb,
    pub source: Encoding,
    pub target: Encoding,
}

/// `Ok`: units written or counted (for `is_valid` 1 or 0, for `validate` 0). `Err`: units of the
/// source before the error.
pub type Outcome = Result<usize, usize>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub outcome: Outcome,
    /// The text written. On `Err`, the conversion of the text before the error.
    pub output: Vec<u8>,
}

impl Work {
    pub const fn new(verb: Verb, source: Encoding, target: Encoding) -> Work {
        let target = if verb.is_single() { source } else { target };
        Work {
            verb,
            source,
            target,
        }
    }

    /// Every function with every encoding or pair of encodings.
    pub fn all() -> Vec<Work> {
        let mut all = Vec::new();
        for verb in Verb::ALL {
            for source in Encoding::ALL {
                for target in Encoding::ALL {
                    if !verb.is_single() || source == target {
                        all.push(Work::new(verb, source, target));
                    }
                }
            }
        }
        all
    }

    /// Returns `utf8-utf16`, or `utf8` if there is only one encoding.
    pub fn pair(self) -> String {
        if self.verb.is_single() {
            self.source.to_string()
        } else {
            format!("{}-{}", self.source, self.target)
        }
    }

    /// Returns the worst-case number of target units for one source unit.
    pub fn worst(self) -> usize {
        use Encoding::{Ascii, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
        let pieces = match (self.source, self.target) {
            (Latin1, Utf8) => 2,
            (Utf8 | Utf16 | Utf16Le | Utf16Be | Ascii, Utf8) => 3,
            (Utf32 | Utf32Le | Utf32Be, Utf8) => 4,
            (Utf32 | Utf32Le | Utf32Be, Utf16 | Utf16Le | Utf16Be) => 2,
            _ => 1,
        };
        pieces * self.target.width() / self.target.unit()
    }

    /// Returns the expected result for `source`.
    pub fn answer(self, source: &[u8]) -> Answer {
        let lossy = matches!(self.verb, Verb::Lossy | Verb::LossyLen);
        let mut output = Vec::new();
        let mut characters = 0;
        let mut stopped = None;
        let mut rest = source;
        while !rest.is_empty() {
            let sequence = self.source.first(rest);
            let fits = match sequence.character {
                Some(character) => self.target.push(&mut output, character),
                None => false,
            };
            if !fits && lossy {
                let written = self.target.push(&mut output, char::REPLACEMENT_CHARACTER)
                    || self.target.push(&mut output, '?');
                assert!(written, "every encoding has a question mark");
            } else if !fits {
                stopped = Some((source.len() - rest.len()) / self.source.unit());
                break;
            }
            characters += 1;
            rest = &rest[sequence.bytes..];
        }
        let units = output.len() / self.target.unit();
        let outcome = match (self.verb, stopped) {
            (Verb::IsValid, stopped) => Ok(usize::from(stopped.is_none())),
            (_, Some(position)) => Err(position),
            (Verb::Validate, None) => Ok(0),
            (Verb::CharCount, None) => Ok(characters),
            (_, None) => Ok(units),
        };
        if !self.verb.writes() {
            output.clear();
        }
        Answer { outcome, output }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Verb {
    type Err = String;

    fn from_str(name: &str) -> Result<Verb, String> {
        let found = Verb::ALL.into_iter().find(|verb| verb.name() == name);
        found.ok_or_else(|| {
            let names = Verb::ALL.map(Verb::name).join(", ");
            format!("unknown operation {name:?}; known are {names}")
        })
    }
}
