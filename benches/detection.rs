//! The speed of the detection of encodings.

#[path = "../tests/corpora/mod.rs"]
mod corpora;

use corpora::Corpus;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use utflane::{Charset, Utf8, Utf16Le, detect, transcode_to_vec};

/// Texts that are detected, in bytes.
const LENGTH: usize = 256 << 10;

fn detection(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("detection");
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

criterion_group!(benches, detection);
criterion_main!(benches);
