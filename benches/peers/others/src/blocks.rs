//! Compares the block form of the UTF-8 validator, inside a vector loop, with simdutf8's
//! `ChunkedUtf8Validator`.
//!
//! The loop counts quotation marks in blocks of 64 bytes, like the first stage of a JSON parser. It
//! is compiled once with each validator, for each instruction set that both support. The loops run
//! alternately, and the best of many short rounds counts.

use crate::turns::{Work, times};
use simdutf8::basic::imp::ChunkedUtf8Validator;
use simdutf8::basic::imp::x86;
use std::hint::black_box;
use utflane::{Isa, block};
use utflane_test_support::corpora::{Corpus, SCRIPTS};

/// Bytes of text, which fit in an L2 cache.
const LEN: usize = 1 << 17;

const ROUNDS: usize = 2000;

/// Counts quotation marks, and returns whether the text is well-formed.
type Loop = unsafe fn(&[u8]) -> (usize, bool);

#[inline(always)]
fn quotes(block: &[u8; 64]) -> usize {
    let count: u8 = block.iter().map(|byte| u8::from(*byte == b'"')).sum();
    count.into()
}

macro_rules! loops {
    ($ours:ident, $validator:ident, $theirs:ident, $module:ident, $features:literal) => {
        #[target_feature(enable = $features)]
        fn $ours(text: &[u8]) -> (usize, bool) {
            let mut validator = block::$validator::new();
            let (blocks, rest) = text.as_chunks();
            let mut count = 0;
            for block in blocks {
                validator.push(block);
                count += quotes(block);
            }
            (count, validator.finish(rest))
        }

        #[target_feature(enable = $features)]
        fn $theirs(text: &[u8]) -> (usize, bool) {
            // SAFETY: the features are enabled.
            let mut validator = unsafe { x86::$module::ChunkedUtf8ValidatorImp::new() };
            let (blocks, rest) = text.as_chunks();
            let mut count = 0;
            for block in blocks {
                // SAFETY: the features are enabled, and a block has the required length.
                unsafe { validator.update_from_chunks(block) };
                count += quotes(block);
            }
            // SAFETY: the features are enabled.
            (count, unsafe { validator.finalize(Some(rest)) }.is_ok())
        }
    };
}

loops! { ours_avx2, Avx2Validator, theirs_avx2, avx2, "avx2,bmi1,bmi2,lzcnt,popcnt" }
loops! { ours_sse41, Sse41Validator, theirs_sse42, sse42, "sse4.2,popcnt" }

pub(crate) fn run() {
    println!("GB/s of utflane and simdutf8, {LEN} bytes, best of {ROUNDS} rounds");
    let loops: [(&str, [Loop; 2]); 2] = [
        ("avx2", [ours_avx2, theirs_avx2]),
        ("sse41", [ours_sse41, theirs_sse42]),
    ];
    for (isa, loops) in loops {
        if Isa::named(isa).is_none() {
            println!("{isa}: not supported by this CPU");
            continue;
        }
        for name in SCRIPTS {
            let once = Corpus::named(name).expect("a corpus").text;
            let text = &once.repeat(LEN / once.len() + 1).into_bytes()[..LEN];
            // SAFETY: the CPU has the features.
            let answers = loops.map(|run| unsafe { run(text) });
            assert_eq!(answers[0], answers[1], "{isa}, {name}");
            let mut works = loops.map(|run| -> Work {
                Box::new(move || {
                    // SAFETY: the CPU has the features.
                    black_box(unsafe { run(black_box(text)) });
                })
            });
            let times = times(ROUNDS, 1, &mut works);
            let [ours, theirs] = [0, 1].map(|which| LEN as f64 / times[which]);
            let ratio = ours / theirs;
            println!("{isa:6} {name:9} {ours:6.2} {theirs:6.2}  {ratio:.3}");
        }
    }
}
