//! Checks the encodings as types.

use super::*;
use utflane::Reason;

/// The functions for types return the results of those for values.
#[test]
fn types_are_their_values() {
    use utflane::{Big5, EucJp, EucKr, Gb18030, Gbk, ShiftJis, Utf8, Utf16};
    let text = "すべて人は ABC 漢字 education";
    let sjis = utflane::transcode_to_vec::<Utf8, ShiftJis>(text.as_bytes()).unwrap();
    assert_eq!(sjis, encoded(Charset::ShiftJis, text));
    let euc = utflane::transcode_to_vec::<ShiftJis, EucJp>(&sjis).unwrap();
    assert_eq!(euc, encoded(Charset::EucJp, text));
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(
        utflane::transcode_to_vec::<EucJp, Utf16>(&euc).unwrap(),
        units
    );
    assert_eq!(
        utflane::transcoded_len::<Utf16, Gbk>(&units),
        encoded(Charset::Gbk, text).len()
    );
    let four = utflane::transcode_to_vec::<Utf8, Gb18030>("é😀".as_bytes()).unwrap();
    assert_eq!(four, encoded(Charset::Gb18030, "é😀"));
    assert!(utflane::is_valid::<EucKr>(&encoded(
        Charset::EucKr,
        "가나다"
    )));
    assert_eq!(utflane::char_count::<Big5>(b"a\x88\x62b"), 4);
    assert_eq!(utflane::incomplete_tail::<Big5>(b"a\x88"), 1);
    let error = utflane::transcode_to_vec::<Big5, utflane::Latin1>(b"ab\x88\x62").unwrap_err();
    assert_eq!((error.read(), error.written(), error.skip()), (2, 2, 2));
    assert_eq!(error.reason(), Reason::Unrepresentable('\u{304}'.into()));
}
