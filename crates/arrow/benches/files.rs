//! Compares the speed of the CSV reader of this crate and that of `arrow_csv`, which accepts only
//! UTF-8.
//!
//! `cargo bench --package utflane-arrow --bench files -- [FILTER]` prints MB/s of the text in
//! UTF-8, from the best of alternating rounds, and the ratio. For other charsets, utflane first
//! converts the file for `arrow_csv` in one call. For files with bad rows, `arrow_csv` reads the
//! file without them.

mod rounds;

use arrow_csv::ReaderBuilder;
use rounds::Arguments;
use std::sync::Arc;
use utflane::{Charset, Latin1, Utf16Le, transcode_to_string, transcode_to_vec};
use utflane_arrow::arrow_schema::{DataType, Field, Schema, SchemaRef};
use utflane_arrow::files::{BadInput, CsvOptions, Decode};

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

/// Returns the text with `around` before and after each row whose number is a multiple of `every`.
fn with_bad_rows(text: &str, every: usize, around: [&[u8]; 2]) -> Vec<u8> {
    let mut file = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let is_bad = row > 0 && row % every == 0;
        let [before, after] = if is_bad { around } else { [&[][..]; 2] };
        file.extend([before, line.as_bytes(), after, b"\n"].concat());
    }
    file
}

fn ours(file: &[u8], charset: Charset, bad: BadInput) -> usize {
    let options = CsvOptions::new(schema()).with_header(true);
    let mut reader = options.reader(file, charset, bad);
    let mut rows = 0;
    while let Some(batch) = reader.next().transpose().unwrap() {
        rows += batch.num_rows();
        reader.decoder_mut().take_bad_rows();
    }
    rows
}

fn theirs(file: &[u8]) -> usize {
    let builder = ReaderBuilder::new(schema())
        .with_header(true)
        .with_batch_size(8192);
    let batches = builder.build(file).unwrap().map(Result::unwrap);
    batches.map(|batch| batch.num_rows()).sum()
}

fn main() {
    let arguments = Arguments::new();
    let rows = if arguments.is_smoke { 100 } else { 100_000 };
    let text = text(rows);
    let utf16 = transcode_to_vec::<utflane::Utf8, Utf16Le>(text.as_bytes()).unwrap();
    let latin1 = transcode_to_vec::<utflane::Utf8, Latin1>(text.as_bytes()).unwrap();
    let compare =
        |name: &str, good: usize, ours: &dyn Fn() -> usize, theirs: &dyn Fn() -> usize| {
            let check_ours = &mut || assert_eq!(ours(), good);
            let check_theirs = &mut || assert_eq!(theirs(), rows);
            if let Some(best) = arguments.measure(name, ROUNDS, [check_ours, check_theirs]) {
                let [our, their] = best.map(|seconds| text.len() as f64 / seconds / 1e6);
                println!("{name:40} {our:7.0} {their:7.0} {:6.2}x", our / their);
            }
        };
    println!("{:40} {:>7} {:>7}", "", "ours", "arrow");
    let utf8 = text.as_bytes();
    compare(
        "UTF-8",
        rows,
        &|| ours(utf8, Charset::Utf8, BadInput::Fail),
        &|| theirs(utf8),
    );
    compare(
        "UTF-8, bad rows set aside",
        rows,
        &|| ours(utf8, Charset::Utf8, BadInput::SetAside),
        &|| theirs(utf8),
    );
    compare(
        "UTF-16LE",
        rows,
        &|| ours(&utf16, Charset::Utf16Le, BadInput::Fail),
        &|| theirs(transcode_to_string::<Utf16Le>(&utf16).unwrap().as_bytes()),
    );
    compare(
        "Latin-1",
        rows,
        &|| ours(&latin1, Charset::Latin1, BadInput::Fail),
        &|| theirs(transcode_to_string::<Latin1>(&latin1).unwrap().as_bytes()),
    );
    let defects: [(&str, [&[u8]; 2]); 3] = [
        ("malformed", [b"", b"\xFF"]),
        ("a field too many", [b"", b","]),
        ("a value of another type", [b"x", b""]),
    ];
    for every in [5000, 100, 1] {
        for (name, around) in defects {
            let file = with_bad_rows(&text, every, around);
            compare(
                &format!("of {every} one {name}"),
                rows - rows / every,
                &|| ours(&file, Charset::Utf8, BadInput::SetAside),
                &|| theirs(utf8),
            );
        }
    }
}
