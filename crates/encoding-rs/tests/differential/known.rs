//! Tests of the properties and labels of encodings.

use super::texts::Random;
use super::{INITIALIZERS, encodings, ours, theirs};

#[test]
fn encodings_are_the_same() {
    assert_eq!(encodings().len(), 40);
    for ((ours, theirs), (our_initializer, their_initializer)) in
        encodings().iter().zip(INITIALIZERS)
    {
        assert_eq!(ours.name(), theirs.name());
        assert_eq!(ours.can_encode_everything(), theirs.can_encode_everything());
        assert_eq!(ours.is_ascii_compatible(), theirs.is_ascii_compatible());
        assert_eq!(ours.is_single_byte(), theirs.is_single_byte());
        assert_eq!(
            ours.output_encoding().name(),
            theirs.output_encoding().name()
        );
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        assert_eq!((our_initializer, their_initializer), (ours, theirs));
    }
}

#[test]
fn labels_are_the_same() {
    // Names of encodings, with random changes.
    let mut random = Random(1);
    let names: Vec<&str> = encodings().iter().map(|(ours, _)| ours.name()).collect();
    for round in 0..20_000 {
        let mut label = random.pick(&names).as_bytes().to_vec();
        for _ in 0..round % 3 {
            let at = random.below(label.len() + 1);
            match random.below(4) {
                0 => label.insert(
                    at,
                    random.pick(&[b" ", b"\t", b"\n", b"\x0B", b"\x0C", b"-", b"_"])[0],
                ),
                1 if at < label.len() => _ = label.remove(at),
                2 => label.make_ascii_uppercase(),
                _ if at < label.len() => label[at] = random.below(128) as u8,
                _ => label.extend_from_slice(&[b'x'; 30]),
            }
        }
        let ours = ours::Encoding::for_label(&label);
        let theirs = theirs::Encoding::for_label(&label);
        assert_eq!(
            ours.map(|one| one.name()),
            theirs.map(|one| one.name()),
            "{label:?}"
        );
        let ours = ours::Encoding::for_label_no_replacement(&label);
        let theirs = theirs::Encoding::for_label_no_replacement(&label);
        assert_eq!(
            ours.map(|one| one.name()),
            theirs.map(|one| one.name()),
            "{label:?}"
        );
    }
}
