//! Encodings as options name them.
//!
//! The library's verbs are generic over encoding types; an option names an encoding by a string.
//! `with_encoding!` turns a value into a type with one `match`, and nests for verbs with two
//! encodings.

use clap::builder::{PossibleValue, TypedValueParser};
use utflane::{Bom, Charset};

/// Evaluates `$body` with `$E` naming the library's encoding type for `$charset`, which must not be
/// stateful; with `no page:` it must be neither a code page nor legacy.
macro_rules! with_encoding {
    ($charset:expr, $E:ident => $body:expr) => {
        utflane::__code_page_types!(
            [$crate::charset::match_charset]
            $charset, $E, $body, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii
            Wtf8 Cesu8 Mutf8 Rfc2279 Gbk Gb18030 Big5 ShiftJis EucJp EucKr;
        )
    };
    (no page: $charset:expr, $E:ident => $body:expr) => {
        $crate::charset::match_charset!(
            $charset, $E, $body, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii
            Wtf8 Cesu8 Mutf8 Rfc2279;
        )
    };
}

/// The match of [`with_encoding`] over encodings and code pages.
macro_rules! match_charset {
    ($charset:expr, $E:ident, $body:expr, $($name:ident)*; $($page:ident)*) => {
        match $charset {
            $(utflane::Charset::$name => {
                type $E = utflane::$name;
                $body
            })*
            $(utflane::Charset::$page => {
                type $E = utflane::code_page::$page;
                $body
            })*
            charset => unreachable!("{charset} is not known here"),
        }
    };
}
pub(crate) use {match_charset, with_encoding};

/// Bytes of the longest byte order mark: this many identify every mark.
pub(crate) const LONGEST_MARK: u64 = 4;

/// The value of an option that names the encoding of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// The encoding of the byte order mark; UTF-8 without one.
    Auto,
    /// The encoding that the content shows; one that is guessed only if so.
    Content {
        guess: bool,
    },
    Named(Charset),
    /// The first in which the whole text is well-formed; the last if there is none.
    First(&'static [Charset]),
}

impl Choice {
    /// The encoding of an input that starts with `start`: its first four bytes, or all if it has
    /// fewer.
    pub(crate) fn resolve(self, start: &[u8]) -> Charset {
        match self {
            Choice::Named(charset) => charset,
            Choice::Auto | Choice::Content { .. } | Choice::First(_) => {
                Bom::sniff(start).map_or(Charset::Utf8, Charset::from)
            }
        }
    }
}

/// What clap takes for the name of an encoding, and what it offers to shells that complete one.
#[derive(Clone)]
pub(crate) struct Encodings<T> {
    parse: fn(&str) -> Result<T, String>,
    with_auto: bool,
}

impl<T> Encodings<T> {
    /// Those of an input, of which `auto` is one.
    pub(crate) const fn of_input(parse: fn(&str) -> Result<T, String>) -> Encodings<T> {
        Encodings {
            parse,
            with_auto: true,
        }
    }
}

/// Those of an output.
pub(crate) const OUTPUTS: Encodings<Charset> = Encodings {
    parse: parse_target,
    with_auto: false,
};

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Encodings<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    /// The names without their aliases, which are taken as well.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let auto = self.with_auto.then(|| PossibleValue::new("auto"));
        let names = in_files().map(|charset| match charset {
            // Its name is no word.
            Charset::Rfc2279 => PossibleValue::new("utf-8-rfc2279"),
            _ => PossibleValue::new(charset.name().to_ascii_lowercase()),
        });
        Some(Box::new(auto.into_iter().chain(names)))
    }
}

/// The encodings of files: those of memory have no name there.
pub(crate) fn in_files() -> impl Iterator<Item = Charset> {
    let all = Charset::ALL.into_iter();
    all.filter(|charset| charset.aliases().next().is_some())
}

/// Parses the name of the encoding of an output, for clap.
fn parse_target(name: &str) -> Result<Charset, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Err("an output has one encoding, to be named".into());
    }
    parse_charset(
        name,
        "; le is that of Windows and of nearly all files, and --bom add marks it",
    )
}

/// Parses the name of an encoding; `order` is advice on the choice of a byte order.
fn parse_charset(name: &str, order: &str) -> Result<Charset, String> {
    // Labels of encodings whose units have several bytes leave the byte order out.
    let label = Charset::for_label(name).filter(|charset| charset.unit_len() == 1);
    name.parse().or_else(|_| {
        let alphanumeric: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let missing = |name| format!("the byte order is missing: {name}le, or {name}be{order}");
        match alphanumeric.to_ascii_lowercase().as_str() {
            "utf16" | "utf32" => Err(missing(name)),
            "ucs2" | "iso10646ucs2" | "unicode" | "csunicode" => Err(missing("utf-16")),
            "ucs4" | "iso10646ucs4" => Err(missing("utf-32")),
            "cp950" | "windows950" | "ms950" => Err(
                "the code page 950 is not known; big5, which is, has other characters in places"
                    .into(),
            ),
            _ => label.ok_or_else(|| "unknown encoding: utflane list shows all".into()),
        }
    })
}

/// Parses the name of an encoding, or `auto`, for clap.
pub(crate) fn parse_choice(name: &str) -> Result<Choice, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(Choice::Auto);
    }
    let order = ", or auto where a byte order mark tells";
    parse_charset(name, order).map(Choice::Named)
}

/// Parses the name of an encoding, `auto`, or several names with commas between them, for clap.
pub(crate) fn parse_choices(names: &str) -> Result<Choice, String> {
    if !names.contains(',') {
        return parse_choice(names);
    }
    let charsets = names.split(',').map(|name| match parse_choice(name)? {
        Choice::Named(charset) => Ok(charset),
        _ => Err("auto stands alone; a byte order mark counts in any case".to_owned()),
    });
    let charsets = charsets.collect::<Result<Vec<_>, _>>()?;
    Ok(Choice::First(charsets.leak()))
}
