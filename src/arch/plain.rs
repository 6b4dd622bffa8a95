//! Plain code as an instruction set: kernels that do nothing, so that [`crate::scalar`] does it all.

use crate::kernels::{Form, Progress, Table};
use crate::scheme::{Output, Scheme};

pub(crate) const NAME: &str = "scalar";
pub(crate) static TABLE: Table = crate::kernels::table!(NAME);

/// Every CPU runs plain code.
pub(crate) fn detected() -> bool {
    true
}

fn validate<S: Scheme>(_: &[u8], _: Form) -> usize {
    0
}

fn convert<S: Scheme, D: Scheme>(_: &[u8], _: &mut Output, _: Form, _: Form) -> Progress {
    Progress::START
}

fn swap_16(_: &[u8], _: &mut Output, _: Form, _: Form) -> Progress {
    Progress::START
}

fn replace_16(_: &[u8], _: &mut Output, _: Form, _: Form) -> Progress {
    Progress::START
}

fn count<S: Scheme, D: Scheme>(_: &[u8], _: Form) -> Progress {
    Progress::START
}

fn measure_utf8(_: &[u8], _: Form) -> Progress {
    Progress::START
}

fn count_lossy<D: Scheme>(_: &[u8], _: Form) -> Progress {
    Progress::START
}
