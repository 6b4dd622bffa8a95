//! Compares files read in blocks with files read by the decoder.

use std::sync::Arc;
use utflane::{Charset, Pair};
use utflane_arrow::arrow_array::RecordBatch;
use utflane_arrow::arrow_schema::{DataType, Field, Schema, TimeUnit};
use utflane_arrow::files::{BadInput, CsvOptions};

/// A pseudo-random generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.below(values.len())]
    }
}

const TYPES: [DataType; 6] = [
    DataType::Utf8,
    DataType::Int64,
    DataType::Float64,
    DataType::Boolean,
    DataType::Date32,
    DataType::Timestamp(TimeUnit::Microsecond, None),
];

const VALUES: [&[&str]; 6] = [
    &[
        "",
        "a",
        "né",
        "\"\"",
        "\"q\"\"uo,te\"",
        "\"line\nfeed\"",
        "5\" disk",
        " ",
        "\"x\r\ny\"",
        "日本",
    ],
    &[
        "",
        "1",
        "-7",
        "+3",
        "9223372036854775807",
        "12",
        "\"4\"",
        "5 ",
    ],
    &["", "1", "-7.5", "1e9", "NaN", "inf", ".5", "\"2.25\""],
    &["", "true", "False", "TRUE"],
    &[
        "",
        "2024-02-29",
        "1969-12-31",
        "\"0001-01-01\"",
        "1900-03-01",
        "2000-02-28",
        "0000-01-01",
        "2023-01-28",
    ],
    &[
        "",
        "2024-02-29T12:00:00",
        "2024-02-29 12:00:00.123456",
        "2024-02-29",
    ],
];

/// Unusual parts of a file: values that do not parse, rows with other numbers of fields, and
/// misplaced quotes.
const UNUSUAL: [&str; 7] = [
    "x",
    "\"a\"b",
    "1,2",
    "99999999999999999999",
    "a\rb",
    "\"a",
    "2024-13-01",
];

fn schema() -> Arc<Schema> {
    let fields = TYPES.iter().enumerate();
    let fields = fields.map(|(at, of)| Field::new(format!("c{at}"), of.clone(), true));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn file(numbers: &mut Numbers, rows: usize, unusual: bool) -> String {
    let mut file = String::new();
    for _ in 0..rows {
        let values: Vec<_> = VALUES
            .iter()
            .map(|values| match unusual && numbers.below(150) == 0 {
                true => numbers.of(&UNUSUAL),
                false => numbers.of(values),
            })
            .collect();
        file.push_str(&values.join(","));
        file.push_str(numbers.of(&["\n", "\n", "\n", "\r\n", "\n\n", "\r\n\r\n"]));
    }
    if numbers.below(2) == 0 {
        file.truncate(file.trim_end_matches(['\r', '\n']).len());
    }
    file
}

fn encoded(text: &str, charset: Charset) -> Vec<u8> {
    let pair = Pair::new(Charset::Utf8, charset).unwrap();
    let mut bytes = vec![0; pair.max_len(text.len()).unwrap()];
    let written = pair.transcode_lossy(text.as_bytes(), &mut bytes).unwrap();
    bytes.truncate(written);
    bytes
}

/// All rows, with one batch each, the rows that were set aside, and the error.
type Rows = (Vec<RecordBatch>, Vec<String>, Option<String>);

fn single(batches: &[RecordBatch]) -> Vec<RecordBatch> {
    let rows = |batch: &RecordBatch| {
        (0..batch.num_rows())
            .map(|row| batch.slice(row, 1))
            .collect::<Vec<_>>()
    };
    batches.iter().flat_map(rows).collect()
}

/// Reads the file with the decoder, from its start.
fn in_sequence(options: &CsvOptions, bytes: &[u8], charset: Charset, bad: BadInput) -> Rows {
    use utflane_arrow::files::Decode;
    let mut reader = options.reader(bytes, charset, bad);
    let (mut batches, mut error) = (Vec::new(), None);
    for batch in reader.by_ref() {
        match batch {
            Ok(batch) => batches.push(batch),
            Err(failed) => error = Some(failed.to_string()),
        }
    }
    let bad_rows = reader.decoder_mut().take_bad_rows();
    let bad_rows = bad_rows.iter().map(|row| format!("{row:?}")).collect();
    (single(&batches), bad_rows, error)
}

/// Reads the file in blocks, which are cut from pieces of a length.
fn in_blocks(
    options: &CsvOptions,
    bytes: &[u8],
    charset: Charset,
    bad: BadInput,
    piece: usize,
) -> Rows {
    let cutter = options
        .row_cutter(charset)
        .expect("ends of rows can be found");
    let (mut batches, mut bad_rows) = (Vec::new(), Vec::new());
    let (mut place, mut line, mut room) = (0, 0, piece);
    let mut options = options.clone();
    while place < bytes.len() {
        let rest = &bytes[place..];
        let (mut end, lines) = cutter.cut(&rest[..room.min(rest.len())]);
        if end == 0 && room < rest.len() {
            room *= 2;
            continue;
        }
        if room >= rest.len() {
            end = rest.len();
        }
        room = piece;
        let block = options.read_block(&rest[..end], charset, bad);
        batches.extend(block.batches);
        bad_rows.extend(block.bad_rows.iter().map(|row| format!("{row:?}")));
        if let Some(error) = block.error {
            return (single(&batches), bad_rows, Some(error.to_string()));
        }
        (place, line) = (place + end, line + lines);
        options = options.with_header(false).starting_at(place as u64, line);
    }
    (single(&batches), bad_rows, None)
}

#[test]
fn blocks_are_as_the_whole() {
    let charsets = [
        Charset::Utf8,
        Charset::Latin1,
        Charset::ShiftJis,
        Charset::Gb18030,
        Charset::Utf16Le,
        Charset::Utf16Be,
    ];
    let mut numbers = Numbers(1);
    let mut seen = [0; 3];
    for round in 0..90 {
        let text = file(&mut numbers, 1 + round % 60, round % 2 == 1);
        let charset = charsets[round % charsets.len()];
        let mut bytes = encoded(&text, charset);
        if round % 5 == 0 && bytes.len() > 40 {
            // A malformed sequence, in UTF-8 and in UTF-16.
            let at = numbers.below(bytes.len() / 2) * 2;
            bytes.splice(at..at + 2, [0xFF, 0xDC]);
        }
        let options = CsvOptions::new(schema()).with_header(round % 3 == 0);
        for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
            let whole = in_sequence(&options, &bytes, charset, bad);
            seen[0] += whole.0.len();
            seen[1] += whole.1.len();
            seen[2] += usize::from(whole.2.is_some());
            for piece in [8, 64, 700, 1 << 20] {
                let blocks = in_blocks(&options, &bytes, charset, bad, piece);
                assert_eq!(blocks.0, whole.0, "{charset} {bad:?} {piece} {text:?}");
                assert_eq!(blocks.1, whole.1, "{charset} {bad:?} {piece} {text:?}");
                assert_eq!(blocks.2, whole.2, "{charset} {bad:?} {piece} {text:?}");
            }
        }
    }
    assert!(seen[0] > 2500 && seen[1] > 40 && seen[2] > 20, "{seen:?}");
}

#[test]
fn bad_values_are_null() {
    use utflane_arrow::arrow_array::cast::AsArray;
    use utflane_arrow::arrow_array::types::Int64Type;
    let fields = [("name", DataType::Utf8), ("n", DataType::Int64)];
    let fields = fields.map(|(name, of)| Field::new(name, of, true));
    let options = CsvOptions::new(Arc::new(Schema::new(fields.to_vec())))
        .with_header(true)
        .with_null_values(&["NA"])
        .with_bad_values_null(true);
    let file =
        b"name,n\ncaf\xE9,1\ntea,two\nonly\n\"a,b\",3,4\nNA,NA\n\xE9\xE9,\xE9\n,5\n\xEF\xBF\xBD,6";
    let block = options.read_block(file, Charset::Utf8, BadInput::Replace);
    assert_eq!((block.batches.len(), block.replacements), (1, 4));
    let batch = &block.batches[0];
    let names: Vec<_> = batch["name"].as_string::<i32>().iter().collect();
    assert_eq!(
        names,
        [
            None,
            Some("tea"),
            Some("only"),
            Some("a,b"),
            None,
            None,
            Some(""),
            Some("\u{FFFD}")
        ]
    );
    let numbers: Vec<_> = batch["n"].as_primitive::<Int64Type>().iter().collect();
    assert_eq!(
        numbers,
        [Some(1), None, None, Some(3), None, None, Some(5), Some(6)]
    );
}

#[test]
fn ends_of_rows_are_not_found_everywhere() {
    let options = CsvOptions::new(schema());
    for charset in [
        Charset::Cp037,
        Charset::Iso2022Jp,
        Charset::Utf32Le,
        Charset::Mutf8,
    ] {
        assert!(options.row_cutter(charset).is_none(), "{charset}");
    }
    // In Shift_JIS, 0x7C can be a trail byte.
    let options = options.with_delimiter(b'|');
    assert!(options.row_cutter(Charset::ShiftJis).is_none());
    assert!(options.row_cutter(Charset::Windows1252).is_some());
    assert!(
        options
            .clone()
            .with_escape(Some(b'\\'))
            .row_cutter(Charset::Utf8)
            .is_none()
    );
    assert!(
        options
            .with_comment(Some(b'#'))
            .row_cutter(Charset::Utf8)
            .is_none()
    );
}
