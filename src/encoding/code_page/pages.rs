//! The code pages of the feature `code-pages`.
//!
//! `pages.txt` contains their characters. The format is described in `parse.rs`.

/// Calls a macro `then!` with `first`, followed by the rows of these code pages, and `more` rows.
macro_rules! pages {
    ($then:ident!($($first:tt)*) $($more:tt)*) => { $then! { $($first)*

    /// KOI8-R: Russian (RFC 1489).
    #[doc(alias = "Cp20866")]
    Koi8R = 32 {
        name: "KOI8-R", names: "koi8r koi8 cskoi8r cp20866",
        labels: "cskoi8r koi koi8 koi8-r koi8_r",
    }

    /// KOI8-U: Ukrainian. Bytes AE and BE are Ў and ў as in KOI8-RU. RFC 2319 does not have these
    /// two characters.
    #[doc(alias("Cp21866", "Koi8Ru"))]
    Koi8U = 33 { name: "KOI8-U", names: "koi8u koi8ru cskoi8u cp21866", labels: "koi8-ru koi8-u" }

    /// Mac OS Roman.
    #[doc(alias("MacRoman", "Cp10000"))]
    Macintosh = 34 {
        name: "macintosh", names: "macintosh mac xmacroman macroman csmacintosh cp10000",
        labels: "csmacintosh mac macintosh x-mac-roman",
    }

    /// windows-874: Thai.
    #[doc(alias = "Cp874")]
    Windows874 = 35 {
        name: "windows-874", names: "windows874 cp874 dos874 cswindows874 xwindows874 ms874",
        labels: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    }

    /// windows-1250: Central European.
    #[doc(alias = "Cp1250")]
    Windows1250 = 36 {
        name: "windows-1250", names: "windows1250 cp1250 xcp1250 cswindows1250",
        labels: "cp1250 windows-1250 x-cp1250",
    }

    /// windows-1251: Cyrillic.
    #[doc(alias = "Cp1251")]
    Windows1251 = 37 {
        name: "windows-1251", names: "windows1251 cp1251 xcp1251 cswindows1251",
        labels: "cp1251 windows-1251 x-cp1251",
    }

    /// windows-1252: Western European. The five bytes without a character in Microsoft's table (81,
    /// 8D, 8F, 90, 9D) are C1 control characters, as in the WHATWG Encoding Standard. In the other
    /// code pages of Windows, only bytes 80 to 9F without a character are control characters: D2 in
    /// windows-1253 is malformed.
    #[doc(alias("Cp1252", "ANSI"))]
    Windows1252 = 38 {
        name: "windows-1252", names: "windows1252 cp1252 xcp1252 cswindows1252",
        labels: "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 \
        iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    }

    /// windows-1253: Greek.
    #[doc(alias = "Cp1253")]
    Windows1253 = 39 {
        name: "windows-1253", names: "windows1253 cp1253 xcp1253 cswindows1253",
        labels: "cp1253 windows-1253 x-cp1253",
    }

    /// windows-1254: Turkish.
    #[doc(alias = "Cp1254")]
    Windows1254 = 40 {
        name: "windows-1254", names: "windows1254 cp1254 xcp1254 cswindows1254",
        labels: "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 \
        iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
    }

    /// windows-1255: Hebrew.
    #[doc(alias = "Cp1255")]
    Windows1255 = 41 {
        name: "windows-1255", names: "windows1255 cp1255 xcp1255 cswindows1255",
        labels: "cp1255 windows-1255 x-cp1255",
    }

    /// windows-1256: Arabic.
    #[doc(alias = "Cp1256")]
    Windows1256 = 42 {
        name: "windows-1256", names: "windows1256 cp1256 xcp1256 cswindows1256",
        labels: "cp1256 windows-1256 x-cp1256",
    }

    /// windows-1257: Baltic.
    #[doc(alias = "Cp1257")]
    Windows1257 = 43 {
        name: "windows-1257", names: "windows1257 cp1257 xcp1257 cswindows1257",
        labels: "cp1257 windows-1257 x-cp1257",
    }

    /// windows-1258: Vietnamese. Tone marks are separate combining characters.
    #[doc(alias = "Cp1258")]
    Windows1258 = 44 {
        name: "windows-1258", names: "windows1258 cp1258 xcp1258 cswindows1258",
        labels: "cp1258 windows-1258 x-cp1258",
    }

    /// Mac OS Cyrillic, with the euro sign.
    #[doc(alias("MacCyrillic", "Cp10007"))]
    XMacCyrillic = 45 {
        name: "x-mac-cyrillic", names: "xmaccyrillic xmacukrainian maccyrillic macuk macukrainian",
        labels: "x-mac-cyrillic x-mac-ukrainian",
    }

    /// ISO 8859-2, Latin-2: Central European.
    #[doc(alias = "Latin2")]
    Iso8859_2 = 46 {
        name: "ISO-8859-2",
        names: "iso88592 iso885921987 isoir101 latin2 l2 csisolatin2 ibm912 cp912 cp28592",
        labels: "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 \
        l2 latin2",
    }

    /// ISO 8859-3, Latin-3: South European.
    #[doc(alias = "Latin3")]
    Iso8859_3 = 47 {
        name: "ISO-8859-3",
        names: "iso88593 iso885931988 isoir109 latin3 l3 csisolatin3 ibm913 cp913 cp28593",
        labels: "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 \
        l3 latin3",
    }

    /// ISO 8859-4, Latin-4: North European.
    #[doc(alias = "Latin4")]
    Iso8859_4 = 48 {
        name: "ISO-8859-4",
        names: "iso88594 iso885941988 isoir110 latin4 l4 csisolatin4 ibm914 cp914 cp28594",
        labels: "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 \
        l4 latin4",
    }

    /// ISO 8859-5: Cyrillic.
    Iso8859_5 = 49 {
        name: "ISO-8859-5",
        names: "iso88595 iso885951988 isoir144 cyrillic csisolatincyrillic ibm915 cp915 cp28595",
        labels: "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 \
        iso_8859-5:1988",
    }

    /// ISO 8859-6: Arabic.
    Iso8859_6 = 50 {
        name: "ISO-8859-6",
        names: "iso88596 iso885961987 isoir127 ecma114 asmo708 arabic csisolatinarabic ibm1089 \
        cp1089 cp28596",
        labels: "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 \
        iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    }

    /// ISO 8859-7: Greek.
    Iso8859_7 = 51 {
        name: "ISO-8859-7",
        names: "iso88597 iso885971987 isoir126 elot928 ecma118 greek greek8 csisolatingreek \
        iso885972003 cp28597",
        labels: "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 \
        iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    }

    /// ISO 8859-8: Hebrew. This is also WHATWG's ISO-8859-8-I, which has the same bytes.
    Iso8859_8 = 52 {
        name: "ISO-8859-8", names: "iso88598 iso885981988 isoir138 hebrew csisolatinhebrew cp28598",
        labels: "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 \
        iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    }

    /// ISO 8859-9, Latin-5: Turkish. The WHATWG standard decodes the label `iso-8859-9` as
    /// windows-1254.
    #[doc(alias = "Latin5")]
    Iso8859_9 = 53 {
        name: "ISO-8859-9",
        names: "iso88599 iso885991989 isoir148 latin5 l5 csisolatin5 ecma128 ts5881 ibm920 cp920 \
        cp28599",
    }

    /// ISO 8859-10, Latin-6: Nordic.
    #[doc(alias = "Latin6")]
    Iso8859_10 = 54 {
        name: "ISO-8859-10", names: "iso885910 iso8859101992 isoir157 latin6 l6 csisolatin6",
        labels: "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    }

    /// ISO 8859-11: Thai. The WHATWG standard decodes the label `iso-8859-11` as windows-874.
    Iso8859_11 = 55 {
        name: "ISO-8859-11",
        names: "iso885911 tis620 tis6202533 cstis620 iso8859112001 isoir166 tis6200 xiso885911",
    }

    /// ISO 8859-13, Latin-7: Baltic.
    #[doc(alias = "Latin7")]
    Iso8859_13 = 56 {
        name: "ISO-8859-13", names: "iso885913 latin7 l7 csiso885913 isoir179 cp28603",
        labels: "iso-8859-13 iso8859-13 iso885913",
    }

    /// ISO 8859-14, Latin-8: Celtic.
    #[doc(alias = "Latin8")]
    Iso8859_14 = 57 {
        name: "ISO-8859-14",
        names: "iso885914 iso8859141998 isoir199 isoceltic latin8 l8 csiso885914",
        labels: "iso-8859-14 iso8859-14 iso885914",
    }

    /// ISO 8859-15, Latin-9: Western European with the euro sign.
    #[doc(alias = "Latin9")]
    Iso8859_15 = 58 {
        name: "ISO-8859-15",
        names: "iso885915 latin9 l9 csiso885915 iso8859151998 isoir203 latin0 csisolatin0 \
        csisolatin9 ibm923 cp923 cp28605",
        labels: "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    }

    /// ISO 8859-16, Latin-10: South-Eastern European.
    #[doc(alias = "Latin10")]
    Iso8859_16 = 59 {
        name: "ISO-8859-16", names: "iso885916 iso8859162001 isoir226 latin10 l10 csiso885916",
        labels: "iso-8859-16",
    }

    /// IBM866, DOS code page 866: Cyrillic.
    #[doc(alias = "Cp866")]
    Ibm866 = 60 {
        name: "IBM866", names: "ibm866 cp866 866 csibm866", labels: "866 cp866 csibm866 ibm866",
    }

    /// IBM437, DOS code page 437: United States.
    #[doc(alias = "Ibm437")]
    Cp437 = 61 { name: "IBM437", names: "ibm437 cp437 437 cspc8codepage437 windows437" }

    /// IBM850, DOS code page 850: Western European.
    #[doc(alias = "Ibm850")]
    Cp850 = 62 { name: "IBM850", names: "ibm850 cp850 850 cspc850multilingual" }

    /// IBM852, DOS code page 852: Central European.
    #[doc(alias = "Ibm852")]
    Cp852 = 63 { name: "IBM852", names: "ibm852 cp852 852 cspcp852" }

    /// IBM855, DOS code page 855: Cyrillic.
    #[doc(alias = "Ibm855")]
    Cp855 = 64 { name: "IBM855", names: "ibm855 cp855 855 csibm855 cspcp855" }

    /// IBM857, DOS code page 857: Turkish.
    #[doc(alias = "Ibm857")]
    Cp857 = 65 { name: "IBM857", names: "ibm857 cp857 857 csibm857" }

    /// IBM00858, DOS code page 858: 850 with the euro sign.
    #[doc(alias = "Ibm858")]
    Cp858 = 66 {
        name: "IBM00858",
        names: "ibm00858 cp00858 cp858 ibm858 858 ccsid00858 pcmultilingual850+euro csibm00858",
    }

    /// IBM860, DOS code page 860: Portuguese.
    #[doc(alias = "Ibm860")]
    Cp860 = 67 { name: "IBM860", names: "ibm860 cp860 860 csibm860" }

    /// IBM861, DOS code page 861: Icelandic.
    #[doc(alias = "Ibm861")]
    Cp861 = 68 { name: "IBM861", names: "ibm861 cp861 861 cpis csibm861 cpibm861" }

    /// IBM862, DOS code page 862: Hebrew.
    #[doc(alias = "Ibm862")]
    Cp862 = 69 { name: "IBM862", names: "ibm862 cp862 862 cspc862latinhebrew csibm862" }

    /// IBM863, DOS code page 863: Canadian French.
    #[doc(alias = "Ibm863")]
    Cp863 = 70 { name: "IBM863", names: "ibm863 cp863 863 csibm863" }

    /// IBM864, DOS code page 864: Arabic, in presentation forms. Byte 25 is the Arabic percent
    /// sign, and the ASCII percent sign is missing.
    #[doc(alias = "Ibm864")]
    Cp864 = 71 { name: "IBM864", names: "ibm864 cp864 864 csibm864" }

    /// IBM865, DOS code page 865: Nordic.
    #[doc(alias = "Ibm865")]
    Cp865 = 72 { name: "IBM865", names: "ibm865 cp865 865 csibm865" }

    /// IBM869, DOS code page 869: Greek.
    #[doc(alias = "Ibm869")]
    Cp869 = 73 { name: "IBM869", names: "ibm869 cp869 869 cpgr csibm869" }

    /// IBM037, EBCDIC code page 37: United States.
    #[doc(alias("Ibm037", "EBCDIC"))]
    Cp037 = 74 {
        name: "IBM037",
        names: "ibm037 cp037 ibm37 cp37 ebcdiccpus ebcdiccpca ebcdiccpwt ebcdiccpnl csibm037 \
        cpibm37",
    }

    /// IBM273, EBCDIC code page 273: Germany, Austria.
    #[doc(alias("Ibm273", "EBCDIC"))]
    Cp273 = 75 { name: "IBM273", names: "ibm273 cp273 csibm273" }

    /// IBM500, EBCDIC code page 500: international.
    #[doc(alias("Ibm500", "EBCDIC"))]
    Cp500 = 76 {
        name: "IBM500", names: "ibm500 cp500 ebcdiccpbe ebcdiccpch csibm500 500v1 ebcdiccpbh",
    }

    /// IBM1047, EBCDIC code page 1047: Latin-1 for open systems.
    #[doc(alias("Ibm1047", "EBCDIC"))]
    Cp1047 = 77 { name: "IBM1047", names: "ibm1047 cp1047 csibm1047" }

    /// IBM01140, EBCDIC code page 1140: 37 with the euro sign.
    #[doc(alias("Ibm1140", "EBCDIC"))]
    Cp1140 = 78 {
        name: "IBM01140",
        names: "ibm01140 cp01140 cp1140 ibm1140 ccsid01140 ebcdicus37+euro csibm01140",
    }

    $($more)* } };
}
pub(crate) use pages;
