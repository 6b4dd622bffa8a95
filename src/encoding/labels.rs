//! The labels of the WHATWG Encoding Standard (section 4.2, "Names and labels").
#![forbid(unsafe_code)]

use super::Charset;

/// Labels by encoding, in lower case, between spaces; those of legacy encodings are in their rows.
/// ISO-8859-8-I, which only says more about the order of lines on a screen, is ISO-8859-8.
#[rustfmt::skip]
pub(super) const LABELS: [(Charset, &str); 31] = [
    (Charset::Ibm866, "866 cp866 csibm866 ibm866"),
    (Charset::Iso8859_10, "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    (Charset::Iso8859_13, "iso-8859-13 iso8859-13 iso885913"),
    (Charset::Iso8859_14, "iso-8859-14 iso8859-14 iso885914"),
    (Charset::Iso8859_15, "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    (Charset::Iso8859_16, "iso-8859-16"),
    (Charset::Iso8859_2, "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 \
        iso_8859-2:1987 l2 latin2"),
    (Charset::Iso8859_3, "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 \
        iso_8859-3:1988 l3 latin3"),
    (Charset::Iso8859_4, "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 \
        iso_8859-4:1988 l4 latin4"),
    (Charset::Iso8859_5, "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 \
        iso_8859-5 iso_8859-5:1988"),
    (Charset::Iso8859_6, "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 \
        iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 \
        iso_8859-6 iso_8859-6:1987"),
    (Charset::Iso8859_7, "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 \
        iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"),
    (Charset::Iso8859_8, "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 \
        iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"),
    (Charset::Iso8859_8, "csiso88598i iso-8859-8-i logical"),
    (Charset::Koi8R, "cskoi8r koi koi8 koi8-r koi8_r"),
    (Charset::Koi8U, "koi8-ru koi8-u"),
    (Charset::Utf16Be, "unicodefffe utf-16be"),
    (Charset::Utf16Le, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
    (Charset::Utf8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 \
        x-unicode20utf8"),
    (Charset::Macintosh, "csmacintosh mac macintosh x-mac-roman"),
    (Charset::Windows1250, "cp1250 windows-1250 x-cp1250"),
    (Charset::Windows1251, "cp1251 windows-1251 x-cp1251"),
    (Charset::Windows1252, "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 \
        iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 \
        us-ascii windows-1252 x-cp1252"),
    (Charset::Windows1253, "cp1253 windows-1253 x-cp1253"),
    (Charset::Windows1254, "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 \
        iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"),
    (Charset::Windows1255, "cp1255 windows-1255 x-cp1255"),
    (Charset::Windows1256, "cp1256 windows-1256 x-cp1256"),
    (Charset::Windows1257, "cp1257 windows-1257 x-cp1257"),
    (Charset::Windows1258, "cp1258 windows-1258 x-cp1258"),
    (Charset::Windows874, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    (Charset::XMacCyrillic, "x-mac-cyrillic x-mac-ukrainian"),
];
