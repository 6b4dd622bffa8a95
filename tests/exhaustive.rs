//! The whole space: every sequence of four bytes, every pair of UTF-16 units.
//!
//! Run on demand: `RUSTFLAGS="--cfg exhaustive" cargo test --release --test exhaustive -- --nocapture`.
#![cfg(all(exhaustive, feature = "alloc"))]

mod differential;

use differential::*;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use utflane::{Isa, Utf8, Utf16, Utf32};

/// Does `work` for every number below 65536, on all processors, and tells how long that took.
fn for_each_u16(what: &str, work: impl Fn(u16) + Sync) {
    let start = Instant::now();
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Ok(n) = u16::try_from(next.fetch_add(1, Ordering::Relaxed)) {
                    work(n);
                }
            });
        }
    });
    println!("{what}: {:.0?} on {}", start.elapsed(), names());
}

fn names() -> String {
    isas()
        .iter()
        .map(|isa| isa.name())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Validates four bytes at `place` of a block of text against the standard library's answer for them.
struct Validation {
    isas: Vec<Isa>,
    places: Vec<(Vec<u8>, usize)>,
}

impl Validation {
    /// An input of its own, and across the ends of blocks of 16, 32 and 64 bytes.
    fn new() -> Self {
        let places = [(0, 0), (14, 50), (30, 100), (62, 0)];
        let source = |(place, after): (usize, usize)| (vec![b'a'; place + 4 + after], place);
        Self {
            isas: isas(),
            places: places.map(source).to_vec(),
        }
    }

    fn check(&mut self, bytes: [u8; 4]) {
        // What follows is nothing or ASCII: both answers, without asking again for each place.
        let [a, b, c, d] = bytes;
        let at_the_end = fault(&bytes);
        let in_text = fault(&[a, b, c, d, b'a']);
        for (src, place) in &mut self.places {
            src[*place..*place + 4].copy_from_slice(&bytes);
            let last = *place + 4 == src.len();
            let expected = if last { at_the_end } else { in_text };
            for isa in &self.isas {
                let got = isa.validate::<Utf8>(src).err();
                let got = got.map(|error| (error.valid_up_to() - *place, error.error_len()));
                assert_eq!(got, expected, "{bytes:02X?} at {place} on {}", isa.name());
            }
        }
    }
}

fn fault(bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    let error = std::str::from_utf8(bytes).err()?;
    Some((error.valid_up_to(), error.error_len()))
}

#[test]
fn validate_every_four_bytes() {
    for_each_u16("validation of every 4 bytes", |first| {
        let mut validation = Validation::new();
        let [a, b] = first.to_be_bytes();
        for c in 0..=u8::MAX {
            for d in 0..=u8::MAX {
                validation.check([a, b, c, d]);
            }
        }
    });
}

/// At the start of an input long enough for a block: strict conversion of what is well-formed, lossy of what is not.
#[test]
fn convert_every_four_bytes() {
    const AFTER: &str = " and as much text as the largest block takes, é好😀, and more";
    let after: Vec<u16> = AFTER.encode_utf16().collect();
    for_each_u16("conversion of every 4 bytes to UTF-16", |first| {
        let [a, b] = first.to_be_bytes();
        let mut src = [&[a, b, 0, 0], AFTER.as_bytes()].concat();
        let mut dst = [0u16; 96];
        let mut expected = [0u16; 4];
        for rest in 0..=u16::MAX {
            src[2..4].copy_from_slice(&rest.to_be_bytes());
            let text = String::from_utf8_lossy(&src[..4]);
            let units = text.encode_utf16().zip(&mut expected);
            let len = units.map(|(unit, to)| *to = unit).count();
            let valid = matches!(text, Cow::Borrowed(_));
            for isa in Isa::available() {
                let answer = match valid {
                    true => isa.transcode::<Utf8, Utf16>(&src, &mut dst),
                    false => isa.transcode_lossy::<Utf8, Utf16>(&src, &mut dst),
                };
                let (bytes, name) = (&src[..4], isa.name());
                let written =
                    answer.unwrap_or_else(|error| panic!("{bytes:02X?} on {name}: {error}"));
                assert_eq!(dst[..len], expected[..len], "{bytes:02X?} on {name}");
                assert_eq!(dst[len..written], after, "{bytes:02X?} on {name}");
            }
        }
    });
}

/// Characters before and after a pair of units: together they fill a block of 64 units, with the pair in the middle.
const AROUND: usize = 31;

#[test]
fn every_pair_of_utf16_units() {
    for_each_u16("every pair of UTF-16 units to UTF-8 and UTF-32", |first| {
        let mut src = [0x61; AROUND + 2 + AROUND];
        src[AROUND] = first;
        for second in 0..=u16::MAX {
            src[AROUND + 1] = second;
            check_units(&src, [first, second]);
        }
    });
}

fn check_units(src: &[u16], pair: [u16; 2]) {
    let text: String = char::decode_utf16(pair)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    let position = char::decode_utf16(pair).position(|decoded| decoded.is_err());
    let (mut bytes, mut characters) = ([0; 320], [0; 80]);
    for isa in Isa::available() {
        let name = isa.name();
        let error = isa.validate::<Utf16>(src).err();
        let got = error.map(|error| error.valid_up_to() - AROUND);
        assert_eq!(got, position, "{pair:04X?} on {name}");

        let answer = isa.transcode_lossy::<Utf16, Utf8>(src, &mut bytes);
        let middle = &bytes[AROUND..answer.unwrap() - AROUND];
        assert_eq!(middle, text.as_bytes(), "{pair:04X?} on {name}");

        let answer = isa.transcode_lossy::<Utf16, Utf32>(src, &mut characters);
        let middle = characters[AROUND..answer.unwrap() - AROUND].iter().copied();
        assert!(
            middle.eq(text.chars().map(u32::from)),
            "{pair:04X?} on {name}"
        );
    }
}
