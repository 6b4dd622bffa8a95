//! Fuzzes `stream::AnyTranscoder` between any two charsets, including code pages and legacy
//! multi-byte encodings. Chunks and outputs of any length must give the result of one call, and a
//! lossy stream must replace exactly the sequences at which a strict one stops.
#![no_main]

use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status};

/// Bytes of output that are enough for every character and for the end of every text.
const ENOUGH: usize = 16;

/// Returns the output of a stream, and the number of its stops or replacements.
fn drive(
    from: Charset,
    to: Charset,
    text: &[u8],
    sizes: [usize; 2],
    lossy: bool,
) -> (Vec<u8>, u64) {
    let [chunk, capacity] = sizes;
    let mut transcoder = AnyTranscoder::new(from, to);
    let (mut bytes, mut stops) = (Vec::new(), 0);
    let mut out = vec![0; capacity.max(ENOUGH)];
    let mut size = capacity;
    let parts = text.chunks(chunk).map(Some).chain([None]);
    for part in parts {
        let mut rest = part.unwrap_or_default();
        loop {
            let out = &mut out[..size];
            let step = match (part, lossy) {
                (Some(_), true) => transcoder.transcode_lossy(rest, out),
                (Some(_), false) => transcoder.transcode(rest, out),
                (None, true) => transcoder.finish_lossy(out),
                (None, false) => transcoder.finish_into(out),
            };
            bytes.extend_from_slice(&out[..step.written]);
            rest = &rest[step.read..];
            size = capacity;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull if step.written == 0 => size = capacity.max(ENOUGH),
                Status::Stopped(_) => stops += 1,
                _ => {}
            }
        }
    }
    (
        bytes,
        if lossy {
            transcoder.replacements()
        } else {
            stops
        },
    )
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&[from, to, chunk, capacity], text)) = data.split_first_chunk() else {
        return;
    };
    let charset = |number: u8| Charset::ALL[usize::from(number) % Charset::ALL.len()];
    let (from, to) = (charset(from), charset(to));
    let sizes = [usize::from(chunk) + 1, usize::from(capacity) + 1];
    let whole = [text.len().max(1), 8 * text.len() + ENOUGH];
    let strict = drive(from, to, text, sizes, false);
    assert!(
        strict == drive(from, to, text, whole, false),
        "{from} to {to}"
    );
    let lossy = drive(from, to, text, sizes, true);
    assert!(
        lossy == drive(from, to, text, whole, true),
        "{from} to {to}"
    );
    assert_eq!(lossy.1, strict.1, "{from} to {to}");
});
