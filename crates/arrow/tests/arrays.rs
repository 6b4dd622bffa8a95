//! Compares conversions between arrays of bytes and text with `arrow` and the standard library.

use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::arrow_array::builder::make_view;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::types::Int8Type;
use utflane_arrow::arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray,
    FixedSizeBinaryArray, Int8Array, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use utflane_arrow::arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use utflane_arrow::arrow_schema::DataType;
use utflane_arrow::{
    Error, Policy, decode, decode_utf8, decode_utf8_view, encode, is_valid, is_valid_utf8,
};

type Rows = Vec<Option<Vec<u8>>>;

/// Returns rows of several lengths, some of them null, and some with the bytes `bad`.
fn rows(bad: &[u8]) -> Rows {
    let words = [
        "",
        "a",
        "é",
        "日本語",
        "twelve bytes",
        "thirteen byte",
        "😀 and a longer row",
    ];
    (0..3000)
        .map(|row| {
            let mut text = words[row % words.len()].as_bytes().to_vec();
            if row % 501 == 500 {
                text.extend(bad);
            }
            (row % 11 != 3).then_some(text)
        })
        .collect()
}

/// Returns the rows as an array of each layout.
fn layouts(rows: &Rows) -> Vec<ArrayRef> {
    let slices = || rows.iter().map(|row| row.as_deref());
    vec![
        Arc::new(BinaryArray::from_iter(slices())),
        Arc::new(LargeBinaryArray::from_iter(slices())),
        Arc::new(BinaryViewArray::from_iter(slices())),
    ]
}

const TEXT: [DataType; 3] = [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View];

/// Returns the rows of an array of text of any type, after full validation by `arrow`.
fn texts(array: &ArrayRef) -> Vec<Option<String>> {
    array.to_data().validate_full().expect("a valid array");
    let owned = |row: Option<&str>| row.map(str::to_owned);
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().map(owned).collect(),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(owned).collect(),
        _ => array.as_string_view().iter().map(owned).collect(),
    }
}

fn lossy(row: &Option<Vec<u8>>) -> Option<String> {
    row.as_ref()
        .map(|row| String::from_utf8_lossy(row).into_owned())
}

fn strict(row: &Option<Vec<u8>>) -> Option<String> {
    String::from_utf8(row.clone()?).ok()
}

#[test]
fn every_layout_and_policy_is_that_of_single_rows() {
    for bad in [&b""[..], b"\xFF", b"\xC3", b"\xE2\x82"] {
        let rows = rows(bad);
        let first = rows
            .iter()
            .position(|row| row.is_some() && strict(row).is_none());
        for (array, to) in layouts(&rows)
            .iter()
            .flat_map(|array| TEXT.map(|to| (array, to)))
        {
            for slice in [0..rows.len(), 7..2001, 400..401, 12..12] {
                let part = &rows[slice.clone()];
                let array = array.slice(slice.start, slice.len());
                let convert = |policy| decode(&array, Charset::Utf8, policy, &to);
                let expected: Vec<_> = part.iter().map(lossy).collect();
                assert_eq!(texts(&convert(Policy::Replace).unwrap()), expected);
                let expected: Vec<_> = part.iter().map(strict).collect();
                assert_eq!(texts(&convert(Policy::Null).unwrap()), expected);
                let valid = is_valid_utf8(&array).unwrap();
                let is_valid = |row: &Option<Vec<u8>>| row.as_ref().map(|_| strict(row).is_some());
                assert_eq!(valid, part.iter().map(is_valid).collect::<BooleanArray>());
                let first = part
                    .iter()
                    .position(|row| row.is_some() && strict(row).is_none());
                match (convert(Policy::Fail), first) {
                    (Ok(text), None) => assert_eq!(texts(&text), expected),
                    (Err(Error::Row(error)), Some(first)) => {
                        let valid = String::from_utf8(part[first].clone().unwrap()).unwrap_err();
                        let position = valid.utf8_error().valid_up_to();
                        assert_eq!((error.row(), error.position()), (first, position));
                    }
                    (result, first) => panic!("{result:?} for {first:?}"),
                }
            }
        }
        assert_eq!(first.is_none(), bad.is_empty());
    }
}

#[test]
fn values_are_shared() {
    let rows = rows(b"");
    let array = BinaryArray::from_iter(rows.iter().map(|row| row.as_deref()));
    let text = decode_utf8(&array, Policy::Fail).unwrap();
    assert_eq!(text.value_data().as_ptr(), array.value_data().as_ptr());
    let start = array.value_offsets()[5] as usize;
    let text = decode_utf8(&array.slice(5, 100), Policy::Fail).unwrap();
    assert_eq!(
        text.value_data().as_ptr(),
        array.value_data()[start..].as_ptr()
    );
    let large = decode(&array, Charset::Utf8, Policy::Fail, &DataType::LargeUtf8).unwrap();
    let large = large.as_string::<i64>();
    assert_eq!(large.value_data().as_ptr(), array.value_data().as_ptr());

    let views = BinaryViewArray::from_iter(rows.iter().map(|row| row.as_deref()));
    let text = decode_utf8_view(&views, Policy::Fail).unwrap();
    assert_eq!(
        text.data_buffers()[0].as_ptr(),
        views.data_buffers()[0].as_ptr()
    );

    let array = BinaryArray::from_vec(vec![b"only", b"ascii"]);
    let latin1 = Charset::Latin1;
    let text = decode(&array, latin1, Policy::Fail, &DataType::Utf8).unwrap();
    let text = text.as_string::<i32>();
    assert_eq!(text.value_data().as_ptr(), array.value_data().as_ptr());

    let array = FixedSizeBinaryArray::try_from_iter([b"caf\xC3\xA9", b"tea  "].iter()).unwrap();
    let text = decode(&array, Charset::Utf8, Policy::Fail, &DataType::Utf8).unwrap();
    let text = text.as_string::<i32>();
    assert_eq!((text.value(0), text.value(1)), ("café", "tea  "));
    assert_eq!(text.value_data().as_ptr(), array.value_data().as_ptr());
}

/// Bytes of null rows never cause an error, and are not in any result.
#[test]
fn bytes_of_null_rows_do_not_matter() {
    let nulls = || Some(NullBuffer::from(vec![true, false, true]));
    let values = || Buffer::from(b"one\xFF\xFE\xFFtwo");
    let offsets = OffsetBuffer::new(vec![0i32, 3, 6, 9].into());
    let large = OffsetBuffer::new(vec![0i64, 3, 6, 9].into());
    let views = ["one", "\0\0\0", "two"].map(|row| make_view(row.as_bytes(), 0, 0));
    let long = [
        make_view(b"one", 0, 0),
        make_view(&[0xFF; 20], 0, 0),
        make_view(b"two", 0, 0),
    ];
    let views_of = |views: [u128; 3], buffer: &[u8]| {
        BinaryViewArray::new(views.to_vec().into(), [buffer.into()], nulls())
    };
    let arrays: [ArrayRef; 5] = [
        Arc::new(BinaryArray::new(offsets, values(), nulls())),
        Arc::new(LargeBinaryArray::new(large, values(), nulls())),
        Arc::new(FixedSizeBinaryArray::new(3, values(), nulls())),
        Arc::new(views_of(views, &[])),
        Arc::new(views_of(long, &[0xFF; 20])),
    ];
    let policies = [
        Policy::Fail,
        Policy::Replace,
        Policy::ReplaceAsJdk,
        Policy::Null,
    ];
    for (array, to) in arrays.iter().flat_map(|array| TEXT.map(|to| (array, to))) {
        let encodings = [
            Charset::Utf8,
            Charset::Ascii,
            Charset::Cesu8,
            Charset::ShiftJis,
        ];
        let each = |policy| encodings.map(|encoding| (policy, encoding));
        for (policy, encoding) in policies.into_iter().flat_map(each) {
            let text = decode(&array, encoding, policy, &to).unwrap();
            assert_eq!(texts(&text), [Some("one".into()), None, Some("two".into())]);
        }
        let valid = is_valid(&array, Charset::Utf8).unwrap();
        assert_eq!(
            valid,
            BooleanArray::from(vec![Some(true), None, Some(true)])
        );
    }
}

#[test]
fn fixed_rows_of_slices() {
    let rows: Vec<&[u8]> = vec![
        b"abcd",
        b"caf\xE9",
        b"\xC3\xA9t\xE9",
        b"\xC3\xA9\xC3\xA8",
        b"\xA9bcd",
    ];
    let array = FixedSizeBinaryArray::try_from_iter(rows.repeat(9).into_iter()).unwrap();
    for (start, len) in [(0, 45), (1, 44), (3, 1), (4, 40), (3, 11), (9, 0)] {
        let slice = array.slice(start, len);
        let text = decode(&slice, Charset::Utf8, Policy::Null, &DataType::Utf8).unwrap();
        let own = rows.iter().cycle().skip(start % 5).take(len);
        let own: Vec<_> = own
            .map(|row| str::from_utf8(row).ok().map(str::to_owned))
            .collect();
        assert_eq!(texts(&text), own, "{len} from {start}");
    }
}

#[test]
fn every_charset_goes_to_text_and_back() {
    for charset in Charset::ALL {
        let encoding = charset;
        // Every charset has "A" and "e". Only some have "é" and the others.
        for text in ["Ae", "né", "日本", "д"] {
            let array = StringArray::from(vec![Some(text), None, Some(""), Some("eA")]);
            let bytes = match encode(&array, encoding, Policy::Fail, &DataType::BinaryView) {
                Ok(bytes) => bytes,
                Err(Error::Row(error)) => {
                    assert_eq!(error.row(), 0, "{charset:?}");
                    assert!(text != "Ae", "{charset:?}");
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            let back = decode(&bytes, encoding, Policy::Fail, &DataType::Utf8).unwrap();
            assert_eq!(back.as_string::<i32>(), &array, "{charset:?}");
        }
    }
}

#[test]
fn errors_of_other_encodings_have_a_row_and_a_position() {
    fn error_of(rows: &[&[u8]], encoding: Charset) -> (usize, usize) {
        let array = LargeBinaryArray::from_vec(rows.to_vec());
        match decode(&array, encoding, Policy::Fail, &DataType::Utf8) {
            Err(Error::Row(error)) => (error.row(), error.position()),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(error_of(&[b"a\0", b"b\0\0\xDC"], Charset::Utf16Le), (1, 2));
    assert_eq!(error_of(&[b"\0a", b"", b"\0b\0"], Charset::Utf16Be), (2, 2));
    assert_eq!(error_of(&[b"ab", b"a\x81\xFF"], Charset::ShiftJis), (1, 1));
    assert_eq!(
        error_of(&[b"\xE9", b"ab\xAA"], Charset::Windows1253),
        (1, 2)
    );
}

/// The end of a row and the beginning of the next one never form a character.
#[test]
fn a_character_of_two_bytes_is_in_one_row() {
    let rows: [&[u8]; 5] = [b"a\x93\xFA", b"b\x93", b"\xFA c", b"", b"\x96{"];
    let array = BinaryArray::from_vec(rows.repeat(20));
    for (charset, [first, last]) in [
        (Charset::ShiftJis, ["a日", "本"]),
        (Charset::Gbk, ["a擔", "杮"]),
    ] {
        let good = [Some(first), None, None, Some(""), Some(last)];
        let lossy = [first, "b\u{FFFD}", "\u{FFFD} c", "", last].map(Some);
        for (policy, expected) in [(Policy::Null, good), (Policy::Replace, lossy)] {
            let text = decode(&array, charset, policy, &DataType::Utf8).unwrap();
            let expected = StringArray::from(expected.repeat(20));
            assert_eq!(text.as_string::<i32>(), &expected, "{charset}");
        }
    }
}

/// Rows in a charset, and the text in them.
type Case = (Charset, &'static [&'static [u8]], &'static [&'static str]);

/// The conversion makes one character longer and another one shorter, so the total length stays the
/// same.
#[test]
fn characters_that_make_up_for_each_other() {
    let columns: [Case; 3] = [
        (
            Charset::EucJp,
            &[b"\x8F\xAA\xA1", b"\xB0\xA1"],
            &["Á", "亜"],
        ),
        (
            Charset::Gb18030,
            &[b"\x84\x31\xA4\x37", b"\x84\xA6"],
            &["\u{FFFD}", "劍"],
        ),
        (
            Charset::Gbk,
            &[b"\x81\x30\x84\x36", b"\xD6\xD0", b"\xD6\xD0"],
            &["¥", "中", "中"],
        ),
    ];
    for (charset, rows, expected) in columns {
        for repeats in [1, 300, 1000] {
            let rows = rows.repeat(repeats);
            let arrays: [ArrayRef; 3] = [
                Arc::new(BinaryArray::from_vec(rows.clone())),
                Arc::new(LargeBinaryArray::from_vec(rows.clone())),
                Arc::new(BinaryViewArray::from_iter_values(rows)),
            ];
            for (array, to) in arrays.iter().flat_map(|array| TEXT.map(|to| (array, to))) {
                let text = decode(&array, charset, Policy::Fail, &to).unwrap();
                let own = expected.iter().cycle().take(repeats * expected.len());
                let own: Vec<_> = own.map(|row| Some(row.to_string())).collect();
                assert_eq!(texts(&text), own, "{charset}");
            }
        }
    }
}

/// Java writes one U+FFFD for a surrogate, the WHATWG standard three.
#[test]
fn the_jdk_replaces_in_its_own_way() {
    let rows: [&[u8]; 2] = [b"x\xED\xA0\x80 and a long row", b"\xED\xA0\x80"];
    let arrays: [ArrayRef; 2] = [
        Arc::new(BinaryArray::from_vec(rows.to_vec())),
        Arc::new(BinaryViewArray::from_iter_values(rows)),
    ];
    for array in arrays {
        let convert = |policy| {
            let text = decode(&array, Charset::Utf8, policy, &DataType::Utf8View).unwrap();
            texts(&text).into_iter().flatten().collect::<Vec<_>>()
        };
        let jdk = ["x\u{FFFD} and a long row", "\u{FFFD}"];
        assert_eq!(convert(Policy::ReplaceAsJdk), jdk);
        let whatwg = [
            "x\u{FFFD}\u{FFFD}\u{FFFD} and a long row",
            "\u{FFFD}\u{FFFD}\u{FFFD}",
        ];
        assert_eq!(convert(Policy::Replace), whatwg);
    }
}

#[test]
fn dictionaries_keep_their_keys() {
    let values: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"a", b"\xFF", b"n\xC3\xA9"]));
    let keys = |keys: Vec<Option<i8>>| DictionaryArray::new(Int8Array::from(keys), values.clone());
    let to = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));

    // A malformed value that no row refers to is not an error.
    let array = keys(vec![Some(2), None, Some(0)]);
    let expected = [Some("né".to_owned()), None, Some("a".to_owned())];
    let text = decode(&array, Charset::Utf8, Policy::Fail, &to).unwrap();
    let rows: Vec<_> = text
        .as_dictionary::<Int8Type>()
        .downcast_dict::<StringArray>()
        .unwrap()
        .into_iter()
        .map(|row| row.map(str::to_owned))
        .collect();
    assert_eq!(rows, expected);
    let text = decode(&array, Charset::Utf8, Policy::Fail, &DataType::Utf8).unwrap();
    assert_eq!(texts(&text), expected);

    let array = keys(vec![Some(2), None, Some(0), Some(1), Some(1)]);
    let Err(Error::Row(error)) = decode(&array, Charset::Utf8, Policy::Fail, &to) else {
        panic!()
    };
    assert_eq!((error.row(), error.position()), (3, 0));
    let valid = is_valid_utf8(&array).unwrap();
    let expected = [Some(true), None, Some(true), Some(false), Some(false)];
    assert_eq!(valid, BooleanArray::from(expected.to_vec()));
    let text = decode(&array, Charset::Utf8, Policy::Null, &DataType::Utf8View).unwrap();
    assert_eq!(texts(&text)[2..], [Some("a".to_owned()), None, None]);
}

#[test]
fn types_without_a_conversion_are_refused() {
    let numbers = Int8Array::from(vec![1]);
    let bytes = BinaryArray::from_vec(vec![b"a"]);
    let unsupported = |result| matches!(result, Err(Error::Unsupported { .. }));
    let utf8 = Charset::Utf8;
    assert!(unsupported(decode(
        &numbers,
        utf8,
        Policy::Null,
        &DataType::Utf8
    )));
    assert!(unsupported(decode(
        &bytes,
        utf8,
        Policy::Null,
        &DataType::Int8
    )));
    assert!(unsupported(encode(
        &bytes,
        utf8,
        Policy::Null,
        &DataType::Binary
    )));
    let empty = BinaryArray::from_vec(vec![]);
    for to in TEXT {
        assert_eq!(decode(&empty, utf8, Policy::Fail, &to).unwrap().len(), 0);
    }
}

/// Text of each layout becomes bytes of each layout, even without the feature `cast`. To check
/// that, run `cargo test --no-default-features --test arrays any_layout`.
#[test]
fn text_of_any_layout_is_encoded_to_bytes_of_any_layout() {
    let rows = [Some("tea"), None, Some(""), Some("a longer row of text")];
    let texts: [ArrayRef; 3] = [
        Arc::new(StringArray::from_iter(rows)),
        Arc::new(LargeStringArray::from_iter(rows)),
        Arc::new(StringViewArray::from_iter(rows)),
    ];
    let bytes = rows.map(|row| row.map(|row| row.as_bytes().to_vec()));
    for (text, expected) in texts.iter().flat_map(|text| {
        layouts(&bytes.to_vec())
            .into_iter()
            .map(move |of| (text, of))
    }) {
        for encoding in [Charset::Utf8, Charset::Latin1] {
            let text = text.slice(1, 3);
            let bytes = encode(&text, encoding, Policy::Fail, expected.data_type()).unwrap();
            bytes.to_data().validate_full().unwrap();
            assert_eq!(&bytes, &expected.slice(1, 3), "{}", text.data_type());
        }
    }
}

#[test]
fn dictionaries_are_encoded_by_value() {
    let values: ArrayRef = Arc::new(StringArray::from(vec!["a", "5 €", "né"]));
    let keys = |keys: Vec<Option<i8>>| DictionaryArray::new(Int8Array::from(keys), values.clone());
    let dictionary = |values| DataType::Dictionary(Box::new(DataType::Int8), Box::new(values));
    let latin1 =
        |array: &dyn Array, policy, to: &DataType| encode(array, Charset::Latin1, policy, to);

    let array = keys(vec![Some(2), None, Some(0), Some(2)]);
    let bytes = latin1(&array, Policy::Fail, &dictionary(DataType::Binary)).unwrap();
    assert_eq!(bytes.data_type(), &dictionary(DataType::Binary));
    let rows = bytes.as_dictionary::<Int8Type>();
    let rows = rows.downcast_dict::<BinaryArray>().unwrap();
    let rows: Vec<_> = rows.into_iter().collect();
    assert_eq!(
        rows,
        [Some(&b"n\xE9"[..]), None, Some(b"a"), Some(b"n\xE9")]
    );
    let bytes = latin1(&array, Policy::Fail, &DataType::LargeBinary).unwrap();
    assert_eq!(bytes.as_binary::<i64>().value(3), b"n\xE9");

    let array = keys(vec![Some(2), None, Some(1)]);
    let Err(Error::Row(error)) = latin1(&array, Policy::Fail, &DataType::Binary) else {
        panic!()
    };
    assert_eq!((error.row(), error.position()), (2, 2));
    let bytes = latin1(&array, Policy::Null, &DataType::Binary).unwrap();
    assert_eq!((bytes.null_count(), bytes.is_null(2)), (2, true));
}

/// A row of a dictionary is null if its key is null, or the value that the key refers to.
#[test]
fn nulls_of_dictionaries() {
    let values = [None, Some(&b"\xE9"[..]), Some("né".as_bytes())];
    let values: ArrayRef = Arc::new(BinaryArray::from(values.to_vec()));
    // The null keys have the number of a malformed value, which must not matter.
    let nulls = NullBuffer::from(vec![true, false, true, false]);
    let keys = |keys: Vec<i8>| {
        let keys = Int8Array::new(keys.into(), Some(nulls.clone()));
        DictionaryArray::new(keys, values.clone())
    };
    let array = keys(vec![0, 1, 2, 1]);
    for encoding in [Charset::Utf8, Charset::Utf16Le] {
        let valid = is_valid(&array, encoding).unwrap();
        let well_formed = encoding == Charset::Utf8;
        let expected = [None, None, Some(well_formed), None];
        assert_eq!(valid, BooleanArray::from(expected.to_vec()));
    }
    let expected = [None, None, Some("né".to_owned()), None];
    for policy in [Policy::Fail, Policy::Null, Policy::Replace] {
        let text = decode(&array, Charset::Utf8, policy, &DataType::Utf8).unwrap();
        assert_eq!(texts(&text), expected);
    }
    let array = keys(vec![0, 1, 1, 1]);
    let error = decode(&array, Charset::Utf8, Policy::Fail, &DataType::Utf8);
    let Err(Error::Row(error)) = error else {
        panic!()
    };
    assert_eq!(error.row(), 2);
}
