//! A faulty line as `check --verbose` shows it: the text around a fault, with marks under the
//! fault.
//!
//! ```text
//!     id;name;caf\xE9;12
//!                ^^^^
//! ```
//!
//! What a terminal would obey, or not show, is escaped: malformed bytes as `\xE9`, characters as
//! `\u{7}`. Of a long line the part around the fault is shown.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use utflane::{Encoding, Utf8, incomplete_tail, transcode_lossy_to_vec, validate};

use crate::name::is_invisible;
use crate::position::last_line;

/// Columns of text that are shown before a fault, at most.
const BEFORE: usize = 50;

/// Columns of text that are shown after a fault, at most.
const AFTER: usize = 20;

/// Bytes after a fault that are looked at: enough for those columns where characters have two
/// bytes.
pub(crate) const LOOK_BEHIND: usize = 48;

/// Stands for a part of the line that is left out.
const CUT: &str = "…";

#[derive(Serialize)]
pub(crate) struct Excerpt {
    before: String,
    fault: String,
    after: String,
}

/// The line of a text up to a position that moves forward, as it is shown.
pub(crate) struct Line<E> {
    shown: String,
    is_cut: bool,
    encoding: PhantomData<E>,
}

impl<E: Encoding<Unit = u8>> Line<E> {
    pub(crate) const START: Line<E> = Line {
        shown: String::new(),
        is_cut: false,
        encoding: PhantomData,
    };

    /// Moves past well-formed text.
    pub(crate) fn add(&mut self, text: &[u8]) {
        let (newlines, mut rest) = last_line::<E>(text);
        if newlines > 0 {
            *self = Line::START;
        }
        // A character has at most four bytes. The first one may be cut, and is cut off then.
        let kept = 4 * (BEFORE + 1);
        if rest.len() > kept {
            rest = &rest[(rest.len() - kept) / 4 * 4..];
            self.is_cut = true;
        }
        self.shown += &visible::<E>(rest);
        self.shorten();
    }

    /// Moves past a malformed sequence.
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

    /// The line with a fault at the position; `after` are the bytes after the fault, some of the
    /// next lines, too.
    pub(crate) fn excerpt(&self, fault: String, after: &[u8]) -> Excerpt {
        let cut = if self.is_cut { CUT } else { "" };
        Excerpt {
            before: format!("{cut}{}", self.shown),
            fault,
            after: end_of_line::<E>(after),
        }
    }
}

/// The text up to the end of its first line, as it is shown.
fn end_of_line<E: Encoding<Unit = u8>>(mut text: &[u8]) -> String {
    let is_whole = text.len() < LOOK_BEHIND;
    if !is_whole {
        text = &text[..text.len() - incomplete_tail::<E>(text)];
    }
    let mut utf8 = String::new();
    while !text.is_empty() {
        let (valid, malformed) = match validate::<E>(text) {
            Ok(()) => (text.len(), 0),
            Err(error) => {
                let valid = error.valid_up_to();
                (valid, error.error_len().unwrap_or(text.len() - valid))
            }
        };
        let piece = decoded::<E>(&text[..valid]);
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

/// At most [`AFTER`] columns of a text, which may be cut already.
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

/// Text in UTF-8; what is cut at its start is left out.
fn decoded<E: Encoding<Unit = u8>>(text: &[u8]) -> String {
    let utf8 = String::from_utf8(transcode_lossy_to_vec::<E, Utf8>(text)).unwrap_or_default();
    utf8.trim_start_matches('\u{FFFD}').to_owned()
}

fn visible<E: Encoding<Unit = u8>>(text: &[u8]) -> String {
    decoded::<E>(text).chars().map(shown).collect()
}

/// A character as it is shown.
pub(crate) fn shown(character: char) -> String {
    match character {
        '\t' => " ".into(),
        _ if is_invisible(character) => character.escape_unicode().to_string(),
        _ => character.to_string(),
    }
}

/// Malformed bytes as they are shown.
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
