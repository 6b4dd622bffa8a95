#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attempt;
mod client;
pub mod cluster;
mod header;
mod logical;
mod objects;
mod output;
mod physical;

pub use logical::LogicalCodec;
pub use physical::PhysicalCodec;

use datafusion::logical_expr::ScalarUDF;
use std::sync::Arc;

/// The function of `utflane-datafusion` called `name`.
fn function(name: &str) -> Option<Arc<ScalarUDF>> {
    let mut functions = utflane_datafusion::functions::all().into_iter();
    functions
        .find(|function| function.name() == name)
        .map(Arc::new)
}
