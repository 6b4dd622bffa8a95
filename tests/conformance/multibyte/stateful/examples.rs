//! Texts in stateful encodings: those of the specifications, and others written by hand.

use utflane::Charset;
use utflane::Charset::{
    Cp950, Cp50221, EucCn, EucJpMs, Hz, Iso2022Kr, Iso2022Utf8, Johab, Ucs2Be, Ucs2Le, Utf1, Utf7,
    Utf7Imap, Utf8Cesu8, Windows1258Nfc, XMsCp932,
};

/// An encoding, a text in it, and the same text.
pub(super) type Example = (Charset, &'static [u8], &'static str);

/// Texts that are encoded and decoded as in this table.
pub(super) const EXAMPLES: &[Example] = &[
    // RFC 2152.
    (Utf7, b"A+ImIDkQ.", "A≢Α."),
    (Utf7, b"Hi Mom -+Jjo--!", "Hi Mom -☺-!"),
    (Utf7, b"+ZeVnLIqe-", "日本語"),
    (Utf7, b"a+-b+AH4AXA=<+AOnYPd4A-", "a+b~\\=<é😀"),
    (Utf7, b"+AAA\t\r\n+AAs-", "\0\t\r\n\x0B"),
    (Utf7, b"+ImI--/+ImI-+-", "≢-/≢+"),
    // RFC 3501.
    (
        Utf7Imap,
        b"~peter/mail/&U,BTFw-/&ZeVnLIqe-",
        "~peter/mail/台北/日本語",
    ),
    (Utf7Imap, b"&-&AOk-&-&AOnYPd4A-~\\+", "&é&é😀~\\+"),
    (Utf7Imap, b"&AAAAfw-a", "\0\x7Fa"),
    // RFC 1843.
    (
        Hz,
        b"This sentence has ~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.",
        "This sentence has 己所不欲，勿施於人。Bye.",
    ),
    (Hz, b"~~~{!!~}~~\n~{<:~}\n", "~\u{3000}~\n己\n"),
    // RFC 1557.
    (
        Iso2022Kr,
        b"\x1B$)Ca \x0E0!3*\x0F b\n\x0E0!\x0F\n",
        "a 가나 b\n가\n",
    ),
    (Iso2022Kr, b"\x1B$)Cabc", "abc"),
    // The last code point before and the first one after each step of the format.
    (
        Utf1,
        b"\x7F\x9F\xA0\xA0\xA0\xFF\xA1\x21\xA1\x7E\xA1\xA0\xA1\xFF\xA2\x21\xF5\xFF\xF6\x21\x21",
        "\x7F\u{9F}\u{A0}ÿĀŝŞƽƾ\u{4015}\u{4016}",
    ),
    (
        Utf1,
        b"\xF7\x2F\xC3\xF7\x3A\x79\xF7\x64\x4C\xF7\x65\xAD\xFB\xFF\xFF\xFC\x21\x21\x21\x21\xFC\x21\x39\x6E\x6C",
        "\u{D7FF}\u{E000}\u{FEFF}\u{FFFD}\u{38E2D}\u{38E2E}\u{10FFFF}",
    ),
    (
        Johab,
        b"\\\xB4a\xD3\xBD\x88A\x84D\x84a\xD91\xD9T\xD9=\xF9\xFE\xE01a",
        "\\아힣ㄱㄳㅏ\u{3000}∞∼詰伽a",
    ),
    (Ucs2Le, b"a\0\xAC\x20\0\0", "a€\0"),
    (Ucs2Be, b"\0a\x20\xAC\xFF\xFF", "a€\u{FFFF}"),
    (Iso2022Utf8, b"a\x1B%G\xE2\x82\xACb\xC3\xA9\x1B%@", "a€bé"),
    (Cp50221, b"a\x1B(I1\x1B$B$\"\x1B(J\\\x1B(B\\", "aｱあ¥\\"),
    (
        XMsCp932,
        b"a\\\x80\xB1\x82\xA0\x81\x60\xFA\x40\xF0\x40\xF9\xFC\xA0\xFD\xFF",
        "a\\\u{80}ｱあ～ⅰ\u{E000}\u{E757}\u{F8F0}\u{F8F1}\u{F8F3}",
    ),
    (
        EucJpMs,
        b"a\xA4\xA2\x8E\xB1\xAD\xA1\x8F\xB0\xA1\x8F\xF3\xF3\x8F\xF4\xFE\xF5\xA1\xFE\xFE\x8F\xF5\xA1\x8F\xFE\xFE\x8F\xA2\xC3",
        "aあｱ①丂ⅰ黑\u{E000}\u{E3AB}\u{E3AC}\u{E757}￤",
    ),
    (
        Cp950,
        b"a\x80\xA4\xA4\xA3\xE1\xF9\xFE\xC9\x69\xFA\x40\xFE\xFE\x8E\x40\xA0\xFE\x81\x40\x8D\xFE\xC6\xA1\xC8\xFE\xFF",
        "a\u{80}中€▓仝\u{E000}\u{E310}\u{E311}\u{EEB7}\u{EEB8}\u{F6B0}\u{F6B1}\u{F848}\u{F8F8}",
    ),
    (EucCn, b"a\xD6\xD0\xA1\xA4\xA1\xAA\xF7\xFE", "a中・―齄"),
    (
        Windows1258Nfc,
        b"Ti\xEA\xECng Vi\xEA\xF2t \xC0\xD1 \x80 \xFD\xECa\xD2\xCC\xCC",
        "Tiếng Việt ÀÑ € ứả\u{300}\u{300}",
    ),
    (
        Utf8Cesu8,
        b"a\xC3\xA9\xED\x9F\xBF\xEE\x80\x80\xF0\x9F\x99\x88\xF4\x8F\xBF\xBF",
        "aé\u{D7FF}\u{E000}🙈\u{10FFFF}",
    ),
];

/// Texts that no encoder here writes, although they are well-formed.
pub(super) const DECODED: &[Example] = &[
    // All characters may be in Base64, and white space may follow it.
    (Utf7, b"+ADw-b+AD4- +AGE", "<b> a"),
    (Utf7, b"+AGE !", "a !"),
    (Hz, b"a~\nb~{<:~}~{Ky~}", "ab己所"),
    (Utf7, b"+AAs", "\x0B"),
    (
        Iso2022Kr,
        b"\x1B$)C\x0E0!\x0F\n\x1B$)C\x0E0!\x0F\x0E3*\x0F",
        "가\n가나",
    ),
    (
        Iso2022Utf8,
        b"\xE9\xFF\x1B[1m\x1B%G\xC3\xA9\x1B[0m\x1B%@\xA0",
        "éÿ\x1B[1mé\x1B[0m\u{A0}",
    ),
    (Cp50221, b"\x1B$@$\"\x1B(B", "あ"),
    (XMsCp932, b"\x87\x90\xED\x40\xFA\x5C", "≒纊纊"),
    (EucJpMs, b"\xAD\xF0\x8F\xA2\xB7\x8F\xF3\xFD", "≒～Ⅰ"),
    (Cp950, b"\xA2\xCC\xA2\xA4", "十═"),
    (Windows1258Nfc, b"A\xCC e\xECE", "À éE"),
    (
        Utf8Cesu8,
        b"\xED\xA0\xBD\xED\xB9\x88\xF0\x9F\x99\x88\xED\xAF\xBF\xED\xBF\xBF\xED\xA0\x80\xED\xB0\x80",
        "🙈🙈\u{10FFFF}\u{10000}",
    ),
];

/// An encoding, a malformed text, the text with replacements, and the position and length of each malformed sequence.
pub(super) type Malformed = (
    Charset,
    &'static [u8],
    &'static str,
    &'static [(u64, usize)],
);

pub(super) const MALFORMED: &[Malformed] = &[
    // Characters outside the sets D and O.
    (
        Utf7,
        b"a~\\\x01\x80b",
        "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b",
        &[(1, 1), (2, 1), (3, 1), (4, 1)],
    ),
    // Nothing in Base64.
    (Utf7, b"+!a", "\u{FFFD}!a", &[(0, 1)]),
    (Utf7, b"a+", "a\u{FFFD}", &[(1, 1)]),
    // Base64 that ends within a unit of UTF-16.
    (Utf7, b"+A-a", "\u{FFFD}a", &[(1, 1)]),
    (Utf7, b"+AGEA!", "a\u{FFFD}!", &[(4, 1)]),
    (Utf7, b"+AGEAY", "a\u{FFFD}", &[(4, 2)]),
    // The bits at the end of Base64 are not zero.
    (Utf7, b"+AGF-a", "\u{FFFD}a", &[(1, 3)]),
    (Utf7, b"+AGF!a", "\u{FFFD}!a", &[(1, 3)]),
    (Utf7, b"+AGF", "\u{FFFD}", &[(1, 3)]),
    (Utf7, b"+2D3eAR-a", "\u{FFFD}a", &[(1, 6)]),
    // Unpaired surrogates.
    (Utf7, b"+2D0-a", "\u{FFFD}a", &[(1, 3)]),
    (Utf7, b"+2D0AYQ-", "\u{FFFD}a", &[(1, 3)]),
    (Utf7, b"+3gAAYQ-", "\u{FFFD}a", &[(1, 3)]),
    (Utf7, b"+2D3YPd4A-", "\u{FFFD}😀", &[(1, 3)]),
    (Utf7, b"+2D3e", "\u{FFFD}", &[(1, 4)]),
    // `/` instead of `,`, and no `-` at the end.
    (Utf7Imap, b"&U/BT", "\u{FFFD}/BT", &[(1, 1)]),
    (Utf7Imap, b"&ZeVnLIqe", "日本\u{FFFD}", &[(7, 2)]),
    (Utf7Imap, b"&ZeVnLIqe a", "日本\u{FFFD} a", &[(7, 2)]),
    // ASCII in Base64, two texts in Base64 one after the other, and control characters.
    (Utf7Imap, b"&AGE-", "\u{FFFD}", &[(1, 3)]),
    (Utf7Imap, b"&ACY-b", "\u{FFFD}b", &[(1, 3)]),
    (Utf7Imap, b"&AOk-&AOk-", "é\u{FFFD}AOk-", &[(5, 1)]),
    (Utf7Imap, b"a\nb", "a\u{FFFD}b", &[(1, 1)]),
    (Utf7Imap, b"a&", "a\u{FFFD}", &[(1, 1)]),
    // A character of GBK that GB 2312 lacks, a shift sequence without characters, and a line end before `~}`.
    (Hz, b"~{(;<:~}a", "\u{FFFD}己a", &[(2, 2)]),
    (Hz, b"s~{~}t", "s\u{FFFD}{\u{FFFD}}t", &[(1, 1), (3, 1)]),
    (Hz, b"~{<:\n<:", "己\u{FFFD}<:", &[(4, 1)]),
    (Hz, b"~{<\n", "\u{FFFD}\u{FFFD}", &[(2, 1), (3, 1)]),
    (
        Hz,
        b"~a~\x80",
        "\u{FFFD}a\u{FFFD}\u{FFFD}",
        &[(0, 1), (2, 1), (3, 1)],
    ),
    (Hz, b"~{<:x<:~}", "己\u{FFFD}己", &[(4, 1)]),
    (Hz, b"~{<:~", "己\u{FFFD}", &[(4, 1)]),
    // No escape sequence, or within a line; and shift sequences without characters.
    (
        Iso2022Kr,
        b"\x0E0!\x0F",
        "\u{FFFD}0!\u{FFFD}",
        &[(0, 1), (3, 1)],
    ),
    (Iso2022Kr, b"\x1B$)C\x1B$)Ca", "\u{FFFD}$)Ca", &[(4, 1)]),
    (Iso2022Kr, b"s\x1B$)Ct", "s\u{FFFD}$)Ct", &[(1, 1)]),
    (
        Iso2022Kr,
        b"\x1B$)Cs\x0E\x0Ft",
        "s\u{FFFD}\u{FFFD}t",
        &[(5, 1), (6, 1)],
    ),
    (Iso2022Kr, b"\x1B$)C\x0E0!\n0!", "가\u{FFFD}0!", &[(7, 1)]),
    (Iso2022Kr, b"\x1B$)C\x0E0\x0Fa", "\u{FFFD}a", &[(5, 1)]),
    (
        Iso2022Kr,
        b"\x1B$)C\x0EI!~~0!\x0F",
        "\u{FFFD}\u{FFFD}가",
        &[(5, 2), (7, 2)],
    ),
    (Iso2022Kr, b"\x1B$", "\u{FFFD}", &[(0, 2)]),
    (
        Iso2022Utf8,
        b"\x80a\x1B%@b",
        "\u{FFFD}a\u{FFFD}%@b",
        &[(0, 1), (2, 1)],
    ),
    (
        Iso2022Utf8,
        b"\x1B%G\xE2\x82\x1B%@\xE9",
        "\u{FFFD}é",
        &[(3, 2)],
    ),
    (Iso2022Utf8, b"\x1B%G\x1B%Ga", "\u{FFFD}%Ga", &[(3, 1)]),
    (
        Utf1,
        b"\xA0\x21\xA1\x20a\xF6\x21",
        "\u{FFFD}!\u{FFFD} a\u{FFFD}",
        &[(0, 1), (2, 1), (5, 2)],
    ),
    (
        Utf1,
        b"\xF7\x2F\xC4\xF7\x3A\x78a",
        "\u{FFFD}\u{FFFD}a",
        &[(0, 3), (3, 3)],
    ),
    (
        Utf1,
        b"\xFC\x21\x39\x6E\x6D\xFF\xFF\xFF\xFF\xFFa",
        "\u{FFFD}\u{FFFD}a",
        &[(0, 5), (5, 5)],
    ),
    (
        Johab,
        b"\x84A\xD4\xFF\x88\x41\xDA\xA1\xE0\x30\xFF\xD9",
        "\u{FFFD}A\u{FFFD}\u{FFFD}ㄱ\u{FFFD}\u{FFFD}0\u{FFFD}\u{FFFD}",
        &[(0, 1), (2, 1), (3, 1), (6, 2), (8, 1), (10, 1), (11, 1)],
    ),
    (
        Ucs2Le,
        b"\x3D\xD8\0\xDEa\0b",
        "\u{FFFD}\u{FFFD}a\u{FFFD}",
        &[(0, 2), (2, 2), (6, 1)],
    ),
    (Cp50221, b"\x1B(I1a\x1B(B1", "ｱ\u{FFFD}1", &[(4, 1)]),
    (
        XMsCp932,
        b"\x82A\x81\xFD\x85\xA0\xFC\x81",
        "\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}",
        &[(0, 1), (2, 2), (4, 2), (6, 2)],
    ),
    (
        EucJpMs,
        b"\x80\x8EA\x8E\xE0\xF5\x7F\xA9\xA1\x8F\xA1A\x8F\xA1\xA1\x8F\xF4",
        "\u{FFFD}\u{FFFD}A\u{FFFD}\u{FFFD}\x7F\u{FFFD}\u{FFFD}A\u{FFFD}\u{FFFD}",
        &[
            (0, 1),
            (1, 1),
            (3, 2),
            (5, 1),
            (7, 2),
            (9, 2),
            (12, 3),
            (15, 2),
        ],
    ),
    // Those of Big5 and HKSCS that code page 950 lacks.
    (
        Cp950,
        b"\xA3\xC0\xFA\x3F\x87\x80\xC8",
        "\u{FFFD}\u{FFFD}?\u{FFFD}\u{FFFD}",
        &[(0, 2), (2, 1), (4, 2), (6, 1)],
    ),
    // Characters of GBK that GB 2312 lacks, and the euro sign of GBK.
    (
        EucCn,
        b"\x81\x40\xA2\xA1\x80\xD6a\xF8\xD6",
        "\u{FFFD}@\u{FFFD}\u{FFFD}\u{FFFD}a\u{FFFD}\u{FFFD}",
        &[(0, 1), (2, 2), (4, 1), (5, 1), (7, 1), (8, 1)],
    ),
    // Unpaired surrogates, and pairs that are cut.
    (
        Utf8Cesu8,
        b"\xED\xA0\xBDa\xED\xB9\x88\xED\xA0\xBD\xED\xA0\xBD\xED\xB9",
        "\u{FFFD}\u{FFFD}\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        &[
            (0, 1),
            (1, 1),
            (2, 1),
            (4, 1),
            (5, 1),
            (6, 1),
            (7, 1),
            (8, 1),
            (9, 1),
            (10, 1),
            (11, 1),
            (12, 1),
            (13, 1),
            (14, 1),
        ],
    ),
    (
        Utf8Cesu8,
        b"\xED\xA0a\xC0\x80\xF0\x9F\x99\xF5",
        "\u{FFFD}\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        &[(0, 1), (1, 1), (3, 1), (4, 1), (5, 3), (8, 1)],
    ),
];
