//! The verbs that return a new `Vec` or `String`, or append to one.

#[allow(unused_imports, reason = "links of the documentation")]
use super::{transcode, transcode_lossy, transcode_unchecked};
use crate::{Encoding, Isa, TranscodeError, Utf8};
use alloc::string::String;
use alloc::vec::Vec;

/// [`transcode`] to a new `Vec`.
///
/// # Errors
///
/// Those of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull).
///
/// ```
/// use utflane::{Utf8, Utf16Le, transcode_to_vec};
///
/// assert_eq!(transcode_to_vec::<Utf16Le, Utf8>(b"h\0i\0")?, b"hi");
/// assert!(transcode_to_vec::<Utf16Le, Utf8>(b"h\0i").is_err());
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub fn transcode_to_vec<S: Encoding, D: Encoding>(
    src: &[S::Unit],
) -> Result<Vec<D::Unit>, TranscodeError> {
    Isa::best().transcode_to_vec::<S, D>(src)
}

/// [`transcode_lossy`] to a new `Vec`.
///
/// ```
/// use utflane::{Latin1, Utf8, transcode_lossy_to_vec};
///
/// assert_eq!(transcode_lossy_to_vec::<Utf8, Latin1>("5 €".as_bytes()), b"5 ?");
/// ```
#[inline]
pub fn transcode_lossy_to_vec<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Vec<D::Unit> {
    Isa::best().transcode_lossy_to_vec::<S, D>(src)
}

/// [`transcode_unchecked`] to a new `Vec`.
///
/// # Safety
///
/// `src` must be well-formed in `S`, and `D` must be able to represent all its characters.
///
/// ```
/// use utflane::{Utf8, Utf16, transcode_unchecked_to_vec};
///
/// // SAFETY: a `str` is well-formed UTF-8.
/// let units = unsafe { transcode_unchecked_to_vec::<Utf8, Utf16>("é".as_bytes()) };
/// assert_eq!(units, [0xE9]);
/// ```
#[inline]
pub unsafe fn transcode_unchecked_to_vec<S: Encoding, D: Encoding>(
    src: &[S::Unit],
) -> Vec<D::Unit> {
    // SAFETY: the caller's promise is the one that is asked for.
    unsafe { Isa::best().transcode_unchecked_to_vec::<S, D>(src) }
}

/// What [`transcode_append`] appends text in `D` to: a `Vec` of its units, or, for UTF-8, a
/// `String`. The trait is sealed.
pub trait AppendTo<D: Encoding>: sealed::Units<D> {}

impl<D: Encoding> AppendTo<D> for Vec<D::Unit> {}

impl AppendTo<Utf8> for String {}

mod sealed {
    use super::{Encoding, String, Utf8, Vec};

    pub trait Units<D: Encoding> {
        /// The units of the text.
        ///
        /// # Safety
        ///
        /// What is appended to them is well-formed in `D`.
        unsafe fn units(&mut self) -> &mut Vec<D::Unit>;
    }

    impl<D: Encoding> Units<D> for Vec<D::Unit> {
        /// # Safety
        ///
        /// None is needed: any units may be in it.
        unsafe fn units(&mut self) -> &mut Vec<D::Unit> {
            self
        }
    }

    impl Units<Utf8> for String {
        /// # Safety
        ///
        /// That of the trait: what is appended is well-formed.
        unsafe fn units(&mut self) -> &mut Vec<u8> {
            // SAFETY: this function has the same contract.
            unsafe { self.as_mut_vec() }
        }
    }
}

/// [`transcode`] to the end of a `Vec`, or of a `String` if `D` is UTF-8; returns the number of
/// units appended.
///
/// `dst` has capacity for at least one unit more then: a NUL after the text needs no allocation.
/// Nothing is zeroed, and a `dst` that has enough capacity is not allocated again. A pair of
/// surrogates of which `dst` has the first half and `src` the second becomes one character of four
/// bytes in [`Wtf8`](crate::Wtf8), where its halves have three each: one byte more is appended.
///
/// # Errors
///
/// Those of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull). What was converted
/// before the error is appended: [`written`](TranscodeError::written) units.
///
/// ```
/// use utflane::{Utf8, Utf16, transcode_append};
///
/// let mut wide = vec![0x3E];
/// assert_eq!(transcode_append::<Utf8, Utf16>("é".as_bytes(), &mut wide)?, 1);
/// wide.push(0);
/// assert_eq!(wide, [0x3E, 0xE9, 0]);
///
/// let mut text = String::from("> ");
/// let error = transcode_append::<Utf16, Utf8>(&[0x68, 0x69, 0xDC00], &mut text).unwrap_err();
/// assert_eq!((text.as_str(), error.read()), ("> hi", 2));
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub fn transcode_append<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut impl AppendTo<D>,
) -> Result<usize, TranscodeError> {
    // SAFETY: a conversion to `D` appends whole characters of well-formed text.
    let dst = unsafe { dst.units() };
    Isa::best().transcode_append::<S, D>(src, dst)
}

/// [`transcode_lossy`] to the end of a `Vec`, or of a `String` if `D` is UTF-8; returns the number
/// of units appended.
///
/// `dst` has capacity for at least one unit more then.
///
/// ```
/// use utflane::{Latin1, Utf8, Utf16Le, transcode_lossy_append};
///
/// let mut latin1 = b"5 ".to_vec();
/// assert_eq!(transcode_lossy_append::<Utf8, Latin1>("€".as_bytes(), &mut latin1), 1);
/// assert_eq!(latin1, b"5 ?");
///
/// let mut text = String::from("> ");
/// assert_eq!(transcode_lossy_append::<Utf16Le, Utf8>(b"h\0\0\xDC", &mut text), 4);
/// assert_eq!(text, "> h\u{FFFD}");
/// ```
#[inline]
pub fn transcode_lossy_append<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut impl AppendTo<D>,
) -> usize {
    // SAFETY: a conversion to `D` appends whole characters of well-formed text.
    let dst = unsafe { dst.units() };
    Isa::best().transcode_lossy_append::<S, D>(src, dst)
}

/// Converts to a new `String`. Where the bytes may be text already,
/// [`transcode_to_cow`](crate::transcode_to_cow) borrows them.
///
/// # Errors
///
/// The first malformed sequence, or the first character that text cannot represent (a lone
/// surrogate of WTF-8 and others).
///
/// ```
/// use utflane::{Utf32, transcode_to_string};
///
/// assert_eq!(transcode_to_string::<Utf32>(&[0x68, 0x1F600])?, "h😀");
/// assert_eq!(transcode_to_string::<Utf32>(&[0x68, 0xD800]).unwrap_err().read(), 1);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub fn transcode_to_string<S: Encoding>(src: &[S::Unit]) -> Result<String, TranscodeError> {
    Isa::best().transcode_to_string::<S>(src)
}

/// Converts to a new `String`, with U+FFFD for what is malformed or cannot be represented.
///
/// ```
/// use utflane::{Utf16Be, transcode_lossy_to_string};
///
/// assert_eq!(transcode_lossy_to_string::<Utf16Be>(b"\0h\xDC\0"), "h\u{FFFD}");
/// ```
#[inline]
pub fn transcode_lossy_to_string<S: Encoding>(src: &[S::Unit]) -> String {
    Isa::best().transcode_lossy_to_string::<S>(src)
}
