//! A file with records of 8 fields, read as text.

pub fn document(pieces: &[String]) -> Vec<u8> {
    pieces.chunks(8).map(|fields| fields.join(",") + "\n").collect::<String>().into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(document);
    let mut record = csv::StringRecord::new();
    let mut length = 0;
    while reader.read_record(&mut record).expect("well-formed records") {
        length += record.as_slice().len();
    }
    length
}
