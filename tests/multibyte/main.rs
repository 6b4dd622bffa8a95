//! Encodings of several bytes from before Unicode: what `encoding_rs` says of a whole text in one call, however
//! the text is cut and however short the output is.
#![cfg(all(feature = "multibyte", not(emulated), feature = "full"))]

mod iconv;
mod pairs;
mod streams;
mod tables;
mod verbs;

use encoding_rs::{DecoderResult, Encoding};
use utflane::Charset;

const CHINESE: &str = "每个人都有受教育的权利，教育应当免费，至少在初级和基本阶段应如此。§3\n";
const TAIWAN: &str = "人人都有受教育的權利，教育應當免費，至少在初級和基本階段應如此。\u{00B1}3\n";
const JAPANESE: &str = "すべて人は、教育を受ける権利を有する。ABC カナ ｶﾅ 1948\n";
const KOREAN: &str = "모든 사람은 교육을 받을 권리를 가진다. 똠방각하, 펲시콜라 1948\n";

/// The charsets, and a text that each has.
const LEGACY: [(Charset, &str); 7] = [
    (Charset::Gbk, CHINESE),
    (Charset::Gb18030, "每个人都有受教育的权利 漢字 ｶﾅ é 😀 Ā\n"),
    (Charset::Big5, TAIWAN),
    (Charset::ShiftJis, JAPANESE),
    (Charset::EucJp, JAPANESE),
    (Charset::EucKr, KOREAN),
    (
        Charset::Iso2022Jp,
        "すべて人は、教育を受ける権利を有する。ABC ¥‾ カナ 1948\n",
    ),
];

/// The encoding of the WHATWG standard that a charset is.
fn standard(charset: Charset) -> &'static Encoding {
    let encoding = Encoding::for_label(charset.name().as_bytes()).expect("a label");
    assert!(encoding.name().eq_ignore_ascii_case(charset.name()));
    encoding
}

/// A text in an encoding, which must have all of its characters.
fn encoded(charset: Charset, text: &str) -> Vec<u8> {
    let (bytes, _, has_unmappable) = standard(charset).encode(text);
    assert!(!has_unmappable, "{charset}: {text}");
    bytes.into_owned()
}

/// A text, and the positions and lengths of its malformed sequences, by one decoder.
fn decoded(charset: Charset, bytes: &[u8]) -> (String, Vec<(u64, usize)>) {
    let mut decoder = standard(charset).new_decoder_without_bom_handling();
    let mut text = String::with_capacity(8 * bytes.len() + 64);
    let (mut at, mut faults) = (0, Vec::new());
    loop {
        let rest = &bytes[at..];
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return (text, faults),
            DecoderResult::OutputFull => panic!("the text has room"),
            DecoderResult::Malformed(len, after) => {
                text.push('\u{FFFD}');
                // The standard takes the second of two escape sequences for malformed, this
                // decoder the first.
                let after = if (len, after) == (3, 3) { 0 } else { after };
                let start = at - usize::from(len + after);
                faults.push((start as u64, len.into()));
            }
        }
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }
}

/// A text with some of its bytes changed, removed or doubled.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const TELLING: &[u8] = b"\x1B\x1B\x1B($BJI@\x24\x80\x8E\x8F\xFF\x81\x30\x39\xFE\x0E\n";
    let mut damaged = Vec::new();
    for &byte in bytes {
        match random.next(12) {
            0 => {}
            1 => damaged.extend([byte, byte]),
            2 => damaged.push(random.next(256) as u8),
            3 => damaged.push(TELLING[random.next(TELLING.len())]),
            4 => damaged.extend(*b"\x1B(J\x1B(B"),
            _ => damaged.push(byte),
        }
    }
    damaged
}
