//! The parts of ISO 8859 except Latin-1. Bytes 80 to 9F are the C1 control characters. The format
//! of `characters` is described in `parse.rs`.
#![forbid(unsafe_code)]

macro_rules! iso {
    ($($before:tt)*) => { $crate::encoding::code_page::rows! { $($before)*

    /// ISO 8859-2, Latin-2: Central European.
    #[doc(alias = "Latin2")]
    Iso8859_2 = 46 {
        name: "ISO-8859-2",
        names: "iso88592 iso885921987 isoir101 latin2 l2 csisolatin2 ibm912 cp912 cp28592",
        labels: "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 \
            l2 latin2",
        characters: "0080-00A0 0104 02D8 0141 00A4 013D 015A 00A7 00A8 0160 015E 0164 0179 00AD \
            017D 017B 00B0 0105 02DB 0142 00B4 013E 015B 02C7 00B8 0161 015F 0165 017A 02DD 017E \
            017C 0154 00C1 00C2 0102 00C4 0139 0106 00C7 010C 00C9 0118 00CB 011A 00CD 00CE 010E \
            0110 0143 0147 00D3 00D4 0150 00D6 00D7 0158 016E 00DA 0170 00DC 00DD 0162 00DF 0155 \
            00E1 00E2 0103 00E4 013A 0107 00E7 010D 00E9 0119 00EB 011B 00ED 00EE 010F 0111 0144 \
            0148 00F3 00F4 0151 00F6 00F7 0159 016F 00FA 0171 00FC 00FD 0163 02D9",
    }

    /// ISO 8859-3, Latin-3: South European.
    #[doc(alias = "Latin3")]
    Iso8859_3 = 47 {
        name: "ISO-8859-3",
        names: "iso88593 iso885931988 isoir109 latin3 l3 csisolatin3 ibm913 cp913 cp28593",
        labels: "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 \
            l3 latin3",
        characters: "0080-00A0 0126 02D8 00A3 00A4 . 0124 00A7 00A8 0130 015E 011E 0134 00AD . \
            017B 00B0 0127 00B2-00B5 0125 00B7 00B8 0131 015F 011F 0135 00BD . 017C 00C0-00C2 . \
            00C4 010A 0108 00C7-00CF . 00D1-00D4 0120 00D6 00D7 011C 00D9-00DC 016C 015C \
            00DF-00E2 . 00E4 010B 0109 00E7-00EF . 00F1-00F4 0121 00F6 00F7 011D 00F9-00FC 016D \
            015D 02D9",
    }

    /// ISO 8859-4, Latin-4: North European.
    #[doc(alias = "Latin4")]
    Iso8859_4 = 48 {
        name: "ISO-8859-4",
        names: "iso88594 iso885941988 isoir110 latin4 l4 csisolatin4 ibm914 cp914 cp28594",
        labels: "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 \
            l4 latin4",
        characters: "0080-00A0 0104 0138 0156 00A4 0128 013B 00A7 00A8 0160 0112 0122 0166 00AD \
            017D 00AF 00B0 0105 02DB 0157 00B4 0129 013C 02C7 00B8 0161 0113 0123 0167 014A 017E \
            014B 0100 00C1-00C6 012E 010C 00C9 0118 00CB 0116 00CD 00CE 012A 0110 0145 014C 0136 \
            00D4-00D8 0172 00DA-00DC 0168 016A 00DF 0101 00E1-00E6 012F 010D 00E9 0119 00EB 0117 \
            00ED 00EE 012B 0111 0146 014D 0137 00F4-00F8 0173 00FA-00FC 0169 016B 02D9",
    }

    /// ISO 8859-5: Cyrillic.
    Iso8859_5 = 49 {
        name: "ISO-8859-5",
        names: "iso88595 iso885951988 isoir144 cyrillic csisolatincyrillic ibm915 cp915 cp28595",
        labels: "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 \
            iso_8859-5:1988",
        characters: "0080-00A0 0401-040C 00AD 040E-044F 2116 0451-045C 00A7 045E 045F",
    }

    /// ISO 8859-6: Arabic.
    Iso8859_6 = 50 {
        name: "ISO-8859-6",
        names: "iso88596 iso885961987 isoir127 ecma114 asmo708 arabic csisolatinarabic ibm1089 \
            cp1089 cp28596",
        labels: "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 \
            iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
        characters: "0080-00A0 ... 00A4 ....... 060C 00AD ............. 061B ... 061F . 0621-063A \
            ..... 0640-0652 .............",
    }

    /// ISO 8859-7: Greek.
    Iso8859_7 = 51 {
        name: "ISO-8859-7",
        names: "iso88597 iso885971987 isoir126 elot928 ecma118 greek greek8 csisolatingreek \
            iso885972003 cp28597",
        labels: "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 \
            iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
        characters: "0080-00A0 2018 2019 00A3 20AC 20AF 00A6-00A9 037A 00AB-00AD . 2015 00B0-00B3 \
            0384-0386 00B7 0388-038A 00BB 038C 00BD 038E-03A1 . 03A3-03CE .",
    }

    /// ISO 8859-8: Hebrew. This is also WHATWG's ISO-8859-8-I, which has the same bytes.
    Iso8859_8 = 52 {
        name: "ISO-8859-8",
        names: "iso88598 iso885981988 isoir138 hebrew csisolatinhebrew cp28598",
        labels: "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 \
            iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
        characters: "0080-00A0 . 00A2-00A9 00D7 00AB-00B9 00F7 00BB-00BE \
            ................................ 2017 05D0-05EA .. 200E 200F .",
    }

    /// ISO 8859-9, Latin-5: Turkish. The WHATWG standard decodes this label as windows-1254.
    #[doc(alias = "Latin5")]
    Iso8859_9 = 53 {
        name: "ISO-8859-9",
        names: "iso88599 iso885991989 isoir148 latin5 l5 csisolatin5 ecma128 ts5881 ibm920 cp920 \
            cp28599",
        characters: "0080-00CF 011E 00D1-00DC 0130 015E 00DF-00EF 011F 00F1-00FC 0131 015F 00FF",
    }

    /// ISO 8859-10, Latin-6: Nordic.
    #[doc(alias = "Latin6")]
    Iso8859_10 = 54 {
        name: "ISO-8859-10",
        names: "iso885910 iso8859101992 isoir157 latin6 l6 csisolatin6",
        labels: "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
        characters: "0080-00A0 0104 0112 0122 012A 0128 0136 00A7 013B 0110 0160 0166 017D 00AD \
            016A 014A 00B0 0105 0113 0123 012B 0129 0137 00B7 013C 0111 0161 0167 017E 2015 016B \
            014B 0100 00C1-00C6 012E 010C 00C9 0118 00CB 0116 00CD-00D0 0145 014C 00D3-00D6 0168 \
            00D8 0172 00DA-00DF 0101 00E1-00E6 012F 010D 00E9 0119 00EB 0117 00ED-00F0 0146 014D \
            00F3-00F6 0169 00F8 0173 00FA-00FE 0138",
    }

    /// ISO 8859-11: Thai. The WHATWG standard decodes this label as windows-874.
    Iso8859_11 = 55 {
        name: "ISO-8859-11",
        names: "iso885911 tis620 tis6202533 cstis620 iso8859112001 isoir166 tis6200 xiso885911",
        characters: "0080-00A0 0E01-0E3A .... 0E3F-0E5B ....",
    }

    /// ISO 8859-13, Latin-7: Baltic.
    #[doc(alias = "Latin7")]
    Iso8859_13 = 56 {
        name: "ISO-8859-13",
        names: "iso885913 latin7 l7 csiso885913 isoir179 cp28603",
        labels: "iso-8859-13 iso8859-13 iso885913",
        characters: "0080-00A0 201D 00A2-00A4 201E 00A6 00A7 00D8 00A9 0156 00AB-00AE 00C6 \
            00B0-00B3 201C 00B5-00B7 00F8 00B9 0157 00BB-00BE 00E6 0104 012E 0100 0106 00C4 00C5 \
            0118 0112 010C 00C9 0179 0116 0122 0136 012A 013B 0160 0143 0145 00D3 014C 00D5-00D7 \
            0172 0141 015A 016A 00DC 017B 017D 00DF 0105 012F 0101 0107 00E4 00E5 0119 0113 010D \
            00E9 017A 0117 0123 0137 012B 013C 0161 0144 0146 00F3 014D 00F5-00F7 0173 0142 015B \
            016B 00FC 017C 017E 2019",
    }

    /// ISO 8859-14, Latin-8: Celtic.
    #[doc(alias = "Latin8")]
    Iso8859_14 = 57 {
        name: "ISO-8859-14",
        names: "iso885914 iso8859141998 isoir199 isoceltic latin8 l8 csiso885914",
        labels: "iso-8859-14 iso8859-14 iso885914",
        characters: "0080-00A0 1E02 1E03 00A3 010A 010B 1E0A 00A7 1E80 00A9 1E82 1E0B 1EF2 00AD \
            00AE 0178 1E1E 1E1F 0120 0121 1E40 1E41 00B6 1E56 1E81 1E57 1E83 1E60 1EF3 1E84 1E85 \
            1E61 00C0-00CF 0174 00D1-00D6 1E6A 00D8-00DD 0176 00DF-00EF 0175 00F1-00F6 1E6B \
            00F8-00FD 0177 00FF",
    }

    /// ISO 8859-15, Latin-9: Western European with the euro sign.
    #[doc(alias = "Latin9")]
    Iso8859_15 = 58 {
        name: "ISO-8859-15",
        names: "iso885915 latin9 l9 csiso885915 iso8859151998 isoir203 latin0 csisolatin0 \
            csisolatin9 ibm923 cp923 cp28605",
        labels: "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
        characters: "0080-00A3 20AC 00A5 0160 00A7 0161 00A9-00B3 017D 00B5-00B7 017E 00B9-00BB \
            0152 0153 0178 00BF-00FF",
    }

    /// ISO 8859-16, Latin-10: South-Eastern European.
    #[doc(alias = "Latin10")]
    Iso8859_16 = 59 {
        name: "ISO-8859-16",
        names: "iso885916 iso8859162001 isoir226 latin10 l10 csiso885916",
        labels: "iso-8859-16",
        characters: "0080-00A0 0104 0105 0141 20AC 201E 0160 00A7 0161 00A9 0218 00AB 0179 00AD \
            017A 017B 00B0 00B1 010C 0142 017D 201D 00B6 00B7 017E 010D 0219 00BB 0152 0153 0178 \
            017C 00C0-00C2 0102 00C4 0106 00C6-00CF 0110 0143 00D2-00D4 0150 00D6 015A 0170 \
            00D9-00DC 0118 021A 00DF-00E2 0103 00E4 0107 00E6-00EF 0111 0144 00F2-00F4 0151 00F6 \
            015B 0171 00F9-00FC 0119 021B 00FF",
    }
    } };
}
pub(crate) use iso;
