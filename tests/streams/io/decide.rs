//! Checks readers that decide between UTF-8 and another encoding.

use super::Unsteady;
use std::io::{ErrorKind, Read};
use utflane::io::Reader;
use utflane::{Charset, from_latin1};

/// Reads to the end and retries after failures of the inner reader.
fn read_all(mut reader: Reader<impl Read>) -> (Vec<u8>, Charset, bool) {
    let (mut bytes, mut buffer, mut is_malformed) = (Vec::new(), [0; 5000], false);
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return (bytes, reader.source(), is_malformed),
            Ok(count) => bytes.extend(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::InvalidData => is_malformed = true,
            Err(_) => {}
        }
    }
}

fn unsteady(bytes: &[u8], most: usize) -> Unsteady<&[u8]> {
    Unsteady::new(bytes, most as u64, most, false)
}

#[test]
fn what_comes_within_sight_decides() {
    for before in [0, 1, 63, 1000, 65_535, 65_536, 70_000, 200_000] {
        let good = "aé€😀".repeat(before / 10) + &"x".repeat(before % 10);
        let bad = [good.as_bytes(), b"\xE9t\xE9"].concat();
        for look_ahead in [1, 4, 1000, 65_536, 100_000, usize::MAX] {
            for most in [3, 100_000] {
                let reader =
                    Reader::utf8_or(unsteady(good.as_bytes(), most), Charset::Latin1, look_ahead);
                let expected = (good.clone().into_bytes(), Charset::Utf8, false);
                assert!(
                    read_all(reader.unwrap()) == expected,
                    "{before} {look_ahead}"
                );

                let is_seen = before < look_ahead.min(bad.len());
                let reader = Reader::utf8_or(unsteady(&bad, most), Charset::Latin1, look_ahead);
                let (text, source, is_malformed) = read_all(reader.unwrap());
                // A lead byte at the end of the look-ahead may begin a character.
                if is_seen && before + 1 < look_ahead {
                    assert_eq!(
                        (source, is_malformed),
                        (Charset::Latin1, false),
                        "{before} {look_ahead}"
                    );
                    assert!(text == from_latin1(&bad).as_bytes());
                } else {
                    assert_eq!(
                        (source, is_malformed),
                        (Charset::Utf8, true),
                        "{before} {look_ahead}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_end_decides_and_so_does_a_mark() {
    let cases: [(&[u8], &str, Charset); 6] = [
        (b"", "", Charset::Utf8),
        (b"caf\xC3", "cafÃ", Charset::Latin1),
        (b"\xC3\xA9", "é", Charset::Utf8),
        (b"\xEF\xBB\xBF\xC3\xA9", "é", Charset::Utf8),
        (b"\xFF\xFEh\0\xE9\0", "hé", Charset::Utf16Le),
        (b"\xFF", "ÿ", Charset::Latin1),
    ];
    for (file, text, charset) in cases {
        let reader = Reader::utf8_or(file, Charset::Latin1, 100).unwrap();
        assert_eq!(
            read_all(reader),
            (text.as_bytes().to_vec(), charset, false),
            "{file:02X?}"
        );
    }
}

#[test]
fn failures_on_the_way_to_a_decision_lose_nothing() {
    let text = "aé€😀".repeat(3000);
    for seed in 0..50 {
        let mut inner = Unsteady::new(text.as_bytes(), seed, 1000, true);
        let reader = loop {
            // Fails only before the first byte, when no data can be lost.
            if let Ok(reader) = Reader::utf8_or(&mut inner, Charset::Latin1, 20_000) {
                break reader;
            }
        };
        assert!(read_all(reader) == (text.clone().into_bytes(), Charset::Utf8, false));
    }
}
