//! Loads the texts of the measurement: the files of a folder, or the corpora.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::arguments::Arguments;
use utflane_test_support::corpora::{
    Corpus, Encoding, Length, PAGES, SCRIPTS, Sample, TRIALS, Work,
};

/// Bytes of a text that are measured. A longer text is shortened to parts from all over it.
const LARGEST: usize = 2 << 20;
const PARTS: usize = 16;

pub(crate) struct Text {
    whole: Corpus,
    /// The text as Latin-1 with one byte for each character. As many bytes are not ASCII as in a
    /// code page for the language.
    folded: Corpus,
    /// Whether its figures are requested. Other texts are read only to clear the branch predictors.
    pub(crate) is_wanted: bool,
}

impl Text {
    fn new(whole: Corpus, is_wanted: bool) -> Text {
        let folded = Corpus {
            text: whole.text.chars().map(fold).collect(),
            ..whole.clone()
        };
        Text {
            whole,
            folded,
            is_wanted,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.whole.name
    }

    /// Returns the strings for an operation, or `None` if the source excludes them.
    pub(crate) fn sample(&self, work: Work, length: Length) -> Option<Sample> {
        if !self.can_be_cut() && matches!(length, Length::Cut(_)) {
            return None;
        }
        let corpus = match (work.source, work.target) {
            (Encoding::Latin1, _) | (_, Encoding::Latin1) => &self.folded,
            _ => &self.whole,
        };
        Sample::new(corpus, work.source, length)
    }

    /// Malformed text has no character boundaries, and cuts determine the alignment themselves.
    pub(crate) fn can_be_cut(&self) -> bool {
        self.is_well_formed() && self.whole.offset == 0
    }

    pub(crate) fn is_well_formed(&self) -> bool {
        self.whole.is_well_formed()
    }
}

/// Maps each character to one of Latin-1.
fn fold(character: char) -> char {
    match u32::from(character) {
        code @ 0..=0xff => char::from(code as u8),
        code => char::from(0x80 | code as u8),
    }
}

/// Returns all texts, the requested ones first.
pub(crate) fn texts(arguments: &Arguments) -> Result<Vec<Text>> {
    let mut texts = match &arguments.text {
        Some(folder) => read(folder, &arguments.corpus)?,
        None => corpora(arguments)?,
    };
    ensure!(
        texts.iter().any(|text| text.is_wanted),
        "no text matches --corpus"
    );
    texts.sort_by_key(|text| !text.is_wanted);
    Ok(texts)
}

/// Returns the requested corpora, and always the usual ones.
fn corpora(arguments: &Arguments) -> Result<Vec<Text>> {
    let usual = [&SCRIPTS[..], &PAGES].concat();
    let mut wanted: Vec<&str> = Vec::new();
    for name in &arguments.corpus {
        match name.as_str() {
            "scripts" => wanted.extend(SCRIPTS),
            "pages" => wanted.extend(PAGES),
            "trials" => wanted.extend(TRIALS),
            "all" => wanted.extend(usual.iter().chain(&TRIALS)),
            name => wanted.push(name),
        }
    }
    if wanted.is_empty() {
        wanted.clone_from(&usual);
        if arguments.smoke {
            wanted.extend(TRIALS);
        }
    }
    let others = usual.iter().filter(|name| !wanted.contains(name));
    let names = wanted.iter().map(|&name| (name, true));
    let names = names.chain(others.map(|&name| (name, false)));
    let mut texts = Vec::new();
    for (name, is_wanted) in names {
        let Some(corpus) = Corpus::named(name) else {
            let names = [&usual[..], &TRIALS].concat().join(", ");
            bail!("unknown corpus {name:?}; known are {names}");
        };
        texts.push(Text::new(corpus, is_wanted));
    }
    Ok(texts)
}

/// Returns the files that are UTF-8, by name. Those whose name contains one of `parts` are
/// requested.
fn read(folder: &Path, parts: &[String]) -> Result<Vec<Text>> {
    let place = || format!("cannot read the folder {}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(place)? {
        paths.push(entry.with_context(place)?.path());
    }
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || !path.is_file() {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = name.trim_end_matches(".txt").trim_end_matches(".utf8");
        let is_wanted = parts.is_empty() || parts.iter().any(|part| name.contains(part));
        match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => eprintln!("{}: skipped, empty", path.display()),
            Ok(text) => {
                let corpus = Corpus::of_text(name, shorten(&text));
                texts.push(Text::new(corpus, is_wanted));
            }
            Err(_) => eprintln!("{}: skipped, not UTF-8", path.display()),
        }
    }
    ensure!(!texts.is_empty(), "no text in {}", folder.display());
    Ok(texts)
}

/// Shortens a text that is too long to parts from all over it.
fn shorten(text: &str) -> String {
    if text.len() <= LARGEST {
        return text.to_string();
    }
    let boundary = |mut at| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let parts = (0..PARTS).map(|part| {
        let start = text.len() / PARTS * part;
        &text[boundary(start)..boundary(start + LARGEST / PARTS)]
    });
    parts.collect()
}
