//! The replacements that `convert --lossy` writes.

use anyhow::ensure;
use clap::ValueEnum;
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Reason};

use crate::excerpt::escaped;

/// Maximum length of the text of `--replacement`, in bytes of UTF-8.
const MAX_REPLACEMENT: usize = 1 << 10;

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Policy {
    /// Write U+FFFD, or ? if the output encoding has no U+FFFD, or the text of --replacement
    Replace,
    /// Write nothing
    Drop,
    /// Write \u{..} for a character, and \x.. for each malformed byte
    Escape,
}

/// How to convert malformed sequences and characters that the target lacks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Lossy {
    /// The conversion stops.
    Never,
    /// The library's replacement.
    Replace,
    /// This text, which the output encoding can represent; empty to write nothing.
    Fixed(String),
    Escape,
}

impl Lossy {
    /// Evaluates the options, for output in `to`.
    pub(crate) fn of(
        policy: Option<Policy>,
        replacement: Option<&str>,
        to: Charset,
    ) -> anyhow::Result<Lossy> {
        let policy = policy.or(replacement.map(|_| Policy::Replace));
        Ok(match (policy, replacement) {
            (None, _) => Lossy::Never,
            (Some(Policy::Replace), None) => Lossy::Replace,
            (Some(Policy::Replace), Some(text)) => {
                ensure!(
                    text.len() <= MAX_REPLACEMENT,
                    "--replacement: longer than {MAX_REPLACEMENT} bytes"
                );
                ensure!(
                    has_all(to, text),
                    "--replacement: {to} cannot represent {text:?}"
                );
                Lossy::Fixed(String::from(text))
            }
            (Some(policy), Some(_)) => {
                let value = policy.to_possible_value();
                let name = value.as_ref().map_or("", |value| value.get_name());
                anyhow::bail!("--replacement: --lossy={name} writes no replacement")
            }
            (Some(Policy::Drop), None) => Lossy::Fixed(String::new()),
            (Some(Policy::Escape), None) => Lossy::Escape,
        })
    }

    /// Returns the text to write for a malformed sequence or a character with these bytes.
    pub(crate) fn text(&self, reason: Reason, sequence: &[u8], to: Charset) -> String {
        match (self, reason) {
            (Lossy::Fixed(text), _) => text.clone(),
            (Lossy::Escape, Reason::Unrepresentable(code_point)) => {
                format!("\\u{{{:X}}}", code_point.0)
            }
            (Lossy::Escape, _) => escaped(sequence),
            (Lossy::Never | Lossy::Replace, _) => {
                let replacement = char::REPLACEMENT_CHARACTER.to_string();
                match has_all(to, &replacement) {
                    true => replacement,
                    false => String::from("?"),
                }
            }
        }
    }
}

/// Returns whether an encoding has all characters of a text of at most [`MAX_REPLACEMENT`] bytes.
fn has_all(to: Charset, text: &str) -> bool {
    let mut bytes = vec![0; 8 * MAX_REPLACEMENT];
    AnyTranscoder::new(Charset::Utf8, to)
        .insert(text, &mut bytes)
        .is_some()
}
