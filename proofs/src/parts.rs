//! What is proved, part by part.

mod copy;
mod count;
mod decode;
mod encode;
mod units;
mod utf8;

use super::library::{fails_utf8, fails_utf16, fails_utf32};
use super::recorder::{Way, ways};
use super::solver::Solver;
use super::term::{Term, forget, unknown};
use std::prelude::v1::*;
use std::process::{ExitCode, exit};
use std::time::Instant;
use std::{eprintln, println, vec};

/// Whether the second truth value is set wherever the first is.
pub(super) fn implies(assumption: Term, claim: Term) -> Term {
    assumption.not().or(claim)
}

/// Unknown bytes.
pub(super) fn unknowns(count: usize) -> Vec<Term> {
    (0..count).map(|_| unknown(8)).collect()
}

/// A proof: asks the solver, counts, and says what was refuted.
pub(super) struct Proof {
    solver: Solver,
    claims: usize,
    ways: usize,
    /// Whether the library is wrong about a text, too.
    fails: fn(&[u8]) -> bool,
}

impl Proof {
    /// Claims something of the bytes of a text, for all texts. A claim that is false ends the
    /// program.
    pub(super) fn claim(&mut self, what: &str, text: &[Term], claim: Term) {
        self.claims += 1;
        if let Some(found) = self.solver.refute(claim) {
            let text: Vec<u8> = text.iter().map(|byte| found.value(*byte) as u8).collect();
            let too = if (self.fails)(&text) {
                "fails, too"
            } else {
                "is right"
            };
            println!("REFUTED: {what}, by {text:02x?}; the library {too}");
            exit(1);
        }
    }

    /// The ways that an algorithm goes with a text. Memory that it reads without loading vectors
    /// has zeros, and the text begins where it is aligned like a block.
    pub(super) fn ways<T>(&mut self, text: &[Term], run: impl Fn(&[u8]) -> T) -> Vec<Way<T>> {
        let memory = vec![0; text.len() + 64];
        let start = memory.as_ptr().align_offset(64);
        let lent = &memory[start..][..text.len()];
        let solver = &mut self.solver;
        let ways = ways(
            lent,
            text,
            |condition| solver.is_possible(condition),
            || run(lent),
        );
        self.ways += ways.len();
        ways
    }
}

/// A part: its name, its claims, and how to ask the library about a text that refutes one.
type Part = (&'static str, fn(&mut Proof), fn(&[u8]) -> bool);

const PARTS: &[Part] = &[
    ("utf8-errors", utf8::errors, fails_utf8),
    ("utf8-two-byte", utf8::two_byte, fails_utf8),
    ("utf8-validation", utf8::validation, fails_utf8),
    ("utf8-decoding", decode::all_widths, fails_utf8),
    ("utf16-surrogates", units::surrogates, fails_utf16),
    ("utf16-validation", units::utf16, fails_utf16),
    ("utf32-validation", units::utf32, fails_utf32),
    ("ascii-validation", units::ascii, fails_utf8),
    ("utf8-encoding", encode::all_widths, fails_utf32),
    ("lengths", count::lengths, fails_utf8),
    ("one-to-one", copy::all_pairs, fails_utf32),
];

/// Runs the parts that are named, or all, up to the first that has a claim that is false.
pub fn run(names: Vec<String>) -> ExitCode {
    let known = |name: &&String| PARTS.iter().any(|(part, ..)| part == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        eprintln!(
            "there is no part {name:?}: there are {:?}",
            PARTS.iter().map(|(name, ..)| *name).collect::<Vec<_>>()
        );
        return ExitCode::from(2);
    }
    let solver = match Solver::new() {
        Ok(solver) => solver,
        Err(error) => {
            eprintln!("no solver, which `pip install bitwuzla` brings: {error}");
            return ExitCode::from(2);
        }
    };
    let mut proof = Proof {
        solver,
        claims: 0,
        ways: 0,
        fails: fails_utf8,
    };
    let columns = ["part", "claims", "ways", "questions", "seconds"];
    let [part, claims, ways, questions, seconds] = columns;
    println!("{part:<18}{claims:>8}{ways:>7}{questions:>11}{seconds:>9}");
    for &(name, part, fails) in PARTS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let start = Instant::now();
        let before = (proof.claims, proof.ways, proof.solver.asked);
        proof.fails = fails;
        part(&mut proof);
        forget();
        let (claims, ways) = (proof.claims - before.0, proof.ways - before.1);
        let (asked, seconds) = (proof.solver.asked - before.2, start.elapsed().as_secs_f64());
        println!("{name:<18}{claims:>8}{ways:>7}{asked:>11}{seconds:>9.1}");
    }
    println!("{} claims are proved", proof.claims);
    ExitCode::SUCCESS
}
