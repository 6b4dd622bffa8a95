//! Compares code pages with `encoding_rs`, in GB/s of input.
//!
//! The libraries run alternately, and the best of many rounds counts. Each text is repeated, so the
//! CPU has learnt its branches. Results are compared before anything is timed. `encoding_rs` has
//! one column, because the instruction set can be chosen only for utflane.

#[path = "../../turns.rs"]
mod turns;

use encoding_rs::Encoding as Peer;
use std::hint::black_box;
use turns::{Work, times};
use utflane::code_page::{Iso8859_15, Koi8R, Windows1251, Windows1252, Windows1253};
use utflane::{Encoding, Isa, Utf8, Utf16};

/// Bytes of a text in UTF-8. Together with its conversion it fits in an L1 cache.
const LEN: usize = 12 << 10;
const ROUNDS: usize = 60;
const CALLS: usize = 64;

const FRENCH: &str = "Toute personne a droit à l'éducation. L'éducation doit être gratuite, au moins \
    en ce qui concerne l'enseignement élémentaire et fondamental. ";
const DENSE_FRENCH: &str = "Dès Noël, où un zéphyr haï me vêt de glaçons würmiens, je dîne d'exquis \
    rôtis de bœuf au kir, à l'aÿ d'âge mûr, et cætera. ";
const GERMAN: &str = "Franz jagt im komplett verwahrlosten Taxi quer durch Bayern, und zwölf \
    Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Das kostet 5 €, mehr nicht. ";
const RUSSIAN: &str = "Съешь же ещё этих мягких французских булок, да выпей чаю. ";
const GREEK: &str = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και τα λοιπά, όπως λένε. ";

/// Prints a row of the table: ours on each instruction set, then the peer.
fn row(name: &str, len: usize, works: &mut [Work]) {
    print!("| {name} |");
    let times = times(ROUNDS, CALLS, works);
    times
        .iter()
        .for_each(|time| print!(" {:.2} |", len as f64 / time));
    println!();
}

fn text_of(sentence: &str) -> String {
    sentence.repeat(LEN / sentence.len())
}

/// Measures the four conversions of a code page.
fn page<E: Encoding<Unit = u8>>(language: &str, sentence: &str, peer: &'static Peer) {
    let text = text_of(sentence);
    let units: Vec<u16> = text.encode_utf16().collect();
    let (bytes, _, has_unmappable) = peer.encode(&text);
    assert!(!has_unmappable);
    let name = |what: &str| format!("{language}, {} {what}", E::NAME);
    let isas: Vec<Isa> = Isa::available().collect();
    both::<E, Utf8>(
        &name("to UTF-8"),
        &isas,
        &bytes,
        text.as_bytes(),
        |src, dst| {
            let mut decoder = peer.new_decoder_without_bom_handling();
            let _ = black_box(decoder.decode_to_utf8_without_replacement(src, dst, true));
        },
    );
    both::<E, Utf16>(&name("to UTF-16"), &isas, &bytes, &units, |src, dst| {
        let mut decoder = peer.new_decoder_without_bom_handling();
        let _ = black_box(decoder.decode_to_utf16_without_replacement(src, dst, true));
    });
    both::<Utf8, E>(
        &name("from UTF-8"),
        &isas,
        text.as_bytes(),
        &bytes,
        |src, dst| {
            let text = std::str::from_utf8(src).expect("UTF-8");
            let mut encoder = peer.new_encoder();
            let _ = black_box(encoder.encode_from_utf8_without_replacement(text, dst, true));
        },
    );
    both::<Utf16, E>(&name("from UTF-16"), &isas, &units, &bytes, |src, dst| {
        let mut encoder = peer.new_encoder();
        let _ = black_box(encoder.encode_from_utf16_without_replacement(src, dst, true));
    });
}

fn both<S: Encoding, D: Encoding>(
    name: &str,
    isas: &[Isa],
    src: &[S::Unit],
    expected: &[D::Unit],
    theirs: impl Fn(&[S::Unit], &mut [D::Unit]),
) {
    let capacity = expected.len() + 64;
    let mut works: Vec<Work> = Vec::new();
    for &isa in isas {
        let mut dst = vec![D::Unit::default(); capacity];
        let written = isa.transcode::<S, D>(src, &mut dst).expect("text");
        assert!(dst[..written] == *expected, "{name}");
        works.push(Box::new(move || {
            let _ = black_box(isa.transcode::<S, D>(black_box(src), &mut dst));
            black_box(&mut dst);
        }));
    }
    let mut dst = vec![D::Unit::default(); capacity];
    theirs(src, &mut dst);
    assert!(dst[..expected.len()] == *expected, "{name}");
    works.push(Box::new(move || {
        theirs(black_box(src), &mut dst);
        black_box(&mut dst);
    }));
    row(name, size_of_val(src), &mut works);
}

fn main() {
    let names: Vec<&str> = Isa::available().map(Isa::name).collect();
    println!("| GB/s of input | {} | encoding_rs |", names.join(" | "));
    println!("|---|{}---|", "---|".repeat(names.len()));
    page::<Windows1252>("French", FRENCH, encoding_rs::WINDOWS_1252);
    page::<Windows1252>("French, dense", DENSE_FRENCH, encoding_rs::WINDOWS_1252);
    page::<Iso8859_15>("German", GERMAN, encoding_rs::ISO_8859_15);
    page::<Windows1251>("Russian", RUSSIAN, encoding_rs::WINDOWS_1251);
    page::<Koi8R>("Russian", RUSSIAN, encoding_rs::KOI8_R);
    page::<Windows1253>("Greek", GREEK, encoding_rs::WINDOWS_1253);
}
