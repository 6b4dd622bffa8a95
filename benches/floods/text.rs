//! The functions of text, on texts that keep them busiest.

use std::cmp::Ordering;
use std::hint::black_box;

use super::{LONG, Options, SHORT, time};
use utflane::{Utf8, cmp_code_points, detect, encode_utf16, first_noncharacter};
use utflane::{from_mutf8_lossy, from_utf8_lossy, from_utf8_lossy_jdk, from_wtf8_lossy};
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
const FUNCTIONS: [Function; 11] = [
    ("from_utf8_lossy", |text| {
        drop(black_box(from_utf8_lossy(text)))
    }),
    ("from_utf8_lossy_jdk", |text| {
        drop(black_box(from_utf8_lossy_jdk(text)))
    }),
    ("from_mutf8_lossy", |text| {
        drop(black_box(from_mutf8_lossy(text)))
    }),
    ("from_wtf8_lossy", |text| {
        drop(black_box(from_wtf8_lossy(text)))
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
        let units = text.iter().map(|byte| 0xD700 + u16::from(*byte) * 8);
        let mut units: Vec<u16> = units.collect();
        black_box(make_well_formed_utf16(&mut units));
        let order: Ordering = cmp_code_points(&units, &units);
        black_box(order);
    }),
];

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
            let of = |text: &[u8], runs| {
                let (least, _) = time(runs, || {
                    function(black_box(text));
                    0
                });
                least / text.len() as f64
            };
            let runs = if options.smoke { 1 } else { 30 };
            let (little, much) = (of(&texts[0], runs), of(&texts[1], runs.div_ceil(10)));
            let bad = !options.smoke && much > 2.0 * little + 8.0;
            linear &= !bad;
            let mark = if bad { "  NOT LINEAR" } else { "" };
            println!("{row:<44} {little:8.3} {much:8.3}{mark}");
        }
    }
    linear
}
