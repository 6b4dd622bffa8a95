//! Repair of mojibake: UTF-8 that was decoded as a code page.
//!
//! The bytes of a character that is not ASCII, decoded one by one, become a run of characters that
//! are not ASCII either:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! A run is repaired if the bytes of its characters are UTF-8, if the run is implausible in its
//! context, and if the repaired text fits the letters around it. A plausible run is repaired only
//! if the rest of its line shows that the whole line was misread. Only the line is taken into
//! account.
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
/// once or a few times. Correct text is not changed, and is borrowed.
///
/// The function examines each line separately, and in it each run of characters that are not ASCII.
/// So it also repairs text that is only partly mojibake. If a line also contains the correct form
/// of a word, the mojibake is assumed to be quoted on purpose, and stays. This is a heuristic. It
/// leaves doubtful text unchanged.
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

/// Bytes of a line that are examined together. A longer line is split at the end of a word.
const LONGEST: usize = 1024;

/// Returns the length of the first line, or of its first part if it is long.
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
