//! The obstacles that stop a conversion, and the messages for them.

use std::fmt;

use utflane::Charset;
use utflane::io::PerLine;

use crate::binary::Sign;
use crate::detection::Detected;
use crate::fault::Fault;
use crate::records::BadRecord;

/// The reason why an input is not converted.
pub(crate) enum Obstacle {
    Fault(Fault),
    /// The file is binary.
    Binary(Sign),
    Record(BadRecord),
    /// The file has the byte order mark of this encoding, but another encoding, or a list for
    /// `--per-line`, is named.
    Marked {
        charset: Charset,
        per_line: bool,
    },
    /// No single encoding is named (none, a list, or `--per-line`), and the file seems to be in
    /// UTF-16 or UTF-32, which may be the target.
    LooksLike {
        charset: Charset,
        is_target: bool,
        per_line: bool,
    },
    /// The text seems to be in the target encoding already.
    Already(Charset),
    /// The encoding is to be detected, but is uncertain or not supported.
    Unsure(Detected),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Fault(fault) => fault.fmt(f),
            Obstacle::Record(bad) => bad.fmt(f),
            Obstacle::Binary(sign) => write!(f, "binary ({sign}); --binary converts it"),
            Obstacle::Marked { charset, per_line } => {
                let name = charset.name();
                let value = name.to_ascii_lowercase();
                let without = if *per_line { " without --per-line" } else { "" };
                write!(
                    f,
                    "has the byte order mark of {name}: try --from {value}{without}, or \
                     --trust-from if it is not a mark"
                )
            }
            Obstacle::LooksLike {
                charset,
                is_target,
                per_line,
            } => {
                let name = charset.name();
                let value = name.to_ascii_lowercase();
                let already = if *is_target { " already" } else { "" };
                let (without, other) = match per_line {
                    true => (" without --per-line", "--trust-from"),
                    false => ("", "--from utf-8"),
                };
                write!(
                    f,
                    "looks like {name}{already}: try --from {value}{without}, or {other} if it is \
                     not"
                )
            }
            Obstacle::Unsure(Detected {
                name: Some(name),
                mixed: Some(second),
                ..
            }) => {
                write!(f, "two encodings: {name}, and {second}")?;
                let charsets = [name.parse().ok(), second.charset()];
                match charsets {
                    [Some(Charset::Utf8), Some(Charset::Cesu8)] => {
                        f.write_str("; try --from utf-8+cesu-8")
                    }
                    [Some(first), Some(second)] if PerLine::new(&[first, second]).is_ok() => {
                        let [first, second] =
                            [first, second].map(|charset| charset.name().to_ascii_lowercase());
                        write!(f, "; try --per-line --from {first},{second}")
                    }
                    _ => Ok(()),
                }
            }
            Obstacle::Unsure(found) => match (found.charset, found.name) {
                (Some(charset), _) => {
                    let value = charset.name().to_ascii_lowercase();
                    write!(
                        f,
                        "not sure, perhaps {charset}: try --from {value}, or --guess"
                    )
                }
                (None, Some(name)) => {
                    write!(f, "perhaps {name}, which utflane cannot convert")
                }
                (None, None) => f.write_str("no known encoding: name it with --from"),
            },
            Obstacle::Already(charset) => {
                let name = charset.name();
                write!(
                    f,
                    "seems to be {name} already, and is unchanged; --trust-from converts it"
                )
            }
        }
    }
}
