//! An array of strings.

pub fn document(pieces: &[String]) -> Vec<u8> {
    format!("[\"{}\"]", pieces.join("\",\"")).into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    match jiter::JsonValue::parse(document, false).expect("well-formed JSON") {
        jiter::JsonValue::Array(strings) => strings.len(),
        _ => 0,
    }
}
