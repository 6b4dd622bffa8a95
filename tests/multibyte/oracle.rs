//! What `encoding_rs` says of texts. The fuzz target `multibyte` uses this file, too.

use encoding_rs::{DecoderResult, Encoding};
use utflane::Charset;

/// The encoding of the WHATWG standard that a charset is.
pub(crate) fn standard(charset: Charset) -> &'static Encoding {
    let encoding = Encoding::for_label(charset.name().as_bytes()).expect("a label");
    assert!(encoding.name().eq_ignore_ascii_case(charset.name()));
    encoding
}

/// A text, and the positions and lengths of its malformed sequences, by one decoder.
pub(crate) fn decoded(charset: Charset, bytes: &[u8]) -> (String, Vec<(u64, usize)>) {
    let mut decoder = standard(charset).new_decoder_without_bom_handling();
    // Pieces of text: in a long one this decoder goes through all the room at each fault.
    let mut buffer = [0; 1 << 10];
    let mut text = String::new();
    let (mut at, mut faults) = (0, Vec::new());
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut buffer, true);
        at += read;
        text.push_str(std::str::from_utf8(&buffer[..written]).expect("UTF-8"));
        match result {
            DecoderResult::InputEmpty => return (text, faults),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, after) => {
                text.push('\u{FFFD}');
                // The standard takes the second of two escape sequences for malformed, this
                // decoder the first.
                let after = if (len, after) == (3, 3) { 0 } else { after };
                let start = at - usize::from(len + after);
                faults.push((start as u64, len.into()));
            }
        }
    }
}
