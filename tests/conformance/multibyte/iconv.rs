//! Compares with iconv, for the encodings with the same tables.

use super::*;
use crate::tools::iconv;
use std::io::Read;
use utflane::io::Reader;

/// iconv's names of the encodings, and the number of two-byte sequences that iconv maps to other
/// characters: punctuation, and private-use characters of an older edition of
/// GB18030.
const NAMES: [(Charset, &str, usize); 7] = [
    (Charset::Gbk, "GBK", 0),
    (Charset::Gb18030, "GB18030", 7),
    (Charset::Big5, "BIG5-HKSCS", 15),
    (Charset::ShiftJis, "CP932", 0),
    (Charset::EucJp, "EUC-JP", 6),
    (Charset::EucKr, "CP949", 0),
    (Charset::Iso2022Jp, "ISO-2022-JP", 12),
];

#[test]
fn iconv_says_the_same_of_texts_both_ways() {
    if iconv("UTF-8", "UTF-8", b"").is_none() {
        println!("iconv is not installed");
        return;
    }
    for ((charset, name, _), (_, text)) in NAMES.into_iter().zip(LEGACY) {
        // In the Roman set, iconv converts a space to one of ASCII.
        let text = text.replace("¥‾ ", "");
        let bytes = encoded(charset, &text);
        let theirs = iconv("UTF-8", name, text.as_bytes()).unwrap_or_default();
        assert_eq!(bytes, theirs, "{charset}");
        assert_eq!(ours(charset, &bytes), Some(text), "{charset}");
        let back = iconv(name, "UTF-8", &bytes).unwrap_or_default();
        assert_eq!(
            String::from_utf8(back).ok(),
            ours(charset, &bytes),
            "{charset}"
        );
    }
}

fn ours(charset: Charset, bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    let mut reader = Reader::new(bytes, charset);
    reader.read_to_string(&mut text).ok().map(|_| text)
}

#[test]
fn iconv_has_the_same_characters_but_for_few() {
    if iconv("UTF-8", "UTF-8", b"").is_none() {
        println!("iconv is not installed");
        return;
    }
    for (charset, name, others_there) in NAMES {
        let (mut bytes, mut expected) = (Vec::new(), Vec::new());
        for pair in 0x8000..=u16::MAX {
            let line = match charset {
                Charset::Iso2022Jp => {
                    let pair = (pair & 0x7F7F).to_be_bytes();
                    [b"\x1B$B", &pair[..], b"\x1B(B"].concat()
                }
                _ => pair.to_be_bytes().to_vec(),
            };
            if let Some(text) = ours(charset, &line)
                && text.chars().all(|character| character >= '\u{A0}')
            {
                bytes.extend(line);
                bytes.push(b'\n');
                expected.push(text);
            }
        }
        // iconv omits unknown sequences, completely or only the first byte.
        let theirs = iconv(name, "UTF-8", &bytes).unwrap_or_default();
        let theirs = String::from_utf8(theirs).expect("UTF-8");
        let lines: Vec<&str> = theirs.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{charset}");
        let both = lines.iter().zip(&expected);
        let known = both.filter(|(line, _)| !line.is_ascii());
        let others = known.clone().filter(|(line, text)| *line != text);
        let others: Vec<_> = others.collect();
        assert!(known.count() * 10 > expected.len() * 9, "{charset}");
        assert!(others.len() <= others_there, "{charset}: {others:?}");
    }
}
