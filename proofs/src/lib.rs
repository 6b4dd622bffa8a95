//! Proves that the vector algorithms do what the Unicode Standard says, for all texts.
//!
//! This is a module of the library, compiled with it in a package of its own, so the functions that
//! run here are those that ship. They run over a [`recorder`], an instruction set whose vectors are
//! terms, and a solver compares what they have written down with the [specification](spec).
//! `docs/proofs.md` has what is proved and what is trusted.
//!
//! ```sh
//! pip install bitwuzla
//! cargo run --profile proofs --package utflane-proofs # all, or the parts that are named
//! proofs/planted                                      # that errors are found
//! ```

mod covered;
mod library;
mod operations;
mod parts;
mod recorder;
mod solver;
mod spec;
mod term;

pub(crate) use operations::compare as compare_operations;
pub use parts::run;
