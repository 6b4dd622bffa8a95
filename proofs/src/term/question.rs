//! Writes terms in SMT-LIB, the input language of solvers.

use super::Operator::*;
use super::{GRAPH, Node, Term, node};
use std::collections::HashSet;
use std::fmt::Write;
use std::prelude::v1::*;
use std::{format, vec, writeln};

/// The terms that the solver already has definitions for.
#[derive(Default)]
pub struct Defined {
    terms: HashSet<Term>,
    generation: u64,
}

/// Returns the question whether any values of the unknowns make the term 1, in SMT-LIB, with all
/// definitions that the solver does not have yet.
pub fn question(term: Term, defined: &mut Defined) -> String {
    assert_eq!(term.width(), 1);
    let mut text = String::new();
    let generation = GRAPH.with_borrow(|graph| graph.generation);
    if defined.generation != generation {
        defined.terms.clear();
        defined.generation = generation;
        text.push_str("(forget)\n");
    }
    let mut open = vec![(term, false)];
    while let Some((term, is_done)) = open.pop() {
        if is_done {
            define(&mut text, term);
            continue;
        }
        if !defined.terms.insert(term) {
            continue;
        }
        open.push((term, true));
        match node(term).0 {
            Node::Constant(_) | Node::Unknown(_) => {}
            Node::Binary(_, a, b) => open.extend([(a, false), (b, false)]),
            Node::Choice(a, b, c) => open.extend([(a, false), (b, false), (c, false)]),
            Node::Extract(a, _) => open.push((a, false)),
        }
    }
    writeln!(text, "(ask (= t{} #b1))", term.0).unwrap();
    text
}

/// Defines a term whose parts are defined.
fn define(text: &mut String, term: Term) {
    let (node, width) = node(term);
    let name = term.0;
    let written = match node {
        Node::Unknown(number) => {
            writeln!(text, "(declare-const x{number}_{width} (_ BitVec {width}))").unwrap();
            format!("x{number}_{width}")
        }
        Node::Constant(value) => format!("(_ bv{value} {width})"),
        Node::Binary(operator, Term(a), Term(b)) => match operator {
            And => format!("(bvand t{a} t{b})"),
            Or => format!("(bvor t{a} t{b})"),
            Xor => format!("(bvxor t{a} t{b})"),
            Add => format!("(bvadd t{a} t{b})"),
            Subtract => format!("(bvsub t{a} t{b})"),
            ShiftLeft => format!("(bvshl t{a} t{b})"),
            ShiftRight => format!("(bvlshr t{a} t{b})"),
            Equal => format!("(ite (= t{a} t{b}) #b1 #b0)"),
            Below => format!("(ite (bvult t{a} t{b}) #b1 #b0)"),
            Join => format!("(concat t{a} t{b})"),
            Greater => format!("(ite (bvult t{a} t{b}) t{b} t{a})"),
            Excess => format!("(ite (bvult t{a} t{b}) (_ bv0 {width}) (bvsub t{a} t{b}))"),
        },
        Node::Choice(Term(a), Term(b), Term(c)) => format!("(ite (= t{a} #b1) t{b} t{c})"),
        Node::Extract(Term(a), from) => format!("((_ extract {} {from}) t{a})", from + width - 1),
    };
    writeln!(text, "(define-fun t{name} () (_ BitVec {width}) {written})").unwrap();
}
