//! Compares windows-1258 in normalization form C with a model in Python, which composes and decomposes all characters
//! by the data of Unicode.

use super::drive::{Answer, drive, whole};
use crate::tools::{iconv, output};
use utflane::Charset::{self, Utf8, Utf32, Windows1258, Windows1258Nfc};
use utflane::stream::AnyTranscoder;
use utflane::unit_bytes;

/// Prints a line for each pair of bytes: the code points of the text. Then prints a line for each character: its bytes.
/// The code page itself is read from standard input.
const MODEL: &str = "
import sys, unicodedata
page = sys.stdin.buffer.read().decode()
tones = [byte for byte in range(256) if page[byte] in '\\u0300\\u0301\\u0303\\u0309\\u0323']
print(*tones)
encoded = {}
for one in range(256):
    for two in range(256):
        text = page[one] + page[two]
        if two in tones: text = unicodedata.normalize('NFC', text)
        # Some characters of the code page have another form in NFC, and are not changed alone.
        if len(text) == 2: text = page[one] + page[two]
        else: encoded.setdefault(text, bytes([one, two]))
        print(*('%x' % ord(character) for character in text))
for byte in range(256): encoded[page[byte]] = bytes([byte])
for number in range(0x110000):
    if not 0xD800 <= number < 0xE000: print(encoded.get(chr(number), b'').hex())
";

fn short(from: Charset, to: Charset, text: &[u8]) -> Answer {
    drive(AnyTranscoder::new(from, to), [text], 12, false)
}

#[test]
fn letters_and_tone_marks_are_composed_and_decomposed_as_in_unicode() {
    let page = whole(Windows1258, Utf8, &(0..=0xFF).collect::<Vec<u8>>(), false).bytes;
    let version = output(&["python3", "--version"], b"").unwrap_or_default();
    if !version.starts_with(b"Python 3") {
        println!("NOT RUN: Python is not installed");
        return;
    }
    let model = output(&["python3", "-c", MODEL], &page).expect("it runs");
    let model = String::from_utf8(model).expect("ASCII");
    let mut lines = model.lines();
    assert_eq!(lines.next(), Some("204 210 222 236 242"));
    let mut composed = 0;
    for one in 0..=u8::MAX {
        for two in 0..=u8::MAX {
            let text = short(Windows1258Nfc, Utf32, &[one, two]);
            assert_eq!(text.stops, []);
            let points = text.bytes.chunks_exact(4);
            let points: Vec<String> = points
                .map(|point| format!("{:x}", u32::from_ne_bytes(point.try_into().unwrap())))
                .collect();
            composed += usize::from(points.len() == 1);
            assert_eq!(
                Some(&*points.join(" ")),
                lines.next(),
                "{one:02X} {two:02X}"
            );
        }
    }
    assert_eq!(composed, 192);
    let mut encoded = 0;
    for character in '\0'..=char::MAX {
        let bytes = short(Utf32, Windows1258Nfc, unit_bytes(&[u32::from(character)])).bytes;
        encoded += usize::from(!bytes.is_empty());
        let hexadecimal: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(Some(&*hexadecimal), lines.next(), "{character:?}");
    }
    assert_eq!(encoded, 256 + 174);
    assert_eq!(lines.next(), None);
}

/// iconv also composes and decomposes.
#[test]
fn iconv_has_the_same_vietnamese_text() {
    let text =
        "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Ỷ Ẵ ỗ\n";
    let Some(theirs) = iconv("UTF-8", "CP1258", text.as_bytes()) else {
        println!("NOT RUN: iconv is not installed");
        return;
    };
    let ours = whole(Utf8, Windows1258Nfc, text.as_bytes(), false);
    assert_eq!((&ours.bytes, &ours.stops[..]), (&theirs, &[][..]));
    let back = whole(Windows1258Nfc, Utf8, &theirs, false);
    assert_eq!(String::from_utf8(back.bytes).as_deref(), Ok(text));
}
