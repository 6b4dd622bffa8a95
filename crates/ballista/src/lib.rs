#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attempt;
mod client;
pub mod cluster;
mod copy;
mod engine;
mod header;
mod jobs;
mod logical;
mod message;
mod objects;
mod output;
mod owner;
mod physical;
mod service;
mod sink;
mod stores;
mod tls;

pub use logical::LogicalCodec;
pub use physical::PhysicalCodec;

use datafusion::logical_expr::ScalarUDF;
use std::sync::Arc;

/// Returns the function of `utflane-datafusion` with this name.
fn function(name: &str) -> Option<Arc<ScalarUDF>> {
    let mut functions = utflane_datafusion::functions::all().into_iter();
    functions
        .find(|function| function.name() == name)
        .map(Arc::new)
}
