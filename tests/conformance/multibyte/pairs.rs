//! Checks every function of pairs, between these encodings and with others, on every instruction
//! set, against the conversion of one sequence at a time.

use super::*;
use utflane::code_page::Windows1252;
use utflane::stream::AnyTranscoder;
use utflane::{Big5, Isa, Latin1, Pair, Reason, ShiftJis, TranscodeError, Utf8};

/// The encodings at the other end of a conversion.
const OTHERS: [Charset; 9] = [
    Charset::Utf8,
    Charset::Utf16,
    Charset::Utf16Be,
    Charset::Utf32Le,
    Charset::Latin1,
    Charset::Windows1252,
    Charset::Mutf8,
    Charset::Wtf16,
    Charset::Ucs4,
];

/// The stateless ones.
fn stateless() -> impl Iterator<Item = Charset> {
    let all = LEGACY.into_iter().map(|(charset, _)| charset);
    all.filter(|charset| !charset.is_stateful())
}

/// Returns the bytes of one or two characters, or `None` if the encoding lacks them.
fn encode(charset: Charset, text: &str) -> Option<Vec<u8>> {
    let units = || text.encode_utf16();
    Some(match charset {
        Charset::Utf8 => text.as_bytes().to_vec(),
        Charset::Utf16 | Charset::Wtf16 => units().flat_map(u16::to_ne_bytes).collect(),
        Charset::Utf16Be => units().flat_map(u16::to_be_bytes).collect(),
        Charset::Utf32Le => text
            .chars()
            .flat_map(|character| u32::from(character).to_le_bytes())
            .collect(),
        Charset::Ucs4 => text
            .chars()
            .flat_map(|character| u32::from(character).to_ne_bytes())
            .collect(),
        Charset::Latin1 => {
            let bytes = text.chars().map(|character| u8::try_from(character).ok());
            bytes.collect::<Option<_>>()?
        }
        Charset::Mutf8 => {
            let mut bytes = Vec::new();
            for unit in units() {
                match unit {
                    0 => bytes.extend(*b"\xC0\x80"),
                    0xD800..0xE000 => bytes.extend([
                        0xED,
                        0x80 | (unit >> 6) as u8 & 0x3F,
                        0x80 | unit as u8 & 0x3F,
                    ]),
                    _ => {
                        let mut buffer = [0; 4];
                        let character = char::from_u32(unit.into())?;
                        bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
                    }
                }
            }
            bytes
        }
        charset => {
            let (bytes, _, has_unmappable) = standard(charset).encode(text);
            (!has_unmappable).then(|| bytes.into_owned())?
        }
    })
}

/// A sequence of the source, and its text.
type Sequence = (Vec<u8>, String);

/// Returns the sequences of two and more bytes that are characters of an encoding, in pseudo-random
/// order.
fn vocabulary(charset: Charset, random: &mut Random) -> Vec<Sequence> {
    let pairs = (0x8000..=0xFFFF_u16).map(|pair| pair.to_be_bytes().to_vec());
    let single = (0..=0xFF_u8).map(|byte| vec![byte]);
    let longer: Vec<Vec<u8>> = match charset {
        Charset::EucJp => pairs
            .clone()
            .map(|pair| [b"\x8F", &pair[..]].concat())
            .collect(),
        Charset::Gb18030 | Charset::Gbk => (0..4000)
            .map(|_| {
                let lead = [0x81, 0x84, 0x90, 0x95, 0xE3, 0x82][random.below(6)];
                let digit = 0x30 + random.below(10) as u8;
                vec![
                    lead,
                    digit,
                    0x81 + random.below(126) as u8,
                    0x30 + random.below(10) as u8,
                ]
            })
            .collect(),
        _ => Vec::new(),
    };
    let mut words: Vec<Sequence> = single
        .chain(pairs)
        .chain(longer)
        .filter_map(|bytes| {
            let (text, faults) = decoded(charset, &bytes);
            let is_one = text.chars().count() == 1 || bytes[0] == 0x88 && bytes.len() == 2;
            (faults.is_empty() && is_one).then_some((bytes, text))
        })
        .collect();
    for index in (1..words.len()).rev() {
        words.swap(index, random.below(index + 1));
    }
    words
}

/// The expected result of a strict conversion: its output, the number of source bytes read, and
/// whether it stops before the end.
struct Expected {
    output: Vec<u8>,
    /// The output after each sequence.
    ends: Vec<usize>,
    read: usize,
    stops: bool,
}

fn convert(target: Charset, words: &[&Sequence]) -> Expected {
    let (mut output, mut ends, mut read) = (Vec::new(), vec![0], 0);
    for (bytes, text) in words {
        let Some(encoded) = encode(target, text) else {
            return Expected {
                output,
                ends,
                read,
                stops: true,
            };
        };
        output.extend(encoded);
        ends.push(output.len());
        read += bytes.len();
    }
    Expected {
        output,
        ends,
        read,
        stops: false,
    }
}

fn check(isa: Isa, pair: Pair, words: &[&Sequence], capacity: usize) {
    let source: Vec<u8> = words.iter().flat_map(|(bytes, _)| bytes).copied().collect();
    let expected = convert(pair.target(), words);
    let unit = pair.target().unit_size();
    let source_unit = pair.source().unit_size();
    let pair = pair.with_isa(isa);
    let what = || format!("{pair:?} {capacity} {source:02X?}");
    for preserve_tail in [false, true] {
        let mut pair = pair;
        pair.preserve_tail = preserve_tail;
        let mut output = vec![0xA5; capacity + 64];
        let result = pair.transcode(&source, &mut output[..capacity]);
        let (read, written, error) = match result {
            Ok(written) => (source.len(), written, None),
            Err(error) => (error.read() * source_unit, error.written(), Some(error)),
        };
        let written = written * unit;
        assert_eq!(output[..written], expected.output[..written], "{}", what());
        assert!(
            output[capacity..].iter().all(|byte| *byte == 0xA5),
            "{}",
            what()
        );
        if preserve_tail {
            assert!(
                output[written..].iter().all(|byte| *byte == 0xA5),
                "{}",
                what()
            );
        }
        if expected.output.len() <= capacity {
            assert_eq!(
                (read, written),
                (expected.read, expected.output.len()),
                "{}",
                what()
            );
            let stops =
                |error: TranscodeError| matches!(error.reason(), Reason::Unrepresentable(_));
            assert_eq!(
                error.map(stops),
                expected.stops.then_some(true),
                "{}",
                what()
            );
        } else {
            // The output contains as many sequences as fit.
            let fits = expected.ends.iter().filter(|end| **end <= capacity);
            assert_eq!(written, *fits.max().unwrap(), "{}", what());
            assert_eq!(error.map(|error| error.reason()), Some(Reason::OutputFull));
        }
    }
    match pair.measure(&source) {
        Ok(len) => assert_eq!((len * unit, false), (expected.output.len(), expected.stops)),
        Err(error) => {
            assert!(expected.stops, "{}", what());
            assert_eq!(error.read() * source_unit, expected.read, "{}", what());
            assert_eq!(error.written() * unit, expected.output.len(), "{}", what());
        }
    }
    let most = pair.max_len(source.len() / source_unit).unwrap();
    if !expected.stops {
        assert_eq!(
            pair.transcoded_len(&source) * unit,
            expected.output.len(),
            "{}",
            what()
        );
        assert!(expected.output.len() <= most * unit);
    }
    let mut lossy = vec![0; most * unit];
    let written = pair.transcode_lossy(&source, &mut lossy).unwrap();
    assert_eq!(pair.lossy_len(&source), written, "{}", what());
    if !expected.stops {
        assert_eq!(lossy[..written * unit], expected.output);
    }
}

/// Checks texts of sequences that the target can represent, with an occasional one that it cannot.
fn check_pair(pair: Pair, words: &[Sequence], random: &mut Random) {
    let representable: Vec<&Sequence> = words
        .iter()
        .filter(|(_, text)| encode(pair.target(), text).is_some())
        .take(600)
        .collect();
    let ascii_word = (encode(pair.source(), "a").unwrap(), "a".into());
    for round in 0..15 {
        let mut text = Vec::new();
        let longest = [6, 40, 150][round % 3];
        let (ascii, fault) = (random.below(4), random.below(3 * longest));
        for index in 0..random.below(longest) {
            let word = match random.below(4) < ascii {
                true => &ascii_word,
                false if index == fault => &words[random.below(words.len())],
                false => representable[random.below(representable.len())],
            };
            text.push(word);
        }
        let most = 6 * text.len();
        for isa in Isa::available() {
            check(isa, pair, &text, 4 * most + 256);
            check(isa, pair, &text, random.below(most + 1));
        }
    }
}

#[test]
fn all_pairs_from_these() {
    let mut random = Random(21);
    for source in stateless() {
        let words = vocabulary(source, &mut random);
        for target in OTHERS.into_iter().chain(stateless()) {
            check_pair(Pair::new(source, target).unwrap(), &words, &mut random);
        }
    }
}

#[test]
fn all_pairs_to_these() {
    let mut random = Random(22);
    let mut words = Vec::new();
    for charset in stateless() {
        words.extend(
            vocabulary(charset, &mut random)
                .into_iter()
                .map(|(_, text)| text),
        );
    }
    words.retain(|text| text.chars().count() == 1);
    words.sort();
    words.dedup();
    for source in OTHERS {
        let words: Vec<Sequence> = words
            .iter()
            .filter_map(|text| Some((encode(source, text)?, text.clone())))
            .collect();
        for target in stateless() {
            check_pair(Pair::new(source, target).unwrap(), &words, &mut random);
        }
    }
}

/// Lead and trail bytes have the same values here: runs of every length, at every position in a
/// block, with every kind of end.
#[test]
fn runs_of_leads_have_their_parity() {
    for charset in stateless() {
        let double = encoded(
            charset,
            if charset == Charset::EucKr {
                "가"
            } else {
                "一"
            },
        );
        let pair = Pair::new(charset, Charset::Utf16).unwrap();
        for before in (0..70).chain([127, 128, 129]) {
            for len in (0..8).chain(28..36).chain(60..68).chain([127, 299, 300]) {
                let mut source = vec![b'a'; before];
                source.extend(double.iter().cycle().take(len));
                source.extend(*b"abc\xFFde");
                let (text, faults) = decoded(charset, &source);
                let expected: Vec<u8> = text.encode_utf16().flat_map(u16::to_ne_bytes).collect();
                for isa in Isa::available() {
                    let pair = pair.with_isa(isa);
                    let mut output = vec![0; 2 * source.len()];
                    let written = pair.transcode_lossy(&source, &mut output).unwrap();
                    assert_eq!(output[..2 * written], expected, "{charset} {before} {len}");
                    let error = pair.transcode(&source, &mut output).unwrap_err();
                    assert_eq!(error.read() as u64, faults[0].0, "{charset} {before} {len}");
                }
            }
        }
    }
}

/// Malformed text is replaced like in the standard's decoder.
#[test]
fn damaged_texts_are_replaced_as_by_the_standard() {
    let mut random = Random(23);
    for (charset, text) in LEGACY
        .into_iter()
        .filter(|(charset, _)| !charset.is_stateful())
    {
        let clean = encoded(charset, text);
        for round in 0..60 {
            let bytes = damaged(&clean.repeat(1 + round % 5), &mut random);
            let (expected, faults) = decoded(charset, &bytes);
            for isa in Isa::available() {
                let pair = Pair::new(charset, Charset::Utf8).unwrap().with_isa(isa);
                let mut output = vec![0; 3 * bytes.len()];
                let len = pair.transcode_lossy(&bytes, &mut output).unwrap();
                assert_eq!(
                    output[..len],
                    *expected.as_bytes(),
                    "{charset} {bytes:02X?}"
                );
                assert_eq!(pair.lossy_len(&bytes), len);
                let error = isa.validate_charset(charset, &bytes).err();
                let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
                let expected = faults.first().map_or(bytes.len(), |fault| fault.0 as usize);
                assert_eq!(valid, expected, "{charset} {bytes:02X?}");
            }
        }
    }
}

/// Four sequences of Big5 are two code points each. Both are converted, or one character replaces
/// both.
#[test]
fn two_code_points_are_written_or_replaced_together() {
    let text = b"ab\x88\x62c\x88\xA5\xA4\xA4";
    for isa in Isa::available() {
        for repeats in [1, 30] {
            let source = text.repeat(repeats);
            for (target, expected) in [
                (Charset::Utf8, "ab\u{CA}\u{304}c\u{EA}\u{30C}中".as_bytes()),
                (Charset::Latin1, b"ab?c??"),
                (Charset::Windows1252, b"ab?c??"),
                (Charset::ShiftJis, b"ab?c?\x92\x86"),
            ] {
                let pair = Pair::new(Charset::Big5, target).unwrap().with_isa(isa);
                let mut output = vec![0; 4 * source.len()];
                let len = pair.transcode_lossy(&source, &mut output).unwrap();
                assert_eq!(output[..len], expected.repeat(repeats), "{target}");
                assert_eq!(pair.lossy_len(&source), len, "{target}");
                let typed = match target {
                    Charset::Utf8 => isa.lossy_len::<Big5, Utf8>(&source),
                    Charset::Latin1 => isa.lossy_len::<Big5, Latin1>(&source),
                    Charset::Windows1252 => isa.lossy_len::<Big5, Windows1252>(&source),
                    _ => isa.lossy_len::<Big5, ShiftJis>(&source),
                };
                assert_eq!(typed, len, "{target}");
                let mut transcoder = AnyTranscoder::with_isa(isa, Charset::Big5, target);
                let step = transcoder.transcode_lossy(&source, &mut output);
                assert_eq!(output[..step.written], expected.repeat(repeats), "{target}");
            }
        }
    }
}
