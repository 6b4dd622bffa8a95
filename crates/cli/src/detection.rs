//! `utflane detect`, and the detection of encodings for all commands.
//!
//! [`decide`] returns the result of the library, except for binary files. `convert --from auto`
//! uses a result that the library calls reliable. `check`, and `convert` without `--from`, assume
//! UTF-8, and call [`wide`] to see whether a file is in UTF-16 or UTF-32.

use std::fmt;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use utflane::{AnyDetection, Bom, Certainty, Charset, Mixed, detect, detect_any};

use crate::Status;
use crate::binary::sign;
use crate::input::Input;
use crate::name::Name;
use crate::report::{Inputs, Report, report_each};

/// Number of bytes that are examined, not counting plain ASCII in between.
const SAMPLE: usize = 1 << 20;

/// Number of bytes at the start of a file that are examined even if they are plain ASCII.
const START: usize = 1 << 12;

/// Number of bytes from which UTF-16 and UTF-32 are recognised. If there are fewer, the library
/// judges them by their characters.
const WIDE_START: usize = 1 << 12;

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,
}

/// The basis of a detection.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Basis {
    /// A byte order mark.
    Mark,
    /// The content leaves no doubt.
    Certain,
    /// The content is much less plausible in other encodings, but there is some doubt.
    Likely,
    /// The content is the most plausible in that encoding, and nearly as plausible in others.
    Guess,
    /// The encoding is unknown.
    Unknown,
}

impl Basis {
    /// The basis in words, for messages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Basis::Mark => "by its byte order mark",
            Basis::Certain => "by its content",
            Basis::Likely => "most probably",
            Basis::Guess => "a guess",
            Basis::Unknown => "unknown",
        }
    }
}

/// The result of a detection.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Found {
    pub(crate) charset: Option<Charset>,
    /// The encoding's name.
    pub(crate) name: Option<&'static str>,
    pub(crate) basis: Basis,
    /// The language of the text, as a code of ISO 639-1, if the detection of a legacy encoding
    /// found it.
    pub(crate) language: Option<&'static str>,
    /// The name of the next best legacy encoding.
    pub(crate) runner_up: Option<&'static str>,
    /// The second encoding of a text in two encodings.
    pub(crate) mixed: Option<Second>,
    /// Whether the whole file was examined, is well-formed in this encoding and contains no NUL
    /// character.
    pub(crate) exact: bool,
    /// Whether `convert` may use it without `--guess`.
    pub(crate) is_reliable: bool,
}

/// The second encoding of a text in two encodings.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
pub(crate) struct Second {
    encoding: &'static str,
    /// The offset of its first part, in bytes.
    offset: usize,
}

impl From<Mixed> for Second {
    fn from(mixed: Mixed) -> Second {
        Second {
            encoding: mixed.name,
            offset: mixed.offset,
        }
    }
}

impl Second {
    pub(crate) fn charset(&self) -> Option<Charset> {
        self.encoding.parse().ok()
    }
}

impl fmt::Display for Second {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from byte {}", self.encoding, self.offset)
    }
}

impl Found {
    const UNKNOWN: Found = Found {
        charset: None,
        name: None,
        basis: Basis::Unknown,
        language: None,
        runner_up: None,
        mixed: None,
        exact: false,
        is_reliable: false,
    };
}

/// Detects the encoding of an input whose window has not moved yet.
pub(crate) fn find(input: &mut Input) -> anyhow::Result<Found> {
    let start = input.look_ahead(SAMPLE)?;
    let is_whole = start.len() < SAMPLE;
    if is_whole || !input.can_be_read_again() {
        return Ok(decide(&start, is_whole));
    }
    let (sample, is_whole) = sample_of(input, SAMPLE)?;
    Ok(Found {
        // Offsets in the sample are not those in the file.
        mixed: None,
        ..decide(&sample, is_whole)
    })
}

/// Returns about `limit` bytes of an input that can be read again, and whether the rest of it is
/// plain ASCII.
pub(crate) fn sample_of(input: &Input, limit: usize) -> anyhow::Result<(Vec<u8>, bool)> {
    let mut sample = Vec::new();
    let mut again = input.reopen()?;
    let mut offset = 0;
    while sample.len() < limit {
        let piece = again.from(offset)?;
        if piece.is_empty() {
            return Ok((sample, true));
        }
        offset += piece.len() as u64;
        // Long runs of plain ASCII give no evidence. All pieces except the last have even lengths,
        // so leaving one out keeps the alignment of UTF-16.
        if sample.len() < START || !is_plain(piece) {
            sample.extend_from_slice(piece);
        } else if sample.last().is_some_and(|byte| !byte.is_ascii()) {
            // In legacy multi-byte encodings, the second byte of a character may be ASCII.
            sample.extend_from_slice(&piece[..piece.len().min(2)]);
        }
    }
    Ok((sample, false))
}

/// Whether a part of a text is ASCII, without control characters and shift sequences.
fn is_plain(part: &[u8]) -> bool {
    // Text in UTF-16 may also consist of bytes below 80.
    let found = detect(part);
    part.is_ascii()
        && (found.charset, found.certainty) == (Some(Charset::Ascii), Certainty::Certain)
}

/// Detects the encoding of a text with this sample. `is_whole` says whether the rest of the text is
/// plain ASCII.
pub(crate) fn decide(sample: &[u8], is_whole: bool) -> Found {
    let any = detect_any(sample);
    match unicode(sample, is_whole) {
        // Otherwise, the text starts in a Unicode encoding and ends in another one.
        Some(found) if any.certainty != Certainty::Guess => Found {
            mixed: any.mixed.map(Second::from),
            ..found
        },
        _ => legacy_by(any, sample, is_whole).unwrap_or(Found::UNKNOWN),
    }
}

/// Returns the legacy encoding that a text with this sample is in, unless the text is binary.
pub(crate) fn legacy(sample: &[u8], is_whole: bool) -> Option<Found> {
    legacy_by(detect_any(sample), sample, is_whole)
}

fn legacy_by(mut found: AnyDetection, sample: &[u8], is_whole: bool) -> Option<Found> {
    let name = found.name?;
    if found.mixed.is_none() && sample.contains(&0) {
        return None;
    }
    if let Some(charset) = found.charset
        && sign(sample, charset).is_some()
    {
        return None;
    }
    if !is_whole && let Some(charset) = found.charset {
        // The sample may end within a character. The conversion checks the rest of the text.
        let end = sample.len() - charset.incomplete_tail(sample);
        found.exact = charset.validate(&sample[..end]).is_ok();
    }
    Some(Found {
        charset: found.charset,
        name: Some(name),
        basis: match found.certainty {
            Certainty::Certain => Basis::Certain,
            Certainty::Likely => Basis::Likely,
            _ => Basis::Guess,
        },
        language: found.language,
        runner_up: found.runner_up,
        mixed: found.mixed.map(Second::from),
        exact: found.exact && is_whole,
        is_reliable: found.is_reliable(),
    })
}

/// Returns the Unicode encoding that a text with this sample is in.
pub(crate) fn unicode(sample: &[u8], is_whole: bool) -> Option<Found> {
    let detection = detect(sample);
    let charset = detection.charset?;
    let basis = match detection.certainty {
        _ if Bom::sniff(sample).is_some() => Basis::Mark,
        Certainty::Certain => Basis::Certain,
        _ => Basis::Likely,
    };
    Some(Found {
        charset: Some(charset),
        name: Some(charset.name()),
        basis,
        exact: detection.exact && is_whole,
        is_reliable: detection.is_reliable(),
        ..Found::UNKNOWN
    })
}

/// Returns the encoding with units of several bytes that a text with this start is in.
pub(crate) fn wide(start: &[u8]) -> Option<Charset> {
    let start = &start[..start.len().min(WIDE_START)];
    unicode(start, false)?.charset.filter(is_wide)
}

/// Whether a Unicode encoding has units of several bytes.
pub(crate) fn is_wide(charset: &Charset) -> bool {
    charset.width() > 1
}

#[derive(Serialize)]
struct Record {
    #[serde(flatten)]
    file: Name,
    /// The encoding, `null` if it is unknown.
    encoding: Option<&'static str>,
    basis: Basis,
    /// Whether the whole file was examined, is well-formed in this encoding and contains no NUL
    /// character.
    exact: bool,
    /// The language of the text, if the detection of a legacy encoding found it.
    language: Option<&'static str>,
    /// The next best legacy encoding.
    runner_up: Option<&'static str>,
    /// The second encoding of a text in two encodings.
    mixed: Option<Second>,
}

impl Report for Record {
    type Summary = ();

    fn status(&self) -> Status {
        match self.basis {
            Basis::Unknown => Status::Malformed,
            _ => Status::Fine,
        }
    }

    fn print(&self, (): &mut (), out: &mut dyn Write) -> io::Result<()> {
        let Some(encoding) = self.encoding else {
            return writeln!(out, "{}: unknown", self.file);
        };
        write!(out, "{}: {encoding} ({}", self.file, self.basis.words())?;
        if let Some(language) = self.language {
            write!(out, ", language {language}")?;
        }
        if let Some(runner_up) = self.runner_up {
            write!(out, ", next best {runner_up}")?;
        }
        if let Some(second) = self.mixed {
            write!(out, ", {second}")?;
        }
        writeln!(out, ")")
    }
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    report_each(&options.inputs, out, |mut input| {
        let found = find(&mut input)?;
        Ok(Record {
            file: input.name().clone(),
            encoding: found.name,
            basis: found.basis,
            exact: found.exact,
            language: found.language,
            runner_up: found.runner_up,
            mixed: found.mixed,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16le(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn zeros_tell() {
        let text = "Größe, 漢字 и\n";
        let swap = |bytes: Vec<u8>, width| -> Vec<u8> {
            bytes
                .chunks(width)
                .flat_map(|unit| unit.iter().rev().copied())
                .collect()
        };
        let utf32le: Vec<u8> = text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        assert_eq!(wide(&utf16le(text)), Some(Charset::Utf16Le));
        assert_eq!(wide(&swap(utf16le(text), 2)), Some(Charset::Utf16Be));
        assert_eq!(wide(&utf32le), Some(Charset::Utf32Le));
        assert_eq!(wide(&swap(utf32le, 4)), Some(Charset::Utf32Be));
        let cyrillic = utf16le(&"Быстро и верно\n".repeat(3000));
        assert_eq!(wide(&cyrillic), Some(Charset::Utf16Le));
        assert_eq!(wide(&utf16le("é\n")), Some(Charset::Utf16Le));
        assert_eq!(wide(b"h\0i\0"), Some(Charset::Utf16Le));
        assert_eq!(wide(b"h\0i\0\n"), Some(Charset::Utf16Le));
        let cut = utf16le(&"Быстро и верно\n".repeat(30));
        for end in 64..cut.len() {
            assert_eq!(wide(&cut[..end]), Some(Charset::Utf16Le), "{end}");
        }
    }

    #[test]
    fn other_zeros_do_not() {
        for bytes in [
            &b""[..],
            b"a",
            b"\0",
            b"text",
            b"one\0two\0",
            b"a\0\0b\0\0",
            &[0; 64],
            "漢字".as_bytes(),
        ] {
            assert_eq!(wide(bytes), None, "{bytes:?}");
        }
    }
}
