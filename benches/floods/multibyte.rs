//! Encodings of several bytes: what is malformed, and what they do not have.

use super::{Faults, LONG, Options, SHORT, measure};
use std::hint::black_box;
use utflane::{Charset, Isa, Pair, Reason};

const CHARSETS: [Charset; 6] = [
    Charset::Gbk,
    Charset::Gb18030,
    Charset::Big5,
    Charset::ShiftJis,
    Charset::EucJp,
    Charset::EucKr,
];

/// What is repeated in texts to read: most of it is malformed in most of them.
const READ: [(&str, &[u8]); 12] = [
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
    ("ff-every-32", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xFF"),
];

/// And in texts to write: what none of them has but GB18030, what some have, and half of a pair.
const WRITTEN: [(&str, &[u16]); 5] = [
    ("5d0", &[0x5D0]),
    ("1f600", &[0xD83D, 0xDE00]),
    ("e5e5", &[0xE5E5]),
    ("d83d", &[0xD83D]),
    ("ac00-4e02", &[0xAC00, 0x4E02]),
];

const VERBS: [&str; 4] = ["resumed", "lossy", "lossy_len", "char_count"];

/// Bytes of a long text: there are many rows.
const MUCH: usize = LONG / 8;

/// The most nanoseconds for a byte, where the caller does not go on behind each fault.
const MOST: f64 = 20.0;

fn resume(isa: Isa, pair: Pair, src: &[u8], dst: &mut [u8]) -> Faults {
    let (from, to) = (pair.source().position_unit(), pair.target().position_unit());
    let (mut read, mut written, mut faults) = (0, 0, 0);
    while let Err(error) = pair.transcode(isa, &src[read..], &mut dst[written..]) {
        assert_ne!(error.reason(), Reason::OutputFull, "there is room");
        read += (error.read() + error.skip()) * from;
        written += error.written() * to;
        faults += 1;
    }
    faults
}

fn run(isa: Isa, verb: &str, pair: Pair, src: &[u8], dst: &mut [u8]) -> Faults {
    let src = black_box(src);
    match verb {
        "resumed" => return resume(isa, pair, src, dst),
        "lossy" => drop(black_box(pair.transcode_lossy(isa, src, dst))),
        "lossy_len" => _ = black_box(pair.lossy_len(isa, src)),
        _ => _ = black_box(pair.source().char_count(isa, src)),
    }
    0
}

/// Measures the rows of a pair and a flood; false if one is not linear, or too slow.
fn flood(options: &Options, [source, target]: [Charset; 2], name: &str, unit: &[u8]) -> bool {
    let mut good = true;
    let row = |verb: &str| format!("{verb}/{source}-{target}/{name}").to_lowercase();
    let verbs = VERBS.into_iter().filter(|verb| {
        let is_once = *verb != "char_count" || target == Charset::Utf16;
        is_once && row(verb).contains(&options.filter)
    });
    let verbs: Vec<&str> = verbs.collect();
    if verbs.is_empty() {
        return true;
    }
    let pair = Pair::new(source, target).expect("two without a state");
    let long = if options.smoke { SHORT } else { MUCH };
    let src: Vec<u8> = unit.iter().copied().cycle().take(long).collect();
    let units = pair.max_len(src.len() / source.position_unit());
    let mut dst = vec![0; units.expect("room") * target.position_unit()];
    for verb in verbs {
        let texts = [&src[..SHORT], &src];
        let (little, is_linear) = measure(options, &row(verb), texts, |src| {
            run(options.isa, verb, pair, src, &mut dst)
        });
        let is_slow = little > MOST && verb != "resumed" && !options.smoke;
        if is_slow {
            println!("    ABOVE {MOST} ns a byte");
        }
        good &= is_linear && !is_slow;
    }
    good
}

/// Measures all rows; false if one is not linear, or too slow.
pub(super) fn floods(options: &Options) -> bool {
    let mut good = true;
    for charset in CHARSETS {
        for (name, bytes) in READ {
            good &= flood(options, [charset, Charset::Utf16], name, bytes);
            good &= flood(options, [charset, Charset::Utf8], name, bytes);
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
