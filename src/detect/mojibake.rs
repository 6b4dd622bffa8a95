//! Repairs UTF-8 that was read in a code page.
//!
//! The bytes of a character that is not ASCII, read one by one, become a run of characters none of
//! which is ASCII:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! A run is undone if the bytes of its characters are UTF-8, if what is there cannot be right
//! where it is, and if what comes out fits the letters around it. A run that could be right is
//! undone only where its line shows that all of it was misread. Nothing beyond the line counts.
#![forbid(unsafe_code)]

mod boxes;
mod judge;
mod line;
mod literal;
mod run;
mod script;

use alloc::borrow::Cow;
use alloc::string::String;

/// Undoes what happens to UTF-8 that is read as windows-1252, Latin-1 or CP437, and written as
/// UTF-8 again, once or a few times. Text that is right stays as it is, and is borrowed.
///
/// Each line is judged by itself, and in it each run of characters that are not ASCII, so that a
/// text may be repaired that is only partly so. A line that has the right form of a word, too, is
/// taken for one that speaks of it. This is a heuristic: it changes nothing where it is not sure.
///
/// ```
/// use utflane::repair_mojibake;
///
/// assert_eq!(repair_mojibake("cafÃ© â€“ naÃ¯ve, GrÃ¶ÃŸe"), "café – naïve, Größe");
/// assert_eq!(repair_mojibake("caf├⌐"), "café");
/// assert_eq!(repair_mojibake("twice: cafÃƒÂ©"), "twice: café");
/// assert_eq!(repair_mojibake("Größe, déjà vu, où ?"), "Größe, déjà vu, où ?");
/// assert_eq!(repair_mojibake("`cafÃ©` is `café`"), "`cafÃ©` is `café`");
/// ```
pub fn repair_mojibake(text: &str) -> Cow<'_, str> {
    let (mut repaired, mut copied) = (String::new(), 0);
    let mut start = 0;
    while start < text.len() {
        let end = start + line_len(&text[start..]);
        if let Some(better) = line::repaired(&text[start..end]) {
            repaired.push_str(&text[copied..start]);
            repaired.push_str(&better);
            copied = end;
        }
        start = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    repaired.push_str(&text[copied..]);
    Cow::Owned(repaired)
}

/// Bytes of a line that are judged together; a longer one is cut where a word ends.
const LONGEST: usize = 1024;

/// The length of the first line, or of the part of it that is judged by itself.
fn line_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let near = &bytes[..bytes.len().min(LONGEST)];
    if let Some(end) = near.iter().position(|byte| *byte == b'\n') {
        return end + 1;
    }
    let ends_a_word = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let rest = bytes[near.len()..].iter().position(ends_a_word);
    rest.map_or(bytes.len(), |rest| near.len() + rest + 1)
}
