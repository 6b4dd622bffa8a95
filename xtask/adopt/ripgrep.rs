//! A file in UTF-16, searched for a word that it does not contain.

use grep_searcher::{Encoding, SearcherBuilder, sinks::Bytes};

pub fn document(pieces: &[String]) -> Vec<u8> {
    pieces.join("\n").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

pub fn run(document: &[u8]) -> usize {
    let matcher = grep_regex::RegexMatcher::new("no such word").expect("a valid expression");
    let encoding = Encoding::new("utf-16le").expect("a known encoding");
    let mut searcher = SearcherBuilder::new().encoding(Some(encoding)).build();
    let mut lines = 0;
    let sink = Bytes(|_, _| {
        lines += 1;
        Ok(true)
    });
    searcher.search_reader(&matcher, document, sink).expect("no errors");
    1 + lines
}
