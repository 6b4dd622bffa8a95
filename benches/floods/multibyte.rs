//! Legacy multi-byte encodings: malformed text, and unrepresentable characters.

use super::{Faults, LONG, Options, SHORT, is_linear, measure};
use std::hint::black_box;
use std::io::{Read, Write};
use utflane::io::{Reader, Writer};
use utflane::rows::{BadRow, Column};
use utflane::stream::{AnyTranscoder, Status, Validator};
use utflane::{Big5, EucJp, EucKr, Gb18030, Gbk, ShiftJis, Utf8};
use utflane::{Charset, Encoding, Isa, Pair, Reason, Utf16};

const CHARSETS: [Charset; 6] = [
    Charset::Gbk,
    Charset::Gb18030,
    Charset::Big5,
    Charset::ShiftJis,
    Charset::EucJp,
    Charset::EucKr,
];

/// Names and contents of repeated groups of bytes. Most texts are malformed in most encodings. In
/// some of them no byte shows where a character begins.
const READ: [(&str, &[u8]); 17] = [
    ("80", b"\x80"),
    ("fc", b"\xFC"),
    ("ff", b"\xFF"),
    ("81", b"\x81"),
    ("a0", b"\xA0"),
    ("8ea1", b"\x8E\xA1"),
    ("8130", b"\x81\x30"),
    ("8130-8130", b"\x81\x30\x81\x30"),
    ("fe39-fe39", b"\xFE\x39\xFE\x39"),
    ("8fa1", b"\x8F\xA1"),
    ("8862", b"\x88\x62"),
    ("d6d0", b"\xD6\xD0"),
    ("a141", b"\xA1\x41"),
    ("41", b"\x41"),
    ("8f", b"\x8F"),
    ("1b2442-2422", b"\x1B\x24\x42\x24\x22"),
    ("ff-every-32", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xFF"),
];

/// Groups of UTF-16 code units to encode: characters that only GB18030 has, characters that some
/// encodings have, and an unpaired surrogate.
const WRITTEN: [(&str, &[u16]); 5] = [
    ("5d0", &[0x5D0]),
    ("1f600", &[0xD83D, 0xDE00]),
    ("e5e5", &[0xE5E5]),
    ("d83d", &[0xD83D]),
    ("ac00-4e02", &[0xAC00, 0x4E02]),
];

/// Functions of one charset.
const SINGLE_VERBS: [&str; 6] = [
    "validate",
    "char_count",
    "incomplete_tail",
    "validate_rows",
    "malformed_rows",
    "from_utf8_or",
];

/// Functions of a pair.
const VERBS: [&str; 13] = [
    "resumed",
    "lossy",
    "lossy_len",
    "measure",
    "transcoded_len",
    "preserve_tail",
    "drained",
    "drained_lossy",
    "stream",
    "stream_lossy",
    "rows",
    "reader",
    "writer",
];

/// Length of a long text in bytes. It is shorter than elsewhere, because there are many rows.
const MUCH: usize = LONG / 8;

/// Limit in nanoseconds per byte, for functions that do not return at each error.
const MOST: f64 = 20.0;

fn resume(pair: Pair, src: &[u8], dst: &mut [u8]) -> Faults {
    let (from, to) = (pair.source().unit_size(), pair.target().unit_size());
    let (mut read, mut written, mut faults) = (0, 0, 0);
    while let Err(error) = pair.transcode(&src[read..], &mut dst[written..]) {
        assert_ne!(
            error.reason(),
            Reason::OutputFull,
            "the target must be long enough"
        );
        read += (error.read() + error.skip()) * from;
        written += error.written() * to;
        faults += 1;
    }
    faults
}

/// Converts into an output that fills up repeatedly.
fn drain(pair: Pair, src: &[u8], lossy: bool) {
    let mut out = [0; 1 << 10];
    let mut read = 0;
    loop {
        let result = match lossy {
            true => pair.transcode_lossy(&src[read..], &mut out),
            false => pair.transcode(&src[read..], &mut out),
        };
        let Err(error) = result else {
            return;
        };
        read += (error.read() + error.skip()) * pair.source().unit_size();
    }
}

/// Converts in chunks that are longer than the output.
fn stream(isa: Isa, pair: Pair, src: &[u8], lossy: bool) {
    let mut transcoder = AnyTranscoder::with_isa(isa, pair.source(), pair.target());
    let mut out = [0; 1 << 10];
    for mut chunk in src.chunks(1 << 16) {
        loop {
            let step = match lossy {
                true => transcoder.transcode_lossy(chunk, &mut out),
                false => transcoder.transcode(chunk, &mut out),
            };
            chunk = &chunk[step.read..];
            if step.status == Status::InputEmpty {
                break;
            }
        }
    }
}

/// Returns offsets of rows of 1 to 64 KiB.
fn offsets(src: &[u8]) -> Vec<i64> {
    let (mut offsets, mut end) = (vec![0], 0);
    while end < src.len() {
        end = src.len().min(end + (1 << (offsets.len() % 17)));
        offsets.push(end as i64);
    }
    offsets
}

fn run_single(isa: Isa, verb: &str, charset: Charset, src: &[u8]) {
    match verb {
        "validate" => drop(black_box(isa.validate_charset(charset, src))),
        "char_count" => _ = black_box(isa.char_count_charset(charset, src)),
        "incomplete_tail" => _ = black_box(charset.incomplete_tail(src)),
        "from_utf8_or" => _ = black_box(utflane::from_utf8_or(src, charset)),
        "validate_rows" => {
            _ = black_box(charset.validate_rows(&Column::new(src, &offsets(src))));
        }
        _ => charset.malformed_rows(&Column::new(src, &offsets(src)), |error| {
            black_box(error);
        }),
    }
}

/// Runs a function of a pair, or of its source, and returns the number of errors that the caller
/// saw.
pub(super) fn run(isa: Isa, verb: &str, pair: Pair, src: &[u8], dst: &mut [u8]) -> Faults {
    let mut pair = pair.with_isa(isa);
    match verb {
        "validate" => drop(black_box(isa.validate_charset(pair.source(), src))),
        "char_count" => _ = black_box(isa.char_count_charset(pair.source(), src)),
        "transcode" => drop(black_box(pair.transcode(src, dst))),
        "to_vec" => drop(black_box(pair.transcode_to_vec(src))),
        "lossy_to_vec" => drop(black_box(pair.transcode_lossy_to_vec(src))),
        "resumed" => return resume(pair, src, dst),
        "lossy" => drop(black_box(pair.transcode_lossy(src, dst))),
        "lossy_len" => _ = black_box(pair.lossy_len(src)),
        "measure" => drop(black_box(pair.measure(src))),
        "transcoded_len" => _ = black_box(pair.transcoded_len(src)),
        "preserve_tail" => {
            pair.preserve_tail = true;
            _ = black_box(pair.transcode_lossy(src, dst));
        }
        "drained" => drain(pair, src, false),
        "drained_lossy" => drain(pair, src, true),
        "stream" => stream(isa, pair, src, false),
        "stream_lossy" => stream(isa, pair, src, true),
        "rows" => {
            let rows = offsets(src);
            let mut offsets = vec![0_i64; rows.len()];
            let replace = |_: &_| BadRow::Replace;
            let rows = Column::new(src, &rows);
            _ = black_box(pair.transcode_rows(&rows, dst, &mut offsets, replace));
        }
        "reader" => {
            let mut reader = Reader::with_target(src, pair.source(), pair.target()).lossy();
            drop(black_box(reader.read_to_end(&mut Vec::new())));
        }
        _ => {
            let mut writer =
                Writer::with_source(std::io::sink(), pair.source(), pair.target()).lossy();
            drop(black_box(writer.write_all(src)));
        }
    }
    0
}

/// Measures the functions of a charset on a text. Returns whether all are linear.
fn flood_single(options: &Options, charset: Charset, name: &str, unit: &[u8]) -> bool {
    let mut good = true;
    let long = if options.smoke { SHORT } else { MUCH };
    let src = unit.repeat(long / unit.len());
    for verb in SINGLE_VERBS {
        let row = format!("{verb}/{charset}/{name}").to_lowercase();
        if row.contains(&options.filter) {
            good &= is_linear(options, &row, [&src[..SHORT / 2], &src], |src| {
                run_single(options.isa, verb, charset, black_box(src));
                0
            });
        }
    }
    good
}

/// Measures the functions of a pair on a text. Returns whether all are linear and fast enough.
fn flood(options: &Options, [source, target]: [Charset; 2], name: &str, unit: &[u8]) -> bool {
    let mut good = true;
    let row = |verb: &str| format!("{verb}/{source}-{target}/{name}").to_lowercase();
    let verbs = VERBS
        .into_iter()
        .filter(|verb| row(verb).contains(&options.filter));
    let verbs: Vec<&str> = verbs.collect();
    if verbs.is_empty() {
        return true;
    }
    let pair = Pair::new(source, target).expect("two stateless encodings");
    let long = if options.smoke { SHORT } else { MUCH };
    let src: Vec<u8> = unit.iter().copied().cycle().take(long).collect();
    let units = pair.max_len(src.len() / source.unit_size());
    let mut dst = vec![0; units.expect("a length") * target.unit_size()];
    for verb in verbs {
        let texts = [&src[..SHORT], &src];
        let (little, is_linear) = measure(options, &row(verb), texts, |src| {
            run(options.isa, verb, pair, black_box(src), &mut dst)
        });
        let is_slow = little > MOST && verb != "resumed" && !options.smoke;
        if is_slow {
            println!("    ABOVE {MOST} ns/byte");
        }
        good &= is_linear && !is_slow;
    }
    good
}

/// A function of a text in an encoding given as a type.
type Function = (&'static str, fn(&[u8]));

/// Functions that exist only for types.
fn typed<E: Encoding<Unit = u8>>() -> [Function; 8] {
    [
        ("par_validate", |src| {
            _ = black_box(utflane::par_validate::<E>(src));
        }),
        ("par_to_vec", |src| {
            drop(black_box(utflane::par_transcode_to_vec::<E, Utf16>(src)))
        }),
        ("to_vec", |src| {
            drop(black_box(utflane::transcode_to_vec::<E, Utf8>(src)))
        }),
        ("lossy_to_vec", |src| {
            drop(black_box(utflane::transcode_lossy_to_vec::<E, Utf8>(src)))
        }),
        ("lossy_append", |src| {
            let mut all = Vec::new();
            for part in src.chunks(1 << 10) {
                utflane::transcode_lossy_append::<E, Utf8>(part, &mut all);
            }
            black_box(all);
        }),
        ("converted_index", |src| {
            black_box(utflane::converted_index::<E, Utf16>(src, src.len()));
        }),
        ("original_index", |src| {
            black_box(utflane::original_index::<E, Utf16>(src, src.len() / 3));
        }),
        ("validator", |src| {
            let mut validator = Validator::<E>::new();
            for chunk in src.chunks(1 << 10) {
                if validator.feed(chunk).is_err() {
                    validator.resume();
                }
            }
        }),
    ]
}

/// Measures functions on all texts. Returns whether all are linear.
fn floods_of(options: &Options, charset: Charset, functions: [Function; 8]) -> bool {
    let mut good = true;
    let long = if options.smoke { SHORT } else { MUCH };
    for (name, unit) in READ {
        let src = unit.repeat(long / unit.len());
        for (function, call) in functions {
            let row = format!("{function}/{charset}/{name}").to_lowercase();
            if row.contains(&options.filter) {
                good &= is_linear(options, &row, [&src[..SHORT / 2], &src], |src| {
                    call(black_box(src));
                    0
                });
            }
        }
    }
    good
}

/// Measures all rows. Returns whether all are linear and fast enough.
pub(super) fn floods(options: &Options) -> bool {
    let mut good = floods_of(options, Charset::Gbk, typed::<Gbk>());
    good &= floods_of(options, Charset::Gb18030, typed::<Gb18030>());
    good &= floods_of(options, Charset::Big5, typed::<Big5>());
    good &= floods_of(options, Charset::ShiftJis, typed::<ShiftJis>());
    good &= floods_of(options, Charset::EucJp, typed::<EucJp>());
    good &= floods_of(options, Charset::EucKr, typed::<EucKr>());
    for (name, bytes) in READ {
        good &= flood_single(options, Charset::Iso2022Jp, name, bytes);
    }
    for charset in CHARSETS {
        for (name, bytes) in READ {
            good &= flood(options, [charset, Charset::Utf16], name, bytes);
            good &= flood(options, [charset, Charset::Utf8], name, bytes);
            good &= flood(options, [charset, Charset::Windows1251], name, bytes);
            good &= flood_single(options, charset, name, bytes);
        }
        for (name, units) in WRITTEN {
            let bytes: Vec<u8> = units.iter().copied().flat_map(u16::to_ne_bytes).collect();
            good &= flood(options, [Charset::Utf16, charset], name, &bytes);
            if let Ok(text) = String::from_utf16(units) {
                good &= flood(options, [Charset::Utf8, charset], name, text.as_bytes());
            }
        }
    }
    good
}
