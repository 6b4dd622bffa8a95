//! Compares the speed of this crate and the algorithm of Comet on unvalidated text from a JVM, in
//! batches of 8,192 rows. Comet validates all values at once and checks each offset. If that fails,
//! it builds a new column row by row. For views it validates each row.
//!
//! `cargo bench --package utflane-arrow --bench untrusted -- [FILTER]` prints nanoseconds per row,
//! from the best of alternating rounds: this crate, Comet's algorithm with the standard library,
//! and the same with `simdutf8`. Each result is checked first.

mod rounds;

use rounds::Arguments;
use std::hint::black_box;
use utflane_arrow::arrow_array::builder::StringBuilder;
use utflane_arrow::arrow_array::{Array, BinaryArray, BinaryViewArray, StringArray};
use utflane_arrow::{Policy, decode_utf8, decode_utf8_view};

const ROWS: usize = 8192;
const ROUNDS: usize = 40;
const ASCII: &str = "The quick brown fox jumps over the lazy dog, and so on. ";
const LATIN: &str = "Dès Noël où un zéphyr haï me vêt de glaçons würmiens. ";
const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. ";
const CHINESE: &str = "視野無限廣窗外有藍天微風迎客軟語伴茶人生如夢一尊還酹江月";

type Check = fn(&[u8]) -> Option<&str>;

const CHECKS: [Check; 2] = [
    |bytes| std::str::from_utf8(bytes).ok(),
    |bytes| simdutf8::basic::from_utf8(bytes).ok(),
];

/// Index of the first bad row. It is inside a block of rows that the library validates together,
/// not at its edge.
const BAD: usize = ROWS / 2 + 411;

fn rows(text: &str, len: usize, bad: usize) -> Vec<Vec<u8>> {
    let mut characters = text.chars().cycle();
    let mut row = || {
        let mut row = String::new();
        while row.len() + 4 <= len {
            row.extend(characters.next());
        }
        row.into_bytes()
    };
    let mut rows: Vec<Vec<u8>> = (0..ROWS).map(|_| row()).collect();
    for row in rows.iter_mut().skip(BAD).take(bad) {
        let middle = row.len() / 2;
        row[middle] = 0xFF;
    }
    rows
}

/// Validates all values and checks each offset. If that fails, builds a new column row by row.
/// Returns `None` for a column that needs no repair.
fn peer(array: &BinaryArray, check: Check) -> Option<StringArray> {
    let values = array.value_data();
    if let Some(text) = check(values) {
        let mut offsets = array.value_offsets().iter();
        if offsets.all(|offset| text.is_char_boundary(*offset as usize)) {
            return None;
        }
    }
    let mut text = StringBuilder::with_capacity(array.len(), values.len());
    for row in array.iter().flatten() {
        match check(row) {
            Some(row) => text.append_value(row),
            None => text.append_value(utflane::transcode_lossy_to_string::<utflane::JdkUtf8>(row)),
        }
    }
    Some(text.finish())
}

fn compare(arguments: &Arguments, name: &str, runs: [&mut dyn FnMut(); 3]) {
    if let Some(best) = arguments.measure(name, ROUNDS, runs) {
        let [ours, standard, simd] = best.map(|best| best * 1e9 / ROWS as f64);
        let [by_standard, by_simd] = [standard / ours, simd / ours];
        println!(
            "{name:36} {ours:7.2} {standard:7.1} {by_standard:5.1}x {simd:7.1} {by_simd:5.1}x"
        );
    }
}

fn main() {
    let arguments = Arguments::new();
    println!("{:36} {:>7} {:>14} {:>14}", "", "ours", "std", "simdutf8");
    let texts = [
        ("Latin", LATIN, 24),
        ("Latin", LATIN, 1000),
        ("ASCII", ASCII, 24),
        ("ASCII", ASCII, 1000),
        ("Russian", RUSSIAN, 200),
        ("Chinese", CHINESE, 24),
    ];
    for (name, text, len) in texts {
        for bad in [0, 1] {
            let name = format!("{name} of {len}, {bad} bad");
            both_layouts(&arguments, &name, &rows(text, len, bad));
        }
    }
}

fn both_layouts(arguments: &Arguments, name: &str, rows: &[Vec<u8>]) {
    let policy = Policy::ReplaceAsJdk;
    let array = BinaryArray::from_iter_values(rows);
    let repaired = |row| utflane::transcode_lossy_to_string::<utflane::JdkUtf8>(row);
    let expected = StringArray::from_iter_values(rows.iter().map(|row| repaired(row)));
    assert_eq!(decode_utf8(&array, policy).unwrap(), expected);
    for check in CHECKS {
        assert!(peer(&array, check).is_none_or(|text| text == expected));
    }
    let ours = &mut || drop(black_box(decode_utf8(&array, policy).unwrap()));
    let [standard, simd] = &mut CHECKS.map(|check| {
        let array = &array;
        move || drop(black_box(peer(array, check)))
    });
    compare(
        arguments,
        &format!("{name}, offsets"),
        [ours, standard, simd],
    );

    let views = BinaryViewArray::from_iter_values(rows);
    let text = decode_utf8_view(&views, policy).unwrap();
    assert!(text.iter().eq(expected.iter()));
    let ours = &mut || drop(black_box(decode_utf8_view(&views, policy).unwrap()));
    let [standard, simd] = &mut CHECKS.map(|check| {
        let views = &views;
        move || {
            let good = views.iter().flatten().filter(|row| check(row).is_some());
            black_box(good.count());
        }
    });
    compare(arguments, &format!("{name}, views"), [ours, standard, simd]);
}
