//! Parses the names of encodings in options.

use clap::builder::{PossibleValue, TypedValueParser};
use utflane::{Bom, Charset};

/// Length of the longest byte order mark in bytes. The first 4 bytes identify every mark.
pub(crate) const LONGEST_MARK: u64 = 4;

/// The value of an option that names the encoding of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// The encoding of the byte order mark; UTF-8 without one.
    Auto,
    /// The encoding detected from the content. `guess` allows guesses.
    Content {
        guess: bool,
    },
    Named(Charset),
    /// The first encoding in which the whole text is well-formed, otherwise the last one.
    First(&'static [Charset]),
    /// For each line, the first encoding in which it is well-formed.
    PerLine(&'static [Charset]),
}

impl Choice {
    /// Returns the encoding of an input that starts with `start`: its first four bytes, or the
    /// whole input if it is shorter.
    pub(crate) fn resolve(self, start: &[u8]) -> Charset {
        match self {
            Choice::Named(charset) => charset,
            Choice::PerLine(charsets) => charsets[0],
            Choice::Auto | Choice::Content { .. } | Choice::First(_) => {
                Bom::sniff(start).map_or(Charset::Utf8, Charset::from)
            }
        }
    }
}

/// The clap parser for names of encodings, with the values for shell completion.
#[derive(Clone)]
pub(crate) struct Encodings<T> {
    parse: fn(&str) -> Result<T, String>,
    with_auto: bool,
}

impl<T> Encodings<T> {
    /// The encodings of an input, including `auto`.
    pub(crate) const fn of_input(parse: fn(&str) -> Result<T, String>) -> Encodings<T> {
        Encodings {
            parse,
            with_auto: true,
        }
    }
}

/// The encodings of an output.
pub(crate) const OUTPUTS: Encodings<Target> = Encodings {
    parse: parse_target,
    with_auto: false,
};

/// The value of an option that names the encoding of an output.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Target {
    pub(crate) charset: Charset,
    /// Whether characters that the encoding lacks are left out, as with iconv's `//IGNORE`.
    pub(crate) drops: bool,
}

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

    /// The names without aliases, although the parser accepts aliases as well.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let auto = self.with_auto.then(|| PossibleValue::new("auto"));
        let names = in_files().map(|charset| match charset {
            // Its name contains spaces.
            Charset::Rfc2279 => PossibleValue::new("utf-8-rfc2279"),
            _ => PossibleValue::new(charset.name().to_ascii_lowercase()),
        });
        Some(Box::new(auto.into_iter().chain(names)))
    }
}

/// The encodings that files can have. Encodings of values in memory, such as native UTF-16, have no
/// aliases.
pub(crate) fn in_files() -> impl Iterator<Item = Charset> {
    let all = Charset::ALL.into_iter();
    all.filter(|charset| charset.aliases().next().is_some())
}

/// Parses the name of the encoding of an output, for clap.
fn parse_target(name: &str) -> Result<Target, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Err("name the encoding of the output".into());
    }
    let (name, suffix) = split_suffix(name);
    let order = "; Windows and nearly all files use le, and --bom add writes a byte order mark";
    let charset = parse_charset(name, order, " with --bom add, which writes the mark")?;
    match suffix.as_str() {
        "" => Ok(false),
        "IGNORE" => Ok(true),
        _ if suffix.contains("TRANSLIT") => Err(
            "transliteration is not supported; --replacement TEXT and --lossy=escape write \
             a replacement instead",
        ),
        _ => Err("unknown suffix; only //IGNORE is known, which means --lossy=drop"),
    }
    .map(|drops| Target { charset, drops })
    .map_err(str::to_owned)
}

/// Parses the name of an encoding, or `auto`, for clap.
pub(crate) fn parse_choice(name: &str) -> Result<Choice, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(Choice::Auto);
    }
    let (name, suffix) = split_suffix(name);
    let order = ", or auto to use the byte order mark";
    let charset = parse_charset(name, order, "; convert --bom strip removes the mark")?;
    if !suffix.is_empty() {
        let words = "an input has no such suffix; convert --lossy=drop leaves out malformed bytes";
        return Err(words.into());
    }
    Ok(Choice::Named(charset))
}

/// Splits a name in the syntax of iconv, such as `ascii//IGNORE`, into encoding and suffix. The
/// suffix is in upper case.
fn split_suffix(name: &str) -> (&str, String) {
    let (name, suffix) = name.split_once("//").unwrap_or((name, ""));
    (name, suffix.to_ascii_uppercase())
}

/// Parses the name of an encoding. `order` is advice on the byte order, `mark` on byte order marks;
/// both end up in error messages.
fn parse_charset(name: &str, order: &str, mark: &str) -> Result<Charset, String> {
    if let Some(charset) = known(name) {
        return Ok(charset);
    }
    let missing = |name| format!("the byte order is missing: {name}le, or {name}be{order}");
    Err(match simplified(name).as_str() {
        "utf16" | "utf32" => missing(name),
        "ucs2" | "iso10646ucs2" | "unicode" | "csunicode" => missing("utf-16"),
        "ucs4" | "iso10646ucs4" => missing("utf-32"),
        "utf8sig" | "utf8bom" => format!("type utf-8{mark}"),
        _ => match Charset::nearest(name) {
            Some(other) => {
                format!("unknown encoding; did you mean {other:?}? utflane list shows all")
            }
            None => "unknown encoding; utflane list shows all".into(),
        },
    })
}

/// Finds the encoding with this name, alias or label.
fn known(name: &str) -> Option<Charset> {
    if let Ok(charset) = name.parse() {
        return Some(charset);
    }
    // The labels of encodings with wider units do not name a byte order.
    let label = Charset::for_label(name).filter(|charset| charset.width() == 1);
    let simple = simplified(name);
    let other = || NAMES.iter().find(|(other, _)| *other == simple);
    label.or_else(|| other().map(|(_, charset)| *charset))
}

/// Names that databases, editors and Windows use, simplified by `simplified`.
const NAMES: [(&str, Charset); 4] = [
    ("ucs4le", Charset::Utf32Le),
    ("ucs4be", Charset::Utf32Be),
    // Windows code page numbers.
    ("1200", Charset::Utf16Le),
    ("1201", Charset::Utf16Be),
];

/// Returns the ASCII letters and digits of a name in lower case.
fn simplified(name: &str) -> String {
    let alphanumeric = name.chars().filter(char::is_ascii_alphanumeric);
    alphanumeric.collect::<String>().to_ascii_lowercase()
}

/// Parses the name of an encoding, `auto`, or a comma-separated list of names, for clap.
pub(crate) fn parse_choices(names: &str) -> Result<Choice, String> {
    if !names.contains(',') {
        return parse_choice(names);
    }
    let charsets = names.split(',').map(|name| match parse_choice(name)? {
        Choice::Named(charset) => Ok(charset),
        _ => Err(
            "auto cannot be combined with other names; a byte order mark always takes precedence"
                .to_owned(),
        ),
    });
    let charsets = charsets.collect::<Result<Vec<_>, _>>()?;
    Ok(Choice::First(charsets.leak()))
}
