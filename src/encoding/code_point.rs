//! Code points of all encodings. Some encodings have code points that are not Unicode scalar
//! values.

use core::fmt;

/// A code point: a Unicode scalar value, a surrogate, or a value from U+110000 to U+7FFFFFFF.
///
/// Only some encodings have surrogates and values above U+10FFFF.
///
/// ```
/// use utflane::CodePoint;
///
/// assert_eq!(CodePoint::from('€').to_char(), Some('€'));
/// assert_eq!(CodePoint(0xD800).to_char(), None);
/// assert_eq!(CodePoint(0xD800).to_string(), "U+D800");
/// assert_eq!(CodePoint::from('\n').to_string(), "U+000A");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePoint(pub u32);

impl CodePoint {
    /// Returns the character, or `None` for a surrogate or a value above U+10FFFF.
    ///
    /// ```
    /// use utflane::CodePoint;
    ///
    /// assert_eq!(CodePoint(0xE9).to_char(), Some('é'));
    /// assert_eq!(CodePoint(0xD800).to_char(), None);
    /// ```
    #[inline(always)]
    pub const fn to_char(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// Returns the character of a surrogate pair.
    #[cfg(feature = "convert")]
    pub(crate) const fn from_surrogates(high: u32, low: u32) -> Self {
        CodePoint(0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF))
    }

    /// Combines two code points of the Basic Multilingual Plane, for the four sequences of Big5
    /// that are two code points. Only [`Scheme::decode`](crate::encoding::scheme::Scheme::decode)
    /// creates such a value, and encoders split it.
    pub(crate) const fn of_two(first: u16, second: u16) -> CodePoint {
        CodePoint(Self::TWO | (first as u32) << 16 | second as u32)
    }

    /// The bit that marks a value of two code points. (The first code point is below U+8000.)
    const TWO: u32 = 1 << 31;

    /// Returns the two code points, or `None` if this is a single one.
    #[inline(always)]
    pub(crate) const fn two(self) -> Option<[CodePoint; 2]> {
        if self.0 & Self::TWO == 0 {
            return None;
        }
        let first = (self.0 & !Self::TWO) >> 16;
        Some([CodePoint(first), CodePoint(self.0 & 0xFFFF)])
    }

    /// Returns whether this is a surrogate, U+D800 to U+DFFF.
    #[inline(always)]
    pub(crate) const fn is_surrogate(self) -> bool {
        self.0 & !0x7FF == 0xD800
    }
}

impl From<char> for CodePoint {
    #[inline(always)]
    fn from(character: char) -> CodePoint {
        CodePoint(character.into())
    }
}

/// Prints the notation of the Unicode Standard: `U+` and at least four hexadecimal digits.
impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", self.0)
    }
}
