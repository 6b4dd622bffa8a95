//! Texts of the user's: the files of a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::corpora::{Corpus, Encoding, Work};

/// Bytes of a text that are measured. Of a longer one parts from all over it are taken.
const LARGEST: usize = 2 << 20;
const PARTS: usize = 16;

pub(super) struct Text {
    pub(super) name: String,
    whole: Corpus,
    /// The text as Latin-1 with a byte for each character, whichever it is: as many bytes are not
    /// ASCII as in a code page for the language.
    folded: Corpus,
}

impl Text {
    pub(super) fn of_corpus(corpus: Corpus) -> Text {
        let text = corpus.text.chars().map(fold).collect();
        Text {
            name: corpus.name.clone(),
            folded: Corpus::of_text(&corpus.name, text),
            whole: corpus,
        }
    }

    /// The text for a work.
    pub(super) fn corpus(&self, work: Work) -> &Corpus {
        match (work.source, work.target) {
            (Encoding::Latin1, _) | (_, Encoding::Latin1) => &self.folded,
            _ => &self.whole,
        }
    }
}

/// A character of Latin-1 for each character.
fn fold(character: char) -> char {
    match u32::from(character) {
        code @ 0..=0xff => char::from(code as u8),
        code => char::from(0x80 | code as u8),
    }
}

/// The files that are UTF-8, by name.
pub(super) fn read(folder: &Path) -> Result<Vec<Text>> {
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
        match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => eprintln!("{}: left out, empty", path.display()),
            Ok(text) => texts.push(Text::of_corpus(Corpus::of_text(name, shorten(&text)))),
            Err(_) => eprintln!("{}: left out, not UTF-8", path.display()),
        }
    }
    ensure!(!texts.is_empty(), "no text in {}", folder.display());
    Ok(texts)
}

/// Parts from all over a text that is too long.
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
