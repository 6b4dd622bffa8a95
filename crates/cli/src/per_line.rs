//! `--per-line`: an encoding for each line, for files in several encodings.

use anyhow::bail;
use serde::{Serialize, Serializer};
use utflane::Charset;
use utflane::io::{CharsetLines, PerLine};

use crate::charset::Choice;
use crate::complain;
use crate::name::Name;

/// Returns the choice of a list of encodings with `--per-line`. `option` is the option for the list.
pub(crate) fn by_lines(choice: Option<Choice>, option: &str) -> anyhow::Result<Choice> {
    let Some(Choice::First(charsets)) = choice else {
        bail!("--per-line: name the encodings to try, such as {option} utf-8,windows-1252");
    };
    match PerLine::new(charsets) {
        Ok(_) => Ok(Choice::PerLine(charsets)),
        Err(error) => bail!("--per-line: {error}"),
    }
}

/// Divides an input that is read by lines into runs of lines in one encoding.
pub(crate) struct Runs {
    policy: PerLine,
    first: Charset,
    /// The encoding of the current run, or `None` if its line is malformed in each encoding.
    charset: Option<Charset>,
    /// The offset of the end of the current run.
    end: u64,
}

impl Runs {
    /// Starts after a byte order mark of `mark` bytes.
    pub(crate) fn new(charsets: &[Charset], mark: u64) -> anyhow::Result<Runs> {
        Ok(Runs {
            policy: PerLine::new(charsets)?.starting_at(mark, 0),
            first: charsets[0],
            charset: None,
            end: mark,
        })
    }

    /// Returns the bytes of the current run at the start of `bytes`, which are at `offset`.
    pub(crate) fn next<'a>(&mut self, bytes: &'a [u8], offset: u64) -> &'a [u8] {
        if offset == self.end {
            let (len, charset) = self.policy.next_run(bytes);
            self.charset = charset;
            self.end += len as u64;
        }
        &bytes[..(self.end - offset) as usize]
    }

    /// Returns whether the current run is well-formed.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.charset.is_some()
    }

    /// Returns the encoding of the current run. The errors of a line that is malformed in each
    /// encoding are those of the first one.
    pub(crate) fn charset(&self) -> Charset {
        self.charset.unwrap_or(self.first)
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts(self.policy.lines().to_vec())
    }
}

/// The lines of a file in each encoding. Its serialisation is part of a line of `--json`.
pub(crate) struct Counts(Vec<CharsetLines>);

impl Counts {
    /// Returns whether all lines are in the first encoding.
    fn is_uniform(&self) -> bool {
        self.0.iter().skip(1).all(|of| of.lines == 0)
    }

    /// Returns a line for each encoding that occurs. Unless `verbose`, returns nothing for a file in
    /// one encoding.
    pub(crate) fn remarks(&self, name: &Name, verbose: bool) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.is_uniform() && !verbose {
            return remarks;
        }
        for of in &self.0 {
            if let Some(first) = of.first {
                let (line, offset) = (first.number, first.position);
                let encoding = of.charset.name();
                remarks.push(match of.lines {
                    1 => format!("{name}:{line}: byte {offset}: the only line in {encoding}"),
                    lines => format!(
                        "{name}:{line}: byte {offset}: the first of {lines} lines in {encoding}"
                    ),
                });
            }
        }
        remarks
    }

    /// Reports the remarks on standard error.
    pub(crate) fn report(&self, name: &Name, verbose: bool) {
        self.remarks(name, verbose).into_iter().for_each(complain);
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct First {
            line: u64,
            offset: u64,
        }
        #[derive(Serialize)]
        struct Record {
            encoding: &'static str,
            lines: u64,
            first: Option<First>,
        }
        serializer.collect_seq(self.0.iter().map(|of| Record {
            encoding: of.charset.name(),
            lines: of.lines,
            first: of.first.map(|first| First {
                line: first.number,
                offset: first.position,
            }),
        }))
    }
}
