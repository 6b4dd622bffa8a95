//! Expected results of legacy multi-byte encodings, computed with `encoding_rs`.

use encoding_rs::{DecoderResult, Encoding};
use utflane::Charset;

/// Returns the WHATWG encoding that equals a charset.
pub fn standard(charset: Charset) -> &'static Encoding {
    let encoding = Encoding::for_label(charset.name().as_bytes()).expect("a label");
    assert!(encoding.name().eq_ignore_ascii_case(charset.name()));
    encoding
}

/// Decodes a text by one decoder. Returns positions and lengths of the malformed sequences as well.
pub fn decoded(charset: Charset, bytes: &[u8]) -> (String, Vec<(u64, usize)>) {
    let mut decoder = standard(charset).new_decoder_without_bom_handling();
    // A short buffer, because at each error this decoder scans its whole output buffer.
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
                // Of two escape sequences in a row the standard reports the second as malformed,
                // this decoder the first.
                let after = if (len, after) == (3, 3) { 0 } else { after };
                let start = at - usize::from(len + after);
                faults.push((start as u64, len.into()));
            }
        }
    }
}
