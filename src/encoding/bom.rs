//! Byte order marks: detection and length.

/// A byte order mark: U+FEFF at the start of a file, in one of the encoding schemes.
///
/// No conversion adds, removes or interprets a byte order mark. [`sniff`](Self::sniff) finds one,
/// and [`len`](Self::len) returns the number of bytes to skip.
///
/// ```
/// use utflane::Bom;
///
/// let file = b"\xFF\xFEh\0i\0";
/// let bom = Bom::sniff(file);
/// assert_eq!(bom, Some(Bom::Utf16Le));
/// assert_eq!(&file[bom.map_or(0, Bom::len)..], b"h\0i\0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bom {
    /// `EF BB BF`
    Utf8,
    /// `FF FE`
    Utf16Le,
    /// `FE FF`
    Utf16Be,
    /// `FF FE 00 00`
    Utf32Le,
    /// `00 00 FE FF`
    Utf32Be,
}

impl Bom {
    /// Returns the byte order mark at the start of `bytes`, or `None` if there is none.
    ///
    /// The longest match wins, so `FF FE 00 00` is [`Bom::Utf32Le`].
    ///
    /// ```
    /// use utflane::Bom;
    ///
    /// assert_eq!(Bom::sniff(b"\xEF\xBB\xBFabc"), Some(Bom::Utf8));
    /// assert_eq!(Bom::sniff(b"abc"), None);
    /// ```
    pub const fn sniff(bytes: &[u8]) -> Option<Bom> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some(Bom::Utf8),
            [0xFF, 0xFE, 0, 0, ..] => Some(Bom::Utf32Le),
            [0, 0, 0xFE, 0xFF, ..] => Some(Bom::Utf32Be),
            [0xFF, 0xFE, ..] => Some(Bom::Utf16Le),
            [0xFE, 0xFF, ..] => Some(Bom::Utf16Be),
            _ => None,
        }
    }

    /// Returns the length of the mark in bytes: 2, 3 or 4.
    ///
    /// ```
    /// assert_eq!(utflane::Bom::Utf8.len(), 3);
    /// ```
    #[expect(clippy::len_without_is_empty, reason = "a mark is never empty")]
    pub const fn len(self) -> usize {
        match self {
            Bom::Utf8 => 3,
            Bom::Utf16Le | Bom::Utf16Be => 2,
            Bom::Utf32Le | Bom::Utf32Be => 4,
        }
    }
}
