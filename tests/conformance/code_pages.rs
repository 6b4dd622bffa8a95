//! Checks all bytes of all code pages, in both directions, against `encoding_rs` and iconv, and the
//! contracts of the functions for code pages.
#![cfg(feature = "full")]

mod missing;
#[cfg(feature = "more-code-pages")]
pub(crate) mod more;
mod runs;

use crate::tools;
#[cfg(not(emulated))]
use encoding_rs::{DecoderResult, EncoderResult};
use utflane::code_page::{
    Cp037, Cp864, Cp1047, Iso8859_3, Koi8R, Windows1251, Windows1252, Windows1253,
};
use utflane::rows::Column;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, Encoding, ErrorKind, Isa, Reason, Utf8, Utf16, Utf16Be, Utf32Be};
use utflane::{char_count, transcode_lossy_to_vec, transcode_to_vec, validate, validate_rows};

/// Returns the character of `charset` for each byte, by conversion to UTF-8, or `None` if it has
/// none.
pub(crate) fn decoded(charset: Charset) -> Vec<Option<char>> {
    let decode = |byte: u8| {
        let mut text = [0; 4];
        let step = AnyTranscoder::new(charset, Charset::Utf8).transcode(&[byte], &mut text);
        let text = std::str::from_utf8(&text[..step.written]).expect("UTF-8");
        text.chars().next()
    };
    (0..=0xFF).map(decode).collect()
}

fn encoded(charset: Charset, character: char) -> Option<u8> {
    let mut bytes = [0; 4];
    let text = character.encode_utf8(&mut [0; 4]).to_string();
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
    let step = transcoder.transcode(text.as_bytes(), &mut bytes);
    match step.status {
        Status::InputEmpty => Some(bytes[0]),
        _ => None,
    }
}

fn is_page(charset: &Charset) -> bool {
    charset.is_code_page()
}

/// Returns the encoding of the WHATWG standard that equals `charset`.
#[cfg(not(emulated))]
fn standard(charset: Charset) -> Option<&'static encoding_rs::Encoding> {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes())?;
    encoding
        .name()
        .eq_ignore_ascii_case(charset.name())
        .then_some(encoding)
}

#[cfg(not(emulated))]
#[test]
fn bytes_are_those_of_the_standard_both_ways() {
    let mut compared = 0;
    for charset in Charset::ALL.into_iter().filter(is_page) {
        let Some(encoding) = standard(charset) else {
            continue;
        };
        compared += 1;
        for (byte, character) in (0..=0xFF).zip(decoded(charset)) {
            let mut text = String::with_capacity(8);
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let (result, _) =
                decoder.decode_to_string_without_replacement(&[byte], &mut text, true);
            let expected = match result {
                DecoderResult::InputEmpty => text.chars().next(),
                _ => None,
            };
            assert_eq!(character, expected, "{charset} {byte:02X}");
        }
        for character in ('\0'..='\u{FFFF}').chain(['\u{10000}', '\u{1F600}']) {
            let mut bytes = [0; 8];
            let mut source = [0; 4];
            let source = character.encode_utf8(&mut source);
            let mut encoder = encoding.new_encoder();
            let (result, _, written) =
                encoder.encode_from_utf8_without_replacement(source, &mut bytes, true);
            let expected = (result == EncoderResult::InputEmpty && written == 1).then(|| bytes[0]);
            assert_eq!(
                encoded(charset, character),
                expected,
                "{charset} {character:?}"
            );
        }
    }
    assert_eq!(compared, 27);
}

/// Converts `input` by iconv. Returns `None` if iconv does not know the encoding or rejects the
/// input.
fn iconv(from: &str, to: &str, input: &[u8]) -> Option<Vec<u8>> {
    let output = tools::run(&["iconv", "-f", from, "-t", to], input)?;
    output.status.success().then_some(output.stdout)
}

/// Returns iconv's name of a charset, and the bytes for which iconv uses another table than ours.
/// The name is empty if iconv lacks the charset.
fn iconv_name(charset: Charset) -> (&'static str, &'static [u8]) {
    #[cfg(feature = "more-code-pages")]
    if let Some((_, names)) = more::NAMES.iter().find(|row| row.0 == charset) {
        // See the table in `docs/encodings.md`.
        let others: &[u8] = match charset {
            Charset::Armscii8 => &[0xA4, 0xA5, 0xA9, 0xAB, 0xAC],
            Charset::Cp278 => &[0x71, 0xE0],
            Charset::Cp285 => &[0xA1],
            Charset::Cp870 => &[0xB0],
            Charset::Cp871 => &[0x4A, 0xC0],
            Charset::Cp875 => &[0x6A, 0x74, 0xDD],
            Charset::Cp1026 => &[0x9D, 0xBC],
            _ => &[],
        };
        return (names[0], others);
    }
    // The exceptions are letters of KOI8-RU, characters that Apple changed, and bytes without a
    // character in Microsoft's tables that are control characters in the standard.
    match charset {
        Charset::Koi8U => ("KOI8-U", &[0xAE, 0xBE]),
        Charset::Macintosh => ("MACINTOSH", &[0xC6, 0xF0]),
        Charset::XMacCyrillic => ("MAC-CYRILLIC", &[0xFF]),
        Charset::Windows874 => ("CP874", &[0xFC, 0xFD, 0xFE]),
        Charset::Windows1255 => ("CP1255", &[0xCA]),
        Charset::Cp858 => ("IBM858", &[]),
        Charset::Cp1140 => ("IBM1140", &[]),
        _ => (charset.name(), &[]),
    }
}

#[test]
fn iconv_says_the_same_both_ways() {
    if iconv("UTF-8", "UTF-8", b"").is_none() {
        println!("iconv is not installed");
        return;
    }
    for charset in Charset::ALL.into_iter().filter(is_page) {
        let (name, others) = iconv_name(charset);
        if name.is_empty() {
            continue;
        }
        let characters = decoded(charset);
        let is_windows = charset.name().starts_with("windows");
        let is_compared = |byte: &u8| {
            let is_control = matches!(characters[usize::from(*byte)], Some('\u{80}'..'\u{A0}'));
            !(others.contains(byte) || is_windows && is_control)
        };
        let bytes: Vec<u8> = (0..=0xFF).filter(is_compared).collect();
        let (with, without): (Vec<u8>, Vec<u8>) = bytes
            .iter()
            .partition(|byte| characters[usize::from(**byte)].is_some());
        // Separate the characters by a letter, so that iconv does not combine a mark with the
        // letter before it.
        let x = encoded(charset, 'x').expect("a letter");
        let with: Vec<u8> = with.into_iter().flat_map(|byte| [byte, x]).collect();
        let text: String = with
            .iter()
            .filter_map(|byte| characters[usize::from(*byte)])
            .collect();
        let theirs = iconv(name, "UTF-8", &with).expect(name);
        assert_eq!(std::str::from_utf8(&theirs), Ok(text.as_str()), "{name}");
        assert_eq!(iconv("UTF-8", name, text.as_bytes()), Some(with), "{name}");
        for byte in without {
            assert_eq!(iconv(name, "UTF-8", &[byte]), None, "{name} {byte:02X}");
        }
    }
}

/// Compares texts that are truncated, malformed and converted into short outputs with a
/// byte-by-byte model.
#[test]
fn verbs_keep_their_rules() {
    fn check<P: Encoding<Unit = u8>, E: Encoding>(charset: Charset, isa: Isa)
    where
        E::Unit: PartialEq,
    {
        let characters = decoded(charset);
        for len in [0, 1, 7, 9, 31, 64, 65, 100, 300, 5000] {
            for density in [1, 3, 30] {
                let text: Vec<u8> = (0..len)
                    .map(|i: usize| {
                        if i % density == 0 {
                            0xA0 + (i * 7 % 96) as u8
                        } else {
                            b'a'
                        }
                    })
                    .collect();
                let valid = text
                    .iter()
                    .position(|byte| characters[usize::from(*byte)].is_none());
                let error = isa.validate::<P>(&text).err();
                assert_eq!(
                    error.map(|error| error.valid_up_to()),
                    valid,
                    "{charset} {len}"
                );
                if let Some(error) = error {
                    assert_eq!(
                        (error.kind(), error.error_len()),
                        (ErrorKind::Unassigned, Some(1))
                    );
                }
                let good = &text[..valid.unwrap_or(len)];
                let expected: String = good
                    .iter()
                    .filter_map(|b| characters[usize::from(*b)])
                    .collect();
                let all = isa
                    .transcode_to_vec::<Utf8, E>(expected.as_bytes())
                    .expect("all characters");
                assert_eq!(isa.transcode_to_vec::<P, E>(good).as_ref(), Ok(&all));
                assert_eq!(isa.transcoded_len::<P, E>(good), all.len());
                assert_eq!(isa.measure::<P, E>(good), Ok(all.len()));
                assert_eq!(isa.transcode_to_vec::<E, P>(&all).as_deref(), Ok(good));
                let lossy: String = text
                    .iter()
                    .map(|b| characters[usize::from(*b)].unwrap_or('\u{FFFD}'))
                    .collect();
                let lossy = isa
                    .transcode_to_vec::<Utf8, E>(lossy.as_bytes())
                    .expect("all characters");
                assert_eq!(isa.transcode_lossy_to_vec::<P, E>(&text), lossy);
                assert_eq!(isa.lossy_len::<P, E>(&text), lossy.len());
                for room in [0, 1, 2, 17, all.len() / 2, all.len().saturating_sub(1)] {
                    let mut dst = vec![E::Unit::default(); room.min(all.len())];
                    let (read, written) = match isa.transcode::<P, E>(good, &mut dst) {
                        Ok(written) => (good.len(), written),
                        Err(stop) => {
                            assert_eq!(stop.reason(), Reason::OutputFull);
                            (stop.read(), stop.written())
                        }
                    };
                    let before = isa.transcode_to_vec::<P, E>(&good[..read]).expect("a part");
                    assert_eq!(before, dst[..written]);
                    assert!(room >= all.len() || read < good.len() || all.is_empty());
                    let mut dst = vec![0; room.min(good.len())];
                    if let Err(stop) = isa.transcode::<E, P>(&all, &mut dst) {
                        assert_eq!(stop.reason(), Reason::OutputFull);
                        assert_eq!((stop.written(), &dst[..]), (dst.len(), &good[..dst.len()]));
                    }
                }
                let mut spoilt = expected.clone();
                spoilt.push('\u{10FFFF}');
                spoilt.push_str(&expected);
                let stop = isa
                    .transcode_to_vec::<Utf8, P>(spoilt.as_bytes())
                    .expect_err("no such");
                assert_eq!((stop.read(), stop.written()), (expected.len(), good.len()));
                assert_eq!(stop.reason(), Reason::Unrepresentable('\u{10FFFF}'.into()));
                let replaced = isa.transcode_lossy_to_vec::<Utf8, P>(spoilt.as_bytes());
                let mark = encoded(charset, '?').expect("a question mark");
                assert_eq!(replaced, [good, &[mark], good].concat());
            }
        }
    }
    for isa in Isa::available() {
        check::<Windows1252, Utf8>(Charset::Windows1252, isa);
        check::<Windows1253, Utf16>(Charset::Windows1253, isa);
        check::<Koi8R, Utf8>(Charset::Koi8R, isa);
        check::<Cp864, Utf32Be>(Charset::Cp864, isa);
        check::<Cp1047, Utf8>(Charset::Cp1047, isa);
        check::<Iso8859_3, Utf16Be>(Charset::Iso8859_3, isa);
        #[cfg(feature = "more-code-pages")]
        {
            use utflane::code_page::{Tcvn5712, Tis620};
            check::<Tcvn5712, Utf16>(Charset::Tcvn5712, isa);
            check::<Tis620, Utf8>(Charset::Tis620, isa);
        }
    }
}

#[test]
fn pages_convert_to_pages() {
    let koi8 = transcode_to_vec::<Utf8, Koi8R>("Быстро, верно".as_bytes()).expect("Cyrillic");
    let windows = transcode_to_vec::<Koi8R, Windows1251>(&koi8).expect("Cyrillic");
    assert_eq!(
        transcode_to_vec::<Windows1251, Utf8>(&windows),
        Ok("Быстро, верно".into())
    );
    let stop = transcode_to_vec::<Koi8R, Windows1252>(&koi8).expect_err("Cyrillic");
    assert_eq!(
        (stop.read(), stop.reason()),
        (0, Reason::Unrepresentable('Б'.into()))
    );
    assert_eq!(
        transcode_lossy_to_vec::<Koi8R, Cp037>(&koi8[..8]),
        b"\x6F\x6F\x6F\x6F\x6F\x6F\x6B\x40"
    );
}

#[test]
fn columns_streams_and_threads_know_pages() {
    let text: Vec<u8> = (0..2_000_000u32)
        .map(|i| {
            if i % 7 == 0 {
                b' '
            } else {
                0xC0 + (i % 64) as u8
            }
        })
        .collect();
    assert_eq!(char_count::<Windows1251>(&text), text.len());
    let rows = [0i32, 3, 3, 500_000, 2_000_000];
    assert!(validate_rows::<Windows1251>(&Column::new(&text, &rows)).is_ok());
    let mut validator = utflane::stream::Validator::<Windows1253>::new();
    assert_eq!(validator.feed(b"\xE1\xE2"), Ok(()));
    assert_eq!(
        validator
            .feed(b"x\xAA")
            .expect_err("no character")
            .position(),
        3
    );
    #[cfg(feature = "parallel")]
    {
        let one = transcode_to_vec::<Windows1251, Utf8>(&text);
        assert!(utflane::par_transcode_to_vec::<Windows1251, Utf8>(&text) == one);
        let back = utflane::par_transcode_to_vec::<Utf8, Windows1251>(&one.expect("Cyrillic"));
        assert!(back.as_ref() == Ok(&text));
        assert_eq!(utflane::par_validate::<Windows1251>(&text), Ok(()));
        let mut broken = text;
        broken[1_500_000] = 0xAA;
        let error = utflane::par_validate::<Windows1253>(&broken).expect_err("no character");
        assert_eq!(Some(error), validate::<Windows1253>(&broken).err());
    }
}

#[test]
fn errors_name_the_page() {
    let error = validate::<Windows1253>(b"ab\xAA").expect_err("no character");
    assert_eq!(
        error.to_string(),
        "invalid windows-1253 sequence of 1 bytes from index 2"
    );
    let mut transcoder = AnyTranscoder::new(Charset::Iso8859_3, Charset::Koi8R);
    let Status::Stopped(error) = transcoder.transcode(b"a\xA5", &mut [0; 8]).status else {
        panic!("no character");
    };
    assert_eq!(
        error.to_string(),
        "invalid iso-8859-3 sequence of 1 bytes from index 1"
    );
}

#[test]
fn ebcdic_pages_have_line_ends_of_their_own() {
    for charset in Charset::ALL {
        let is_ebcdic = is_page(&charset) && decoded(charset)[0x40] == Some(' ');
        assert_eq!(charset.is_ebcdic(), is_ebcdic, "{charset}");
        let ends = ['\n', '\u{85}'].map(|end| encoded(charset, end));
        let ends = match ends {
            [Some(lf), Some(nel)] if is_ebcdic => Some([lf, nel]),
            _ => None,
        };
        assert_eq!(charset.ebcdic_line_ends(), ends, "{charset}");
    }
}

#[cfg(not(emulated))]
#[test]
fn labels_are_those_of_the_standard() {
    for charset in Charset::ALL {
        let lower_case = charset.name().to_lowercase();
        for name in [charset.name(), &lower_case, "latin1", "ascii", "utf-16"] {
            // The standard replaces whole texts in such encodings, because they can hide markup.
            let theirs = encoding_rs::Encoding::for_label(name.as_bytes())
                .filter(|encoding| *encoding != encoding_rs::REPLACEMENT);
            let ours = Charset::for_label(&format!("\t{name} "));
            // IANA uses capital letters where the standard has none, as in GB18030.
            assert_eq!(
                ours.map(|charset| charset.name().to_lowercase()),
                theirs.map(|encoding| encoding.name().to_lowercase()),
                "{name}"
            );
        }
        // Encodings that exist only in memory have no name for files.
        let named = charset.aliases().next().map(|_| charset);
        assert_eq!(Charset::named(charset.name()), named);
    }
    assert_eq!(Charset::for_label("iso-8859-9"), Some(Charset::Windows1254));
    assert_eq!(Charset::for_label("logical"), Some(Charset::Iso8859_8));
    assert_eq!(Charset::named("CP 437"), Some(Charset::Cp437));
    assert_eq!(Charset::for_label("cp437"), None);
    assert_eq!(Charset::for_label("\u{A0}utf-8"), None);
}
