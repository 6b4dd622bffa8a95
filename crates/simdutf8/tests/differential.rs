//! Compares results with simdutf8 and std, on text and malformed text of random lengths.
#![allow(missing_docs)]

use utflane_simdutf8::compat::Utf8Validator;
use utflane_simdutf8::{basic, compat};
use utflane_test_support::random::Random;

/// Characters, and malformed sequences of each kind.
const PIECES: [&[u8]; 20] = [
    b"a",
    b"some ASCII in the middle, longer than a vector of 16 bytes",
    b"\x7F",
    b"\0",
    "é".as_bytes(),
    "жизнь".as_bytes(),
    "€".as_bytes(),
    "日本語テキスト".as_bytes(),
    "👋".as_bytes(),
    "\u{10FFFF}".as_bytes(),
    b"\x80",
    b"\xC0\xAF",
    b"\xC3",
    b"\xE0\x9F\xBF",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    b"\xF0\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xFF",
];

/// Texts of up to about 500 bytes. Half of them are well-formed. The others have a few malformed
/// sequences.
fn texts() -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..20_000).map(move |round| {
        let mut text = Vec::new();
        for _ in 0..random.below(30) {
            let is_malformed = round % 2 == 1 && random.below(8) == 0;
            let piece = random.below(10) + if is_malformed { 10 } else { 0 };
            text.extend_from_slice(PIECES[piece]);
        }
        text
    })
}

#[test]
fn whole_texts() {
    let mut malformed = 0;
    for mut text in texts() {
        let std = std::str::from_utf8(&text);
        let ours = compat::from_utf8(&text);
        assert_eq!(ours.ok(), std.ok());
        assert_eq!(basic::from_utf8(&text).ok(), std.ok());
        if let (Err(ours), Err(std)) = (ours, std) {
            malformed += 1;
            let theirs = simdutf8::compat::from_utf8(&text).unwrap_err();
            assert_eq!(ours.valid_up_to(), theirs.valid_up_to());
            assert_eq!(ours.error_len(), theirs.error_len());
            assert_eq!(ours.to_string(), theirs.to_string());
            assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
            assert_eq!(ours.to_std(&text), std);
            assert_eq!(
                basic::from_utf8(&text).unwrap_err().to_string(),
                simdutf8::basic::from_utf8(&text).unwrap_err().to_string()
            );
        }
        let copy = text.clone();
        let std = String::from_utf8(copy.clone());
        match (compat::from_utf8_vec(copy), &std) {
            (Ok(ours), Ok(std)) => assert_eq!(ours, *std),
            (Err(ours), Err(std)) => {
                assert_eq!(ours.utf8_error().to_std(&text), std.utf8_error());
                assert_eq!(ours.to_string(), std.to_string());
                assert_eq!(ours.as_bytes(), text);
                assert_eq!(ours.into_bytes(), text);
            }
            (ours, std) => panic!("{ours:?}, expected {std:?}"),
        }
        let expected = std.ok();
        assert_eq!(
            compat::from_utf8_mut(&mut text).ok().map(|text| &*text),
            expected.as_deref()
        );
        assert_eq!(
            basic::from_utf8_mut(&mut text).ok().map(|text| &*text),
            expected.as_deref()
        );
    }
    assert!(malformed > 5_000, "{malformed} texts are malformed");
}

/// The position does not depend on the chunks, and counts only complete characters.
#[test]
fn chunks() {
    let mut random = Random(1);
    for text in texts() {
        let std =
            std::str::from_utf8(&text).map_err(|error| (error.valid_up_to(), error.error_len()));
        let mut validator = Utf8Validator::new();
        let (mut rest, mut ours) = (&text[..], Ok(()));
        while !rest.is_empty() && ours.is_ok() {
            let (chunk, after) = rest.split_at(random.below(rest.len().min(90) + 1));
            rest = after;
            ours = validator.update(chunk);
            let read = &text[..text.len() - rest.len()];
            let valid =
                std::str::from_utf8(read).map_or_else(|error| error.valid_up_to(), str::len);
            assert_eq!(validator.valid_up_to(), valid as u64);
        }
        if ours.is_err() {
            assert_eq!(validator.update(b"more"), ours);
            assert_eq!(validator.clone().finalize(), ours);
        } else {
            ours = validator.finalize();
        }
        let ours = ours.map_err(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(ours, std.map(drop), "{text:x?}");
    }
}

#[test]
#[should_panic(expected = "is not from this input")]
fn std_errors_need_the_malformed_input() {
    let _ = compat::from_utf8(b"\xFF").unwrap_err().to_std(b"fine");
}

/// The validators of each instruction set.
#[cfg(all(
    feature = "public_imp",
    any(target_arch = "x86", target_arch = "x86_64")
))]
mod imp {
    use super::*;
    use basic::imp::{ChunkedUtf8Validator, Utf8Validator};

    #[allow(clippy::multiple_unsafe_ops_per_block, reason = "all have one reason")]
    fn check<S: Utf8Validator, C: ChunkedUtf8Validator>(
        simple: unsafe fn(&[u8]) -> Result<(), basic::Utf8Error>,
        detailed: unsafe fn(&[u8]) -> Result<(), compat::Utf8Error>,
    ) {
        let mut random = Random(2);
        for text in texts() {
            let std = std::str::from_utf8(&text);
            // SAFETY: the caller checked the instruction set, here and below.
            unsafe {
                assert_eq!(simple(&text).is_ok(), std.is_ok());
                assert_eq!(
                    detailed(&text).map_err(|error| error.to_std(&text)),
                    std.map(drop)
                );
                let mut stream = S::new();
                for chunk in text.chunks(1 + random.below(90)) {
                    stream.update(chunk);
                }
                assert_eq!(stream.finalize().is_ok(), std.is_ok());
                let mut blocks = C::new();
                let chunks = text.chunks_exact(64 * (1 + random.below(3)));
                let rest = chunks.remainder();
                chunks.for_each(|chunk| blocks.update_from_chunks(chunk));
                assert_eq!(blocks.finalize(Some(rest)).is_ok(), std.is_ok());
            }
        }
    }

    #[test]
    fn every_instruction_set() {
        use basic::imp::x86 as simple;
        use compat::imp::x86 as detailed;
        if std::is_x86_feature_detected!("avx2") {
            use simple::avx2::{ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8};
            check::<Utf8ValidatorImp, ChunkedUtf8ValidatorImp>(
                validate_utf8,
                detailed::avx2::validate_utf8,
            );
        }
        if std::is_x86_feature_detected!("sse4.2") {
            use simple::sse42::{ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8};
            check::<Utf8ValidatorImp, ChunkedUtf8ValidatorImp>(
                validate_utf8,
                detailed::sse42::validate_utf8,
            );
        }
    }
}
