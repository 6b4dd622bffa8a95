//! [`Pair`]: the source and the target of a conversion, chosen at run time.
#![forbid(unsafe_code)]

#[cfg(feature = "charset")]
mod codec;
mod limit;
#[cfg(feature = "charset")]
mod preserve_tail;
#[cfg(feature = "charset")]
mod short_output;
#[cfg(feature = "charset")]
mod variants;
#[cfg(feature = "charset")]
mod verbs;

use crate::Charset;
#[cfg(feature = "charset")]
use crate::Isa;

/// The source and the target of a conversion, chosen at run time.
///
/// The methods correspond to the generic functions of the same names. They read and write bytes, but
/// count [units](Charset::unit_size) as the generic functions do. To pass slices of `u16` or `u32`,
/// use [`unit_bytes`](crate::unit_bytes) and [`unit_bytes_mut`](crate::unit_bytes_mut).
///
/// The methods use the best instruction set, [`Isa::best`](crate::Isa::best). To pin another one,
/// for example in a test, call [`with_isa`](Self::with_isa).
///
/// ```
/// use utflane::{Charset, Pair, unit_bytes_mut};
///
/// let pair = Pair::new(Charset::Windows1252, Charset::Utf16).unwrap();
/// let mut units = [0u16; 4];
/// assert_eq!(pair.transcode(b"5 \x80", unit_bytes_mut(&mut units))?, 3);
/// assert_eq!(units[2], 0x20AC);
/// assert_eq!(pair.transcoded_len(b"5 \x80"), 3);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    source: Charset,
    target: Charset,
    /// Whether conversions leave the output after the written units untouched.
    ///
    /// Default: `false`, which leaves the output after the written units unspecified. Set it if you
    /// cannot pass the exact capacity of the output, for example because an interface passes a
    /// pointer without a length. It applies to [`transcode`](Self::transcode),
    /// [`transcode_lossy`](Self::transcode_lossy) and their variants for uninitialised memory. It
    /// has no effect in builds for small code (`--cfg utflane_small`).
    ///
    /// ```
    /// use utflane::{Charset, Pair, unit_bytes_mut};
    ///
    /// let mut pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// pair.preserve_tail = true;
    /// let mut units = [7u16; 100];
    /// let error = pair.transcode(b"abc\xFFdef", unit_bytes_mut(&mut units));
    /// assert_eq!(error.unwrap_err().written(), 3);
    /// assert_eq!(units[3..], [7; 97]);
    /// ```
    pub preserve_tail: bool,
    /// The pinned instruction set.
    #[cfg(feature = "charset")]
    isa: Option<Isa>,
}

impl Pair {
    /// Creates the pair of `source` and `target`.
    ///
    /// Returns `None` if one of them is [ISO-2022-JP](Charset::is_stateful), which only
    /// [streams](crate::stream::AnyTranscoder) can convert.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// assert_eq!((pair.source(), pair.target()), (Charset::Windows1252, Charset::Utf8));
    /// ```
    pub const fn new(source: Charset, target: Charset) -> Option<Pair> {
        if source.is_stateful() || target.is_stateful() {
            return None;
        }
        Some(Pair::from_charsets(source, target))
    }

    /// Creates a pair without checking for stateful encodings. Both encodings must be stateless, or
    /// the caller must use only their names.
    pub(crate) const fn from_charsets(source: Charset, target: Charset) -> Pair {
        Pair {
            source,
            target,
            preserve_tail: false,
            #[cfg(feature = "charset")]
            isa: None,
        }
    }

    /// Returns the encoding of the input.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// assert_eq!(pair.source(), Charset::Windows1252);
    /// ```
    pub const fn source(self) -> Charset {
        self.source
    }

    /// Returns the encoding of the output.
    ///
    /// ```
    /// use utflane::{Charset, Pair};
    ///
    /// let pair = Pair::new(Charset::Windows1252, Charset::Utf8).unwrap();
    /// assert_eq!(pair.target(), Charset::Utf8);
    /// ```
    pub const fn target(self) -> Charset {
        self.target
    }

    /// Pins the instruction set: the methods of the returned pair use `isa` instead of
    /// [`Isa::best`]. Results do not depend on it.
    ///
    /// Pairs with different pinned instruction sets are not equal. Neither are a pinned pair and one
    /// that is not pinned.
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair};
    ///
    /// let pair = Pair::new(Charset::Utf8, Charset::Windows1252).unwrap();
    /// for isa in Isa::available() {
    ///     assert_eq!(pair.with_isa(isa).transcode("5 €".as_bytes(), &mut [0; 8]), Ok(3));
    /// }
    /// ```
    #[cfg(feature = "charset")]
    #[must_use]
    pub const fn with_isa(mut self, isa: Isa) -> Pair {
        self.isa = Some(isa);
        self
    }

    /// Returns the instruction set of the methods: the pinned one, or the best one.
    #[cfg(feature = "charset")]
    #[inline(always)]
    pub(crate) fn isa(self) -> Isa {
        self.isa.unwrap_or_else(Isa::best)
    }
}
