//! Formats the names of files in messages and reports.
//!
//! A name may contain any bytes: a line feed would forge a line of the report, and an escape
//! sequence would reach the terminal. So a name is shown as you would type it in a shell: unquoted
//! if the shell reads it literally, otherwise in quotes, and in `$'...'` if it has characters that
//! cannot be shown. Different names are shown differently.

use std::ffi::OsString;
use std::fmt::{self, Write};
use std::path::Path;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::fault::hexadecimal;

#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// A stream that is not a file. Its name contains characters that a shell requires quotes for,
    /// so it differs from the names of all files.
    Stream(&'static str),
    File(OsString),
}

impl Name {
    pub(crate) const STDIN: Name = Name::Stream("<stdin>");
    pub(crate) const STDOUT: Name = Name::Stream("<stdout>");

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Name::Stream(words) => words.as_bytes(),
            Name::File(name) => name.as_encoded_bytes(),
        }
    }
}

/// Returns the name of an input: a file, or standard input for `-`.
pub(crate) fn name_of(path: &Path) -> Name {
    if path.as_os_str() == "-" {
        Name::STDIN
    } else {
        Name::File(path.into())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Name::Stream(words) => return f.write_str(words),
            Name::File(name) => name.as_encoded_bytes(),
        };
        match str::from_utf8(name) {
            Ok(name) if name.chars().any(is_invisible) => write_escaped(f, name.as_bytes()),
            Ok(name) if is_literal(name) => f.write_str(name),
            Ok(name) => write!(f, "'{}'", name.replace('\'', r"'\''")),
            Err(_) => write_escaped(f, name),
        }
    }
}

/// Whether a character is invisible, or moves others to another position or line.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}'
    ) || character.is_control()
}

/// Whether a name is literal in a shell and unambiguous in `NAME:LINE:COLUMN:`.
fn is_literal(name: &str) -> bool {
    let is_literal_character = |character: char| match character {
        '_' | '-' | '.' | '/' | '+' | ',' | '@' | '%' | '~' | '#' | '=' => true,
        '\\' | ':' => cfg!(windows),
        _ => character.is_ascii_alphanumeric() || !character.is_ascii(),
    };
    !name.is_empty() && !name.starts_with(['~', '#', '=']) && name.chars().all(is_literal_character)
}

/// Writes a name as `$'...'`, which bash, zsh and POSIX (since 2024) support.
fn write_escaped(f: &mut fmt::Formatter<'_>, name: &[u8]) -> fmt::Result {
    f.write_str("$'")?;
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => f.write_str(r"\n")?,
                '\r' => f.write_str(r"\r")?,
                '\t' => f.write_str(r"\t")?,
                '\'' | '\\' => write!(f, "\\{character}")?,
                _ if is_invisible(character) => {
                    write_octal(f, character.encode_utf8(&mut [0; 4]).as_bytes())?;
                }
                _ => f.write_char(character)?,
            }
        }
        write_octal(f, chunk.invalid())?;
    }
    f.write_str("'")
}

fn write_octal(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "\\{byte:03o}"))
}

/// Serialises as the text `file`. If the text does not identify the name, also as `file_bytes`.
impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = String::from_utf8_lossy(self.bytes());
        let is_file = matches!(self, Name::File(_));
        let is_exact = text.as_bytes() == self.bytes() && text != Name::STDIN.to_string();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &text)?;
        if is_file && !is_exact {
            map.serialize_entry("file_bytes", &hexadecimal(self.bytes()))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_a_shell_takes_them() {
        let rows = [
            ("folder/file-1.txt~", "folder/file-1.txt~"),
            ("größe_漢字", "größe_漢字"),
            ("a b", "'a b'"),
            ("<stdin>", "'<stdin>'"),
            ("it's", r"'it'\''s'"),
            ("~root", "'~root'"),
            ("", "''"),
            ("a\nb", r"$'a\nb'"),
            ("\u{1b}[2J", r"$'\033[2J'"),
            ("\t'\\\r", r"$'\t\'\\\r'"),
            ("\u{9b}1\u{202e}gnp", r"$'\302\2331\342\200\256gnp'"),
            ("\u{7f}", r"$'\177'"),
        ];
        for (name, shown) in rows {
            assert_eq!(name_of(Path::new(name)).to_string(), shown);
        }
        assert_eq!(name_of(Path::new("-")).to_string(), "<stdin>");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_shown_in_octal() {
        use std::os::unix::ffi::OsStringExt;
        let name = Name::File(OsString::from_vec(b"caf\xE9 1\xF0\x9F".into()));
        assert_eq!(name.to_string(), r"$'caf\351 1\360\237'");
    }
}
