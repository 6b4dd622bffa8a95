//! Encodings as options name them.
//!
//! The library's verbs are generic over encoding types; an option names an encoding by a string.
//! `with_encoding!` turns a value into a type with one `match`, and nests for verbs with two
//! encodings.

use utflane::{Bom, Charset};

/// Evaluates `$body` with `$E` naming the library's encoding type for `$charset`.
macro_rules! with_encoding {
    ($charset:expr, $E:ident => $body:expr) => {
        $crate::charset::with_encoding!(
            @each $charset, $E, $body, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii
            Wtf8 Cesu8 Mutf8 Rfc2279
        )
    };
    (@each $charset:expr, $E:ident, $body:expr, $($name:ident)*) => {
        match $charset {
            $(utflane::Charset::$name => {
                type $E = utflane::$name;
                $body
            })*
            charset => unreachable!("{charset} is not known here"),
        }
    };
}
pub(crate) use with_encoding;

/// Bytes of the longest byte order mark: this many identify every mark.
pub(crate) const LONGEST_MARK: u64 = 4;

/// The value of an option that names the encoding of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// The encoding of the byte order mark; UTF-8 without one.
    Auto,
    Named(Charset),
}

impl Choice {
    /// The encoding of an input that starts with `start`: its first four bytes, or all if it has
    /// fewer.
    pub(crate) fn resolve(self, start: &[u8]) -> Charset {
        match self {
            Choice::Named(charset) => charset,
            Choice::Auto => Bom::sniff(start).map_or(Charset::Utf8, Charset::from),
        }
    }
}

/// Parses the name of an encoding, for clap.
pub(crate) fn parse_charset(name: &str) -> Result<Charset, String> {
    name.parse().map_err(|unknown| {
        let alphanumeric: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        match alphanumeric.to_ascii_lowercase().as_str() {
            "utf16" | "utf32" => format!(
                "the byte order is missing: {name}le, {name}be, or auto where a byte order mark \
                 tells"
            ),
            _ => format!("{unknown}"),
        }
    })
}

/// Parses the name of an encoding, or `auto`, for clap.
pub(crate) fn parse_choice(name: &str) -> Result<Choice, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(Choice::Auto);
    }
    parse_charset(name).map(Choice::Named)
}
