//! The excerpts of `check --verbose`: the line of an error, with marks under the error.
//!
//! ```text
//!     id;name;caf\xE9;12
//!                ^^^^
//! ```
//!
//! Control characters and invisible characters are escaped: malformed bytes as `\xE9`, characters
//! as `\u{7}`. Of a long line, only the part around the error is shown.

use std::fmt;

use serde::Serialize;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use utflane::{Charset, Pair};

use crate::name::is_invisible;
use crate::position::last_line;

/// Maximum number of columns that are shown before an error.
const BEFORE: usize = 50;

/// Maximum number of columns that are shown after an error.
const AFTER: usize = 20;

/// Number of bytes after an error that are read: enough for `AFTER` columns of 2-byte characters.
pub(crate) const LOOK_AHEAD: usize = 48;

/// Marks a part of the line that is left out.
const CUT: &str = "…";

#[derive(Serialize)]
pub(crate) struct Excerpt {
    before: String,
    fault: String,
    after: String,
}

/// The current line of a text up to a position that moves forward, in the form in which it is
/// shown.
pub(crate) struct Line {
    charset: Charset,
    shown: String,
    is_cut: bool,
}

impl Line {
    /// The start of a line of a text in `charset`.
    pub(crate) fn start(charset: Charset) -> Line {
        Line {
            charset,
            shown: String::new(),
            is_cut: false,
        }
    }

    /// Returns the encoding of the text.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Advances past well-formed text.
    pub(crate) fn add(&mut self, text: &[u8]) {
        let (newlines, mut rest) = last_line(self.charset, text);
        if newlines > 0 {
            *self = Line::start(self.charset);
        }
        // A character has at most four bytes. The cut may fall within a character, whose rest is
        // removed.
        let kept = 4 * (BEFORE + 1);
        if rest.len() > kept {
            rest = &rest[(rest.len() - kept) / 4 * 4..];
            self.is_cut = true;
        }
        self.shown += &visible(self.charset, rest);
        self.shorten();
    }

    /// Advances past a malformed sequence.
    pub(crate) fn add_fault(&mut self, sequence: &[u8]) {
        self.shown += &escaped(sequence);
        self.shorten();
    }

    fn shorten(&mut self) {
        let mut excess = self.shown.width().saturating_sub(BEFORE);
        while excess > 0 {
            let first = self.shown.remove(0);
            excess = excess.saturating_sub(first.width().unwrap_or(0));
            self.is_cut = true;
        }
    }

    /// Returns the line with an error at the current position. `after` contains the bytes after the
    /// error, perhaps including following lines.
    pub(crate) fn excerpt(&self, fault: String, after: &[u8]) -> Excerpt {
        let cut = if self.is_cut { CUT } else { "" };
        Excerpt {
            before: format!("{cut}{}", self.shown),
            fault,
            after: end_of_line(self.charset, after),
        }
    }
}

/// Returns the rest of the line, in the form in which it is shown.
fn end_of_line(charset: Charset, mut text: &[u8]) -> String {
    let is_whole = text.len() < LOOK_AHEAD;
    if !is_whole {
        text = &text[..text.len() - charset.incomplete_tail(text)];
    }
    let mut utf8 = String::new();
    while !text.is_empty() {
        let (valid, malformed) = match charset.validate(text) {
            Ok(()) => (text.len(), 0),
            Err(error) => {
                let valid = error.valid_up_to();
                (valid, error.error_len().unwrap_or(text.len() - valid))
            }
        };
        let piece = decoded(charset, &text[..valid]);
        let line = piece.lines().next().unwrap_or_default();
        utf8.extend(line.chars().map(shown));
        if piece.contains('\n') {
            return shortened(&utf8, false);
        }
        utf8 += &escaped(&text[valid..valid + malformed]);
        text = &text[valid + malformed..];
    }
    shortened(&utf8, !is_whole)
}

/// Returns at most [`AFTER`] columns of a text. `is_cut` says whether the text is cut already.
fn shortened(text: &str, mut is_cut: bool) -> String {
    let mut width = 0;
    let mut short = String::new();
    for character in text.chars() {
        width += character.width().unwrap_or(0);
        if width > AFTER {
            is_cut = true;
            break;
        }
        short.push(character);
    }
    short + if is_cut { CUT } else { "" }
}

/// Converts text to UTF-8. A cut character at the start is left out.
fn decoded(charset: Charset, text: &[u8]) -> String {
    let Some(pair) = Pair::new(charset, Charset::Utf8) else {
        return String::new();
    };
    let mut utf8 = vec![0; pair.lossy_len(text)];
    let written = pair.transcode_lossy(text, &mut utf8);
    utf8.truncate(written.unwrap_or_default());
    let utf8 = String::from_utf8(utf8).unwrap_or_default();
    utf8.trim_start_matches('\u{FFFD}').to_owned()
}

fn visible(charset: Charset, text: &[u8]) -> String {
    decoded(charset, text).chars().map(shown).collect()
}

/// Returns a character in the form in which it is shown.
pub(crate) fn shown(character: char) -> String {
    match character {
        '\t' => " ".into(),
        _ if is_invisible(character) => character.escape_unicode().to_string(),
        _ => character.to_string(),
    }
}

/// Returns malformed bytes in the form in which they are shown.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect()
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excerpt {
            before,
            fault,
            after,
        } = self;
        let marks = "^".repeat(fault.width());
        writeln!(f, "    {before}{fault}{after}")?;
        write!(f, "    {:1$}{marks}", "", before.width())
    }
}
