//! Repairs UTF-8 that was read in a code page.
//!
//! The bytes of a character that is not ASCII, read one by one, become a run of characters none of
//! which is ASCII:
//!
//! ```text
//! é    C3 A9       Ã ©      in windows-1252 and Latin-1        ├ ⌐      in CP437
//! ’    E2 80 99    â € ™                                       Γ Ç Ö
//! ```
//!
//! A run is undone if the bytes of its characters are UTF-8, and if what comes out is likelier than
//! what is there: letters of today's scripts. A single letter of few bytes needs more, since a
//! right text may look like it: `é »` with a no-break space is a Chinese character, too.
#![forbid(unsafe_code)]

use crate::code_page::{Cp437, Page, Windows1252};
use crate::encoding::sealed::Sealed;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// More rounds than any text has gone through.
const ROUNDS: usize = 4;

/// Undoes what happens to UTF-8 that is read as windows-1252, Latin-1 or CP437, and written as
/// UTF-8 again, once or a few times. Text that is right stays as it is, and is borrowed.
///
/// Each run of characters that are not ASCII is judged by itself, so that a text may be repaired
/// that is only partly so. This is a heuristic: it changes nothing where it is not sure.
///
/// ```
/// use utflane::repair_mojibake;
///
/// assert_eq!(repair_mojibake("cafÃ© â€“ naÃ¯ve, GrÃ¶ÃŸe"), "café – naïve, Größe");
/// assert_eq!(repair_mojibake("caf├⌐"), "café");
/// assert_eq!(repair_mojibake("twice: cafÃƒÂ©"), "twice: café");
/// assert_eq!(repair_mojibake("Größe, déjà vu, où ?"), "Größe, déjà vu, où ?");
/// ```
pub fn repair_mojibake(text: &str) -> Cow<'_, str> {
    let mut repaired = Cow::Borrowed(text);
    for _ in 0..ROUNDS {
        match repair_once(&repaired) {
            Some(better) => repaired = Cow::Owned(better),
            None => break,
        }
    }
    repaired
}

/// The code pages that text is read in by mistake; Latin-1 is tried with windows-1252.
const PAGES: [&Page; 2] = [Windows1252::SCHEME.0, Cp437::SCHEME.0];

/// A run of characters that could be undone.
struct Candidate {
    place: Range<usize>,
    text: String,
    /// Whether it is surely wrong, or only if others of its script are.
    is_sure: bool,
    script: Script,
}

/// Undoes one reading, or returns `None` if there is nothing to undo.
fn repair_once(text: &str) -> Option<String> {
    let mut candidates = Vec::new();
    for page in PAGES {
        collect(text, page, &mut candidates);
    }
    let sure: Vec<Script> = candidates
        .iter()
        .filter(|candidate| candidate.is_sure)
        .map(|candidate| candidate.script)
        .collect();
    candidates.retain(|candidate| candidate.is_sure || sure.contains(&candidate.script));
    if candidates.is_empty() {
        return None;
    }
    candidates.sort_by_key(|candidate| candidate.place.start);
    let mut repaired = String::with_capacity(text.len());
    let mut at = 0;
    for candidate in candidates {
        // Where both pages could have been it, the first is.
        if candidate.place.start >= at {
            repaired.push_str(&text[at..candidate.place.start]);
            repaired.push_str(&candidate.text);
            at = candidate.place.end;
        }
    }
    repaired.push_str(&text[at..]);
    Some(repaired)
}

/// Finds the runs of characters that a page has beyond ASCII and whose bytes are UTF-8.
fn collect(text: &str, page: &Page, candidates: &mut Vec<Candidate>) {
    let mut bytes: Vec<u8> = Vec::new();
    let mut places = Vec::new();
    let mut characters = text.char_indices().chain([(text.len(), 'x')]);
    while let Some((at, character)) = characters.next() {
        if let Some(byte) = byte_of(page, character) {
            bytes.push(byte);
            places.push(at);
            continue;
        }
        if bytes.len() > 1 {
            places.push(at);
            let run = without_neighbours(&bytes);
            let place = places[run.start]..places[run.end];
            candidates.extend(candidate(text, place, page, &bytes[run]));
        }
        bytes.clear();
        places.clear();
        // On to what is not ASCII.
        let rest = &text.as_bytes()[at..];
        let ascii = rest.iter().take_while(|byte| byte.is_ascii()).count();
        if ascii > 1 && at < text.len() {
            characters.nth(ascii - 2);
        }
    }
}

/// The part of a run without what may be right before and after it: bytes that UTF-8 has only
/// after others.
fn without_neighbours(bytes: &[u8]) -> Range<usize> {
    let is_free = |byte: &u8| *byte < 0xC0;
    let start = bytes.iter().take_while(|byte| is_free(byte)).count();
    let end = match crate::from_utf8(&bytes[start..]) {
        Err(error) if bytes[start + error.valid_up_to()..].iter().all(is_free) => {
            start + error.valid_up_to()
        }
        _ => bytes.len(),
    };
    start..end
}

/// The byte above 7F of a character, in Latin-1 if windows-1252 has none.
fn byte_of(page: &Page, character: char) -> Option<u8> {
    let value = u32::from(character);
    let latin1 = u8::try_from(value).ok().filter(|_| is_windows(page));
    page.encode(value).or(latin1).filter(|byte| *byte >= 0x80)
}

fn is_windows(page: &Page) -> bool {
    core::ptr::eq(page, PAGES[0])
}

/// What a run is if its bytes are UTF-8, as far as that is likelier.
fn candidate(text: &str, place: Range<usize>, page: &Page, bytes: &[u8]) -> Option<Candidate> {
    let decoded = crate::from_utf8(bytes).ok()?;
    // Punctuation and the signs of Latin-1 go with any script; else there is one, but for a few
    // characters of a long run.
    let is_common = |script| matches!(script, Script::Punctuation | Script::Latin1);
    let mut main = script(decoded.chars().next()?)?;
    let (mut all, mut others) = (0, 0);
    for script in decoded.chars().map(script) {
        all += 1;
        match script {
            Some(script) if main == Script::Punctuation => main = script,
            Some(script) if is_common(script) || script == main => {}
            Some(script) if is_common(main) => main = script,
            _ => others += 1,
        }
    }
    if others * 16 > all {
        return None;
    }
    let is_single = decoded.chars().nth(1).is_none();
    let before = text[..place.start].chars().next_back();
    let after = text[place.end..].chars().next();
    let is_sure = if is_windows(page) {
        match main {
            Script::Latin1 => !(is_single && ends_a_quotation(bytes, before, after)),
            Script::Punctuation => true,
            _ if !is_single => true,
            _ => {
                let is_letter = main == Script::Symbols || decoded.chars().all(char::is_alphabetic);
                is_letter && !bytes[1..].iter().any(|byte| is_typographic(*byte))
            }
        }
    } else {
        // Lines of boxes do not touch letters.
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_box = bytes.iter().all(|byte| (0xB0..0xE0).contains(byte));
        let touches = is_letter(before) || is_letter(after);
        if is_box {
            touches
        } else {
            is_common(main) || touches || !is_single
        }
    };
    Some(Candidate {
        place,
        text: decoded.into(),
        is_sure,
        script: main,
    })
}

/// Whether two bytes may be a capital letter and the quotation mark after it.
fn ends_a_quotation(bytes: &[u8], before: Option<char>, after: Option<char>) -> bool {
    let is_mark = matches!(bytes, [0xC2 | 0xC3, 0x91..=0x94 | 0xAB | 0xBB]);
    let is_word = before.is_some_and(char::is_uppercase);
    is_mark && is_word && !after.is_some_and(char::is_alphabetic)
}

/// Whether a byte of windows-1252 is a character that stands beside letters in right text: a
/// quotation mark, dash, no-break space, sign or fraction.
const fn is_typographic(byte: u8) -> bool {
    matches!(
        byte,
        0x82 | 0x84 | 0x85 | 0x89 | 0x8B | 0x91..=0x97 | 0x99 | 0x9B | 0xA0 | 0xA9 | 0xAB | 0xAE
            | 0xB0..=0xB3 | 0xB7 | 0xB9..=0xBF
    )
}

/// Groups of characters that occur in a text together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// U+0080 to U+00FF, the commonest victims.
    Latin1,
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Indic,
    Thai,
    EastAsian,
    Symbols,
    /// Marks that any text has.
    Punctuation,
}

fn script(character: char) -> Option<Script> {
    Some(match character {
        '\u{80}'..='\u{FF}' => Script::Latin1,
        '\u{100}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
        '\u{384}'..='\u{3CE}' | '\u{1F00}'..='\u{1FFC}' => Script::Greek,
        '\u{400}'..='\u{4FF}' => Script::Cyrillic,
        '\u{591}'..='\u{5F4}' => Script::Hebrew,
        '\u{60C}' | '\u{61B}' | '\u{61F}'..='\u{652}' | '\u{660}'..='\u{6D5}' => Script::Arabic,
        '\u{900}'..='\u{D7F}' => Script::Indic,
        '\u{E01}'..='\u{E5B}' => Script::Thai,
        '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => {
            Script::EastAsian
        }
        '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF9F}' => Script::EastAsian,
        '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}' => Script::Symbols,
        '\u{2C6}'
        | '\u{2DC}'
        | '\u{200B}'..='\u{206F}'
        | '\u{20AC}'
        | '\u{2116}'
        | '\u{2122}'
        | '\u{FE0F}' => Script::Punctuation,
        _ => return None,
    })
}
