//! The verbs as free functions, on the best instruction set of this machine, and the bound on their
//! output.

#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::*;

use super::SchemeOf;
use crate::encoding::scheme::{EncodingKind, LATIN1, Length, Scheme, Variant};
use crate::encoding::unit_size;
use crate::{DecodeError, Encoding, Isa, TranscodeError};
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
    let to = (SchemeOf::<D>::LENGTH, SchemeOf::<D>::IS_VARIANT);
    let worst = worst_len(SchemeOf::<S>::KIND, to.0, to.1);
    characters.checked_mul(worst * (SchemeOf::<D>::WIDTH / unit_size::<D>()))
}

/// The greatest number of code units to which a code unit can convert.
#[inline(always)]
pub(crate) const fn worst_len(from: EncodingKind, to: Length, into_variant: bool) -> usize {
    match (from, to) {
        // RFC 2279 takes 6 bytes for a character, and so do CESU-8 and MUTF-8 for a pair; a byte
        // that is malformed becomes a replacement character of 3.
        (EncodingKind::Utf32(_) | EncodingKind::Variant(Variant::Ucs4), Length::Utf8)
            if into_variant =>
        {
            6
        }
        (_, Length::Characters) => 1,
        (EncodingKind::Utf32(_) | EncodingKind::Variant(Variant::Ucs4), Length::Utf8) => 4,
        (EncodingKind::Utf32(_) | EncodingKind::Variant(Variant::Ucs4), Length::Utf16) => 2,
        (EncodingKind::SingleByte(LATIN1), Length::Utf8) => 2,
        // A unit of UTF-16, or a replacement character for a byte.
        (_, Length::Utf8) => 3,
        (_, Length::Utf16) => 1,
    }
}

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
