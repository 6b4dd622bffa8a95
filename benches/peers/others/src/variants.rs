//! Compares conversion from and to CESU-8, MUTF-8 and WTF-8 with `simd_cesu8` and `wtf8`, in GB/s
//! of input.
//!
//! `utflane` converts into a slice. `owned` returns what the peer does: a new `Vec` or `String`, or
//! a borrow. `utf-8` is the kernel of UTF-8, for text that is UTF-8 in both encodings. All run
//! alternately, and the best of many rounds counts. Each text is repeated, so the CPU has learnt
//! its branches. Results are compared before anything is timed.

use crate::turns::{Work, times};
use std::hint::black_box;
use utflane::variants::{from_cesu8, from_mutf8, to_cesu8, to_mutf8};
use utflane::{
    Cesu8, Encoding, Mutf8, Utf8, Utf16, Wtf8, Wtf16, cmp_code_points, max_len, transcode,
    transcode_to_vec,
};
use wtf8::{Wtf8 as PeerWtf8, Wtf8Buf};

/// Bytes of a text. Together with its conversion it fits in an L1 cache.
const LEN: usize = 12 << 10;
const ROUNDS: usize = 60;

/// Returns a text: `every` bytes of `filler`, then `special`, repeated.
fn text(filler: &str, every: usize, special: &str) -> String {
    let group = filler.repeat(every.div_ceil(filler.len().max(1))) + special;
    group.repeat(LEN / group.len())
}

fn texts() -> Vec<(&'static str, String)> {
    let ascii = "The quick brown fox jumps over it. ";
    vec![
        ("ASCII", text(ascii, 80, "")),
        ("Russian", text("Съешь же ещё этих булок, ", 80, "")),
        ("Chinese", text("敏捷的棕色狐狸跳过了懒狗。", 80, "")),
        ("an emoji in 80 bytes", text("a", 80, "😀")),
        ("a NUL in 80 bytes", text("a", 80, "\0")),
        (
            "an emoji in Chinese",
            text("敏捷的棕色狐狸跳过了懒狗。", 80, "😀"),
        ),
        ("emoji only", text("😀", 4, "")),
        ("NUL only", text("\0", 4, "")),
        ("a row of 40 bytes", ascii[..35].to_owned() + "abcde"),
    ]
}

/// Number of calls that are timed together.
const CALLS: usize = 256;

/// Texts up to this length are rows, for which the time is shown instead of the speed.
const ROW: usize = 80;

/// Prints a row of the table: ours, ours owned, the peer, and the kernel of UTF-8 if one converts
/// the same bytes.
fn row(name: &str, text: &str, len: usize, works: &mut [Work]) {
    let times = times(ROUNDS, CALLS, works);
    print!("| {name} | {text} |");
    for column in 0..4 {
        match times.get(column) {
            Some(time) if len <= ROW => print!(" {time:.1} ns |"),
            Some(time) => print!(" {:.2} |", len as f64 / time),
            None => print!(" |"),
        }
    }
    let ratio = |a: usize, b: usize| times[b] / times[a];
    println!(" {:.2} | {:.2} |", ratio(0, 2), ratio(1, 2));
}

/// Returns ours: converts `src` into a slice.
fn ours<'a, S: Encoding, D: Encoding>(src: &'a [S::Unit]) -> Work<'a> {
    let mut dst = vec![D::Unit::default(); max_len::<S, D>(src.len()).expect("a length")];
    Box::new(move || {
        let written = transcode::<S, D>(black_box(src), &mut dst);
        black_box(written.expect("well-formed"));
        black_box(&mut dst);
    })
}

fn work<'a, T: ?Sized, O>(input: &'a T, convert: impl Fn(&'a T) -> O + 'a) -> Work<'a> {
    Box::new(move || {
        black_box(convert(black_box(input)));
    })
}

/// Measures the conversions between UTF-8 and one of its variants.
fn variant<E: Encoding<Unit = u8>>(
    to: fn(&str) -> std::borrow::Cow<'_, [u8]>,
    from: fn(&[u8]) -> Result<std::borrow::Cow<'_, str>, utflane::TranscodeError>,
    peer_to: fn(&str) -> std::borrow::Cow<'_, [u8]>,
    peer_from: fn(&[u8]) -> Option<std::borrow::Cow<'_, str>>,
) {
    for (name, text) in texts() {
        let bytes = transcode_to_vec::<Utf8, E>(text.as_bytes()).expect("UTF-8");
        assert_eq!(bytes[..], *peer_to(&text));
        assert_eq!(bytes[..], *to(&text));
        assert_eq!(from(&bytes).expect("well-formed"), text);
        assert_eq!(peer_from(&bytes).expect("well-formed"), text);
        let mut works = [
            ours::<Utf8, E>(text.as_bytes()),
            work(text.as_str(), to),
            work(text.as_str(), peer_to),
            ours::<Utf8, Utf8>(text.as_bytes()),
        ];
        row(
            &format!("UTF-8 to {}", E::NAME),
            name,
            text.len(),
            &mut works,
        );
        let mut works = vec![
            ours::<E, Utf8>(&bytes),
            work(&bytes[..], from),
            work(&bytes[..], peer_from),
        ];
        if bytes == text.as_bytes() {
            works.push(ours::<Utf8, Utf8>(text.as_bytes()));
        }
        row(
            &format!("{} to UTF-8", E::NAME),
            name,
            bytes.len(),
            &mut works,
        );
        // Through UTF-8, because the peer does not support UTF-16.
        let units = transcode_to_vec::<E, Utf16>(&bytes).expect("well-formed");
        let mut works = vec![
            ours::<E, Utf16>(&bytes),
            work(&bytes[..], |bytes| transcode_to_vec::<E, Utf16>(bytes)),
            work(&bytes[..], move |bytes| {
                peer_from(bytes).map(|text| text.encode_utf16().collect::<Vec<u16>>())
            }),
        ];
        if bytes == text.as_bytes() {
            works.push(ours::<Utf8, Utf16>(text.as_bytes()));
        }
        row(
            &format!("{} to UTF-16", E::NAME),
            name,
            bytes.len(),
            &mut works,
        );
        let mut works = [
            ours::<Utf16, E>(&units),
            work(&units[..], |units| transcode_to_vec::<Utf16, E>(units)),
            work(&units[..], move |units| {
                let text = String::from_utf16(units).expect("well-formed");
                peer_to(&text).into_owned()
            }),
            ours::<Utf16, Utf8>(&units),
        ];
        row(
            &format!("UTF-16 to {}", E::NAME),
            name,
            2 * units.len(),
            &mut works,
        );
    }
}

/// Measures the conversions between WTF-8 and WTF-16.
fn wtf() {
    let mut all: Vec<(&str, Vec<u16>)> = texts()
        .into_iter()
        .map(|(name, text)| (name, text.encode_utf16().collect()))
        .collect();
    let lone: Vec<u16> = [vec![0x61; 79], vec![0xD83D]].concat().repeat(LEN / 160);
    all.push(("an unpaired surrogate in 80", lone));
    all.push(("unpaired surrogates only", vec![0xDC00; LEN / 4]));
    for (name, units) in all {
        let bytes = transcode_to_vec::<Wtf16, Wtf8>(&units).expect("any units");
        let peer = Wtf8Buf::from_ill_formed_utf16(&units);
        assert!(peer.to_ill_formed_utf16().eq(units.iter().copied()));
        assert_eq!(
            transcode_to_vec::<Wtf8, Wtf16>(&bytes).expect("well-formed"),
            units
        );
        let mut works = [
            ours::<Wtf16, Wtf8>(&units),
            work(&units[..], transcode_to_vec::<Wtf16, Wtf8>),
            work(&units[..], Wtf8Buf::from_ill_formed_utf16),
        ];
        row("WTF-16 to WTF-8", name, 2 * units.len(), &mut works);
        let peer: &PeerWtf8 = &peer;
        let mut works = [
            ours::<Wtf8, Wtf16>(&bytes),
            work(&bytes[..], transcode_to_vec::<Wtf8, Wtf16>),
            work(peer, |text| {
                text.to_ill_formed_utf16().collect::<Vec<u16>>()
            }),
        ];
        row("WTF-8 to WTF-16", name, bytes.len(), &mut works);
    }
}

/// Measures comparison by code points of texts that differ in their last unit.
fn order() {
    let left: Vec<u16> = text("a", 80, "😀").encode_utf16().collect();
    let right = [&left[..left.len() - 1], &[0xDFFF]].concat();
    let scalar = |a: &[u16], b: &[u16]| {
        let fix = |unit: u16| match unit {
            0xE000.. => unit - 0x800,
            0xD800.. => unit + 0x2000,
            _ => unit,
        };
        for (&a, &b) in a.iter().zip(b) {
            if a != b {
                return fix(a).cmp(&fix(b));
            }
        }
        a.len().cmp(&b.len())
    };
    assert_eq!(scalar(&left, &right), cmp_code_points(&left, &right));
    let both = (&left[..], &right[..]);
    let ours = || {
        work(&both, |both| {
            cmp_code_points(black_box(both.0), black_box(both.1))
        })
    };
    let scalar = work(&both, |both| scalar(black_box(both.0), black_box(both.1)));
    row(
        "cmp_code_points",
        "one difference, at the end",
        2 * left.len(),
        &mut [ours(), ours(), scalar],
    );
}

pub(crate) fn run() {
    println!("| from and to | text | utflane | owned | peer | utf-8 | ratio | owned ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    variant::<Cesu8>(to_cesu8, from_cesu8, simd_cesu8::encode, |bytes| {
        simd_cesu8::decode(bytes).ok()
    });
    variant::<Mutf8>(to_mutf8, from_mutf8, simd_cesu8::mutf8::encode, |bytes| {
        simd_cesu8::mutf8::decode(bytes).ok()
    });
    wtf();
    order();
}
