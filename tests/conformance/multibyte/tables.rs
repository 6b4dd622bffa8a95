//! Checks all sequences of two bytes, samples of longer ones, and all characters.

use super::drive::{faults, whole};
use super::*;
use encoding_rs::{EncoderResult, Encoding};
use utflane::io::Writer;
use utflane::{ErrorKind, Reason};

/// Returns byte sequences, each followed by a line feed: all that consist of a prefix and two bytes,
/// and every `step`th sequence of four bytes of GB18030.
fn sequences(charset: Charset, step: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let prefixes: &[&[u8]] = match charset {
        Charset::EucJp => &[b"", b"\x8F"],
        Charset::Gbk => &[b"", b"\x810", b"\x8130"],
        Charset::Gb18030 => &[b"", b"\x810"],
        Charset::Iso2022Jp => &[b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"],
        _ => &[b""],
    };
    for prefix in prefixes {
        for pair in 0..=u16::MAX {
            bytes.extend_from_slice(prefix);
            bytes.extend(pair.to_be_bytes());
            bytes.push(b'\n');
        }
    }
    if charset == Charset::Gb18030 {
        for number in (0..126 * 10 * 126 * 10).step_by(step) {
            let digit = |place: u32, base: u32, start: u8| (number / place % base) as u8 + start;
            bytes.extend([digit(12600, 126, 0x81), digit(1260, 10, 0x30)]);
            bytes.extend([digit(10, 126, 0x81), digit(1, 10, 0x30), b'\n']);
        }
    }
    bytes
}

/// Compares the text, and the position, the length and the kind of each malformed sequence.
fn check_sequences(step: usize) {
    for (charset, _) in LEGACY {
        let bytes = sequences(charset, step);
        let (expected, expected_faults) = decoded(charset, &bytes);
        let lossy = whole(charset, Charset::Utf8, &bytes, true);
        let text = String::from_utf8(lossy.bytes).expect("UTF-8");
        let mut lines = text.lines().zip(expected.lines());
        let other = lines.find(|(ours, theirs)| ours != theirs);
        assert!(text == expected, "{charset}: {other:?}");
        let strict = whole(charset, Charset::Utf8, &bytes, false);
        let found = faults(&strict, bytes.len());
        let other = found.iter().zip(&expected_faults);
        let other = other.clone().find(|(ours, theirs)| ours != theirs);
        assert!(found == expected_faults, "{charset}: {other:?}");
        for (position, reason) in &strict.stops {
            let Reason::Malformed(error) = reason else {
                panic!("{charset} at {position}: {reason:?}");
            };
            let is_unassigned = error.kind() == ErrorKind::Unassigned;
            let is_long = error.error_len().is_some_and(|len| len > 1);
            assert_eq!(
                is_unassigned, is_long,
                "{charset} at {position}: {reason:?}"
            );
        }
    }
}

sample_and_all! {
    check_sequences: sequences_are_those_of_the_standard(7),
    all_sequences_are_those_of_the_standard(1) = "long: all sequences of four bytes"
}

#[test]
fn all_characters_are_those_of_the_standard() {
    for (charset, _) in LEGACY {
        let mut encoder = standard(charset).new_encoder();
        let mut encode = |text: &str, last| {
            // A short buffer, because each call of this encoder takes time for its whole length.
            let mut buffer = [0; 16];
            let (result, _, written) =
                encoder.encode_from_utf8_without_replacement(text, &mut buffer, last);
            (result, buffer[..written].to_vec())
        };
        let (mut expected, mut text) = (Vec::new(), String::new());
        let mut missing = 0;
        for character in '\0'..=char::MAX {
            text.push(character);
            let (result, bytes) = encode(character.encode_utf8(&mut [0; 4]), false);
            expected.extend(bytes);
            if let EncoderResult::Unmappable(_) = result {
                missing += 1;
                let replacement = match charset {
                    Charset::Gb18030 => "\u{FFFD}",
                    _ => "?",
                };
                expected.extend(encode(replacement, false).1);
            }
        }
        expected.extend(encode("", true).1);
        let mut writer = Writer::new(Vec::new(), charset).lossy();
        std::io::Write::write_all(&mut writer, text.as_bytes()).expect("a write to a Vec");
        writer.finish().expect("an end");
        assert_eq!(writer.replacements(), missing, "{charset}");
        let ours = writer.into_inner();
        let at = ours
            .iter()
            .zip(&expected)
            .position(|(ours, theirs)| ours != theirs);
        assert!(ours == expected, "{charset}: {at:?}");
        assert_eq!(missing < 2, charset == Charset::Gb18030, "{charset}");
    }
}

#[test]
fn labels_are_those_of_the_standard() {
    for (charset, _) in LEGACY {
        for name in charset.aliases() {
            assert_eq!(Charset::named(name), Some(charset));
        }
        for label in "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 \
            x-gbk gb18030 big5 big5-hkscs cn-big5 csbig5 x-x-big5 csshiftjis ms932 ms_kanji \
            shift-jis shift_jis sjis windows-31j x-sjis cseucpkdfmtjapanese euc-jp x-euc-jp \
            cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 \
            ksc_5601 windows-949 csiso2022jp iso-2022-jp"
            .split_whitespace()
        {
            let theirs = Encoding::for_label(label.as_bytes()).expect("a label of the standard");
            let ours = Charset::for_label(label).expect("a label of the standard");
            assert_eq!(standard(ours), theirs, "{label}");
        }
    }
}
