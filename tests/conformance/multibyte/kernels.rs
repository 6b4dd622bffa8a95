//! Compares every instruction set with scalar code, which reads and writes one character at a time:
//! runs around the edges of blocks, odd runs of lead bytes, and errors and output that is too short
//! at every position.

use super::words::{Kind, Text, Word, Words, all, convert, scalar};
use super::*;
use utflane::{DecodeError, Isa, Pair, Reason, TranscodeError};

const CANARY: u8 = 0xA5;

/// Bytes after the output that no function may touch.
const BEHIND: usize = 64;

/// The results of both conversions of a text.
#[derive(Debug, PartialEq)]
struct Answer {
    strict: Outcome,
    lossy: Outcome,
    bytes: Vec<u8>,
    lossy_bytes: Vec<u8>,
}

type Outcome = Result<usize, TranscodeError>;
type Convert = fn(Pair, &[u8], &mut [u8]) -> Outcome;

/// Runs one conversion into `room` bytes, and checks that it leaves the rest of the buffer
/// untouched.
fn run(verb: Convert, pair: Pair, src: &[u8], room: usize) -> (Outcome, Vec<u8>) {
    let mut dst = vec![CANARY; room + BEHIND];
    let result = verb(pair, src, &mut dst[..room]);
    let units = result.unwrap_or_else(|error| error.written());
    let written = units * pair.target().unit_size();
    let kept = if pair.preserve_tail { written } else { room };
    assert!(
        dst[kept..].iter().all(|byte| *byte == CANARY),
        "{pair:?} touches what is behind {kept}: {src:02X?}"
    );
    dst.truncate(written);
    (result, dst)
}

fn answer(pair: Pair, src: &[u8], room: usize) -> Answer {
    let (strict, bytes) = run(Pair::transcode, pair, src, room);
    let (lossy, lossy_bytes) = run(Pair::transcode_lossy, pair, src, room);
    Answer {
        strict,
        lossy,
        bytes,
        lossy_bytes,
    }
}

/// Returns a sufficient length for the output, in bytes.
fn enough(pair: Pair, src: &[u8]) -> usize {
    let units = pair.max_len(src.len() / pair.source().unit_size());
    units.expect("a length") * pair.target().unit_size()
}

/// Returns the result of scalar code, after checking that all instruction sets agree with it.
fn agreed(pair: Pair, src: &[u8], room: usize) -> Answer {
    let expected = answer(pair.with_isa(scalar()), src, room);
    for isa in Isa::available() {
        let said = answer(pair.with_isa(isa), src, room);
        assert!(
            said == expected,
            "{} of {pair:?} in {room} bytes: {src:02X?}\n{said:02X?}\n{expected:02X?}",
            isa.name()
        );
    }
    expected
}

/// Checks all functions of a pair with an output that is large enough.
fn check(pair: Pair, src: &[u8]) -> Answer {
    let expected = agreed(pair, src, enough(pair, src));
    let unit = pair.target().unit_size();
    let lossy = expected.lossy.expect("room for all of it");
    assert_eq!(lossy * unit, expected.lossy_bytes.len());
    for isa in Isa::available() {
        let pair = pair.with_isa(isa);
        let what = || format!("{pair:?}: {src:02X?}");
        assert_eq!(pair.measure(src), expected.strict, "{}", what());
        assert_eq!(pair.lossy_len(src), lossy, "{}", what());
        if let Ok(units) = expected.strict {
            assert_eq!(pair.transcoded_len(src), units, "{}", what());
        }
    }
    expected
}

/// Checks the first error, and the number of characters including replacements.
fn check_judgement(charset: Charset, src: &[u8], lossy: &[u8]) {
    let expected = scalar().validate_charset(charset, src);
    // UTF-32 has four bytes for each character.
    let count = convert(Charset::Utf16, Charset::Utf32, lossy).map(|bytes| bytes.len() / 4);
    for isa in Isa::available() {
        let what = || format!("{} of {charset}: {src:02X?}", isa.name());
        assert_eq!(isa.validate_charset(charset, src), expected, "{}", what());
        assert_eq!(
            Some(isa.char_count_charset(charset, src)),
            count,
            "{}",
            what()
        );
    }
}

/// Returns the pair of two stateless encodings.
fn pair(source: Charset, target: Charset) -> Pair {
    Pair::new(source, target).expect("two stateless encodings")
}

/// Returns encodings other than native UTF-16, in rotation.
fn other(turn: usize) -> Charset {
    const OTHERS: [Charset; 5] = [
        Charset::Utf8,
        Charset::Utf16Be,
        Charset::Utf16Le,
        Charset::Utf32,
        Charset::EucJp,
    ];
    OTHERS[turn % OTHERS.len()]
}

/// Checks the decoding of bytes, to UTF-16 and to one other encoding.
fn check_bytes(charset: Charset, src: &[u8], turn: usize) -> Answer {
    let answer = check(pair(charset, Charset::Utf16), src);
    check_judgement(charset, src, &answer.lossy_bytes);
    check(pair(charset, other(turn)), src);
    answer
}

/// Checks the encoding of UTF-16 code units, and of the same text from one other encoding.
fn check_units(charset: Charset, src: &[u8], turn: usize) -> Answer {
    if let Some(src) = convert(Charset::Utf16, other(turn), src) {
        check(pair(other(turn), charset), &src);
    }
    check(pair(Charset::Utf16, charset), src)
}

fn units(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_ne_bytes).collect()
}

/// Checks a well-formed text in both directions against the text of its words.
fn check_text(words: &Words, text: &Text, turn: usize) {
    let charset = words.charset;
    let units = units(&text.text);
    let read = check_bytes(charset, &text.bytes, turn);
    assert_eq!(read.strict, Ok(units.len() / 2));
    assert!(read.bytes == units, "{charset}: {:02X?}", text.bytes);
    check_units(charset, &units, turn);
}

#[test]
fn every_word_goes_there_and_back() {
    let mut random = Random(31);
    for words in all() {
        let mut text = Text::default();
        for (index, word) in written(words).into_iter().enumerate() {
            text.push(word);
            if index % 9 == 0 {
                text.extend(&Text::ascii(random.below(6)));
            }
        }
        goes_there_and_back(words.charset, &text);
    }
}

#[test]
fn words_in_order_go_there_and_back() {
    for words in all() {
        let mut written = written(words);
        written.sort_by_key(|word| (word.bytes.len(), &word.bytes));
        let mut text = Text::default();
        written.iter().for_each(|word| text.push(word));
        written.sort_by_key(|word| &word.text);
        written.iter().for_each(|word| text.push(word));
        written.iter().rev().for_each(|word| text.push(word));
        goes_there_and_back(words.charset, &text);
    }
}

/// Returns the words that the encoding writes.
fn written(words: &Words) -> Vec<&Word> {
    let lists = words.pairs.iter().chain(&words.others);
    lists.filter(|word| word.is_written).collect()
}

fn goes_there_and_back(charset: Charset, text: &Text) {
    let units = units(&text.text);
    for isa in Isa::available() {
        let there = pair(charset, Charset::Utf16).with_isa(isa);
        let (_, read) = run(Pair::transcode, there, &text.bytes, units.len());
        assert!(read == units, "{} of {charset}", isa.name());
        let back = pair(Charset::Utf16, charset).with_isa(isa);
        let (_, written) = run(Pair::transcode, back, &units, text.bytes.len());
        assert!(written == text.bytes, "{} of {charset}", isa.name());
    }
}

#[test]
fn every_length_of_ascii_comes_before_and_after() {
    let mut random = Random(32);
    for words in all() {
        for before in 0..=131 {
            let kind = words.kinds()[before % words.kinds().len()];
            let mut text = Text::ascii(before);
            text.extend(&words.run(kind, 1 + before % 2, &mut random));
            text.extend(&Text::ascii((3 * before + 1) % 70));
            check_text(words, &text, before);
        }
    }
}

/// Checks runs that begin or end around the edges of blocks.
fn check_runs(words: &Words, kind: Kind) {
    let mut random = Random(33);
    for edge in [16_usize, 32, 64, 128] {
        for count in [1, 2, 7, 16, 33] {
            for shift in 0..5 {
                let run = words.run(kind, count, &mut random);
                for start in [edge + shift, (edge + shift).wrapping_sub(run.bytes.len())] {
                    let Some(start) = start.checked_sub(2).filter(|start| *start < 256) else {
                        continue;
                    };
                    let mut text = Text::ascii(start);
                    text.extend(&run);
                    text.extend(&Text::ascii(shift * count % 40));
                    check_text(words, &text, count + shift);
                }
            }
        }
    }
}

#[test]
fn runs_begin_and_end_about_the_edges_of_blocks() {
    for words in all() {
        for kind in words.kinds() {
            check_runs(words, *kind);
        }
    }
}

/// Bytes that are lead bytes or not. Each may be the rest of a character.
const TELLING: [u8; 16] = [
    0x80, 0x81, 0x88, 0x8E, 0x8F, 0x9F, 0xA0, 0xA1, 0xC6, 0xDF, 0xE0, 0xFC, 0xFE, 0xFF, b'0', b'@',
];

#[test]
fn a_run_of_leads_takes_the_byte_after_it_if_it_is_odd() {
    for words in all() {
        for (index, lead) in TELLING[..14].iter().enumerate() {
            for len in (1..6).chain(28..36).chain([63, 64, 65, 129]) {
                let before = [0, 1, 15, 30, 31, 62, 63, 126][(index + len) % 8];
                let mut src = Text::ascii(before).bytes;
                src.extend(vec![*lead; len]);
                src.extend([b"@ab", b"0\x81c", b"\xFFde"][len % 3]);
                check_bytes(words.charset, &src, len);
            }
        }
    }
}

#[test]
fn a_fault_is_found_at_every_place() {
    let mut random = Random(34);
    for words in all() {
        let charset = words.charset;
        let clean = words.mixture(200, 20, &mut random);
        for place in 0..clean.bytes.len() {
            let mut src = clean.bytes.clone();
            src[place] = TELLING[random.below(TELLING.len())];
            check_bytes(charset, &src, place);
        }
        let clean = words.mixture(150, 20, &mut random);
        // Characters that no encoding has or that only some have, and unpaired surrogates.
        let faults = [
            0xE5E5_u16, 0x05D0, 0xD83D, 0xDC00, 0xFFFF, 0x00E9, 0xAC00, 0x4E02,
        ];
        let clean: Vec<u16> = clean.text.encode_utf16().collect();
        for place in 0..clean.len() {
            let mut src = clean.clone();
            src[place] = faults[random.below(faults.len())];
            let src: Vec<u8> = src.into_iter().flat_map(u16::to_ne_bytes).collect();
            check_units(charset, &src, place);
        }
    }
}

#[test]
fn mixtures_are_read_and_written() {
    let mut random = Random(35);
    for words in all() {
        for turn in 0..60 {
            let len = [9, 40, 150, 700][turn % 4];
            let text = words.mixture(len, [2, 8, 30][turn % 3], &mut random);
            check_text(words, &text, turn);
        }
        // Longer than the intermediate UTF-16 buffers.
        let text = words.mixture(20_000, 25, &mut random);
        for turn in 0..5 {
            check_text(words, &text, turn);
        }
    }
}

/// Checks both conversions with every output length up to the needed one.
fn check_rooms(pair: Pair, src: &[u8]) {
    let whole = agreed(pair, src, enough(pair, src));
    for room in 0..=whole.lossy_bytes.len() + 1 {
        for preserve_tail in [false, true] {
            let mut pair = pair;
            pair.preserve_tail = preserve_tail;
            let answer = agreed(pair, src, room);
            assert!(whole.bytes.starts_with(&answer.bytes));
            assert!(whole.lossy_bytes.starts_with(&answer.lossy_bytes));
            let is_full = |error: TranscodeError| error.reason() == Reason::OutputFull;
            assert!(
                answer
                    .lossy
                    .map_or_else(is_full, |units| Ok(units) == whole.lossy)
            );
            let is_short = answer.bytes.len() < whole.bytes.len();
            assert!(!is_short || answer.strict.is_err_and(is_full));
            // The output must be the conversion of the bytes read. Two code points of one sequence
            // are written both or not at all.
            if let Err(error) = answer.strict {
                let read = &src[..error.read() * pair.source().unit_size()];
                let said = convert(pair.source(), pair.target(), read);
                assert!(said == Some(answer.bytes), "{pair:?} in {room}: {src:02X?}");
            }
        }
    }
}

#[test]
fn output_is_short_by_every_amount() {
    let mut random = Random(36);
    for words in all() {
        let charset = words.charset;
        for (len, has_fault) in [(90, false), (190, true)] {
            let text = words.mixture(len, 2, &mut random);
            let mut src = text.bytes.clone();
            let mut units = units(&text.text);
            if has_fault {
                src[len - 15] = 0xFF;
                units[len / 2..][..2].copy_from_slice(&0xE5E5_u16.to_ne_bytes());
            }
            check_rooms(pair(charset, Charset::Utf16), &src);
            check_rooms(pair(charset, Charset::Utf8), &src);
            check_rooms(pair(Charset::Utf16, charset), &units);
        }
    }
}

/// Returns the number of bytes at the end that begin a character, by validating the whole text.
fn tail(charset: Charset, src: &[u8]) -> usize {
    let mut rest = src;
    loop {
        let error: Option<DecodeError> = scalar().validate_charset(charset, rest).err();
        let Some(error) = error else {
            return 0;
        };
        match error.error_len() {
            Some(len) => rest = &rest[error.valid_up_to() + len..],
            None => return rest.len() - error.valid_up_to(),
        }
    }
}

#[test]
fn the_tail_is_that_of_the_whole_text() {
    let mut random = Random(37);
    for words in all() {
        for _ in 0..15 {
            let mut src = words.mixture(120, 4, &mut random).bytes;
            for _ in 0..random.below(4) {
                let place = random.below(src.len());
                src[place] = TELLING[random.below(TELLING.len())];
            }
            for end in 0..=src.len() {
                let src = &src[..end];
                let expected = tail(words.charset, src);
                let said = words.charset.incomplete_tail(src);
                assert_eq!(said, expected, "{}: {src:02X?}", words.charset);
            }
        }
    }
}
