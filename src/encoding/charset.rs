//! Properties of [`Charset`]s: the name, the size of a unit, the byte order mark.

#[cfg(feature = "multibyte")]
use super::stateful::ShiftState;
use super::table::{FIRST_MULTIBYTE, MULTIBYTE, Row, TABLE};
use super::{Charset, Encoding};
#[cfg(feature = "convert")]
use crate::encoding::scheme::Utf8Form;

impl Charset {
    /// Returns the value of an encoding that is given as a type.
    ///
    /// ```
    /// use utflane::{Charset, Wtf16, code_page::Cp037};
    ///
    /// assert_eq!(Charset::of::<Wtf16>(), Charset::Wtf16);
    /// assert_eq!(Charset::of::<Cp037>(), Charset::Cp037);
    /// ```
    pub const fn of<E: Encoding>() -> Charset {
        E::CHARSET
    }

    /// Returns the name, in IANA's spelling if IANA registers it. It is the encoding's
    /// [`NAME`](Encoding::NAME).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Le.name(), "UTF-16LE");
    /// ```
    pub const fn name(self) -> &'static str {
        self.known()[0]
    }

    /// Returns the size of a code unit in bytes, in any byte order: 2 for UTF-16, WTF-16 and
    /// UCS-2, 4 for UTF-32 and UCS-4, and 1 for all other encodings.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf8.width(), 1);
    /// assert_eq!(Charset::Utf16Le.width(), 2);
    /// ```
    #[cfg(feature = "convert")]
    pub const fn width(self) -> usize {
        match self {
            #[cfg(feature = "more-charsets")]
            Charset::Ucs2Le | Charset::Ucs2Be => 2,
            _ => self.class().width(),
        }
    }

    /// Returns whether this is one of the [code pages](crate::code_page).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::Windows1252.is_code_page());
    /// assert!(!Charset::Utf8.is_code_page());
    /// ```
    pub const fn is_code_page(self) -> bool {
        #[cfg(feature = "convert")]
        return self.page().is_some();
        #[cfg(not(feature = "convert"))]
        false
    }

    /// Returns whether this is an EBCDIC code page.
    #[doc(hidden)]
    #[cfg(feature = "convert")]
    pub const fn is_ebcdic(self) -> bool {
        self.ebcdic_line_ends().is_some()
    }

    /// Returns the bytes of U+000A and U+0085 (NEL) if this is an EBCDIC code page, where both end
    /// lines.
    #[doc(hidden)]
    #[cfg(feature = "convert")]
    pub const fn ebcdic_line_ends(self) -> Option<[u8; 2]> {
        match self.page() {
            // EBCDIC is recognised by its space.
            Some(page) if matches!(page.decode(0x40), Some(0x20)) => match page.decode(0x15) {
                Some(0x0A) => Some([0x15, 0x25]),
                _ => Some([0x25, 0x15]),
            },
            _ => None,
        }
    }

    /// Returns whether this is one of the legacy multi-byte encodings, such as GBK (feature
    /// `multibyte`), or [stateful](Self::is_stateful).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::named("GBK").is_none_or(Charset::is_multibyte));
    /// assert!(!Charset::Windows1252.is_multibyte());
    /// ```
    pub const fn is_multibyte(self) -> bool {
        #[cfg(feature = "convert")]
        return self.multibyte().is_some() || self.is_stateful();
        #[cfg(not(feature = "convert"))]
        false
    }

    /// Returns whether the encoding is stateful: the meaning of a byte depends on shift sequences
    /// anywhere before it. ISO-2022-JP (feature `multibyte`) and the encodings of the feature
    /// `more-charsets`, such as UTF-7, are. All of the latter count as stateful, because the
    /// library converts them in the same way. Some of them have only one state, for example JOHAB,
    /// UCS-2 and code page 950.
    ///
    /// A stateful encoding has no [`Encoding`] type and no [`Pair`](crate::Pair), because a
    /// conversion that stops cannot be resumed without the state. You can use
    /// [`AnyTranscoder`](crate::stream::AnyTranscoder) and the types based on it, and the methods
    /// of [`Charset`], which convert a whole text.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::named("ISO-2022-JP").is_none_or(Charset::is_stateful));
    /// assert!(!Charset::Utf8.is_stateful());
    /// ```
    pub const fn is_stateful(self) -> bool {
        #[cfg(feature = "multibyte")]
        return ShiftState::start(self).is_some();
        #[cfg(not(feature = "multibyte"))]
        false
    }

    /// Returns whether the meaning of a byte depends on shift sequences before it. Unlike
    /// [`is_stateful`](Self::is_stateful), it is false for encodings that have only one state.
    #[cfg(feature = "std")]
    pub(crate) const fn has_shifts(self) -> bool {
        #[cfg(feature = "multibyte")]
        return match ShiftState::start(self) {
            None => false,
            #[cfg(feature = "more-charsets")]
            Some(ShiftState::OneState(_)) => false,
            Some(_) => true,
        };
        #[cfg(not(feature = "multibyte"))]
        false
    }

    /// Returns the name, the list of aliases, and the list of labels in the WHATWG Encoding
    /// Standard.
    pub(super) const fn known(self) -> [&'static str; 3] {
        if let Some(row) = self.row() {
            return [row.name, row.names, row.labels];
        }
        #[cfg(feature = "convert")]
        if let Some(page) = self.page() {
            return [page.name, page.names, page.labels];
        }
        [""; 3]
    }

    /// Returns the row of the table, if this is not a code page.
    const fn row(self) -> Option<&'static Row> {
        let number = self as usize;
        let rows = if number < FIRST_MULTIBYTE {
            TABLE.split_at_checked(number - 1)
        } else {
            MULTIBYTE.split_at_checked(number - FIRST_MULTIBYTE)
        };
        match rows {
            Some((_, [row, ..])) => Some(row),
            _ => None,
        }
    }

    /// Returns the variant of UTF-8. For all other encodings, including UTF-8, the result is
    /// arbitrary.
    #[cfg(feature = "convert")]
    pub(crate) const fn form(self) -> Utf8Form {
        match self {
            #[cfg(feature = "variants")]
            Charset::Cesu8 => Utf8Form::Cesu8,
            #[cfg(feature = "variants")]
            Charset::Mutf8 => Utf8Form::Mutf8,
            #[cfg(feature = "variants")]
            Charset::Rfc2279 => Utf8Form::Rfc2279,
            #[cfg(feature = "variants")]
            Charset::JdkUtf8 => Utf8Form::Jdk,
            _ => Utf8Form::Wtf8,
        }
    }

    /// Returns the byte order mark of this encoding in a file, 2 to 4 bytes. It is empty for
    /// encodings that exist only in memory, Latin-1, ASCII, code pages and legacy multi-byte
    /// encodings. The variants of UTF-8 have the mark of UTF-8, except `JdkUtf8`, which has none.
    /// [`Bom::sniff`](crate::Bom::sniff) detects this mark as UTF-8, and that of UCS-2 as UTF-16.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Be.bom(), b"\xFE\xFF");
    /// assert_eq!(Charset::Latin1.bom(), b"");
    /// ```
    pub const fn bom(self) -> &'static [u8] {
        match self.row() {
            Some(row) => row.mark,
            None => b"",
        }
    }
}
