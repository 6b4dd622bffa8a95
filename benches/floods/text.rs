//! The functions on text, with texts that are worst cases for them.

use std::cmp::Ordering;
use std::hint::black_box;

use super::{LONG, Options, SHORT, is_linear};
use utflane::io::Reader;
use utflane::stream::{TextDecoder, Utf8Pieces};
use utflane::variants::{from_cesu8_lossy, from_mutf8_lossy, from_wtf8_lossy, to_mutf8};
use utflane::{Cesu8, Charset, JdkUtf8, Latin1, Utf8, cmp_code_points, detect, encode_utf16};
use utflane::{Utf16, converted_index, original_index, par_transcode_to_vec, par_validate};
use utflane::{first_noncharacter, from_utf8_lossy, from_utf8_or, from_utf16_lossy};
use utflane::{from_utf16be_lossy, from_utf16le_lossy, transcode_lossy_to_cow, transcode_to_cow};
use utflane::{make_well_formed_utf16, repair_mojibake, transcode_append, utf8_chunks};

/// Repeated groups of bytes, for the first half of a text and for the second.
const TEXTS: [[&[u8]; 2]; 8] = [
    ["Ã© ".as_bytes(), "é\u{A0}» ".as_bytes()],
    ["Ã©".as_bytes(), "ÃƒÂ©".as_bytes()],
    ["é Ã© ".as_bytes(), "Ã".as_bytes()],
    ["─┐ caf├⌐ ".as_bytes(), "a ├á\n".as_bytes()],
    ["日本語".as_bytes(), "ðŸ˜€".as_bytes()],
    [b"a\xFF", b"\xE2\x82"],
    [b"\xED\xA0\x80", b"\xC0\x80"],
    [b"\0", b"a\n"],
];

type Function = (&'static str, fn(&[u8]));

/// Functions of bytes. Functions of `str` get the well-formed part.
const FUNCTIONS: [Function; 26] = [
    ("from_utf8_lossy", |text| {
        drop(black_box(from_utf8_lossy(text)))
    }),
    ("transcode_lossy_to_cow (JDK)", |text| {
        drop(black_box(transcode_lossy_to_cow::<JdkUtf8>(text)))
    }),
    ("from_mutf8_lossy", |text| {
        drop(black_box(from_mutf8_lossy(text)))
    }),
    ("from_wtf8_lossy", |text| {
        drop(black_box(from_wtf8_lossy(text)))
    }),
    ("from_cesu8_lossy", |text| {
        drop(black_box(from_cesu8_lossy(text)))
    }),
    ("from_utf16_lossy", |text| {
        drop(black_box(from_utf16_lossy(&units(text))))
    }),
    ("from_utf16be_lossy", |text| {
        drop(black_box(from_utf16be_lossy(text)))
    }),
    ("from_utf16le_lossy", |text| {
        drop(black_box(from_utf16le_lossy(text)))
    }),
    ("from_utf8_or", |text| {
        _ = black_box(from_utf8_or(text, Charset::Windows1252))
    }),
    ("transcode_to_cow", |text| {
        _ = black_box(transcode_to_cow::<Latin1>(text))
    }),
    ("transcode_lossy_to_cow", |text| {
        drop(black_box(transcode_lossy_to_cow::<Cesu8>(text)))
    }),
    ("utf8_chunks", |text| {
        _ = black_box(utf8_chunks(text).count())
    }),
    ("detect", |text| _ = black_box(detect(text))),
    ("par_validate", |text| {
        _ = black_box(par_validate::<Utf8>(text))
    }),
    ("par_transcode_to_vec", |text| {
        _ = black_box(par_transcode_to_vec::<Utf8, Utf16>(text))
    }),
    ("transcode_append", |text| {
        _ = black_box(transcode_append::<Utf8, Utf16>(text, &mut Vec::new()))
    }),
    ("converted_index", |text| {
        let last = text.len().saturating_sub(1);
        _ = black_box(converted_index::<Utf8, Utf16>(text, last))
    }),
    ("original_index", |text| {
        _ = black_box(original_index::<Utf8, Utf16>(text, text.len() / 4))
    }),
    ("TextDecoder", |text| {
        let mut decoder = TextDecoder::new(Charset::Utf8);
        let mut decoded = String::new();
        for chunk in text.chunks(100) {
            _ = decoder.decode_lossy(chunk, &mut decoded);
        }
        _ = decoder.finish_text_lossy(&mut decoded);
        black_box(decoded);
    }),
    ("Utf8Pieces", |text| {
        let mut pieces = Utf8Pieces::new();
        for mut chunk in text.chunks(100) {
            while !chunk.is_empty() {
                chunk = &chunk[black_box(pieces.feed(chunk)).read..];
            }
        }
        _ = black_box(pieces.finish());
    }),
    ("Reader::text_lines", |text| {
        let lines = Reader::new(text, Charset::Utf8).text_lines();
        black_box(lines.filter(Result::is_ok).count());
    }),
    ("first_noncharacter", |text| {
        _ = black_box(first_noncharacter::<Utf8>(text))
    }),
    ("to_mutf8", |text| {
        _ = str::from_utf8(text).map(|text| drop(black_box(to_mutf8(text))));
    }),
    ("repair_mojibake", |text| {
        _ = str::from_utf8(text).map(|text| drop(black_box(repair_mojibake(text))));
    }),
    ("encode_utf16", |text| {
        _ = str::from_utf8(text).map(|text| drop(black_box(encode_utf16(text))));
    }),
    ("make_well_formed_utf16", |text| {
        let mut units = units(text);
        black_box(make_well_formed_utf16(&mut units));
        let order: Ordering = cmp_code_points(&units, &units);
        black_box(order);
    }),
];

/// Returns code units around the range of surrogates, one for each byte.
fn units(text: &[u8]) -> Vec<u16> {
    let unit = |byte: &u8| 0xD700 + u16::from(*byte) * 8;
    text.iter().map(unit).collect()
}

/// Returns at most `len` bytes of a text, in whole groups.
fn text([first, second]: [&[u8]; 2], len: usize) -> Vec<u8> {
    let mut text = first.repeat(len / 2 / first.len());
    text.extend(second.repeat(len / 2 / second.len()));
    text
}

/// Measures the rows. Returns whether all are linear.
pub(super) fn measure(options: &Options) -> bool {
    let mut linear = true;
    for (index, groups) in TEXTS.into_iter().enumerate() {
        let long = if options.smoke { SHORT } else { LONG };
        let texts = [SHORT, long].map(|len| text(groups, len));
        for (name, function) in FUNCTIONS {
            let row = format!("text/{name}/{index}");
            if !row.contains(&options.filter) {
                continue;
            }
            linear &= is_linear(options, &row, [&texts[0], &texts[1]], |text| {
                function(black_box(text));
                0
            });
        }
    }
    linear
}
