//! Checks sequences whose expected results, from the Encoding Standard, are written by hand.

use super::drive::{drive, faults, whole};
use super::*;
use utflane::Charset::*;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Isa, Pair, Reason};

/// Bytes, their text with U+FFFD for each malformed sequence, and the positions and lengths of
/// these sequences.
type Read = (
    Charset,
    &'static [u8],
    &'static str,
    &'static [(u64, usize)],
);

/// Bytes of an escape sequence of ISO-2022-JP.
const SEQUENCE: usize = 3;

const READ: &[Read] = &[
    (Gbk, b"\x80\xA2\xE3", "€€", &[]),
    (Gbk, b"\x81 \x81", "\u{FFFD} \u{FFFD}", &[(0, 1), (2, 1)]),
    (Gbk, b"\x81\xFFa", "\u{FFFD}a", &[(0, 2)]),
    (Gb18030, b"\xFFa", "\u{FFFD}a", &[(0, 1)]),
    (Gb18030, b"\x81\x30A", "\u{FFFD}0A", &[(0, 1)]),
    (
        Gb18030,
        b"\x81\x30\x81 ",
        "\u{FFFD}0\u{FFFD} ",
        &[(0, 1), (2, 1)],
    ),
    (Gb18030, b"\x81\x30\x81\x30", "\u{80}", &[]),
    (Gb18030, b"\xFE\x39\xFE\x39a", "\u{FFFD}a", &[(0, 4)]),
    (Gb18030, b"a\x81\x30\x81", "a\u{FFFD}", &[(1, 3)]),
    (
        Gb18030,
        b"\x81\x35\xF4\x37\xA8\xBC",
        "\u{E7C7}\u{1E3F}",
        &[],
    ),
    (
        Gb18030,
        b"\x84\x31\xA4\x37\xE3\x32\x9A\x35",
        "\u{FFFD}\u{10FFFF}",
        &[],
    ),
    (Gb18030, b"\xE3\x32\x9A\x36", "\u{FFFD}", &[(0, 4)]),
    (
        Big5,
        b"\x88\x62\x88\x64a",
        "\u{CA}\u{304}\u{CA}\u{30C}a",
        &[],
    ),
    (
        Big5,
        b"\x88\xA3\x88\xA5a",
        "\u{EA}\u{304}\u{EA}\u{30C}a",
        &[],
    ),
    (
        Big5,
        b"\x81@\x81\xA1a",
        "\u{FFFD}@\u{FFFD}a",
        &[(0, 1), (2, 2)],
    ),
    (Big5, b"\x87@\xA4\x40", "䏰一", &[]),
    (Big5, b"\xFE\xFEa\xA4", "秔a\u{FFFD}", &[(3, 1)]),
    (ShiftJis, b"\x80\xB1\x81", "\u{80}ｱ\u{FFFD}", &[(2, 1)]),
    (
        ShiftJis,
        b"\xA0\xFDa",
        "\u{FFFD}\u{FFFD}a",
        &[(0, 1), (1, 1)],
    ),
    (
        ShiftJis,
        b"\x81\x7F\x81\xFDa",
        "\u{FFFD}\x7F\u{FFFD}a",
        &[(0, 1), (2, 2)],
    ),
    (ShiftJis, b"\xF0\x40\xF9\xFC", "\u{E000}\u{E757}", &[]),
    (
        ShiftJis,
        b"\xEB@\xEB\x9F",
        "\u{FFFD}@\u{FFFD}",
        &[(0, 1), (2, 2)],
    ),
    (EucJp, b"\x8F\xA2A", "\u{FFFD}A", &[(0, 2)]),
    (EucJp, b"\x8F\xA1\xA1a", "\u{FFFD}a", &[(0, 3)]),
    (
        EucJp,
        b"\x8FA\x8EA",
        "\u{FFFD}A\u{FFFD}A",
        &[(0, 1), (2, 1)],
    ),
    (
        EucJp,
        b"\x8E\xE0\x8F\x8F\x8E\xB1",
        "\u{FFFD}\u{FFFD}ｱ",
        &[(0, 2), (2, 2)],
    ),
    (EucJp, b"\x8F\xB0\xA1\x8F\xB0", "丂\u{FFFD}", &[(3, 2)]),
    (
        EucKr,
        b"\xC7A\xC9\xA1a",
        "\u{FFFD}A\u{FFFD}a",
        &[(0, 1), (2, 2)],
    ),
    (
        EucKr,
        b"\x80\xFF\x81A",
        "\u{FFFD}\u{FFFD}갂",
        &[(0, 1), (1, 1)],
    ),
    (
        Iso2022Jp,
        b"\x1B$B$\"\x80$$\x1B(Bx",
        "あ\u{FFFD}いx",
        &[(5, 1)],
    ),
    (Iso2022Jp, b"\x1B$B~~$\"\x1B(Bx", "\u{FFFD}あx", &[(3, 2)]),
    (Iso2022Jp, b"\x1B(J\\~\x1B(B\\~", "¥‾\\~", &[]),
    (Iso2022Jp, b"\x1B(I1a1\x1B(B1", "ｱ\u{FFFD}ｱ1", &[(4, 1)]),
    // Of two escape sequences in a row the second takes effect, although it is malformed.
    (Iso2022Jp, b"\x1B$B\x1B(Ba$\"", "\u{FFFD}a$\"", &[(3, 3)]),
    (Iso2022Jp, b"\x1B(J\x1B$B$\"\x1B(B", "\u{FFFD}あ", &[(3, 3)]),
    (Iso2022Jp, b"\x1B$B$\x1B(Ba", "\u{FFFD}a", &[(3, 1)]),
    (
        Iso2022Jp,
        b"\x1B$B\x1BX$\"",
        "\u{FFFD}悗\u{FFFD}",
        &[(3, 1), (6, 1)],
    ),
    // Here the malformed sequence is a byte between two escape sequences.
    (
        Iso2022Jp,
        b"\x1B(J\x80\x1B(Ba\x1B(B",
        "\u{FFFD}a",
        &[(3, 1)],
    ),
    (
        Iso2022Jp,
        b"a\x0E\x0Fb",
        "a\u{FFFD}\u{FFFD}b",
        &[(1, 1), (2, 1)],
    ),
    (Iso2022Jp, b"a\x1B$B$", "a\u{FFFD}", &[(4, 1)]),
];

/// Reads a row after `before` bytes of ASCII.
fn check_read((charset, bytes, text, expected): Read, before: usize) {
    let source = [&vec![b'x'; before][..], bytes].concat();
    let text = "x".repeat(before) + text;
    let expected: Vec<(u64, usize)> = expected
        .iter()
        .map(|(at, len)| (at + before as u64, *len))
        .collect();
    for isa in Isa::available() {
        for size in [1, 2, 3, source.len()] {
            let what = || format!("{} of {charset} by {size}: {source:02X?}", isa.name());
            let new = || AnyTranscoder::with_isa(isa, charset, Utf8);
            let lossy = drive(new(), source.chunks(size), 100, true);
            assert_eq!(String::from_utf8_lossy(&lossy.bytes), text, "{}", what());
            assert_eq!(lossy.replacements, expected.len() as u64, "{}", what());
            let strict = drive(new(), source.chunks(size), 100, false);
            assert_eq!(faults(&strict, source.len()), expected, "{}", what());
            for room in 1..6 {
                let less = drive(new(), source.chunks(size), room, true);
                assert_eq!(less, lossy, "{} into {room}", what());
                let less = drive(new(), source.chunks(size), room, false);
                assert_eq!(less, strict, "{} into {room}", what());
            }
        }
        let error = isa.validate_charset(charset, &source).err();
        let position = error.map(|error| error.valid_up_to() as u64);
        // The functions for whole texts accept repeated escape sequences.
        let is_fault = |(_, len): &&(u64, usize)| (charset, *len) != (Iso2022Jp, SEQUENCE);
        let first = expected.iter().find(is_fault).map(|fault| fault.0);
        assert_eq!(
            position,
            first,
            "{} of {charset}: {source:02X?}",
            isa.name()
        );
    }
}

#[test]
fn sequences_are_read_as_the_standard_says() {
    for row in READ {
        for before in [0, 1, 15, 31, 61, 62, 63, 64, 127] {
            check_read(*row, before);
        }
        #[cfg(not(emulated))]
        assert_eq!(
            decoded(row.0, row.1),
            (row.2.into(), row.3.into()),
            "{row:02X?}"
        );
    }
}

/// Repeated escape sequences are accepted by default, and the last one takes effect. The standard's
/// rule is an option.
#[test]
fn texts_in_a_row_are_one_text() {
    for (bytes, text, last) in [
        (&b"\x1B$B$\"\x1B(B\x1B$B$\"\x1B(B"[..], "ああ", true),
        (b"\x1B(B\x1B(Ba\x1B(J\x1B$B\x1B(J\\", "a¥", false),
        (b"\x1B$B\x1B(Ba$\"", "a$\"", true),
    ] {
        for isa in Isa::available() {
            assert_eq!(isa.validate_charset(Iso2022Jp, bytes), Ok(()));
            assert_eq!(
                isa.char_count_charset(Iso2022Jp, bytes),
                text.chars().count()
            );
            for cut in 0..=bytes.len() {
                let mut transcoder = AnyTranscoder::with_isa(isa, Iso2022Jp, Utf8);
                let (mut out, mut written) = ([0; 16], 0);
                for chunk in [&bytes[..cut], &bytes[cut..]] {
                    let step = transcoder.transcode(chunk, &mut out[written..]);
                    assert_eq!((step.read, step.status), (chunk.len(), Status::InputEmpty));
                    written += step.written;
                }
                assert_eq!(transcoder.is_initial_state(), last);
                assert_eq!(transcoder.finish(), Ok(()));
                assert_eq!(&out[..written], text.as_bytes());
            }
        }
    }
}

/// Characters that an encoding can represent in one of several ways, or not at all.
const WRITTEN: &[(Charset, &str, &[u8])] = &[
    (Gbk, "€é", b"\x80\xA8\xA6"),
    (Gb18030, "€é😀", b"\xA2\xE3\xA8\xA6\x94\x39\xFC\x36"),
    (
        Gb18030,
        "\u{E7C7}\u{1E3F}\u{FFFD}",
        b"\x81\x35\xF4\x37\xA8\xBC\x84\x31\xA4\x37",
    ),
    // Of two sequences for a character, the last is written, and here the first.
    (Big5, "十卅═兀", b"\xA4\x51\xA4\xCA\xF9\xF9\xA4\x61"),
    (ShiftJis, "¥‾−ｱ", b"\\~\x81\x7C\xB1"),
    (ShiftJis, "纊∪", b"\xFA\x5C\x81\xBE"),
    (EucJp, "¥‾−ｱ", b"\\~\xA1\xDD\x8E\xB1"),
    (EucKr, "똠가", b"\x8C\x63\xB0\xA1"),
    (
        Iso2022Jp,
        "あ¥\\ｱ",
        b"\x1B$B$\"\x1B(J\\\x1B(B\\\x1B$B%\"\x1B(B",
    ),
];

#[test]
fn characters_are_written_as_the_standard_says() {
    for (charset, text, bytes) in WRITTEN {
        #[cfg(not(emulated))]
        assert_eq!(encoded(*charset, text), *bytes, "{charset}: {text}");
        for isa in Isa::available() {
            for size in [1, text.len()] {
                let new = AnyTranscoder::with_isa(isa, Utf8, *charset);
                let said = drive(new, text.as_bytes().chunks(size), 100, false);
                assert_eq!(said.bytes, *bytes, "{} of {charset}: {text}", isa.name());
                assert_eq!(said.stops, []);
            }
        }
    }
}

/// Two code points of one sequence are both written, or replaced together.
#[test]
fn lengths_of_two_code_points() {
    use utflane::{code_page::Windows1252, lossy_len, transcode_lossy_to_vec};
    let text = b"a\x88\x62b\x88\xA5";
    let latin1 = transcode_lossy_to_vec::<utflane::Big5, utflane::Latin1>(text);
    assert_eq!(latin1, b"a?b?");
    assert_eq!(lossy_len::<utflane::Big5, utflane::Latin1>(text), 4);
    assert_eq!(lossy_len::<utflane::Big5, Windows1252>(text), 4);
    assert_eq!(lossy_len::<utflane::Big5, utflane::Utf8>(text), 10);
    assert_eq!(lossy_len::<utflane::Big5, utflane::Utf32>(text), 6);
}

/// The replacements for unrepresentable characters and for an unpaired surrogate.
#[test]
fn replacements_are_those_of_the_standard() {
    let units: Vec<u8> = [0xD83D, 0x0061, 0xE5E5, 0x05D0]
        .into_iter()
        .flat_map(u16::to_ne_bytes)
        .collect();
    for (charset, expected) in [
        (Gbk, &b"?a??"[..]),
        (
            Gb18030,
            b"\x84\x31\xA4\x37a\x84\x31\xA4\x37\x81\x30\xF9\x32",
        ),
        (Big5, b"?a??"),
        (ShiftJis, b"?a??"),
        (EucJp, b"?a??"),
        (EucKr, b"?a??"),
    ] {
        let pair = Pair::new(Utf16, charset).expect("two stateless encodings");
        for isa in Isa::available() {
            let mut dst = [0; 32];
            let written = pair
                .with_isa(isa)
                .transcode_lossy(&units, &mut dst)
                .expect("room");
            assert_eq!(dst[..written], *expected, "{} of {charset}", isa.name());
        }
    }
}

#[test]
fn errors_say_where_and_what() {
    let said = |charset: Charset, bytes: &[u8]| {
        let answer = whole(charset, Utf8, bytes, false);
        let said = answer.stops.iter().map(|(_, reason)| match reason {
            Reason::Malformed(error) => format!("{:?}: {error}", error.kind()),
            other => format!("{other:?}"),
        });
        said.collect::<Vec<_>>().join("; ")
    };
    for (charset, bytes, expected) in [
        (
            ShiftJis,
            &b"ab\xFF"[..],
            "InvalidByte: invalid shift_jis sequence of 1 bytes from index 2",
        ),
        (
            EucJp,
            b"\xA4\xA2\x8F\xA1",
            "Incomplete: incomplete euc-jp byte sequence from index 2",
        ),
        (
            Gbk,
            b"\x81 x",
            "MissingContinuation: invalid gbk sequence of 1 bytes from index 0",
        ),
        (
            EucKr,
            b"x\xFE\xFE",
            "Unassigned: invalid euc-kr sequence of 2 bytes from index 1",
        ),
        (
            Iso2022Jp,
            b"\x1B(",
            "MissingContinuation: invalid iso-2022-jp sequence of 1 bytes from index 0",
        ),
    ] {
        assert_eq!(said(charset, bytes), expected);
    }
    let stop = whole(Big5, Latin1, b"x\x88\x62y", false).stops;
    // One sequence is two code points, and ISO-8859-1 lacks the second.
    assert_eq!(stop, [(1, Reason::Unrepresentable('\u{304}'.into()))]);
    let stop = whole(Utf16Be, EucKr, b"\0x\xD8\x3D\xDE\0\0\xE9", false).stops;
    let expected = [(2, '\u{1F600}'), (6, 'é')];
    assert_eq!(
        stop,
        expected.map(|(at, c)| (at, Reason::Unrepresentable(c.into())))
    );
}

#[test]
fn a_transcoder_begins_anew_after_the_end() {
    let mut transcoder = AnyTranscoder::new(Utf8, Iso2022Jp);
    let mut out = [0; 16];
    for _ in 0..2 {
        let step = transcoder.transcode("あ".as_bytes(), &mut out);
        assert_eq!(&out[..step.written], b"\x1B$B$\"");
        assert_eq!(
            transcoder.finish().unwrap_err().reason(),
            Reason::OutputFull
        );
        assert_eq!(transcoder.finish_into(&mut out).written, 3);
        assert_eq!(&out[..3], b"\x1B(B");
        assert_eq!(transcoder.finish(), Ok(()));
    }
    let mut transcoder = AnyTranscoder::new(Iso2022Jp, Utf8);
    for _ in 0..2 {
        let step = transcoder.transcode(b"\x24\x22\x1B$B$\"", &mut out);
        assert_eq!(&out[..step.written], "$\"あ".as_bytes());
        assert_eq!(transcoder.finish(), Ok(()));
    }
}
