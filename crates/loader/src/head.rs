//! Examines the start of a file: its charset, its delimiter and the names of its columns.

use crate::input::{self, is_comma_separated};
use crate::options::Options;
use crate::progress::Progress;
use crate::signature;
use anyhow::bail;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use utflane::{Bom, Certainty, Charset, detect};
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_schema::Schema;
use utflane_arrow::files::{
    AutoCharset, BadInput, CsvOptions, FileCharset, FoundCharset, LineOptions,
};

/// The charset, the delimiter and the columns of a file.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) charset: FileCharset,
    /// The charset of lines that are malformed in UTF-8.
    pub(crate) line_fallback: Option<Charset>,
    pub(crate) found: Found,
    pub(crate) delimiter: u8,
    /// The names of the columns in the order of the header.
    pub(crate) names: Vec<String>,
}

/// The charset of a file, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) charset: String,
    /// `named`, `mark`, `detected`, `guessed`, `fallback` or `per line`.
    pub(crate) how: &'static str,
    pub(crate) confidence: &'static str,
}

impl Found {
    fn new(charset: Charset, how: &'static str, certainty: Certainty) -> Found {
        let confidence = match certainty {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            Certainty::Guess => "guess",
            _ => "",
        };
        Found {
            charset: charset.name().to_owned(),
            how,
            confidence,
        }
    }

    /// Returns the result of a detection.
    fn detected(found: &FoundCharset) -> Found {
        let how = match found.certainty {
            _ if found.bom_len > 0 => "mark",
            Certainty::Unknown => "fallback",
            Certainty::Guess => "guessed",
            _ => "detected",
        };
        Found::new(found.charset, how, found.certainty)
    }

    /// Updates the result after the rest of a file was read that begins with ASCII.
    pub(crate) fn update(&mut self, later: Option<FoundCharset>) {
        if let Some(later) = later {
            *self = Found::detected(&later);
        }
    }
}

impl Head {
    /// Reads the start of a file. `names` are the names of the columns of a file without a header,
    /// if they are known.
    pub(crate) fn of(
        path: &Path,
        options: &Options,
        names: Option<Vec<String>>,
        progress: &Progress,
    ) -> anyhow::Result<Head> {
        let mut sample = Vec::new();
        let is_whole = input::open(path, progress)?.fill(&mut sample, AutoCharset::SAMPLE)?;
        signature::check(&sample)?;
        let mut head = Head::without_names(path, &sample, is_whole, options)?;
        head.read_first_row(path, &sample, is_whole, options)?;
        match options.no_header {
            true => head.set_names(names)?,
            false => head.check_names()?,
        }
        Ok(head)
    }

    fn without_names(
        path: &Path,
        sample: &[u8],
        is_whole: bool,
        options: &Options,
    ) -> anyhow::Result<Head> {
        let head = |charset: FileCharset, found| Head {
            charset,
            line_fallback: None,
            found,
            delimiter: b',',
            names: Vec::new(),
        };
        let rule = options.charset_for.iter().find(|rule| rule.matches(path));
        let named = rule.map(|rule| rule.charset).or(options.charset);
        let is_marked = named.is_some_and(|charset| {
            let mark = charset.bom();
            !mark.is_empty() && sample.starts_with(mark)
        });
        if let (Some(charset), true) = (named, is_marked) {
            let found = Found::new(charset, "mark", Certainty::Certain);
            return Ok(head(charset.into(), found));
        }
        let fallback = options.fallback_charset;
        let lines = fallback.filter(|_| options.charset_per_line && named.is_none());
        if let Some(bom) = Bom::sniff(sample) {
            let charset = Charset::from(bom);
            let found = Found::new(charset, "mark", Certainty::Certain);
            let mut head = head(charset.into(), found);
            head.line_fallback = lines.filter(|_| charset == Charset::Utf8);
            return Ok(head);
        }
        if let Some(charset) = named {
            let found = Found::new(charset, "named", Certainty::Unknown);
            return Ok(head(charset.into(), found));
        }
        if let Some(fallback) = lines {
            let is_wide = |charset: &Charset| !matches!(charset, Charset::Utf8 | Charset::Ascii);
            if detect(sample).charset.filter(is_wide).is_none() {
                let found = Found {
                    charset: format!("{} or {}", Charset::Utf8.name(), fallback.name()),
                    how: "per line",
                    confidence: "",
                };
                let mut head = head(Charset::Utf8.into(), found);
                head.line_fallback = Some(fallback);
                return Ok(head);
            }
        }
        let auto = AutoCharset::new().with_guesses(options.guess);
        let detected = auto.detect(sample, is_whole);
        let detected = detected.or_else(|error| without_nul(auto, sample, is_whole).ok_or(error));
        match (detected, fallback) {
            (Ok(found), _) => {
                // There may be other text after the sample.
                let charset = match found.is_ascii && !is_whole {
                    true => auto.with_fallback(fallback).into(),
                    false => found.charset.into(),
                };
                Ok(head(charset, Found::detected(&found)))
            }
            (Err(_), Some(charset)) => {
                let found = Found::new(charset, "fallback", Certainty::Unknown);
                Ok(head(charset.into(), found))
            }
            (Err(unknown), None) => bail!("{unknown}: name its charset with --charset-for"),
        }
    }

    /// Chooses the delimiter, and reads the fields of the first row as names.
    fn read_first_row(
        &mut self,
        path: &Path,
        sample: &[u8],
        is_whole: bool,
        options: &Options,
    ) -> anyhow::Result<()> {
        let lines = LineOptions::new().with_line_fallbacks(self.line_fallback.as_slice());
        let mut reader = lines.reader(sample, self.charset, BadInput::Replace);
        let mut text = String::new();
        let mut next = reader.next().transpose()?;
        // A name can contain line feeds. So the header may have several lines.
        while let Some(lines) = next {
            next = reader.next().transpose()?;
            let lines = lines.column(0).as_string::<i32>().iter().flatten();
            let mut lines = lines.peekable();
            while let Some(line) = lines.next() {
                if is_whole || next.is_some() || lines.peek().is_some() {
                    text.push_str(line);
                    text.push('\n');
                } else if let Some((complete, _)) = line.rsplit_once('\r') {
                    // The last line may be incomplete. But lines may also end with CR.
                    text.push_str(complete);
                    text.push('\r');
                }
            }
            let delimiter = || delimiter_of(&text, !is_comma_separated(path));
            self.delimiter = options.delimiter.unwrap_or_else(delimiter);
            let csv = CsvOptions::new(Arc::new(Schema::empty())).with_header(true);
            let csv = csv.with_delimiter(self.delimiter);
            let names = csv.infer_schema(&text, 0);
            self.names = names
                .fields()
                .iter()
                .map(|field| field.name().clone())
                .collect();
            if !self.names.is_empty() {
                return Ok(());
            }
        }
        let row = match options.no_header {
            true => "first row",
            false => "header",
        };
        if !text.trim().is_empty() {
            bail!("the {row} has a quote that is not closed");
        }
        match is_whole {
            true => bail!("there is no {row}"),
            false => bail!("the {row} does not end in the first {} bytes", sample.len()),
        }
    }

    /// Replaces the fields of the first row by the names of the columns of a file without a header.
    fn set_names(&mut self, names: Option<Vec<String>>) -> anyhow::Result<()> {
        let found = self.names.len();
        self.names = names.unwrap_or_else(|| {
            let numbers = 1..=found;
            numbers.map(|number| format!("column_{number}")).collect()
        });
        if self.names.len() != found {
            bail!(
                "its first row has another number of fields than the table has columns: {found}, \
                 expected {}",
                self.names.len()
            );
        }
        Ok(())
    }

    fn check_names(&mut self) -> anyhow::Result<()> {
        let mut seen = HashSet::new();
        for (number, name) in (1..).zip(&mut self.names) {
            if name.is_empty() {
                *name = format!("column_{number}");
            }
            if name.contains('\u{FFFD}') {
                bail!(
                    "the header is malformed in {}: {name:?}",
                    self.found.charset
                );
            }
            if name.contains('\0') {
                bail!("the header has a NUL character: {name:?}");
            }
            if !seen.insert(&*name) {
                bail!("the header has two columns {name:?}");
            }
        }
        Ok(())
    }
}

/// Returns the delimiter of a text: the character that its first row has most often outside of
/// quotes. In files that are not named `.csv`, a tab has precedence.
fn delimiter_of(text: &str, prefers_tab: bool) -> u8 {
    // If two are equally frequent, this is the first one. A comma in a name or a decimal number is
    // more common than a semicolon, and a tab after a comma is space.
    const DELIMITERS: [u8; 4] = *b";,\t|";
    let mut counts = [0; DELIMITERS.len()];
    let mut is_quoted = false;
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        is_quoted ^= byte == b'"';
        match DELIMITERS.iter().position(|delimiter| *delimiter == byte) {
            _ if is_quoted => {}
            Some(at) => counts[at] += 1,
            None if matches!(byte, b'\r' | b'\n') => break,
            None => {}
        }
    }
    if prefers_tab && counts[2] > 0 {
        return b'\t';
    }
    let most = counts.into_iter().max().filter(|most| *most > 0);
    let found = counts.iter().position(|count| Some(*count) == most);
    found.map_or(b',', |at| DELIMITERS[at])
}

/// Detects UTF-8 with few NUL characters, which alone would make the charset uncertain.
fn without_nul(auto: AutoCharset, sample: &[u8], is_whole: bool) -> Option<FoundCharset> {
    let text: Vec<_> = sample.iter().copied().filter(|byte| *byte != 0).collect();
    // UTF-16 of ASCII characters has many NUL bytes.
    let is_rare = 10 * (sample.len() - text.len()) <= sample.len();
    let found = auto.detect(&text, is_whole).ok()?;
    (is_rare && found.charset == Charset::Utf8 && found.bom_len == 0).then_some(found)
}
