//! [`StreamEncoding`]: the bound on the type parameters of a transcoder.

use crate::memory;
use crate::{Charset, Encoding};

/// A source or target of a [`Transcoder`](super::Transcoder): an [`Encoding`], or [`Charset`] for
/// an encoding that is chosen at run time. This trait is sealed.
pub trait StreamEncoding: sealed::Sealed {
    /// The element type of chunks, and the unit of lengths and positions: the encoding's
    /// [`Unit`](Encoding::Unit), or `u8` for a [`Charset`].
    type Unit: memory::Unit;
}

impl<E: Encoding> StreamEncoding for E {
    type Unit = E::Unit;
}

impl StreamEncoding for Charset {
    type Unit = u8;
}

mod sealed {
    pub trait Sealed {}
    impl<E: super::Encoding> Sealed for E {}
    impl Sealed for super::Charset {}
}
