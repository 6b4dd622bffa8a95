//! Validation of UTF-8 inside another vector loop, a block of 64 bytes at a time.
//!
//! Parsers of JSON or YAML process blocks of 64 bytes with vector instructions of their own. A call
//! of a verb for each block would halve their speed. The validators of this module are inlined into
//! such a loop instead. Each vector instruction set of the architecture has one, named after it,
//! and its methods can be called, and are inlined, in code that has the listed features enabled.
//! Errors accumulate in the validator, without a branch, until `is_valid` or `finish` reports them.
//!
//! Rust 1.86 or newer has the validators, that of AVX-512 Rust 1.89; before, this module is empty.
//!
//! For everything else, [`validate`](crate::validate()) or a [stream](crate::stream) is faster and
//! simpler.

#[allow(
    unused_imports,
    unreachable_pub,
    reason = "an architecture may have no vectors"
)]
pub use crate::kernels::arch::block::*;
