//! Lines of objects with a string, read to a column of text.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};

pub fn document(pieces: &[String]) -> Vec<u8> {
    pieces.iter().map(|piece| format!("{{\"text\":\"{piece}\"}}\n")).collect::<String>().into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    let schema = Schema::new(vec![Field::new("text", DataType::Utf8, false)]);
    let batches = arrow_json::ReaderBuilder::new(Arc::new(schema)).build(document).expect("a schema");
    batches.map(|batch| batch.expect("well-formed JSON").num_rows()).sum()
}
