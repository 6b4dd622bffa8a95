//! Measures the selection of an instruction set, with `std` and without:
//!
//! ```text
//! cargo bench --package utflane-benches --bench isa_lookup
//! cargo bench --package utflane-benches --bench isa_lookup --no-default-features
//! ```
//!
//! A selection by name in every call should cost a load and a test. The times for a short text show
//! that.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use utflane::{Isa, Utf8};

fn isa_lookup(criterion: &mut Criterion) {
    let std = if cfg!(feature = "std") {
        "std"
    } else {
        "no_std"
    };
    let mut group = criterion.benchmark_group(format!("isa_lookup/{std}"));
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

criterion_group!(benches, isa_lookup);
criterion_main!(benches);
