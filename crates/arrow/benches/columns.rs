//! Compares the speed of this crate and `arrow` on columns of text.
//!
//! `cargo bench --package utflane-arrow -- [FILTER]` prints GB/s of both, from the best of
//! alternating rounds, and the ratio. Each result is checked first.

mod rounds;

use rounds::Arguments;
use std::hint::black_box;
use utflane::Charset;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::{Array, BinaryArray, BinaryViewArray, StringArray};
use utflane_arrow::arrow_cast::{CastOptions, cast_with_options};
use utflane_arrow::arrow_schema::DataType;
use utflane_arrow::{Policy, decode, decode_utf8, decode_utf8_view};

/// Number of bytes of values in a column.
const BYTES: usize = 1 << 20;

/// Number of bytes of values if only the results are checked.
const FEW_BYTES: usize = 1 << 14;

/// Number of rounds. The best one counts.
const ROUNDS: usize = 30;

const TEXTS: [(&str, &str); 5] = [
    (
        "ascii",
        "The quick brown fox jumps over the lazy dog, and so on. ",
    ),
    (
        "french",
        "Dès Noël où un zéphyr haï me vêt de glaçons würmiens. ",
    ),
    (
        "russian",
        "Съешь же ещё этих мягких французских булок, да выпей чаю. ",
    ),
    (
        "chinese",
        "視野無限廣窗外有藍天微風迎客軟語伴茶人生如夢一尊還酹江月",
    ),
    ("emoji", "😀 gut 👍🏽 danke 🎉🎉 bis später 🚀 "),
];

/// Returns rows of 0.5 to 1.5 times `len` bytes.
fn rows(text: &str, len: usize, total: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let (mut rows, mut bytes, mut next) = (Vec::new(), 0, 0);
    while bytes < total {
        let mut row = String::new();
        let wanted = len / 2 + next * 7 % len.max(2);
        while row.len() < wanted {
            row.push(characters[next % characters.len()]);
            next += 1;
        }
        next += 1;
        bytes += row.len();
        rows.push(row);
    }
    rows
}

fn compare(
    arguments: &Arguments,
    name: &str,
    bytes: usize,
    mut ours: impl FnMut(),
    mut theirs: impl FnMut(),
) {
    let best = arguments.measure(name, ROUNDS, [&mut ours, &mut theirs]);
    if let Some(best) = best {
        let [our, their] = best.map(|seconds| bytes as f64 / seconds / 1e9);
        println!("{name:40} {our:7.2} {their:7.2} {:6.1}x", our / their);
    }
}

fn main() {
    let arguments = Arguments::new();
    println!("{:40} {:>7} {:>7}", "", "ours", "arrow");
    for (name, text) in TEXTS {
        for len in [8, 16, 40, 60, 200, 4000] {
            let total = if arguments.is_smoke { FEW_BYTES } else { BYTES };
            let rows = rows(text, len, total);
            columns(&arguments, &format!("{name} of {len}"), &rows);
        }
    }
}

fn columns(arguments: &Arguments, name: &str, rows: &[String]) {
    let text = StringArray::from_iter_values(rows);
    let array = BinaryArray::from_iter_values(rows);
    let bytes = array.value_data().len();
    assert_eq!(decode_utf8(&array, Policy::Fail).unwrap(), text);
    let ours = || drop(black_box(decode_utf8(&array, Policy::Fail).unwrap()));
    let theirs = || {
        let (offsets, values, nulls) = array.clone().into_parts();
        drop(black_box(
            StringArray::try_new(offsets, values, nulls).unwrap(),
        ));
    };
    compare(arguments, &format!("{name}, offsets"), bytes, ours, theirs);

    let views = BinaryViewArray::from_iter_values(rows);
    let expected = views.clone().to_string_view().unwrap();
    assert_eq!(decode_utf8_view(&views, Policy::Fail).unwrap(), expected);
    let ours = || drop(black_box(decode_utf8_view(&views, Policy::Fail).unwrap()));
    let theirs = || drop(black_box(views.clone().to_string_view().unwrap()));
    compare(arguments, &format!("{name}, views"), bytes, ours, theirs);

    // A malformed row becomes null. The baseline is the cast of `arrow`.
    let mut malformed: Vec<&[u8]> = rows.iter().map(String::as_bytes).collect();
    let middle = malformed.len() / 2;
    malformed[middle] = b"\xFF";
    let malformed = BinaryArray::from_vec(malformed);
    let options = CastOptions::default();
    let ours = || drop(black_box(decode_utf8(&malformed, Policy::Null).unwrap()));
    let theirs = || {
        let text = cast_with_options(&malformed, &DataType::Utf8, &options).unwrap();
        drop(black_box(text));
    };
    assert_eq!(
        decode_utf8(&malformed, Policy::Null).unwrap().null_count(),
        1
    );
    compare(
        arguments,
        &format!("{name}, a bad row to null"),
        bytes,
        ours,
        theirs,
    );

    // The baseline is a loop over the rows with the standard library.
    let encoding = Charset::Utf16Le;
    let utf16 = utflane_arrow::encode(&text, encoding, Policy::Fail, &DataType::Binary).unwrap();
    let convert = || decode(&utf16, encoding, Policy::Fail, &DataType::Utf8).unwrap();
    assert_eq!(convert().as_string::<i32>(), &text);
    let units = utf16.as_binary::<i32>();
    let ours = || drop(black_box(convert()));
    let theirs = || {
        let rows = units.iter().flatten().map(|row| {
            let (pairs, _) = row.as_chunks::<2>();
            let units = pairs.iter().map(|pair| u16::from_le_bytes(*pair));
            char::decode_utf16(units)
                .collect::<Result<String, _>>()
                .unwrap()
        });
        drop(black_box(StringArray::from_iter_values(rows)));
    };
    compare(
        arguments,
        &format!("{name}, from UTF-16LE"),
        units.value_data().len(),
        ours,
        theirs,
    );

    // A code page, if it has all characters of the text. The baseline is a loop over the rows with
    // utflane.
    let page = Charset::Windows1252;
    if let Ok(bytes) = utflane_arrow::encode(&text, page, Policy::Fail, &DataType::Binary) {
        let bytes = bytes.as_binary::<i32>();
        let ours = || {
            drop(black_box(
                decode(bytes, page, Policy::Fail, &DataType::Utf8).unwrap(),
            ))
        };
        let theirs = || {
            let row = |row| utflane::transcode_to_string::<utflane::code_page::Windows1252>(row);
            let rows = bytes.iter().flatten().map(|bytes| row(bytes).unwrap());
            drop(black_box(StringArray::from_iter_values(rows)));
        };
        let len = bytes.value_data().len();
        compare(
            arguments,
            &format!("{name}, from windows-1252"),
            len,
            ours,
            theirs,
        );
    }
}
