//! The verbs for two encodings that are chosen at run time.

use super::Pair;
use crate::convert::codec::Codec;
use crate::convert::verbs::worst_case;
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Isa, TranscodeError};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::mem::MaybeUninit;

/// Bytes at the end of a new `Vec` that let kernels store whole vectors.
#[cfg(feature = "alloc")]
const SPARE: usize = 64;

impl Pair {
    /// Converts like [`convert`](Self::convert) or [`convert_lossy`](Self::convert_lossy), and
    /// leaves the rest of the output untouched if `preserve_tail` is set. Builds for small code
    /// ignore `preserve_tail`.
    #[inline(always)]
    pub(super) fn convert_preserving_tail(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        let src = self.limited(src, dst.len());
        if self.preserve_tail && !cfg!(utflane_small) {
            self.convert_through_buffer(isa, src, dst, lossy)
        } else {
            self.convert_overwriting(isa, src, dst, lossy)
        }
    }

    /// Converts `src` into `dst` and returns the number of units written, like
    /// [`transcode`](crate::transcode).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode).
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// let mut text = [0; 8];
    /// let len = pair.transcode(b"5 \x80", &mut text)?;
    /// assert_eq!(text[..len], *"5 €".as_bytes());
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    #[inline]
    pub fn transcode(self, src: &[u8], dst: &mut [u8]) -> Result<usize, TranscodeError> {
        let at = self.convert_preserving_tail(self.isa(), src, memory::output(dst), false);
        self.outcome(src, at)
    }

    /// Converts like [`transcode`](Self::transcode) into uninitialised memory. The bytes of the
    /// written units are initialised, even after an error.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// let mut text = [MaybeUninit::uninit(); 8];
    /// assert_eq!(pair.transcode_uninit(b"5 \x80", &mut text), Ok(5));
    /// ```
    #[inline]
    pub fn transcode_uninit(
        self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        let at = self.convert_preserving_tail(self.isa(), src, memory::output_uninit(dst), false);
        self.outcome(src, at)
    }

    /// Converts as much of `src` as possible: up to its end, to a character that does not fit into
    /// `dst`, or to an error. Returns the numbers of units read and written.
    ///
    /// This is faster than [`transcode`](Self::transcode) for short outputs, because it does not
    /// determine why it stopped. To get the reason, call `transcode` for the rest.
    // Only the `encoding_rs`-compatible crate and the Python package need it.
    #[doc(hidden)]
    #[inline]
    pub fn transcode_prefix(self, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let isa = self.isa();
        // The sizes of units are powers of two, so shifts divide by them.
        if let Some(at) = self.fill_short_output(isa, src, dst) {
            // The target is UTF-8, whose units are bytes.
            let from = self.source.unit_size().trailing_zeros();
            return (at.read >> from, at.written);
        }
        let at = self.convert_prefix(isa, src, memory::output(dst));
        let [from, to] = self.units().map(usize::trailing_zeros);
        (at.read >> from, at.written >> to)
    }

    #[inline(never)]
    fn convert_prefix(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        self.convert_preserving_tail(isa, src, dst, false)
    }

    /// Converts `src` into `dst` with replacement and returns the number of units written, like
    /// [`transcode_lossy`](crate::transcode_lossy).
    ///
    /// # Errors
    ///
    /// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the output is too short.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Windows1252).unwrap();
    /// let mut text = [0; 8];
    /// let len = pair.transcode_lossy("5 € 漢".as_bytes(), &mut text)?;
    /// assert_eq!(text[..len], *b"5 \x80 ?");
    /// # Ok::<(), utflane::TranscodeError>(())
    /// ```
    pub fn transcode_lossy(self, src: &[u8], dst: &mut [u8]) -> Result<usize, TranscodeError> {
        let at = self.convert_preserving_tail(self.isa(), src, memory::output(dst), true);
        self.outcome_full(src, at)
    }

    /// Converts like [`transcode_lossy`](Self::transcode_lossy) into uninitialised memory. The
    /// bytes of the written units are initialised, even after an error.
    ///
    /// # Errors
    ///
    /// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if the output is too short.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Windows1252).unwrap();
    /// let mut text = [MaybeUninit::uninit(); 8];
    /// assert_eq!(pair.transcode_lossy_uninit("5 € 漢".as_bytes(), &mut text), Ok(5));
    /// ```
    pub fn transcode_lossy_uninit(
        self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Result<usize, TranscodeError> {
        let at = self.convert_preserving_tail(self.isa(), src, memory::output_uninit(dst), true);
        self.outcome_full(src, at)
    }

    /// Converts `src` to a new `Vec` of bytes, like
    /// [`transcode_to_vec`](fn@crate::transcode_to_vec).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode), except a full output.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new("windows-1251".parse()?, Charset::Utf8).unwrap();
    /// let text = String::from_utf8(pair.transcode_to_vec(b"\xE4\xE0")?)?;
    /// assert_eq!(text, "да");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn transcode_to_vec(self, src: &[u8]) -> Result<Vec<u8>, TranscodeError> {
        let isa = self.isa();
        let mut dst = self.zeroed_output(Codec::transcoded_len(self, isa, src));
        let at = self.convert(isa, src, memory::output(&mut dst));
        if at.read < src.len() {
            // The computed length of malformed text may be too small, so the output may be full
            // before the error. `measure` returns the error.
            Codec::measure(self, isa, src)?;
        }
        self.outcome(src, at)?;
        dst.truncate(at.written);
        Ok(dst)
    }

    /// Converts `src` to a new `Vec` of bytes with replacement, like
    /// [`transcode_lossy_to_vec`](fn@crate::transcode_lossy_to_vec).
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Latin1).unwrap();
    /// assert_eq!(pair.transcode_lossy_to_vec("10 €".as_bytes()), b"10 ?");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn transcode_lossy_to_vec(self, src: &[u8]) -> Vec<u8> {
        let isa = self.isa();
        let mut dst = self.zeroed_output(Codec::lossy_len(self, isa, src));
        let at = self.convert_lossy(isa, src, memory::output(&mut dst));
        dst.truncate(at.written);
        dst
    }

    /// Returns a zeroed output for `units` units of the target, with `SPARE` more bytes, so that
    /// kernels can store whole vectors.
    #[cfg(feature = "alloc")]
    fn zeroed_output(self, units: usize) -> Vec<u8> {
        let bytes = units.saturating_mul(self.target.unit_size());
        vec![0; bytes.saturating_add(SPARE)]
    }

    /// Validates `src` and returns the number of units that [`transcode`](Self::transcode) would
    /// write, like [`measure`](fn@crate::measure).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode`](crate::transcode), except a full output.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// assert_eq!(pair.measure("5 €".as_bytes()), Ok(3));
    /// assert_eq!(pair.measure(b"5 \xFF").unwrap_err().read(), 2);
    /// ```
    #[inline]
    pub fn measure(self, src: &[u8]) -> Result<usize, TranscodeError> {
        Codec::measure(self, self.isa(), src)
    }

    /// Returns the number of units of the conversion of `src`, like
    /// [`transcoded_len`](crate::transcoded_len). It is exact if `src` can be converted.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// assert_eq!(pair.transcoded_len(b"5 \x80"), 5);
    /// ```
    pub fn transcoded_len(self, src: &[u8]) -> usize {
        Codec::transcoded_len(self, self.isa(), src)
    }

    /// Returns the number of units of the conversion of `src` with replacement, like
    /// [`lossy_len`](crate::lossy_len).
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// assert_eq!(pair.lossy_len(b"5 \xFF"), 3);
    /// ```
    #[inline]
    pub fn lossy_len(self, src: &[u8]) -> usize {
        Codec::lossy_len(self, self.isa(), src)
    }

    /// Returns the largest number of units to which `units` units of the source can convert,
    /// strictly or with replacement, like [`max_len`](crate::max_len).
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf16, Charset::Utf8).unwrap();
    /// assert_eq!(pair.max_len(10), Some(30));
    /// ```
    pub fn max_len(self, units: usize) -> Option<usize> {
        let [from, to] = worst_case(self.source, self.target);
        units.div_ceil(from).checked_mul(to)
    }
}
