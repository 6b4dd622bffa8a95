//! The other libraries. Each module lists the operations of its library, one line for each kind. It
//! omits operations that would need many steps or allocations.

mod column;
mod encoding_rs;
mod simdutf;
mod simdutf8;
mod smoothutf8;
mod standard;
#[cfg(feature = "xutf")]
mod xutf;

use crate::contender::{Case, Contender};
use crate::tier::Tier;

/// The names of the libraries, in the order of the table's columns.
pub(crate) const NAMES: &[&str] = &[
    "std",
    "simdutf8",
    "smoothutf8",
    "simdutf",
    "encoding_rs",
    #[cfg(feature = "xutf")]
    "xutf",
];

pub(crate) use column::contenders as of_column;

/// Returns the contenders of all other libraries for `case`.
pub(crate) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    let mut all = standard::contenders(case);
    all.extend(simdutf8::contenders(case, tier));
    all.extend(smoothutf8::contenders(case));
    all.extend(simdutf::contenders(case));
    all.extend(encoding_rs::contenders(case, tier));
    #[cfg(feature = "xutf")]
    all.extend(xutf::contenders(case, tier));
    all
}
