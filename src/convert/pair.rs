//! Two encodings as a value.
#![forbid(unsafe_code)]

#[cfg(feature = "charset")]
mod tidy;
#[cfg(feature = "charset")]
mod variants;
#[cfg(feature = "charset")]
mod verbs;

use crate::Charset;

/// Two encodings that are chosen at run time: the source and the target of a conversion.
///
/// The methods are the verbs, with the instruction set to use. They take the bytes of a text in the
/// source, write those of a text in the target, and count [units](Charset::position_unit) as the
/// generic verbs do. Slices of `u16` and `u32` are taken by way of
/// [`unit_bytes`](crate::unit_bytes) and [`unit_bytes_mut`](crate::unit_bytes_mut).
///
/// ```
/// use utflane::{Charset, Isa, Pair, unit_bytes_mut};
///
/// let pair = Pair::new(Charset::Windows1252, Charset::Utf16).unwrap();
/// let mut units = [0u16; 4];
/// assert_eq!(pair.transcode(Isa::best(), b"5 \x80", unit_bytes_mut(&mut units))?, 3);
/// assert_eq!(units[2], 0x20AC);
/// assert_eq!(pair.transcoded_len(Isa::best(), b"5 \x80"), 3);
/// # Ok::<(), utflane::TranscodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    source: Charset,
    target: Charset,
    /// Whether what is behind the units that a conversion counts stays as it was: of
    /// [`transcode`](Self::transcode), [`transcode_lossy`](Self::transcode_lossy) and their
    /// variants without initialisation.
    ///
    /// At first it is not so, and these may write anything there, up to the end of the output. Who
    /// cannot tell where the output ends but only that there is room for what the text becomes, as
    /// an interface without capacities cannot, sets this.
    ///
    /// ```
    /// use utflane::{Charset, Isa, Pair, unit_bytes_mut};
    ///
    /// let mut pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    /// pair.is_tidy = true;
    /// let mut units = [7u16; 100];
    /// let error = pair.transcode(Isa::best(), b"abc\xFFdef", unit_bytes_mut(&mut units));
    /// assert_eq!(error.unwrap_err().written(), 3);
    /// assert_eq!(units[3..], [7; 97]);
    /// ```
    pub is_tidy: bool,
}

impl Pair {
    /// The conversion from `source` to `target`; `None` if one of them is
    /// [ISO-2022-JP](Charset::is_stateful), for which there are
    /// [streams](crate::stream::AnyTranscoder) only.
    pub const fn new(source: Charset, target: Charset) -> Option<Pair> {
        if source.is_stateful() || target.is_stateful() {
            return None;
        }
        Some(Pair::of(source, target))
    }

    /// [`new`](Self::new) for two encodings of which none has a state, or for their names.
    pub(crate) const fn of(source: Charset, target: Charset) -> Pair {
        Pair {
            source,
            target,
            is_tidy: false,
        }
    }

    /// The encoding of the input.
    pub const fn source(self) -> Charset {
        self.source
    }

    /// The encoding of the output.
    pub const fn target(self) -> Charset {
        self.target
    }
}
