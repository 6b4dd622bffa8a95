//! Checks the texts of errors, and their conversion to errors of the standard library.

use super::*;
use std::error::Error;

/// The alternate format reaches the error of the sequence through every error that wraps it.
#[cfg(feature = "std")]
#[test]
fn every_error_explains_itself() {
    use std::fmt::Display;
    fn check(error: impl Display, text: &str, explanation: &str) {
        assert_eq!(error.to_string(), text);
        assert_eq!(format!("{error:#}"), format!("{text}: {explanation}"));
    }
    let (bad, explanation) = (b"ab\xE0\x80", "overlong encoding (E0)");
    let text = "invalid utf-8 sequence of 1 bytes from index 2";
    check(from_utf8(bad).unwrap_err(), text, explanation);
    check(from_utf8_vec(bad.to_vec()).unwrap_err(), text, explanation);
    let error = stream::Validator::<Utf8>::new().feed(bad).unwrap_err();
    check(error, text, explanation);
    check(std::io::Error::from(error), text, explanation);
    let error = validate_rows::<Utf8>(&rows::Column::new(bad, &[0, 4])).unwrap_err();
    let text = "row 0 (from index 2): invalid utf-8 sequence of 1 bytes from index 2";
    check(error, text, explanation);

    // The index counts in the input, not in the line.
    let bad_line = |file: &[u8]| {
        let mut lines = io::Reader::new(file, Charset::Utf8).text_lines();
        match lines.nth(1) {
            Some(Err(io::LineError::Bad(line))) => line,
            line => panic!("{line:?}"),
        }
    };
    let line = bad_line(b"1\nab\xE0\x80\n");
    let text = "line 2: invalid utf-8 sequence of 1 bytes from index 4 of the input";
    check(&line, text, explanation);
    check(io::LineError::Bad(line.clone()), text, explanation);
    let error = std::io::Error::from(io::LineError::Bad(line));
    check(error, text, explanation);
    let line = bad_line(b"1\nab\xE2\x82");
    let text = "line 2: incomplete utf-8 byte sequence from index 4 of the input";
    check(line, text, "incomplete sequence (E2 82)");
}

#[test]
fn errors_explain_themselves() {
    let error = from_utf8(b"ab\xE0\x80").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid utf-8 sequence of 1 bytes from index 2"
    );
    let more = "invalid utf-8 sequence of 1 bytes from index 2: overlong encoding (E0)";
    assert_eq!(format!("{error:#}"), more);
    assert_eq!(error.bytes(), b"\xE0");

    let error = transcode_to_string::<Utf16Le>(b"a\0\x3D\xD8!\0").unwrap_err();
    let text = "invalid utf-16le sequence of 2 bytes from index 2: unpaired surrogate (3D D8), while converting to utf-8";
    assert_eq!(error.to_string(), text);
    let source = error
        .source()
        .unwrap()
        .downcast_ref::<DecodeError>()
        .unwrap();
    assert_eq!(Reason::Malformed(*source), error.reason());

    let error = transcode_to_vec::<Utf8, Latin1>("1 €".as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "character U+20AC at index 2 cannot be represented in iso-8859-1"
    );
    assert!(error.source().is_none());

    let full = transcode::<Utf8, Utf16>(b"abc", &mut [0; 2]).unwrap_err();
    assert_eq!(
        full.to_string(),
        "output full after 2 units of utf-16, from input index 2"
    );
    for bytes in texts() {
        let (Err(ours), Err(std)) = (from_utf8(&bytes), core::str::from_utf8(&bytes)) else {
            continue;
        };
        assert_eq!(ours.valid_up_to(), std.valid_up_to());
        assert_eq!(ours.error_len(), std.error_len());
        assert_eq!(ours.to_utf8_error(&bytes), std);
        let len = ours.error_len().unwrap_or(bytes.len() - ours.valid_up_to());
        assert_eq!(ours.bytes(), &bytes[ours.valid_up_to()..][..len]);
    }
}

#[test]
#[should_panic(expected = "invalid utf-8 sequence of 1 bytes from index 0 is not from this input")]
fn std_errors_need_the_malformed_input() {
    from_utf8(b"\xFF").unwrap_err().to_utf8_error(b"fine");
}

#[cfg(feature = "std")]
#[test]
fn errors_become_those_of_io() {
    use std::io::{self, ErrorKind};
    let decode: io::Error = from_utf8(b"\xFF").unwrap_err().into();
    let unrepresentable: io::Error = transcode_to_vec::<Utf8, Ascii>("é".as_bytes())
        .unwrap_err()
        .into();
    let full: io::Error = transcode::<Utf8, Utf16>(b"abc", &mut [])
        .unwrap_err()
        .into();
    let kinds = [decode.kind(), unrepresentable.kind(), full.kind()];
    assert_eq!(
        kinds,
        [
            ErrorKind::InvalidData,
            ErrorKind::InvalidData,
            ErrorKind::WriteZero
        ]
    );
    assert!(decode.get_ref().unwrap().is::<DecodeError>());
    assert!(full.get_ref().unwrap().is::<TranscodeError>());
}
