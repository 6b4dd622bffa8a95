//! Compares all results with encoding_rs, for inputs cut anywhere and outputs of any length.

mod decoders;
mod drivers;
mod encoders;
mod known;
mod mem;
mod texts;
mod whole;

/// Declares the list of encodings of both libraries.
macro_rules! encodings {
    ($($name:ident)*) => {
        /// Returns each encoding of both libraries.
        fn encodings() -> Vec<(&'static ours::Encoding, &'static theirs::Encoding)> {
            vec![$((ours::$name, theirs::$name)),*]
        }

        /// The `_INIT` statics of both libraries.
        static INITIALIZERS: &[(&ours::Encoding, &theirs::Encoding)] =
            &[$((&initializers::ours::$name, &initializers::theirs::$name)),*];
    };
}

mod initializers {
    /// Imports the `_INIT` statics under the names of the encodings.
    macro_rules! named {
        ($($name:ident $init:ident)*) => {
            pub(crate) mod ours { pub(crate) use ::utflane_encoding_rs::{$($init as $name),*}; }
            pub(crate) mod theirs { pub(crate) use ::encoding_rs::{$($init as $name),*}; }
        };
    }
    named! {
        BIG5 BIG5_INIT EUC_JP EUC_JP_INIT EUC_KR EUC_KR_INIT GBK GBK_INIT IBM866 IBM866_INIT
        ISO_2022_JP ISO_2022_JP_INIT ISO_8859_10 ISO_8859_10_INIT ISO_8859_13 ISO_8859_13_INIT
        ISO_8859_14 ISO_8859_14_INIT ISO_8859_15 ISO_8859_15_INIT ISO_8859_16 ISO_8859_16_INIT
        ISO_8859_2 ISO_8859_2_INIT ISO_8859_3 ISO_8859_3_INIT ISO_8859_4 ISO_8859_4_INIT
        ISO_8859_5 ISO_8859_5_INIT ISO_8859_6 ISO_8859_6_INIT ISO_8859_7 ISO_8859_7_INIT
        ISO_8859_8 ISO_8859_8_INIT ISO_8859_8_I ISO_8859_8_I_INIT KOI8_R KOI8_R_INIT
        KOI8_U KOI8_U_INIT MACINTOSH MACINTOSH_INIT SHIFT_JIS SHIFT_JIS_INIT
        UTF_16BE UTF_16BE_INIT UTF_16LE UTF_16LE_INIT UTF_8 UTF_8_INIT GB18030 GB18030_INIT
        REPLACEMENT REPLACEMENT_INIT WINDOWS_1250 WINDOWS_1250_INIT
        WINDOWS_1251 WINDOWS_1251_INIT WINDOWS_1252 WINDOWS_1252_INIT
        WINDOWS_1253 WINDOWS_1253_INIT WINDOWS_1254 WINDOWS_1254_INIT
        WINDOWS_1255 WINDOWS_1255_INIT WINDOWS_1256 WINDOWS_1256_INIT
        WINDOWS_1257 WINDOWS_1257_INIT WINDOWS_1258 WINDOWS_1258_INIT
        WINDOWS_874 WINDOWS_874_INIT X_MAC_CYRILLIC X_MAC_CYRILLIC_INIT
        X_USER_DEFINED X_USER_DEFINED_INIT
    }
}

encodings! {
    BIG5 EUC_JP EUC_KR GBK IBM866 ISO_2022_JP ISO_8859_10 ISO_8859_13 ISO_8859_14 ISO_8859_15
    ISO_8859_16 ISO_8859_2 ISO_8859_3 ISO_8859_4 ISO_8859_5 ISO_8859_6 ISO_8859_7 ISO_8859_8
    ISO_8859_8_I KOI8_R KOI8_U MACINTOSH SHIFT_JIS UTF_16BE UTF_16LE UTF_8 GB18030 REPLACEMENT
    WINDOWS_1250 WINDOWS_1251 WINDOWS_1252 WINDOWS_1253 WINDOWS_1254 WINDOWS_1255 WINDOWS_1256
    WINDOWS_1257 WINDOWS_1258 WINDOWS_874 X_MAC_CYRILLIC X_USER_DEFINED
}

use encoding_rs as theirs;
use utflane_encoding_rs as ours;
