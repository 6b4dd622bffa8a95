//! Repairs a line.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::judge::{Context, Verdict, judge};
use super::run::Run;
use super::script::Script;

/// More rounds than any text has gone through.
const ROUNDS: usize = 4;

/// The scripts of which a line has runs that are wrong, if nothing in it is right.
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

/// What a line has become, if that differs.
pub(super) fn repaired(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let (mut evidence, mut is_whole) = (Evidence::default(), true);
    for place in words(line) {
        for piece in pieces(&line[place.clone()], around(line, &place)) {
            match piece {
                Piece::Run(_, Verdict::Wrong(script)) => evidence.add(script),
                Piece::Run(_, Verdict::Unsure(_)) => {}
                Piece::Run(_, Verdict::Right) | Piece::Letter(_) => is_whole = false,
                Piece::Ascii(_) => {}
            }
        }
    }
    if evidence.0 == 0 {
        return None;
    }
    if !is_whole {
        evidence = Evidence::default();
    }
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for place in words(line) {
        let word = &line[place.clone()];
        match undone(word, around(line, &place), evidence) {
            Some(better) => wrong.push((place, better)),
            None => right.push(core(word)),
        }
    }
    // Beside what it becomes, a wrong word is spoken of.
    right.sort_unstable();
    wrong.retain(|(_, better)| right.binary_search(&core(better)).is_err());
    let (mut repaired, mut copied) = (String::with_capacity(line.len()), 0);
    for (place, better) in &wrong {
        repaired.push_str(&line[copied..place.start]);
        repaired.push_str(better);
        copied = place.end;
    }
    repaired.push_str(&line[copied..]);
    (copied > 0).then_some(repaired)
}

/// The words of a line that are not ASCII. Of ASCII, only letters and digits belong to a word.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let parts = line.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    let places = parts.map(move |part| {
        let place = start..start + part.len();
        start = place.end + 1;
        place
    });
    places.filter(|place| !line[place.clone()].is_ascii())
}

/// A word without the marks around it.
fn core(word: &str) -> &str {
    match word.trim_matches(|c: char| !c.is_alphanumeric()) {
        "" => word,
        core => core,
    }
}

/// The characters around a part of a text.
fn around(text: &str, place: &Range<usize>) -> Context {
    let mut before = text[..place.start].chars().rev();
    Context {
        before: before.next(),
        farther: before.next(),
        after: text[place.end..].chars().next(),
    }
}

/// A part of a word.
enum Piece<'a> {
    Ascii(&'a str),
    /// A character of no run.
    Letter(char),
    Run(Run, Verdict),
}

/// The parts of a word that lies between these characters.
fn pieces(word: &str, outer: Context) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = &word[at..];
        let first = rest.chars().next()?;
        if first.is_ascii() {
            let len = rest.bytes().take_while(u8::is_ascii).count();
            at += len;
            return Some(Piece::Ascii(&rest[..len]));
        }
        let Some(run) = Run::at(word, at) else {
            at += first.len_utf8();
            return Some(Piece::Letter(first));
        };
        at = run.place.end;
        let inner = around(word, &run.place);
        let context = Context {
            before: inner.before.or(outer.before),
            farther: match inner.before {
                Some(_) => inner.farther.or(outer.before),
                None => outer.farther,
            },
            after: inner.after.or(outer.after),
        };
        let verdict = judge(&run, context);
        Some(Piece::Run(run, verdict))
    })
}

/// What a word has become in as many rounds as it was misread, if that differs.
fn undone(word: &str, context: Context, evidence: Evidence) -> Option<String> {
    let mut better = undone_once(word, context, evidence)?;
    for _ in 1..ROUNDS {
        match undone_once(&better, context, evidence) {
            Some(next) => better = next,
            None => break,
        }
    }
    Some(better)
}

fn undone_once(word: &str, context: Context, evidence: Evidence) -> Option<String> {
    let mut better = String::with_capacity(word.len());
    let mut is_changed = false;
    for piece in pieces(word, context) {
        match piece {
            Piece::Ascii(text) => better.push_str(text),
            Piece::Letter(letter) => better.push(letter),
            Piece::Run(run, verdict) => match verdict {
                Verdict::Unsure(script) if !evidence.has(script) => {
                    better.push_str(&word[run.place]);
                }
                Verdict::Right => better.push_str(&word[run.place]),
                Verdict::Unsure(_) | Verdict::Wrong(_) => {
                    better.push_str(&run.decoded());
                    is_changed = true;
                }
            },
        }
    }
    is_changed.then_some(better)
}
