//! Checks the mapping of positions between a text and its conversion against a loop over the
//! characters, for encodings of every kind, with unpaired surrogates where both encodings have
//! them.
#![cfg(all(feature = "alloc", feature = "full"))]

use utflane::code_page::Windows1251;
use utflane::*;
use utflane_test_support::{if_typed, sample_and_all};

/// Characters of each length, and surrogates that could begin or end a pair.
const SYMBOLS: [u16; 8] = [0x41, 0, 0xE9, 0x20AC, 0x0434, 0xD800, 0xDBFF, 0xDC00];
const SUPPLEMENTARY: [u16; 2] = [0xD83D, 0xDE00];

/// The characters of a text as UTF-16 code units. A high surrogate precedes a low surrogate only
/// within a character.
type Text = Vec<Vec<u16>>;

/// Returns `characters` as a text, or `None` if two unpaired surrogates would form a pair.
fn text(characters: &[&[u16]]) -> Option<Text> {
    let splits = |pair: &[&[u16]]| {
        matches!(pair[0], [0xD800..0xDC00]) && matches!(pair[1], [0xDC00..0xE000, ..])
    };
    let is_text = !characters.windows(2).any(splits);
    is_text.then(|| {
        characters
            .iter()
            .map(|character| character.to_vec())
            .collect()
    })
}

/// Checks every `step`th position within `text` and after its end. Does nothing if one of the
/// encodings lacks a character.
fn check<S: Encoding, D: Encoding>(text: &Text, step: usize) {
    let (mut src, mut starts) = (Vec::new(), vec![(0, 0)]);
    for character in text {
        let Ok(from) = transcode_to_vec::<Wtf16, S>(character) else {
            return;
        };
        let Ok(to) = measure::<Wtf16, D>(character) else {
            return;
        };
        src.extend(from);
        starts.push((src.len(), starts[starts.len() - 1].1 + to));
    }
    let name = || format!("{} to {} of {text:X?}", S::NAME, D::NAME);
    let &(from_end, to_end) = starts.last().expect("at least the first one");
    for pair in starts.windows(2).step_by(step) {
        let ((from, to), (next_from, next_to)) = (pair[0], pair[1]);
        for within in from..next_from {
            let converted = converted_index::<S, D>(&src, within);
            assert_eq!(converted, Some(to), "converted {within}, {}", name());
        }
        for within in to..next_to {
            let original = original_index::<S, D>(&src, within);
            assert_eq!(original, Some(from), "original {within}, {}", name());
        }
    }
    assert_eq!(
        converted_index::<S, D>(&src, from_end),
        Some(to_end),
        "{}",
        name()
    );
    assert_eq!(
        original_index::<S, D>(&src, to_end),
        Some(from_end),
        "{}",
        name()
    );
    for behind in [1, 2, usize::MAX / 2, usize::MAX] {
        let (from, to) = (
            from_end.saturating_add(behind),
            to_end.saturating_add(behind),
        );
        assert_eq!(converted_index::<S, D>(&src, from), None, "{}", name());
        assert_eq!(original_index::<S, D>(&src, to), None, "{}", name());
    }
}

/// Checks conversions between encodings of every kind: some pairs, and with the feature `typed` of
/// `tests/support` all of them.
fn check_all(text: &Text, step: usize) {
    check::<Utf8, Utf16>(text, step);
    check::<Utf8, Wtf16>(text, step);
    check::<Utf8, Windows1251>(text, step);
    check::<Utf16, Utf8>(text, step);
    check::<Utf16Le, Latin1>(text, step);
    check::<Wtf8, Wtf16>(text, step);
    check::<Wtf16, Wtf8>(text, step);
    check::<Wtf16, Mutf8>(text, step);
    check::<Cesu8, Utf32>(text, step);
    check::<Mutf8, Utf16Be>(text, step);
    check::<Ucs4, Wtf8>(text, step);
    check::<Windows1251, Utf8>(text, step);
    if_typed!(check_all_types(text, step));
}

if_typed! {
/// Checks conversions from `S` to encodings of every kind.
fn check_from<S: Encoding>(text: &Text, step: usize) {
    macro_rules! check_to {
        ($($to:ty)*) => { $(check::<S, $to>(text, step);)* };
    }
    check_to! { Utf8 Wtf8 Mutf8 Utf16 Utf16Be Wtf16 Utf32 Latin1 Windows1251 }
}

fn check_all_types(text: &Text, step: usize) {
    macro_rules! check_each {
        ($($from:ty)*) => { $(check_from::<$from>(text, step);)* };
    }
    check_each! { Utf8 Wtf8 Cesu8 Mutf8 Utf16 Utf16Le Wtf16 Ucs4 Windows1251 }
}
}

fn symbols() -> Vec<&'static [u16]> {
    let symbols = SYMBOLS.iter().map(core::slice::from_ref);
    symbols.chain([&SUPPLEMENTARY[..]]).collect()
}

#[test]
fn every_text_of_three_characters() {
    let symbols = symbols();
    check_all(&Vec::new(), 1);
    for &first in &symbols {
        check_all(&text(&[first]).expect("a text"), 1);
        for &second in &symbols {
            let Some(two) = text(&[first, second]) else {
                continue;
            };
            check_all(&two, 1);
            for &third in &symbols {
                // Only for texts with a high surrogate in the middle, which can form a pair.
                let is_high = matches!(*second, [0xD800..0xDC00]);
                if let Some(three) = text(&[first, second, third]).filter(|_| is_high) {
                    check_all(&three, 1);
                }
            }
        }
    }
}

/// Runs of one character after runs of another, so that the first run predicts the rest wrongly.
fn check_changes(sizes: &[(usize, usize)]) {
    for &(len, step) in sizes {
        for before in symbols() {
            for after in symbols() {
                let runs: Vec<_> = [vec![before; len], vec![after; len / 3]].concat();
                if let Some(runs) = text(&runs) {
                    check_all(&runs, step);
                }
            }
        }
    }
}

sample_and_all! {
    check_changes: lengths_that_change_on_the_way(&[(9, 1), (40, 7), (300, 71)]),
    lengths_that_change_on_the_way_in_long_texts(&[(40, 1), (300, 23), (5000, 997)]) = "long: more positions of longer texts"
}

/// Regression test: the mapping was wrong after an unpaired surrogate.
#[test]
fn text_goes_on_after_a_lone_surrogate() {
    assert_eq!(
        converted_index::<Wtf16, Wtf8>(&[0xD800, 0x41, 0x42], 1),
        Some(3)
    );
    assert_eq!(converted_index::<Wtf8, Wtf16>(b"\xED\xA0\x80A", 3), Some(1));
    // The second surrogate is a high one, so the two form no pair.
    assert_eq!(
        converted_index::<Mutf8, Wtf16>(b"\xED\xA0\x80\xED\xA0\x80", 4),
        Some(1)
    );
    assert_eq!(
        converted_index::<Mutf8, Wtf16>(b"\xED\xA0\x80\xED\xB0\x80", 4),
        Some(0)
    );
    assert_eq!(
        converted_index::<Mutf8, Wtf16>(b"\xED\xA0\x80\xED\x80\x80", 4),
        Some(1)
    );
}
