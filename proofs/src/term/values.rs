//! Evaluates terms for given values of the unknowns.

use super::{Node, Term, mask, node};
use std::collections::HashMap;
use std::prelude::v1::*;
use std::vec;

/// Values of the unknowns, by number and width, and results computed from them. Unknowns without a
/// value are 0.
#[derive(Clone, Debug, Default)]
pub struct Values {
    unknowns: HashMap<(u32, u32), u64>,
    known: HashMap<Term, u64>,
}

impl FromIterator<((u32, u32), u64)> for Values {
    fn from_iter<I: IntoIterator<Item = ((u32, u32), u64)>>(values: I) -> Self {
        Values {
            unknowns: values.into_iter().collect(),
            known: HashMap::new(),
        }
    }
}

impl Values {
    /// Returns the value of a term.
    pub fn of(&mut self, term: Term) -> u64 {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            match self.step(next) {
                Ok(value) => {
                    self.known.insert(next, value);
                    open.pop();
                }
                Err(needed) => open.push(needed),
            }
        }
        self.known[&term]
    }

    /// Returns the value of a term whose parts have values, or otherwise a part without a value.
    fn step(&self, term: Term) -> Result<u64, Term> {
        let known = |term: Term| match node(term).0 {
            Node::Constant(value) => Ok(value),
            _ => self.known.get(&term).copied().ok_or(term),
        };
        let (node, width) = node(term);
        let value = match node {
            Node::Constant(value) => value,
            Node::Unknown(number) => {
                let value = self.unknowns.get(&(number, width));
                value.copied().unwrap_or(0)
            }
            Node::Binary(operator, a, b) => operator.of(known(a)?, known(b)?, b.width()),
            Node::Choice(condition, a, b) => known(if known(condition)? == 1 { a } else { b })?,
            Node::Extract(inner, from) => known(inner)? >> from,
        };
        Ok(value & mask(width))
    }
}
