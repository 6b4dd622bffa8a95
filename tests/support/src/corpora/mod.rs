//! The texts of the benchmarks and of some tests, in any encoding, well-formed or malformed.
//!
//! Benchmarks and tests select a corpus by its name:
//!
//! | name | text |
//! |---|---|
//! | `latin` `german` `russian` `arabic` `hebrew` `hindi` `korean` `chinese` `japanese` `emoji` | one script each: the files of a `shared/corpora` folder beside the checkout, or generated text of the same make-up |
//! | `markup` | HTML around several scripts |
//! | `page-german` `page-vietnamese` `page-turkish` `page-korean` | encyclopedia pages: links, addresses, tables, numbers, other scripts in a line |
//! | `runs-N` | N ASCII characters, N characters of Cyrillic, and so on; in `runs-mixed` each run has a random length, 1 to 200 |
//! | `bad-end-C` | corpus C with one malformed sequence at the end |
//! | `bad-1pct-C` | corpus C with a malformed sequence instead of one character in a hundred |
//! | `bad-every-N-C` | corpus C with a malformed sequence instead of one character every N units |
//! | `bad-lone` `bad-lead` `bad-never` | only malformed sequences of one kind: for UTF-8 the bytes 80, C0 and FF |
//! | `unaligned-C` | corpus C, starting one byte off alignment (UTF-8, Latin-1 and ASCII only) |
//!
//! Generated text comes from fixed seeds, so every run uses the same text.

mod cut;
mod damage;
mod encoding;
mod pages;
mod sample;
mod scripts;
mod work;

pub use cut::{CHUNKS, Cut, OFFSETS, PIECES, RANDOM, damaged};
pub use damage::{Damage, Rate};
pub use encoding::Encoding;
pub use sample::{Length, Sample};
pub use work::{Answer, Outcome, Verb, Work};

use std::path::PathBuf;

/// The corpora of one script each.
pub const SCRIPTS: [&str; 10] = [
    "latin", "german", "russian", "arabic", "hebrew", "hindi", "korean", "chinese", "japanese",
    "emoji",
];

/// Pages that mix markup, numbers and scripts.
pub const PAGES: [&str; 5] = [
    "markup",
    "page-german",
    "page-vietnamese",
    "page-turkish",
    "page-korean",
];

/// Texts that are hard for fast paths, malformed texts, and unaligned texts.
pub const TRIALS: [&str; 19] = [
    "runs-1",
    "runs-4",
    "runs-16",
    "runs-64",
    "runs-200",
    "runs-mixed",
    "bad-end-latin",
    "bad-end-russian",
    "bad-1pct-latin",
    "bad-1pct-russian",
    "bad-every-2-latin",
    "bad-every-32-latin",
    "bad-every-64-russian",
    "bad-every-257-latin",
    "bad-lone",
    "bad-lead",
    "bad-never",
    "unaligned-latin",
    "unaligned-russian",
];

/// A text, and the modification that is applied before a measurement.
#[derive(Clone, Debug)]
pub struct Corpus {
    pub name: String,
    pub text: String,
    pub damage: Damage,
    /// Bytes between an aligned address and the first unit.
    pub offset: usize,
}

impl Corpus {
    /// Returns the corpus with this name.
    pub fn named(name: &str) -> Option<Corpus> {
        let (text, damage, offset) = if let Some(base) = name.strip_prefix("unaligned-") {
            (well_formed(base)?, Damage::None, 1)
        } else if let Some(base) = name.strip_prefix("bad-end-") {
            (well_formed(base)?, Damage::End, 0)
        } else if let Some(base) = name.strip_prefix("bad-1pct-") {
            (well_formed(base)?, Damage::OnePercent, 0)
        } else if let Some(base) = name.strip_prefix("bad-every-") {
            let (units, base) = base.split_once('-')?;
            let units = units.parse().ok().filter(|&units| units > 0)?;
            (well_formed(base)?, Damage::Every(units), 0)
        } else {
            match name {
                "bad-lone" => (String::new(), Damage::AllLone, 0),
                "bad-lead" => (String::new(), Damage::AllLead, 0),
                "bad-never" => (String::new(), Damage::AllNever, 0),
                _ => (well_formed(name)?, Damage::None, 0),
            }
        };
        Some(Corpus {
            name: name.to_string(),
            text,
            damage,
            offset,
        })
    }

    /// Returns a corpus of a text supplied by the user.
    pub fn of_text(name: &str, text: String) -> Corpus {
        Corpus {
            name: name.to_string(),
            text,
            damage: Damage::None,
            offset: 0,
        }
    }

    pub fn is_well_formed(&self) -> bool {
        self.damage == Damage::None
    }

    /// Returns the bytes of the corpus in `encoding`, or `None` if the encoding cannot represent
    /// it.
    pub fn encoded(&self, encoding: Encoding) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.text
            .chars()
            .all(|character| encoding.push(&mut bytes, character))
            .then_some(())?;
        self.damage.apply(encoding, bytes)
    }
}

/// Returns the folder of the script corpora in this checkout, or `None` if they are generated.
pub fn folder() -> Option<PathBuf> {
    let folder = crate::shared().join("corpora");
    folder.join("latin.utf8.txt").is_file().then_some(folder)
}

fn well_formed(name: &str) -> Option<String> {
    if SCRIPTS.contains(&name) {
        let file = folder().map(|folder| folder.join(format!("{name}.utf8.txt")));
        return match file.and_then(|file| std::fs::read_to_string(file).ok()) {
            Some(text) => Some(text),
            None => Some(scripts::generate(name)),
        };
    }
    if PAGES.contains(&name) {
        return Some(pages::generate(name));
    }
    let run = name.strip_prefix("runs-")?;
    match run {
        "mixed" => Some(scripts::runs(1..=200)),
        run => {
            let run = run.parse().ok().filter(|run| (1..=4096).contains(run))?;
            Some(scripts::runs(run..=run))
        }
    }
}
