//! Checks that a second repair changes nothing: no text is half repaired.

use proptest::prelude::*;
use utflane::{Charset, Pair, repair_mojibake};

const PAGES: [Charset; 5] = [
    Charset::Windows1252,
    Charset::Windows1250,
    Charset::Windows1251,
    Charset::Cp437,
    Charset::Macintosh,
];

/// Decodes the UTF-8 bytes of `text` in `page`.
fn misread_in(page: Charset, text: &str) -> String {
    let pair = Pair::new(page, Charset::Utf8).expect("a pair");
    String::from_utf8(pair.transcode_lossy_to_vec(text.as_bytes())).expect("UTF-8")
}

proptest! {
    #[test]
    fn a_second_repair_changes_nothing(
        words in "(été|Größe|zażółć|привет|, | – | «|» |a|\\n){0,12}",
        pages in prop::collection::vec(0..5_usize, 0..3),
        cut in 0..8_usize,
        odd in "[ÃÂâ€™ÐÑé©╨╤┐\u{80}\u{93}\u{A0} ab]{0,16}",
    ) {
        let pages = pages.iter().map(|page| PAGES[*page]);
        let damaged = pages.fold(words, |text, page| misread_in(page, &text));
        for text in [damaged.chars().skip(cut).collect(), damaged + &odd, odd] {
            let once = repair_mojibake(&text);
            prop_assert_eq!(repair_mojibake(&once), &*once, "{}", text);
        }
    }
}
