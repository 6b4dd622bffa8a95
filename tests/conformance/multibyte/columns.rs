//! Checks that the result for a column is that of each row by itself. In these columns some
//! characters become longer and others shorter, so that the total length stays the same, if the
//! pair of encodings has such characters.

mod views;

use super::*;
use utflane::rows::{BadRow, Column, Rows, Views};
use utflane::{ColumnError, ColumnReason, Encoding, Isa, Pair, Reason, transcode_rows_to_vec};

/// Text, as bytes.
type Row = Vec<u8>;

/// All stateless encodings. Three code pages stand for all, because all use the same code.
fn encodings() -> impl Iterator<Item = Charset> {
    let pages = [Charset::Windows1252, Charset::Cp037, Charset::Koi8R];
    let all = Charset::ALL.into_iter();
    all.filter(move |one| !one.is_stateful() && (!one.is_code_page() || pages.contains(one)))
}

/// Returns characters of each length, and sequences that the encoding reads but does not write.
fn characters(charset: Charset) -> Vec<Row> {
    let from_utf8 = Pair::new(Charset::Utf8, charset).unwrap();
    let text = "a\0z\u{80}ßé¥§×\u{3BB}Жя€中文字ｶﾅ가나‾\u{E000}\u{FFFD}😀𠄌\u{10FFFF}";
    let encoded = |character: char| {
        let mut room = [0; 32];
        let text = character.to_string();
        let len = from_utf8.transcode(text.as_bytes(), &mut room).ok()?;
        Some(room[..len * charset.unit_size()].to_vec())
    };
    let raw: &[&[u8]] = &[
        b"\x81\x30\x84\x36",
        b"\x84\x31\xA4\x37",
        b"\x80",
        b"\xA2\xE3",
        b"\x8F\xAA\xA1",
        b"\xB0\xA1",
        b"\x8E\xB1",
        b"\x88\x62",
        b"\x88\xA5",
        b"\x87\x46",
        b"\xB6",
        b"\x5C",
        b"\xED\xA0\x80",
        b"\xFA\x82\x80\x80\x80",
        b"\xFD\x80\x80\x80\x80\x80",
        b"\xD8\xD8",
        b"\0\0\0\x7F",
    ];
    let raw = raw.iter().map(|row| row.to_vec());
    let raw = raw.filter(|row| row.len() % charset.unit_size() == 0);
    let is_one = |row: &Row| charset.validate(row).is_ok() && charset.char_count(row) <= 2;
    text.chars()
        .filter_map(encoded)
        .chain(raw.filter(is_one))
        .collect()
}

/// Converts a row by itself.
fn alone(pair: Pair, row: &[u8]) -> Result<Row, Reason> {
    let mut room = vec![0; 8 * row.len() + 8];
    let written = pair.transcode(row, &mut room);
    let written = written.map_err(|error| error.reason())?;
    room.truncate(written * pair.target().unit_size());
    Ok(room)
}

/// Characters of a pair, grouped by the number of code units that each gains or loses.
struct Characters {
    all: Vec<Row>,
    longer: Vec<(Row, usize)>,
    shorter: Vec<(Row, usize)>,
}

impl Characters {
    fn new(pair: Pair) -> Self {
        let (mut all, mut longer, mut shorter) = (vec![], vec![], vec![]);
        for row in characters(pair.source()) {
            let Ok(converted) = alone(pair, &row) else {
                continue;
            };
            let units = row.len() / pair.source().width();
            let after = converted.len() / pair.target().width();
            if after > units {
                longer.push((row.clone(), after - units));
            } else if after < units {
                shorter.push((row.clone(), units - after));
            }
            all.push(row);
        }
        Characters {
            all,
            longer,
            shorter,
        }
    }

    /// Returns eight rows whose text keeps its number of code units in the conversion.
    fn block(&self, random: &mut Random) -> Vec<Row> {
        let mut rows = vec![vec![]; 8];
        let mut put = |row: &Row, random: &mut Random| rows[random.below(8)].extend(row);
        if self.longer.is_empty() || self.shorter.is_empty() {
            for _ in 0..random.below(20) {
                put(&self.all[random.below(self.all.len())], random);
            }
            return rows;
        }
        let (longer, gain) = &self.longer[random.below(self.longer.len())];
        let (shorter, loss) = &self.shorter[random.below(self.shorter.len())];
        for _ in 0..*loss {
            put(longer, random);
        }
        for _ in 0..*gain {
            put(shorter, random);
        }
        rows
    }

    /// Returns rows whose text keeps its number of code units, in total and in every group of
    /// eight.
    fn rows(&self, count: usize, random: &mut Random) -> Vec<Row> {
        let blocks = (0..count / 8).flat_map(|_| self.block(random));
        blocks.collect()
    }
}

/// Returns values and offsets.
fn column(rows: &[Row]) -> (Row, Vec<i32>) {
    let ends = rows.iter().scan(0, |end, row| {
        *end += row.len() as i32;
        Some(*end)
    });
    (rows.concat(), [0].into_iter().chain(ends).collect())
}

/// Returns the converted rows, with malformed ones empty, and the indices of the malformed ones.
fn expected(pair: Pair, rows: &[Row]) -> (Vec<Row>, Vec<usize>) {
    let mut bad = Vec::new();
    let convert = |(index, row): (usize, &Row)| {
        alone(pair, row).unwrap_or_else(|_| {
            bad.push(index);
            Row::new()
        })
    };
    (rows.iter().enumerate().map(convert).collect(), bad)
}

/// Compares the rows of a layout, whose texts are `rows`, with the conversion of each by itself.
fn check(pair: Pair, layout: &impl Rows<Unit = u8>, rows: &[Row]) {
    let (converted, bad) = expected(pair, rows);
    let what = || format!("{pair:?} {rows:02X?}");
    let mut asked = Vec::new();
    let answer = pair.transcode_rows_to_vec::<i32>(layout, |error| {
        asked.push(error.row());
        BadRow::Empty
    });
    let (values, offsets) = answer.unwrap();
    assert!(offsets == column(&converted).1, "{}", what());
    assert!(values == converted.concat(), "{}", what());
    assert!(asked == bad, "{}", what());
}

/// Checks which rows of a layout are malformed.
fn check_malformed(charset: Charset, layout: &impl Rows<Unit = u8>, rows: &[Row]) {
    let all = rows.iter().enumerate();
    let malformed = all.filter(|(_, row)| charset.validate(row).is_err());
    let expected: Vec<usize> = malformed.map(|(row, _)| row).collect();
    let mut found = Vec::new();
    charset.malformed_rows(layout, |error| found.push(error.row()));
    assert_eq!(found, expected, "{charset}: {rows:02X?}");
    let first = charset.validate_rows(layout).err();
    assert_eq!(first.map(|error| error.row()), expected.first().copied());
}

fn check_column(pair: Pair, rows: &[Row]) {
    let (values, offsets) = column(rows);
    check(pair, &Column::new(&values[..], &offsets), rows);
}

/// Moves the ends of a few rows to a position within their last character or within the next.
fn cut(rows: &mut [Row], unit: usize, random: &mut Random) {
    for _ in 0..3 {
        let row = random.below(rows.len() - 1);
        let [first, second] = &mut rows[row..row + 2] else {
            unreachable!();
        };
        if random.below(2) == 0 && second.len() > unit {
            first.extend(second.drain(..unit));
        } else if first.len() > unit {
            let moved = first.split_off(first.len() - unit);
            second.splice(..0, moved);
        }
    }
}

/// Checks every `step`th pair of encodings.
fn check_lengths_that_change(step: usize) {
    let mut random = Random(31);
    let mut number = 0;
    for source in encodings() {
        for target in encodings() {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let pair = Pair::new(source, target).unwrap();
            let characters = Characters::new(pair);
            for count in [8, 208, 1024, 1200] {
                let rows = characters.rows(count, &mut random);
                check_column(pair, &rows);
                let mut rows = rows;
                cut(&mut rows, source.unit_size(), &mut random);
                check_column(pair, &rows);
            }
        }
    }
}

sample_and_all! {
    check_lengths_that_change: lengths_that_change_both_ways(7),
    all_lengths_that_change_both_ways(1) = "long: all pairs of encodings"
}

/// Compares columns of encodings given as types with their rows, on every instruction set. Some
/// characters become longer, others shorter.
#[test]
fn types_of_which_lengths_change_both_ways() {
    use utflane::{Big5, Cesu8, EucJp, Gb18030, Gbk, Mutf8, ShiftJis, Utf8};
    fn check_type<S: Encoding<Unit = u8>, D: Encoding<Unit = u8>>(random: &mut Random) {
        let pair = Pair::new(Charset::of::<S>(), Charset::of::<D>()).unwrap();
        let rows = Characters::new(pair).rows(1200, random);
        let (values, offsets) = column(&rows);
        let layout = Column::new(&values[..], &offsets);
        let (converted, _) = expected(pair, &rows);
        let answer = transcode_rows_to_vec::<S, D, i32>(&layout, |_| BadRow::Stop);
        let (values, offsets) = answer.unwrap();
        let expected = (converted.concat(), column(&converted).1);
        assert!((values, offsets) == expected, "{} to {}", S::NAME, D::NAME);
        for isa in Isa::available() {
            check(pair.with_isa(isa), &layout, &rows);
        }
    }
    let mut random = Random(32);
    check_type::<Gb18030, Utf8>(&mut random);
    check_type::<Gbk, Utf8>(&mut random);
    check_type::<EucJp, Utf8>(&mut random);
    check_type::<Utf8, Gb18030>(&mut random);
    check_type::<Utf8, EucJp>(&mut random);
    check_type::<Mutf8, Gb18030>(&mut random);
    check_type::<Gb18030, Cesu8>(&mut random);
    check_type::<Gb18030, Big5>(&mut random);
    check_type::<Big5, Gb18030>(&mut random);
    check_type::<ShiftJis, EucJp>(&mut random);
}

/// Source and target, rows, and the offsets after the conversion.
type Case<'a> = (Charset, Charset, &'a [&'a [u8]], &'a [i32]);

#[test]
fn rows_of_which_one_makes_up_for_another() {
    let rows: [Case; 4] = [
        (
            Charset::Gb18030,
            Charset::Utf8,
            &[b"\x84\x31\xA4\x37", b"\x84\xA6"],
            &[0, 3, 6],
        ),
        (
            Charset::EucJp,
            Charset::Utf8,
            &[b"\x8F\xAA\xA1", b"\xB0\xA1"],
            &[0, 2, 5],
        ),
        (
            Charset::Gbk,
            Charset::Utf8,
            &[b"\x81\x30\x84\x36", b"\xD6\xD0", b"\xD6\xD0"],
            &[0, 2, 5, 8],
        ),
        (
            Charset::Utf8,
            Charset::Gb18030,
            &["中中".as_bytes(), "ß".as_bytes()],
            &[0, 4, 8],
        ),
    ];
    for (source, target, rows, ends) in rows {
        let rows: Vec<Row> = rows.iter().map(|row| row.to_vec()).collect();
        let (values, offsets) = column(&rows);
        let layout = Column::new(&values[..], &offsets);
        let pair = Pair::new(source, target).unwrap();
        for isa in Isa::available() {
            let stop = |_: &ColumnError| BadRow::Stop;
            let answer = pair
                .with_isa(isa)
                .transcode_rows_to_vec::<i32>(&layout, stop);
            assert_eq!(answer.unwrap().1, ends, "{source} to {target}");
        }
    }
}

/// Columns of rows of one character, in which one row ends within it. Each row is cut in turn,
/// including the last of a group. In the text of all rows together the cut character looks
/// well-formed. The next row may be malformed, so that the cut is the last boundary in well-formed
/// text.
#[test]
fn every_end_inside_a_character() {
    let doubles: [(Charset, &[u8]); 7] = [
        (Charset::Gbk, b"\xD6\xD0"),
        (Charset::Gb18030, b"\x81\x30\x81\x30"),
        (Charset::Big5, b"\xA4\xA4"),
        (Charset::Big5, b"\x88\x62"),
        (Charset::ShiftJis, b"\x92\x86"),
        (Charset::EucJp, b"\x8F\xB0\xA1"),
        (Charset::EucKr, b"\xB0\xA1"),
    ];
    for (charset, double) in doubles {
        let pair = Pair::new(charset, Charset::Utf8).unwrap();
        for count in [2, 150, 201, 255, 1024, 1030] {
            let step = if count < 1000 { 1 } else { 17 };
            let rows = (0..count - 1).step_by(step).chain([count - 2, 1023]);
            for row in rows.filter(|row| row + 1 < count) {
                let cuts = (1..double.len()).map(|into| (into, into % 2 == row % 2));
                for (into, is_malformed) in cuts {
                    let mut rows = vec![double.to_vec(); count];
                    let moved = rows[row + 1].drain(..into).collect::<Row>();
                    rows[row].extend(moved);
                    if is_malformed {
                        rows[row + 1].push(0xFF);
                    }
                    let (values, offsets) = column(&rows);
                    let layout = Column::new(&values[..], &offsets);
                    let error = charset.validate_rows(&layout).unwrap_err();
                    let ColumnReason::Malformed(malformed) = error.reason() else {
                        panic!("{error}");
                    };
                    let what = format!("{charset}, {count} rows, {row}");
                    assert_eq!((error.row(), malformed.error_len()), (row, None), "{what}");
                    let stop = |_: &ColumnError| BadRow::Stop;
                    let converted = pair.transcode_rows_to_vec::<i32>(&layout, stop);
                    assert_eq!(converted.unwrap_err().row(), row, "{what}");
                }
            }
        }
    }
}

/// ASCII, followed by one character that is not.
#[test]
fn rows_of_ascii() {
    let mut random = Random(34);
    for source in encodings() {
        let pair = Pair::new(source, Charset::Gb18030).unwrap();
        let characters = Characters::new(pair);
        let letters = characters.all[..1].to_vec();
        let letters = Characters {
            all: letters,
            longer: vec![],
            shorter: vec![],
        };
        let mut rows = letters.rows(1200, &mut random);
        check_column(pair, &rows);
        rows[700].extend(&characters.all[random.below(characters.all.len())]);
        check_column(pair, &rows);
    }
}
