//! The WebAssembly functions that `text_decoder.js` calls. Text is UTF-16, as in JavaScript. A
//! result is the position and length of text in the memory, or `FAULT`. It is valid until the next
//! call.

use encoding_rs::{CoderResult, Decoder, DecoderResult, EncoderResult, Encoding};
use std::cell::RefCell;

/// The result for a malformed sequence in fatal mode, and for an unmappable character.
const FAULT: u64 = u64::MAX;

thread_local! {
    static INPUT: RefCell<Vec<u16>> = const { RefCell::new(vec![]) };
    static UNITS: RefCell<Vec<u16>> = const { RefCell::new(vec![]) };
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(vec![]) };
    static DECODERS: RefCell<Vec<Decoder>> = const { RefCell::new(vec![]) };
    static ENCODINGS: RefCell<Vec<&'static Encoding>> = const { RefCell::new(vec![]) };
}

/// Packs the position and the length of a slice in the memory.
fn outcome<T>(all: &[T]) -> u64 {
    (all.as_ptr() as u64) << 32 | all.len() as u64
}

/// Returns the position for `len` bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u16 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(len.div_ceil(2), 0);
        input.as_mut_ptr()
    })
}

/// Returns the first `len` bytes of the input.
fn input_bytes(len: usize) -> Vec<u8> {
    INPUT.with_borrow(|input| {
        let bytes = input.iter().flat_map(|unit| unit.to_le_bytes());
        bytes.take(len).collect()
    })
}

/// Returns the number of the encoding whose label is the input, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn encoding(len: usize) -> i32 {
    let Some(found) = Encoding::for_label_no_replacement(&input_bytes(len)) else {
        return -1;
    };
    ENCODINGS.with_borrow_mut(|encodings| {
        let known = encodings.iter().position(|one| *one == found);
        known.unwrap_or_else(|| {
            encodings.push(found);
            encodings.len() - 1
        }) as i32
    })
}

fn numbered(encoding: usize) -> &'static Encoding {
    ENCODINGS.with_borrow(|encodings| encodings[encoding])
}

#[unsafe(no_mangle)]
pub extern "C" fn name(encoding: usize) -> u64 {
    outcome(numbered(encoding).name().as_bytes())
}

/// Creates a decoder and returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn decoder(encoding: usize, keeps_mark: bool) -> usize {
    let encoding = numbered(encoding);
    DECODERS.with_borrow_mut(|decoders| {
        decoders.push(match keeps_mark {
            true => encoding.new_decoder_without_bom_handling(),
            false => encoding.new_decoder_with_bom_removal(),
        });
        decoders.len() - 1
    })
}

/// Decodes the input.
#[unsafe(no_mangle)]
pub extern "C" fn decode(decoder: usize, len: usize, fatal: bool, last: bool) -> u64 {
    let src = input_bytes(len);
    DECODERS.with_borrow_mut(|decoders| {
        UNITS.with_borrow_mut(|units| {
            let decoder = &mut decoders[decoder];
            units.clear();
            let most = decoder.max_utf16_buffer_length(len).expect("a short text");
            units.resize(most, 0);
            let written = match fatal {
                true => {
                    let step = decoder.decode_to_utf16_without_replacement(&src, units, last);
                    match step {
                        (DecoderResult::InputEmpty, _, written) => written,
                        (DecoderResult::Malformed(..), ..) => return FAULT,
                        (DecoderResult::OutputFull, ..) => panic!("no room"),
                    }
                }
                false => {
                    let (result, _, written, _) = decoder.decode_to_utf16(&src, units, last);
                    assert_eq!(result, CoderResult::InputEmpty);
                    written
                }
            };
            outcome(&units[..written])
        })
    })
}

/// Encodes the first `len` code units of the input.
#[unsafe(no_mangle)]
pub extern "C" fn encode(encoding: usize, len: usize) -> u64 {
    let mut encoder = numbered(encoding).new_encoder();
    INPUT.with_borrow(|input| {
        BYTES.with_borrow_mut(|bytes| {
            bytes.clear();
            let most = encoder.max_buffer_length_from_utf16_without_replacement(len);
            bytes.resize(most.expect("a short text"), 0);
            let src = &input[..len];
            match encoder.encode_from_utf16_without_replacement(src, bytes, true) {
                (EncoderResult::InputEmpty, _, written) => outcome(&bytes[..written]),
                (EncoderResult::Unmappable(_), ..) => FAULT,
                (EncoderResult::OutputFull, ..) => panic!("no room"),
            }
        })
    })
}
