//! An array of strings.

pub fn document(pieces: &[String]) -> Vec<u8> {
    format!("[\"{}\"]", pieces.join("\",\"")).into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    let strings: Vec<String> = serde_json::from_slice(document).expect("well-formed JSON");
    strings.len()
}
