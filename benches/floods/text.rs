//! The functions of text, on texts that keep them busiest.

use std::cmp::Ordering;
use std::hint::black_box;

use super::{LONG, Options, SHORT, is_linear};
use utflane::{Cesu8, Charset, JdkUtf8, Latin1, Utf8, cmp_code_points, detect, encode_utf16};
use utflane::{first_noncharacter, from_cesu8_lossy, from_utf8_or, from_utf16_lossy};
use utflane::{from_mutf8_lossy, from_utf8_lossy, from_wtf8_lossy};
use utflane::{from_utf16be_lossy, from_utf16le_lossy, transcode_lossy_to_cow, transcode_to_cow};
use utflane::{make_well_formed_utf16, repair_mojibake, to_mutf8, utf8_chunks};

/// What is repeated: in the first half of a text, and in the second.
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

/// Functions of bytes; those of text take what is well-formed.
const FUNCTIONS: [Function; 18] = [
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

/// Units of UTF-16 about the surrogates, one for each byte.
fn units(text: &[u8]) -> Vec<u16> {
    let unit = |byte: &u8| 0xD700 + u16::from(*byte) * 8;
    text.iter().map(unit).collect()
}

/// `len` bytes of a text, or some fewer: whole groups.
fn text([first, second]: [&[u8]; 2], len: usize) -> Vec<u8> {
    let mut text = first.repeat(len / 2 / first.len());
    text.extend(second.repeat(len / 2 / second.len()));
    text
}

/// Measures the rows; false if one is not linear.
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
