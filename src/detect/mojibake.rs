//! Repair of mojibake: UTF-8 that was decoded as a code page.
//!
//! Each byte of a non-ASCII character is decoded as a separate non-ASCII character:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! A run of such characters is repaired if its bytes in the code page are UTF-8, and if the
//! repaired text fits the letters around it. If the run is plausible in its context, the rest of
//! its line must also show that the whole line is mojibake. Text outside the line has no influence.
#![forbid(unsafe_code)]

mod box_drawing;
mod judge;
mod line;
mod literal;
mod run;
mod script;

use alloc::borrow::Cow;
use alloc::string::String;

/// Repairs UTF-8 that was decoded as windows-1252, Latin-1 or CP437 and encoded as UTF-8 again,
/// once or a few times. Returns correct text unchanged and borrowed.
///
/// The function examines each line separately, and in it each run of characters that are not ASCII.
/// So it also repairs text that is only partly mojibake. If a line also contains the correct form
/// of a word, the function assumes that the mojibake is quoted on purpose, and keeps it. The repair
/// is a heuristic, and leaves doubtful text unchanged.
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
        let end = start + part_len(&text[start..]);
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

/// Length in bytes from which on a line is split. The first part ends at the first end of a word
/// after this number of bytes.
const SPLIT_AFTER: usize = 1024;

/// Returns the length of the first line, or of its first part if it is long.
fn part_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let near = &bytes[..bytes.len().min(SPLIT_AFTER)];
    if let Some(end) = near.iter().position(|byte| *byte == b'\n') {
        return end + 1;
    }
    let ends_a_word = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let rest = bytes[near.len()..].iter().position(ends_a_word);
    rest.map_or(bytes.len(), |rest| near.len() + rest + 1)
}
