//! Shows replacements for other libraries: calls of std, simdutf8 and encoding_rs, and the
//! equivalent functions of this library.
//!
//! ```text
//! cargo run --example peers
//! ```

use std::borrow::Cow;
use std::io;
use utflane::code_page::Windows1252;
use utflane::stream::{Status, TextDecoder};
use utflane::{Charset, DecodeError, from_utf8, from_utf8_vec, transcode_lossy_to_cow};

/// Replaces `std::str::from_utf8` and `simdutf8::basic::from_utf8`, in a function that returns
/// errors of `std::io`.
fn header(bytes: &[u8]) -> io::Result<(&str, &str)> {
    let line = from_utf8(bytes)?;
    line.split_once(": ")
        .ok_or_else(|| io::Error::other("no colon"))
}

/// Replaces `String::from_utf8`, whose error returns the bytes.
fn name(bytes: Vec<u8>) -> Result<String, (DecodeError, Vec<u8>)> {
    from_utf8_vec(bytes).map_err(|error| (error.utf8_error(), error.into_bytes()))
}

/// Replaces `encoding_rs::WINDOWS_1252.decode_without_bom_handling`: borrows the input if it is
/// ASCII.
fn old_field(bytes: &[u8]) -> Cow<'_, str> {
    transcode_lossy_to_cow::<Windows1252>(bytes)
}

/// Replaces `encoding_rs::Decoder::decode_to_string` in a loop over chunks. The string grows
/// automatically.
fn body<'a>(label: &str, chunks: impl Iterator<Item = &'a [u8]>) -> Option<String> {
    let mut decoder = TextDecoder::new(Charset::for_label(label)?);
    let mut text = String::new();
    for chunk in chunks {
        let _all = decoder.decode_lossy(chunk, &mut text);
    }
    let end = decoder.finish_text_lossy(&mut text);
    (end.status == Status::InputEmpty).then_some(text)
}

fn main() -> io::Result<()> {
    println!("{:?}", header("Titre: été".as_bytes())?);
    println!("{:?}", name(b"caf\xE9".to_vec()));
    println!("{:?}", old_field(b"caf\xE9"));
    println!("{:?}", body("koi8-r", b"\xD0\xD2\xC9".chunks(1)));
    Ok(())
}

#[test]
fn answers_are_those_of_the_peers() {
    assert_eq!(header("Titre: été".as_bytes()).unwrap(), ("Titre", "été"));
    let error = header(b"Titre: \xE9").unwrap_err();
    let bytes = b"Titre: \xE9".to_vec();
    let std = std::str::from_utf8(&bytes).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (io::ErrorKind::InvalidData, std.to_string())
    );

    assert_eq!(name(b"fine".to_vec()).as_deref(), Ok("fine"));
    let (error, bytes) = name(b"caf\xE9".to_vec()).unwrap_err();
    assert_eq!((error.valid_up_to(), &bytes[..]), (3, &b"caf\xE9"[..]));

    for bytes in [&b"plain"[..], b"caf\xE9 \x80 \x81"] {
        let (expected, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
        let is_borrowed = |text: &Cow<str>| matches!(text, Cow::Borrowed(_));
        assert_eq!(old_field(bytes), expected);
        assert_eq!(is_borrowed(&old_field(bytes)), is_borrowed(&expected));
    }
    let bytes = b"\xF0\x9F\x98\x80\xE2\x82 \xFF";
    for len in 1..bytes.len() {
        let (expected, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
        assert_eq!(body("utf8", bytes.chunks(len)).as_deref(), Some(&*expected));
    }
    assert_eq!(body("no such", [].into_iter()), None);
}
