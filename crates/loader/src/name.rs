//! Shows the names of files in reports and messages, so that different names are shown differently.

use std::fmt::Write;
use std::path::Path;

/// Returns a path as text. A path that is not UTF-8 or has control characters is shown as `$'...'`,
/// as a shell accepts it. So is a path that begins with `$'`.
pub(crate) fn shown(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    if let Ok(text) = str::from_utf8(bytes)
        && !text.starts_with("$'")
        && !text.chars().any(char::is_control)
    {
        return text.to_owned();
    }
    let mut escaped = "$'".to_owned();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\'' | '\\' => escaped.extend(['\\', character]),
                _ if character.is_control() => {
                    push_octal(&mut escaped, character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => escaped.push(character),
            }
        }
        push_octal(&mut escaped, chunk.invalid());
    }
    escaped.push('\'');
    escaped
}

fn push_octal(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a `String` never fails.
        let _ = write!(text, "\\{byte:03o}");
    }
}

/// Returns bytes in hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02X}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_loss() {
        assert_eq!(shown(Path::new("a b/größe.csv")), "a b/größe.csv");
        assert_eq!(shown(Path::new("a\nb'\\")), r"$'a\012b\'\\'");
        assert_eq!(shown(Path::new("$'a'")), r"$'$\'a\''");
        assert_eq!(hexadecimal(b"\x00\xFFa"), "00FF61");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let name = |bytes| shown(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(name(b"caf\xE9.csv"), r"$'caf\351.csv'");
        assert_ne!(name(b"caf\xE9.csv"), name(b"caf\xE8.csv"));
        assert_ne!(name(b"caf\xE9.csv"), name(br"caf\351.csv"));
    }
}
