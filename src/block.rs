//! Validates UTF-8 inside another vector loop, in blocks of 64 bytes.
//!
//! Parsers of JSON or YAML process blocks of 64 bytes with their own vector instructions. Calling
//! [`validate`](crate::validate()) for each block would halve their speed. The validators of this
//! module are inlined into such a loop instead. Each vector instruction set of the architecture has
//! one validator, named after it. You can call its methods in code that has the listed features
//! enabled, where the compiler inlines them. Errors accumulate in the validator, without a branch,
//! until `is_valid` or `finish` reports them.
//!
//! The validators require Rust 1.86, and the AVX-512 validator requires Rust 1.89. With an older
//! compiler, this module is empty.
//!
//! For everything else, [`validate`](crate::validate()) or a [stream](crate::stream) is faster and
//! simpler.

#[allow(
    unused_imports,
    unreachable_pub,
    reason = "an architecture may have no vectors"
)]
pub use crate::kernels::block::*;
