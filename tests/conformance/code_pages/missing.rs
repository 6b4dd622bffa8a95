//! Checks characters that a code page lacks, at any position and in any number, against a loop over
//! the characters.

use super::{decoded, is_page};
use std::collections::HashMap;
use utflane::code_page::{Cp037, Cp864, Macintosh, Windows1251};
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, Encoding, Isa, Utf8, Utf16, Utf16Be, Utf32, transcode_to_vec};
use utflane_test_support::oracle::{Functions, Mode, Unit, Verb, functions};
use utflane_test_support::{bytemuck, sample_and_all};

/// Returns the characters of a code page and their bytes.
fn table(charset: Charset) -> HashMap<char, u8> {
    // If two bytes have the same character, the first encodes it.
    let bytes = (0..=0xFF).zip(decoded(charset)).rev();
    bytes
        .filter_map(|(byte, character)| Some((character?, byte)))
        .collect()
}

/// Each code page encodes its characters and no others, in the BMP or beyond.
#[test]
fn pages_have_no_other_characters() {
    let all: String = ('\0'..='\u{10FFF}').collect();
    for charset in Charset::ALL.into_iter().filter(is_page) {
        let table = table(charset);
        let question_mark = table[&'?'];
        let byte = |character| table.get(&character).copied().unwrap_or(question_mark);
        let expected: Vec<u8> = all.chars().map(byte).collect();
        let mut bytes = vec![0; expected.len()];
        let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
        let step = transcoder.transcode_lossy(all.as_bytes(), &mut bytes);
        assert_eq!(
            (step.read, step.written),
            (all.len(), bytes.len()),
            "{charset}"
        );
        assert!(bytes == expected, "{charset}");
    }
}

/// Checks a text in `S` given as parts, each with the byte that it is converted to, or `None` if
/// the code page lacks it.
fn check<S, P>(parts: &[(Vec<S::Unit>, Option<u8>)], mark: u8)
where
    S: Encoding<Unit: Unit>,
    P: Encoding<Unit = u8>,
{
    let charsets = [Charset::of::<S>(), Charset::of::<P>()];
    check_functions(&functions::<S, P>(), charsets, parts, mark);
}

fn check_functions<S: Unit>(
    functions: &dyn Functions<S, u8>,
    charsets: [Charset; 2],
    parts: &[(Vec<S>, Option<u8>)],
    mark: u8,
) {
    let src: Vec<S> = parts.iter().flat_map(|part| part.0.clone()).collect();
    let expected: Vec<u8> = parts.iter().map(|part| part.1.unwrap_or(mark)).collect();
    let name = format!("{charsets:?}: {src:X?}");
    let len = functions.lossy_len(Isa::best(), &src);
    assert_eq!(len, expected.len(), "{name}");
    let good = parts.iter().take_while(|part| part.1.is_some()).count();
    let good_units: usize = parts[..good].iter().map(|part| part.0.len()).sum();
    let (mut read, mut room) = (0, 0);
    for isa in Isa::available() {
        let mut bytes = vec![0; expected.len() + 40];
        let got = functions.convert(isa, Verb::Lossy, &src, &mut bytes);
        assert_eq!(got, Ok(expected.len()), "{name}");
        assert!(bytes[..expected.len()] == expected, "{name}");
        let stop = functions
            .convert(isa, Verb::Strict, &src, &mut bytes)
            .map_err(|error| error.read());
        let all = if good < parts.len() {
            Err(good_units)
        } else {
            Ok(good)
        };
        assert_eq!(stop, all, "{name}");
    }
    // The same in chunks.
    let missing = parts.iter().filter(|part| part.1.is_none()).count() as u64;
    for len in [1, 7, 64, 5000, src.len()] {
        let mut stream = functions.stream(Isa::best());
        let mut step =
            |chunk, bytes: &mut [u8]| stream.step(Mode::Lossy, chunk, bytes, &mut |_| ());
        let mut bytes = vec![0; expected.len()];
        let mut written = 0;
        for piece in src.chunks(len) {
            let step = step(Some(piece), &mut bytes[written..]);
            assert_eq!(step.status, Status::InputEmpty, "{name}");
            written += step.written;
        }
        written += step(None, &mut bytes[written..]).written;
        assert_eq!(
            (written, stream.replacements()),
            (expected.len(), missing),
            "{name}"
        );
        assert!(bytes == expected, "{name}");
    }
    let src_bytes: &[u8] = bytemuck::cast_slice(&src);
    for len in [2, 4998, src_bytes.len()] {
        let mut transcoder = AnyTranscoder::new(charsets[0], charsets[1]);
        let mut bytes = vec![0; expected.len()];
        let mut written = 0;
        for piece in src_bytes.chunks(len) {
            let step = transcoder.transcode_lossy(piece, &mut bytes[written..]);
            written += step.written;
        }
        written += transcoder.finish_lossy(&mut bytes[written..]).written;
        assert_eq!(
            (written, transcoder.replacements()),
            (expected.len(), missing),
            "{name}"
        );
        assert!(bytes == expected, "{name}");
    }
    // Outputs with space for some of the characters.
    for part in parts.iter().take(700) {
        let mut bytes = vec![0; room];
        let full = functions.convert(Isa::best(), Verb::Lossy, &src, &mut bytes);
        let full = full.expect_err("full");
        assert_eq!((full.read(), full.written()), (read, room), "{name}");
        assert!(bytes == expected[..room], "{name}");
        if room <= good {
            let full = functions.convert(Isa::best(), Verb::Strict, &src, &mut bytes);
            let full = full.expect_err("full or missing");
            assert_eq!((full.read(), full.written()), (read, room), "{name}");
        }
        read += part.0.len();
        room += 1;
    }
}

/// Checks texts of each length and density of missing characters, which are of every length, and
/// unpaired surrogates. Checks every `step`th text.
fn check_page<P: Encoding<Unit = u8>>(charset: Charset, step: usize) {
    let mut number = 0;
    let table = table(charset);
    let mut has: Vec<char> = table.keys().copied().collect();
    has.sort();
    let has_not: Vec<char> = "ÿ\u{7FF}ह中\u{D7FF}\u{E000}\u{FFFD}\u{FFFF}😀\u{10FFFF}"
        .chars()
        .collect();
    let has_not: Vec<char> = has_not
        .into_iter()
        .filter(|one| !table.contains_key(one))
        .collect();
    for (len, density) in [
        (17, 1),
        (33, 5),
        (64, 2),
        (300, 300),
        (600, 1),
        (600, 40),
        (9000, 100),
        (20_000, 131),
    ] {
        for start in [0, 7, density - 1] {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let characters: Vec<char> = (0..len)
                .map(|index| match (index + start) % density {
                    0 => has_not[(index + index / 64) % has_not.len()],
                    // ASCII in runs between other characters, or ASCII alone.
                    _ if density == 131 || index % 96 < 32 => ['a', 'b'][index % 2],
                    _ => has[index * 7 % has.len()],
                })
                .collect();
            fn parts<S: Encoding<Unit: Unit>>(
                characters: &[char],
                table: &HashMap<char, u8>,
            ) -> Vec<(Vec<S::Unit>, Option<u8>)> {
                let part = |one: &char| {
                    let text = one.to_string();
                    let units = transcode_to_vec::<Utf8, S>(text.as_bytes()).unwrap();
                    (units, table.get(one).copied())
                };
                characters.iter().map(part).collect()
            }
            let mark = table[&'?'];
            check::<Utf8, P>(&parts::<Utf8>(&characters, &table), mark);
            check::<Utf16, P>(&parts::<Utf16>(&characters, &table), mark);
            check::<Utf16Be, P>(&parts::<Utf16Be>(&characters, &table), mark);
            check::<Utf32, P>(&parts::<Utf32>(&characters, &table), mark);
            // Malformed sequences are replaced like missing characters.
            let mut utf8 = parts::<Utf8>(&characters, &table);
            utf8[len / 2] = (vec![0xE2, 0x82], None);
            utf8[len / 3] = (vec![0xFF], None);
            check::<Utf8, P>(&utf8, mark);
            let mut utf16 = parts::<Utf16>(&characters, &table);
            utf16[len / 2] = (vec![0xDC00], None);
            utf16[len / 3] = (vec![0xDFFF], None);
            utf16[len - 1] = (vec![0xD800], None);
            check::<Utf16, P>(&utf16, mark);
        }
    }
}

fn check_pages(step: usize) {
    check_page::<Windows1251>(Charset::Windows1251, step);
    check_page::<Macintosh>(Charset::Macintosh, step);
    check_page::<Cp864>(Charset::Cp864, step);
    check_page::<Cp037>(Charset::Cp037, step);
    #[cfg(feature = "more-code-pages")]
    check_page::<utflane::code_page::Armscii8>(Charset::Armscii8, step);
}

sample_and_all! {
    check_pages: what_is_missing_is_replaced_or_stops(5),
    what_is_missing_is_always_replaced_or_stops(1) = "long: all texts"
}

/// Conversion between two code pages.
#[test]
fn pages_replace_what_others_have() {
    let (from, to) = (decoded(Charset::Windows1251), table(Charset::Cp037));
    let part = |byte: u8| {
        let character = from[usize::from(byte)];
        (
            vec![byte],
            character.and_then(|character| to.get(&character).copied()),
        )
    };
    for step in [1, 3, 95] {
        let parts: Vec<_> = (0..20_000usize)
            .map(|index| part((index * step) as u8))
            .collect();
        for len in [40, 300, 20_000] {
            check::<Windows1251, Cp037>(&parts[..len], to[&'?']);
        }
    }
}
