//! Checks that the block validators return the standard library's answer, wherever a sequence lies
//! in a block or across two.
#![cfg(all(feature = "full", utflane_rust = "1.86"))]

use utflane::Isa;
use utflane_test_support::oracle::*;

/// A validator as a function: returns the number of blocks before the first error, and whether the
/// whole text is well-formed.
type Validate = unsafe fn(&[u8]) -> (usize, bool);

/// The validators of each architecture, and the features that their methods need.
macro_rules! validators {
    ($($architecture:meta: $($name:ident by $validator:ident with $features:literal),+;)+) => {
        $($(
            #[cfg($architecture)]
            #[target_feature(enable = $features)]
            fn $name(text: &[u8]) -> (usize, bool) {
                use utflane::block::$validator;
                let mut validator = $validator::new();
                let blocks = text.chunks_exact(64);
                let rest = blocks.remainder();
                let mut valid_blocks = 0;
                for block in blocks {
                    validator.push(block.try_into().unwrap());
                    valid_blocks += usize::from(validator.is_valid());
                }
                let valid = validator.finish(rest);
                // `finish` accepts any length, so it must also validate the whole text.
                assert_eq!($validator::new().finish(text), valid);
                (valid_blocks, valid)
            }
        )+)+

        /// The validators that this CPU can run.
        fn validators() -> Vec<(&'static str, Validate)> {
            let all: &[(&str, Validate)] = &[$($(
                #[cfg($architecture)]
                (stringify!($name), $name as Validate),
            )+)+];
            let mut validators = all.to_vec();
            validators.retain(|(name, _)| Isa::named(name).is_some());
            validators
        }
    };
}

validators! {
    any(target_arch = "x86", target_arch = "x86_64"):
        sse41 by Sse41Validator with "sse4.1",
        avx2 by Avx2Validator with "avx2",
        avx512 by Avx512Validator with "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi2";
    target_arch = "aarch64": neon by NeonValidator with "neon";
    all(target_arch = "wasm32", target_feature = "simd128"):
        simd128 by Simd128Validator with "simd128";
}

fn check(validators: &[(&str, Validate)], text: &[u8]) {
    let theirs = std::str::from_utf8(text);
    let whole = text.len() / 64;
    // An error is reported at one of the bytes of the malformed sequence, or at the byte after it.
    // An incomplete sequence is no error before the end of the text.
    let (least, most) = match theirs.map_err(|error| (error.valid_up_to(), error.error_len())) {
        Err((start, Some(len))) => (start / 64, (start + len) / 64),
        Ok(_) | Err((_, None)) => (whole, whole),
    };
    for (name, validate) in validators {
        // SAFETY: the list contains only validators whose CPU features were detected.
        let (valid_blocks, valid) = unsafe { validate(text) };
        assert_eq!(valid, theirs.is_ok(), "{name}: {text:02X?}");
        let range = least.min(whole)..=most.min(whole);
        assert!(
            range.contains(&valid_blocks),
            "{name}: {valid_blocks}, {range:?}: {text:02X?}"
        );
    }
}

/// Well-formed, malformed and incomplete sequences.
const SEQUENCES: [&[u8]; 26] = [
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80",
    b"\xED\x9F\xBF",
    b"\xF4\x8F\xBF\xBF",
    b"\x80",
    b"\x80\x80",
    b"\xC3",
    b"\xE2",
    b"\xE2\x82",
    b"\xF0",
    b"\xF0\x9F",
    b"\xF0\x9F\x98",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xE0\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xF8\x80\x80\x80",
    b"\xFF",
    b"\xC3\xA9\x80",
    b"\xE2\x82\xAC\x80",
    b"\xF0\x9F\x98\x80\x80",
    b"\xC3\xC3\xA9",
];

/// Each sequence at each offset in two blocks, in text of characters of each length, followed by
/// more text or by nothing.
#[test]
fn sequences_at_every_place() {
    let validators = validators();
    for sequence in SEQUENCES {
        for filler in ["a", "é", "語", "😀"] {
            for at in 0..=132 {
                for behind in [0, 1, 70, 200] {
                    let mut text = filler.repeat(at / filler.len()).into_bytes();
                    text.resize(at, b'.');
                    text.extend_from_slice(sequence);
                    text.resize(at + sequence.len() + behind, b'.');
                    check(&validators, &text);
                    text.extend_from_slice(filler.repeat(40).as_bytes());
                    check(&validators, &text);
                }
            }
        }
    }
}

/// Blocks of ASCII between two sequences, so that an incomplete sequence must fail at the first
/// byte of ASCII.
#[test]
fn ascii_between() {
    let validators = validators();
    let ascii = [b'.'; 64];
    for before in SEQUENCES {
        for behind in SEQUENCES {
            for blocks in 0..3 {
                let mut text = vec![b'.'; 64 - before.len()];
                text.extend_from_slice(before);
                text.extend_from_slice(&ascii.repeat(blocks));
                text.extend_from_slice(behind);
                check(&validators, &text);
                text.resize(64 * (blocks + 2), b'.');
                check(&validators, &text);
            }
        }
    }
}

#[test]
fn every_length_and_random_faults() {
    let validators = validators();
    let mut random = Random(31);
    for script in SCRIPTS {
        let whole = text(script, 0, 300).into_bytes();
        for len in 0..=whole.len().min(400) {
            check(&validators, &whole[..len]);
            let spoilt = spoilt::<utflane::Utf8>(&whole, random.below(whole.len()), len);
            check(&validators, &spoilt);
        }
    }
    for len in 0..200 {
        check(&validators, &random.bytes(len));
    }
}
