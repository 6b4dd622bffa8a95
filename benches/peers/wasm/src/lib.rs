//! A module of WebAssembly with the same work by several libraries, for `count.py`, which counts
//! executed instructions, and `times.mjs`, which takes times. `measure` builds it and runs them.
//!
//! The module holds one text at a time, in UTF-8 and in UTF-16, and a destination; whoever drives
//! it can see all three, so that JavaScript's own converters work on the same memory.

#[path = "../../../../tests/corpora/mod.rs"]
mod corpora;
mod work;

use corpora::{Corpus, PAGES, SCRIPTS};
use std::cell::RefCell;
use work::{CONTENDERS, Texts, VERBS};

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
    static DESCRIPTION: String = description();
}

/// What there is, a line each: texts, verbs, contenders.
fn description() -> String {
    let texts = SCRIPTS.iter().chain(&PAGES).copied();
    let lines: [Vec<&str>; 3] = [
        texts.collect(),
        VERBS.to_vec(),
        CONTENDERS.iter().map(|contender| contender.0).collect(),
    ];
    lines.map(|names| names.join(",")).join("\n")
}

/// Where the description is: in linear memory, with [`description_len`] bytes.
#[unsafe(no_mangle)]
pub extern "C" fn description_at() -> *const u8 {
    DESCRIPTION.with(|text| text.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn description_len() -> usize {
    DESCRIPTION.with(String::len)
}

/// Takes the text with this number. All addresses are new ones then.
#[unsafe(no_mangle)]
pub extern "C" fn take(text: usize) {
    let name = SCRIPTS.iter().chain(&PAGES).nth(text).expect("a text");
    let corpus = Corpus::named(name).expect("a corpus");
    TEXTS.set(Texts::new(&corpus.text));
}

/// Address of the source of a verb.
#[unsafe(no_mangle)]
pub extern "C" fn source_at(verb: usize) -> *const u8 {
    TEXTS.with_borrow(|texts| texts.source(verb).as_ptr())
}

/// Bytes of the source of a verb.
#[unsafe(no_mangle)]
pub extern "C" fn source_len(verb: usize) -> usize {
    TEXTS.with_borrow(|texts| texts.source(verb).len())
}

/// Address of a destination that is large enough for everything.
#[unsafe(no_mangle)]
pub extern "C" fn destination_at() -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| texts.destination().as_mut_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn destination_len() -> usize {
    TEXTS.with_borrow_mut(|texts| texts.destination().len())
}

/// Lets a contender do a verb so many times. Returns the units written, or 0 for what writes
/// nothing, or -1 if it does not do that.
#[unsafe(no_mangle)]
pub extern "C" fn run(verb: usize, contender: usize, times: usize) -> i32 {
    TEXTS.with_borrow_mut(|texts| texts.run(verb, contender, times))
}
