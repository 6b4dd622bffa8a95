//! The changes that `repair` makes to a file, and their positions.

use std::io::{self, Write};

use serde::Serialize;
use utflane::{Charset, MojibakeRepair};

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
    /// The encodings in which the word was decoded by mistake. Their number is the depth.
    layers: Vec<&'static str>,
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
    /// Advances past `text`, in which these words were repaired.
    pub(super) fn add(&mut self, text: &str, repairs: Vec<MojibakeRepair>) {
        let mut passed = 0;
        for repair in repairs {
            let range = repair.range.clone();
            self.advance(&text[passed..range.start]);
            passed = range.start;
            self.last = self.position;
            self.count += 1;
            if self.first.len() < LIMIT {
                self.first.push(Change {
                    line: self.position.line,
                    column: self.position.column,
                    before: text[range].into(),
                    layers: repair.layers().iter().map(|layer| layer.name()).collect(),
                    after: repair.replacement,
                });
            }
        }
        self.advance(&text[passed..]);
    }

    fn advance(&mut self, text: &str) {
        self.position.advance(Charset::Utf8, text.as_bytes());
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
            let layers = change.layers.join(", ");
            writeln!(
                out,
                "{name}:{line}:{column}: {before} -> {after} ({layers})"
            )?;
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
