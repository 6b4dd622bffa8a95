//! Fuzzes the decoders and encoders of `utflane-encoding-rs`. Pieces and outputs of any length must
//! give the result of `encoding_rs` for the whole input.
#![no_main]

#[path = "../../crates/encoding-rs/tests/differential/drivers.rs"]
mod drivers;

use drivers::{MARKS, our, their};
use encoding_rs as theirs;
use utflane_encoding_rs as ours;

/// A label of each encoding.
const LABELS: [&str; 40] = [
    "big5",
    "euc-jp",
    "euc-kr",
    "gbk",
    "ibm866",
    "iso-2022-jp",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "shift_jis",
    "utf-16be",
    "utf-16le",
    "utf-8",
    "gb18030",
    "replacement",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "x-mac-cyrillic",
    "x-user-defined",
];

/// Bytes of output that are enough for every input.
const ALL: usize = 1 << 14;

/// Cuts `units` into pieces, whose lengths follow from `lengths`.
fn pieces<T>(units: &[T], lengths: u8) -> Vec<&[T]> {
    let (mut rest, mut all, mut length) = (units, vec![], usize::from(lengths));
    while !rest.is_empty() {
        length = (length * 31 + 7) % 97;
        let len = length.min(rest.len());
        let (piece, after) = rest.split_at(len);
        all.push(piece);
        rest = after;
    }
    all.push(rest);
    all
}

/// Returns lengths of output: enough for any character in two of three calls, sometimes too short
/// in the third.
fn rooms(capacity: u8, enough: usize) -> impl FnMut() -> usize {
    let mut calls = 0;
    move || {
        calls += 1;
        match calls % 3 {
            0 => calls % enough,
            1 => capacity.into(),
            _ => enough.max(capacity.into()),
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&[encoding, mode, lengths, capacity], text)) = data.split_first_chunk() else {
        return;
    };
    let label = LABELS[usize::from(encoding) % LABELS.len()].as_bytes();
    let ours = ours::Encoding::for_label(label).unwrap();
    let theirs = theirs::Encoding::for_label(label).unwrap();
    let mark = MARKS[usize::from(mode) % 3];
    let cut = pieces(text, lengths);
    match mode / 3 % 6 {
        0 => assert_eq!(
            our::decode(ours, mark, &cut, rooms(capacity, 4)),
            their::decode(theirs, mark, &[text], || ALL)
        ),
        1 => assert_eq!(
            our::decode_lossy(ours, mark, &cut, rooms(capacity, 4)),
            their::decode_lossy(theirs, mark, &[text], || ALL)
        ),
        2 => assert_eq!(
            our::decode16(ours, mark, &cut, rooms(capacity, 2)),
            their::decode16(theirs, mark, &[text], || ALL)
        ),
        3 => assert_eq!(
            our::decode16_lossy(ours, mark, &cut, rooms(capacity, 2)),
            their::decode16_lossy(theirs, mark, &[text], || ALL)
        ),
        4 => {
            let text = String::from_utf8_lossy(text);
            let middle = text.len() / 2;
            let middle = (0..=middle).rfind(|at| text.is_char_boundary(*at)).unwrap();
            let (head, tail) = text.split_at(middle);
            let strict = their::encode(theirs, &[&text], || ALL);
            assert_eq!(our::encode(ours, &[head, tail], rooms(capacity, 8)), strict);
            let lossy = their::encode_lossy(theirs, &[&text], || ALL);
            assert_eq!(
                our::encode_lossy(ours, &[head, tail], rooms(capacity, 20)),
                lossy
            );
        }
        _ => {
            let units = text
                .chunks_exact(2)
                .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
            let units: Vec<u16> = units.collect();
            let cut = pieces(&units, lengths);
            let strict = their::encode16(theirs, &cut, || ALL);
            assert_eq!(our::encode16(ours, &cut, rooms(capacity, 8)), strict);
            let lossy = their::encode16_lossy(theirs, &cut, || ALL);
            assert_eq!(our::encode16_lossy(ours, &cut, rooms(capacity, 20)), lossy);
        }
    }
});
