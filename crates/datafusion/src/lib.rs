#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod files;
pub mod functions;

use datafusion::common::Result;
use datafusion::prelude::SessionContext;

/// Registers all [functions] and the tables of [files] with a session.
///
/// # Errors
///
/// Returns the errors of DataFusion.
pub fn register_all(session: &SessionContext) -> Result<()> {
    for function in functions::all() {
        session.register_udf(function);
    }
    files::register(session)
}
