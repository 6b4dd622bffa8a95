//! An array of strings. The parser changes its input, so each run copies it.

pub fn document(pieces: &[String]) -> Vec<u8> {
    format!("[\"{}\"]", pieces.join("\",\"")).into_bytes()
}

pub fn run(document: &[u8]) -> usize {
    let mut copy = document.to_vec();
    let tape = simd_json::to_tape(&mut copy).expect("well-formed JSON");
    tape.0.len()
}
