//! The operations, and their implementations by each library.

use encoding_rs::{DecoderResult, Encoding, UTF_8, mem};
use std::hint::black_box;
use utflane::{Isa, Utf8, Utf16};

pub(crate) const VERBS: [&str; 3] = ["validate UTF-8", "UTF-8 to UTF-16", "UTF-16 to UTF-8"];

/// A library: validation, UTF-8 to UTF-16 and back. The conversions return the number of units
/// written, and stop at malformed text if the library can.
pub(crate) type Contender = (
    &'static str,
    Option<fn(&[u8]) -> bool>,
    Option<fn(&[u8], &mut [u16]) -> usize>,
    Option<fn(&[u16], &mut [u8]) -> usize>,
);

/// Ours on an instruction set. Without the feature `simd128` there is only scalar code.
macro_rules! ours {
    ($isa:literal) => {
        (
            concat!("utflane ", $isa),
            Some(|text| ours($isa).validate::<Utf8>(text).is_ok()),
            Some(|from, to| {
                ours($isa)
                    .transcode::<Utf8, Utf16>(from, to)
                    .expect("valid")
            }),
            Some(|from, to| {
                ours($isa)
                    .transcode::<Utf16, Utf8>(from, to)
                    .expect("valid")
            }),
        )
    };
}

#[inline(always)]
fn ours(isa: &str) -> Isa {
    Isa::named(isa).unwrap_or_else(Isa::best)
}

pub(crate) const CONTENDERS: [Contender; 6] = [
    ours!("simd128"),
    ours!("scalar"),
    (
        "simdutf8",
        Some(|text| simdutf8::compat::from_utf8(text).is_ok()),
        None,
        None,
    ),
    (
        "simdutf8 basic",
        Some(|text| simdutf8::basic::from_utf8(text).is_ok()),
        None,
        None,
    ),
    (
        "encoding_rs",
        Some(|text| Encoding::utf8_valid_up_to(text) == text.len()),
        Some(encoding_rs_decode),
        Some(mem::convert_utf16_to_utf8),
    ),
    (
        "std",
        Some(|text| std::str::from_utf8(text).is_ok()),
        Some(std_decode),
        Some(std_encode),
    ),
];

fn encoding_rs_decode(from: &[u8], to: &mut [u16]) -> usize {
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let (result, _, written) = decoder.decode_to_utf16_without_replacement(from, to, true);
    assert_eq!(result, DecoderResult::InputEmpty);
    written
}

fn std_decode(from: &[u8], to: &mut [u16]) -> usize {
    let units = std::str::from_utf8(from).expect("valid").encode_utf16();
    units.zip(to).map(|(unit, place)| *place = unit).count()
}

fn std_encode(from: &[u16], to: &mut [u8]) -> usize {
    let mut written = 0;
    for character in char::decode_utf16(from.iter().copied()) {
        written += character
            .expect("valid")
            .encode_utf8(&mut to[written..])
            .len();
    }
    written
}

/// A text as the source of all operations, and a destination.
#[derive(Default)]
pub(crate) struct Texts {
    utf8: Vec<u8>,
    utf16: Vec<u16>,
    destination: Vec<u64>,
}

impl Texts {
    pub(crate) fn new(text: &str) -> Self {
        Texts {
            utf8: text.as_bytes().to_vec(),
            utf16: text.encode_utf16().collect(),
            // Three bytes for each UTF-16 code unit, and a few more.
            destination: vec![0; text.len() / 2 + 64],
        }
    }

    pub(crate) fn source(&self, verb: usize) -> &[u8] {
        match verb {
            2 => bytemuck::cast_slice(&self.utf16),
            _ => &self.utf8,
        }
    }

    pub(crate) fn destination(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.destination)
    }

    /// See [`crate::run`].
    pub(crate) fn run(&mut self, verb: usize, contender: usize, times: usize) -> i32 {
        let (_, validate, decode, encode) = CONTENDERS[contender];
        let mut result = -1;
        for _ in 0..times {
            let (utf8, utf16) = (black_box(&self.utf8), black_box(&self.utf16));
            result = match (verb, validate, decode, encode) {
                (0, Some(validate), ..) => i32::from(validate(utf8)) - 1,
                (1, _, Some(decode), _) => {
                    decode(utf8, bytemuck::cast_slice_mut(&mut self.destination)) as i32
                }
                (2, .., Some(encode)) => {
                    encode(utf16, bytemuck::cast_slice_mut(&mut self.destination)) as i32
                }
                _ => return -1,
            };
        }
        result
    }
}
