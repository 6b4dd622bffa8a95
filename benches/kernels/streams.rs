//! Compares text in chunks, in rows and on several threads with the same text in one call. Also
//! measures detection.
//!
//! Each group contains the benchmarks to compare: the ratio of their times is the result.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::io::Read;
use utflane::io::Reader;
use utflane::rows::Column;
use utflane::stream::{Status, Step, Transcoder, Validator};
use utflane::{Charset, Encoding, Utf8, Utf16, Utf16Le, detect, transcode_to_vec};
use utflane_test_support::corpora::Corpus;

const SCRIPTS: [&str; 5] = ["latin", "german", "russian", "chinese", "emoji"];

/// Bytes of a text. It exceeds an L1 cache, so a stream is not slower merely because of cache
/// misses.
const LEN: usize = 1 << 20;

/// Bytes of a chunk.
const CHUNK: usize = 64 << 10;

/// Returns the text of a corpus, repeated and truncated to `len` bytes.
fn text(corpus: &str, len: usize) -> String {
    let once = Corpus::named(corpus).expect("a corpus of that name").text;
    let mut text = once.repeat(len / once.len() + 1);
    text.truncate(boundary(&text, len));
    text
}

/// Returns the last character boundary up to `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

fn validate_in_chunks(bytes: &[u8], chunk: usize) -> u64 {
    let mut validator = Validator::<Utf8>::new();
    for chunk in bytes.chunks(chunk) {
        validator.feed(chunk).expect("well-formed text");
    }
    validator.finish().expect("well-formed text");
    validator.position()
}

/// Converts in chunks, and appends the output of each. Returns the number of units written.
fn transcode_in_chunks<S: Encoding, D: Encoding>(
    src: &[S::Unit],
    dst: &mut [D::Unit],
    chunk: usize,
) -> usize {
    let mut transcoder = Transcoder::<S, D>::new();
    let mut all = 0;
    for chunk in src.chunks(chunk) {
        let Step {
            written, status, ..
        } = transcoder.transcode(chunk, &mut dst[all..]);
        assert_eq!(status, Status::InputEmpty);
        all += written;
    }
    transcoder.finish().expect("well-formed text");
    all
}

pub(crate) fn streams(criterion: &mut Criterion) {
    for corpus in SCRIPTS {
        let text = text(corpus, LEN);
        let bytes = text.as_bytes();
        let units: Vec<u16> = text.encode_utf16().collect();
        let file: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();

        let mut group = criterion.benchmark_group(format!("stream/validate/{corpus}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("whole", |b| {
            b.iter(|| utflane::validate::<Utf8>(black_box(bytes)))
        });
        for (name, chunk) in [("chunks of 64 KiB", CHUNK), ("bytes", 1)] {
            assert_eq!(validate_in_chunks(bytes, chunk), bytes.len() as u64);
            group.bench_function(name, |b| {
                b.iter(|| validate_in_chunks(black_box(bytes), chunk))
            });
        }
        group.finish();

        let mut group = criterion.benchmark_group(format!("stream/utf8-utf16/{corpus}"));
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        let mut dst = vec![0; bytes.len()];
        group.bench_function("whole", |b| {
            b.iter(|| utflane::transcode::<Utf8, Utf16>(black_box(bytes), &mut dst));
        });
        for (name, chunk) in [("chunks of 64 KiB", CHUNK), ("bytes", 1)] {
            let written = transcode_in_chunks::<Utf8, Utf16>(bytes, &mut dst, chunk);
            assert!(dst[..written] == units);
            group.bench_function(name, |b| {
                b.iter(|| transcode_in_chunks::<Utf8, Utf16>(black_box(bytes), &mut dst, chunk));
            });
        }
        group.finish();

        let mut group = criterion.benchmark_group(format!("stream/utf16le-utf8/{corpus}"));
        group.throughput(Throughput::Bytes(file.len() as u64));
        let mut dst = vec![0; 3 * units.len()];
        let written = transcode_in_chunks::<Utf16Le, Utf8>(&file, &mut dst, CHUNK);
        assert!(&dst[..written] == bytes);
        group.bench_function("whole", |b| {
            b.iter(|| utflane::transcode::<Utf16Le, Utf8>(black_box(&file), &mut dst));
        });
        group.bench_function("chunks of 64 KiB", |b| {
            b.iter(|| transcode_in_chunks::<Utf16Le, Utf8>(black_box(&file), &mut dst, CHUNK));
        });
        group.bench_function("reader to string", |b| {
            let mut text = String::with_capacity(bytes.len());
            b.iter(|| {
                text.clear();
                Reader::new(black_box(&file[..]), Charset::Utf16Le).read_to_string(&mut text)
            });
        });
        group.finish();
    }
}

/// Returns offsets of rows of about 5 to 30 bytes.
fn offsets(text: &str) -> Vec<i32> {
    let mut offsets = vec![0];
    let (mut at, mut state) = (0, 1u32);
    while text.len() - at > 40 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        at = boundary(text, at + 5 + (state >> 16) as usize % 26);
        offsets.push(at as i32);
    }
    offsets
}

pub(crate) fn columns(criterion: &mut Criterion) {
    for corpus in SCRIPTS {
        let text = text(corpus, LEN);
        let (values, offsets) = (text.as_bytes(), offsets(&text));
        let rows = || {
            offsets
                .windows(2)
                .map(|pair| &values[pair[0] as usize..pair[1] as usize])
        };
        assert_eq!(
            utflane::validate_rows::<Utf8>(&Column::new(values, &offsets)),
            Ok(())
        );
        assert!(offsets.len() > LEN / 30);

        let mut group = criterion.benchmark_group(format!("column/{corpus}"));
        group.throughput(Throughput::Bytes(values.len() as u64));
        group.bench_function("column", |b| {
            b.iter(|| {
                utflane::validate_rows::<Utf8>(&Column::new(black_box(values), black_box(&offsets)))
            });
        });
        group.bench_function("row by row", |b| {
            b.iter(|| rows().all(|row| utflane::validate::<Utf8>(black_box(row)).is_ok()));
        });
        group.bench_function("row by row, std", |b| {
            b.iter(|| rows().all(|row| std::str::from_utf8(black_box(row)).is_ok()));
        });
        group.finish();
    }
}

pub(crate) fn parallel(criterion: &mut Criterion) {
    for corpus in ["russian", "chinese"] {
        for len in [1 << 19, 1 << 20, 1 << 21, 1 << 22, 1 << 24] {
            let text = text(corpus, len);
            let bytes = text.as_bytes();
            let serial = utflane::transcode_to_vec::<Utf8, Utf16>(bytes);
            assert!(utflane::par_transcode_to_vec::<Utf8, Utf16>(bytes) == serial);
            assert_eq!(utflane::par_validate::<Utf8>(bytes), Ok(()));

            let name = |verb| format!("parallel/{verb}/{corpus}/{} KiB", len >> 10);
            let mut group = criterion.benchmark_group(name("validate"));
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            group.bench_function("serial", |b| {
                b.iter(|| utflane::validate::<Utf8>(black_box(bytes)));
            });
            group.bench_function("parallel", |b| {
                b.iter(|| utflane::par_validate::<Utf8>(black_box(bytes)));
            });
            group.finish();

            let mut group = criterion.benchmark_group(name("utf8-utf16"));
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            group.bench_function("serial", |b| {
                b.iter(|| utflane::transcode_to_vec::<Utf8, Utf16>(black_box(bytes)));
            });
            group.bench_function("parallel", |b| {
                b.iter(|| utflane::par_transcode_to_vec::<Utf8, Utf16>(black_box(bytes)));
            });
            group.finish();
        }
    }
}

pub(crate) fn detection(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("detection");
    for name in ["latin", "german", "russian", "hindi", "chinese", "markup"] {
        let utf8 = text(name, LEN).into_bytes();
        let utf16 = transcode_to_vec::<Utf8, Utf16Le>(&utf8).expect("UTF-8");
        let charset = match name {
            "latin" => Charset::Ascii,
            _ => Charset::Utf8,
        };
        for (charset, bytes) in [(charset, utf8), (Charset::Utf16Le, utf16)] {
            assert_eq!(detect(&bytes).charset, Some(charset));
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            group.bench_function(format!("{name}, {charset}"), |b| {
                b.iter(|| detect(black_box(&bytes)));
            });
        }
    }
}
