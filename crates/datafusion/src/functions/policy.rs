//! The names of policies in SQL.

use datafusion::common::{Result, exec_datafusion_err};
use utflane_arrow::Policy;

/// The names and policies.
const NAMES: [(&str, Policy); 4] = [
    ("strict", Policy::Fail),
    ("replace", Policy::Replace),
    ("replace_as_jdk", Policy::ReplaceAsJdk),
    ("null", Policy::Null),
];

/// Returns the policy with this name in SQL: `strict`, `replace`, `replace_as_jdk` or `null`. The
/// case of the name is ignored.
///
/// # Errors
///
/// Returns an error for other names.
pub fn policy(name: &str) -> Result<Policy> {
    let mut names = NAMES.into_iter();
    let found = names.find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, policy)| policy).ok_or_else(|| {
        let known = NAMES.map(|(name, _)| name).join(", ");
        exec_datafusion_err!("unknown policy '{name}': one of {known} is expected")
    })
}
