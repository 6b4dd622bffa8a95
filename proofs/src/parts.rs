//! The parts of the proof.

mod copy;
mod count;
mod decode;
mod encode;
mod lookup;
mod rows;
mod units;
mod utf8;
mod whole;

use super::library::{fails_utf8, fails_utf16, fails_utf32};
use super::recorder::{Path, Text, paths};
use super::solver::Solver;
use super::term::{Term, forget, unknown, yes};
use super::{covered, operations};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use std::cell::RefCell;
use std::prelude::v1::*;
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use std::{eprintln, println, thread, vec};

/// Returns `claim` under `assumption`.
pub(super) fn implies(assumption: Term, claim: Term) -> Term {
    assumption.not().or(claim)
}

/// Returns `count` unknown bytes.
pub(super) fn unknowns(count: usize) -> Vec<Term> {
    (0..count).map(|_| unknown(8)).collect()
}

/// The input read and the output written by a conversion on one path.
pub(super) struct Conversion {
    condition: Term,
    read: usize,
    bytes: Vec<Term>,
}

/// Returns a text of unknown bytes that is read only through vectors.
pub(super) fn unknown_text(bytes: &[Term]) -> Text<'_> {
    Text {
        bytes,
        known: yes(),
        looked_at: &[],
        zeros: true,
    }
}

/// A proof: asks the solver, counts claims, and reports refuted ones.
pub(super) struct Proof {
    solver: Solver,
    claims: usize,
    paths: usize,
    /// Whether the library also fails on a text.
    fails: fn(&[u8]) -> bool,
}

impl Proof {
    /// Claims something about all texts. A false claim ends the program.
    pub(super) fn claim(&mut self, what: &str, text: &[Term], claim: Term) {
        self.claims += 1;
        if let Some(mut found) = self.solver.refute(claim) {
            let text: Vec<u8> = text.iter().map(|byte| found.of(*byte) as u8).collect();
            let verdict = match (self.fails)(&text) {
                true => "also fails",
                false => "is correct",
            };
            println!("REFUTED: {what}, by {text:02x?}; the library {verdict}");
            exit(1);
        }
    }

    /// Returns the paths of an algorithm for a text that it reads through vectors.
    pub(super) fn paths<T>(&mut self, text: &[Term], run: impl Fn(&[u8]) -> T) -> Vec<Path<T>> {
        self.paths_of(&unknown_text(text), run)
    }

    /// Returns the paths of an algorithm for a text that starts at an address aligned to a block.
    pub(super) fn paths_of<T>(
        &mut self,
        text: &Text<'_>,
        run: impl Fn(&[u8]) -> T,
    ) -> Vec<Path<T>> {
        let mut memory = vec![0; text.bytes.len() + 64];
        let start = memory.as_ptr().align_offset(64);
        let lent = &mut memory[start..][..text.bytes.len()];
        let paths = paths(&mut self.solver, text, lent, run);
        self.paths += paths.len();
        paths
    }

    /// Returns the paths of a conversion into a target of `capacity` bytes.
    pub(super) fn conversions(
        &mut self,
        text: &Text<'_>,
        capacity: usize,
        run: impl Fn(&[u8], &mut Output) -> Progress,
    ) -> Vec<Conversion> {
        let memory = RefCell::new(vec![0; capacity]);
        let start = memory.borrow().as_ptr().addr();
        let paths = self.paths_of(text, |src| {
            run(src, Output::from_init(&mut memory.borrow_mut()))
        });
        let conversion = |path: Path<Progress>| {
            let Progress { read, written } = path.result;
            let bytes = (start..start + written).map(|at| path.stored.get(&at).copied());
            Conversion {
                condition: path.condition,
                read,
                bytes: bytes
                    .collect::<Option<_>>()
                    .expect("vectors have written all"),
            }
        };
        paths.into_iter().map(conversion).collect()
    }

    /// Proves a part, and prints its counts and the time.
    fn prove(&mut self, &(name, part, fails): &Part) {
        let start = Instant::now();
        let before = (self.claims, self.paths, self.solver.asked);
        self.fails = fails;
        part(self);
        forget();
        let (claims, paths) = (self.claims - before.0, self.paths - before.1);
        let (asked, seconds) = (self.solver.asked - before.2, start.elapsed().as_secs_f64());
        println!("{name:<18}{claims:>8}{paths:>7}{asked:>11}{seconds:>9.1}");
    }
}

/// A part: its name, its claims, and the function that runs the library on a refuting text.
type Part = (&'static str, fn(&mut Proof), fn(&[u8]) -> bool);

/// The slowest parts come first, so that all threads end at about the same time.
const PARTS: &[Part] = &[
    ("utf8-validation", utf8::validation, fails_utf8),
    ("utf16-validation", units::utf16, fails_utf16),
    ("one-to-one", copy::all_pairs, fails_utf32),
    ("whole-utf8", whole::utf8_to_units, fails_utf8),
    ("whole-utf16", whole::utf16_to_utf8, fails_utf16),
    ("whole-utf16-units", whole::utf16_to_units, fails_utf16),
    ("whole-utf32", whole::utf32_to_units, fails_utf32),
    ("utf8-variants", whole::utf8_variants, fails_utf8),
    ("short-one-to-one", whole::one_to_one, fails_utf32),
    ("measured", count::measured, fails_utf8),
    ("lossy-lengths", count::lossy, fails_utf16),
    ("whole-latin1", whole::latin1_to_utf8, fails_utf8),
    ("utf8-decoding", decode::all_widths, fails_utf8),
    ("row-ends", rows::all_pairs, fails_utf8),
    ("row-lengths", rows::lengths, fails_utf8),
    ("code-pages", lookup::pages, fails_utf8),
    ("to-code-pages", lookup::to_pages, fails_utf16),
    ("utf16-replaced", units::replaced, fails_utf16),
    ("utf32-validation", units::utf32, fails_utf32),
    ("ascii-validation", units::ascii, fails_utf8),
    ("lengths", count::lengths, fails_utf8),
    ("utf8-errors", utf8::errors, fails_utf8),
    ("utf8-two-byte", utf8::two_byte, fails_utf8),
    ("utf8-encoding", encode::all_widths, fails_utf32),
    ("leads", lookup::leads, fails_utf8),
    ("utf16-surrogates", units::surrogates, fails_utf16),
];

/// Runs the named parts, or all, up to the first false claim. There are as many threads as CPUs,
/// each with a solver of its own.
pub fn run(names: Vec<String>) -> ExitCode {
    let all: Vec<&str> = PARTS.iter().map(|(name, ..)| *name).collect();
    if let Err(error) = covered::check(&all) {
        eprintln!("docs/proofs.md: {error}");
        return ExitCode::from(2);
    }
    if names.is_empty() || names == ["operations"] {
        let operations = operations::run();
        if !names.is_empty() {
            return operations;
        }
    }
    let known = |name: &&String| PARTS.iter().any(|(part, ..)| part == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        eprintln!(
            "unknown part {name:?}; known are {:?}",
            PARTS.iter().map(|(name, ..)| *name).collect::<Vec<_>>()
        );
        return ExitCode::from(2);
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let parts: Vec<&Part> = PARTS.iter().filter(|(name, ..)| wanted(name)).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let solvers = (0..threads.min(parts.len())).map(|_| Solver::new());
    let solvers: Vec<Solver> = match solvers.collect() {
        Ok(solvers) => solvers,
        Err(error) => {
            eprintln!("no solver (install it with `pip install bitwuzla`): {error}");
            return ExitCode::from(2);
        }
    };
    let columns = ["part", "claims", "paths", "questions", "seconds"];
    let [part, claims, paths, questions, seconds] = columns;
    println!("{part:<18}{claims:>8}{paths:>7}{questions:>11}{seconds:>9}");
    let next = AtomicUsize::new(0);
    let prove = |solver| {
        let mut proof = Proof {
            solver,
            claims: 0,
            paths: 0,
            fails: fails_utf8,
        };
        while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
            proof.prove(part);
        }
        proof.claims
    };
    let claims: usize = thread::scope(|scope| {
        let start = |solver| scope.spawn(move || prove(solver));
        let threads: Vec<_> = solvers.into_iter().map(start).collect();
        let claims = threads.into_iter().map(|thread| thread.join());
        claims.map(|claims| claims.expect("no panic")).sum()
    });
    println!("{claims} claims are proved");
    ExitCode::SUCCESS
}
