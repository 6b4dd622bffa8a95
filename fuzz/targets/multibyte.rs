//! Encodings of several bytes: text, faults and what is written as `encoding_rs` has them, and on
//! every instruction set what scalar code says, in any room.
#![no_main]

#[path = "../../tests/multibyte/oracle.rs"]
mod oracle;

use encoding_rs::EncoderResult;
use oracle::{decoded, standard};
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Isa, Pair, TranscodeError};

const CHARSETS: [Charset; 7] = [
    Charset::Gbk,
    Charset::Gb18030,
    Charset::Big5,
    Charset::ShiftJis,
    Charset::EucJp,
    Charset::EucKr,
    Charset::Iso2022Jp,
];

/// What they are converted to and from.
const OTHERS: [Charset; 7] = [
    Charset::Utf8,
    Charset::Utf16,
    Charset::Utf16Be,
    Charset::Utf32,
    Charset::Windows1252,
    Charset::Gb18030,
    Charset::Mutf8,
];

/// What stands behind the output.
const CANARY: u8 = 0xA5;

/// What both verbs say, and their output.
type Answer = [(Result<usize, TranscodeError>, Vec<u8>); 2];

fn answer(pair: Pair, isa: Isa, src: &[u8], room: usize) -> Answer {
    [Pair::transcode, Pair::transcode_lossy].map(|verb| {
        let mut dst = vec![CANARY; room + 64];
        let result = verb(pair, isa, src, &mut dst[..room]);
        assert!(dst[room..].iter().all(|byte| *byte == CANARY), "{pair:?}");
        let units = result.unwrap_or_else(|error| error.written());
        dst.truncate(units * pair.target().position_unit());
        (result, dst)
    })
}

/// The answer of scalar code, which all others have to give, in all the room that it takes and in
/// another.
fn agreed(source: Charset, target: Charset, src: &[u8], room: usize) -> Answer {
    let pair = Pair::new(source, target).expect("two without a state");
    let scalar = Isa::named("scalar").expect("scalar is everywhere");
    let lossy = pair.lossy_len(scalar, src);
    let need = lossy * target.position_unit();
    let whole = answer(pair, scalar, src, need);
    assert_eq!(pair.measure(scalar, src), whole[0].0, "{pair:?}");
    let part = answer(pair, scalar, src, room.min(need));
    let valid = source.validate(scalar, src);
    let count = source.char_count(scalar, src);
    for isa in Isa::available().filter(|isa| *isa != scalar) {
        let name = isa.name();
        assert!(answer(pair, isa, src, need) == whole, "{name} {pair:?}");
        let said = answer(pair, isa, src, room.min(need));
        assert!(said == part, "{name} {pair:?} into {room}");
        assert_eq!(pair.lossy_len(isa, src), lossy, "{name} {pair:?}");
        assert_eq!(pair.measure(isa, src), whole[0].0, "{name} {pair:?}");
        assert_eq!(source.validate(isa, src), valid, "{name} {source}");
        assert_eq!(source.char_count(isa, src), count, "{name} {source}");
    }
    whole
}

/// Bytes to text, by streams and by verbs, which go on behind each fault.
fn check_reading(charset: Charset, bytes: &[u8], other: Charset, room: usize) {
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
    let [_, (_, lossy)] = agreed(charset, Charset::Utf8, bytes, room);
    assert!(lossy == text.as_bytes(), "{charset}");
    agreed(charset, other, bytes, room);
    let isa = Isa::best();
    let (mut at, mut found) = (0, Vec::new());
    while let Err(error) = charset.validate(isa, &bytes[at..]) {
        let start = at + error.valid_up_to();
        let len = error.error_len().unwrap_or(bytes.len() - start);
        found.push((start as u64, len));
        at = start + len;
    }
    assert_eq!(found, faults, "{charset}");
}

/// Text to bytes, with what the encoding does not have replaced.
fn check_writing(charset: Charset, text: &str, other: Charset, room: usize) {
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
            EncoderResult::OutputFull => unreachable!("there is room"),
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
        let [_, (_, lossy)] = agreed(source, charset, src, room);
        assert!(lossy == expected, "{source} to {charset}");
    }
    let pair = Pair::new(Charset::Utf8, other).expect("two without a state");
    let mut src = vec![0; 4 * text.len()];
    let isa = Isa::best();
    let len = pair
        .transcode_lossy(isa, text.as_bytes(), &mut src)
        .expect("room");
    agreed(other, charset, &src[..len * other.position_unit()], room);
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&[charset, other, how, room], text)) = data.split_first_chunk() else {
        return;
    };
    let charset = CHARSETS[usize::from(charset) % CHARSETS.len()];
    let other = OTHERS[usize::from(other) % OTHERS.len()];
    let room = 3 * usize::from(room);
    match how % 4 {
        // Any bytes.
        0 => check_reading(charset, text, other, room),
        // Any units of UTF-16, most of them of East Asia.
        1 => {
            let units = text.chunks_exact(2).map(|unit| match unit {
                [high @ 0xA0..=0xFF, low] => u16::from_be_bytes([*low, *high]),
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => 0,
            });
            let units: Vec<u16> = units.collect();
            check_writing(charset, &String::from_utf16_lossy(&units), other, room);
        }
        // What the encoding has of a text, and the same with a byte spoilt.
        _ => {
            let text = String::from_utf8_lossy(text);
            check_writing(charset, &text, other, room);
            let text: String = text
                .chars()
                .filter(|one| !standard(charset).encode(one.encode_utf8(&mut [0; 4])).2)
                .collect();
            let mut bytes = standard(charset).encode(&text).0.into_owned();
            if let Some(byte) = bytes.get_mut(room) {
                *byte = byte.wrapping_add(how >> 1 & 0xFE);
            }
            check_reading(charset, &bytes, other, room);
        }
    }
});
