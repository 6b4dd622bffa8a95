//! A file with records of 8 fields, read to columns of text.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};

pub fn document(pieces: &[String]) -> Vec<u8> {
    pieces.chunks(8).map(|fields| fields.join(",") + "\n").collect::<String>().into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    let fields: Vec<Field> = (0..8).map(|column| Field::new(column.to_string(), DataType::Utf8, true)).collect();
    let builder = arrow_csv::ReaderBuilder::new(Arc::new(Schema::new(fields))).with_truncated_rows(true);
    let batches = builder.build(document).expect("a schema");
    batches.map(|batch| batch.expect("well-formed records").num_rows()).sum()
}
