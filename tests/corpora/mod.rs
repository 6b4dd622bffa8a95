//! The texts that benchmarks, and some tests, run on, in any encoding, well-formed or damaged.
//!
//! A corpus has a name, and a name is all that they need:
//!
//! | name | text |
//! |---|---|
//! | `latin` `german` `russian` `arabic` `hebrew` `hindi` `korean` `chinese` `japanese` `emoji` | one script each: the files of a `shared/corpora` folder beside the checkout, or generated text of the same make-up |
//! | `markup` | HTML around several scripts |
//! | `page-german` `page-vietnamese` `page-turkish` `page-korean` | encyclopedia pages: links, addresses, tables, numbers, other scripts in a line |
//! | `runs-N` | N ASCII characters, N characters of Cyrillic, and again; `runs-mixed`: each run of another length, 1 to 200 |
//! | `bad-end-C` | corpus C with one malformed sequence at the very end |
//! | `bad-1pct-C` | corpus C with a malformed sequence for one character of a hundred |
//! | `bad-every-N-C` | corpus C with a malformed sequence for one character every N units |
//! | `bad-lone` `bad-lead` `bad-never` | nothing but malformed sequences, of one kind each: for UTF-8 the bytes 80, C0 and FF |
//! | `unaligned-C` | corpus C, starting one byte off alignment (UTF-8, Latin-1 and ASCII only) |
//!
//! Everything that is generated comes from fixed seeds, so two runs see the same text.
#![allow(dead_code, unused_imports, reason = "each benchmark uses its own part")]

mod cut;
mod damage;
mod encoding;
mod pages;
#[path = "../differential/random.rs"]
#[allow(dead_code, reason = "tests want random bytes, too")]
mod random;
mod sample;
mod scripts;
mod work;

pub(crate) use cut::{CHUNKS, Cut, OFFSETS, PIECES};
pub(crate) use damage::Damage;
pub(crate) use encoding::Encoding;
pub(crate) use sample::{Length, Sample};
pub(crate) use work::{Answer, Outcome, Verb, Work};

use std::path::{Path, PathBuf};

/// The corpora of one script each.
pub(crate) const SCRIPTS: [&str; 10] = [
    "latin", "german", "russian", "arabic", "hebrew", "hindi", "korean", "chinese", "japanese",
    "emoji",
];

/// Pages that mix markup, numbers and scripts.
pub(crate) const PAGES: [&str; 5] = [
    "markup",
    "page-german",
    "page-vietnamese",
    "page-turkish",
    "page-korean",
];

/// Texts that are hard on fast paths, malformed ones, and unaligned ones.
pub(crate) const TRIALS: [&str; 19] = [
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

/// A text and what is done to it before it is measured.
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) damage: Damage,
    /// Bytes between an aligned address and the first unit.
    pub(crate) offset: usize,
}

impl Corpus {
    /// The corpus of this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<Corpus> {
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

    /// A text of the user's.
    pub(crate) fn of_text(name: &str, text: String) -> Corpus {
        Corpus {
            name: name.to_string(),
            text,
            damage: Damage::None,
            offset: 0,
        }
    }

    pub(crate) fn is_well_formed(&self) -> bool {
        self.damage == Damage::None
    }

    /// The corpus in `encoding`, as bytes; `None` where it cannot be represented there.
    pub(crate) fn encoded(&self, encoding: Encoding) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.text
            .chars()
            .all(|character| encoding.push(&mut bytes, character))
            .then_some(())?;
        self.damage.apply(encoding, bytes)
    }
}

/// Where the script corpora come from in this checkout: a folder, or `None` if they are generated.
pub(crate) fn folder() -> Option<PathBuf> {
    // The module is part of several packages, one inside the other.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .find(|folder| folder.join("tests/corpora").is_dir())?;
    let folder = root.parent()?.join("shared/corpora");
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
