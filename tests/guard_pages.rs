//! Inputs and outputs that end exactly before, or begin exactly behind, memory that must not be
//! touched: one byte read or written outside of a slice ends the process.
//!
//! ```text
//! | no access | readable and writable | no access |
//!             [begins here ...   ... ends here]
//! ```
#![cfg(all(unix, feature = "alloc", feature = "full"))]

mod differential;
#[cfg(feature = "multibyte")]
#[path = "guard_pages/multibyte.rs"]
mod multibyte;

use differential::*;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::ptr;
use utflane::{Cesu8, Isa, Mutf8, TranscodeError, Utf8, Wtf8, Wtf16};

/// Where in the accessible pages a slice lies.
#[derive(Clone, Copy, Debug)]
enum Side {
    Start,
    End,
}

const SIDES: [Side; 2] = [Side::Start, Side::End];

/// Units between two pages without access.
struct Guarded<U> {
    start: *mut u8,
    /// Of the accessible part.
    len: usize,
    page: usize,
    units: PhantomData<U>,
}

impl<U: Unit> Guarded<U> {
    /// Room for at least `units`.
    fn new(units: usize) -> Self {
        // SAFETY: no argument to get wrong.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let len = (units * size_of::<U>()).next_multiple_of(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        // SAFETY: a new mapping at any address replaces nothing.
        let all = unsafe {
            libc::mmap(
                ptr::null_mut(),
                len + 2 * page,
                libc::PROT_NONE,
                flags,
                -1,
                0,
            )
        };
        assert_ne!(all, libc::MAP_FAILED);
        let start = all.cast::<u8>().wrapping_add(page);
        // SAFETY: the range is the middle of the mapping just made.
        let answer =
            unsafe { libc::mprotect(start.cast(), len, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(answer, 0);
        Self {
            start,
            len,
            page,
            units: PhantomData,
        }
    }

    /// So many units at one of the ends of the accessible part.
    fn slice(&mut self, side: Side, units: usize) -> &mut [U] {
        let bytes = units * size_of::<U>();
        assert!(bytes <= self.len);
        let offset = match side {
            Side::Start => 0,
            Side::End => self.len - bytes,
        };
        let first = self.start.wrapping_add(offset).cast::<U>();
        // SAFETY: the range is accessible, aligned as pages are, zeroed by the system, and borrowed
        // from `self` alone.
        unsafe { std::slice::from_raw_parts_mut(first, units) }
    }
}

impl<U> Drop for Guarded<U> {
    fn drop(&mut self) {
        let all = self.start.wrapping_sub(self.page);
        // SAFETY: the mapping is the one that `new` made, and no slice of it is left.
        let answer = unsafe { libc::munmap(all.cast(), self.len + 2 * self.page) };
        assert_eq!(answer, 0);
    }
}

/// The most units that an input has.
const LONGEST: usize = 300;

/// The verbs that only read, and those that allocate their output.
fn check_reading<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    strict: &Plan<D::Unit>,
    lossy: &Plan<D::Unit>,
) {
    check_measure::<S, D>(isa, src, strict);
    check_lengths::<S, D>(isa, src, strict, lossy);
    check_to_vec::<S, D>(isa, Verb::Strict, src, strict);
    check_to_vec::<S, D>(isa, Verb::Lossy, src, lossy);
}

/// Both forms of a verb that writes, with `room` units at both ends.
fn check_writing<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    plan: &Plan<D::Unit>,
    dst: &mut Guarded<D::Unit>,
    room: usize,
) {
    for side in SIDES {
        let dst = dst.slice(side, room);
        let named = (verb, side);
        let call = call::<S, D>(isa, &named, &src);
        dst.fill(D::Unit::CANARY);
        let answer = run_slice::<S, D>(isa, verb, src, dst);
        call.expect_answer(plan, answer, dst);
        dst.fill(D::Unit::CANARY);
        let answer = uninit::<S, D>(isa, verb, src, dst);
        call.expect_answer(plan, answer, dst);
    }
}

/// The unchecked verb with what is not well-formed, which is no reason to leave the slices.
fn check_unchecked_inside<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    dst: &mut Guarded<D::Unit>,
    room: usize,
) {
    for side in SIDES {
        let dst = dst.slice(side, room);
        // SAFETY: nothing but units is written, and nothing outside of `dst`, even so: that is what
        // is looked at.
        let answer = unsafe { isa.transcode_unchecked::<S, D>(src, dst) };
        let written = answer.unwrap_or_else(|error| error.written());
        assert!(written <= room);
    }
}

fn uninit<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    dst: &mut [D::Unit],
) -> Result<usize, TranscodeError> {
    let first = dst.as_mut_ptr().cast::<MaybeUninit<D::Unit>>();
    // SAFETY: the range is that of `dst`, and verbs write nothing but initialised units.
    let dst = unsafe { std::slice::from_raw_parts_mut(first, dst.len()) };
    run_uninit::<S, D>(isa, verb, src, dst)
}

/// One input at both ends of its pages, through every verb to `D`.
fn check_target<S: Model, D: Model>(
    units: &[S::Unit],
    src: &mut Guarded<S::Unit>,
    dst: &mut Guarded<D::Unit>,
) {
    let items = S::items(units);
    let strict = Plan::strict::<D>(&items);
    let lossy = Plan::lossy::<D>(&items);
    for side in SIDES {
        let src = src.slice(side, units.len());
        src.copy_from_slice(units);
        for isa in isas() {
            check_reading::<S, D>(isa, src, &strict, &lossy);
            for (verb, plan) in [
                (Verb::Strict, &strict),
                (Verb::Lossy, &lossy),
                (Verb::Unchecked, &strict),
            ] {
                let need = plan.units.len();
                if verb == Verb::Unchecked && !strict.is_complete() {
                    check_unchecked_inside::<S, D>(isa, src, dst, need);
                    continue;
                }
                check_writing::<S, D>(isa, verb, src, plan, dst, need);
                check_writing::<S, D>(
                    isa,
                    verb,
                    src,
                    plan,
                    dst,
                    need - need.min(1 + units.len() % 5),
                );
            }
        }
    }
}

/// Every length of one kind of input, from `S` to everything.
fn check_source_of<S: Model>(input: impl Fn(usize) -> Vec<S::Unit>) {
    let mut src = Guarded::<S::Unit>::new(LONGEST);
    for len in 0..=LONGEST {
        let units = input(len);
        assert_eq!(units.len(), len);
        for side in SIDES {
            let src = src.slice(side, len);
            src.copy_from_slice(&units);
            check_encoding::<S>(&isas(), src);
        }
        for_each_encoding!(D => {
            let mut dst = Guarded::new(LONGEST * 4);
            check_target::<S, D>(&units, &mut src, &mut dst);
        });
    }
}

/// Characters of one script, and then ASCII up to the length: well-formed where that comes out
/// even.
fn filled<E: Model>(script: Script, len: usize) -> Vec<E::Unit> {
    let ascii = encoded::<E>("a");
    let mut units = encoded::<E>(&text(script, len, len / 4));
    let missing = len - units.len();
    units.extend(ascii.iter().cycle().take(missing));
    units
}

/// Characters of one script, cut off at the length: the end is malformed more often than not.
fn cut<E: Model>(script: Script, len: usize) -> Vec<E::Unit> {
    let mut units = encoded::<E>(&text(script, len, len));
    units.truncate(len);
    units
}

fn check_inputs<E: Model>() {
    check_source_of::<E>(|len| cut::<E>(SCRIPTS[0], len));
    check_source_of::<E>(|len| filled::<E>(SCRIPTS[len % SCRIPTS.len()], len));
    check_source_of::<E>(|len| cut::<E>(SCRIPTS[1 + len % 6], len));
    check_source_of::<E>(|len| {
        let position = len.saturating_sub(1 + len % 37);
        spoilt::<E>(&cut::<E>(SCRIPTS[len % SCRIPTS.len()], len), position, len)
    });
}

test_each_encoding!(from: check_inputs);

/// Text with what variants of UTF-8 write in their own ways, among ASCII of every length.
fn specials<E: Model>(len: usize) -> Vec<E::Unit> {
    let ascii = "abcdefghijklmnopqrstuvwxyz".repeat(3);
    let text = format!("{}\0😀{}é好", &ascii[..len % 71], "😀".repeat(len % 41));
    let units = encoded::<E>(&text);
    units.iter().copied().cycle().take(len).collect()
}

/// Every length, from one encoding to another.
fn check_specials<S: Model, D: Model>() {
    let mut src = Guarded::<S::Unit>::new(LONGEST);
    let mut dst = Guarded::new(LONGEST * 4);
    for len in 0..=LONGEST {
        check_target::<S, D>(&specials::<S>(len), &mut src, &mut dst);
    }
}

#[test]
fn variants_of_utf8() {
    check_specials::<Utf8, Cesu8>();
    check_specials::<Utf8, Mutf8>();
    check_specials::<Cesu8, Utf8>();
    check_specials::<Mutf8, Utf8>();
    check_specials::<Mutf8, Wtf16>();
    check_specials::<Wtf16, Mutf8>();
    check_specials::<Wtf16, Wtf8>();
    check_specials::<Wtf8, Wtf16>();
}

/// The guard itself: outside of the pages the system refuses access, or the tests above show
/// nothing.
#[test]
fn outside_is_out_of_reach() {
    let mut pages = Guarded::<u8>::new(1);
    let len = pages.len;
    let inside = pages.slice(Side::Start, len).as_ptr_range();
    assert!(can_read(inside.start));
    assert!(can_read(inside.end.wrapping_sub(1)));
    assert!(!can_read(inside.start.wrapping_sub(1)));
    assert!(!can_read(inside.end));
}

/// Whether the system can take a byte from there.
#[allow(clippy::incompatible_msrv)] // pipes: Rust 1.87
fn can_read(address: *const u8) -> bool {
    let (_reader, writer) = std::io::pipe().unwrap();
    // SAFETY: the system checks the address, and answers with an error where it may not be read.
    let written = unsafe { libc::write(writer.as_raw_fd(), address.cast(), 1) };
    written == 1
}
