//! National code pages (feature `more-code-pages`), as in iconv, except `Geostd8`, which only MySQL
//! defines. The format of `characters` is described in `parse.rs`.
#![forbid(unsafe_code)]

macro_rules! national {
    ($($before:tt)*) => { $crate::encoding::code_page::rows! { $($before)*

    /// VISCII: Vietnamese (RFC 1456). Six control characters are letters.
    Viscii = 143 {
        name: "VISCII",
        names: "viscii csviscii viscii111",
        characters: "0000 0001 1EB2 0003 0004 1EB4 1EAA 0007-0013 1EF6 0015-0018 1EF8 001A-001D \
            1EF4 001F-007F 1EA0 1EAE 1EB0 1EB6 1EA4 1EA6 1EA8 1EAC 1EBC 1EB8 1EBE 1EC0 1EC2 1EC4 \
            1EC6 1ED0 1ED2 1ED4 1ED6 1ED8 1EE2 1EDA 1EDC 1EDE 1ECA 1ECE 1ECC 1EC8 1EE6 0168 1EE4 \
            1EF2 00D5 1EAF 1EB1 1EB7 1EA5 1EA7 1EA9 1EAD 1EBD 1EB9 1EBF 1EC1 1EC3 1EC5 1EC7 1ED1 \
            1ED3 1ED5 1ED7 1EE0 01A0 1ED9 1EDD 1EDF 1ECB 1EF0 1EE8 1EEA 1EEC 01A1 1EDB 01AF \
            00C0-00C3 1EA2 0102 1EB3 1EB5 00C8-00CA 1EBA 00CC 00CD 0128 1EF3 0110 1EE9 00D2-00D4 \
            1EA1 1EF7 1EEB 1EED 00D9 00DA 1EF9 1EF5 00DD 1EE1 01B0 00E0-00E3 1EA3 0103 1EEF 1EAB \
            00E8-00EA 1EBB 00EC 00ED 0129 1EC9 0111 1EF1 00F2-00F5 1ECF 1ECD 1EE5 00F9 00FA 0169 \
            1EE7 00FD 1EE3 1EEE",
    }

    /// TCVN 5712-1, also called VN1 or TCVN3 with composition: Vietnamese. Each byte is one
    /// character: a letter is not composed with the combining mark (bytes B0 to B4) after it.
    Tcvn5712 = 144 {
        name: "TCVN5712-1",
        names: "tcvn57121 tcvn5712 tcvn tcvn571211993",
        characters: "0000 00DA 1EE4 0003 1EEA 1EEC 1EEE 0007-0010 1EE8 1EF0 1EF2 1EF6 1EF8 00DD \
            1EF4 0018-007F 00C0 1EA2 00C3 00C1 1EA0 1EB6 1EAC 00C8 1EBA 1EBC 00C9 1EB8 1EC6 00CC \
            1EC8 0128 00CD 1ECA 00D2 1ECE 00D5 00D3 1ECC 1ED8 1EDC 1EDE 1EE0 1EDA 1EE2 00D9 1EE6 \
            0168 00A0 0102 00C2 00CA 00D4 01A0 01AF 0110 0103 00E2 00EA 00F4 01A1 01B0 0111 1EB0 \
            0300 0309 0303 0301 0323 00E0 1EA3 00E3 00E1 1EA1 1EB2 1EB1 1EB3 1EB5 1EAF 1EB4 1EAE \
            1EA6 1EA8 1EAA 1EA4 1EC0 1EB7 1EA7 1EA9 1EAB 1EA5 1EAD 00E8 1EC2 1EBB 1EBD 00E9 1EB9 \
            1EC1 1EC3 1EC5 1EBF 1EC7 00EC 1EC9 1EC4 1EBE 1ED2 0129 00ED 1ECB 00F2 1ED4 1ECF 00F5 \
            00F3 1ECD 1ED3 1ED5 1ED7 1ED1 1ED9 1EDD 1EDF 1EE1 1EDB 1EE3 00F9 1ED6 1EE7 0169 00FA \
            1EE5 1EEB 1EED 1EEF 1EE9 1EF1 1EF3 1EF7 1EF9 00FD 1EF5 1ED0",
    }

    /// Georgian-PS: Georgian with the archaic letters in their traditional places.
    GeorgianPs = 145 {
        name: "Georgian-PS",
        names: "georgianps",
        characters: "0080 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D-0090 \
            2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 009E 0178 00A0-00BF \
            10D0-10D6 10F1 10D7-10DC 10F2 10DD-10E2 10F3 10E3-10EE 10F4 10EF 10F0 10F5 00E6-00FF",
    }

    /// Georgian-Academy: Georgian in the order of Unicode.
    GeorgianAcademy = 146 {
        name: "Georgian-Academy",
        names: "georgianacademy",
        characters: "0080 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D-0090 \
            2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 009E 0178 00A0-00BF \
            10D0-10F6 00E7-00FF",
    }

    /// GEOSTD8, the Georgian character set of MySQL.
    Geostd8 = 147 {
        name: "GEOSTD8",
        names: "geostd8",
        characters: "20AC . 201A . 201E 2026 2020 2021 . 2030 . 2039 ..... 2018 2019 201C 201D \
            2022 2013 2014 ... 203A .... 00A0-00BF 10D0-10D6 10F1 10D7-10DC 10F2 10DD-10E2 10F3 \
            10E3-10EE 10F4 10EF 10F0 10F5 ....................... 2116 ..",
    }

    /// ARMSCII-8: Armenian. Five ASCII characters have a second byte, which is decoded but not
    /// encoded.
    Armscii8 = 148 {
        name: "ARMSCII-8",
        names: "armscii8",
        characters: "0080-00A0 . 0587 0589 0029 0028 00BB 00AB 2014 002E 055D 002C 002D 058A 2026 \
            055C 055B 055E 0531 0561 0532 0562 0533 0563 0534 0564 0535 0565 0536 0566 0537 0567 \
            0538 0568 0539 0569 053A 056A 053B 056B 053C 056C 053D 056D 053E 056E 053F 056F 0540 \
            0570 0541 0571 0542 0572 0543 0573 0544 0574 0545 0575 0546 0576 0547 0577 0548 0578 \
            0549 0579 054A 057A 054B 057B 054C 057C 054D 057D 054E 057E 054F 057F 0550 0580 0551 \
            0581 0552 0582 0553 0583 0554 0584 0555 0585 0556 0586 055A .",
    }

    /// KZ-1048, also called RK1048: Kazakh, based on windows-1251.
    Kz1048 = 149 {
        name: "KZ-1048",
        names: "kz1048 rk1048 strk10482002 cskz1048",
        characters: "0402 0403 201A 0453 201E 2026 2020 2021 20AC 2030 0409 2039 040A 049A 04BA \
            040F 0452 2018 2019 201C 201D 2022 2013 2014 . 2122 0459 203A 045A 049B 04BB 045F \
            00A0 04B0 04B1 04D8 00A4 04E8 00A6 00A7 0401 00A9 0492 00AB-00AE 04AE 00B0 00B1 0406 \
            0456 04E9 00B5-00B7 0451 2116 0493 00BB 04D9 04A2 04A3 04AF 0410-044F",
    }

    /// PTCP154, also called PT154: Asian languages in Cyrillic script, based on windows-1251.
    Ptcp154 = 150 {
        name: "PTCP154",
        names: "ptcp154 pt154 cp154 cyrillicasian csptcp154",
        characters: "0496 0492 04EE 0493 201E 2026 04B6 04AE 04B2 04AF 04A0 04E2 04A2 049A 04BA \
            04B8 0497 2018 2019 201C 201D 2022 2013 2014 04B3 04B7 04A1 04E3 04A3 049B 04BB 04B9 \
            00A0 040E 045E 0408 04E8 0498 04B0 00A7 0401 00A9 04D8 00AB 00AC 04EF 00AE 049C 00B0 \
            04B1 0406 0456 0499 04E9 00B6 00B7 0451 2116 04D9 00BB 0458 04AA 04AB 049D 0410-044F",
    }

    /// TIS-620: Thai, without the no-break space and the control characters of
    /// [`Iso8859_11`](crate::code_page::Iso8859_11), which has the name `TIS-620`.
    Tis620 = 151 {
        name: "TIS-620-strict",
        names: "tis620strict",
        characters: "................................. 0E01-0E3A .... 0E3F-0E5B ....",
    }
    } };
}
pub(crate) use national;
