//! Proves for all texts that the vector algorithms follow the Unicode Standard.
//!
//! This is a module of the library, compiled with it in a package of its own, so the proved
//! functions are those that ship. They run over a [`recorder`], an instruction set whose vectors
//! are terms. A solver compares the recorded terms with the [specification](spec). `docs/proofs.md`
//! lists what is proved and what is trusted.
//!
//! ```sh
//! pip install bitwuzla
//! cargo run --profile proofs --package utflane-proofs # all, or the parts that are named
//! proofs/mutants                                      # mutation tests of the proofs
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
