//! Repair of one line.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::judge::{Context, Verdict, judge};
use super::run::Run;
use super::script::Script;

/// Maximum number of repair rounds. It is more than real text needs.
const ROUNDS: usize = 4;

/// The scripts of the runs in a line that are known to be mojibake.
#[derive(Clone, Copy, Default)]
struct Evidence(u32);

impl Evidence {
    fn add(&mut self, script: Script) {
        self.0 |= 1 << script as u32;
    }

    fn has(self, script: Script) -> bool {
        let of_latin = 1 << Script::Latin as u32 | 1 << Script::Latin1 as u32;
        self.0 & 1 << script as u32 != 0 || script.is_latin() && self.0 & of_latin != 0
    }
}

/// Returns the repaired line, or `None` if nothing changes. If a line was decoded in the wrong
/// encoding several times, this takes as many rounds of repair.
pub(super) fn repaired(line: &str) -> Option<String> {
    let mut better = repaired_once(line)?;
    for _ in 1..ROUNDS {
        match repaired_once(&better) {
            Some(next) => better = next,
            None => break,
        }
    }
    restore_quoted_words(line, better)
}

/// Undoes the repair of quoted words. A word is quoted if the original line also contains its
/// repaired form. Returns `None` if no other word was repaired.
fn restore_quoted_words(line: &str, repaired: String) -> Option<String> {
    // A repair adds and removes no ASCII, so both lines have the same words.
    let pairs = || {
        parts(line)
            .map(|range| &line[range])
            .zip(parts(&repaired).map(|range| &repaired[range]))
    };
    let is_kept = |pair: &(&str, &str)| pair.0 == pair.1 && !pair.0.is_ascii();
    let mut correct_words: Vec<&str> = pairs().filter(is_kept).map(|pair| core(pair.0)).collect();
    correct_words.sort_unstable();
    let is_quoted = |pair: &(&str, &str)| correct_words.binary_search(&core(pair.1)).is_ok();
    if !pairs().any(|pair| pair.0 != pair.1 && is_quoted(&pair)) {
        return Some(repaired);
    }
    let mut mixed = String::with_capacity(line.len());
    for (range, pair) in parts(line).zip(pairs()) {
        mixed.push_str(if is_quoted(&pair) { pair.0 } else { pair.1 });
        mixed.push_str(line.get(range.end..range.end + 1).unwrap_or_default());
    }
    (mixed != line).then_some(mixed)
}

/// Returns the line after one round of repair, or `None` if nothing was repaired.
fn repaired_once(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let (mut evidence, mut likely, mut is_whole) = (Evidence::default(), Evidence::default(), true);
    for piece in pieces(line) {
        match piece {
            Piece::Run(_, Verdict::Mojibake(script)) => evidence.add(script),
            Piece::Run(_, Verdict::Likely(script)) => likely.add(script),
            Piece::Run(_, Verdict::Unsure(_)) => {}
            Piece::Run(_, Verdict::Correct) | Piece::Letter(_) => is_whole = false,
            Piece::Ascii(_) => {}
        }
    }
    if evidence.0 == 0 && (likely.0 == 0 || !is_whole) {
        return None;
    }
    evidence.0 |= likely.0;
    let mut better = String::with_capacity(line.len());
    for piece in pieces(line) {
        match piece {
            Piece::Ascii(text) => better.push_str(text),
            Piece::Letter(letter) => better.push(letter),
            Piece::Run(run, verdict) => {
                let is_wrong = match verdict {
                    Verdict::Correct => false,
                    Verdict::Unsure(script) => is_whole && evidence.has(script),
                    Verdict::Likely(_) => is_whole,
                    Verdict::Mojibake(_) => true,
                };
                if is_wrong {
                    better.push_str(&run.decoded());
                } else {
                    better.push_str(&line[run.range]);
                }
            }
        }
    }
    Some(better)
}

/// Returns the parts of a line between ASCII characters that are not letters or digits.
fn parts(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let parts = line.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    parts.map(move |part| {
        let range = start..start + part.len();
        start = range.end + 1;
        range
    })
}

/// Returns a word without the marks around it.
fn core(word: &str) -> &str {
    match word.trim_matches(|c: char| !c.is_alphanumeric()) {
        "" => word,
        core => core,
    }
}

/// A part of a line.
enum Piece<'a> {
    Ascii(&'a str),
    /// A character that is not in a run.
    Letter(char),
    Run(Run, Verdict),
}

/// Splits a line into runs, other non-ASCII characters, and ASCII between them.
fn pieces(line: &str) -> impl Iterator<Item = Piece<'_>> {
    let (mut at, mut is_first) = (0, true);
    core::iter::from_fn(move || {
        let rest = &line[at..];
        let first = rest.chars().next()?;
        if first.is_ascii() {
            let len = rest.bytes().take_while(u8::is_ascii).count();
            at += len;
            is_first &= !rest[..len].contains(|c: char| c.is_ascii_alphanumeric());
            return Some(Piece::Ascii(&rest[..len]));
        }
        let Some(run) = Run::at(line, at) else {
            at += first.len_utf8();
            is_first &= !first.is_alphanumeric();
            return Some(Piece::Letter(first));
        };
        at = run.range.end;
        let mut before = line[..run.range.start].chars().rev();
        let context = Context {
            before: before.next(),
            before_before: before.next(),
            after: line[at..].chars().next(),
            is_first,
        };
        is_first = false;
        let verdict = judge(&run, context);
        Some(Piece::Run(run, verdict))
    })
}
