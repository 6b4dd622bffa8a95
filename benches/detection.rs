//! The speed of the detection of encodings, and the time that the choice of an instruction set
//! takes, with `std` and without:
//!
//! ```text
//! cargo bench --package utflane-benches --bench detection
//! cargo bench --package utflane-benches --bench detection --no-default-features
//! ```
//!
//! To ask for one by name on every call should cost a load and a test: the nanoseconds of a short
//! text show it.

mod corpora;

use corpora::Corpus;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use utflane::{Charset, Isa, Utf8, Utf16Le, detect, transcode_to_vec};

/// Texts that are detected, in bytes.
const LENGTH: usize = 256 << 10;

fn encodings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("encodings");
    group.throughput(Throughput::Bytes(LENGTH as u64));
    for name in ["latin", "german", "russian", "hindi", "chinese", "markup"] {
        let text = Corpus::named(name).expect("a corpus").text;
        let utf8: Vec<u8> = text.bytes().cycle().take(LENGTH).collect();
        let utf16 = transcode_to_vec::<Utf8, Utf16Le>(text.as_bytes()).expect("UTF-8");
        let utf16: Vec<u8> = utf16.into_iter().cycle().take(LENGTH).collect();
        let charset = if name == "latin" {
            Charset::Ascii
        } else {
            Charset::Utf8
        };
        for (charset, bytes) in [(charset, utf8), (Charset::Utf16Le, utf16)] {
            assert_eq!(detect(&bytes).charset, Some(charset));
            group.bench_function(format!("{name}, {charset}"), |bencher| {
                bencher.iter(|| detect(black_box(&bytes)));
            });
        }
    }
}

fn detection(criterion: &mut Criterion) {
    let std = if cfg!(feature = "std") {
        "std"
    } else {
        "no_std"
    };
    let mut group = criterion.benchmark_group(format!("detection/{std}"));
    let best = Isa::best();
    let text = "a few letters, and ".repeat(10).into_bytes();
    assert_eq!(
        Isa::named("avx2"),
        Isa::available().find(|isa| isa.name() == "avx2")
    );
    assert_eq!(Isa::named(best.name()), Some(best));
    assert!(best.is_valid::<Utf8>(&text));

    group.bench_function("best", |bencher| bencher.iter(Isa::best));
    group.bench_function("named", |bencher| bencher.iter(|| Isa::named("avx2")));
    group.bench_function("named at run time", |bencher| {
        bencher.iter(|| Isa::named(black_box(best.name())));
    });
    group.bench_function("available", |bencher| {
        bencher.iter(|| Isa::available().count());
    });
    group.bench_function("190 bytes, held", |bencher| {
        bencher.iter(|| best.is_valid::<Utf8>(black_box(&text)));
    });
    group.bench_function("190 bytes, named", |bencher| {
        let valid = |isa: Isa| isa.is_valid::<Utf8>(black_box(&text));
        bencher.iter(|| {
            Isa::named("avx512")
                .or(Isa::named("avx2"))
                .is_none_or(valid)
        });
    });
}

criterion_group!(benches, encodings, detection);
criterion_main!(benches);
