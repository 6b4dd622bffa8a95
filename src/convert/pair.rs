//! Two encodings as a value.
#![forbid(unsafe_code)]

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
}

impl Pair {
    /// The conversion from `source` to `target`; `None` if one of them is a [legacy
    /// encoding](Charset::is_legacy), for which there are [streams](crate::stream::AnyTranscoder)
    /// only.
    pub const fn new(source: Charset, target: Charset) -> Option<Pair> {
        if source.is_legacy() || target.is_legacy() {
            return None;
        }
        Some(Pair::of(source, target))
    }

    /// [`new`](Self::new) for two encodings of which none is a legacy one, or for their names.
    pub(crate) const fn of(source: Charset, target: Charset) -> Pair {
        Pair { source, target }
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
