//! Checks conversions whose output is much shorter than their input, for pairs of all kinds of
//! encodings and every output length: they convert as much as fits, and the rest can be converted
//! next. A conversion looks only at the part of the input that its output can take. The checks fail
//! if that part is too short.
#![cfg(feature = "full")]

use utflane::stream::{AnyTranscoder, Status, StreamError};
use utflane::{Charset, Isa, Pair, Reason, TranscodeError};

/// Output lengths in bytes, from an empty one.
const OUTPUTS: std::ops::Range<usize> = 0..81;

/// Longer outputs, for conversions through a buffer.
const LONG_OUTPUTS: [usize; 5] = [100, 128, 255, 256, 257];

/// Length in bytes from which an output has space for any character.
const LONGEST: usize = 8;

/// Returns all encodings, except most code pages, whose conversions differ only in their tables.
fn charsets() -> impl Iterator<Item = Charset> {
    let pages = [Charset::Windows1252, Charset::Iso8859_6, Charset::Cp037];
    let all = Charset::ALL.into_iter();
    all.filter(move |charset| !charset.is_code_page() || pages.contains(charset))
}

/// Returns texts in an encoding that are longer than any of the outputs can take: ASCII, letters
/// that have the most bytes, and a mixed text with errors.
fn texts(charset: Charset) -> Vec<Vec<u8>> {
    let mixed =
        "abc, ж漢字かな、カナｶﾅ가나다 é\u{80}😀\u{3000}人の権利ab\0\u{FFFD}cdefghijklmnopqrst";
    let texts = [
        "ASCII only. ".repeat(60),
        "😀\u{10FFFF}".repeat(80),
        "漢字".repeat(140),
        "é\u{A0}Ā".repeat(120),
        mixed.repeat(9),
    ];
    let encode = |text: &String| {
        let mut bytes = vec![0; 8 * text.len()];
        let mut stream = AnyTranscoder::new(Charset::Utf8, charset);
        let len = stream.transcode_lossy(text.as_bytes(), &mut bytes).written;
        bytes.truncate(len);
        bytes
    };
    let mut texts: Vec<_> = texts.iter().map(encode).collect();
    let mut spoilt = texts[4].clone();
    for (at, byte) in spoilt.iter_mut().enumerate().skip(29).step_by(43) {
        *byte = [0xFF, 0x80, 0xE3, 0xD8, 0x1B][at % 5];
    }
    texts.push(spoilt);
    texts
}

/// Converts, and returns the numbers of bytes read and written, and the error.
fn convert(
    pair: Pair,
    src: &[u8],
    dst: &mut [u8],
    lossy: bool,
) -> (usize, usize, Option<TranscodeError>) {
    let result = match lossy {
        true => pair.transcode_lossy(src, dst),
        false => pair.transcode(src, dst),
    };
    let [from, to] = [pair.source(), pair.target()].map(Charset::unit_size);
    match result {
        Ok(written) => (src.len(), written * to, None),
        Err(error) => (error.read() * from, error.written() * to, Some(error)),
    }
}

/// Checks a conversion into `room` bytes. `whole` is the output of the whole text, and `error` its
/// error.
fn check_room(
    pair: Pair,
    src: &[u8],
    room: usize,
    lossy: bool,
    (whole, error): (&[u8], Option<TranscodeError>),
) {
    let context = || format!("{pair:?}, {room} bytes, lossy {lossy}");
    let mut dst = [0xA5; LONG_OUTPUTS[4]];
    let (read, written, reason) = convert(pair, src, &mut dst[..room], lossy);
    assert!(
        written <= room && whole.starts_with(&dst[..written]),
        "{}",
        context()
    );
    let rest = &src[read..];
    if written == whole.len() {
        assert_eq!(reason, error, "{}", context());
        return;
    }
    let is_full = reason.is_some_and(|reason| reason.reason() == Reason::OutputFull);
    assert!(
        is_full && room - written < LONGEST,
        "{}: {reason:?}",
        context()
    );
    if pair.preserve_tail {
        assert!(
            dst[written..].iter().all(|byte| *byte == 0xA5),
            "{}",
            context()
        );
    }
    // The next character does not fit.
    let next = &rest[..rest.len().min(16)];
    let more = convert(pair, next, &mut dst[..room - written], lossy).1;
    assert_eq!(more, 0, "{}", context());
    // The rest of the input becomes the rest of the output.
    if room % 9 == 7 {
        let mut dst = vec![0; whole.len() + 64];
        let (_, len, _) = convert(pair, rest, &mut dst, lossy);
        assert!(dst[..len] == whole[written..], "{}", context());
    }
    if lossy {
        return;
    }
    for isa in Isa::available() {
        let mut dst = [0xA5; LONG_OUTPUTS[4]];
        let prefix = pair.with_isa(isa).transcode_prefix(src, &mut dst[..room]);
        let [from, to] = [pair.source(), pair.target()].map(Charset::unit_size);
        let bytes = (prefix.0 * from, prefix.1 * to);
        assert_eq!(bytes, (read, written), "{}", context());
        assert!(dst[..written] == whole[..written], "{}", context());
        let mut tail = dst[written..].iter();
        assert!(
            !pair.preserve_tail || tail.all(|byte| *byte == 0xA5),
            "{}",
            context()
        );
    }
}

#[test]
fn every_pair() {
    let isas: Vec<Isa> = Isa::available().collect();
    let stateless = || charsets().filter(|charset| !charset.is_stateful());
    for source in stateless() {
        for src in texts(source) {
            for target in stateless() {
                let pair = Pair::new(source, target).expect("stateless");
                for lossy in [false, true] {
                    let mut whole = vec![0; 6 * src.len() + 64];
                    let (_, written, error) = convert(pair, &src, &mut whole, lossy);
                    let whole = (&whole[..written], error);
                    // Each length uses another instruction set.
                    let rooms = OUTPUTS.chain(LONG_OUTPUTS);
                    for (room, isa) in rooms.zip(isas.iter().copied().cycle()) {
                        for preserve_tail in [false, true] {
                            let mut pair = pair.with_isa(isa);
                            pair.preserve_tail = preserve_tail;
                            check_room(pair, &src, room, lossy, whole);
                        }
                    }
                }
            }
        }
    }
}

/// The result of a stream: its output and its errors.
type Streamed = (Vec<u8>, Vec<StreamError>);

/// Converts a text by a stream, with outputs of `room` bytes. Returns `None` if a character does
/// not fit into the output.
fn stream(pair: [Charset; 2], src: &[u8], room: usize, lossy: bool) -> Option<Streamed> {
    let mut stream = AnyTranscoder::new(pair[0], pair[1]);
    let (mut rest, mut dst) = (src, vec![0; room]);
    let (mut output, mut errors) = (vec![], vec![]);
    loop {
        let step = match lossy {
            true => stream.transcode_lossy(rest, &mut dst),
            false => stream.transcode(rest, &mut dst),
        };
        rest = &rest[step.read..];
        output.extend_from_slice(&dst[..step.written]);
        match step.status {
            Status::InputEmpty => return Some((output, errors)),
            Status::Stopped(error) => errors.push(error),
            _ => {
                let context = format!("{pair:?}, {room} bytes, lossy {lossy}");
                assert!(room - step.written < LONGEST, "{context}");
                if step.read == 0 && step.written == 0 {
                    return None;
                }
            }
        }
    }
}

#[test]
fn every_stream() {
    for source in charsets() {
        for src in texts(source) {
            for target in charsets() {
                for lossy in [false, true] {
                    let pair = [source, target];
                    let whole = stream(pair, &src, 8 * src.len() + 64, lossy);
                    assert!(whole.is_some());
                    for room in OUTPUTS.step_by(5) {
                        let parts = stream(pair, &src, room, lossy);
                        assert!(parts.is_none() || parts == whole, "{pair:?}, {room} bytes");
                        assert!(parts.is_some() || room < LONGEST, "{pair:?}, {room} bytes");
                    }
                }
            }
        }
    }
}
