//! The code pages of Windows, Unix (KOI8) and Mac OS, as defined by the WHATWG Encoding Standard.
//! The format of `characters` is described in `parse.rs`.
#![forbid(unsafe_code)]

macro_rules! windows {
    ($($before:tt)*) => { $crate::encoding::code_page::rows! { $($before)*

    /// KOI8-R: Russian (RFC 1489).
    #[doc(alias = "Cp20866")]
    Koi8R = 32 {
        name: "KOI8-R",
        names: "koi8r koi8 cskoi8r cp20866",
        labels: "cskoi8r koi koi8 koi8-r koi8_r",
        characters: "2500 2502 250C 2510 2514 2518 251C 2524 252C 2534 253C 2580 2584 2588 258C \
            2590-2593 2320 25A0 2219 221A 2248 2264 2265 00A0 2321 00B0 00B2 00B7 00F7 2550-2552 \
            0451 2553-2561 0401 2562-256C 00A9 044E 0430 0431 0446 0434 0435 0444 0433 0445 \
            0438-043F 044F 0440-0443 0436 0432 044C 044B 0437 0448 044D 0449 0447 044A 042E 0410 \
            0411 0426 0414 0415 0424 0413 0425 0418-041F 042F 0420-0423 0416 0412 042C 042B 0417 \
            0428 042D 0429 0427 042A",
    }

    /// KOI8-U: Ukrainian. Bytes AE and BE are Ў and ў as in KOI8-RU. RFC 2319 does not have these
    /// two characters.
    #[doc(alias = "Cp21866")]
    #[doc(alias = "Koi8Ru")]
    Koi8U = 33 {
        name: "KOI8-U",
        names: "koi8u koi8ru cskoi8u cp21866",
        labels: "koi8-ru koi8-u",
        characters: "2500 2502 250C 2510 2514 2518 251C 2524 252C 2534 253C 2580 2584 2588 258C \
            2590-2593 2320 25A0 2219 221A 2248 2264 2265 00A0 2321 00B0 00B2 00B7 00F7 2550-2552 \
            0451 0454 2554 0456 0457 2557-255B 0491 045E 255E-2561 0401 0404 2563 0406 0407 \
            2566-256A 0490 040E 00A9 044E 0430 0431 0446 0434 0435 0444 0433 0445 0438-043F 044F \
            0440-0443 0436 0432 044C 044B 0437 0448 044D 0449 0447 044A 042E 0410 0411 0426 0414 \
            0415 0424 0413 0425 0418-041F 042F 0420-0423 0416 0412 042C 042B 0417 0428 042D 0429 \
            0427 042A",
    }

    /// Mac OS Roman.
    #[doc(alias = "MacRoman")]
    #[doc(alias = "Cp10000")]
    Macintosh = 34 {
        name: "macintosh",
        names: "macintosh mac xmacroman macroman csmacintosh cp10000",
        labels: "csmacintosh mac macintosh x-mac-roman",
        characters: "00C4 00C5 00C7 00C9 00D1 00D6 00DC 00E1 00E0 00E2 00E4 00E3 00E5 00E7 00E9 \
            00E8 00EA 00EB 00ED 00EC 00EE 00EF 00F1 00F3 00F2 00F4 00F6 00F5 00FA 00F9 00FB 00FC \
            2020 00B0 00A2 00A3 00A7 2022 00B6 00DF 00AE 00A9 2122 00B4 00A8 2260 00C6 00D8 221E \
            00B1 2264 2265 00A5 00B5 2202 2211 220F 03C0 222B 00AA 00BA 03A9 00E6 00F8 00BF 00A1 \
            00AC 221A 0192 2248 2206 00AB 00BB 2026 00A0 00C0 00C3 00D5 0152 0153 2013 2014 201C \
            201D 2018 2019 00F7 25CA 00FF 0178 2044 20AC 2039 203A FB01 FB02 2021 00B7 201A 201E \
            2030 00C2 00CA 00C1 00CB 00C8 00CD-00CF 00CC 00D3 00D4 F8FF 00D2 00DA 00DB 00D9 0131 \
            02C6 02DC 00AF 02D8-02DA 00B8 02DD 02DB 02C7",
    }

    /// windows-874: Thai.
    #[doc(alias = "Cp874")]
    Windows874 = 35 {
        name: "windows-874",
        names: "windows874 cp874 dos874 cswindows874 xwindows874 ms874",
        labels: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
        characters: "20AC 0081-0084 2026 0086-0090 2018 2019 201C 201D 2022 2013 2014 0098-00A0 \
            0E01-0E3A .... 0E3F-0E5B ....",
    }

    /// windows-1250: Central European.
    #[doc(alias = "Cp1250")]
    Windows1250 = 36 {
        name: "windows-1250",
        names: "windows1250 cp1250 xcp1250 cswindows1250",
        labels: "cp1250 windows-1250 x-cp1250",
        characters: "20AC 0081 201A 0083 201E 2026 2020 2021 0088 2030 0160 2039 015A 0164 017D \
            0179 0090 2018 2019 201C 201D 2022 2013 2014 0098 2122 0161 203A 015B 0165 017E 017A \
            00A0 02C7 02D8 0141 00A4 0104 00A6-00A9 015E 00AB-00AE 017B 00B0 00B1 02DB 0142 \
            00B4-00B8 0105 015F 00BB 013D 02DD 013E 017C 0154 00C1 00C2 0102 00C4 0139 0106 00C7 \
            010C 00C9 0118 00CB 011A 00CD 00CE 010E 0110 0143 0147 00D3 00D4 0150 00D6 00D7 0158 \
            016E 00DA 0170 00DC 00DD 0162 00DF 0155 00E1 00E2 0103 00E4 013A 0107 00E7 010D 00E9 \
            0119 00EB 011B 00ED 00EE 010F 0111 0144 0148 00F3 00F4 0151 00F6 00F7 0159 016F 00FA \
            0171 00FC 00FD 0163 02D9",
    }

    /// windows-1251: Cyrillic.
    #[doc(alias = "Cp1251")]
    Windows1251 = 37 {
        name: "windows-1251",
        names: "windows1251 cp1251 xcp1251 cswindows1251",
        labels: "cp1251 windows-1251 x-cp1251",
        characters: "0402 0403 201A 0453 201E 2026 2020 2021 20AC 2030 0409 2039 040A 040C 040B \
            040F 0452 2018 2019 201C 201D 2022 2013 2014 0098 2122 0459 203A 045A 045C 045B 045F \
            00A0 040E 045E 0408 00A4 0490 00A6 00A7 0401 00A9 0404 00AB-00AE 0407 00B0 00B1 0406 \
            0456 0491 00B5-00B7 0451 2116 0454 00BB 0458 0405 0455 0457 0410-044F",
    }

    /// windows-1252: Western European. The five bytes without a character in Microsoft's table (81,
    /// 8D, 8F, 90, 9D) are C1 control characters, as in the WHATWG Encoding Standard. In the other
    /// code pages of Windows, this is true of bytes 80 to 9F only: D2 in windows-1253 is malformed.
    #[doc(alias = "Cp1252")]
    #[doc(alias = "ANSI")]
    Windows1252 = 38 {
        name: "windows-1252",
        names: "windows1252 cp1252 xcp1252 cswindows1252",
        labels: "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 \
            iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 \
            x-cp1252",
        characters: "20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D 017D \
            008F 0090 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 017E 0178 \
            00A0-00FF",
    }

    /// windows-1253: Greek.
    #[doc(alias = "Cp1253")]
    Windows1253 = 39 {
        name: "windows-1253",
        names: "windows1253 cp1253 xcp1253 cswindows1253",
        labels: "cp1253 windows-1253 x-cp1253",
        characters: "20AC 0081 201A 0192 201E 2026 2020 2021 0088 2030 008A 2039 008C-0090 2018 \
            2019 201C 201D 2022 2013 2014 0098 2122 009A 203A 009C-00A0 0385 0386 00A3-00A9 . \
            00AB-00AE 2015 00B0-00B3 0384 00B5-00B7 0388-038A 00BB 038C 00BD 038E-03A1 . \
            03A3-03CE .",
    }

    /// windows-1254: Turkish.
    #[doc(alias = "Cp1254")]
    Windows1254 = 40 {
        name: "windows-1254",
        names: "windows1254 cp1254 xcp1254 cswindows1254",
        labels: "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 \
            iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
        characters: "20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D-0090 \
            2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 009E 0178 00A0-00CF \
            011E 00D1-00DC 0130 015E 00DF-00EF 011F 00F1-00FC 0131 015F 00FF",
    }

    /// windows-1255: Hebrew.
    #[doc(alias = "Cp1255")]
    Windows1255 = 41 {
        name: "windows-1255",
        names: "windows1255 cp1255 xcp1255 cswindows1255",
        labels: "cp1255 windows-1255 x-cp1255",
        characters: "20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 008A 2039 008C-0090 2018 \
            2019 201C 201D 2022 2013 2014 02DC 2122 009A 203A 009C-00A3 20AA 00A5-00A9 00D7 \
            00AB-00B9 00F7 00BB-00BF 05B0-05C3 05F0-05F4 ....... 05D0-05EA .. 200E 200F .",
    }

    /// windows-1256: Arabic.
    #[doc(alias = "Cp1256")]
    Windows1256 = 42 {
        name: "windows-1256",
        names: "windows1256 cp1256 xcp1256 cswindows1256",
        labels: "cp1256 windows-1256 x-cp1256",
        characters: "20AC 067E 201A 0192 201E 2026 2020 2021 02C6 2030 0679 2039 0152 0686 0698 \
            0688 06AF 2018 2019 201C 201D 2022 2013 2014 06A9 2122 0691 203A 0153 200C 200D 06BA \
            00A0 060C 00A2-00A9 06BE 00AB-00B9 061B 00BB-00BE 061F 06C1 0621-0636 00D7 0637-063A \
            0640-0643 00E0 0644 00E2 0645-0648 00E7-00EB 0649 064A 00EE 00EF 064B-064E 00F4 064F \
            0650 00F7 0651 00F9 0652 00FB 00FC 200E 200F 06D2",
    }

    /// windows-1257: Baltic.
    #[doc(alias = "Cp1257")]
    Windows1257 = 43 {
        name: "windows-1257",
        names: "windows1257 cp1257 xcp1257 cswindows1257",
        labels: "cp1257 windows-1257 x-cp1257",
        characters: "20AC 0081 201A 0083 201E 2026 2020 2021 0088 2030 008A 2039 008C 00A8 02C7 \
            00B8 0090 2018 2019 201C 201D 2022 2013 2014 0098 2122 009A 203A 009C 00AF 02DB 009F \
            00A0 . 00A2-00A4 . 00A6 00A7 00D8 00A9 0156 00AB-00AE 00C6 00B0-00B7 00F8 00B9 0157 \
            00BB-00BE 00E6 0104 012E 0100 0106 00C4 00C5 0118 0112 010C 00C9 0179 0116 0122 0136 \
            012A 013B 0160 0143 0145 00D3 014C 00D5-00D7 0172 0141 015A 016A 00DC 017B 017D 00DF \
            0105 012F 0101 0107 00E4 00E5 0119 0113 010D 00E9 017A 0117 0123 0137 012B 013C 0161 \
            0144 0146 00F3 014D 00F5-00F7 0173 0142 015B 016B 00FC 017C 017E 02D9",
    }

    /// windows-1258: Vietnamese. Tone marks are separate combining characters.
    #[doc(alias = "Cp1258")]
    Windows1258 = 44 {
        name: "windows-1258",
        names: "windows1258 cp1258 xcp1258 cswindows1258",
        labels: "cp1258 windows-1258 x-cp1258",
        characters: "20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 008A 2039 0152 008D-0090 \
            2018 2019 201C 201D 2022 2013 2014 02DC 2122 009A 203A 0153 009D 009E 0178 00A0-00C2 \
            0102 00C4-00CB 0300 00CD-00CF 0110 00D1 0309 00D3 00D4 01A0 00D6-00DC 01AF 0303 \
            00DF-00E2 0103 00E4-00EB 0301 00ED-00EF 0111 00F1 0323 00F3 00F4 01A1 00F6-00FC 01B0 \
            20AB 00FF",
    }

    /// Mac OS Cyrillic, with the euro sign.
    #[doc(alias = "MacCyrillic")]
    #[doc(alias = "Cp10007")]
    XMacCyrillic = 45 {
        name: "x-mac-cyrillic",
        names: "xmaccyrillic xmacukrainian maccyrillic macuk macukrainian",
        labels: "x-mac-cyrillic x-mac-ukrainian",
        characters: "0410-042F 2020 00B0 0490 00A3 00A7 2022 00B6 0406 00AE 00A9 2122 0402 0452 \
            2260 0403 0453 221E 00B1 2264 2265 0456 00B5 0491 0408 0404 0454 0407 0457 0409 0459 \
            040A 045A 0458 0405 00AC 221A 0192 2248 2206 00AB 00BB 2026 00A0 040B 045B 040C 045C \
            0455 2013 2014 201C 201D 2018 2019 00F7 201E 040E 045E 040F 045F 2116 0401 0451 044F \
            0430-044E 20AC",
    }
    } };
}
pub(crate) use windows;
