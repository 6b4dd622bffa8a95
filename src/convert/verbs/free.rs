//! The verbs as free functions, on the best instruction set of this machine.

#[cfg(all(feature = "convert", feature = "alloc"))]
mod owned;
#[cfg(feature = "convert")]
mod pairs;

#[cfg(all(feature = "convert", feature = "alloc"))]
pub use owned::*;
#[cfg(feature = "convert")]
pub use pairs::*;

use crate::{DecodeError, Encoding, Isa};

/// Declares free functions that call the method of the same name of [`Isa::best`].
macro_rules! best {
    ($(
        $(#[$attribute:meta])*
        fn $name:ident<$($param:ident),+>($($arg:ident: $type:ty),+) -> $out:ty;
    )*) => {
        $(
            $(#[$attribute])*
            #[inline]
            pub fn $name<$($param: Encoding),+>($($arg: $type),+) -> $out {
                Isa::best().$name::<$($param),+>($($arg),+)
            }
        )*
    };
}

best! {
    /// Checks that `src` is well-formed.
    ///
    /// # Errors
    ///
    /// The first malformed sequence: its position and length in units of `E`, and its
    /// [kind](crate::ErrorKind).
    ///
    /// ```
    /// use utflane::{ErrorKind, Utf8, Utf16, validate};
    ///
    /// assert!(validate::<Utf8>("grüß dich".as_bytes()).is_ok());
    /// let error = validate::<Utf16>(&[0x41, 0xD800, 0x42]).unwrap_err();
    /// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
    /// assert_eq!(error.kind(), ErrorKind::UnpairedSurrogate);
    /// ```
    fn validate<E>(src: &[E::Unit]) -> Result<(), DecodeError>;

    /// Whether `src` is well-formed: [`validate`] without the position of an error.
    ///
    /// ```
    /// use utflane::{Ascii, Utf8, is_valid};
    ///
    /// assert!(is_valid::<Utf8>("é".as_bytes()));
    /// assert!(!is_valid::<Ascii>("é".as_bytes()));
    /// ```
    fn is_valid<E>(src: &[E::Unit]) -> bool;

    /// The number of characters (Unicode scalar values) of well-formed `src`; for other input some
    /// number from 0 to `src.len()`. The input is not validated.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, char_count};
    ///
    /// assert_eq!(char_count::<Utf8>("naïve 😀".as_bytes()), 7);
    /// assert_eq!(char_count::<Utf16>(&[0xD83D, 0xDE00]), 1);
    /// ```
    fn char_count<E>(src: &[E::Unit]) -> usize;

    /// The number of units at the end of `src` that begin a character without completing it: 0 to
    /// 3, in variants of UTF-8 to 5.
    ///
    /// Only the end of `src` is examined. To convert a stream in chunks, convert each chunk without
    /// this tail and put the tail before the next chunk. (In malformed CESU-8 a chunk may then end
    /// with half a pair that is not the tail: a lossy conversion replaces it once, and twice if it
    /// sees what follows. [`stream::Transcoder`](crate::stream::Transcoder) sees it.)
    ///
    /// ```
    /// use utflane::{Utf8, incomplete_tail};
    ///
    /// assert_eq!(incomplete_tail::<Utf8>(&"ab€".as_bytes()[..4]), 2);
    /// assert_eq!(incomplete_tail::<Utf8>("ab€".as_bytes()), 0);
    /// assert_eq!(incomplete_tail::<Utf8>(b"\xED\xA0"), 0, "no character begins so");
    /// ```
    fn incomplete_tail<E>(src: &[E::Unit]) -> usize;
}

#[cfg(feature = "convert")]
use best;
