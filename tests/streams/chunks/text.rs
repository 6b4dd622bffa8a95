//! Checks the streams that return text: chunks of UTF-8, and strings.

use super::{each_cut, vectors};
use utflane::stream::{Status, StreamError, TextDecoder, Utf8Pieces};
use utflane::{Charset, Reason, Utf8, from_utf8, transcode_lossy_to_string, validate};

/// Returns the text of chunks and the errors, each with the length of the text before it.
fn pieces_of(chunks: &[&[u8]]) -> (String, Vec<(usize, StreamError)>) {
    let mut pieces = Utf8Pieces::new();
    let (mut text, mut errors) = (String::new(), Vec::new());
    for mut chunk in chunks.iter().copied() {
        loop {
            let piece = pieces.feed(chunk);
            text += piece.completed();
            text += piece.text;
            chunk = &chunk[piece.read..];
            match piece.result {
                Ok(()) => break,
                Err(error) => errors.push((text.len(), error)),
            }
        }
        assert!(chunk.is_empty());
    }
    errors.extend(pieces.finish().err().map(|error| (text.len(), error)));
    (text, errors)
}

#[test]
fn pieces_make_up_the_text_however_it_is_cut() {
    for bytes in vectors() {
        let mut valid = String::new();
        let mut faults = Vec::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            valid += chunk.valid();
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                let error = validate::<Utf8>(&bytes[at..]).unwrap_err();
                faults.push((
                    valid.len(),
                    at as u64,
                    error.error_len(),
                    error.kind(),
                    chunk.invalid(),
                ));
            }
            at += chunk.invalid().len();
        }
        each_cut(&bytes, |chunks| {
            if chunks.is_empty() {
                return;
            }
            let (text, errors) = pieces_of(chunks);
            assert_eq!(text, valid, "{chunks:02X?}");
            assert_eq!(errors.len(), faults.len(), "{chunks:02X?}");
            for ((before, error), expected) in errors.iter().zip(&faults) {
                let Reason::Malformed(malformed) = error.reason() else {
                    panic!("{error}");
                };
                let (kind, bytes) = (malformed.kind(), malformed.bytes());
                let found = (
                    *before,
                    error.position(),
                    malformed.error_len(),
                    kind,
                    bytes,
                );
                assert_eq!(found, *expected, "{chunks:02X?}");
            }
        });
    }
}

#[test]
fn text_of_a_chunk_is_not_copied() {
    let chunk = b"\xACabc\xE2";
    let mut pieces = Utf8Pieces::new();
    assert!(pieces.feed(b"\xE2\x82").text.is_empty());
    let piece = pieces.feed(chunk);
    assert_eq!(
        (piece.completed(), piece.text.as_ptr()),
        ("€", chunk[1..].as_ptr())
    );
}

/// Returns the text that a decoder makes of chunks, and the number of its stops.
fn decoded(charset: Charset, chunks: &[&[u8]], is_lossy: bool) -> (String, usize) {
    let mut decoder = TextDecoder::new(charset);
    let (mut text, mut stops) = (String::new(), 0);
    for mut chunk in chunks.iter().copied() {
        loop {
            let step = if is_lossy {
                decoder.decode_lossy(chunk, &mut text)
            } else {
                decoder.decode(chunk, &mut text)
            };
            chunk = &chunk[step.read..];
            match step.status {
                Status::InputEmpty => break,
                Status::Stopped(_) => stops += 1,
                _ => panic!("a string grows as needed"),
            }
        }
        assert!(chunk.is_empty());
    }
    let step = if is_lossy {
        decoder.finish_text_lossy(&mut text)
    } else {
        decoder.finish_text(&mut text)
    };
    (text, stops + usize::from(step.status != Status::InputEmpty))
}

#[test]
fn strings_are_the_same_however_the_text_is_cut() {
    for bytes in vectors() {
        let strict: String = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
        let faults = bytes
            .utf8_chunks()
            .filter(|chunk| !chunk.invalid().is_empty())
            .count();
        let wide = transcode_lossy_to_string::<utflane::Utf16Be>(&bytes);
        each_cut(&bytes, |chunks| {
            if chunks.is_empty() {
                return;
            }
            assert_eq!(
                decoded(Charset::Utf8, chunks, false),
                (strict.clone(), faults)
            );
            let lossy = String::from_utf8_lossy(&bytes).into_owned();
            assert_eq!(decoded(Charset::Utf8, chunks, true), (lossy, 0));
            assert_eq!(decoded(Charset::Utf16Be, chunks, true), (wide.clone(), 0));
        });
    }
    // Each byte of input becomes three bytes of output.
    let dashes = [0x96; 10_000];
    let (text, stops) = decoded(Charset::Windows1252, &[&dashes], false);
    assert_eq!((text, stops), ("–".repeat(10_000), 0));
    assert!(from_utf8(&dashes).is_err());
}
