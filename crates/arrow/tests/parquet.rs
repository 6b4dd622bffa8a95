//! Reads byte arrays of Parquet files as text. If a character is split between two rows, the values
//! are well-formed end to end, but each row is malformed.

use bytes::Bytes;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::arrow::arrow_writer::ArrowWriter;
use parquet::basic::Encoding;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch};
use utflane_arrow::arrow_cast::cast;
use utflane_arrow::arrow_schema::{DataType, Field, Schema, SchemaRef};
use utflane_arrow::{Error, Policy, bytes_schema, decode_batch};

/// Writes a file with a column of these rows, in a Parquet encoding or with a dictionary.
fn file(rows: &[&[u8]], encoding: Option<Encoding>) -> Bytes {
    let array: ArrayRef = Arc::new(BinaryArray::from_iter_values(rows));
    let batch = RecordBatch::try_from_iter_with_nullable([("drink", array, true)]).unwrap();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(encoding.is_none())
        .set_data_page_row_count_limit(100)
        .set_write_batch_size(50);
    let properties = match encoding {
        Some(encoding) => properties.set_encoding(encoding),
        None => properties,
    };
    let mut file = Vec::new();
    let properties = Some(properties.build());
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), properties).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    file.into()
}

/// Reads the batches of a file and converts them to the schema.
fn read(file: Bytes, schema: &SchemaRef, policy: Policy) -> Result<Vec<RecordBatch>, Error> {
    let options = ArrowReaderOptions::new().with_schema(Arc::new(bytes_schema(schema)));
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).unwrap();
    let batches = reader.with_batch_size(64).build().unwrap();
    batches
        .map(|batch| decode_batch(&batch.unwrap(), schema, Charset::Utf8, policy))
        .collect()
}

#[test]
fn characters_that_are_split_between_rows_are_refused() {
    let encodings = [
        Some(Encoding::PLAIN),
        Some(Encoding::DELTA_LENGTH_BYTE_ARRAY),
        Some(Encoding::DELTA_BYTE_ARRAY),
        None,
    ];
    for encoding in encodings {
        for to in [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View] {
            let schema = Arc::new(Schema::new(vec![Field::new("drink", to.clone(), true)]));
            // Split the character in the first batch, between two batches, between two pages, and
            // at the end.
            for at in [0, 63, 99, 198] {
                let mut rows: Vec<&[u8]> = vec!["café".as_bytes(); 200];
                assert_eq!(
                    texts(&read(file(&rows, encoding), &schema, Policy::Fail).unwrap()).len(),
                    200
                );
                rows[at..at + 2].copy_from_slice(&[b"caf\xC3", b"\xA9lait"]);
                match read(file(&rows, encoding), &schema, Policy::Fail) {
                    Err(Error::Column { error, .. }) => {
                        assert_eq!((error.row(), error.position()), (at % 64, 3));
                    }
                    other => panic!("{encoding:?} {to} {at}: {other:?}"),
                }
                let rows = texts(&read(file(&rows, encoding), &schema, Policy::Null).unwrap());
                assert_eq!(
                    rows.iter()
                        .filter(|row| row.as_deref() == Some("café"))
                        .count(),
                    198
                );
                assert_eq!(rows[at..at + 2], [None, None]);
            }
        }
    }
}

fn texts(batches: &[RecordBatch]) -> Vec<Option<String>> {
    let mut rows = Vec::new();
    for batch in batches {
        let text = batch.column(0);
        text.to_data().validate_full().unwrap();
        let text = cast(text, &DataType::LargeUtf8).unwrap();
        rows.extend(
            text.as_string::<i64>()
                .iter()
                .map(|row| row.map(str::to_owned)),
        );
    }
    rows
}
