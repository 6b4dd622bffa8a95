//! The encodings: their numbers, values and names.
#![forbid(unsafe_code)]

use crate::types::utflane_encoding;
use core::ffi::CStr;
use core_utflane::{
    AnyEncoding, Ascii, Cesu8, Charset, JdkUtf8, Latin1, Mutf8, Rfc2279, Ucs4, Utf8, Utf16,
    Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le, Wtf8, Wtf16, code_page,
};

/// An encoding.
pub(crate) struct Row {
    pub(crate) encoding: utflane_encoding,
    pub(crate) any: AnyEncoding,
    pub(crate) name: &'static CStr,
}

macro_rules! rows {
    ($($name:ident: $type:ty, $text:literal;)*) => {
        /// All encodings.
        pub(crate) static ROWS: [Row; [$($text),*].len()] = [$(Row {
            encoding: utflane_encoding::$name,
            any: AnyEncoding::of::<$type>(),
            name: $text,
        }),*];

        /// The values by number, which many calls look up.
        static VALUES: [Option<AnyEncoding>; LAST + 1] = {
            let mut values = [None; LAST + 1];
            $(values[utflane_encoding::$name as usize] = Some(AnyEncoding::of::<$type>());)*
            values
        };
    };
}

rows! {
    UTFLANE_UTF8: Utf8, c"UTF-8";
    UTFLANE_UTF16: Utf16, c"UTF-16";
    UTFLANE_UTF16LE: Utf16Le, c"UTF-16LE";
    UTFLANE_UTF16BE: Utf16Be, c"UTF-16BE";
    UTFLANE_UTF32: Utf32, c"UTF-32";
    UTFLANE_UTF32LE: Utf32Le, c"UTF-32LE";
    UTFLANE_UTF32BE: Utf32Be, c"UTF-32BE";
    UTFLANE_LATIN1: Latin1, c"ISO-8859-1";
    UTFLANE_ASCII: Ascii, c"US-ASCII";
    UTFLANE_WTF8: Wtf8, c"WTF-8";
    UTFLANE_WTF16: Wtf16, c"WTF-16";
    UTFLANE_CESU8: Cesu8, c"CESU-8";
    UTFLANE_MUTF8: Mutf8, c"MUTF-8";
    UTFLANE_RFC2279: Rfc2279, c"UTF-8 (RFC 2279)";
    UTFLANE_UCS4: Ucs4, c"UCS-4";
    UTFLANE_JDK_UTF8: JdkUtf8, c"UTF-8 (JDK)";
    UTFLANE_KOI8_R: code_page::Koi8R, c"KOI8-R";
    UTFLANE_KOI8_U: code_page::Koi8U, c"KOI8-U";
    UTFLANE_MACINTOSH: code_page::Macintosh, c"macintosh";
    UTFLANE_WINDOWS_874: code_page::Windows874, c"windows-874";
    UTFLANE_WINDOWS_1250: code_page::Windows1250, c"windows-1250";
    UTFLANE_WINDOWS_1251: code_page::Windows1251, c"windows-1251";
    UTFLANE_WINDOWS_1252: code_page::Windows1252, c"windows-1252";
    UTFLANE_WINDOWS_1253: code_page::Windows1253, c"windows-1253";
    UTFLANE_WINDOWS_1254: code_page::Windows1254, c"windows-1254";
    UTFLANE_WINDOWS_1255: code_page::Windows1255, c"windows-1255";
    UTFLANE_WINDOWS_1256: code_page::Windows1256, c"windows-1256";
    UTFLANE_WINDOWS_1257: code_page::Windows1257, c"windows-1257";
    UTFLANE_WINDOWS_1258: code_page::Windows1258, c"windows-1258";
    UTFLANE_X_MAC_CYRILLIC: code_page::XMacCyrillic, c"x-mac-cyrillic";
    UTFLANE_ISO_8859_2: code_page::Iso8859_2, c"ISO-8859-2";
    UTFLANE_ISO_8859_3: code_page::Iso8859_3, c"ISO-8859-3";
    UTFLANE_ISO_8859_4: code_page::Iso8859_4, c"ISO-8859-4";
    UTFLANE_ISO_8859_5: code_page::Iso8859_5, c"ISO-8859-5";
    UTFLANE_ISO_8859_6: code_page::Iso8859_6, c"ISO-8859-6";
    UTFLANE_ISO_8859_7: code_page::Iso8859_7, c"ISO-8859-7";
    UTFLANE_ISO_8859_8: code_page::Iso8859_8, c"ISO-8859-8";
    UTFLANE_ISO_8859_9: code_page::Iso8859_9, c"ISO-8859-9";
    UTFLANE_ISO_8859_10: code_page::Iso8859_10, c"ISO-8859-10";
    UTFLANE_ISO_8859_11: code_page::Iso8859_11, c"ISO-8859-11";
    UTFLANE_ISO_8859_13: code_page::Iso8859_13, c"ISO-8859-13";
    UTFLANE_ISO_8859_14: code_page::Iso8859_14, c"ISO-8859-14";
    UTFLANE_ISO_8859_15: code_page::Iso8859_15, c"ISO-8859-15";
    UTFLANE_ISO_8859_16: code_page::Iso8859_16, c"ISO-8859-16";
    UTFLANE_IBM866: code_page::Ibm866, c"IBM866";
    UTFLANE_CP437: code_page::Cp437, c"IBM437";
    UTFLANE_CP850: code_page::Cp850, c"IBM850";
    UTFLANE_CP852: code_page::Cp852, c"IBM852";
    UTFLANE_CP855: code_page::Cp855, c"IBM855";
    UTFLANE_CP857: code_page::Cp857, c"IBM857";
    UTFLANE_CP858: code_page::Cp858, c"IBM00858";
    UTFLANE_CP860: code_page::Cp860, c"IBM860";
    UTFLANE_CP861: code_page::Cp861, c"IBM861";
    UTFLANE_CP862: code_page::Cp862, c"IBM862";
    UTFLANE_CP863: code_page::Cp863, c"IBM863";
    UTFLANE_CP864: code_page::Cp864, c"IBM864";
    UTFLANE_CP865: code_page::Cp865, c"IBM865";
    UTFLANE_CP869: code_page::Cp869, c"IBM869";
    UTFLANE_CP037: code_page::Cp037, c"IBM037";
    UTFLANE_CP273: code_page::Cp273, c"IBM273";
    UTFLANE_CP500: code_page::Cp500, c"IBM500";
    UTFLANE_CP1047: code_page::Cp1047, c"IBM1047";
    UTFLANE_CP1140: code_page::Cp1140, c"IBM01140";
}

/// The greatest number.
const LAST: usize = {
    let last = &ROWS[ROWS.len() - 1];
    last.encoding as usize
};

/// Every charset has a row, and five encodings that occur in memory only, or for Java.
const _: () = assert!(ROWS.len() == Charset::ALL.len() + 5);

/// The encoding of a number.
#[inline]
pub(crate) fn numbered(number: u32) -> Option<AnyEncoding> {
    *VALUES.get(number as usize)?
}

/// What is known of an encoding.
pub(crate) fn row(encoding: AnyEncoding) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.any == encoding)
}

/// The number of a charset.
pub(crate) fn of_charset(charset: Option<Charset>) -> utflane_encoding {
    let any = charset.and_then(AnyEncoding::of_charset);
    let row = any.and_then(row);
    row.map_or(utflane_encoding::UTFLANE_NONE, |row| row.encoding)
}

/// The charset that an encoding is.
pub(crate) fn charset(encoding: AnyEncoding) -> Option<Charset> {
    let mut all = Charset::ALL.into_iter();
    all.find(|charset| AnyEncoding::of_charset(*charset) == Some(encoding))
}
