//! Tests arrays with the type of text whose values were not validated.

use std::sync::Arc;
use utflane_arrow::arrow_array::builder::make_view;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::types::Int32Type;
use utflane_arrow::arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int32Array, LargeBinaryArray,
    ListArray, StructArray, make_array,
};
use utflane_arrow::arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use utflane_arrow::arrow_schema::{DataType, Field};
use utflane_arrow::{Error, Policy, decode_utf8, decode_utf8_data, decode_utf8_view};

/// Changes the type of an array from bytes to text, without validation.
fn claimed(array: &dyn Array) -> ArrayRef {
    let to = match array.data_type() {
        DataType::Binary => DataType::Utf8,
        DataType::LargeBinary => DataType::LargeUtf8,
        _ => DataType::Utf8View,
    };
    let data = array.to_data().into_builder().data_type(to);
    // SAFETY: no row is used as a `str`.
    make_array(unsafe { data.build_unchecked() })
}

/// Returns rows of several lengths, some of them null. The rows at `bad` are malformed.
fn rows(bad: &[usize]) -> Vec<Option<Vec<u8>>> {
    let texts = ["", "né", "tea and cake", "日本語 is longer than a view"];
    (0..600)
        .map(|row| {
            let mut text = texts[row % texts.len()].as_bytes().to_vec();
            if bad.contains(&row) {
                text.splice(text.len() / 3..text.len() / 3, *b"\xED\xA0\x80");
            }
            (row % 7 != 3).then_some(text)
        })
        .collect()
}

fn array_ref(array: impl Array + 'static) -> ArrayRef {
    Arc::new(array)
}

fn jdk(row: &Option<Vec<u8>>) -> Option<String> {
    row.as_ref()
        .map(|row| utflane::transcode_lossy_to_string::<utflane::JdkUtf8>(row))
}

/// Returns the rows of text, after full validation by `arrow`.
fn texts(data: &dyn Array) -> Vec<Option<String>> {
    data.to_data().validate_full().expect("a valid array");
    let owned = |row: Option<&str>| row.map(str::to_owned);
    match data.data_type() {
        DataType::Utf8 => data.as_string::<i32>().iter().map(owned).collect(),
        DataType::LargeUtf8 => data.as_string::<i64>().iter().map(owned).collect(),
        _ => data.as_string_view().iter().map(owned).collect(),
    }
}

#[test]
fn malformed_rows_anywhere_are_replaced_and_others_stay() {
    let every: Vec<usize> = (0..600).collect();
    for bad in [&[][..], &[0], &[599], &[3], &[5, 6, 8, 400], &every] {
        let rows = rows(bad);
        let slices = || rows.iter().map(|row| row.as_deref());
        let arrays: [ArrayRef; 3] = [
            Arc::new(BinaryArray::from_iter(slices())),
            Arc::new(LargeBinaryArray::from_iter(slices())),
            Arc::new(BinaryViewArray::from_iter(slices())),
        ];
        for array in arrays {
            for slice in [0..600, 2..600, 5..7, 9..9, 100..399] {
                let part = &rows[slice.clone()];
                let text = claimed(&array.slice(slice.start, slice.len()));
                let decode = |policy| match text.data_type() {
                    DataType::Utf8 => decode_utf8(text.as_string::<i32>(), policy).map(array_ref),
                    DataType::LargeUtf8 => {
                        decode_utf8(text.as_string::<i64>(), policy).map(array_ref)
                    }
                    _ => decode_utf8_view(text.as_string_view(), policy).map(array_ref),
                };
                let by_data = |policy| decode_utf8_data(text.to_data(), policy).map(make_array);
                type Decode<'d> = &'d dyn Fn(Policy) -> Result<ArrayRef, Error>;
                for decode in [&decode as Decode<'_>, &by_data] {
                    let expected: Vec<_> = part.iter().map(jdk).collect();
                    assert_eq!(texts(&decode(Policy::ReplaceAsJdk).unwrap()), expected);
                    let strict = |row: &Option<Vec<u8>>| String::from_utf8(row.clone()?).ok();
                    let expected: Vec<_> = part.iter().map(strict).collect();
                    assert_eq!(texts(&decode(Policy::Null).unwrap()), expected);
                    let lossy = |row: &Vec<u8>| String::from_utf8_lossy(row).into_owned();
                    let expected: Vec<_> = part.iter().map(|row| row.as_ref().map(lossy)).collect();
                    assert_eq!(texts(&decode(Policy::Replace).unwrap()), expected);
                    let is_bad = |row: &Option<Vec<u8>>| row.is_some() && strict(row).is_none();
                    let first = part.iter().position(is_bad);
                    match decode(Policy::Fail) {
                        Err(Error::Row(error)) => assert_eq!(Some(error.row()), first),
                        result => assert!(result.is_ok() && first.is_none()),
                    }
                }
            }
        }
    }
}

#[test]
fn children_are_checked_and_what_is_good_is_the_same_array() {
    let field = |name: &str, data_type: &DataType| Field::new(name, data_type.clone(), true);
    let nested = |bytes: Vec<&[u8]>| -> ArrayRef {
        let text = claimed(&BinaryArray::from_vec(bytes));
        let offsets = OffsetBuffer::new(ScalarBuffer::from(vec![0, 2, 2, 3]));
        let item = Arc::new(field("item", text.data_type()));
        let list: ArrayRef = Arc::new(ListArray::new(item, offsets, text.clone(), None));
        let keys = Int32Array::from(vec![Some(2), None, Some(0)]);
        let dictionary: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(keys, text));
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3]));
        let columns = vec![list, numbers, dictionary];
        let fields = columns.iter().map(|column| field("", column.data_type()));
        let nulls = NullBuffer::from(vec![true, false, true]);
        Arc::new(StructArray::new(fields.collect(), columns, Some(nulls)))
    };
    for slice in [0..3, 1..3] {
        let cut = |array: ArrayRef| array.slice(slice.start, slice.len());
        let bad = cut(nested(vec![b"tea", b"caf\xE9", b"\xC3\xA9"])).to_data();
        let replaced = make_array(decode_utf8_data(bad.clone(), Policy::ReplaceAsJdk).unwrap());
        let expected = nested(vec![b"tea", "caf\u{FFFD}".as_bytes(), b"\xC3\xA9"]);
        assert_eq!(&replaced, &cut(expected));
        replaced.to_data().validate_full().unwrap();
        match decode_utf8_data(bad, Policy::Fail) {
            Err(Error::Row(error)) => assert_eq!((error.row(), error.position()), (1, 3)),
            result => panic!("{result:?}"),
        }
        let good = cut(nested(vec![b"tea", b"cake", b"\xC3\xA9"])).to_data();
        let same = decode_utf8_data(good.clone(), Policy::Fail).unwrap();
        assert!(same.ptr_eq(&good));
    }
}

#[test]
fn rows_outside_of_their_values_are_errors() {
    let wrong = |offsets: Vec<i32>| {
        let data = claimed(&BinaryArray::from_vec(vec![b"ab", b"cd", b"ef"])).to_data();
        let buffers = vec![Buffer::from_vec(offsets), data.buffers()[1].clone()];
        // SAFETY: the code under test finds the wrong offsets before it uses them.
        unsafe { data.into_builder().buffers(buffers).build_unchecked() }
    };
    for offsets in [
        [0, 2, 1, 6],
        [0, 2, 4, 7],
        [0, 2, i32::MAX, 6],
        [-1, 2, 4, 6],
        [6, 4, 2, 0],
    ] {
        for policy in [Policy::Fail, Policy::Null, Policy::ReplaceAsJdk] {
            let result = decode_utf8_data(wrong(offsets.to_vec()), policy);
            assert!(
                matches!(result, Err(Error::Arrow(_))),
                "{offsets:?}: {result:?}"
            );
        }
    }
    let long = make_view(b"more than 12 bytes", 0, 0);
    let buffer = Buffer::from(b"more than 12 bytes");
    let views = Buffer::from_vec(vec![long, long | 1 << 64, long | 1 << 96]);
    for rows in [1, 2, 3] {
        let views = views.slice_with_length(16 * (3 - rows), 16 * rows);
        let data = claimed(&BinaryViewArray::from_iter_values([b"short"])).to_data();
        let builder = data.into_builder().len(rows);
        // SAFETY: the code under test finds the wrong views before it uses them.
        let data = unsafe {
            builder
                .buffers(vec![views, buffer.clone()])
                .build_unchecked()
        };
        let result = decode_utf8_data(data, Policy::Null);
        assert!(matches!(result, Err(Error::Arrow(_))), "{result:?}");
    }
}

/// Views with a wrong prefix or padding are repaired, even in null rows.
#[test]
fn views_that_are_not_those_of_the_format() {
    let long = b"a text of more than 12 bytes";
    let other = b"\xC3\xA9 more than 12 bytes, too";
    let buffers = vec![Buffer::from(long), Buffer::from(other)];
    let good = [
        make_view(b"", 0, 0),
        make_view(b"short", 0, 0),
        make_view(b"exactly 12 b", 0, 0),
        make_view(long, 0, 0),
        make_view(other, 1, 0),
        make_view(long, 0, 0),
    ];
    let wrong = [
        1 << 127,
        1 << 72 | 1 << 120,
        0,
        1 << 32 | 1 << 63,
        1 << 40,
        1 << 33,
    ];
    let nulls = NullBuffer::from(vec![true, true, true, true, true, false]);
    let array_of = |views: Vec<u128>, rows| {
        let data = BinaryViewArray::from_iter_values([b""]).into_data();
        let views = Buffer::from_vec(views);
        let buffers = std::iter::once(views).chain(buffers.clone());
        let data = data.into_builder().len(rows).buffers(buffers.collect());
        // SAFETY: prefixes and padding are repaired before they are used.
        unsafe { data.nulls(Some(nulls.slice(0, rows))).build_unchecked() }
    };
    // The first four rows are ASCII.
    for rows in [3, 4, 6] {
        let mixed = (0..rows).map(|row| good[row] ^ wrong[row]).collect();
        let views = BinaryViewArray::from(array_of(mixed, rows));
        let expected = make_array(array_of(good[..rows].to_vec(), rows));
        let expected = claimed(&expected);
        let check = |text: &dyn Array| {
            text.to_data().validate_full().expect("views of the format");
            assert_eq!(text.to_data(), expected.to_data());
        };
        for policy in [Policy::Fail, Policy::Null, Policy::ReplaceAsJdk] {
            check(&decode_utf8_view(&views, policy).unwrap());
            let claimed = claimed(&views);
            check(&decode_utf8_view(claimed.as_string_view(), policy).unwrap());
            check(&make_array(
                decode_utf8_data(claimed.to_data(), policy).unwrap(),
            ));
            for charset in [utflane::Charset::Utf8, utflane::Charset::Latin1] {
                if charset == utflane::Charset::Utf8 || rows == 4 {
                    let decode = utflane_arrow::decode;
                    check(&decode(&views, charset, policy, &DataType::Utf8View).unwrap());
                }
            }
        }
    }
    // Correct views are shared.
    let views = BinaryViewArray::from(array_of(good.to_vec(), 6));
    let text = decode_utf8_view(&views, Policy::Fail).unwrap();
    assert!(text.views().ptr_eq(views.views()));
}
