//! A WebAssembly module with the same operations by several libraries. `count.py` counts executed
//! instructions, and `times.mjs` measures times. `measure` builds the module and runs them.
//!
//! The module holds one text at a time, in UTF-8 and in UTF-16, and a destination. The host can
//! access all three, so JavaScript's own converters work on the same memory.

mod work;

use std::cell::RefCell;
use utflane_test_support::corpora::{Corpus, PAGES, SCRIPTS};
use work::{CONTENDERS, Texts, VERBS};

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
    static DESCRIPTION: String = description();
}

/// Returns the texts, operations and libraries, one line each.
fn description() -> String {
    let texts = SCRIPTS.iter().chain(&PAGES).copied();
    let lines: [Vec<&str>; 3] = [
        texts.collect(),
        VERBS.to_vec(),
        CONTENDERS.iter().map(|contender| contender.0).collect(),
    ];
    lines.map(|names| names.join(",")).join("\n")
}

/// Returns the address of the description in linear memory. It has [`description_len`] bytes.
#[unsafe(no_mangle)]
pub extern "C" fn description_at() -> *const u8 {
    DESCRIPTION.with(|text| text.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn description_len() -> usize {
    DESCRIPTION.with(String::len)
}

/// Loads the text with this number. All addresses change.
#[unsafe(no_mangle)]
pub extern "C" fn take(text: usize) {
    let name = SCRIPTS.iter().chain(&PAGES).nth(text).expect("a text");
    let corpus = Corpus::named(name).expect("a corpus");
    TEXTS.set(Texts::new(&corpus.text));
}

/// Returns the address of an operation's source.
#[unsafe(no_mangle)]
pub extern "C" fn source_at(verb: usize) -> *const u8 {
    TEXTS.with_borrow(|texts| texts.source(verb).as_ptr())
}

/// Returns the length of an operation's source in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn source_len(verb: usize) -> usize {
    TEXTS.with_borrow(|texts| texts.source(verb).len())
}

/// Returns the address of a destination that is large enough for every operation.
#[unsafe(no_mangle)]
pub extern "C" fn destination_at() -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| texts.destination().as_mut_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn destination_len() -> usize {
    TEXTS.with_borrow_mut(|texts| texts.destination().len())
}

/// Runs an operation of a library `times` times. Returns the units written, 0 if the operation
/// writes nothing, or -1 if the library does not support it.
#[unsafe(no_mangle)]
pub extern "C" fn run(verb: usize, contender: usize, times: usize) -> i32 {
    TEXTS.with_borrow_mut(|texts| texts.run(verb, contender, times))
}
