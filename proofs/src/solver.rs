//! Sends questions to the solver, Bitwuzla, through a Python program.

use super::term::{Defined, Term, Values, forget, question};
use std::io::{BufRead, BufReader, Write};
use std::prelude::v1::*;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The solver, and the number of questions asked.
pub(crate) struct Solver {
    _child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub(crate) asked: usize,
    defined: Defined,
}

/// Parses the number, the width and the value of an unknown.
fn value(word: &str) -> Option<((u32, u32), u64)> {
    let (name, value) = word.strip_prefix('x')?.split_once('=')?;
    let (number, width) = name.split_once('_')?;
    let name = (number.parse().ok()?, width.parse().ok()?);
    Some((name, value.parse().ok()?))
}

impl Solver {
    pub(crate) fn new() -> Result<Self, String> {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/solver.py");
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
        let mut child = Command::new(&python)
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| std::format!("{python}: {error}"))?;
        let mut solver = Solver {
            questions: child.stdin.take().expect("it is piped"),
            answers: BufReader::new(child.stdout.take().expect("it is piped")),
            _child: child,
            asked: 0,
            defined: Defined::default(),
        };
        // Check the connection with a false claim and a true one.
        let byte = super::term::unknown(8);
        let answers = [
            solver
                .refute(byte.at_least(1))
                .map(|mut found| found.of(byte)),
            solver.refute(byte.xor(byte).is(0)).map(|_| 0),
        ];
        forget();
        match answers {
            [Some(0), None] => Ok(solver),
            _ => Err("the solver gives wrong answers".into()),
        }
    }

    fn ask(&mut self, term: Term) -> Option<Values> {
        self.asked += 1;
        let question = question(term, &mut self.defined);
        let answer = self
            .questions
            .write_all(question.as_bytes())
            .and_then(|()| self.questions.flush())
            .and_then(|()| {
                let mut line = String::new();
                self.answers.read_line(&mut line)?;
                Ok(line)
            })
            .expect("the solver answers");
        let mut words = answer.split_whitespace();
        match words.next() {
            Some("unsat") => None,
            Some("sat") => Some(
                words
                    .map(|word| value(word).expect("a value of an unknown"))
                    .collect(),
            ),
            _ => core::panic!("the solver says {answer:?}"),
        }
    }

    /// Returns values for which a condition holds, if there are any.
    pub(crate) fn find(&mut self, condition: Term) -> Option<Values> {
        match condition.value() {
            Some(1) => Some(Values::default()),
            Some(_) => None,
            None => self.ask(condition),
        }
    }

    /// Returns values for which a claim is false, if there are any.
    pub(crate) fn refute(&mut self, claim: Term) -> Option<Values> {
        self.find(claim.not())
    }
}
