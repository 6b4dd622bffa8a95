//! Checks for accesses outside a slice: inputs and outputs end directly before, or begin directly
//! after, an inaccessible page, so that one byte read or written outside kills the process.
//!
//! ```text
//! | no access | readable and writable | no access |
//!             [begins here ...   ... ends here]
//! ```
#![cfg(all(unix, feature = "alloc", feature = "full"))]

#[cfg(feature = "multibyte")]
mod multibyte;

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::ptr;
use utflane::{Cesu8, Isa, Mutf8, Utf8, Wtf8, Wtf16};
use utflane_test_support::oracle::*;

/// The end of the accessible pages at which a slice lies.
#[derive(Clone, Copy, Debug)]
enum Side {
    Start,
    End,
}

const SIDES: [Side; 2] = [Side::Start, Side::End];

/// Memory for units between two inaccessible pages.
struct Guarded<U> {
    start: *mut u8,
    /// Bytes of the accessible part.
    len: usize,
    page: usize,
    units: PhantomData<U>,
}

impl<U: Unit> Guarded<U> {
    /// Allocates space for at least `units` units.
    fn new(units: usize) -> Self {
        // SAFETY: `sysconf` has no preconditions.
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
        // SAFETY: the range is the middle of the mapping created above.
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

    /// Returns a slice of `units` units at one end of the accessible part.
    fn slice(&mut self, side: Side, units: usize) -> &mut [U] {
        let bytes = units * size_of::<U>();
        assert!(bytes <= self.len);
        let offset = match side {
            Side::Start => 0,
            Side::End => self.len - bytes,
        };
        let first = self.start.wrapping_add(offset).cast::<U>();
        // SAFETY: the range is accessible, page-aligned, zeroed by the system, and borrowed from
        // `self` alone.
        unsafe { std::slice::from_raw_parts_mut(first, units) }
    }
}

impl<U> Drop for Guarded<U> {
    fn drop(&mut self) {
        let all = self.start.wrapping_sub(self.page);
        // SAFETY: the mapping is the one that `new` created, and no slice of it is alive.
        let answer = unsafe { libc::munmap(all.cast(), self.len + 2 * self.page) };
        assert_eq!(answer, 0);
    }
}

/// Longest input, in units.
const LONGEST: usize = 300;

/// The functions that only read, and those that allocate their output.
fn check_reading<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    strict: &Plan<D>,
    lossy: &Plan<D>,
) {
    check_measure(functions, isa, src, strict);
    check_lengths(functions, isa, src, strict, lossy);
    check_to_vec(functions, isa, Verb::Strict, src, strict);
    check_to_vec(functions, isa, Verb::Lossy, src, lossy);
}

/// Both forms of a function that writes, with an output of `room` units at each end of the pages.
fn check_writing<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: Verb,
    src: &[S],
    plan: &Plan<D>,
    dst: &mut Guarded<D>,
    room: usize,
) {
    for side in SIDES {
        let dst = dst.slice(side, room);
        let named = (verb, side);
        let call = call(functions, isa, &named, &src);
        dst.fill(D::CANARY);
        let answer = functions.convert(isa, verb, src, dst);
        call.expect_answer(plan, answer, dst);
        dst.fill(D::CANARY);
        let first = dst.as_mut_ptr().cast::<MaybeUninit<D>>();
        // SAFETY: the range is that of `dst`, and the functions write only initialised units.
        let uninit = unsafe { std::slice::from_raw_parts_mut(first, dst.len()) };
        let answer = functions.convert_uninit(isa, verb, src, uninit);
        call.expect_answer(plan, answer, dst);
    }
}

/// The unchecked conversion of malformed input. Its result is unspecified, but it must not access
/// memory outside the slices.
fn check_unchecked_inside<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    dst: &mut Guarded<D>,
    room: usize,
) {
    for side in SIDES {
        let answer = functions.convert(isa, Verb::Unchecked, src, dst.slice(side, room));
        let written = answer.unwrap_or_else(|error| error.written());
        assert!(written <= room);
    }
}

/// One input at both ends of its pages, through every function that converts to `D`.
fn check_target<S: Model, D: Model>(
    units: &[S::Unit],
    src: &mut Guarded<S::Unit>,
    dst: &mut Guarded<D::Unit>,
) {
    let items = S::items(units);
    let (strict, lossy) = (Plan::strict::<D>(&items), Plan::lossy::<D>(&items));
    check_functions_inside(&functions::<S, D>(), units, src, dst, &strict, &lossy);
}

fn check_functions_inside<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    units: &[S],
    src: &mut Guarded<S>,
    dst: &mut Guarded<D>,
    strict: &Plan<D>,
    lossy: &Plan<D>,
) {
    for side in SIDES {
        let src = src.slice(side, units.len());
        src.copy_from_slice(units);
        for isa in isas() {
            check_reading(functions, isa, src, strict, lossy);
            for &verb in Verb::ALL {
                let plan = if verb == Verb::Lossy { lossy } else { strict };
                let need = plan.units.len();
                if verb == Verb::Unchecked && !strict.is_complete() {
                    check_unchecked_inside(functions, isa, src, dst, need);
                    continue;
                }
                check_writing(functions, isa, verb, src, plan, dst, need);
                let less = need - need.min(1 + units.len() % 5);
                check_writing(functions, isa, verb, src, plan, dst, less);
            }
        }
    }
}

/// The step of the short tests: prime to the number of scripts and to every block, so all of them
/// occur.
const SAMPLE: usize = 17;

/// Inputs of every `step`th length, built by `input`, from `S` to every encoding.
fn check_source_of<S: Model>(step: usize, input: &dyn Fn(usize) -> Vec<S::Unit>) {
    let mut src = Guarded::<S::Unit>::new(LONGEST);
    for len in (0..=LONGEST).step_by(step) {
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

/// Characters of one script, then ASCII up to the length. The result is well-formed if the ASCII
/// part is a whole number of characters.
fn filled<E: Model>(script: Script, len: usize) -> Vec<E::Unit> {
    let ascii = encoded::<E>("a");
    let mut units = encoded::<E>(&text(script, len, len / 4));
    let missing = len - units.len();
    units.extend(ascii.iter().cycle().take(missing));
    units
}

/// Characters of one script, truncated at the length. The end is malformed more often than not.
fn cut<E: Model>(script: Script, len: usize) -> Vec<E::Unit> {
    let mut units = encoded::<E>(&text(script, len, len));
    units.truncate(len);
    units
}

fn check_inputs<E: Model>(step: usize) {
    check_source_of::<E>(step, &|len| cut::<E>(SCRIPTS[0], len));
    check_source_of::<E>(step, &|len| filled::<E>(SCRIPTS[len % SCRIPTS.len()], len));
    check_source_of::<E>(step, &|len| cut::<E>(SCRIPTS[1 + len % 6], len));
    check_source_of::<E>(step, &|len| {
        let position = len.saturating_sub(1 + len % 37);
        spoilt::<E>(&cut::<E>(SCRIPTS[len % SCRIPTS.len()], len), position, len)
    });
}

fn check_some_inputs<E: Model>() {
    check_inputs::<E>(SAMPLE);
}

fn check_all_inputs<E: Model>() {
    check_inputs::<E>(1);
}

test_each_encoding!(from: check_some_inputs);
test_each_encoding!(long from_all: check_all_inputs);

/// Text with the characters that variants of UTF-8 encode differently, among ASCII of every length.
fn specials<E: Model>(len: usize) -> Vec<E::Unit> {
    let ascii = "abcdefghijklmnopqrstuvwxyz".repeat(3);
    let text = format!("{}\0😀{}é好", &ascii[..len % 71], "😀".repeat(len % 41));
    let units = encoded::<E>(&text);
    units.iter().copied().cycle().take(len).collect()
}

/// Every `step`th length, from one encoding to another.
fn check_specials<S: Model, D: Model>(step: usize) {
    let mut src = Guarded::<S::Unit>::new(LONGEST);
    let mut dst = Guarded::new(LONGEST * 4);
    for len in (0..=LONGEST).step_by(step) {
        check_target::<S, D>(&specials::<S>(len), &mut src, &mut dst);
    }
}

fn check_variants(step: usize) {
    check_specials::<Utf8, Cesu8>(step);
    check_specials::<Utf8, Mutf8>(step);
    check_specials::<Cesu8, Utf8>(step);
    check_specials::<Mutf8, Utf8>(step);
    check_specials::<Mutf8, Wtf16>(step);
    check_specials::<Wtf16, Mutf8>(step);
    check_specials::<Wtf16, Wtf8>(step);
    check_specials::<Wtf8, Wtf16>(step);
}

sample_and_all! {
    check_variants: variants_of_utf8(SAMPLE),
    variants_of_utf8_all(1) = "long: every length"
}

/// Checks the guard itself. The tests above prove nothing unless the system refuses access outside
/// the pages.
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

/// Returns whether the system can read the byte at this address.
#[allow(clippy::incompatible_msrv)] // pipes: Rust 1.87
fn can_read(address: *const u8) -> bool {
    let (_reader, writer) = std::io::pipe().unwrap();
    // SAFETY: the system checks the address and returns an error if it is not readable.
    let written = unsafe { libc::write(writer.as_raw_fd(), address.cast(), 1) };
    written == 1
}
