//! Code points, of which some encodings have more than there are characters.
#![forbid(unsafe_code)]

use core::fmt;

/// A code point: a Unicode scalar value, or a value that only some encodings have, a surrogate or
/// one above U+10FFFF (up to U+7FFFFFFF).
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
    /// The character, or `None` for a surrogate and for a value above U+10FFFF.
    #[inline(always)]
    pub const fn to_char(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// Two code points of the Basic Multilingual Plane as one, as four sequences of Big5 are. Only
    /// [`Scheme::decode`](crate::encoding::scheme::Scheme::decode) makes such a value, and whoever
    /// encodes it takes it apart.
    pub(crate) const fn of_two(first: u16, second: u16) -> CodePoint {
        CodePoint(Self::TWO | (first as u32) << 16 | second as u32)
    }

    /// Set in a value that is two code points. (The first is below U+8000.)
    const TWO: u32 = 1 << 31;

    /// These two, if it is of two.
    #[inline(always)]
    pub(crate) const fn two(self) -> Option<[CodePoint; 2]> {
        if self.0 & Self::TWO == 0 {
            return None;
        }
        let first = (self.0 & !Self::TWO) >> 16;
        Some([CodePoint(first), CodePoint(self.0 & 0xFFFF)])
    }

    /// Whether this is a surrogate, U+D800 to U+DFFF.
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

/// In the notation of the Unicode standard: `U+` and at least four hexadecimal digits.
impl fmt::Display for CodePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", self.0)
    }
}
