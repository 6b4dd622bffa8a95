//! Models of the variants of UTF-8, UTF-16 and UTF-32, as their specifications define them: a table
//! of the byte sequences that each variant allows, and a rule for surrogates.

use super::model::{Item, Model};
use std::ops::RangeInclusive;
use utflane::{
    Cesu8, CodePoint, ErrorKind, JdkUtf8, Mutf8, Rfc2279, Ucs4, Utf8, Utf16, Utf32, Wtf8, Wtf16,
};

type Pattern = &'static [RangeInclusive<u8>];

const TAIL: RangeInclusive<u8> = 0x80..=0xBF;
/// Up to U+FFFF, without surrogates and without 00: The Unicode Standard, table 3-7.
const BASIC: [Pattern; 6] = [
    &[0x01..=0x7F],
    &[0xC2..=0xDF, TAIL],
    &[0xE0..=0xE0, 0xA0..=0xBF, TAIL],
    &[0xE1..=0xEC, TAIL, TAIL],
    &[0xED..=0xED, 0x80..=0x9F, TAIL],
    &[0xEE..=0xEF, TAIL, TAIL],
];
const ZERO: [Pattern; 1] = [&[0..=0]];
const LONG_ZERO: [Pattern; 1] = [&[0xC0..=0xC0, 0x80..=0x80]];
const SURROGATE: [Pattern; 1] = [&[0xED..=0xED, 0xA0..=0xBF, TAIL]];
const SUPPLEMENTARY: [Pattern; 3] = [
    &[0xF0..=0xF0, 0x90..=0xBF, TAIL, TAIL],
    &[0xF1..=0xF3, TAIL, TAIL, TAIL],
    &[0xF4..=0xF4, 0x80..=0x8F, TAIL, TAIL],
];
/// RFC 2279, section 2, shortest forms only.
const LONG: [Pattern; 6] = [
    &[0xF0..=0xF0, 0x90..=0xBF, TAIL, TAIL],
    &[0xF1..=0xF7, TAIL, TAIL, TAIL],
    &[0xF8..=0xF8, 0x88..=0xBF, TAIL, TAIL, TAIL],
    &[0xF9..=0xFB, TAIL, TAIL, TAIL, TAIL],
    &[0xFC..=0xFC, 0x84..=0xBF, TAIL, TAIL, TAIL, TAIL],
    &[0xFD..=0xFD, TAIL, TAIL, TAIL, TAIL, TAIL],
];

/// Returns the number of bytes of `src` that match the beginning of `pattern`.
fn matching(pattern: Pattern, src: &[u8]) -> usize {
    let both = pattern.iter().zip(src);
    both.take_while(|(range, byte)| range.contains(byte))
        .count()
}

/// Returns the code point of a complete sequence.
fn value(sequence: &[u8]) -> u32 {
    let lead = match sequence.len() {
        1 => sequence[0],
        len => sequence[0] & (0x7F >> len),
    };
    let tail = sequence[1..].iter();
    tail.fold(lead.into(), |value, byte| {
        value << 6 | u32::from(byte & 0x3F)
    })
}

/// Returns the reason for which no sequence continues after the first `len` bytes of `src`.
fn kind(patterns: &[&[Pattern]], src: &[u8], len: usize) -> ErrorKind {
    let starts = |byte: u8| {
        let mut all = patterns.iter().flat_map(|part| part.iter());
        all.any(|pattern| pattern[0].contains(&byte))
    };
    match (len, src[0], src.get(1)) {
        (1.., ..) if src.len() == len => ErrorKind::Incomplete,
        (0, 0, _) => ErrorKind::Nul,
        (0, 0x80..=0xBF, _) => ErrorKind::UnexpectedContinuation,
        (0, 0xC0 | 0xC1, _) => ErrorKind::Overlong,
        (0, 0xF0..=0xF4, _) => ErrorKind::FourBytes,
        (0, 0xF5..=0xF7, _) => ErrorKind::TooLarge,
        (0, ..) => ErrorKind::InvalidByte,
        (1, 0xED, Some(0x80..=0xBF)) => ErrorKind::Surrogate,
        (1, 0xF4, Some(0x80..=0xBF)) if !starts(0xF5) => ErrorKind::TooLarge,
        (1, _, Some(0x80..=0xBF)) => ErrorKind::Overlong,
        _ => ErrorKind::MissingContinuation,
    }
}

/// Decodes `src` into single sequences.
fn sequences(patterns: &[&[Pattern]], mut src: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    while !src.is_empty() {
        let all = patterns.iter().flat_map(|part| part.iter());
        let whole = |pattern: &&Pattern| matching(pattern, src) == pattern.len();
        let item = match all.clone().find(whole) {
            Some(pattern) => Item {
                units: pattern.len(),
                meaning: Ok(CodePoint(value(&src[..pattern.len()]))),
            },
            None => {
                let len = all.map(|pattern| matching(pattern, src)).max().unwrap_or(0);
                Item {
                    units: len.max(1),
                    meaning: Err(kind(patterns, src, len)),
                }
            }
        };
        src = &src[item.units..];
        items.push(item);
    }
    items
}

fn is_high(item: &Item) -> bool {
    matches!(item.meaning, Ok(CodePoint(0xD800..=0xDBFF)))
}

fn is_low(item: &Item) -> bool {
    matches!(item.meaning, Ok(CodePoint(0xDC00..=0xDFFF)))
}

/// Joins each pair of surrogates to one item.
fn paired(items: Vec<Item>) -> Vec<Item> {
    let mut paired: Vec<Item> = Vec::new();
    for item in items {
        match paired.last_mut() {
            Some(last) if is_high(last) && is_low(&item) => {
                let unit = |item: &Item| item.meaning.unwrap().0 as u16;
                let pair = [unit(last), unit(&item)];
                let character = char::decode_utf16(pair).next().unwrap().unwrap();
                last.units += item.units;
                last.meaning = Ok(character.into());
            }
            _ => paired.push(item),
        }
    }
    paired
}

/// Returns whether the end of `src` may become a low surrogate if more input follows.
fn may_become_low(item: &Item, src: &[u8]) -> bool {
    item.meaning == Err(ErrorKind::Incomplete)
        && matches!(src[src.len() - item.units..], [0xED] | [0xED, 0xB0..=0xBF])
}

/// Returns the number of units at the end that a high surrogate begins and more input may change.
fn undecided(items: &[Item], src: &[u8]) -> usize {
    match items {
        [.., high] if is_high(high) => high.units,
        [.., high, end] if is_high(high) && may_become_low(end, src) => high.units + end.units,
        [.., end] if end.meaning == Err(ErrorKind::Incomplete) => end.units,
        _ => 0,
    }
}

fn is_surrogate(CodePoint(value): CodePoint) -> bool {
    (0xD800..0xE000).contains(&value)
}

/// Appends a code point as UTF-16 code units, including unpaired surrogates.
fn push_units(code_point: CodePoint, out: &mut Vec<u16>) -> bool {
    match code_point.to_char() {
        Some(character) => out.extend_from_slice(character.encode_utf16(&mut [0; 2])),
        None if is_surrogate(code_point) => out.push(code_point.0 as u16),
        None => return false,
    }
    true
}

/// Appends the bytes of a value in the shortest form of RFC 2279, but in at least `least` bytes.
fn push_sequence(value: u32, out: &mut Vec<u8>) {
    let len = match value {
        0..=0x7F => return out.push(value as u8),
        0x80..=0x7FF => 2,
        0x800..=0xFFFF => 3,
        0x1_0000..=0x1F_FFFF => 4,
        0x20_0000..=0x3FF_FFFF => 5,
        _ => 6,
    };
    let tag = !(0xFF_u32 >> len) as u8;
    out.push(tag | (value >> (6 * (len - 1))) as u8);
    let tail = (0..len - 1).rev();
    out.extend(tail.map(|at| 0x80 | (value >> (6 * at) & 0x3F) as u8));
}

/// Encodes each UTF-16 code unit by itself.
fn push_surrogates(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
    let mut units = Vec::new();
    let has_it = push_units(code_point, &mut units);
    units
        .iter()
        .for_each(|unit| push_sequence((*unit).into(), out));
    has_it
}

/// Implements `Model` for a variant of UTF-8.
macro_rules! utf8_variant {
    ($name:ident: $text:literal, $patterns:expr, $items:expr, $encode:expr, $tail:expr) => {
        impl Model for $name {
            const TEXT_NAME: &'static str = $text;
            const SPOILERS: &'static [u8] = &[
                0x80, 0xBF, 0xC0, 0, 0xE0, 0xED, 0xA0, 0xB0, 0xF0, 0xF4, 0xF8, 0xFC, 0xFF, 0x41,
            ];

            fn items(src: &[u8]) -> Vec<Item> {
                const PATTERNS: &[&[Pattern]] = $patterns;
                let items: fn(Vec<Item>, &[u8]) -> Vec<Item> = $items;
                items(sequences(PATTERNS, src), src)
            }

            fn encode(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
                let encode: fn(CodePoint, &mut Vec<u8>) -> bool = $encode;
                encode(code_point, out)
            }

            fn sample(bytes: &[u8]) -> Vec<u8> {
                bytes.to_vec()
            }

            fn tail(items: &[Item], src: &[u8]) -> usize {
                let tail: fn(&[Item], &[u8]) -> usize = $tail;
                tail(items, src)
            }
        }
    };
}

utf8_variant!(
    Wtf8: "wtf-8",
    &[&ZERO, &BASIC, &SURROGATE, &SUPPLEMENTARY],
    |mut items, _| {
        for at in 1..items.len() {
            if is_high(&items[at - 1]) && is_low(&items[at]) {
                items[at - 1].meaning = Err(ErrorKind::Surrogate);
            }
        }
        items
    },
    |code_point, out| code_point.0 < 0x11_0000 && {
        push_sequence(code_point.0, out);
        true
    },
    undecided
);
utf8_variant!(
    Mutf8: "mutf-8",
    &[&LONG_ZERO, &BASIC, &SURROGATE],
    |items, _| paired(items),
    |code_point, out| match code_point.0 {
        0 => {
            out.extend([0xC0, 0x80]);
            true
        }
        _ => push_surrogates(code_point, out),
    },
    undecided
);
utf8_variant!(
    Cesu8: "cesu-8",
    &[&ZERO, &BASIC, &SURROGATE],
    cesu8_items,
    |code_point, out| code_point.to_char().is_some() && push_surrogates(code_point, out),
    |items, _| match items {
        [.., end] if end.meaning == Err(ErrorKind::Incomplete) => end.units,
        _ => 0,
    }
);
utf8_variant!(
    JdkUtf8: "utf-8 (jdk)",
    &[&ZERO, &BASIC, &SURROGATE, &SUPPLEMENTARY],
    |mut items, _| {
        for item in &mut items {
            if is_high(item) || is_low(item) {
                item.meaning = Err(ErrorKind::Surrogate);
            }
        }
        items
    },
    Utf8::encode,
    |items, src| Utf8::tail(items, src)
);
utf8_variant!(
    Rfc2279: "utf-8 (rfc 2279)",
    &[&ZERO, &BASIC, &LONG],
    |items, _| items,
    |code_point, out| code_point.0 <= 0x7FFF_FFFF && !is_surrogate(code_point) && {
        push_sequence(code_point.0, out);
        true
    },
    |items, src| Utf8::tail(items, src)
);

/// Marks unpaired surrogates as malformed, or as incomplete at the end if more input may complete a
/// pair.
fn cesu8_items(items: Vec<Item>, src: &[u8]) -> Vec<Item> {
    let tail = undecided(&items, src);
    let mut items = paired(items);
    if items.last().is_some_and(|end| end.units < tail) {
        items.pop();
    }
    if let Some(end) = items.last_mut().filter(|_| tail > 0) {
        *end = Item {
            units: tail,
            meaning: Err(ErrorKind::Incomplete),
        };
    }
    for item in &mut items {
        if is_high(item) || is_low(item) {
            item.meaning = Err(ErrorKind::UnpairedSurrogate);
        }
    }
    items
}

impl Model for Wtf16 {
    const TEXT_NAME: &'static str = "wtf-16";
    const UNIT_NAME: &'static str = "unit";
    const SPOILERS: &'static [u16] = Utf16::SPOILERS;

    fn items(src: &[u16]) -> Vec<Item> {
        let decoded = char::decode_utf16(src.iter().copied());
        let items = decoded.map(|decoded| match decoded {
            Ok(character) => (character.len_utf16(), character.into()),
            Err(lone) => (1, CodePoint(lone.unpaired_surrogate().into())),
        });
        let item = |(units, code_point)| Item {
            units,
            meaning: Ok(code_point),
        };
        items.map(item).collect()
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u16>) -> bool {
        push_units(code_point, out)
    }

    fn sample(bytes: &[u8]) -> Vec<u16> {
        Utf16::sample(bytes)
    }

    fn tail(items: &[Item], _: &[u16]) -> usize {
        undecided(items, &[])
    }
}

impl Model for Ucs4 {
    const TEXT_NAME: &'static str = "ucs-4";
    const UNIT_NAME: &'static str = "unit";
    const SPOILERS: &'static [u32] = Utf32::SPOILERS;

    fn items(src: &[u32]) -> Vec<Item> {
        let meaning = |&unit: &u32| match unit {
            0xD800..=0xDFFF => Err(ErrorKind::Surrogate),
            0x8000_0000.. => Err(ErrorKind::TooLarge),
            _ => Ok(CodePoint(unit)),
        };
        let items = src.iter().map(meaning);
        items.map(|meaning| Item { units: 1, meaning }).collect()
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u32>) -> bool {
        let has_it = code_point.0 <= 0x7FFF_FFFF && !is_surrogate(code_point);
        out.extend(has_it.then_some(code_point.0));
        has_it
    }

    fn sample(bytes: &[u8]) -> Vec<u32> {
        Utf32::sample(bytes)
    }
}
