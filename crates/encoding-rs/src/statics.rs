//! The statics for the encodings of the Encoding Standard.

use crate::Encoding;
use crate::encoding::Kind;
use utflane::Charset;

/// Declares two statics for each encoding: the encoding, and a reference to it.
macro_rules! encodings {
    ($($(#[$doc:meta])* $name:ident, $init:ident = $text:literal, $kind:expr;)*) => {
        $(
            #[doc = concat!("The encoding to which [`", stringify!($name), "`] refers.")]
            ///
            /// Use it in initializers of other statics and constants.
            pub static $init: Encoding = Encoding::new($text, $kind);

            #[doc = concat!("The encoding ", $text, ".")]
            ///
            $(#[$doc])*
            pub static $name: &'static Encoding = &$init;
        )*

        /// All encodings.
        #[cfg(test)]
        pub(crate) static ALL: [&Encoding; [$(stringify!($name)),*].len()] = [$(&$init),*];
    };
}

encodings! {
    /// Traditional Chinese. The decoder also accepts the characters of Hong Kong (HKSCS).
    BIG5, BIG5_INIT = "Big5", Kind::Text(Charset::Big5);
    /// Japanese, for Unix. Sequences of three bytes are decoded but never encoded.
    EUC_JP, EUC_JP_INIT = "EUC-JP", Kind::Text(Charset::EucJp);
    /// Korean with all syllables: Windows code page 949.
    EUC_KR, EUC_KR_INIT = "EUC-KR", Kind::Text(Charset::EucKr);
    /// Simplified Chinese. The decoder is that of [`GB18030`]. The encoder writes up to two bytes
    /// per character.
    GBK, GBK_INIT = "GBK", Kind::Text(Charset::Gbk);
    /// Cyrillic, for DOS.
    IBM866, IBM866_INIT = "IBM866", Kind::Text(Charset::Ibm866);
    /// Japanese, for mail, with escape sequences. Its encoder has a state.
    ISO_2022_JP, ISO_2022_JP_INIT = "ISO-2022-JP", Kind::Text(Charset::Iso2022Jp);
    /// Latin 6, Nordic.
    ISO_8859_10, ISO_8859_10_INIT = "ISO-8859-10", Kind::Text(Charset::Iso8859_10);
    /// Latin 7, Baltic.
    ISO_8859_13, ISO_8859_13_INIT = "ISO-8859-13", Kind::Text(Charset::Iso8859_13);
    /// Latin 8, Celtic.
    ISO_8859_14, ISO_8859_14_INIT = "ISO-8859-14", Kind::Text(Charset::Iso8859_14);
    /// Latin 9, Western European with the euro.
    ISO_8859_15, ISO_8859_15_INIT = "ISO-8859-15", Kind::Text(Charset::Iso8859_15);
    /// Latin 10, South-Eastern European.
    ISO_8859_16, ISO_8859_16_INIT = "ISO-8859-16", Kind::Text(Charset::Iso8859_16);
    /// Latin 2, Central European.
    ISO_8859_2, ISO_8859_2_INIT = "ISO-8859-2", Kind::Text(Charset::Iso8859_2);
    /// Latin 3, South European.
    ISO_8859_3, ISO_8859_3_INIT = "ISO-8859-3", Kind::Text(Charset::Iso8859_3);
    /// Latin 4, North European.
    ISO_8859_4, ISO_8859_4_INIT = "ISO-8859-4", Kind::Text(Charset::Iso8859_4);
    /// Cyrillic.
    ISO_8859_5, ISO_8859_5_INIT = "ISO-8859-5", Kind::Text(Charset::Iso8859_5);
    /// Arabic.
    ISO_8859_6, ISO_8859_6_INIT = "ISO-8859-6", Kind::Text(Charset::Iso8859_6);
    /// Greek.
    ISO_8859_7, ISO_8859_7_INIT = "ISO-8859-7", Kind::Text(Charset::Iso8859_7);
    /// Hebrew in visual order.
    ISO_8859_8, ISO_8859_8_INIT = "ISO-8859-8", Kind::Text(Charset::Iso8859_8);
    /// Hebrew in logical order, with the same characters as [`ISO_8859_8`].
    ISO_8859_8_I, ISO_8859_8_I_INIT = "ISO-8859-8-I", Kind::Text(Charset::Iso8859_8);
    /// Russian, for Unix.
    KOI8_R, KOI8_R_INIT = "KOI8-R", Kind::Text(Charset::Koi8R);
    /// Ukrainian, for Unix.
    KOI8_U, KOI8_U_INIT = "KOI8-U", Kind::Text(Charset::Koi8U);
    /// Mac OS Roman.
    MACINTOSH, MACINTOSH_INIT = "macintosh", Kind::Text(Charset::Macintosh);
    /// Japanese, for Windows: code page 932.
    SHIFT_JIS, SHIFT_JIS_INIT = "Shift_JIS", Kind::Text(Charset::ShiftJis);
    /// It has no encoder. Its output encoding is [`UTF_8`].
    UTF_16BE, UTF_16BE_INIT = "UTF-16BE", Kind::Text(Charset::Utf16Be);
    /// It has no encoder. Its output encoding is [`UTF_8`].
    UTF_16LE, UTF_16LE_INIT = "UTF-16LE", Kind::Text(Charset::Utf16Le);
    /// The encoding for all new text.
    UTF_8, UTF_8_INIT = "UTF-8", Kind::Text(Charset::Utf8);
    /// Chinese, with all of Unicode except U+E5E5.
    GB18030, GB18030_INIT = "gb18030", Kind::Text(Charset::Gb18030);
    /// The encoding for labels of dangerous encodings. It decodes any text as one malformed
    /// sequence. Its output encoding is [`UTF_8`].
    REPLACEMENT, REPLACEMENT_INIT = "replacement", Kind::Replacement;
    /// Central European, for Windows.
    WINDOWS_1250, WINDOWS_1250_INIT = "windows-1250", Kind::Text(Charset::Windows1250);
    /// Cyrillic, for Windows.
    WINDOWS_1251, WINDOWS_1251_INIT = "windows-1251", Kind::Text(Charset::Windows1251);
    /// Western European, for Windows. Labels of ISO-8859-1 and ASCII also refer to it.
    WINDOWS_1252, WINDOWS_1252_INIT = "windows-1252", Kind::Text(Charset::Windows1252);
    /// Greek, for Windows.
    WINDOWS_1253, WINDOWS_1253_INIT = "windows-1253", Kind::Text(Charset::Windows1253);
    /// Turkish, for Windows.
    WINDOWS_1254, WINDOWS_1254_INIT = "windows-1254", Kind::Text(Charset::Windows1254);
    /// Hebrew, for Windows.
    WINDOWS_1255, WINDOWS_1255_INIT = "windows-1255", Kind::Text(Charset::Windows1255);
    /// Arabic, for Windows.
    WINDOWS_1256, WINDOWS_1256_INIT = "windows-1256", Kind::Text(Charset::Windows1256);
    /// Baltic, for Windows.
    WINDOWS_1257, WINDOWS_1257_INIT = "windows-1257", Kind::Text(Charset::Windows1257);
    /// Vietnamese, for Windows, with combining tone marks.
    WINDOWS_1258, WINDOWS_1258_INIT = "windows-1258", Kind::Text(Charset::Windows1258);
    /// Thai, for Windows.
    WINDOWS_874, WINDOWS_874_INIT = "windows-874", Kind::Text(Charset::Windows874);
    /// Mac OS Ukrainian.
    X_MAC_CYRILLIC, X_MAC_CYRILLIC_INIT = "x-mac-cyrillic", Kind::Text(Charset::XMacCyrillic);
    /// ASCII, and U+F780 to U+F7FF for the bytes from 80 on.
    X_USER_DEFINED, X_USER_DEFINED_INIT = "x-user-defined", Kind::UserDefined;
}
