//! Checks the counted lengths of long texts. Kernels count blocks together and sum up narrow
//! counters before they overflow; these texts meet the edges of both.

use utflane::{Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be};
use utflane_test_support::oracle::{SCRIPTS, big, isas, little, sample_and_all, text};

/// Compares counts and error positions of UTF-8 with the standard library.
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

/// Compares the lengths of UTF-16 in each encoding with those of std.
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

/// The step of the short tests: a prime, so that every position in a block occurs.
const SAMPLE: usize = 41;

/// Changes one byte at every `step`th position where a group of blocks begins or ends. Some of the
/// changes are malformed.
fn check_wrong_bytes(step: usize) {
    let isas = isas();
    for script in SCRIPTS {
        let good = text(script, 0, 4600).into_bytes();
        let good = &good[..good.len().min(4600)];
        let places = (0..good.len()).filter(|at| (400..1100).contains(at) || at % 50 == 0);
        for at in places.step_by(step) {
            for byte in [b'a', 0x80, 0xC3, 0xE2, 0xFF] {
                let mut bad = good.to_vec();
                bad[at] = byte;
                check_utf8(&isas, &bad);
            }
        }
    }
}

sample_and_all! {
    check_wrong_bytes: with_one_wrong_byte(SAMPLE),
    with_one_wrong_byte_all(1) = "long: every position"
}

/// Compares an error anywhere in a text that is validated as a whole or in a few parts: its
/// position and its replacement. Only every `step`th position of each text.
fn check_short_texts(step: usize) {
    let isas = isas();
    for script in SCRIPTS {
        let good = text(script, 0, 800).into_bytes();
        for len in (1..70).chain((70..800).step_by(37)) {
            let is_wanted = |at: &usize| len < 70 || at % 13 == len % 13 || at + 3 >= len;
            for at in (len % step..len).filter(is_wanted).step_by(step) {
                for byte in [b'a', 0x80, 0xC3, 0xE2, 0xFF] {
                    let mut bad = good[..len].to_vec();
                    bad[at] = byte;
                    check_error(&isas, &bad);
                }
            }
        }
    }
}

sample_and_all! {
    check_short_texts: one_wrong_byte_in_short_texts(11),
    one_wrong_byte_in_short_texts_all(1) = "long: every position"
}

fn check_error(isas: &[Isa], src: &[u8]) {
    let expected = std::str::from_utf8(src).err();
    let lossy = String::from_utf8_lossy(src);
    assert_eq!(utflane::from_utf8_lossy(src), lossy);
    for isa in isas {
        let error = isa.validate::<Utf8>(src).err();
        let found = error.map(|error| (error.valid_up_to(), error.error_len()));
        let error = expected.map(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(found, error, "{} {src:02X?}", isa.name());
        assert_eq!(isa.is_valid::<Utf8>(src), error.is_none(), "{}", isa.name());
        let mut dst = vec![0; 3 * src.len()];
        let stop = isa.transcode::<Utf8, Utf8>(src, &mut dst).err();
        assert_eq!(stop.map(|stop| stop.read()), error.map(|error| error.0));
        let read = error.map_or(src.len(), |error| error.0);
        assert_eq!(dst[..read], src[..read], "{} {src:02X?}", isa.name());
        let len = isa.transcode_lossy::<Utf8, Utf8>(src, &mut dst);
        assert_eq!(len, Ok(lossy.len()), "{} {src:02X?}", isa.name());
        assert_eq!(dst[..lossy.len()], *lossy.as_bytes(), "{}", isa.name());
    }
}

fn check_wrong_units(step: usize) {
    let isas = isas();
    for script in SCRIPTS {
        let good: Vec<u16> = text(script, 0, 700).encode_utf16().collect();
        for at in (0..good.len()).step_by(step) {
            for unit in [0x61, 0xD800, 0xDFFF] {
                let mut bad = good.clone();
                bad[at] = unit;
                check_utf16(&isas, &bad);
            }
        }
    }
}

sample_and_all! {
    check_wrong_units: with_one_wrong_unit(SAMPLE),
    with_one_wrong_unit_all(1) = "long: every position"
}

/// Texts that begin and end anywhere, also within a character.
fn check_many_lengths(step: usize) {
    let isas = isas();
    for script in SCRIPTS {
        let all = text(script, 0, 5500).into_bytes();
        for len in (3900..all.len().min(5300)).step_by(step) {
            check_utf8(&isas, &all[..len]);
            check_utf8(&isas, &all[len % 67..len.max(len % 67)]);
        }
        let all: Vec<u16> = text(script, 0, 700).encode_utf16().collect();
        for len in (0..all.len()).step_by(step) {
            check_utf16(&isas, &all[..len]);
        }
    }
}

sample_and_all! {
    check_many_lengths: of_many_lengths(SAMPLE),
    of_many_lengths_all(1) = "long: every length"
}

/// Every unit adds the maximum to the counters, and the text is long enough to fill them several
/// times.
fn check_characters(step: usize) {
    let isas = isas();
    let characters = [
        'a', '\u{7F}', '\u{80}', 'ÿ', 'Ā', '\u{7FF}', '\u{800}', '語', '한', '\u{E000}',
        '\u{FFFF}', '😀',
    ];
    for character in characters.into_iter().step_by(step) {
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

#[test]
fn of_one_character() {
    // ASCII, and a character of two, three and four bytes.
    check_characters(3);
}

#[test]
#[ignore = "long: all characters"]
fn of_one_character_all() {
    check_characters(1);
}

/// Well-formed text that begins and ends at any character, in both byte orders. Checks every
/// `step`th length.
fn check_well_formed(step: usize) {
    let isas = isas();
    let all: Vec<char> =
        "aé\u{7F}\u{80}ÿж\u{7FF}\u{800}語\u{D7FF}\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}z"
            .chars()
            .cycle()
            .enumerate()
            .map(|(i, character)| if i % 37 < 9 { 'x' } else { character })
            .take(1400)
            .collect();
    for len in (0..700).step_by(step).chain([1000, 1399, 1400]) {
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

sample_and_all! {
    check_well_formed: of_well_formed_text(7),
    of_well_formed_text_all(1) = "long: every length"
}
