//! The verbs that convert or measure, as free functions, and the bound on their output.

#[allow(unused_imports, reason = "links of the documentation")]
use super::incomplete_tail;
use crate::convert::codec::{Codec, Typed};
use crate::convert::plan;
use crate::convert::verbs::worst_case;
use crate::memory;
use crate::{Encoding, Isa, TranscodeError};
use core::mem::MaybeUninit;

/// Returns the largest number of units of `D` to which `units` units of `S` can convert, strictly
/// or with replacement.
///
/// Returns `None` if that number does not fit into a `usize`.
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
    let [from, to] = const { worst_case(S::CHARSET, D::CHARSET) };
    units.div_ceil(from).checked_mul(to)
}

/// Converts `src` into `dst` and returns the number of units of `D` written.
///
/// The conversion starts at the beginning of `dst` and never writes past its end. The units of
/// `dst` after the written ones are unspecified. `dst` may have any length. [`max_len`] returns a
/// length that always suffices. [`measure`] and [`transcoded_len`] return the length that `src`
/// needs.
///
/// # Errors
///
/// Returns the positions, in units of `S` and `D`, at which the conversion stopped, and the reason:
///
/// - `src` is malformed there,
/// - `D` cannot represent the next character, or
/// - the next character does not fit into `dst`.
///
/// The units written so far are complete characters. You can resume the conversion at
/// [`read`](TranscodeError::read).
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
#[inline]
pub fn transcode<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut [D::Unit],
) -> Result<usize, TranscodeError> {
    Isa::best().transcode::<S, D>(src, dst)
}

/// Converts `src` into `dst`, replaces malformed sequences and unrepresentable characters, and
/// returns the number of units of `D` written.
///
/// A malformed sequence becomes U+FFFD. In UTF-8, each maximal subpart of an ill-formed sequence
/// becomes one U+FFFD, as in the WHATWG Encoding Standard and in std. If `D` is Latin-1 or ASCII, a
/// malformed sequence becomes `?`, and so does each character that `D` cannot represent.
///
/// The end of `src` is the end of the text. If more text follows, convert `src` without its
/// [`incomplete_tail`].
///
/// # Errors
///
/// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the next character or replacement
/// does not fit into `dst`. There is no other error.
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
#[inline]
pub fn transcode_lossy<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut [D::Unit],
) -> Result<usize, TranscodeError> {
    Isa::best().transcode_lossy::<S, D>(src, dst)
}

/// Validates `src` and returns the number of units of `D` that [`transcode`] would write if its
/// output were large enough.
///
/// # Errors
///
/// Returns the errors of [`transcode`], except [`OutputFull`](crate::Reason::OutputFull).
/// [`written`](TranscodeError::written) is the number of units that the characters before the error
/// convert to.
///
/// ```
/// use utflane::{Utf8, Utf16, measure};
///
/// assert_eq!(measure::<Utf8, Utf16>("a😀".as_bytes()), Ok(3));
/// assert_eq!(measure::<Utf8, Utf16>(b"ab\xFF").unwrap_err().written(), 2);
/// ```
#[inline]
pub fn measure<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Result<usize, TranscodeError> {
    Isa::best().measure::<S, D>(src)
}

/// Returns the number of units of `D` that [`transcode`] writes for `src`, without validating it.
///
/// The result is exact if `src` is well-formed and `D` can represent its characters. Otherwise it
/// is an unspecified number from 0 to [`max_len`], the same on every CPU.
///
/// ```
/// use utflane::{Latin1, Utf8, transcoded_len};
///
/// assert_eq!(transcoded_len::<Latin1, Utf8>(b"caf\xE9"), 5);
/// ```
#[inline]
pub fn transcoded_len<S: Encoding, D: Encoding>(src: &[S::Unit]) -> usize {
    Isa::best().transcoded_len::<S, D>(src)
}

/// Returns the number of units of `D` that [`transcode_lossy`] writes for `src`, which may be
/// malformed.
///
/// ```
/// use utflane::{Utf8, Utf16, lossy_len};
///
/// assert_eq!(lossy_len::<Utf8, Utf16>(b"a\xF0\x9F\x98"), 2);
/// assert_eq!(lossy_len::<Utf8, Utf8>(b"a\xF0\x9F\x98"), 4);
/// ```
#[inline]
pub fn lossy_len<S: Encoding, D: Encoding>(src: &[S::Unit]) -> usize {
    Isa::best().lossy_len::<S, D>(src)
}

/// Converts `src` like [`transcode`] into uninitialised memory and returns the units written.
///
/// # Errors
///
/// Returns the errors of [`transcode`]. The first [`written`](TranscodeError::written) units of
/// `dst` are initialised.
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
    let (codec, isa, src) = (Typed::<S, D>::NEW, Isa::best(), memory::bytes(src));
    // SAFETY: a conversion initialises the bytes that its progress counts as written.
    let (written, at) = unsafe { memory::fill(dst, |dst| codec.convert(isa, src, dst)) };
    codec.outcome(src, at).map(|_| written)
}

/// Converts `src` like [`transcode_lossy`] into uninitialised memory and returns the units written.
///
/// # Errors
///
/// Returns the error of [`transcode_lossy`]. The first [`written`](TranscodeError::written) units
/// of `dst` are initialised.
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
    let (codec, isa, src) = (Typed::<S, D>::NEW, Isa::best(), memory::bytes(src));
    // SAFETY: a conversion initialises the bytes that its progress counts as written.
    let (written, at) = unsafe { memory::fill(dst, |dst| codec.convert_lossy(isa, src, dst)) };
    codec.outcome_full(src, at).map(|_| written)
}

/// Converts `src` like [`transcode`], but without validation, and returns the number of units of
/// `D` written.
///
/// # Safety
///
/// `src` must be well-formed in `S`, and `D` must be able to represent all its characters. If this
/// does not hold, the contents of `dst` are unspecified, but nothing is written outside it.
///
/// # Errors
///
/// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the next character does not fit
/// into `dst`. There is no other error.
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
    // SAFETY: this function has the same contract.
    unsafe { Isa::best().transcode_unchecked::<S, D>(src, dst) }
}

/// Converts `src` like [`transcode_unchecked`] into uninitialised memory and returns the units
/// written.
///
/// # Safety
///
/// `src` must be well-formed in `S`, and `D` must be able to represent all its characters.
///
/// # Errors
///
/// Returns the error of [`transcode_unchecked`]. The first [`written`](TranscodeError::written)
/// units of `dst` are initialised.
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
    let (isa, src) = (Isa::best(), memory::bytes(src));
    let convert = |dst: &mut _| plan::convert_unchecked(isa, S::SCHEME, D::SCHEME, src, dst);
    // SAFETY: a conversion initialises the bytes that its progress counts as written.
    let (written, at) = unsafe { memory::fill(dst, convert) };
    Typed::<S, D>::NEW.outcome_full(src, at).map(|_| written)
}
