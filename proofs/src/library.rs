//! Runs the library on texts that refute a claim, to find out whether it also fails on them.

use crate::{Charset, Isa, Pair};
use std::prelude::v1::*;
use std::{format, vec};

/// Returns whether any instruction set of this CPU fails on the text or on a beginning of it. A
/// refuting text may end with bytes that hide the failure.
pub(crate) fn fails_utf8(text: &[u8]) -> bool {
    // Sequences that the text may continue.
    let starts: [&[u8]; 8] = [
        b"", b"\xC3", b"\xE4", b"\xF1", b"\xE0", b"\xED", b"\xF0", b"\xF4",
    ];
    starts.iter().any(|start| {
        let text = [start, text].concat();
        fails(&[Charset::Utf8, Charset::Latin1], &["a", "é"], 1, &text)
    })
}

/// Like [`fails_utf8`], for UTF-16 in either byte order.
pub(crate) fn fails_utf16(text: &[u8]) -> bool {
    fails(
        &[Charset::Utf16Le, Charset::Utf16Be],
        &["a\0", "\0a"],
        2,
        text,
    )
}

/// Like [`fails_utf8`], for UTF-32 in either byte order.
pub(crate) fn fails_utf32(text: &[u8]) -> bool {
    let around = ["a\0\0\0", "\0\0\0a"];
    fails(&[Charset::Utf32Le, Charset::Utf32Be], &around, 4, text)
}

/// Returns whether any instruction set gives a result for text in one of these encodings that
/// scalar code does not give: for each beginning of the text, alone, after ASCII of several
/// lengths, and surrounded by other text, long enough for all kernels.
fn fails(sources: &[Charset], around: &[&str], width: usize, text: &[u8]) -> bool {
    (0..=text.len()).step_by(width).any(|end| {
        let text = &text[..end];
        let after = [0, 1, 15, 32].map(|len| (around[0].repeat(len), String::new()));
        let among = around
            .iter()
            .map(|text| (text.repeat(64), text.repeat(256)));
        after.into_iter().chain(among).any(|(before, after)| {
            let text = [before.as_bytes(), text, after.as_bytes()].concat();
            sources.iter().any(|&source| differs(source, &text))
        })
    })
}

/// Returns whether the validation of the text or a conversion, or its length, differs from scalar
/// code.
fn differs(source: Charset, text: &[u8]) -> bool {
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
    let valid = |isa: Isa| {
        let valid = isa.validate_charset(source, text);
        valid.map_err(|error| error.valid_up_to())
    };
    let converted = |pair: Pair| {
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
    Isa::available().any(|isa| {
        valid(isa) != valid(scalar)
            || TARGETS
                .into_iter()
                .filter_map(|target| Pair::new(source, target))
                .any(|pair| converted(pair.with_isa(isa)) != converted(pair.with_isa(scalar)))
    })
}
