//! The code pages of the feature `more-code-pages`.
//!
//! `more_pages.txt` contains their characters. The format is described in `parse.rs`.

/// Calls a macro `then!` with `first`, followed by the rows of all code pages. These rows are last.
macro_rules! more_pages {
    ($then:ident!($($first:tt)*)) => { $crate::encoding::code_page::pages! { $then!($($first)*)

    /// IBM277, EBCDIC code page 277: Denmark, Norway.
    #[doc(alias("Ibm277", "EBCDIC"))]
    Cp277 = 79 { name: "IBM277", names: "ibm277 cp277 csibm277 ebcdiccpdk ebcdiccpno" }

    /// IBM278, EBCDIC code page 278: Finland, Sweden.
    #[doc(alias("Ibm278", "EBCDIC"))]
    Cp278 = 80 { name: "IBM278", names: "ibm278 cp278 csibm278 ebcdiccpfi ebcdiccpse ebcdicsv" }

    /// IBM280, EBCDIC code page 280: Italy.
    #[doc(alias("Ibm280", "EBCDIC"))]
    Cp280 = 81 { name: "IBM280", names: "ibm280 cp280 csibm280 ebcdiccpit" }

    /// IBM284, EBCDIC code page 284: Spain, Latin America.
    #[doc(alias("Ibm284", "EBCDIC"))]
    Cp284 = 82 { name: "IBM284", names: "ibm284 cp284 csibm284 ebcdiccpes cpibm284" }

    /// IBM285, EBCDIC code page 285: United Kingdom.
    #[doc(alias("Ibm285", "EBCDIC"))]
    Cp285 = 83 { name: "IBM285", names: "ibm285 cp285 csibm285 ebcdiccpgb ebcdicgb cpibm285" }

    /// IBM297, EBCDIC code page 297: France.
    #[doc(alias("Ibm297", "EBCDIC"))]
    Cp297 = 84 { name: "IBM297", names: "ibm297 cp297 csibm297 ebcdiccpfr cpibm297" }

    /// IBM870, EBCDIC code page 870: Central European.
    #[doc(alias("Ibm870", "EBCDIC"))]
    Cp870 = 85 { name: "IBM870", names: "ibm870 cp870 csibm870 ebcdiccproece ebcdiccpyu" }

    /// IBM871, EBCDIC code page 871: Iceland.
    #[doc(alias("Ibm871", "EBCDIC"))]
    Cp871 = 86 { name: "IBM871", names: "ibm871 cp871 csibm871 ebcdiccpis" }

    /// IBM875, EBCDIC code page 875: Greek.
    #[doc(alias("Ibm875", "EBCDIC"))]
    Cp875 = 87 { name: "IBM875", names: "ibm875 cp875 xibm875 ebcdicgreek" }

    /// IBM1025, EBCDIC code page 1025: Cyrillic.
    #[doc(alias("Ibm1025", "EBCDIC"))]
    Cp1025 = 88 { name: "IBM1025", names: "ibm1025 cp1025 csibm1025 xibm1025" }

    /// IBM1026, EBCDIC code page 1026: Turkish.
    #[doc(alias("Ibm1026", "EBCDIC"))]
    Cp1026 = 89 { name: "IBM1026", names: "ibm1026 cp1026 csibm1026" }

    /// ibm-37-s390, ICU's name for EBCDIC code page 37 with line feed at byte 15, as in z/OS Unix.
    #[doc(alias = "EBCDIC")]
    Cp037S390 = 90 { name: "ibm-37-s390", names: "ibm37s390" }

    /// ibm-1047-s390, ICU's name for EBCDIC code page 1047 with line feed at byte 15.
    #[doc(alias = "EBCDIC")]
    Cp1047S390 = 91 { name: "ibm-1047-s390", names: "ibm1047s390" }

    /// IBM01141, EBCDIC code page 1141: 273 (Germany, Austria) with the euro sign.
    #[doc(alias("Ibm1141", "EBCDIC"))]
    Cp1141 = 92 {
        name: "IBM01141",
        names: "ibm01141 cp01141 cp1141 ibm1141 ccsid01141 ebcdicde273+euro csibm01141 csibm1141",
    }

    /// IBM01142, EBCDIC code page 1142: 277 (Denmark, Norway) with the euro sign.
    #[doc(alias("Ibm1142", "EBCDIC"))]
    Cp1142 = 93 {
        name: "IBM01142",
        names: "ibm01142 cp01142 cp1142 ibm1142 ccsid01142 ebcdicdk277+euro ebcdicno277+euro \
        csibm01142 csibm1142",
    }

    /// IBM01143, EBCDIC code page 1143: 278 (Finland, Sweden) with the euro sign.
    #[doc(alias("Ibm1143", "EBCDIC"))]
    Cp1143 = 94 {
        name: "IBM01143",
        names: "ibm01143 cp01143 cp1143 ibm1143 ccsid01143 ebcdicfi278+euro ebcdicse278+euro \
        csibm01143 csibm1143",
    }

    /// IBM01144, EBCDIC code page 1144: 280 (Italy) with the euro sign.
    #[doc(alias("Ibm1144", "EBCDIC"))]
    Cp1144 = 95 {
        name: "IBM01144",
        names: "ibm01144 cp01144 cp1144 ibm1144 ccsid01144 ebcdicit280+euro csibm01144 csibm1144",
    }

    /// IBM01145, EBCDIC code page 1145: 284 (Spain) with the euro sign.
    #[doc(alias("Ibm1145", "EBCDIC"))]
    Cp1145 = 128 {
        name: "IBM01145",
        names: "ibm01145 cp01145 cp1145 ibm1145 ccsid01145 ebcdices284+euro csibm01145 csibm1145",
    }

    /// IBM01146, EBCDIC code page 1146: 285 (United Kingdom) with the euro sign.
    #[doc(alias("Ibm1146", "EBCDIC"))]
    Cp1146 = 129 {
        name: "IBM01146",
        names: "ibm01146 cp01146 cp1146 ibm1146 ccsid01146 ebcdicgb285+euro csibm01146 csibm1146",
    }

    /// IBM01147, EBCDIC code page 1147: 297 (France) with the euro sign.
    #[doc(alias("Ibm1147", "EBCDIC"))]
    Cp1147 = 130 {
        name: "IBM01147",
        names: "ibm01147 cp01147 cp1147 ibm1147 ccsid01147 ebcdicfr297+euro csibm01147 csibm1147",
    }

    /// IBM01148, EBCDIC code page 1148: 500 (international) with the euro sign.
    #[doc(alias("Ibm1148", "EBCDIC"))]
    Cp1148 = 131 {
        name: "IBM01148",
        names: "ibm01148 cp01148 cp1148 ibm1148 ccsid01148 ebcdicinternational500+euro csibm01148 \
        csibm1148",
    }

    /// IBM01149, EBCDIC code page 1149: 871 (Iceland) with the euro sign.
    #[doc(alias("Ibm1149", "EBCDIC"))]
    Cp1149 = 132 {
        name: "IBM01149",
        names: "ibm01149 cp01149 cp1149 ibm1149 ccsid01149 ebcdicis871+euro csibm01149 csibm1149",
    }

    /// Cp720, DOS code page 720: Arabic. Bytes without a character are C1 control characters, as in
    /// Windows.
    Cp720 = 133 { name: "Cp720", names: "cp720 dos720 windows720 ibm720 xibm720" }

    /// IBM737, DOS code page 737: Greek.
    #[doc(alias = "Ibm737")]
    Cp737 = 134 { name: "IBM737", names: "ibm737 cp737 windows737 xibm737" }

    /// IBM775, DOS code page 775: Baltic.
    #[doc(alias = "Ibm775")]
    Cp775 = 135 { name: "IBM775", names: "ibm775 cp775 windows775 cspc775baltic" }

    /// IBM1125, DOS code page 1125: Ukrainian. 866 with the letters Ґ and ґ.
    #[doc(alias = "Cp866u")]
    Cp1125 = 136 { name: "IBM1125", names: "ibm1125 cp1125 cp866u ruscii" }

    /// Mac OS Central European.
    MacCentralEurope = 137 {
        name: "x-mac-ce",
        names: "xmacce macce maccentraleurope macceneuro maccenteuro maclatin2 xmaccentraleurope \
        xmaccentraleurroman maccentraleurroman cp10029",
    }

    /// Mac OS Greek.
    MacGreek = 138 { name: "x-mac-greek", names: "xmacgreek macgreek macgr cp10006" }

    /// Mac OS Turkish.
    MacTurkish = 139 { name: "x-mac-turkish", names: "xmacturkish macturkish mactr cp10081" }

    /// Mac OS Icelandic.
    MacIcelandic = 140 {
        name: "x-mac-icelandic", names: "xmacicelandic macicelandic maciceland xmaciceland cp10079",
    }

    /// Mac OS Croatian.
    MacCroatian = 141 { name: "x-mac-croatian", names: "xmaccroatian maccroatian cp10082" }

    /// Mac OS Romanian.
    MacRomanian = 142 {
        name: "x-mac-romanian", names: "xmacromanian macromanian xmacromania macromania cp10010",
    }

    /// VISCII: Vietnamese (RFC 1456). Six control characters are letters.
    Viscii = 143 { name: "VISCII", names: "viscii csviscii viscii111" }

    /// TCVN 5712-1, also called VN1 or TCVN3 with composition: Vietnamese. Each byte is one
    /// character: a letter is not composed with the combining mark (bytes B0 to B4) after it.
    Tcvn5712 = 144 { name: "TCVN5712-1", names: "tcvn57121 tcvn5712 tcvn tcvn571211993" }

    /// Georgian-PS: Georgian with the archaic letters in their traditional places.
    GeorgianPs = 145 { name: "Georgian-PS", names: "georgianps" }

    /// Georgian-Academy: Georgian in the order of Unicode.
    GeorgianAcademy = 146 { name: "Georgian-Academy", names: "georgianacademy" }

    /// GEOSTD8, the Georgian character set of MySQL.
    Geostd8 = 147 { name: "GEOSTD8", names: "geostd8" }

    /// ARMSCII-8: Armenian. Five ASCII characters have a second byte, which is decoded but not
    /// encoded.
    Armscii8 = 148 { name: "ARMSCII-8", names: "armscii8" }

    /// KZ-1048, also called RK1048: Kazakh, based on windows-1251.
    Kz1048 = 149 { name: "KZ-1048", names: "kz1048 rk1048 strk10482002 cskz1048" }

    /// PTCP154, also called PT154: Asian languages in Cyrillic script, based on windows-1251.
    Ptcp154 = 150 { name: "PTCP154", names: "ptcp154 pt154 cp154 cyrillicasian csptcp154" }

    /// TIS-620: Thai, without the no-break space and the control characters of
    /// [`Iso8859_11`](crate::code_page::Iso8859_11), which has the name `TIS-620`.
    Tis620 = 151 { name: "TIS-620-strict", names: "tis620strict" }
    } };
}
pub(crate) use more_pages;
