//! Checks properties with random inputs: arbitrary units, text, text with one unit changed, and
//! truncated text; whole, resumed and in chunks. The enumerated inputs are in `boundaries`; these
//! cover cases that nobody thought of.
#![cfg(all(not(emulated), feature = "alloc", feature = "full"))]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use utflane::rows::{BadRow, Column};
use utflane::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Le, max_len};
use utflane_test_support::oracle::*;

/// A character: ASCII three times, characters of three bytes twice as likely as those of other
/// lengths.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        3 => proptest::char::range('\0', '\x7F'),
        1 => proptest::char::range('\u{80}', '\u{FF}'),
        1 => proptest::char::range('\u{100}', '\u{7FF}'),
        2 => proptest::char::range('\u{800}', '\u{FFFF}'),
        1 => proptest::char::range('\u{10000}', char::MAX),
    ]
}

/// Text in runs, like real text: a quarter of the characters is repeated.
fn any_text() -> impl Strategy<Value = String> {
    vec(
        (character(), prop_oneof![3 => Just(1usize), 1 => 1..80usize]),
        0..40,
    )
    .prop_map(|runs| {
        runs.into_iter()
            .flat_map(|(character, times)| std::iter::repeat_n(character, times))
            .collect()
    })
}

/// Bytes, mostly those at the limits of UTF-8.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        Just(0x41),
        any::<u8>(),
        0x80..=0xBFu8,
        0xC2..=0xF4u8,
        proptest::sample::select(vec![0xD8, 0xDC, 0xED, 0xE0, 0xF0, 0xF4, 0x90, 0x9F, 0xA0]),
    ];
    vec(byte, 0..300)
}

/// Converts a column whose rows are cut at `cuts`, strictly and lossily, and compares row by row.
fn check_column<S: Model<Unit = u8>, D: Model>(values: &[u8], cuts: &[Index]) {
    let mut offsets: Vec<u32> = cuts
        .iter()
        .map(|cut| cut.index(values.len() + 1) as u32)
        .collect();
    offsets.sort_unstable();
    let rows = |plan: fn(&[Item]) -> Plan<D::Unit>| -> Vec<Plan<D::Unit>> {
        let rows = offsets.windows(2);
        rows.map(|row| plan(&S::items(&values[row[0] as usize..row[1] as usize])))
            .collect()
    };
    let whole = |rows: &[Plan<D::Unit>]| -> Vec<D::Unit> {
        rows.iter().flat_map(|row| row.units.clone()).collect()
    };
    let (strict, lossy) = (rows(Plan::strict::<D>), rows(Plan::lossy::<D>));
    // A row that ends within a unit of several bytes needs more output than its share of the whole.
    let lens = offsets.windows(2).map(|row| (row[1] - row[0]) as usize);
    let room = lens.map(|len| max_len::<S, D>(len).unwrap()).sum();
    let (mut out, mut ends) = (vec![D::Unit::default(); room], vec![0u32; offsets.len()]);
    for isa in isas() {
        let column = Column::new(values, &offsets);
        let got = isa.transcode_rows::<S, D>(&column, &mut out, &mut ends, |_| BadRow::Stop);
        match strict.iter().position(|row| !row.is_complete()) {
            None => assert_eq!(out[..got.unwrap()], whole(&strict)),
            Some(row) => assert_eq!(got.unwrap_err().row(), row),
        }
        let got = isa.transcode_rows::<S, D>(&column, &mut out, &mut ends, |_| BadRow::Replace);
        assert_eq!(out[..got.unwrap()], whole(&lossy));
        for (row, plan) in ends.windows(2).zip(&lossy) {
            assert_eq!((row[1] - row[0]) as usize, plan.units.len());
        }
    }
}

/// Does not let proptest write files into the tree. Each finding becomes a row in `boundaries`.
/// Generic functions get more inputs, because their build is for the long tests.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: if TYPED { 256 } else { 64 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Checks text with one changed unit, truncated at `cut`.
fn check_changed<E: Model>(text: &str, at: Index, variant: usize, cut: Option<Index>) {
    let mut src = encoded::<E>(text);
    if !src.is_empty() {
        src = spoilt::<E>(&src, at.index(src.len()), variant);
        src.truncate(cut.map_or(src.len(), |cut| cut.index(src.len())));
    }
    check_source::<E>(&isas(), &src);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bytes_through_every_pair(bytes in any_bytes()) {
        check_all_pairs(&isas(), &bytes);
    }

    #[test]
    fn text_through_every_pair(text in any_text()) {
        for_each_encoding!(S => check_source::<S>(&isas(), &encoded::<S>(&text)));
    }

    #[test]
    fn changed_text_through_every_pair(
        text in any_text(), at: Index, variant in 0..20usize, cut: Option<Index>,
    ) {
        for_each_encoding!(E => check_changed::<E>(&text, at, variant, cut));
    }

    #[test]
    fn columns(text in any_text(), bytes in any_bytes(), cuts in vec(any::<Index>(), 0..90)) {
        for values in [text.as_bytes(), &bytes] {
            check_column::<Utf8, Utf16>(values, &cuts);
            check_column::<Utf8, Utf8>(values, &cuts);
            check_column::<Utf8, Latin1>(values, &cuts);
            check_column::<Latin1, Utf8>(values, &cuts);
        }
        check_column::<Utf16Le, Utf8>(&encoded::<Utf16Le>(&text), &cuts);
    }

    #[test]
    fn rooms(text in any_text(), room: Index) {
        for_each_encoding!(S => {
            let src = encoded::<S>(&text);
            let items = S::items(&src);
            for_each_encoding!(D => {
                let strict = Plan::strict::<D>(&items);
                let lossy = Plan::lossy::<D>(&items);
                let room = room.index(lossy.units.len() + 1);
                for isa in isas() {
                    check_room(&functions::<S, D>(), isa, &src, &strict, &lossy, room);
                }
            });
        });
    }

    #[test]
    fn chunks(bytes in any_bytes(), text in any_text(), lengths in vec(0..40usize, 0..8), last in 1..200usize) {
        // Chunks may be empty, but not all of them.
        let lengths = [lengths, vec![last]].concat();
        let text = [text.as_bytes(), &bytes].concat();
        for isa in isas() {
            check_chunks::<Utf8, Utf16>(isa, &text, &lengths);
            check_chunks::<Utf16, Utf8>(isa, &Utf16::sample(&text), &lengths);
            check_chunks::<Utf16Le, Utf8>(isa, &Utf16Le::sample(&bytes), &lengths);
            check_chunks::<Utf16Be, Utf32>(isa, &Utf16Be::sample(&text), &lengths);
            check_chunks::<Utf32, Utf8>(isa, &Utf32::sample(&bytes), &lengths);
            check_chunks::<Utf32Le, Utf16>(isa, &Utf32Le::sample(&text), &lengths);
        }
    }
}

/// Cuts short inputs into three chunks at every two positions. Some chunks are empty.
#[test]
fn every_cut() {
    for src in [
        &b"a\xC3\xA9\xE5\xA5\xBD\xF0\x9F\x98\x80b"[..],
        b"\xF0\x9F\xE5\xA5a\xED\xA0\x80\xF0\x90\x80",
        b"\xF4\x8F\xC0\xE1\x80\x80\x80",
    ] {
        for first in 0..=src.len() {
            for second in 0..=src.len() - first {
                let lengths = [first, second, src.len() + 1];
                for isa in isas() {
                    check_chunks::<Utf8, Utf16>(isa, src, &lengths);
                    check_chunks::<Utf8, Utf8>(isa, src, &lengths);
                    check_chunks::<Utf16Be, Utf8>(isa, src, &lengths);
                    check_chunks::<Utf16Le, Utf16>(isa, &reencoded::<Utf16Le>(src), &lengths);
                    check_chunks::<Utf32Le, Utf8>(isa, &reencoded::<Utf32Le>(src), &lengths);
                }
            }
        }
    }
}
