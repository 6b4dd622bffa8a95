//! The conversions that return a new `Vec` or `String`, or append to one, as free functions.

#[allow(unused_imports, reason = "links of the documentation")]
use super::{transcode, transcode_lossy, transcode_unchecked};
use crate::convert::plan;
use crate::convert::verbs::owned::begins_with_convertible;
use crate::{Encoding, Isa, TranscodeError, Utf8};
use alloc::string::String;
use alloc::vec::Vec;

/// Converts `src` like [`transcode`] into a new `Vec`.
///
/// # Errors
///
/// Returns the errors of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull).
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

/// Converts `src` like [`transcode_lossy`] into a new `Vec`.
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

/// Converts `src` like [`transcode_unchecked`] into a new `Vec`.
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
    let isa = Isa::best();
    let convert =
        |src: &_, dst: &mut _| plan::convert_unchecked(isa, S::SCHEME, D::SCHEME, src, dst);
    let needs_capacity = begins_with_convertible(S::SCHEME, D::SCHEME);
    // SAFETY: a conversion initialises the bytes that its progress counts as written.
    unsafe { isa.collect::<S, D>(src, convert, needs_capacity) }.0
}

/// A destination of [`transcode_append`] and [`transcode_lossy_append`]: a `Vec` of units of `D`,
/// or a `String` if `D` is UTF-8.
///
/// This trait is sealed.
pub trait AppendTo<D: Encoding>: sealed::Units<D> {}

impl<D: Encoding> AppendTo<D> for Vec<D::Unit> {}

impl AppendTo<Utf8> for String {}

mod sealed {
    use super::{Encoding, String, Utf8, Vec};

    pub trait Units<D: Encoding> {
        /// Returns the units of the text.
        ///
        /// # Safety
        ///
        /// The caller must append only well-formed text of `D`.
        unsafe fn as_vec(&mut self) -> &mut Vec<D::Unit>;
    }

    impl<D: Encoding> Units<D> for Vec<D::Unit> {
        /// # Safety
        ///
        /// No requirement: a `Vec` may contain any units.
        unsafe fn as_vec(&mut self) -> &mut Vec<D::Unit> {
            self
        }
    }

    impl Units<Utf8> for String {
        /// # Safety
        ///
        /// The caller must append only well-formed UTF-8.
        unsafe fn as_vec(&mut self) -> &mut Vec<u8> {
            // SAFETY: this function has the same contract.
            unsafe { self.as_mut_vec() }
        }
    }
}

/// Converts `src` like [`transcode`], appends the result to a `Vec`, or to a `String` if `D` is
/// UTF-8, and returns the number of units appended.
///
/// This function does not zero memory. It does not allocate if the spare capacity is enough for the
/// worst case, see [`max_len`](crate::max_len). Otherwise it may allocate even if the output would
/// fit. Afterwards `dst` has capacity for at least one more unit, so a terminating NUL needs no
/// allocation.
///
/// In [`Wtf8`](crate::Wtf8), a high surrogate at the end of `dst` and a low surrogate at the start
/// of `src` are joined into one character. It has 4 bytes, and replaces the 3 bytes of the high
/// surrogate, so only 1 byte counts as appended.
///
/// # Errors
///
/// Returns the errors of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull). The
/// [`written`](TranscodeError::written) units before the error are appended.
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
    let dst = unsafe { dst.as_vec() };
    Isa::best().transcode_append::<S, D>(src, dst)
}

/// Converts `src` like [`transcode_lossy`], appends the result to a `Vec`, or to a `String` if `D`
/// is UTF-8, and returns the number of units appended.
///
/// This function handles capacity and split surrogate pairs like [`transcode_append`].
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
    let dst = unsafe { dst.as_vec() };
    Isa::best().transcode_lossy_append::<S, D>(src, dst)
}

/// Converts `src` into a new `String`.
///
/// [`transcode_to_cow`](crate::transcode_to_cow) borrows `src` if it is already UTF-8.
///
/// # Errors
///
/// Returns the position of the first malformed sequence, or of the first code point that is not a
/// Unicode scalar value, such as an unpaired surrogate in WTF-8.
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
    let bytes = transcode_to_vec::<S, Utf8>(src)?;
    // SAFETY: a conversion to UTF-8 writes well-formed UTF-8.
    Ok(unsafe { String::from_utf8_unchecked(bytes) })
}

/// Converts `src` into a new `String`, and replaces malformed sequences and code points that are
/// not Unicode scalar values with U+FFFD.
///
/// ```
/// use utflane::{Utf16Be, transcode_lossy_to_string};
///
/// assert_eq!(transcode_lossy_to_string::<Utf16Be>(b"\0h\xDC\0"), "h\u{FFFD}");
/// ```
#[inline]
pub fn transcode_lossy_to_string<S: Encoding>(src: &[S::Unit]) -> String {
    let bytes = transcode_lossy_to_vec::<S, Utf8>(src);
    // SAFETY: a conversion to UTF-8 writes well-formed UTF-8.
    unsafe { String::from_utf8_unchecked(bytes) }
}
