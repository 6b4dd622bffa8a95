//! Checks the oracle against facts written by hand, so that an error in it does not distort every
//! other test.

use utflane::ErrorKind::{self, Incomplete, InvalidByte, Surrogate, TooLarge, UnpairedSurrogate};
use utflane::{Ascii, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use utflane_test_support::oracle::*;

fn meanings<E: Model>(src: &[E::Unit]) -> Vec<(usize, Result<char, ErrorKind>)> {
    E::items(src)
        .into_iter()
        .map(|item| (item.units, item.meaning.map(|code| code.to_char().unwrap())))
        .collect()
}

#[test]
fn decodes_utf16() {
    let high = [(1, Err(UnpairedSurrogate)), (2, Ok('\u{10400}'))];
    assert_eq!(meanings::<Utf16>(&[0xD800, 0xD801, 0xDC00]), high);
    assert_eq!(meanings::<Utf16>(&[0xDC00]), [(1, Err(UnpairedSurrogate))]);
    assert_eq!(meanings::<Utf16>(&[0xD800]), [(1, Err(Incomplete))]);
    assert_eq!(
        meanings::<Utf16Be>(&[0xD8, 0, 0x41]),
        [(3, Err(Incomplete))]
    );
    assert_eq!(
        meanings::<Utf16Le>(&[0, 0xD8, 0x41]),
        [(3, Err(Incomplete))]
    );
    assert_eq!(
        meanings::<Utf16Le>(&[0x41, 0, 0x41]),
        [(2, Ok('A')), (1, Err(Incomplete))]
    );
    assert_eq!(
        meanings::<Utf16Be>(&[0xDC, 0, 0]),
        [(2, Err(UnpairedSurrogate)), (1, Err(Incomplete))]
    );
    assert_eq!(meanings::<Utf16Be>(&[0xD8, 0x3D, 0xDE, 0]), [(4, Ok('😀'))]);
}

#[test]
fn decodes_utf32_and_bytes() {
    let mixed = [
        (1, Ok('\u{10FFFF}')),
        (1, Err(TooLarge)),
        (1, Err(Surrogate)),
        (1, Ok('\u{FFFF}')),
    ];
    assert_eq!(
        meanings::<Utf32>(&[0x10_FFFF, 0x11_0000, 0xDFFF, 0xFFFF]),
        mixed
    );
    assert_eq!(
        meanings::<Utf32Be>(&[0, 0, 0, 0x41, 0, 0, 0]),
        [(4, Ok('A')), (3, Err(Incomplete))]
    );
    assert_eq!(
        meanings::<Utf32Le>(&[0, 0xD8, 0, 0, 1]),
        [(4, Err(Surrogate)), (1, Err(Incomplete))]
    );
    assert_eq!(
        meanings::<Ascii>(b"\x7F\x80"),
        [(1, Ok('\x7F')), (1, Err(InvalidByte))]
    );
    assert_eq!(
        meanings::<Latin1>(b"\x80\xFF"),
        [(1, Ok('\u{80}')), (1, Ok('ÿ'))]
    );
}

#[test]
fn encodes() {
    fn units<E: Model>(character: char) -> Option<Vec<E::Unit>> {
        let mut out = Vec::new();
        E::encode(character.into(), &mut out).then_some(out)
    }
    assert_eq!(units::<Utf8>('€').unwrap(), [0xE2, 0x82, 0xAC]);
    assert_eq!(units::<Utf16>('😀').unwrap(), [0xD83D, 0xDE00]);
    assert_eq!(units::<Utf16Le>('😀').unwrap(), [0x3D, 0xD8, 0, 0xDE]);
    assert_eq!(units::<Utf16Be>('😀').unwrap(), [0xD8, 0x3D, 0xDE, 0]);
    assert_eq!(units::<Utf32>('😀').unwrap(), [0x1_F600]);
    assert_eq!(units::<Utf32Le>('😀').unwrap(), [0, 0xF6, 1, 0]);
    assert_eq!(units::<Utf32Be>('😀').unwrap(), [0, 1, 0xF6, 0]);
    assert_eq!(units::<Latin1>('ÿ').unwrap(), [0xFF]);
    assert_eq!(units::<Latin1>('Ā'), None);
    assert_eq!(units::<Ascii>('\x7F').unwrap(), [0x7F]);
    assert_eq!(units::<Ascii>('\u{80}'), None);
}

#[test]
fn plans() {
    let malformed = |kind, valid_up_to, error_len| {
        Why::Malformed(Fault {
            valid_up_to,
            error_len,
            kind,
        })
    };
    let answer = |read, written, stop| Outcome {
        read,
        written,
        stop,
    };

    let items = Utf8::items("é€a😀".as_bytes());
    let strict = Plan::strict::<Latin1>(&items);
    assert_eq!(strict.at(0), answer(0, 0, Some((0, Why::OutputFull))));
    assert_eq!(
        strict.at(1),
        answer(2, 1, Some((3, Why::Unrepresentable('€'.into()))))
    );
    assert_eq!(strict.at(9), strict.at(1));
    let lossy = Plan::lossy::<Latin1>(&items);
    assert_eq!(lossy.units, b"\xE9?a?");
    assert_eq!(lossy.at(2), answer(5, 2, Some((0, Why::OutputFull))));
    assert_eq!(lossy.at(4), answer(10, 4, None));

    let items = Utf8::items(b"a\xE2\x82b\xF0\x9F");
    let strict = Plan::strict::<Utf16>(&items);
    let missing = malformed(ErrorKind::MissingContinuation, 1, Some(2));
    assert_eq!(strict.at(1), answer(1, 1, Some((2, missing))));
    let lossy = Plan::lossy::<Utf8>(&items);
    assert_eq!(lossy.units, "a\u{FFFD}b\u{FFFD}".as_bytes());
    assert_eq!(lossy.at(3), answer(1, 1, Some((0, Why::OutputFull))));
    assert_eq!(lossy.at(7), answer(4, 5, Some((0, Why::OutputFull))));
    let strict = Plan::strict::<Utf8>(&Utf8::items(b"\xF0\x9F"));
    assert_eq!(
        strict.at(0),
        answer(0, 0, Some((2, malformed(Incomplete, 0, None))))
    );
}

#[test]
fn words_errors_as_the_standard_library() {
    for bytes in [&b"ab\xC0"[..], b"abc\xF0\x9F", b"\xF1\x80\x80a"] {
        let text = std::str::from_utf8(bytes).unwrap_err().to_string();
        let fault = Fault::first(&Utf8::items(bytes)).unwrap();
        assert_eq!(fault.text::<Utf8>(), text);
    }
    let odd = Fault::first(&Utf16Le::items(b"a\0b\0c\0d")).unwrap();
    assert_eq!(
        odd.text::<Utf16Le>(),
        "incomplete utf-16le byte sequence from index 6"
    );
    let lone = Fault::first(&Utf16Be::items(b"\0a\xDC\0")).unwrap();
    assert_eq!(
        lone.text::<Utf16Be>(),
        "invalid utf-16be sequence of 2 bytes from index 2"
    );
}
