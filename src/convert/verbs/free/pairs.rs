//! The verbs of pairs of encodings as free functions, and the bound on their output.

use super::best;
#[allow(unused_imports, reason = "links of the documentation")]
use super::incomplete_tail;
use crate::convert::verbs::{SchemeOf, worst_len};
use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::{Encoding, Isa, TranscodeError};
use core::mem::MaybeUninit;

/// The greatest number of units of `D` to which `units` units of `S` can convert, strictly or with
/// replacement, whatever their content. `None` if it is not in the range of a `usize`.
///
/// ```
/// use utflane::{Utf8, Utf16, Utf16Le, max_len};
///
/// const CAPACITY: Option<usize> = max_len::<Utf16, Utf8>(100);
/// assert_eq!(CAPACITY, Some(300));
/// assert_eq!(max_len::<Utf8, Utf16Le>(100), Some(200));
/// assert_eq!(max_len::<Utf16, Utf8>(usize::MAX), None);
/// ```
pub const fn max_len<S: Encoding, D: Encoding>(units: usize) -> Option<usize> {
    let characters = units.div_ceil(SchemeOf::<S>::WIDTH / unit_size::<S>());
    let to = (D::CHARSET, SchemeOf::<D>::LENGTH, SchemeOf::<D>::IS_VARIANT);
    let worst = worst_len(SchemeOf::<S>::KIND, to.0, to.1, to.2);
    characters.checked_mul(worst * (SchemeOf::<D>::WIDTH / unit_size::<D>()))
}

best! {
    /// Converts `src` to the beginning of `dst` and returns the number of units written.
    ///
    /// The content of `dst` after them is unspecified. `dst` may have any length; [`max_len`] units
    /// are always enough, and [`measure`] and [`transcoded_len`] compute how many are needed.
    ///
    /// # Errors
    ///
    /// The position, in units of `S` and `D`, at which the conversion stopped, and the reason: the
    /// input is malformed, `D` cannot represent a character, or the next character does not fit
    /// into `dst`. The units written until then are whole characters, and the conversion can be
    /// resumed.
    ///
    /// ```
    /// use utflane::{Reason, Utf8, Utf16, transcode};
    ///
    /// let src = "a😀b".as_bytes();
    /// let mut dst = [0; 2];
    /// let error = transcode::<Utf8, Utf16>(src, &mut dst).unwrap_err();
    /// assert_eq!((error.read(), error.written()), (1, 1));
    /// assert_eq!(error.reason(), Reason::OutputFull);
    /// assert_eq!(transcode::<Utf8, Utf16>(&src[1..5], &mut dst), Ok(2));
    /// assert_eq!(dst, [0xD83D, 0xDE00]);
    /// ```
    fn transcode<S, D>(src: &[S::Unit], dst: &mut [D::Unit]) -> Result<usize, TranscodeError>;

    /// Converts `src` to the beginning of `dst`, with replacement of malformed sequences and of
    /// unrepresentable characters, and returns the number of units written.
    ///
    /// A malformed sequence (in UTF-8 each maximal subpart, as in WHATWG decoders and std) becomes
    /// U+FFFD. In Latin-1 and ASCII it becomes `?`, and so does a character that they cannot
    /// represent. The end of `src` is the end of the text: if more follows, convert `src` without
    /// its [`incomplete_tail`].
    ///
    /// # Errors
    ///
    /// [`Reason::OutputFull`](crate::Reason::OutputFull) only: the next character or replacement
    /// does not fit.
    ///
    /// ```
    /// use utflane::{Ascii, Utf8, Utf16, transcode_lossy};
    ///
    /// let mut units = [0; 8];
    /// let written = transcode_lossy::<Utf8, Utf16>(b"a\xE2\x82b", &mut units)?;
    /// assert_eq!(units[..written], [0x61, 0xFFFD, 0x62]);
    ///
    /// let mut ascii = [0; 8];
    /// let written = transcode_lossy::<Utf8, Ascii>("né".as_bytes(), &mut ascii)?;
    /// assert_eq!(&ascii[..written], b"n?");
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    fn transcode_lossy<S, D>(src: &[S::Unit], dst: &mut [D::Unit]) -> Result<usize, TranscodeError>;

    /// The number of units that [`transcode`] would write into unlimited output.
    ///
    /// # Errors
    ///
    /// Those of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull);
    /// [`written`](TranscodeError::written) is the number of units that would have been written
    /// until then.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, measure};
    ///
    /// assert_eq!(measure::<Utf8, Utf16>("a😀".as_bytes()), Ok(3));
    /// assert_eq!(measure::<Utf8, Utf16>(b"ab\xFF").unwrap_err().written(), 2);
    /// ```
    fn measure<S, D>(src: &[S::Unit]) -> Result<usize, TranscodeError>;

    /// The number of units that [`transcode`] writes for well-formed `src` that `D` can represent.
    ///
    /// For other input it is some number from 0 to [`max_len`], equal on every instruction set. The
    /// input is not validated.
    ///
    /// ```
    /// use utflane::{Latin1, Utf8, transcoded_len};
    ///
    /// assert_eq!(transcoded_len::<Latin1, Utf8>(b"caf\xE9"), 5);
    /// ```
    fn transcoded_len<S, D>(src: &[S::Unit]) -> usize;

    /// The number of units that [`transcode_lossy`] writes, for any `src`.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, lossy_len};
    ///
    /// assert_eq!(lossy_len::<Utf8, Utf16>(b"a\xF0\x9F\x98"), 2);
    /// assert_eq!(lossy_len::<Utf8, Utf8>(b"a\xF0\x9F\x98"), 4);
    /// ```
    fn lossy_len<S, D>(src: &[S::Unit]) -> usize;
}

/// The index in the conversion of `src` to `D` of the character that `index` of `src` is in: in
/// units of `D` for one in units of `S`, as fast as counting. `None` if `index` is more than
/// `src.len()`.
///
/// For `src` that is well-formed in `S` and representable in `D`; otherwise the result is some
/// index, not more than [`max_len`] of `index`.
///
/// ```
/// use utflane::{Utf8, Utf16, converted_index};
///
/// let text = "😀é!";
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), text.find('!').unwrap()), Some(3));
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), 5), Some(2), "within the é");
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), 8), None);
/// ```
#[inline]
pub fn converted_index<S: Encoding, D: Encoding>(src: &[S::Unit], index: usize) -> Option<usize> {
    Isa::best().converted_index::<S, D>(src, index)
}

/// The index in `src` of the character that unit `index` of its conversion to `D` belongs to: in
/// units of `S` for one in units of `D`, as fast as counting. The length of the conversion gives
/// the length of `src`, and `None` is for all that is more.
///
/// For `src` that is well-formed in `S` and representable in `D`; otherwise the result is `None` or
/// some index, not more than `src.len()`.
///
/// ```
/// use utflane::{Utf8, Utf16, original_index};
///
/// let text = "😀é!";
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 3), text.find('!'));
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 1), Some(0), "within the 😀");
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 5), None);
/// ```
#[inline]
pub fn original_index<S: Encoding, D: Encoding>(src: &[S::Unit], index: usize) -> Option<usize> {
    Isa::best().original_index::<S, D>(src, index)
}

/// [`transcode`] into memory that need not be initialised; returns the units written.
///
/// # Errors
///
/// Those of [`transcode`]; the first [`written`](TranscodeError::written) units of `dst` are
/// initialised.
///
/// ```
/// use core::mem::MaybeUninit;
/// use utflane::{Utf8, Utf32, transcode_uninit};
///
/// let mut dst = [MaybeUninit::uninit(); 4];
/// let units: &mut [u32] = transcode_uninit::<Utf8, Utf32>("é".as_bytes(), &mut dst)?;
/// assert_eq!(units, [0xE9]);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub fn transcode_uninit<'d, S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<D::Unit>],
) -> Result<&'d mut [D::Unit], TranscodeError> {
    Isa::best().transcode_uninit::<S, D>(src, dst)
}

/// [`transcode_lossy`] into memory that need not be initialised; returns the units written.
///
/// # Errors
///
/// Those of [`transcode_lossy`]; the first [`written`](TranscodeError::written) units of `dst` are
/// initialised.
///
/// ```
/// use core::mem::MaybeUninit;
/// use utflane::{Utf8, Utf16, transcode_lossy_uninit};
///
/// let mut dst = [MaybeUninit::uninit(); 4];
/// let units: &mut [u16] = transcode_lossy_uninit::<Utf8, Utf16>(b"\xFF!", &mut dst)?;
/// assert_eq!(units, [0xFFFD, 0x21]);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub fn transcode_lossy_uninit<'d, S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<D::Unit>],
) -> Result<&'d mut [D::Unit], TranscodeError> {
    Isa::best().transcode_lossy_uninit::<S, D>(src, dst)
}

/// [`transcode`] for input that is known to be well-formed and representable; returns the number of
/// units written.
///
/// # Safety
///
/// `src` must be well-formed in `S`, and `D` must be able to represent all its characters. (If not,
/// the content of `dst` is unspecified; nothing is written outside it.)
///
/// # Errors
///
/// [`Reason::OutputFull`](crate::Reason::OutputFull) only.
///
/// ```
/// use utflane::{Utf8, Utf16, transcode_unchecked};
///
/// let mut dst = [0; 4];
/// // SAFETY: a `str` is well-formed UTF-8.
/// let written = unsafe { transcode_unchecked::<Utf8, Utf16>("é".as_bytes(), &mut dst) }?;
/// assert_eq!(dst[..written], [0xE9]);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub unsafe fn transcode_unchecked<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut [D::Unit],
) -> Result<usize, TranscodeError> {
    // SAFETY: the caller's promise is the one that is asked for.
    unsafe { Isa::best().transcode_unchecked::<S, D>(src, dst) }
}

/// [`transcode_unchecked`] into memory that need not be initialised; returns the units written.
///
/// # Safety
///
/// `src` must be well-formed in `S`, and `D` must be able to represent all its characters.
///
/// # Errors
///
/// [`Reason::OutputFull`](crate::Reason::OutputFull) only; the first
/// [`written`](TranscodeError::written) units of `dst` are initialised.
///
/// ```
/// use core::mem::MaybeUninit;
/// use utflane::{Utf8, Utf16, transcode_unchecked_uninit};
///
/// let mut dst = [MaybeUninit::uninit(); 4];
/// // SAFETY: a `str` is well-formed UTF-8.
/// let units = unsafe { transcode_unchecked_uninit::<Utf8, Utf16>("é".as_bytes(), &mut dst) }?;
/// assert_eq!(units, [0xE9]);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[inline]
pub unsafe fn transcode_unchecked_uninit<'d, S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<D::Unit>],
) -> Result<&'d mut [D::Unit], TranscodeError> {
    // SAFETY: the caller's promise is the one that is asked for.
    unsafe { Isa::best().transcode_unchecked_uninit::<S, D>(src, dst) }
}
