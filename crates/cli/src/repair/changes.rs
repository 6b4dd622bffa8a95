//! The changes that `repair` makes to a file, and their positions.

use std::io::{self, Write};

use serde::Serialize;
use utflane::Charset;

use crate::excerpt::shown;
use crate::fault::Fault;
use crate::name::Name;
use crate::output::Ending;
use crate::position::Position;
use crate::{Status, complain};

/// Maximum number of changes that are listed. Others are only counted.
const LIMIT: usize = 1000;

/// A word that was repaired.
#[derive(Serialize)]
struct Change {
    line: u64,
    column: u64,
    before: String,
    after: String,
}

/// The changes in a text up to a position.
pub(super) struct Changes {
    first: Vec<Change>,
    count: u64,
    position: Position,
    last: Position,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes {
            first: Vec::new(),
            count: 0,
            position: Position::START,
            last: Position::START,
        }
    }
}

impl Changes {
    /// Advances past `before`, which was repaired to `after`.
    pub(super) fn add(&mut self, before: &str, after: &str) {
        if before == after {
            self.position.advance(Charset::Utf8, before.as_bytes());
            return;
        }
        // A repair neither adds nor removes ASCII, so both texts have the same number of words.
        let ends_a_word = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
        let words = before.split_inclusive(ends_a_word);
        for (before, after) in words.zip(after.split_inclusive(ends_a_word)) {
            if before != after {
                self.last = self.position;
                self.count += 1;
                if self.first.len() < LIMIT {
                    self.first.push(Change {
                        line: self.position.line,
                        column: self.position.column,
                        before: before.trim_end_matches(ends_a_word).into(),
                        after: after.trim_end_matches(ends_a_word).into(),
                    });
                }
            }
            self.position.advance(Charset::Utf8, before.as_bytes());
        }
    }

    /// Returns the position of the last change.
    pub(super) fn last(&self) -> Position {
        self.last
    }
}

/// The result for a file. Its serialisation is one line of `--json`.
pub(super) struct Outcome {
    name: Name,
    charset: Charset,
    pub(super) changes: Changes,
    /// The error that prevents the repair, if any.
    pub(super) fault: Option<Fault>,
    /// The message to the user, if any.
    note: Option<&'static str>,
}

impl crate::batch::Outcome for Outcome {
    fn complete(&mut self, ending: Ending) {
        self.note = ending.note;
    }
}

impl Outcome {
    pub(super) fn new(name: Name, charset: Charset) -> Outcome {
        Outcome {
            name,
            charset,
            changes: Changes::default(),
            fault: None,
            note: None,
        }
    }

    pub(super) fn status(&self) -> Status {
        match self.fault {
            None => Status::Fine,
            Some(_) => Status::Malformed,
        }
    }

    /// Prints each change.
    pub(super) fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = &self.name;
        let visible = |text: &str| text.chars().map(shown).collect::<String>();
        for change in &self.changes.first {
            let Change { line, column, .. } = change;
            let (before, after) = (visible(&change.before), visible(&change.after));
            writeln!(out, "{name}:{line}:{column}: {before} -> {after}")?;
        }
        Ok(())
    }

    /// Reports problems on standard error.
    pub(super) fn complain(&self) {
        let name = &self.name;
        let (count, shown) = (self.changes.count, self.changes.first.len());
        if let Some(fault) = &self.fault {
            complain(format_args!("{name}:{fault}"));
        }
        if count > shown as u64 {
            complain(format_args!("{name}: {count} repairs, {shown} shown"));
        }
        if let Some(note) = self.note {
            complain(format_args!("{name}: {note}"));
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record<'a> {
            #[serde(flatten)]
            name: &'a Name,
            encoding: &'static str,
            repair_count: u64,
            repairs: &'a [Change],
            error: Option<&'a Fault>,
            note: Option<&'static str>,
        }
        Record {
            name: &self.name,
            encoding: self.charset.name(),
            repair_count: self.changes.count,
            repairs: &self.changes.first,
            error: self.fault.as_ref(),
            note: self.note,
        }
        .serialize(serializer)
    }
}
