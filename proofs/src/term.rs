//! Terms: computations over unknown bytes, as a graph in which equal nodes are shared.
//!
//! Every term is a bit vector of 1 to 64 bits. A truth value has 1 bit. Operations on constants are
//! evaluated at once, so a term over constants is a constant.

mod question;
mod values;

use crate::kernels::multibyte_to_utf16::Bits;
use core::hash::{BuildHasherDefault, Hasher};
pub use question::{Defined, question};
use std::cell::RefCell;
use std::collections::HashMap;
use std::prelude::v1::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec;
pub use values::Values;

/// A term, as an index in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Constant(u64),
    /// An unknown, by its number.
    Unknown(u32),
    Binary(Operator, Term, Term),
    /// The second term if the first is 1, otherwise the third.
    Choice(Term, Term, Term),
    /// The bits from this number on.
    Extract(Term, u32),
}

/// Operations on two terms. Comparisons are unsigned and return a truth value. All others have
/// operands and a result of one width, except `Join`, whose first term becomes the higher bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    And,
    Or,
    Xor,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Equal,
    Below,
    Join,
    /// The greater term.
    Greater,
    /// The difference, or 0 if it would be negative.
    Excess,
}

use Operator::*;

impl Operator {
    /// Returns the result for two values. The second has `width` bits. Bits above the
    /// width of the result are unspecified.
    fn of(self, a: u64, b: u64, width: u32) -> u64 {
        match self {
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            Add => a.wrapping_add(b),
            Subtract => a.wrapping_sub(b),
            ShiftLeft => a.checked_shl(b as u32).unwrap_or(0),
            ShiftRight => a.checked_shr(b as u32).unwrap_or(0),
            Equal => u64::from(a == b),
            Below => u64::from(a < b),
            Join => a << width | b,
            Greater => a.max(b),
            Excess => a.saturating_sub(b),
        }
    }
}

struct Graph {
    nodes: Vec<(Node, u32)>,
    places: HashMap<(Node, u32), Term, BuildHasherDefault<FastHasher>>,
    unknowns: u32,
    /// A number that differs for each graph of the program.
    generation: u64,
}

/// A fast hash. The nodes are no adversarial input.
#[derive(Default)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29);
    }
}

impl Graph {
    fn new() -> Self {
        static GENERATIONS: AtomicU64 = AtomicU64::new(1);
        Graph {
            nodes: vec![],
            places: HashMap::default(),
            unknowns: 0,
            generation: GENERATIONS.fetch_add(1, Relaxed),
        }
    }
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::new(Graph::new());
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn node(term: Term) -> (Node, u32) {
    GRAPH.with_borrow(|graph| graph.nodes[term.0 as usize])
}

fn insert(node: Node, width: u32) -> Term {
    assert!((1..=64).contains(&width));
    GRAPH.with_borrow_mut(|graph| {
        if let Some(&term) = graph.places.get(&(node, width)) {
            return term;
        }
        let term = Term(graph.nodes.len() as u32);
        graph.nodes.push((node, width));
        graph.places.insert((node, width), term);
        term
    })
}

/// Removes all terms.
pub fn forget() {
    GRAPH.set(Graph::new());
}

/// Returns the number of unknowns.
pub fn unknown_count() -> u32 {
    GRAPH.with_borrow(|graph| graph.unknowns)
}

/// Resets the number of unknowns, so that the next ones repeat those created after this number.
pub fn rewind(unknowns: u32) {
    GRAPH.with_borrow_mut(|graph| graph.unknowns = unknowns);
}

/// Returns a constant term.
pub fn constant(value: u64, width: u32) -> Term {
    insert(Node::Constant(value & mask(width)), width)
}

/// Returns a new unknown.
pub fn unknown(width: u32) -> Term {
    let number = GRAPH.with_borrow_mut(|graph| {
        graph.unknowns += 1;
        graph.unknowns - 1
    });
    insert(Node::Unknown(number), width)
}

pub fn yes() -> Term {
    constant(1, 1)
}

pub fn no() -> Term {
    constant(0, 1)
}

fn binary(operator: Operator, left: Term, right: Term) -> Term {
    let ((a, width), (b, right_width)) = (node(left), node(right));
    assert!(
        operator == Join || width == right_width,
        "{operator:?}: {width} and {right_width}"
    );
    let result = match operator {
        Equal | Below => 1,
        Join => width + right_width,
        _ => width,
    };
    if let (Node::Constant(a), Node::Constant(b)) = (a, b) {
        let value = operator.of(a, b, right_width);
        return constant(value, result);
    }
    // A comparison with the greatest of several terms becomes a comparison with each.
    match (operator, a, b) {
        (Below, Node::Constant(_), Node::Binary(Greater, first, second)) => {
            return left.below(first).or(left.below(second));
        }
        (Below, Node::Binary(Greater, first, second), Node::Constant(_)) => {
            return first.below(right).and(second.below(right));
        }
        (Equal, Node::Binary(Excess, first, second), Node::Constant(0)) => {
            return second.below(first).not();
        }
        _ => {}
    }
    // In commutative operations a constant is always the right operand.
    let commutes = matches!(operator, And | Or | Xor | Add | Equal | Greater);
    if commutes && matches!(a, Node::Constant(_)) {
        return binary(operator, right, left);
    }
    match (operator, b) {
        (And, Node::Constant(0)) => return right,
        (And, Node::Constant(ones)) if ones == mask(width) => return left,
        (
            Or | Xor | Add | Subtract | ShiftLeft | ShiftRight | Greater | Excess,
            Node::Constant(0),
        ) => return left,
        (Or, Node::Constant(ones)) if ones == mask(width) => return right,
        (Below, Node::Constant(0)) => return no(),
        (Equal, Node::Constant(1)) if width == 1 => return left,
        _ => {}
    }
    if left == right {
        match operator {
            And | Or | Greater => return left,
            Xor | Subtract | Excess => return constant(0, width),
            Equal => return yes(),
            Below => return no(),
            _ => {}
        }
    }
    insert(Node::Binary(operator, left, right), result)
}

impl Term {
    pub fn width(self) -> u32 {
        node(self).1
    }

    /// Returns the value, if the term is a constant.
    pub fn value(self) -> Option<u64> {
        match node(self).0 {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Applies an operation with a constant of the same width.
    fn with(self, operator: Operator, value: u64) -> Term {
        binary(operator, self, constant(value, self.width()))
    }

    pub fn and(self, other: Term) -> Term {
        binary(And, self, other)
    }

    pub fn or(self, other: Term) -> Term {
        binary(Or, self, other)
    }

    pub fn xor(self, other: Term) -> Term {
        binary(Xor, self, other)
    }

    pub fn add(self, other: Term) -> Term {
        binary(Add, self, other)
    }

    pub fn subtract(self, other: Term) -> Term {
        binary(Subtract, self, other)
    }

    pub fn shift_left(self, bits: u32) -> Term {
        self.with(ShiftLeft, bits.into())
    }

    pub fn shift_right(self, bits: u32) -> Term {
        self.with(ShiftRight, bits.into())
    }

    pub fn not(self) -> Term {
        self.with(Xor, u64::MAX)
    }

    pub fn greater(self, other: Term) -> Term {
        binary(Greater, self, other)
    }

    /// Returns the difference, or 0 if it would be negative.
    pub fn excess(self, other: Term) -> Term {
        binary(Excess, self, other)
    }

    pub fn equals(self, other: Term) -> Term {
        binary(Equal, self, other)
    }

    pub fn is(self, value: u64) -> Term {
        self.with(Equal, value)
    }

    pub fn below(self, other: Term) -> Term {
        binary(Below, self, other)
    }

    pub fn at_least(self, limit: u64) -> Term {
        self.with(Below, limit).not()
    }

    /// Returns whether the value is in the range, including both ends.
    pub fn within(self, first: u64, last: u64) -> Term {
        let above = if last < mask(self.width()) {
            self.at_least(last + 1)
        } else {
            no()
        };
        self.at_least(first).and(above.not())
    }

    /// Returns `then` if this truth value is set, otherwise `otherwise`.
    pub fn choose(self, then: Term, otherwise: Term) -> Term {
        assert_eq!((self.width(), then.width()), (1, otherwise.width()));
        match self.value() {
            Some(1) => then,
            Some(_) => otherwise,
            None if then == otherwise => then,
            None => insert(Node::Choice(self, then, otherwise), then.width()),
        }
    }

    /// Returns `width` bits from bit `from` on.
    pub fn bits(self, from: u32, width: u32) -> Term {
        if width == self.width() {
            return self;
        }
        assert!(from + width <= self.width());
        match node(self).0 {
            Node::Constant(value) => constant(value >> from, width),
            Node::Extract(inner, start) => inner.bits(start + from, width),
            Node::Binary(Greater, a, b) if width == 1 && from + 1 == self.width() => {
                a.bits(from, 1).or(b.bits(from, 1))
            }
            Node::Binary(Join, high, low) => {
                let split = low.width();
                if from >= split {
                    high.bits(from - split, width)
                } else if from + width <= split {
                    low.bits(from, width)
                } else {
                    insert(Node::Extract(self, from), width)
                }
            }
            _ => insert(Node::Extract(self, from), width),
        }
    }

    /// Extends this term with zeros to `width` bits.
    pub fn widened(self, width: u32) -> Term {
        if width == self.width() {
            return self;
        }
        constant(0, width - self.width()).join(self)
    }

    /// Joins the bits of both. Those of `self` are the higher ones.
    pub fn join(self, low: Term) -> Term {
        binary(Join, self, low)
    }
}

impl From<u64> for Term {
    fn from(value: u64) -> Term {
        constant(value, 64)
    }
}

impl core::ops::BitAnd for Term {
    type Output = Term;
    fn bitand(self, other: Term) -> Term {
        self.and(other)
    }
}

impl core::ops::BitOr for Term {
    type Output = Term;
    fn bitor(self, other: Term) -> Term {
        self.or(other)
    }
}

impl core::ops::Not for Term {
    type Output = Term;
    fn not(self) -> Term {
        Term::not(self)
    }
}

impl core::ops::Shl<u32> for Term {
    type Output = Term;
    fn shl(self, bits: u32) -> Term {
        self.shift_left(bits)
    }
}

impl Bits for Term {
    fn wrapping_add(self, other: Term) -> Term {
        self.add(other)
    }
}

/// Returns whether all truth values are set.
pub fn all(terms: impl IntoIterator<Item = Term>) -> Term {
    terms.into_iter().fold(yes(), Term::and)
}

/// Returns whether any truth value is set.
pub fn any(terms: impl IntoIterator<Item = Term>) -> Term {
    terms.into_iter().fold(no(), Term::or)
}

/// Returns the entry of a table at an index.
pub fn lookup(table: &[u8], index: Term) -> Term {
    let bits = table.len().ilog2();
    assert!(table.len().is_power_of_two() && index.width() >= bits);
    match (table, bits) {
        ([only], _) => constant(u64::from(*only), 8),
        (_, bits) => {
            let (low, high) = table.split_at(table.len() / 2);
            let upper = index.bits(bits - 1, 1);
            upper.choose(lookup(high, index), lookup(low, index))
        }
    }
}
