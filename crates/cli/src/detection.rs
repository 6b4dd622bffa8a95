//! `utflane detect`, and the detection of encodings for all commands.
//!
//! [`decide`] returns the result of the library, except for binary files. `convert --from auto`
//! uses a result that the library calls reliable. `check` (in any encoding with units of one byte),
//! and `convert` without `--from`, with a list or with `--per-line`, call [`wide`] to see whether a
//! file without a byte order mark looks like UTF-16 or UTF-32.

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

/// Number of bytes that are examined, without long runs of plain ASCII.
const SAMPLE: usize = 1 << 20;

/// Maximum number of bytes that [`wide`] examines.
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
    /// The content is most plausible in that encoding, and nearly as plausible in others.
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
pub(crate) struct Detected {
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

impl Detected {
    const UNKNOWN: Detected = Detected {
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
pub(crate) fn find(input: &mut Input) -> anyhow::Result<Detected> {
    let start = input.look_ahead(SAMPLE)?;
    let is_whole = start.len() < SAMPLE;
    if is_whole || !input.can_be_read_again() {
        return Ok(decide(&start, is_whole));
    }
    let (sample, is_whole) = sample_of(input, SAMPLE)?;
    Ok(Detected {
        // Offsets in the sample are not those in the file.
        mixed: None,
        ..decide(&sample, is_whole)
    })
}

/// Returns about `limit` bytes of an input that can be read again, and whether the rest of it is
/// plain ASCII. The first read is always included.
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
        if sample.is_empty() || !is_plain(piece) {
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
pub(crate) fn decide(sample: &[u8], is_whole: bool) -> Detected {
    let any = detect_any(sample);
    match unicode(sample, is_whole) {
        Some(found) if any.certainty != Certainty::Guess => Detected {
            mixed: any.mixed.map(Second::from),
            ..found
        },
        // If `any` is a guess, the text is in two encodings.
        _ => found_from_any(any, sample, is_whole).unwrap_or(Detected::UNKNOWN),
    }
}

/// Returns the result of [`detect_any`], unless the text is binary.
pub(crate) fn any_encoding(sample: &[u8], is_whole: bool) -> Option<Detected> {
    found_from_any(detect_any(sample), sample, is_whole)
}

fn found_from_any(mut found: AnyDetection, sample: &[u8], is_whole: bool) -> Option<Detected> {
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
    Some(Detected {
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

/// Returns the Unicode encoding, or ASCII, that a text with this sample is in.
pub(crate) fn unicode(sample: &[u8], is_whole: bool) -> Option<Detected> {
    let detection = detect(sample);
    let charset = detection.charset?;
    let basis = match detection.certainty {
        _ if Bom::sniff(sample).is_some() => Basis::Mark,
        Certainty::Certain => Basis::Certain,
        _ => Basis::Likely,
    };
    Some(Detected {
        charset: Some(charset),
        name: Some(charset.name()),
        basis,
        exact: detection.exact && is_whole,
        is_reliable: detection.is_reliable(),
        ..Detected::UNKNOWN
    })
}

/// Returns UTF-16 or UTF-32, with byte order, if the start of a text looks like it.
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
    fn utf16_and_utf32_are_recognised() {
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
    fn other_bytes_are_not() {
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
