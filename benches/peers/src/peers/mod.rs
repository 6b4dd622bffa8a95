//! The other libraries. Each module lists what its library can do, one line a kind of work, and
//! leaves out what it would do in many steps or with allocations of its own.

mod column;
mod encoding_rs;
mod simdutf;
mod simdutf8;
mod standard;

use crate::contender::{Case, Contender};
use crate::tier::Tier;

/// The names of the libraries, in the order of a table's columns.
pub(crate) const NAMES: [&str; 4] = ["std", "simdutf8", "simdutf", "encoding_rs"];

pub(crate) use column::contenders as of_column;

/// Everyone but us who can do the work of `case`.
pub(crate) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    let mut all = standard::contenders(case);
    all.extend(simdutf8::contenders(case, tier));
    all.extend(simdutf::contenders(case));
    all.extend(encoding_rs::contenders(case, tier));
    all
}
