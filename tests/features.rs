//! Checks what each set of features contains, and that no feature changes a result: `cargo test
//! --no-default-features --features SET --test features`.

use utflane::stream::{Utf8Pieces, Validator};
use utflane::{Charset, ErrorKind, Isa, Reason, Utf8};

#[path = "../build.rs"]
#[allow(dead_code, reason = "its `main` sets the `cfg`s of a build")]
mod build;

#[test]
fn build_script_parses_the_version_of_the_compiler() {
    for (output, expected) in [
        ("rustc 1.86.0 (05f9846f8 2025-03-31)\n", Some(86)),
        (
            "rustc 1.86.1 (05f9846f8 2025-03-31) (built from a source tarball)\n",
            Some(86),
        ),
        ("rustc 1.86.0\n", Some(86)),
        ("rustc 1.86.0-beta.2 (05f9846f8 2025-02-20)\n", Some(86)),
        ("rustc 1.86.0-nightly (05f9846f8 2025-02-15)\n", Some(85)),
        ("rustc 1.86.0-dev\n", Some(85)),
        ("rustc version 1.86.0\n", None),
    ] {
        assert_eq!(build::minor_version(output), expected, "{output}");
    }
}

/// A text that mixes characters of each length of UTF-8 and is longer than every path for short
/// inputs.
fn text() -> String {
    (0..3000)
        .map(|index| ['a', 'é', '€', '𝄞', '\n', 'z'][index * 7 / 3 % 6])
        .collect()
}

/// Texts of many lengths, well-formed and with one malformed byte.
fn texts() -> impl Iterator<Item = Vec<u8>> {
    let text = text().into_bytes();
    (0..200).chain([1000, 4097]).flat_map(move |len| {
        let whole = text[..len].to_vec();
        let mut faulty = whole.clone();
        if let Some(byte) = faulty.get_mut(len * 2 / 3) {
            *byte = 0xFF;
        }
        [whole, faulty]
    })
}

#[test]
fn validation_of_utf8_is_always_there() {
    for text in texts() {
        let expected = std::str::from_utf8(&text);
        for isa in Isa::available() {
            let found = isa.validate::<Utf8>(&text);
            match (expected, found) {
                (Ok(_), Ok(())) => assert!(isa.is_valid::<Utf8>(&text)),
                (Err(expected), Err(found)) => {
                    assert_eq!(found.valid_up_to(), expected.valid_up_to());
                    assert_eq!(found.error_len(), expected.error_len());
                    assert_eq!(found.to_string(), expected.to_string());
                }
                other => panic!("{other:?}"),
            }
            let valid = expected.map_or_else(|error| error.valid_up_to(), str::len);
            let characters = std::str::from_utf8(&text[..valid]).unwrap().chars();
            assert_eq!(isa.char_count::<Utf8>(&text[..valid]), characters.count());
        }
        assert_eq!(utflane::from_utf8(&text).ok(), expected.ok());
        let chunks = utflane::utf8_chunks(&text).map(|chunk| chunk.valid());
        assert!(chunks.eq(text.utf8_chunks().map(|chunk| chunk.valid())));
    }
}

#[test]
fn streams_validate() {
    let text = text();
    let mut validator = Validator::<Utf8>::new();
    let mut pieces = Utf8Pieces::new();
    let mut copy = String::new();
    for chunk in text.as_bytes().chunks(7) {
        validator.feed(chunk).unwrap();
        let piece = pieces.feed(chunk);
        copy.push_str(piece.completed());
        copy.push_str(piece.text);
        piece.result.unwrap();
    }
    assert_eq!((validator.finish(), pieces.finish()), (Ok(()), Ok(())));
    assert_eq!(copy, text);
    let error = Validator::<Utf8>::new().feed(b"a\xC0").unwrap_err();
    let Reason::Malformed(malformed) = error.reason() else {
        panic!("{error}");
    };
    assert_eq!(malformed.kind(), ErrorKind::Overlong);
}

#[test]
fn charsets_are_those_of_the_features() {
    let has = |name| Charset::ALL.iter().any(|charset| charset.name() == name);
    assert!(has("UTF-8"));
    assert_eq!(has("UTF-16LE"), cfg!(feature = "convert"));
    assert_eq!(has("CESU-8"), cfg!(feature = "variants"));
    assert_eq!(has("windows-1252"), cfg!(feature = "code-pages"));
    assert_eq!(has("GBK"), cfg!(feature = "multibyte"));
    let numbers: Vec<u8> = Charset::ALL.map(|charset| charset as u8).into();
    assert!(numbers.is_sorted());
    assert_eq!(Charset::Utf8 as u8, 1);
    for charset in Charset::ALL {
        assert!(!charset.name().is_empty());
    }
}

#[cfg(feature = "convert")]
#[test]
fn conversion_is_right() {
    use utflane::{Utf16, Utf16Be, Utf32, lossy_len, transcode, transcode_lossy, transcoded_len};

    for text in texts() {
        let lossy = String::from_utf8_lossy(&text);
        let units: Vec<u16> = lossy.encode_utf16().collect();
        assert_eq!(lossy_len::<Utf8, Utf16>(&text), units.len());
        let mut converted = vec![0; units.len()];
        assert_eq!(
            transcode_lossy::<Utf8, Utf16>(&text, &mut converted),
            Ok(units.len())
        );
        assert_eq!(converted, units);

        let mut back = vec![0; transcoded_len::<Utf16, Utf8>(&units)];
        assert_eq!(transcode::<Utf16, Utf8>(&units, &mut back), Ok(lossy.len()));
        assert_eq!(back, lossy.as_bytes());

        let mut characters = vec![0; text.len()];
        let mut bytes = vec![0; 2 * text.len()];
        match std::str::from_utf8(&text) {
            Ok(text) => {
                let len = transcode::<Utf8, Utf32>(text.as_bytes(), &mut characters).unwrap();
                assert!(
                    characters[..len]
                        .iter()
                        .copied()
                        .eq(text.chars().map(u32::from))
                );
                let len = transcode::<Utf8, Utf16Be>(text.as_bytes(), &mut bytes).unwrap();
                let expected = text.encode_utf16().flat_map(u16::to_be_bytes);
                assert!(bytes[..len].iter().copied().eq(expected));
            }
            Err(error) => {
                let found = transcode::<Utf8, Utf32>(&text, &mut characters).unwrap_err();
                assert_eq!(found.read(), error.valid_up_to());
            }
        }
    }
}

#[cfg(feature = "charset")]
#[test]
fn pairs_of_values_convert() {
    use utflane::{Pair, stream::AnyTranscoder};

    for source in Charset::ALL
        .into_iter()
        .filter(|charset| !charset.is_multibyte())
    {
        for target in Charset::ALL
            .into_iter()
            .filter(|charset| !charset.is_multibyte())
        {
            let text = |charset| {
                let pair = Pair::new(Charset::Utf8, charset).unwrap();
                let mut dst = [0; 64];
                let len = pair.transcode(b"plain text", &mut dst).unwrap();
                dst[..len * charset.unit_size()].to_vec()
            };
            let mut dst = [0; 64];
            let step = AnyTranscoder::new(source, target).transcode(&text(source), &mut dst);
            assert_eq!(dst[..step.written], text(target), "{source} to {target}");
        }
    }
}

/// UTF-32 converts even where no kernel for it is compiled.
#[cfg(feature = "charset")]
#[test]
fn utf_32_converts() {
    use utflane::{Pair, TranscodeError};

    /// Compares strict conversion up to the first malformed sequence, and lossy conversion of the
    /// whole.
    fn check(source: Charset, src: &[u8], target: Charset, before: [&[u8]; 2], lossy: &[u8]) {
        let unit = target.unit_size();
        for isa in Isa::available() {
            let pair = Pair::new(source, target).unwrap().with_isa(isa);
            let mut dst = vec![0; lossy.len()];
            let found = pair.transcode(src, &mut dst);
            let places = |error: TranscodeError| [error.read(), error.written()];
            match before[0].len() == src.len() {
                true => assert_eq!(found, Ok(lossy.len() / unit)),
                false => assert_eq!(
                    found.map_err(places),
                    Err([before[0].len() / source.unit_size(), before[1].len() / unit])
                ),
            }
            assert!(dst.starts_with(before[1]));
            let found = pair.transcode_lossy(src, &mut dst);
            assert_eq!(found, Ok(lossy.len() / unit));
            assert_eq!(dst, lossy);
            assert_eq!(pair.lossy_len(src), lossy.len() / unit);
        }
    }

    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_ne_bytes).collect() };
    for text in texts() {
        let text = String::from_utf8_lossy(&text);
        let value = |one| match one {
            '\u{FFFD}' => 0x11_0000,
            one => u32::from(one),
        };
        let native: Vec<u8> = text
            .chars()
            .flat_map(|one| value(one).to_ne_bytes())
            .collect();
        let big: Vec<u8> = text
            .chars()
            .flat_map(|one| value(one).to_be_bytes())
            .collect();
        let before = &text[..text.find('\u{FFFD}').unwrap_or(text.len())];
        let read = 4 * before.chars().count();
        let (before16, text16) = (utf16(before), utf16(&text));
        for (source, src) in [(Charset::Utf32, &native), (Charset::Utf32Be, &big)] {
            let read = &src[..read];
            check(
                source,
                src,
                Charset::Utf8,
                [read, before.as_bytes()],
                text.as_bytes(),
            );
            check(source, src, Charset::Utf16, [read, &before16], &text16);
        }
    }
}

#[cfg(feature = "code-pages")]
#[test]
fn code_pages_convert() {
    use utflane::{code_page::Windows1251, transcode};

    let mut dst = [0; 8];
    assert_eq!(
        transcode::<Windows1251, Utf8>(b"\xE4\xE0!", &mut dst),
        Ok(5)
    );
    assert_eq!(&dst[..5], "да!".as_bytes());
}

#[cfg(feature = "variants")]
#[test]
fn variants_convert() {
    use utflane::{Mutf8, transcode};

    let (text, mut dst) = ("\0 text 𝄞 ".repeat(20), [0; 512]);
    let len = transcode::<Utf8, Mutf8>(text.as_bytes(), &mut dst).unwrap();
    assert_eq!(len, text.len() + 20 + 40);
    let (mutf8, mut back) = (&dst[..len], [0; 512]);
    assert_eq!(transcode::<Mutf8, Utf8>(mutf8, &mut back), Ok(text.len()));
    assert_eq!(&back[..text.len()], text.as_bytes());
}

#[cfg(feature = "rows")]
#[test]
fn rows_are_validated() {
    use utflane::{rows::Column, validate_rows};

    assert_eq!(
        validate_rows::<Utf8>(&Column::new("aé".as_bytes(), &[0i32, 1, 3])),
        Ok(())
    );
    assert_eq!(
        validate_rows::<Utf8>(&Column::new("aé".as_bytes(), &[0i32, 2, 3]))
            .unwrap_err()
            .row(),
        0
    );
}

#[cfg(feature = "detect")]
#[test]
fn encodings_are_detected() {
    assert_eq!(
        utflane::detect("größer".as_bytes()).charset,
        Some(Charset::Utf8)
    );
}
