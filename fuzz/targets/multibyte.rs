//! Fuzzes legacy multi-byte encodings. Text, errors and encoded output must equal those of
//! `encoding_rs`, and every instruction set must return the result of scalar code, with outputs of
//! any length.
#![no_main]

use encoding_rs::EncoderResult;
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Isa, Pair, TranscodeError};
use utflane_test_support::standard::{decoded, standard};

const CHARSETS: [Charset; 7] = [
    Charset::Gbk,
    Charset::Gb18030,
    Charset::Big5,
    Charset::ShiftJis,
    Charset::EucJp,
    Charset::EucKr,
    Charset::Iso2022Jp,
];

/// The encodings at the other end of a conversion.
const OTHERS: [Charset; 7] = [
    Charset::Utf8,
    Charset::Utf16,
    Charset::Utf16Be,
    Charset::Utf32,
    Charset::Windows1252,
    Charset::Gb18030,
    Charset::Mutf8,
];

/// Content of the buffer after the output.
const CANARY: u8 = 0xA5;

/// Results and output of the strict and the lossy conversion.
type Answer = [(Result<usize, TranscodeError>, Vec<u8>); 2];

fn answer(pair: Pair, src: &[u8], capacity: usize) -> Answer {
    [Pair::transcode, Pair::transcode_lossy].map(|verb| {
        let mut dst = vec![CANARY; capacity + 64];
        let result = verb(pair, src, &mut dst[..capacity]);
        assert!(
            dst[capacity..].iter().all(|byte| *byte == CANARY),
            "{pair:?}"
        );
        let units = result.unwrap_or_else(|error| error.written());
        dst.truncate(units * pair.target().unit_size());
        (result, dst)
    })
}

/// Returns the result of scalar code, after checking that all instruction sets agree with it, for
/// an output of the needed length and one of `capacity` bytes.
fn agreed(source: Charset, target: Charset, src: &[u8], capacity: usize) -> Answer {
    let scalar = Isa::named("scalar").expect("scalar is everywhere");
    let pair = Pair::new(source, target)
        .expect("two without a state")
        .with_isa(scalar);
    let lossy = pair.lossy_len(src);
    let need = lossy * target.unit_size();
    let whole = answer(pair, src, need);
    assert_eq!(pair.measure(src), whole[0].0, "{pair:?}");
    let part = answer(pair, src, capacity.min(need));
    let valid = scalar.validate_charset(source, src);
    let count = scalar.char_count_charset(source, src);
    for isa in Isa::available().filter(|isa| *isa != scalar) {
        let (name, pair) = (isa.name(), pair.with_isa(isa));
        assert!(answer(pair, src, need) == whole, "{name} {pair:?}");
        let said = answer(pair, src, capacity.min(need));
        assert!(said == part, "{name} {pair:?} into {capacity}");
        assert_eq!(pair.lossy_len(src), lossy, "{name} {pair:?}");
        assert_eq!(pair.measure(src), whole[0].0, "{name} {pair:?}");
        assert_eq!(isa.validate_charset(source, src), valid, "{name} {source}");
        assert_eq!(
            isa.char_count_charset(source, src),
            count,
            "{name} {source}"
        );
    }
    whole
}

/// Decodes bytes by streams and by the functions for whole texts, which are resumed after each
/// error.
fn check_reading(charset: Charset, bytes: &[u8], other: Charset, capacity: usize) {
    let (text, faults) = decoded(charset, bytes);
    let mut transcoder = AnyTranscoder::new(charset, Charset::Utf8);
    let mut out = vec![0; 4 * bytes.len() + 64];
    let step = transcoder.transcode_lossy(bytes, &mut out);
    let end = transcoder.finish_lossy(&mut out[step.written..]);
    assert!(
        out[..step.written + end.written] == *text.as_bytes(),
        "{charset}"
    );
    assert_eq!(transcoder.replacements(), faults.len() as u64, "{charset}");
    if charset.is_stateful() {
        return;
    }
    let [_, (_, lossy)] = agreed(charset, Charset::Utf8, bytes, capacity);
    assert!(lossy == text.as_bytes(), "{charset}");
    let _ = agreed(charset, other, bytes, capacity);
    let (mut at, mut found) = (0, Vec::new());
    while let Err(error) = charset.validate(&bytes[at..]) {
        let start = at + error.valid_up_to();
        let len = error.error_len().unwrap_or(bytes.len() - start);
        found.push((start as u64, len));
        at = start + len;
    }
    assert_eq!(found, faults, "{charset}");
}

/// Encodes text, with replacement of unrepresentable characters.
fn check_writing(charset: Charset, text: &str, other: Charset, capacity: usize) {
    let mut encoder = standard(charset).new_encoder();
    let mut expected = vec![0; 12 * text.len() + 64];
    let (mut read, mut written, mut missing) = (0, 0, 0);
    let replacement = match charset {
        Charset::Gb18030 => "\u{FFFD}",
        _ => "?",
    };
    loop {
        let out = &mut expected[written..];
        let rest = &text[read..];
        let (result, source, target) =
            encoder.encode_from_utf8_without_replacement(rest, out, true);
        (read, written) = (read + source, written + target);
        match result {
            EncoderResult::InputEmpty => break,
            EncoderResult::OutputFull => unreachable!("the output is large enough"),
            EncoderResult::Unmappable(_) => missing += 1,
        }
        let out = &mut expected[written..];
        written += encoder
            .encode_from_utf8_without_replacement(replacement, out, false)
            .2;
    }
    expected.truncate(written);
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
    let mut out = vec![0; 12 * text.len() + 64];
    let step = transcoder.transcode_lossy(text.as_bytes(), &mut out);
    let end = transcoder.finish_lossy(&mut out[step.written..]);
    assert!(out[..step.written + end.written] == *expected, "{charset}");
    assert_eq!(transcoder.replacements(), missing, "{charset}");
    if charset.is_stateful() {
        return;
    }
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_ne_bytes).collect();
    for (source, src) in [(Charset::Utf8, text.as_bytes()), (Charset::Utf16, &units)] {
        let [_, (_, lossy)] = agreed(source, charset, src, capacity);
        assert!(lossy == expected, "{source} to {charset}");
    }
    let pair = Pair::new(Charset::Utf8, other).expect("two without a state");
    let mut src = vec![0; 4 * text.len()];
    let len = pair
        .transcode_lossy(text.as_bytes(), &mut src)
        .expect("capacity");
    let _ = agreed(other, charset, &src[..len * other.unit_size()], capacity);
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&[charset, other, how, capacity], text)) = data.split_first_chunk() else {
        return;
    };
    let charset = CHARSETS[usize::from(charset) % CHARSETS.len()];
    let other = OTHERS[usize::from(other) % OTHERS.len()];
    let capacity = 3 * usize::from(capacity);
    match how % 4 {
        // Arbitrary bytes.
        0 => check_reading(charset, text, other, capacity),
        // Arbitrary UTF-16 code units, most of them East Asian.
        1 => {
            let units = text.chunks_exact(2).map(|unit| match unit {
                [high @ 0xA0..=0xFF, low] => u16::from_be_bytes([*low, *high]),
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => 0,
            });
            let units: Vec<u16> = units.collect();
            check_writing(charset, &String::from_utf16_lossy(&units), other, capacity);
        }
        // The characters of a text that the encoding can represent, and the same with one byte
        // changed.
        _ => {
            let text = String::from_utf8_lossy(text);
            check_writing(charset, &text, other, capacity);
            let text: String = text
                .chars()
                .filter(|one| !standard(charset).encode(one.encode_utf8(&mut [0; 4])).2)
                .collect();
            let mut bytes = standard(charset).encode(&text).0.into_owned();
            if let Some(byte) = bytes.get_mut(capacity) {
                *byte = byte.wrapping_add(how >> 1 & 0xFE);
            }
            check_reading(charset, &bytes, other, capacity);
        }
    }
});
