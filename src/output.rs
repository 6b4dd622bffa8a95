//! Where conversions write.

use core::mem::MaybeUninit;

/// Bytes of output, possibly not yet initialised.
pub(crate) type Output = [MaybeUninit<u8>];
