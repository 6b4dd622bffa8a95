//! Lengths of long texts: what is counted together has edges, and tallies that overflow if nobody
//! sums them up.

use crate::differential::{SCRIPTS, big, isas, little, text};
use utflane::{Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be};

/// Compares with the standard library what is said of bytes of UTF-8.
fn check_utf8(isas: &[Isa], src: &[u8]) {
    let lossy = String::from_utf8_lossy(src);
    let units = lossy.encode_utf16().count();
    let characters = lossy.chars().count();
    let valid = match std::str::from_utf8(src) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&src[..error.valid_up_to()]).unwrap(),
    };
    for isa in isas {
        let name = isa.name();
        assert_eq!(isa.lossy_len::<Utf8, Utf8>(src), lossy.len(), "{name}");
        assert_eq!(isa.lossy_len::<Utf8, Utf16>(src), units, "{name}");
        assert_eq!(isa.lossy_len::<Utf8, Utf32>(src), characters, "{name}");
        let at = match isa.measure::<Utf8, Utf16>(src) {
            Ok(written) => (src.len(), written),
            Err(stop) => (stop.read(), stop.written()),
        };
        let expected = (valid.len(), valid.encode_utf16().count());
        assert_eq!(at, expected, "{name}");
    }
}

/// The same for units of UTF-16.
fn check_utf16(isas: &[Isa], src: &[u16]) {
    let lossy = String::from_utf16_lossy(src);
    let characters = lossy.chars().count();
    let (little, big) = (little(src), big(src));
    for isa in isas {
        let name = isa.name();
        assert_eq!(isa.lossy_len::<Utf16, Utf8>(src), lossy.len(), "{name}");
        assert_eq!(
            isa.lossy_len::<Utf16Le, Utf8>(&little),
            lossy.len(),
            "{name}"
        );
        assert_eq!(isa.lossy_len::<Utf16Be, Utf8>(&big), lossy.len(), "{name}");
        assert_eq!(isa.lossy_len::<Utf16, Utf32>(src), characters, "{name}");
        assert_eq!(isa.lossy_len::<Utf16Be, Utf32>(&big), characters, "{name}");
    }
}

/// A byte that is wrong, or may be, at every place where what is counted together begins or ends.
#[test]
fn with_one_wrong_byte() {
    let isas = isas();
    for script in SCRIPTS {
        let good = text(script, 0, 4600).into_bytes();
        let good = &good[..good.len().min(4600)];
        for at in (0..good.len()).filter(|at| (400..1100).contains(at) || at % 50 == 0) {
            for byte in [b'a', 0x80, 0xC3, 0xE2, 0xFF] {
                let mut bad = good.to_vec();
                bad[at] = byte;
                check_utf8(&isas, &bad);
            }
        }
    }
}

#[test]
fn with_one_wrong_unit() {
    let isas = isas();
    for script in SCRIPTS {
        let good: Vec<u16> = text(script, 0, 700).encode_utf16().collect();
        for at in 0..good.len() {
            for unit in [0x61, 0xD800, 0xDFFF] {
                let mut bad = good.clone();
                bad[at] = unit;
                check_utf16(&isas, &bad);
            }
        }
    }
}

/// Cut off anywhere, and beginning anywhere.
#[test]
fn of_many_lengths() {
    let isas = isas();
    for script in SCRIPTS {
        let all = text(script, 0, 5500).into_bytes();
        for len in 3900..all.len().min(5300) {
            check_utf8(&isas, &all[..len]);
            check_utf8(&isas, &all[len % 67..len.max(len % 67)]);
        }
        let all: Vec<u16> = text(script, 0, 700).encode_utf16().collect();
        for len in 0..all.len() {
            check_utf16(&isas, &all[..len]);
        }
    }
}

/// Every unit adds as much as it can to tallies that are full several times over.
#[test]
fn of_one_character() {
    let isas = isas();
    let characters = [
        'a', '\u{7F}', '\u{80}', 'ÿ', 'Ā', '\u{7FF}', '\u{800}', '語', '한', '\u{E000}',
        '\u{FFFF}', '😀',
    ];
    for character in characters {
        for len in [20_000, 20_077] {
            let text: String = std::iter::repeat_n(character, len).collect();
            check_utf8(&isas, text.as_bytes());
            let units: Vec<u16> = text.encode_utf16().collect();
            check_utf16(&isas, &units);
            for isa in &isas {
                let len = isa.transcoded_len::<Utf16, Utf8>(&units);
                assert_eq!(len, text.len(), "{}", isa.name());
                let wide: Vec<u32> = text.chars().map(u32::from).collect();
                let len = isa.transcoded_len::<Utf32, Utf8>(&wide);
                assert_eq!(len, text.len(), "{}", isa.name());
                let len = isa.transcoded_len::<Utf32, Utf16>(&wide);
                assert_eq!(len, units.len(), "{}", isa.name());
                assert_eq!(
                    isa.char_count::<Utf8>(text.as_bytes()),
                    wide.len(),
                    "{}",
                    isa.name()
                );
                assert_eq!(
                    isa.char_count::<Utf16>(&units),
                    wide.len(),
                    "{}",
                    isa.name()
                );
                if let Ok(byte) = u8::try_from(character) {
                    let len = isa.transcoded_len::<Latin1, Utf8>(&vec![byte; wide.len()]);
                    assert_eq!(len, text.len(), "{}", isa.name());
                }
            }
        }
    }
}

/// Cut off anywhere, and beginning anywhere, in both byte orders.
#[test]
fn of_well_formed_text() {
    let isas = isas();
    let all: Vec<char> =
        "aé\u{7F}\u{80}ÿж\u{7FF}\u{800}語\u{D7FF}\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}z"
            .chars()
            .cycle()
            .enumerate()
            .map(|(i, character)| if i % 37 < 9 { 'x' } else { character })
            .take(1400)
            .collect();
    for len in (0..700).chain([1000, 1399, 1400]) {
        for from in [0, len % 17] {
            let part = &all[from..len.max(from)];
            let text: String = part.iter().collect();
            let units: Vec<u16> = text.encode_utf16().collect();
            let wide: Vec<u32> = part.iter().map(|&character| character.into()).collect();
            let (big, big_16) = (big(&wide), big(&units));
            let bytes: Vec<u8> = wide.iter().map(|&unit| unit as u8).collect();
            let beyond = bytes.iter().filter(|&&byte| byte >= 0x80).count();
            for isa in &isas {
                let name = isa.name();
                let utf8 = text.len();
                assert_eq!(isa.transcoded_len::<Utf32, Utf8>(&wide), utf8, "{name}");
                assert_eq!(isa.transcoded_len::<Utf32Be, Utf8>(&big), utf8, "{name}");
                assert_eq!(isa.transcoded_len::<Utf16, Utf8>(&units), utf8, "{name}");
                assert_eq!(isa.transcoded_len::<Utf16Be, Utf8>(&big_16), utf8, "{name}");
                let utf16 = units.len();
                assert_eq!(isa.transcoded_len::<Utf32, Utf16>(&wide), utf16, "{name}");
                assert_eq!(isa.transcoded_len::<Utf32Be, Utf16>(&big), utf16, "{name}");
                let text = text.as_bytes();
                assert_eq!(isa.transcoded_len::<Utf8, Utf16>(text), utf16, "{name}");
                assert_eq!(isa.char_count::<Utf8>(text), part.len(), "{name}");
                assert_eq!(isa.char_count::<Utf16>(&units), part.len(), "{name}");
                let utf8 = bytes.len() + beyond;
                assert_eq!(isa.transcoded_len::<Latin1, Utf8>(&bytes), utf8, "{name}");
            }
        }
    }
}
