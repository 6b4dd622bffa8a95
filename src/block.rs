//! Validation of UTF-8 inside another vector loop, a block of 64 bytes at a time.
//!
//! Parsers of JSON or YAML walk blocks of 64 bytes with vector instructions of their own. A call of
//! a verb for each block would cost them half of their speed. The validators here are made to be
//! inlined into such a loop: there is one for each vector instruction set of the architecture,
//! named like that, and its methods can be called, and are inlined, where the features that it
//! names are enabled. Errors collect inside, without a branch, until they are looked at.
//!
//! Everybody else is better served by [`validate`](crate::validate()) or a [stream](crate::stream).

#[allow(
    unused_imports,
    unreachable_pub,
    reason = "an architecture may have no vectors"
)]
pub use crate::arch::block::*;
