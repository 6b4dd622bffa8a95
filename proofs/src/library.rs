//! Runs the library on texts that refute a claim, to find out whether it also fails on them.

use crate::{Charset, Isa, Pair, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use std::prelude::v1::*;
use std::{format, vec};

/// Returns a text surrounded by others, long enough for the kernels.
fn among(before: &[u8], text: &[u8], after: &[u8]) -> Vec<u8> {
    [&before.repeat(64), text, &after.repeat(256)].concat()
}

/// Returns whether any instruction set of this CPU fails on the text or on a beginning of it. A
/// refuting text may end with bytes that hide the failure.
pub(crate) fn fails_utf8(text: &[u8]) -> bool {
    (0..=text.len()).any(|end| fails_whole_utf8(&text[..end]))
        || differs(&[Charset::Utf8, Charset::Latin1], text)
}

fn fails_whole_utf8(text: &[u8]) -> bool {
    // Sequences that the text may continue.
    let starts: [&[u8]; 8] = [
        b"", b"\xC3", b"\xE4", b"\xF1", b"\xE0", b"\xED", b"\xF0", b"\xF4",
    ];
    let texts = starts.iter().flat_map(|start| {
        let text = [start, text].concat();
        let alone = (0..=64).map({
            let text = text.clone();
            move |before| [&b"a".repeat(before), &text[..]].concat()
        });
        alone.chain([
            among(b"a", &text, b"a"),
            among("é".as_bytes(), &text, "é".as_bytes()),
        ])
    });
    texts.into_iter().any(|text| {
        let right = core::str::from_utf8(&text);
        let units = right.map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        let characters = right.map(|text| {
            text.chars()
                .flat_map(|character| u32::from(character).to_le_bytes())
                .collect()
        });
        Isa::available().any(|isa| {
            let valid_up_to = |error: core::str::Utf8Error| error.valid_up_to();
            isa.validate::<Utf8>(&text)
                .map_err(|error| error.valid_up_to())
                != right.map(|_| ()).map_err(valid_up_to)
                || isa.transcode_to_vec::<Utf8, Utf16Le>(&text).ok() != units.clone().ok()
                || isa.transcode_to_vec::<Utf8, Utf32Le>(&text).ok() != characters.clone().ok()
        })
    })
}

/// Returns whether a kernel of UTF-16 fails for a prefix of `text`, in either byte order.
pub(crate) fn fails_utf16(text: &[u8]) -> bool {
    (0..=text.len()).any(|end| fails_whole_utf16(&text[..end]))
        || differs(&[Charset::Utf16Le, Charset::Utf16Be], text)
}

fn fails_whole_utf16(text: &[u8]) -> bool {
    let text = &text[..text.len() & !1];
    let swapped: Vec<u8> = text
        .chunks_exact(2)
        .flat_map(|unit| [unit[1], unit[0]])
        .collect();
    [text, &swapped].into_iter().any(|text| {
        let text = among(b"a\0", text, b"a\0");
        let big: Vec<u8> = text
            .chunks_exact(2)
            .flat_map(|unit| [unit[1], unit[0]])
            .collect();
        let units = text
            .chunks_exact(2)
            .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        let right: Option<String> = char::decode_utf16(units).collect::<Result<_, _>>().ok();
        Isa::available().any(|isa| {
            isa.validate::<Utf16Le>(&text).is_ok() != right.is_some()
                || isa.validate::<Utf16Be>(&big).is_ok() != right.is_some()
                || isa.transcode_to_vec::<Utf16Le, Utf8>(&text).ok() != bytes_of(&right)
                || isa.transcode_to_vec::<Utf16Be, Utf8>(&big).ok() != bytes_of(&right)
        })
    })
}

/// Returns whether a kernel of UTF-32 fails for a prefix of `text`, in either byte order.
pub(crate) fn fails_utf32(text: &[u8]) -> bool {
    (0..=text.len()).any(|end| fails_whole_utf32(&text[..end]))
        || differs(&[Charset::Utf32Le, Charset::Utf32Be], text)
}

fn fails_whole_utf32(text: &[u8]) -> bool {
    let text = &text[..text.len() & !3];
    let swap = |text: &[u8]| -> Vec<u8> {
        text.chunks_exact(4)
            .flat_map(|unit| unit.iter().rev().copied())
            .collect()
    };
    [text, &swap(text)].into_iter().any(|text| {
        let text = among(b"a\0\0\0", text, b"a\0\0\0");
        let big = swap(&text);
        let units = text
            .chunks_exact(4)
            .map(|unit| unit.try_into().map(u32::from_le_bytes));
        let characters = units.map(|unit| char::from_u32(unit.expect("four bytes")));
        let right: Option<String> = characters.collect();
        Isa::available().any(|isa| {
            isa.validate::<Utf32Le>(&text).is_ok() != right.is_some()
                || isa.validate::<Utf32Be>(&big).is_ok() != right.is_some()
                || isa.transcode_to_vec::<Utf32Le, Utf8>(&text).ok() != bytes_of(&right)
                || isa.transcode_to_vec::<Utf32Be, Utf8>(&big).ok() != bytes_of(&right)
                || isa.transcode_to_vec::<Utf32Le, Utf16Le>(&text).ok()
                    != right
                        .as_ref()
                        .map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect())
        })
    })
}

/// Returns whether a conversion of the text from one of these encodings, or its length, differs
/// from scalar code, alone or after ASCII.
fn differs(sources: &[Charset], text: &[u8]) -> bool {
    const TARGETS: [Charset; 7] = [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Utf16Be,
        Charset::Utf32Le,
        Charset::Latin1,
        Charset::Cesu8,
        Charset::Windows1252,
    ];
    let scalar = Isa::named("scalar").expect("scalar code is everywhere");
    let before = [0, 4, 60, 128].map(|len| b"a\0\0\0".repeat(len / 4));
    let texts = before.map(|before| [&before, text].concat());
    let pairs = sources.iter().flat_map(|&from| {
        TARGETS
            .into_iter()
            .filter_map(move |to| Pair::new(from, to))
    });
    pairs.into_iter().any(|pair| {
        texts.iter().any(|text| {
            let of = |isa| {
                let pair = pair.with_isa(isa);
                let mut dst = vec![0; 8 * text.len()];
                let strict = pair.transcode(text, &mut dst);
                dst.truncate(
                    strict
                        .as_ref()
                        .map_or_else(|error| error.written(), |len| *len),
                );
                // Unspecified for malformed text.
                let len = strict.as_ref().map(|_| pair.transcoded_len(text));
                (format!("{len:?}"), pair.lossy_len(text), dst)
            };
            Isa::available().any(|isa| of(isa) != of(scalar))
        })
    })
}

fn bytes_of(text: &Option<String>) -> Option<Vec<u8>> {
    text.as_ref().map(|text| text.as_bytes().to_vec())
}
