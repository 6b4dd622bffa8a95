//! Encodings chosen at run time: their names, and the library's verbs for them.
//!
//! The library's verbs are generic over encoding types; a file names its encoding in words. `with_encoding!` turns
//! the one into the other at a single `match`, and nests where a verb takes two encodings.

use utflane::{Bom, DecodeError, Encoding, TranscodeError};

/// An encoding that a file can be in: one whose unit is a byte.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Scheme {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
    Ascii,
}

/// Evaluates `$body` with `$E` naming the library's encoding type for `$scheme`.
macro_rules! with_encoding {
    ($scheme:expr, $E:ident => $body:expr) => {
        match $scheme {
            $crate::scheme::Scheme::Utf8 => with_encoding!(@is $E = Utf8, $body),
            $crate::scheme::Scheme::Utf16Le => with_encoding!(@is $E = Utf16Le, $body),
            $crate::scheme::Scheme::Utf16Be => with_encoding!(@is $E = Utf16Be, $body),
            $crate::scheme::Scheme::Utf32Le => with_encoding!(@is $E = Utf32Le, $body),
            $crate::scheme::Scheme::Utf32Be => with_encoding!(@is $E = Utf32Be, $body),
            $crate::scheme::Scheme::Latin1 => with_encoding!(@is $E = Latin1, $body),
            $crate::scheme::Scheme::Ascii => with_encoding!(@is $E = Ascii, $body),
        }
    };
    (@is $E:ident = $encoding:ident, $body:expr) => {{
        type $E = utflane::$encoding;
        $body
    }};
}
pub(crate) use with_encoding;

impl Scheme {
    pub(crate) const ALL: [Scheme; 7] = [
        Scheme::Utf8,
        Scheme::Utf16Le,
        Scheme::Utf16Be,
        Scheme::Utf32Le,
        Scheme::Utf32Be,
        Scheme::Latin1,
        Scheme::Ascii,
    ];

    pub(crate) fn name(self) -> &'static str {
        with_encoding!(self, E => E::NAME)
    }

    /// The byte order mark, U+FEFF, where the encoding can express it.
    pub(crate) fn bom(self) -> &'static [u8] {
        match self {
            Scheme::Utf8 => b"\xEF\xBB\xBF",
            Scheme::Utf16Le => b"\xFF\xFE",
            Scheme::Utf16Be => b"\xFE\xFF",
            Scheme::Utf32Le => b"\xFF\xFE\x00\x00",
            Scheme::Utf32Be => b"\x00\x00\xFE\xFF",
            Scheme::Latin1 | Scheme::Ascii => b"",
        }
    }

    pub(crate) fn validate(self, text: &[u8]) -> Result<(), DecodeError> {
        with_encoding!(self, E => utflane::validate::<E>(text))
    }

    pub(crate) fn char_count(self, text: &[u8]) -> usize {
        with_encoding!(self, E => utflane::char_count::<E>(text))
    }

    pub(crate) fn incomplete_tail(self, text: &[u8]) -> usize {
        with_encoding!(self, E => utflane::incomplete_tail::<E>(text))
    }

    pub(crate) fn transcode(
        self,
        to: Scheme,
        text: &[u8],
        output: &mut [u8],
    ) -> Result<usize, TranscodeError> {
        with_encoding!(self, S => with_encoding!(to, D => utflane::transcode::<S, D>(text, output)))
    }

    pub(crate) fn transcode_lossy(
        self,
        to: Scheme,
        text: &[u8],
        output: &mut [u8],
    ) -> Result<usize, TranscodeError> {
        with_encoding!(self, S => with_encoding!(to, D => utflane::transcode_lossy::<S, D>(text, output)))
    }
}

/// What an option that names an encoding may say.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// What the byte order mark says; UTF-8 without one.
    Auto,
    Named(Scheme),
}

impl Choice {
    /// Settles the choice for an input that starts with `start`, its first four bytes or all it has.
    pub(crate) fn resolve(self, start: &[u8]) -> Scheme {
        match self {
            Choice::Named(scheme) => scheme,
            Choice::Auto => sniff_bom(start).unwrap_or(Scheme::Utf8),
        }
    }
}

/// The encoding that the byte order mark at the start of a text announces.
pub(crate) fn sniff_bom(start: &[u8]) -> Option<Scheme> {
    Bom::sniff(start).map(|bom| match bom {
        Bom::Utf8 => Scheme::Utf8,
        Bom::Utf16Le => Scheme::Utf16Le,
        Bom::Utf16Be => Scheme::Utf16Be,
        Bom::Utf32Le => Scheme::Utf32Le,
        Bom::Utf32Be => Scheme::Utf32Be,
    })
}

/// Reads an encoding's name, for clap.
pub(crate) fn parse_scheme(name: &str) -> Result<Scheme, String> {
    let letters: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' ' | ':' | '.'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    Ok(match letters.as_str() {
        "utf8" => Scheme::Utf8,
        "utf16le" => Scheme::Utf16Le,
        "utf16be" => Scheme::Utf16Be,
        "utf32le" => Scheme::Utf32Le,
        "utf32be" => Scheme::Utf32Be,
        "latin1" | "l1" | "iso88591" | "iso885911987" | "isoir100" | "csisolatin1" | "cp819"
        | "ibm819" => Scheme::Latin1,
        "ascii" | "usascii" | "us" | "iso646us" | "ansix341968" | "ansix341986" | "csascii"
        | "cp367" | "ibm367" => Scheme::Ascii,
        "utf16" | "utf32" => {
            return Err(format!(
                "the byte order is missing: {name}le, {name}be, or auto where a byte order mark tells"
            ));
        }
        _ => {
            let names = Scheme::ALL.map(|scheme| scheme.name().to_lowercase());
            return Err(format!("known encodings: {}", names.join(", ")));
        }
    })
}

/// Reads an encoding's name or `auto`, for clap.
pub(crate) fn parse_choice(name: &str) -> Result<Choice, String> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(Choice::Auto);
    }
    parse_scheme(name).map(Choice::Named)
}
