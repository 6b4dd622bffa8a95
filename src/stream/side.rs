//! What the two sides of a transcoder can be.

use crate::buffer::memory;
use crate::{Charset, Encoding};

/// A side of a [`Transcoder`](super::Transcoder): an [`Encoding`], or [`Charset`] for one that is
/// chosen at run time. The trait is sealed.
pub trait Side: sealed::Sealed {
    /// What chunks consist of, and what lengths and positions count: the encoding's
    /// [`Unit`](Encoding::Unit), or bytes.
    type Unit: memory::Unit;
}

impl<E: Encoding> Side for E {
    type Unit = E::Unit;
}

impl Side for Charset {
    type Unit = u8;
}

mod sealed {
    pub trait Sealed {}
    impl<E: super::Encoding> Sealed for E {}
    impl Sealed for super::Charset {}
}
