//! Checks every sequence of four bytes and every pair of UTF-16 code units.
//!
//! Run on demand: `RUSTFLAGS="--cfg exhaustive" cargo test --release --test conformance exhaustive:: --
//! --nocapture`. With AVX-512, AVX2, SSE4.1 and scalar code it took about 37 minutes on two cores,
//! which were busy with other work most of that time.
#![cfg(all(exhaustive, feature = "alloc", feature = "full"))]

use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use utflane::{Isa, Utf8, Utf16, Utf32};
use utflane_test_support::oracle::*;

/// Calls `work` with every `u16`, on all processors, and prints the time that it took.
fn for_each_u16(what: &str, work: impl Fn(u16) + Sync) {
    let start = Instant::now();
    let next = AtomicU32::new(0);
    let share = || {
        while let Ok(n) = u16::try_from(next.fetch_add(1, Ordering::Relaxed)) {
            work(n);
        }
    };
    // WebAssembly has only this thread.
    std::thread::scope(|scope| {
        for _ in 1..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(share);
        }
        share();
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

/// Validates four bytes at offset `place` of a text and compares with the standard library's answer
/// for these bytes.
struct Validation {
    isas: Vec<Isa>,
    places: Vec<(Vec<u8>, usize)>,
}

impl Validation {
    /// Four bytes alone, and four bytes across the end of a block of 16, 32 and 64 bytes.
    fn new() -> Self {
        let places = [(0, 0), (14, 50), (30, 100), (62, 0)];
        let source = |(place, after): (usize, usize)| (vec![b'a'; place + 4 + after], place);
        Self {
            isas: isas(),
            places: places.map(source).to_vec(),
        }
    }

    fn check(&mut self, bytes: [u8; 4]) {
        // The bytes are followed by nothing or by ASCII. The expected result is computed once for
        // each of these, because it does not depend on the offset.
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

/// Number of sequences in one conversion, each followed by a separator. The total exceeds a block
/// of every vector size, so the sequences lie at many offsets.
const TOGETHER: usize = 16;

/// Converts well-formed input strictly and malformed input lossily. `text` is `src` with malformed
/// sequences replaced.
fn check_conversion(isa: Isa, src: &[u8], text: &Cow<str>, dst: &mut [u16]) {
    let answer = match text {
        Cow::Borrowed(_) => isa.transcode::<Utf8, Utf16>(src, dst),
        Cow::Owned(_) => isa.transcode_lossy::<Utf8, Utf16>(src, dst),
    };
    let name = isa.name();
    let len = answer.unwrap_or_else(|error| panic!("{src:02X?} on {name}: {error}"));
    let same = text.encode_utf16().eq(dst[..len].iter().copied());
    assert!(same, "{src:02X?} on {name}: {:04X?}", &dst[..len]);
}

#[test]
fn convert_every_four_bytes() {
    for_each_u16("conversion of every 4 bytes to UTF-16", |first| {
        let [a, b] = first.to_be_bytes();
        let mut src = [a, b, 0, 0, b'-'].repeat(TOGETHER);
        let mut dst = [0u16; 5 * TOGETHER];
        for c in 0..=u8::MAX {
            for last in (0..=u8::MAX).step_by(TOGETHER) {
                for (sequence, d) in src.chunks_mut(5).zip(last..=u8::MAX) {
                    sequence[2..4].copy_from_slice(&[c, d]);
                }
                let text = String::from_utf8_lossy(&src);
                for isa in Isa::available() {
                    check_conversion(isa, &src, &text, &mut dst);
                }
            }
        }
    });
}

/// The main loops convert many bytes at once, and choose their code by the highest byte among them.
/// So the loops for characters of one and two bytes meet all bytes up to their highest, and a run
/// of three-byte characters is followed by every possible end.
#[test]
fn every_three_bytes_in_long_text() {
    for_each_u16("every 3 bytes in long text", |first| {
        let [a, b] = first.to_be_bytes();
        for words in ["wie natürlich ", "и вот так а", "山高月小水落石出"] {
            let before = ["a".repeat(64), words.repeat(18)].concat();
            let mut src = [before.as_bytes(), &[a, b, 0], words.repeat(30).as_bytes()].concat();
            let mut dst = [0; 1024];
            for last in 0..=u8::MAX {
                src[before.len() + 2] = last;
                // Changes the start, so that the three bytes come to lie at each offset in a
                // vector.
                let src = &src[usize::from(last) % 64..];
                let error = std::str::from_utf8(src).err();
                let expected = error.map(|it| (it.valid_up_to(), it.error_len()));
                let text = String::from_utf8_lossy(src);
                for isa in Isa::available() {
                    let (name, bytes) = (isa.name(), [a, b, last]);
                    let got = isa.validate::<Utf8>(src).err();
                    let got = got.map(|error| (error.valid_up_to(), error.error_len()));
                    assert_eq!(got, expected, "{bytes:02X?} on {name}");
                    check_conversion(isa, src, &text, &mut dst);
                }
            }
        }
    });
}

#[test]
fn every_pair_of_utf16_units() {
    for_each_u16("every pair of UTF-16 units to UTF-8 and UTF-32", |first| {
        let mut src = [first, 0, 0x61].repeat(TOGETHER);
        for last in (0..=u16::MAX).step_by(TOGETHER) {
            for (sequence, second) in src.chunks_mut(3).zip(last..=u16::MAX) {
                sequence[1] = second;
            }
            check_units(&src);
            if first_fault(&src).is_some() {
                // `validate` stops at the first error, so each sequence is also checked by itself.
                for sequence in src.chunks(3) {
                    check_validation(sequence);
                }
            }
        }
    });
}

fn first_fault(src: &[u16]) -> Option<usize> {
    let mut position = 0;
    char::decode_utf16(src.iter().copied()).find_map(|decoded| {
        position += decoded.as_ref().map_or(1, |it| it.len_utf16());
        decoded.err().map(|_| position - 1)
    })
}

/// Code units before and after the sequence. The whole is longer than a block.
const AROUND: usize = 31;

fn check_validation(sequence: &[u16]) {
    let mut src = [0x61; AROUND + 3 + AROUND];
    src[AROUND..][..3].copy_from_slice(sequence);
    let expected = first_fault(sequence).map(|position| AROUND + position);
    for isa in Isa::available() {
        let got = isa.validate::<Utf16>(&src).err();
        let got = got.map(|error| error.valid_up_to());
        assert_eq!(got, expected, "{sequence:04X?} on {}", isa.name());
    }
}

fn check_units(src: &[u16]) {
    let text = String::from_utf16_lossy(src);
    let malformed = first_fault(src);
    let (mut bytes, mut characters) = ([0; 9 * TOGETHER], [0; 3 * TOGETHER]);
    for isa in Isa::available() {
        let name = isa.name();
        let error = isa.validate::<Utf16>(src).err();
        let got = error.map(|error| error.valid_up_to());
        assert_eq!(got, malformed, "{src:04X?} on {name}");

        let len = isa.transcode_lossy::<Utf16, Utf8>(src, &mut bytes);
        let got = &bytes[..len.unwrap()];
        assert_eq!(got, text.as_bytes(), "{src:04X?} on {name}");

        let len = isa.transcode_lossy::<Utf16, Utf32>(src, &mut characters);
        let got = &characters[..len.unwrap()];
        let same = text.chars().map(u32::from).eq(got.iter().copied());
        assert!(same, "{src:04X?} on {name}: {got:04X?}");
    }
}
