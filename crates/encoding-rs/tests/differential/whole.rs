//! Tests of conversions of whole texts.

use super::texts::{Random, bytes, text};
use super::{encodings, ours, theirs};
use std::borrow::Cow;

/// Returns whether both are borrowed or both are owned.
#[expect(clippy::ptr_arg, reason = "whose the text is, is what is asked")]
fn same_owners<T: ?Sized + ToOwned>(ours: &Cow<T>, theirs: &Cow<T>) -> bool {
    matches!(ours, Cow::Borrowed(_)) == matches!(theirs, Cow::Borrowed(_))
}

#[test]
fn decoding() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(index as u64);
        for round in 0..600 {
            let text = match round % 4 {
                0 => b"the quick brown fox jumps over the lazy dog"[..random.below(44)].to_vec(),
                _ => bytes(&mut random, theirs, 1 + round % 12),
            };
            let context = format!("{} {text:02x?}", ours.name());
            let our = ours.decode(&text);
            let their = theirs.decode(&text);
            assert!(
                text.is_empty() || same_owners(&our.0, &their.0),
                "{context}"
            );
            assert_eq!(
                (our.0, our.1.name(), our.2),
                (their.0, their.1.name(), their.2),
                "{context}"
            );
            let (our, their) = (
                ours.decode_with_bom_removal(&text),
                theirs.decode_with_bom_removal(&text),
            );
            assert_eq!(our, their, "{context}");
            let our = ours.decode_without_bom_handling(&text);
            let their = theirs.decode_without_bom_handling(&text);
            assert!(
                text.is_empty() || same_owners(&our.0, &their.0),
                "{context}"
            );
            assert_eq!(our, their, "{context}");
            let our = ours.decode_without_bom_handling_and_without_replacement(&text);
            let their = theirs.decode_without_bom_handling_and_without_replacement(&text);
            assert_eq!(our, their, "{context}");
            let our = ours::Encoding::for_bom(&text).map(|(one, len)| (one.name(), len));
            let their = theirs::Encoding::for_bom(&text).map(|(one, len)| (one.name(), len));
            assert_eq!(our, their);
            assert_eq!(
                ours::Encoding::utf8_valid_up_to(&text),
                theirs::Encoding::utf8_valid_up_to(&text)
            );
            assert_eq!(
                ours::Encoding::ascii_valid_up_to(&text),
                theirs::Encoding::ascii_valid_up_to(&text)
            );
            assert_eq!(
                ours::Encoding::iso_2022_jp_ascii_valid_up_to(&text),
                theirs::Encoding::iso_2022_jp_ascii_valid_up_to(&text)
            );
        }
    }
}

#[test]
fn encoding() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(index as u64);
        for round in 0..600 {
            let text = match round % 4 {
                0 => "the quick brown fox jumps over the lazy dog"[..random.below(44)].to_owned(),
                _ => text(&mut random, 1 + round % 12),
            };
            let our = ours.encode(&text);
            let their = theirs.encode(&text);
            assert!(same_owners(&our.0, &their.0), "{} {text:?}", ours.name());
            assert_eq!(
                (our.0, our.1.name(), our.2),
                (their.0, their.1.name(), their.2)
            );
        }
    }
}
