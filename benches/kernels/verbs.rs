//! Measures every function and pair of encodings that programs use, on every instruction set of
//! this CPU.
//!
//! A benchmark is called `verb/pair/corpus/length/isa`. Strings of up to 256 units are many
//! different ones, and the time shown is the total.

use criterion::{BenchmarkId, Criterion, Throughput};
use utflane::Isa;

use crate::contender::Case;
use crate::ours;
use utflane_test_support::corpora::{
    Corpus, Encoding, Encoding::*, Length, Sample, TRIALS, Verb, Verb::*, Work,
};

/// The functions and pairs that programs use.
const WORKS: [(Verb, Encoding, Encoding); 43] = [
    (Validate, Utf8, Utf8),
    (Validate, Utf16, Utf16),
    (Validate, Utf16Be, Utf16Be),
    (Validate, Utf32, Utf32),
    (Validate, Ascii, Ascii),
    (IsValid, Utf8, Utf8),
    (Transcode, Utf8, Utf8),
    (Transcode, Utf8, Utf16),
    (Transcode, Utf8, Utf16Be),
    (Transcode, Utf8, Utf32),
    (Transcode, Utf8, Latin1),
    (Transcode, Utf16, Utf8),
    (Transcode, Utf16Be, Utf8),
    (Transcode, Utf16, Utf16),
    (Transcode, Utf16Le, Utf16Be),
    (Transcode, Utf16, Utf32),
    (Transcode, Utf16, Latin1),
    (Transcode, Utf32, Utf8),
    (Transcode, Utf32, Utf16),
    (Transcode, Utf32, Utf32),
    (Transcode, Utf32Le, Utf32Be),
    (Transcode, Utf32, Latin1),
    (Transcode, Latin1, Utf8),
    (Transcode, Latin1, Utf16),
    (Transcode, Latin1, Utf32),
    (Transcode, Ascii, Utf16),
    (Transcode, Utf16, Ascii),
    (Lossy, Utf8, Utf8),
    (Lossy, Utf8, Utf16),
    (Lossy, Utf16, Utf8),
    (Lossy, Utf16, Utf16),
    (Unchecked, Utf8, Utf16),
    (Unchecked, Utf8, Utf32),
    (Unchecked, Utf16, Utf8),
    (Measure, Utf8, Utf16),
    (TranscodedLen, Utf8, Utf16),
    (TranscodedLen, Utf16, Utf8),
    (TranscodedLen, Utf32, Utf8),
    (TranscodedLen, Latin1, Utf8),
    (LossyLen, Utf8, Utf16),
    (LossyLen, Utf16, Utf8),
    (CharCount, Utf8, Utf8),
    (CharCount, Utf16, Utf16),
];

/// Functions that are also measured by length, and on text that is hard for fast paths.
const COMMON: [(Verb, Encoding, Encoding); 4] = [
    (Validate, Utf8, Utf8),
    (Transcode, Utf8, Utf16),
    (Transcode, Utf16, Utf8),
    (Lossy, Utf8, Utf16),
];

const SHORT: [usize; 12] = [1, 2, 4, 8, 15, 16, 31, 32, 64, 100, 128, 256];
const LONG: [usize; 4] = [4 << 10, 64 << 10, 1 << 20, 64 << 20];

/// Lengths from here on are skipped in runs that only check that everything works.
const VERY_LONG: usize = 1 << 20;

pub(crate) fn by_script(criterion: &mut Criterion) {
    let corpora = [
        "latin",
        "german",
        "russian",
        "chinese",
        "emoji",
        "page-korean",
    ];
    bench(criterion, &WORKS, &corpora, &[Length::Corpus]);
}

pub(crate) fn by_length(criterion: &mut Criterion) {
    let test = std::env::args().any(|argument| argument == "--test");
    let short: Vec<Length> = SHORT.map(Length::Units).to_vec();
    let long: Vec<Length> = LONG
        .into_iter()
        .filter(|&units| !test || units < VERY_LONG)
        .map(Length::Units)
        .collect();
    bench(criterion, &COMMON, &["latin", "russian", "chinese"], &short);
    bench(criterion, &COMMON, &["latin", "russian"], &long);
}

pub(crate) fn by_trial(criterion: &mut Criterion) {
    let corpora = [&TRIALS[..], &["markup"]].concat();
    bench(criterion, &COMMON, &corpora, &[Length::Corpus]);
}

/// Measures each function with each corpus and length, on each instruction set.
fn bench(
    criterion: &mut Criterion,
    works: &[(Verb, Encoding, Encoding)],
    corpora: &[&str],
    lengths: &[Length],
) {
    let corpora: Vec<Corpus> = corpora
        .iter()
        .map(|name| Corpus::named(name).expect("a corpus of that name"))
        .collect();
    for &(verb, source, target) in works {
        let work = Work::new(verb, source, target);
        let mut group = criterion.benchmark_group(format!("{verb}/{}", work.pair()));
        for corpus in &corpora {
            for &length in lengths {
                let Some(bytes) = bytes(corpus, work, length) else {
                    continue;
                };
                group.throughput(Throughput::Bytes(bytes));
                // Created on first use, because the filter may skip all of these benchmarks.
                let mut case = None;
                for isa in Isa::available() {
                    let name = format!("{}/{length}", corpus.name);
                    let id = BenchmarkId::new(name, isa.name());
                    group.bench_function(id, |bencher| {
                        let case = case.get_or_insert_with(|| make(corpus, work, length));
                        let ours = ours::contender(case, isa, false);
                        ours.check();
                        bencher.iter_custom(|passes| ours.time(0..ours.strings(), passes as usize));
                    });
                }
            }
        }
    }
}

fn make(corpus: &Corpus, work: Work, length: Length) -> Case {
    let sample = Sample::new(corpus, work.source, length).expect("representable");
    Case::new(work, &corpus.name, sample)
}

/// Returns the bytes of a sample (for long strings approximately), or `None` if the function is
/// unspecified for the corpus.
fn bytes(corpus: &Corpus, work: Work, length: Length) -> Option<u64> {
    let representable = corpus
        .text
        .chars()
        .all(|one| work.target.push(&mut Vec::new(), one));
    if (work.verb.trusts() && !corpus.is_well_formed())
        || (!representable && !matches!(work.verb, Lossy | LossyLen))
    {
        return None;
    }
    match length {
        Length::Units(units) if units >= LONG[0] => Some((units * work.source.width()) as u64),
        _ => Some(Sample::new(corpus, work.source, length)?.bytes() as u64),
    }
}
