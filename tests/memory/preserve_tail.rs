//! Checks conversion with `preserve_tail`: it returns the result of the plain conversion, and
//! leaves the output after the written units untouched.
#![cfg(feature = "full")]

use utflane::{Charset, Isa, Pair, TranscodeError};
use utflane_test_support::sample_and_all;

/// Content of the output before a conversion.
const CANARY: u8 = 0xA5;

/// One of each kind of encoding.
const CHARSETS: [Charset; 15] = [
    Charset::Utf8,
    Charset::Utf16Le,
    Charset::Utf16Be,
    Charset::Utf32Le,
    Charset::Utf32Be,
    Charset::Latin1,
    Charset::Ascii,
    Charset::Windows1252,
    Charset::Cp037,
    Charset::Iso8859_6,
    Charset::Wtf8,
    Charset::Cesu8,
    Charset::Mutf8,
    Charset::Wtf16,
    Charset::Ucs4,
];

/// Offsets at which internal pieces may end.
const BORDERS: [usize; 6] = [64, 256, 512, 4096, 8192, 16384];

/// Converts into an output of `cap` bytes and compares with the plain conversion.
fn check_room(pair: Pair, src: &[u8], lossy: bool, cap: usize, expected: &Answer) {
    let mut dst = vec![CANARY; cap + 64];
    let answer = convert(preserving_tail(pair), src, &mut dst[..cap], lossy);
    let call = || {
        let end = &src[src.len().saturating_sub(40)..];
        let len = src.len();
        format!("{pair:?}, lossy {lossy}, {len} bytes, .. {end:02X?}, room {cap}")
    };
    assert_eq!(answer, expected.result, "{}", call());
    let written = units(answer) * pair.target().unit_size();
    assert!(dst[..written] == expected.bytes[..written], "{}", call());
    let touched = dst[written..].iter().position(|&byte| byte != CANARY);
    assert_eq!(touched, None, "bytes behind {written}: {}", call());
}

fn preserving_tail(mut pair: Pair) -> Pair {
    pair.preserve_tail = true;
    pair
}

struct Answer {
    result: Result<usize, TranscodeError>,
    bytes: Vec<u8>,
}

fn convert(pair: Pair, src: &[u8], dst: &mut [u8], lossy: bool) -> Result<usize, TranscodeError> {
    match lossy {
        true => pair.transcode_lossy(src, dst),
        false => pair.transcode(src, dst),
    }
}

fn units(result: Result<usize, TranscodeError>) -> usize {
    result.unwrap_or_else(|error| error.written())
}

fn plain(pair: Pair, src: &[u8], lossy: bool, cap: usize) -> Answer {
    let mut bytes = vec![0; cap];
    let result = convert(pair, src, &mut bytes, lossy);
    Answer { result, bytes }
}

/// Checks outputs of different lengths: longer than needed, exact, and shorter.
fn check(pair: Pair, src: &[u8]) {
    let unit = pair.target().unit_size();
    for lossy in [false, true] {
        let most = pair.max_len(src.len()).unwrap() * unit + 96;
        let all = plain(pair, src, lossy, most);
        check_room(pair, src, lossy, most, &all);
        let needed = units(all.result) * unit;
        let less = [1, 2].map(|less| needed.saturating_sub(less * unit));
        for cap in [
            needed + unit,
            needed,
            less[0],
            less[1],
            needed / 2 / unit * unit,
        ] {
            check_room(pair, src, lossy, cap, &plain(pair, src, lossy, cap));
        }
    }
}

/// Returns text of a script in `charset`, of at least `len` bytes. It may end within a character.
fn text(charset: Charset, script: &str, len: usize) -> Vec<u8> {
    let pair = Pair::new(Charset::Utf8, charset).unwrap();
    let piece = |text: &str| {
        let mut bytes = vec![0; 8 * text.len()];
        let units = pair.transcode_lossy(text.as_bytes(), &mut bytes).unwrap();
        bytes.truncate(units * charset.unit_size());
        bytes
    };
    let piece = piece(script);
    let mut all = piece.repeat(len / piece.len() + 1);
    all.truncate(len.next_multiple_of(charset.unit_size()));
    all
}

/// Sequences that are malformed or unrepresentable in some of the encodings.
const FAULTS: [&[u8]; 9] = [
    b"\xFF\xFF\xFF\xFF",
    b"\x80",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    b"\x00\xD8",
    b"\xD8\x00",
    b"\x00\x00\x11\x00",
    b"\x00\x00",
];

const SCRIPTS: [&str; 5] = [
    "plain text, ",
    "gr\u{FC}\u{DF}e \u{E9}",
    "\u{43F}\u{440}\u{438} ",
    "\u{65E5}\u{672C}\u{8A9E}a",
    "\u{1F600}\u{1F601}x\u{1F602}",
];

fn check_lengths(pair: Pair, lengths: impl Iterator<Item = usize> + Clone) {
    for (number, script) in SCRIPTS.iter().enumerate() {
        // Two scripts for each length.
        for len in lengths.clone().filter(|len| (len + number) % 5 < 2) {
            let src = text(pair.source(), script, len);
            check(pair, &src);
            // Insert an error, in whole units, near the end.
            let fault = FAULTS[(len + number) % FAULTS.len()];
            let unit = pair.source().unit_size();
            let at = src
                .len()
                .saturating_sub([0, 1, 2, 5, 17, 40, 90][len % 7] * unit);
            let mut bad = src;
            for (byte, wrong) in bad[at / unit * unit..].iter_mut().zip(fault) {
                *byte = *wrong;
            }
            check(pair, &bad);
        }
    }
}

/// Checks pairs number `part`, `part + parts` and so on, with every `sample`th length.
fn check_pairs(part: usize, parts: usize, sample: usize) {
    let pairs = CHARSETS
        .iter()
        .flat_map(|&from| CHARSETS.map(|to| (from, to)));
    for (number, (from, to)) in pairs.enumerate() {
        if number % parts != part {
            continue;
        }
        let pair = Pair::new(from, to).unwrap();
        for isa in Isa::available() {
            let pair = pair.with_isa(isa);
            // Pairs of Unicode encodings are used more often and have more kernels, so they get
            // more lengths.
            let is_unicode = |charset: Charset| (charset as u32) < Charset::Windows1252 as u32;
            let step = if is_unicode(from) && is_unicode(to) {
                sample
            } else {
                7 * sample
            };
            check_lengths(pair, (0..400).step_by(step).map(|len| len + number % step));
            let near = BORDERS
                .iter()
                .flat_map(|&border| (border - 3)..(border + 3));
            check_lengths(pair, near.step_by(step));
        }
    }
}

fn check_all_pairs(sample: usize) {
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || check_pairs(part, 4, sample));
        }
    });
}

sample_and_all! {
    check_all_pairs: nothing_behind_is_touched(97),
    nothing_behind_is_touched_all(1) = "long: all lengths, 40 s of CPU"
}

/// Checks an error at positions of a text of several pieces that are `distance` bytes apart, in
/// `scripts` scripts for each pair.
fn check_faults(distance: usize, scripts: usize) {
    let unicode = &CHARSETS[..7];
    let pairs = unicode
        .iter()
        .flat_map(|&from| unicode.iter().map(move |&to| (from, to)));
    for (number, (from, to)) in pairs.enumerate() {
        let pair = Pair::new(from, to).unwrap();
        for isa in Isa::available() {
            let pair = pair.with_isa(isa);
            for script in SCRIPTS.into_iter().cycle().skip(number % 5).take(scripts) {
                let src = text(from, script, 40_000);
                for at in (0..src.len()).step_by(distance).map(|at| at / 4 * 4) {
                    for fault in [FAULTS[0], FAULTS[4]] {
                        let mut bad = src.clone();
                        for (byte, wrong) in bad[at..].iter_mut().zip(fault) {
                            *byte = *wrong;
                        }
                        check(pair, &bad);
                    }
                }
            }
        }
    }
}

sample_and_all! {
    check_faults: faults_in_long_text(60_004, 1),
    faults_in_long_text_all(2600 + 4, SCRIPTS.len()) = "long: more positions, 40 s of CPU"
}
