//! Checks that streams give the result of the whole text: for every cut of short texts into two or
//! three chunks, random cuts of longer texts, and every output length.
#![cfg(feature = "full")]

#[cfg(feature = "alloc")]
mod text;

use std::mem::MaybeUninit;
use utflane::stream::{AnyTranscoder, Status, Transcoder, Validator};
use utflane::{Charset, Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32Le};
use utflane_test_support::oracle::streams::{check_transcoder, check_validator, chunks};
use utflane_test_support::oracle::*;

/// Cuts `src` into three chunks in every way. Some chunks are empty, which includes all cuts in
/// two.
fn each_cut<U>(src: &[U], mut check: impl FnMut(&[&[U]])) {
    for first in 0..=src.len() {
        for second in first..=src.len() {
            check(&[&src[..first], &src[first..second], &src[second..]]);
        }
    }
    check(&[]);
    check(&[&[], src, &[]]);
    check(
        &src.chunks(1)
            .flat_map(|unit| [unit, &[]])
            .collect::<Vec<_>>(),
    );
}

/// Checks every cut of `src`, with all targets.
fn check_cuts<S: Model>(isas: &[Isa], src: &[S::Unit]) {
    let items = S::items(src);
    each_cut(src, |chunks| {
        let items = if chunks.is_empty() { &[] } else { &items[..] };
        for &isa in isas {
            check_validator::<S>(isa, items, chunks);
            for_each_encoding!(D => check_transcoder::<S, D>(isa, items, chunks, 64));
        }
    });
}

/// Returns the sequences of the boundary table if a checkout has it, and always the most important
/// ones.
fn vectors() -> Vec<Vec<u8>> {
    let mut vectors: Vec<Vec<u8>> = ["", "a", "é€😀", "a\u{FFFF}\u{10FFFF}"]
        .map(|text| text.as_bytes().to_vec())
        .into();
    let malformed: [&[u8]; 16] = [
        b"\xC2",
        b"\xC2\xC2",
        b"\xE1\x80\xC2\x80",
        b"\xE0\x80\x80",
        b"\xED\xA0\x80",
        b"\xED\xA0",
        b"\xF0\x9F\x98",
        b"\xF0\x9F\x98A",
        b"\xF0\x9F\xE2\x82\xAC",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80",
        b"\xFF\xFE\x00",
        b"\x80\xE1\x80",
        b"\xF1\x80\x80\xE1\x80\xC2b\x80c\x80\xBFd",
        b"\xC0\x80",
        b"\xE2\x82\xE2\x82\xAC",
    ];
    vectors.extend(malformed.map(<[u8]>::to_vec));
    let file = read_vectors().unwrap_or_default();
    vectors.extend(vector_rows(&file).map(|row| hex(row[0])));
    vectors
}

#[test]
fn every_cut_of_the_vectors() {
    for bytes in vectors() {
        check_cuts::<Utf8>(&isas(), &bytes);
    }
}

/// Returns sequences of characters of each length and of units that make their neighbours
/// malformed.
fn sequences<S: Model>(longest: usize) -> Vec<Vec<S::Unit>> {
    let mut symbols: Vec<Vec<S::Unit>> = ["a", "é", "好", "😀"].map(encoded::<S>).into();
    symbols.extend(S::SPOILERS.iter().map(|&unit| vec![unit]));
    let mut sequences = vec![Vec::new()];
    let mut last = sequences.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|before| symbols.iter().map(|symbol| [&before[..], symbol].concat()))
            .collect();
        sequences.extend_from_slice(&last);
    }
    sequences
}

#[test]
fn every_cut_of_short_sequences() {
    let isas = [Isa::best(), Isa::named("scalar").unwrap()];
    for_each_encoding!(S => {
        for src in sequences::<S>(2) {
            check_cuts::<S>(&isas, &src);
        }
    });
}

#[test]
fn every_cut_of_longer_sequences_between_unicode_encodings() {
    fn check<S: Model>() {
        for src in sequences::<S>(3) {
            let items = S::items(&src);
            each_cut(&src, |chunks| {
                let items = if chunks.is_empty() { &[] } else { &items[..] };
                check_validator::<S>(Isa::best(), items, chunks);
                check_transcoder::<S, Utf16Be>(Isa::best(), items, chunks, 5);
            });
        }
    }
    check::<Utf8>();
    check::<Utf16>();
    check::<Utf16Le>();
    check::<Utf16Be>();
    check::<Utf32Le>();
}

#[test]
fn every_room() {
    let texts = [
        "",
        "a",
        "é€😀",
        "plain words, é, and once 語 🦀 more.",
        "日本語テキスト",
    ];
    let mut random = Random(3);
    for text in texts {
        for_each_encoding!(S => {
            let clean = encoded::<S>(text);
            let bad = spoilt::<S>(&clean, random.below(clean.len().max(1)), random.below(13));
            for src in [clean, bad] {
                let items = S::items(&src);
                let cut = random.below(src.len() + 1);
                let parts = [&src[..cut], &src[cut..]];
                for_each_encoding!(D => {
                    let need = Plan::lossy::<D>(&items).units.len();
                    for room in 0..=need + 1 {
                        check_transcoder::<S, D>(Isa::best(), &items, &parts, room);
                    }
                });
            }
        });
    }
}

/// Returns a text of several scripts, well-formed or with `faults` changed units.
fn long<S: Model>(random: &mut Random, faults: usize) -> Vec<S::Unit> {
    let whole: String = (0..6).map(|_| random.text(120)).collect();
    spoilt_by_chance::<S>(encoded::<S>(&whole), random, faults)
}

#[test]
fn random_cuts_of_mixed_texts() {
    let mut random = Random(7);
    for turn in 0..3 {
        for_each_encoding!(S => {
            let src = long::<S>(&mut random, [0, 1, 40][turn]);
            let items = S::items(&src);
            for most in [2, 9, 70, 400] {
                let lengths = [1, random.below(most), random.below(most), random.below(most)];
                let parts = chunks(&src, &lengths);
                for isa in isas() {
                    check_validator::<S>(isa, &items, &parts);
                    let room = 1 + random.below(most);
                    for_each_encoding!(D => check_transcoder::<S, D>(isa, &items, &parts, room));
                }
            }
        });
    }
}

/// Runs the fuzzer's check with random bytes.
#[test]
fn random_choices() {
    let mut random = Random(13);
    for _ in 0..2000 {
        let len = random.below(120);
        choose_stream(&random.bytes(len));
    }
}

/// Chunks of the size of a file buffer, to reach every part of each kernel.
#[test]
fn long_texts_in_large_chunks() {
    let mut random = Random(11);
    let bytes: Vec<u8> = (0..400)
        .flat_map(|_| long::<Utf8>(&mut random, 0))
        .collect();
    let mut bad = bytes.clone();
    for at in [65_535, 65_536, 70_001] {
        bad[at] = 0xFF;
    }
    for src in [bytes, bad] {
        let items = Utf8::items(&src);
        for isa in isas() {
            for len in [4096, 65_536, 65_537] {
                let parts: Vec<_> = src.chunks(len).collect();
                check_validator::<Utf8>(isa, &items, &parts);
                check_transcoder::<Utf8, Utf8>(isa, &items, &parts, 65_536);
                check_transcoder::<Utf8, Utf16>(isa, &items, &parts, 40_000);
            }
        }
    }
}

/// Evaluates an expression for each encoding that can be chosen at run time, as a type and as a
/// value.
macro_rules! for_each_charset {
    ($name:ident, $charset:ident => $body:expr) => {
        for_each_charset!(@each $name $charset $body; Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii)
    };
    (@each $name:ident $charset:ident $body:expr; $($encoding:ident)*) => {
        $({
            type $name = utflane::$encoding;
            let $charset = Charset::$encoding;
            $body
        })*
    };
}

/// Checks that the transcoder for a pair of values returns the results of the transcoder for the
/// pair of types, step by step. `any` in the test program `interface` does the same for other pairs.
fn check_any<S: Model<Unit = u8>, D: Model<Unit = u8>>(
    pair: (Charset, Charset),
    parts: &[&[u8]],
    lossy: bool,
) {
    assert_eq!((pair.0.name(), pair.1.name()), (S::NAME, D::NAME));
    let mut typed = Transcoder::<S, D>::new().starting_at(5);
    let mut any = AnyTranscoder::new(pair.0, pair.1).starting_at(5);
    let (mut expected, mut got) = ([0; 16], [0; 16]);
    for mut chunk in parts.iter().copied() {
        loop {
            let (expected_step, step) = if lossy {
                let expected_step = typed.transcode_lossy(chunk, &mut expected);
                (expected_step, any.transcode_lossy(chunk, &mut got))
            } else {
                let expected_step = typed.transcode(chunk, &mut expected);
                (expected_step, any.transcode(chunk, &mut got))
            };
            assert_eq!(step, expected_step, "{pair:?}");
            assert_eq!(got[..step.written], expected[..step.written], "{pair:?}");
            assert_eq!(
                (any.position(), any.pending()),
                (typed.position(), typed.pending())
            );
            chunk = &chunk[step.read..];
            if step.status == Status::InputEmpty {
                break;
            }
        }
    }
    if lossy {
        let step = any.finish_lossy(&mut got);
        assert_eq!(step, typed.finish_lossy(&mut expected));
        assert_eq!(got[..step.written], expected[..step.written]);
        assert_eq!(any.replacements(), typed.replacements());
    } else {
        assert_eq!(any.finish(), typed.finish());
    }
}

#[test]
fn a_pair_chosen_at_run_time_is_that_pair() {
    let mut random = Random(5);
    for_each_charset!(S, source => {
        let clean = encoded::<S>("a日é😀 and more, é, of it");
        let bad = spoilt::<S>(&clean, random.below(clean.len()), 7);
        for src in [clean, bad, random.bytes(61)] {
            let parts = chunks(&src, &[3, 0, 14]);
            check_any::<S, Utf8>((source, Charset::Utf8), &parts, false);
            check_any::<S, Utf8>((source, Charset::Utf8), &parts, true);
            if_typed!(for_each_charset!(D, target => {
                check_any::<S, D>((source, target), &parts, false);
                check_any::<S, D>((source, target), &parts, true);
            }));
        }
    });
}

/// Positions count from the start of the whole stream, which may be longer than memory, or from a
/// start that the caller sets.
#[test]
fn positions_are_absolute() {
    let start = u64::from(u32::MAX) + 7;
    let mut transcoder = Transcoder::<Utf8, Utf16>::new().starting_at(start);
    let step = transcoder.transcode(b"ab\xE2\x82", &mut [0; 8]);
    assert_eq!((step.read, step.written), (4, 2));
    assert_eq!(
        (transcoder.position(), transcoder.pending()),
        (start + 2, 2)
    );
    let error = transcoder.finish().unwrap_err();
    assert_eq!(error.position(), start + 2);
    let index = start + 2;
    assert!(
        error.to_string().ends_with(&format!(" from index {index}")),
        "{error}"
    );
    assert_eq!(transcoder.position(), start + 4);
}

/// If a position is set while part of a character is pending, it becomes the position of that part.
#[test]
fn a_position_set_late_is_that_of_what_is_pending() {
    for start in [0, 5, u64::MAX] {
        // The end of the pending bytes saturates, so the position is lower by their number.
        let place = start.min(u64::MAX - 2);
        let mut typed = Transcoder::<Utf8, Utf16>::new();
        assert_eq!(typed.transcode(b"ab\xE2\x82", &mut [0; 8]).written, 2);
        let mut typed = typed.starting_at(start);
        assert_eq!((typed.position(), typed.pending()), (place, 2));
        assert!(format!("{typed:?}").contains(&format!("position: {place}")));
        let step = typed.transcode(b"x", &mut [0; 8]);
        assert!(matches!(step.status, Status::Stopped(error) if error.position() == place));

        let mut any = AnyTranscoder::new(Charset::Utf16Le, Charset::Utf8);
        assert_eq!(any.transcode(b"a\0\x3D", &mut [0; 8]).written, 1);
        let mut any = any.starting_at(start);
        let place = start.min(u64::MAX - 1);
        assert_eq!((any.position(), any.pending()), (place, 1));
        assert_eq!(any.finish().unwrap_err().position(), place);
    }
}

#[test]
fn output_need_not_be_initialised() {
    let mut output = [MaybeUninit::uninit(); 3];
    let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    let step = transcoder.transcode_uninit(b"a\xC3\xA9\xF0\x9F", &mut output);
    assert_eq!((step.read, step.written), (5, 2));
    assert_eq!(transcoder.finish_into(&mut []).written, 0);
    let step = transcoder.transcode_lossy_uninit(b"\xFF\xE2", &mut output[2..]);
    assert_eq!((step.read, step.written), (2, 1));
    // SAFETY: the transcoder wrote all three.
    let output = output.map(|unit| unsafe { unit.assume_init() });
    assert_eq!(output, [0x61, 0xE9, 0xFFFD]);
}

#[test]
fn errors_read_as_those_of_the_verbs() {
    let src = [b"ab", &"€".as_bytes()[..2], b"c"].concat();
    let error = Validator::<Utf8>::new().feed(&src).unwrap_err();
    assert_eq!(
        error.to_string(),
        std::str::from_utf8(&src).unwrap_err().to_string()
    );
    let mut transcoder = Transcoder::<Utf8, Latin1>::new();
    let Status::Stopped(error) = transcoder.transcode("ab€".as_bytes(), &mut [0; 8]).status
    else {
        panic!("Latin-1 has no euro sign");
    };
    let mut dst = [0; 8];
    let expected = utflane::transcode::<Utf8, Latin1>("ab€".as_bytes(), &mut dst).unwrap_err();
    assert_eq!(error.to_string(), expected.to_string());
    assert_eq!((error.position(), error.reason()), (2, expected.reason()));
}

#[test]
fn debug_texts_tell_the_state() {
    let mut validator = Validator::<Utf8>::default();
    assert_eq!(validator.feed(b"ab\xE2"), Ok(()));
    let text = format!("{validator:?}");
    assert!(
        text.contains("bytes_read: 3, pending: 1, error: None") && text.contains("Utf8"),
        "{text}"
    );
    let mut transcoder = Transcoder::<Utf8, Latin1>::default();
    let step = transcoder.transcode_lossy(b"ab\xFF\xE2", &mut [0; 8]);
    assert_eq!(step.status, Status::InputEmpty);
    let text = format!("{transcoder:?}");
    let state = "source: Utf8, target: Latin1, position: 3, pending: 1, replacements: 1";
    assert!(text.contains(state), "{text}");
}

/// The compiler infers the encodings of a new transcoder from its use.
#[test]
fn new_transcoders_infer_their_encodings() {
    fn convert(mut transcoder: Transcoder<Utf8, Utf16>) -> usize {
        transcoder.transcode(b"ab", &mut [0; 4]).written
    }
    assert_eq!(convert(Transcoder::new()), 2);
    assert_eq!(convert(Transcoder::with_isa(Isa::best())), 2);
}
