//! Checks detection of the files in `tests/hostile`, which are easily misjudged.

use utflane::{Certainty, detect};
use utflane_test_support::hostile;

#[test]
fn hostile_files_are_judged_as_the_table_says() {
    for row in hostile::rows() {
        let found = detect(&row.bytes);
        let certainty = match found.certainty {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            _ => "unknown",
        };
        let encoding = found.charset.map_or("-", |charset| charset.name());
        let seen = (encoding, certainty, found.exact, found.is_reliable());
        let expected = (
            row.encoding.as_str(),
            row.certainty.as_str(),
            row.exact,
            row.read,
        );
        assert_eq!(seen, expected, "{}", row.file);
        assert!(row.guess.is_empty() || found.charset.is_none() && !row.is_wide());
    }
}
