//! Models of the encodings, built on the standard library alone: for each a decoder into items and
//! an encoder of characters.

use std::fmt::Debug;
use utflane::{
    Ascii, CodePoint, Encoding, ErrorKind, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
    Utf32Le,
};

/// The next item of an input: a character, or a malformed sequence that is skipped or replaced as
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Length in the input, in units.
    pub units: usize,
    pub meaning: Result<CodePoint, ErrorKind>,
}

/// Properties of a unit type that the tests need.
pub trait Unit: bytemuck::Pod + Default + Eq + Debug + Send + Sync {
    /// Fills memory that a function must not touch.
    const CANARY: Self;
}

impl Unit for u8 {
    const CANARY: Self = 0xA5;
}

impl Unit for u16 {
    const CANARY: Self = 0xA5A5;
}

impl Unit for u32 {
    const CANARY: Self = 0xA5A5_A5A5;
}

/// An encoding in the oracle.
pub trait Model: Encoding<Unit: Unit> {
    /// Name in error messages.
    const TEXT_NAME: &'static str;
    /// "byte" or "unit", for error messages.
    const UNIT_NAME: &'static str = "byte";
    /// Units of the shortest character. Text lengths are multiples of it.
    const WIDTH: usize = 1;
    /// The replacement for malformed or unrepresentable characters in lossy output.
    const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;
    /// Units that usually make an input malformed.
    const SPOILERS: &'static [Self::Unit];

    fn items(src: &[Self::Unit]) -> Vec<Item>;

    /// Appends the code point. Returns false and appends nothing if the encoding cannot represent
    /// it.
    fn encode(code_point: CodePoint, out: &mut Vec<Self::Unit>) -> bool;

    /// Converts arbitrary bytes to units, so that parts of the result are well-formed.
    fn sample(bytes: &[u8]) -> Vec<Self::Unit>;

    /// Returns the number of units at the end of `src`, which consists of `items`, that more input
    /// could complete or change.
    fn tail(items: &[Item], _src: &[Self::Unit]) -> usize {
        match items {
            [.., end] if end.meaning == Err(ErrorKind::Incomplete) => end.units,
            _ => 0,
        }
    }
}

impl Model for Utf8 {
    const TEXT_NAME: &'static str = "utf-8";
    const SPOILERS: &'static [u8] = &[
        0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF, 0x41,
    ];

    fn items(src: &[u8]) -> Vec<Item> {
        let mut items = Vec::with_capacity(src.len());
        let mut position = 0;
        for chunk in src.utf8_chunks() {
            items.extend(chunk.valid().chars().map(|character| Item {
                units: character.len_utf8(),
                meaning: Ok(character.into()),
            }));
            position += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                items.push(Item {
                    units: chunk.invalid().len(),
                    meaning: Err(utf8_kind(&src[position..])),
                });
                position += chunk.invalid().len();
            }
        }
        items
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
        code_point.to_char().is_some_and(|character| {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            true
        })
    }

    fn sample(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

/// Returns the kind of the malformed sequence at the start of `rest`. Its length, and whether it is
/// incomplete, come from the standard library.
pub fn utf8_kind(rest: &[u8]) -> ErrorKind {
    let error = std::str::from_utf8(rest).unwrap_err();
    assert_eq!(error.valid_up_to(), 0);
    match (rest[0], rest.get(1)) {
        _ if error.error_len().is_none() => ErrorKind::Incomplete,
        (0x80..=0xBF, _) => ErrorKind::UnexpectedContinuation,
        (0xF8..=0xFF, _) => ErrorKind::InvalidByte,
        (0xC0 | 0xC1, _) | (0xE0, Some(0x80..=0x9F)) | (0xF0, Some(0x80..=0x8F)) => {
            ErrorKind::Overlong
        }
        (0xED, Some(0xA0..=0xBF)) => ErrorKind::Surrogate,
        (0xF5..=0xF7, _) | (0xF4, Some(0x90..=0xBF)) => ErrorKind::TooLarge,
        _ => ErrorKind::MissingContinuation,
    }
}

fn utf16_items(units: impl Iterator<Item = u16>, last: Option<u16>, width: usize) -> Vec<Item> {
    let mut items: Vec<Item> = char::decode_utf16(units)
        .map(|decoded| match decoded {
            Ok(character) => Item {
                units: character.len_utf16() * width,
                meaning: Ok(character.into()),
            },
            Err(_) => Item {
                units: width,
                meaning: Err(ErrorKind::UnpairedSurrogate),
            },
        })
        .collect();
    if let (Some(0xD800..=0xDBFF), Some(item)) = (last, items.last_mut()) {
        item.meaning = Err(ErrorKind::Incomplete);
    }
    items
}

/// Adds the bytes after the last whole unit of an encoding scheme. They complete no character, and
/// extend an incomplete sequence before them.
fn with_tail(mut items: Vec<Item>, tail: &[u8]) -> Vec<Item> {
    let incomplete = Err(ErrorKind::Incomplete);
    match items.last_mut() {
        _ if tail.is_empty() => {}
        Some(item) if item.meaning == incomplete => item.units += tail.len(),
        _ => items.push(Item {
            units: tail.len(),
            meaning: incomplete,
        }),
    }
    items
}

/// Returns the whole units at the start of `bytes`.
fn arrays<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    let units = bytes.chunks_exact(N);
    units.map(|unit| unit.try_into().unwrap())
}

fn utf16_scheme_items(src: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<Item> {
    let tail = src.chunks_exact(2).remainder();
    let last = arrays(src).last().map(unit);
    with_tail(utf16_items(arrays(src).map(unit), last, 2), tail)
}

fn utf32_items(units: impl Iterator<Item = u32>, width: usize) -> Vec<Item> {
    units
        .map(|unit| Item {
            units: width,
            meaning: char::from_u32(unit).map(CodePoint::from).ok_or(match unit {
                0xD800..=0xDFFF => ErrorKind::Surrogate,
                _ => ErrorKind::TooLarge,
            }),
        })
        .collect()
}

fn utf32_scheme_items(src: &[u8], unit: fn([u8; 4]) -> u32) -> Vec<Item> {
    let tail = src.chunks_exact(4).remainder();
    with_tail(utf32_items(arrays(src).map(unit), 4), tail)
}

/// Makes values of four bytes. Most are moved close to the range of code points, where the
/// interesting cases are.
fn utf32_sample(bytes: &[u8]) -> impl Iterator<Item = u32> {
    arrays(bytes).map(|group: [u8; 4]| {
        let value = u32::from_le_bytes(group);
        match group[3] {
            0xF0..=0xFF => value,
            0x80..=0xEF => value & 0x1F_FFFF,
            0x40..=0x7F => value & 0xFFFF,
            _ => value & 0xFF,
        }
    })
}

impl Model for Utf16 {
    const TEXT_NAME: &'static str = "utf-16";
    const UNIT_NAME: &'static str = "unit";
    const SPOILERS: &'static [u16] = &[0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];

    fn items(src: &[u16]) -> Vec<Item> {
        utf16_items(src.iter().copied(), src.last().copied(), 1)
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u16>) -> bool {
        code_point.to_char().is_some_and(|character| {
            out.extend_from_slice(character.encode_utf16(&mut [0; 2]));
            true
        })
    }

    fn sample(bytes: &[u8]) -> Vec<u16> {
        arrays(bytes).map(u16::from_le_bytes).collect()
    }
}

impl Model for Utf32 {
    const TEXT_NAME: &'static str = "utf-32";
    const UNIT_NAME: &'static str = "unit";
    const SPOILERS: &'static [u32] = &[0xD800, 0xDFFF, 0x11_0000, 0x8000_0041, u32::MAX];

    fn items(src: &[u32]) -> Vec<Item> {
        utf32_items(src.iter().copied(), 1)
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u32>) -> bool {
        code_point.to_char().is_some_and(|character| {
            out.push(character.into());
            true
        })
    }

    fn sample(bytes: &[u8]) -> Vec<u32> {
        utf32_sample(bytes).collect()
    }
}

/// Models an encoding scheme: the units of the encoding form, as bytes in one order.
macro_rules! byte_scheme {
    ($scheme:ident: $name:literal, $form:ident, $width:literal, $items:ident, $from:path, $to:path) => {
        impl Model for $scheme {
            const TEXT_NAME: &'static str = $name;
            const WIDTH: usize = $width;
            const SPOILERS: &'static [u8] = &[0xD8, 0xDC, 0xDB, 0xFF];

            fn items(src: &[u8]) -> Vec<Item> {
                $items(src, $from)
            }

            fn encode(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
                let mut units = Vec::with_capacity(2);
                let has_it = $form::encode(code_point, &mut units);
                units.into_iter().for_each(|unit| out.extend($to(unit)));
                has_it
            }

            fn sample(bytes: &[u8]) -> Vec<u8> {
                let tail = bytes.chunks_exact($width).remainder();
                let mut sample: Vec<u8> = $form::sample(bytes).into_iter().flat_map($to).collect();
                sample.extend(tail);
                sample
            }
        }
    };
}

byte_scheme!(Utf16Le: "utf-16le", Utf16, 2, utf16_scheme_items, u16::from_le_bytes, u16::to_le_bytes);
byte_scheme!(Utf16Be: "utf-16be", Utf16, 2, utf16_scheme_items, u16::from_be_bytes, u16::to_be_bytes);
byte_scheme!(Utf32Le: "utf-32le", Utf32, 4, utf32_scheme_items, u32::from_le_bytes, u32::to_le_bytes);
byte_scheme!(Utf32Be: "utf-32be", Utf32, 4, utf32_scheme_items, u32::from_be_bytes, u32::to_be_bytes);

impl Model for Latin1 {
    const TEXT_NAME: &'static str = "iso-8859-1";
    const REPLACEMENT: char = '?';
    const SPOILERS: &'static [u8] = &[0x80, 0xFF];

    fn items(src: &[u8]) -> Vec<Item> {
        src.iter()
            .map(|&byte| Item {
                units: 1,
                meaning: Ok(CodePoint(byte.into())),
            })
            .collect()
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
        u8::try_from(code_point.0).is_ok_and(|byte| {
            out.push(byte);
            true
        })
    }

    fn sample(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}

impl Model for Ascii {
    const TEXT_NAME: &'static str = "us-ascii";
    const REPLACEMENT: char = '?';
    const SPOILERS: &'static [u8] = &[0x80, 0xC2, 0xFF];

    fn items(src: &[u8]) -> Vec<Item> {
        src.iter()
            .map(|&byte| Item {
                units: 1,
                meaning: match byte.is_ascii() {
                    true => Ok(CodePoint(byte.into())),
                    false => Err(ErrorKind::InvalidByte),
                },
            })
            .collect()
    }

    fn encode(code_point: CodePoint, out: &mut Vec<u8>) -> bool {
        code_point.0 < 0x80 && Latin1::encode(code_point, out)
    }

    fn sample(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
}
