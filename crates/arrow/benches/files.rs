//! CSV files: this crate against the reader of `arrow_csv`, which takes UTF-8 only.
//!
//! `cargo bench --package utflane-arrow --bench files` prints MB/s of the text in UTF-8, the best of
//! rounds that alternate, and the ratio. For another charset the peer has the file converted by
//! utflane in one call first; where rows are bad, it reads the file without the damage.

use std::sync::Arc;
use std::time::Instant;
use utflane::{Charset, Latin1, Utf16Le, transcode_to_string, transcode_to_vec};
use utflane_arrow::arrow_array::RecordBatch;
use utflane_arrow::arrow_csv::ReaderBuilder;
use utflane_arrow::arrow_schema::{DataType, Field, Schema, SchemaRef};
use utflane_arrow::files::{BadInput, CsvOptions};

const ROUNDS: usize = 20;

fn schema() -> SchemaRef {
    let fields = [
        ("id", DataType::Int64),
        ("name", DataType::Utf8),
        ("city", DataType::Utf8),
        ("amount", DataType::Float64),
        ("note", DataType::Utf8),
    ];
    Arc::new(Schema::new(
        fields.map(|(name, of)| Field::new(name, of, true)).to_vec(),
    ))
}

fn text(rows: usize) -> String {
    let names = ["José García", "Bjørn Åse", "Anna Smith", "Zoë Müller"];
    let notes = [
        "",
        "réglé à l'échéance, sans réserve",
        "paid",
        "\"due, later\"",
    ];
    let mut text = String::from("id,name,city,amount,note\n");
    for row in 0..rows {
        let (name, note) = (names[row % 4], notes[row * 7 % 4]);
        let note = if note.contains(',') && !note.starts_with('"') {
            format!("\"{note}\"")
        } else {
            note.to_owned()
        };
        text += &format!(
            "{row},{name},Montréal {},{}.{:02},{note}\n",
            row % 50,
            row % 900,
            row % 100
        );
    }
    text
}

/// The text with a change to each row whose number `every` divides.
fn damaged(text: &str, every: usize, change: impl Fn(&str) -> String) -> Vec<u8> {
    let damaged = |(row, line): (usize, &str)| {
        if row > 0 && row % every == 0 {
            change(line)
        } else {
            line.to_owned() + "\n"
        }
    };
    let text: String = text.lines().enumerate().map(damaged).collect();
    // What stands for a byte that is malformed everywhere.
    let mut bytes = text.into_bytes();
    for byte in &mut bytes {
        *byte = if *byte == 0 { 0xFF } else { *byte };
    }
    bytes
}

fn ours(file: &[u8], charset: Charset, bad: BadInput) -> usize {
    let options = CsvOptions::new(schema()).with_header(true);
    let batches = options.reader(file, charset, bad).map(Result::unwrap);
    batches.map(|batch: RecordBatch| batch.num_rows()).sum()
}

fn theirs(file: &[u8]) -> usize {
    let builder = ReaderBuilder::new(schema())
        .with_header(true)
        .with_batch_size(8192);
    let batches = builder.build(file).unwrap().map(Result::unwrap);
    batches.map(|batch| batch.num_rows()).sum()
}

fn main() {
    let is_smoke = std::env::args().any(|word| word == "--test");
    let (rows, rounds) = if is_smoke {
        (100, 1)
    } else {
        (100_000, ROUNDS)
    };
    let text = text(rows);
    let utf16 = transcode_to_vec::<utflane::Utf8, Utf16Le>(text.as_bytes()).unwrap();
    let latin1 = transcode_to_vec::<utflane::Utf8, Latin1>(text.as_bytes()).unwrap();
    let compare_good =
        |good: usize, name: &str, ours: &dyn Fn() -> usize, theirs: &dyn Fn() -> usize| {
            assert_eq!((ours(), theirs()), (good, rows));
            let (mut our, mut their) = (f64::MAX, f64::MAX);
            for _ in 0..rounds {
                for (best, run) in [(&mut our, ours), (&mut their, theirs)] {
                    let start = Instant::now();
                    run();
                    *best = best.min(start.elapsed().as_secs_f64());
                }
            }
            let speed = |seconds: f64| text.len() as f64 / seconds / 1e6;
            let (our, their) = (speed(our), speed(their));
            println!("{name:40} {our:7.0} {their:7.0} {:6.2}x", our / their);
        };
    let compare = |name: &str, ours: &dyn Fn() -> usize, theirs: &dyn Fn() -> usize| {
        compare_good(rows, name, ours, theirs);
    };
    println!("{:40} {:>7} {:>7}", "", "ours", "arrow");
    let utf8 = text.as_bytes();
    compare(
        "UTF-8",
        &|| ours(utf8, Charset::Utf8, BadInput::Fail),
        &|| theirs(utf8),
    );
    compare(
        "UTF-8, bad rows set aside",
        &|| ours(utf8, Charset::Utf8, BadInput::SetAside),
        &|| theirs(utf8),
    );
    compare(
        "UTF-16LE",
        &|| ours(&utf16, Charset::Utf16Le, BadInput::Fail),
        &|| theirs(transcode_to_string::<Utf16Le>(&utf16).unwrap().as_bytes()),
    );
    compare(
        "Latin-1",
        &|| ours(&latin1, Charset::Latin1, BadInput::Fail),
        &|| theirs(transcode_to_string::<Latin1>(&latin1).unwrap().as_bytes()),
    );
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 3] = [
        ("malformed", |line| format!("{line}\0\n")),
        ("a field too many", |line| format!("{line},\n")),
        ("a value that is none", |line| format!("x{line}\n")),
    ];
    for every in [5000, 100] {
        for (name, change) in changes {
            let file = damaged(&text, every, change);
            compare_good(
                rows - rows / every,
                &format!("of {every} one {name}"),
                &|| ours(&file, Charset::Utf8, BadInput::SetAside),
                &|| theirs(utf8),
            );
        }
    }
}
