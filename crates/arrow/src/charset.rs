//! Finds out whether ASCII text needs no conversion, so that a column can share its values.
#![forbid(unsafe_code)]

use utflane::{Charset, Pair};

/// Returns whether ASCII characters have the same bytes in an encoding as in UTF-8. It is false for
/// encodings with escape sequences, such as ISO-2022-JP.
///
/// ```
/// use utflane::Charset;
/// use utflane_arrow::has_ascii;
///
/// assert!(has_ascii(Charset::Latin1) && has_ascii(Charset::ShiftJis));
/// assert!(!has_ascii(Charset::Utf16Le) && !has_ascii(Charset::Cp037));
/// ```
pub fn has_ascii(charset: Charset) -> bool {
    let ascii: [u8; 128] = std::array::from_fn(|byte| byte as u8);
    let mut text = [0; 512];
    match Pair::new(charset, Charset::Utf8) {
        Some(pair) => pair.transcode(&ascii, &mut text) == Ok(128) && text[..128] == ascii,
        // Stateful encodings have no `Pair`. `false` only prevents sharing.
        None => false,
    }
}
