//! The encodings of the Encoding Standard.

use crate::Encoding;
use crate::encoding::Kind;
use utflane::Charset;

/// Declares two statics for each encoding: the encoding, and a reference to it.
macro_rules! encodings {
    ($($(#[$doc:meta])* $name:ident, $init:ident = $text:literal, $kind:expr;)*) => {
        $(
            #[doc = concat!("The encoding to which [`", stringify!($name), "`] refers.")]
            ///
            /// It is for initializers of other statics, which cannot use that one.
            pub static $init: Encoding = Encoding::new($text, $kind);

            #[doc = concat!("The encoding ", $text, ".")]
            ///
            $(#[$doc])*
            pub static $name: &'static Encoding = &$init;
        )*

        /// All of them.
        #[cfg(test)]
        pub(crate) static ALL: [&Encoding; [$(stringify!($name)),*].len()] = [$(&$init),*];
    };
}

encodings! {
    /// Traditional Chinese, read with the characters of Hong Kong and written without.
    BIG5, BIG5_INIT = "Big5", Kind::Text(Charset::Big5);
    /// Japanese of Unix. Sequences of three bytes are read only.
    EUC_JP, EUC_JP_INIT = "EUC-JP", Kind::Text(Charset::EucJp);
    /// Korean with all syllables, code page 949 of Windows.
    EUC_KR, EUC_KR_INIT = "EUC-KR", Kind::Text(Charset::EucKr);
    /// Simplified Chinese. It is read as [`GB18030`] is, and written with up to two bytes.
    GBK, GBK_INIT = "GBK", Kind::Text(Charset::Gbk);
    /// Cyrillic of DOS.
    IBM866, IBM866_INIT = "IBM866", Kind::Text(Charset::Ibm866);
    /// Japanese of mail, with escape sequences. Its encoder has a state.
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
    /// Hebrew in logical order: the bytes of [`ISO_8859_8`].
    ISO_8859_8_I, ISO_8859_8_I_INIT = "ISO-8859-8-I", Kind::Text(Charset::Iso8859_8);
    /// Russian of Unix.
    KOI8_R, KOI8_R_INIT = "KOI8-R", Kind::Text(Charset::Koi8R);
    /// Ukrainian of Unix.
    KOI8_U, KOI8_U_INIT = "KOI8-U", Kind::Text(Charset::Koi8U);
    /// Mac OS Roman.
    MACINTOSH, MACINTOSH_INIT = "macintosh", Kind::Text(Charset::Macintosh);
    /// Japanese of Windows, code page 932.
    SHIFT_JIS, SHIFT_JIS_INIT = "Shift_JIS", Kind::Text(Charset::ShiftJis);
    /// It has no encoder: its output encoding is [`UTF_8`].
    UTF_16BE, UTF_16BE_INIT = "UTF-16BE", Kind::Text(Charset::Utf16Be);
    /// It has no encoder: its output encoding is [`UTF_8`].
    UTF_16LE, UTF_16LE_INIT = "UTF-16LE", Kind::Text(Charset::Utf16Le);
    /// The encoding for everything new.
    UTF_8, UTF_8_INIT = "UTF-8", Kind::Text(Charset::Utf8);
    /// Chinese, with all of Unicode but U+E5E5.
    GB18030, GB18030_INIT = "gb18030", Kind::Text(Charset::Gb18030);
    /// What labels of dangerous encodings mean: any text is one malformed sequence. Its output
    /// encoding is [`UTF_8`].
    REPLACEMENT, REPLACEMENT_INIT = "replacement", Kind::Replacement;
    /// Central European of Windows.
    WINDOWS_1250, WINDOWS_1250_INIT = "windows-1250", Kind::Text(Charset::Windows1250);
    /// Cyrillic of Windows.
    WINDOWS_1251, WINDOWS_1251_INIT = "windows-1251", Kind::Text(Charset::Windows1251);
    /// Western European of Windows, which labels of ISO-8859-1 and ASCII mean, too.
    WINDOWS_1252, WINDOWS_1252_INIT = "windows-1252", Kind::Text(Charset::Windows1252);
    /// Greek of Windows.
    WINDOWS_1253, WINDOWS_1253_INIT = "windows-1253", Kind::Text(Charset::Windows1253);
    /// Turkish of Windows.
    WINDOWS_1254, WINDOWS_1254_INIT = "windows-1254", Kind::Text(Charset::Windows1254);
    /// Hebrew of Windows.
    WINDOWS_1255, WINDOWS_1255_INIT = "windows-1255", Kind::Text(Charset::Windows1255);
    /// Arabic of Windows.
    WINDOWS_1256, WINDOWS_1256_INIT = "windows-1256", Kind::Text(Charset::Windows1256);
    /// Baltic of Windows.
    WINDOWS_1257, WINDOWS_1257_INIT = "windows-1257", Kind::Text(Charset::Windows1257);
    /// Vietnamese of Windows, with tone marks of their own.
    WINDOWS_1258, WINDOWS_1258_INIT = "windows-1258", Kind::Text(Charset::Windows1258);
    /// Thai of Windows.
    WINDOWS_874, WINDOWS_874_INIT = "windows-874", Kind::Text(Charset::Windows874);
    /// Mac OS Ukrainian.
    X_MAC_CYRILLIC, X_MAC_CYRILLIC_INIT = "x-mac-cyrillic", Kind::Text(Charset::XMacCyrillic);
    /// ASCII, and U+F780 to U+F7FF for the bytes from 80 on.
    X_USER_DEFINED, X_USER_DEFINED_INIT = "x-user-defined", Kind::UserDefined;
}
