//! Plain code as an instruction set: the entry points are those of [`crate::scalar`], from the start.

use crate::kernels::{Progress, Table};
use crate::scalar;
use crate::scheme::{Output, Scheme, Utf8};

pub(crate) static TABLE: Table = crate::kernels::table!("scalar");

/// Every CPU runs plain code.
pub(crate) fn detected() -> bool {
    true
}

fn validate<S: Scheme>(src: &[u8]) -> usize {
    scalar::validate::<S>(src, 0)
}

fn convert<S: Scheme, D: Scheme>(src: &[u8], dst: &mut Output) -> Progress {
    scalar::convert::<S, D>(src, dst, Progress::START)
}

fn convert_unchecked<D: Scheme>(src: &[u8], dst: &mut Output) -> Progress {
    convert::<Utf8, D>(src, dst)
}

fn count<S: Scheme, D: Scheme>(src: &[u8]) -> usize {
    scalar::count::<S, D>(src, Progress::START)
}
