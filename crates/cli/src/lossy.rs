//! The replacements that `convert --lossy` writes.

use anyhow::ensure;
use clap::ValueEnum;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, Reason};

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
    /// These bytes of the output encoding; none to write nothing.
    Fixed(Vec<u8>),
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
                let (bytes, is_whole) = encoded(text, to);
                ensure!(is_whole, "--replacement: {to} cannot represent {text:?}");
                Lossy::Fixed(bytes)
            }
            (Some(policy), Some(_)) => {
                let value = policy.to_possible_value();
                let name = value.as_ref().map_or("", |value| value.get_name());
                anyhow::bail!("--replacement: --lossy={name} writes no replacement")
            }
            (Some(Policy::Drop), None) => Lossy::Fixed(Vec::new()),
            (Some(Policy::Escape), None) => Lossy::Escape,
        })
    }

    /// Returns the bytes to write, in `to`, for a malformed sequence or a character with these
    /// bytes.
    pub(crate) fn bytes(&self, reason: Reason, sequence: &[u8], to: Charset) -> Vec<u8> {
        match (self, reason) {
            (Lossy::Fixed(bytes), _) => bytes.clone(),
            (Lossy::Escape, Reason::Unrepresentable(code_point)) => {
                encoded(&format!("\\u{{{:X}}}", code_point.0), to).0
            }
            (Lossy::Escape, _) => {
                let escapes = sequence.iter().map(|byte| format!("\\x{byte:02X}"));
                encoded(&escapes.collect::<String>(), to).0
            }
            (Lossy::Never | Lossy::Replace, _) => {
                let mut bytes = [0; 4];
                let mut transcoder = AnyTranscoder::new(Charset::Utf8, to);
                let step = transcoder.transcode_lossy(b"\xFF", &mut bytes);
                bytes[..step.written].to_vec()
            }
        }
    }
}

/// Converts a text to an encoding. Also returns whether the encoding has all its characters.
fn encoded(text: &str, to: Charset) -> (Vec<u8>, bool) {
    let mut bytes = vec![0; 8 * text.len() + 8];
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, to);
    let step = transcoder.transcode(text.as_bytes(), &mut bytes);
    let end = transcoder.finish_into(&mut bytes[step.written..]);
    bytes.truncate(step.written + end.written);
    (bytes, step.status == Status::InputEmpty)
}
