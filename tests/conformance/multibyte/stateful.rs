//! Stateful encodings other than ISO-2022-JP, compared with the examples of their specifications, with expected results
//! written by hand, and with iconv where it is installed.

use super::Random;
use super::drive::{drive, faults, whole};
use utflane::Charset::{
    Cp50221, Hz, Iso2022Jp, Iso2022Kr, Iso2022Utf8, Utf7, Utf7Imap, Utf8, Utf32,
};
use utflane::stream::AnyTranscoder;
use utflane::{Charset, unit_bytes};

/// An encoding, a text in it, and the same text.
type Example = (Charset, &'static [u8], &'static str);

/// Texts that are encoded and decoded as in this table.
const EXAMPLES: &[Example] = &[
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
    (Iso2022Utf8, b"a\x1B%G\xE2\x82\xACb\xC3\xA9\x1B%@", "a€bé"),
    (Cp50221, b"a\x1B(I1\x1B$B$\"\x1B(J\\\x1B(B\\", "aｱあ¥\\"),
];

/// Texts that no encoder here writes.
const DECODED: &[Example] = &[
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
];

#[test]
fn texts_are_encoded_and_decoded_as_in_the_specifications() {
    for &(charset, bytes, text) in EXAMPLES {
        for size in [1, 2, 3, 100] {
            for room in [1, 2, 3, 7, 100] {
                let new = AnyTranscoder::new(Utf8, charset);
                let encoded = drive(new, text.as_bytes().chunks(size), room, false);
                assert_eq!(
                    String::from_utf8_lossy(&encoded.bytes),
                    String::from_utf8_lossy(bytes),
                    "{charset}"
                );
                assert_eq!(encoded.stops, [], "{charset}: {text}");
            }
        }
    }
    for &(charset, bytes, text) in EXAMPLES.iter().chain(DECODED) {
        check_decoded(charset, bytes, text, &[]);
        assert_eq!(
            charset.char_count(bytes),
            text.chars().count(),
            "{charset}: {text}"
        );
    }
}

/// Decodes in chunks of each size into outputs of each size. `expected` has the positions and lengths of malformed
/// sequences, which `text` has as U+FFFD.
fn check_decoded(charset: Charset, bytes: &[u8], text: &str, expected: &[(u64, usize)]) {
    for size in 1..=bytes.len() {
        for room in [1, 2, 3, 4, 5, 100] {
            let what = || format!("{charset} by {size} into {room}: {}", bytes.escape_ascii());
            let new = || AnyTranscoder::new(charset, Utf8);
            let lossy = drive(new(), bytes.chunks(size), room, true);
            assert_eq!(String::from_utf8_lossy(&lossy.bytes), text, "{}", what());
            assert_eq!(lossy.replacements, expected.len() as u64, "{}", what());
            let strict = drive(new(), bytes.chunks(size), room, false);
            assert_eq!(faults(&strict, bytes.len()), expected, "{}", what());
        }
    }
    let error = charset.validate(bytes).err();
    let position = error.map(|error| error.valid_up_to() as u64);
    assert_eq!(
        position,
        expected.first().map(|fault| fault.0),
        "{charset}: {}",
        bytes.escape_ascii()
    );
}

/// An encoding, a malformed text, the text with replacements, and the position and length of each malformed sequence.
type Malformed = (
    Charset,
    &'static [u8],
    &'static str,
    &'static [(u64, usize)],
);

const MALFORMED: &[Malformed] = &[
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
    (Cp50221, b"\x1B(I1a\x1B(B1", "ｱ\u{FFFD}1", &[(4, 1)]),
];

#[test]
fn malformed_sequences_are_reported_and_replaced() {
    for &(charset, bytes, text, expected) in MALFORMED {
        check_decoded(charset, bytes, text, expected);
    }
}

#[test]
fn incomplete_tails_are_those_of_streams() {
    for &(charset, bytes, _) in EXAMPLES {
        for end in 0..=bytes.len() {
            let mut transcoder = AnyTranscoder::new(charset, Utf8);
            let step = transcoder.transcode(&bytes[..end], &mut [0; 200]);
            assert_eq!(step.read, end);
            let what = bytes[..end].escape_ascii();
            assert_eq!(
                charset.incomplete_tail(&bytes[..end]),
                transcoder.pending(),
                "{charset}: {what}"
            );
        }
    }
}

/// All of Unicode is encoded in UTF-7 and in ISO 2022 with UTF-8, and some of it in the other encodings. Each character
/// stands alone, and in a text between others.
#[test]
fn encoded_characters_are_decoded() {
    let counts = [
        (Utf7, 0x10F800),
        (Utf7Imap, 0x10F800),
        (Iso2022Utf8, 0x10F800 - 1),
        (Hz, 7445 + 128),
        (Iso2022Kr, 8226 + 125),
    ];
    for (charset, expected) in counts {
        let mut count = 0;
        let mut text = Vec::new();
        for character in '\0'..=char::MAX {
            let point = [u32::from(character)];
            let new = AnyTranscoder::new;
            let alone = drive(new(Utf32, charset), [unit_bytes(&point)], 32, false);
            if alone.stops.is_empty() {
                count += 1;
                text.push(point[0]);
                if character < '\u{3000}' || count % 251 == 0 {
                    let back = drive(new(charset, Utf32), [&alone.bytes[..]], 32, false);
                    assert_eq!(
                        (back.bytes, back.stops),
                        (unit_bytes(&point).to_vec(), vec![]),
                        "{charset} {character:?}"
                    );
                }
            }
        }
        assert_eq!(count, expected, "{charset}");
        for offset in 0..3 {
            let mixed: Vec<u32> = text
                .iter()
                .enumerate()
                .flat_map(|(at, &point)| match (at + offset) % 3 {
                    0 => vec![u32::from(b'-'), point],
                    1 => vec![point, u32::from(b'a')],
                    _ => vec![point],
                })
                .collect();
            let encoded = whole(Utf32, charset, unit_bytes(&mixed), false);
            assert_eq!(encoded.stops, []);
            let decoded = whole(charset, Utf32, &encoded.bytes, false);
            assert!(
                decoded.bytes == unit_bytes(&mixed) && decoded.stops.is_empty(),
                "{charset}"
            );
        }
    }
}

/// A damaged text has the same result for each size of chunks and of outputs.
#[test]
fn damaged_texts_do_not_depend_on_chunks() {
    const TELLING: &[u8] = b"+-&~{}\x1B$)C\x0E\x0F%G@A/,\n\x80";
    let mut random = Random(1);
    for &(charset, text, _) in EXAMPLES.iter().chain(DECODED) {
        for _ in 0..60 {
            let mut bytes = text.repeat(2);
            for _ in 0..1 + random.next(4) {
                let at = random.next(bytes.len());
                match random.next(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = TELLING[random.next(TELLING.len())],
                    _ => bytes.insert(at, TELLING[random.next(TELLING.len())]),
                }
            }
            for target in [Utf8, Utf32, Iso2022Jp, Utf7] {
                for lossy in [false, true] {
                    let expected = whole(charset, target, &bytes, lossy);
                    for (size, room) in [(1, 100), (2, 1), (3, 5), (7, 2), (100, 1), (100, 8)] {
                        let new = AnyTranscoder::new(charset, target);
                        let answer = drive(new, bytes.chunks(size), room, lossy);
                        assert_eq!(
                            answer,
                            expected,
                            "{charset} {target} by {size} into {room}: {}",
                            bytes.escape_ascii()
                        );
                    }
                }
            }
        }
    }
}

/// Texts of iconv are decoded, and iconv decodes ours.
#[test]
#[cfg(not(emulated))]
fn iconv_has_the_same_texts() {
    let text = "Hi Mom ☺! 日本語 +~\\ é😀\n".repeat(50) + "ASCII";
    let korean = "모든 사람은 교육을\n1948 가\n".repeat(50);
    for (charset, name, text) in [
        (Utf7, "UTF-7", &text),
        (Utf7Imap, "UTF-7-IMAP", &text),
        (Iso2022Kr, "ISO-2022-KR", &korean),
    ] {
        let Some(theirs) =
            super::iconv::iconv("UTF-8", name, text.as_bytes()).filter(|bytes| !bytes.is_empty())
        else {
            println!("not compared: iconv is not installed or does not have {name}");
            continue;
        };
        let ours = whole(charset, Utf8, &theirs, false);
        assert_eq!(
            (String::from_utf8(ours.bytes).as_ref(), &ours.stops[..]),
            (Ok(text), &[][..]),
            "{charset}"
        );
        let ours = whole(Utf8, charset, text.as_bytes(), false);
        let back = super::iconv::iconv(name, "UTF-8", &ours.bytes).unwrap_or_default();
        assert_eq!(String::from_utf8(back).as_ref(), Ok(text), "{charset}");
    }
}
