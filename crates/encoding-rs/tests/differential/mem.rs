//! Tests of the module `mem`.

use super::ours::mem as our;
use super::texts::{Random, bytes, text};
use super::theirs::{self, mem as their};

/// Returns UTF-16 code units, sometimes with unpaired surrogates.
fn units(random: &mut Random, pieces: usize) -> Vec<u16> {
    let mut units: Vec<u16> = text(random, pieces).encode_utf16().collect();
    for _ in 0..random.below(3) {
        let at = random.below(units.len());
        units[at] = [0xD800, 0xDFFF, 0xD83D, 0x5D0, 0x202E, 0xFF][random.below(6)];
    }
    units
}

/// Returns the specified part of a result: the number of units read, and the written output.
fn start<T: Clone>((read, written): (usize, usize), dst: &[T]) -> (usize, Vec<T>) {
    (read, dst[..written].to_vec())
}

#[test]
fn all_characters_and_units() {
    for unit in 0..=u16::MAX {
        assert_eq!(
            our::is_utf16_code_unit_bidi(unit),
            their::is_utf16_code_unit_bidi(unit)
        );
        assert_eq!(
            our::is_utf16_bidi(&[unit]),
            their::is_utf16_bidi(&[unit]),
            "{unit:04X}"
        );
    }
    for character in '\0'..=char::MAX {
        let bidi = their::is_char_bidi(character);
        assert_eq!(our::is_char_bidi(character), bidi, "{character:?}");
        assert_eq!(our::is_str_bidi(character.encode_utf8(&mut [0; 4])), bidi);
    }
}

#[test]
fn checks() {
    let mut random = Random(1);
    for round in 0..4000 {
        let text = text(&mut random, round % 12);
        let bytes = match round % 3 {
            0 => text.clone().into_bytes(),
            1 => "aé".repeat(random.below(200)).into_bytes(),
            _ => bytes(&mut random, theirs::UTF_8, round % 12),
        };
        let units = units(&mut random, 1 + round % 12);
        assert_eq!(our::is_ascii(&bytes), their::is_ascii(&bytes));
        assert_eq!(our::is_basic_latin(&units), their::is_basic_latin(&units));
        assert_eq!(our::is_utf8_latin1(&bytes), their::is_utf8_latin1(&bytes));
        assert_eq!(our::is_str_latin1(&text), their::is_str_latin1(&text));
        assert_eq!(our::is_utf16_latin1(&units), their::is_utf16_latin1(&units));
        assert_eq!(
            our::is_utf8_bidi(&bytes),
            their::is_utf8_bidi(&bytes),
            "{bytes:02x?}"
        );
        assert_eq!(our::is_str_bidi(&text), their::is_str_bidi(&text));
        assert_eq!(our::is_utf16_bidi(&units), their::is_utf16_bidi(&units));
        assert_eq!(
            our::utf16_valid_up_to(&units),
            their::utf16_valid_up_to(&units)
        );
        assert_eq!(
            our::utf8_latin1_up_to(&bytes),
            their::utf8_latin1_up_to(&bytes)
        );
        assert_eq!(our::str_latin1_up_to(&text), their::str_latin1_up_to(&text));
        let same = |ours: our::Latin1Bidi, theirs: their::Latin1Bidi| {
            assert_eq!(ours as u32, theirs as u32);
        };
        same(
            our::check_utf8_for_latin1_and_bidi(&bytes),
            their::check_utf8_for_latin1_and_bidi(&bytes),
        );
        same(
            our::check_str_for_latin1_and_bidi(&text),
            their::check_str_for_latin1_and_bidi(&text),
        );
        same(
            our::check_utf16_for_latin1_and_bidi(&units),
            their::check_utf16_for_latin1_and_bidi(&units),
        );
    }
}

#[test]
fn conversions() {
    let mut random = Random(2);
    for round in 0..4000 {
        let text = text(&mut random, round % 12);
        let bytes = bytes(&mut random, theirs::UTF_8, round % 12);
        let units = units(&mut random, 1 + round % 12);
        let (mut dst16, mut their16) = (vec![7; 1 + bytes.len()], vec![7; 1 + bytes.len()]);
        let ours = our::convert_utf8_to_utf16(&bytes, &mut dst16);
        let theirs = their::convert_utf8_to_utf16(&bytes, &mut their16);
        assert_eq!(dst16[..ours], their16[..theirs]);
        let ours = our::convert_utf8_to_utf16_without_replacement(&bytes, &mut dst16);
        let theirs = their::convert_utf8_to_utf16_without_replacement(&bytes, &mut their16);
        assert_eq!(ours, theirs);
        let mut dst16 = vec![7; text.len()];
        let written = our::convert_str_to_utf16(&text, &mut dst16);
        assert!(text.encode_utf16().eq(dst16[..written].iter().copied()));

        let room = random.below(3 * units.len() + 2);
        let (mut dst, mut their_dst) = (vec![7; room], vec![7; room]);
        let ours = our::convert_utf16_to_utf8_partial(&units, &mut dst);
        let theirs = their::convert_utf16_to_utf8_partial(&units, &mut their_dst);
        assert_eq!((ours, &dst), (theirs, &their_dst), "{units:04x?} {room}");
        let mut dst = "☃".repeat(room);
        let ours = our::convert_utf16_to_str_partial(&units, &mut dst);
        assert_eq!(
            our::convert_utf16_to_str(&units, &mut "☃".repeat(units.len())),
            { their::convert_utf16_to_utf8(&units, &mut vec![0; 3 * units.len()]) }
        );
        assert!(core::str::from_utf8(dst.as_bytes()).is_ok() && ours.1 <= dst.len());
        let mut dst = vec![0; 3 * units.len()];
        let written = our::convert_utf16_to_utf8(&units, &mut dst);
        assert_eq!(dst[..written], *String::from_utf16_lossy(&units).as_bytes());

        let room = random.below(2 * bytes.len() + 2);
        let (mut dst, mut their_dst) = (vec![7; room], vec![7; room]);
        let ours = our::convert_latin1_to_utf8_partial(&bytes, &mut dst);
        let theirs = their::convert_latin1_to_utf8_partial(&bytes, &mut their_dst);
        assert_eq!(start(ours, &dst), start(theirs, &their_dst), "{bytes:02x?}");
        assert!(dst[ours.1..].iter().all(|byte| *byte == 7));
        let mut dst = "☃".repeat(room);
        assert!(our::convert_latin1_to_str_partial(&bytes, &mut dst).1 <= dst.len());
        assert!(core::str::from_utf8(dst.as_bytes()).is_ok());
        let latin1: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let mut dst = vec![0; 2 * bytes.len()];
        let written = our::convert_latin1_to_utf8(&bytes, &mut dst);
        assert_eq!(dst[..written], *latin1.as_bytes());
        let mut dst = "é".repeat(bytes.len());
        let written = our::convert_latin1_to_str(&bytes, &mut dst);
        assert_eq!(dst[..written], latin1);
        let mut dst16 = vec![0; bytes.len()];
        our::convert_latin1_to_utf16(&bytes, &mut dst16);
        assert!(
            dst16
                .iter()
                .copied()
                .eq(bytes.iter().map(|byte| u16::from(*byte)))
        );
        assert_eq!(our::decode_latin1(&bytes), their::decode_latin1(&bytes));
        assert_eq!(our::encode_latin1_lossy(&latin1), bytes);
        let mut dst = vec![0; latin1.len()];
        let written = our::convert_utf8_to_latin1_lossy(latin1.as_bytes(), &mut dst);
        assert_eq!(dst[..written], bytes);
        let mut dst = vec![0; dst16.len()];
        our::convert_utf16_to_latin1_lossy(&dst16, &mut dst);
        assert_eq!(dst, bytes);

        let (mut ours, mut theirs) = (units.clone(), units.clone());
        our::ensure_utf16_validity(&mut ours);
        their::ensure_utf16_validity(&mut theirs);
        assert_eq!(ours, theirs);
        let (mut ours, mut theirs) = (vec![0; bytes.len()], vec![0; bytes.len()]);
        let read = our::copy_ascii_to_ascii(&bytes, &mut ours);
        assert_eq!(read, their::copy_ascii_to_ascii(&bytes, &mut theirs));
        assert_eq!(ours[..read], bytes[..read]);
        let mut dst16 = vec![0; bytes.len()];
        assert_eq!(our::copy_ascii_to_basic_latin(&bytes, &mut dst16), read);
        assert!(
            dst16[..read]
                .iter()
                .zip(&bytes)
                .all(|(unit, byte)| *unit == u16::from(*byte))
        );
        let (mut ours, mut theirs) = (vec![0; units.len()], vec![0; units.len()]);
        let read = our::copy_basic_latin_to_ascii(&units, &mut ours);
        assert_eq!(read, their::copy_basic_latin_to_ascii(&units, &mut theirs));
        assert_eq!(ours[..read], theirs[..read]);
    }
}

/// Returns whether a call panics.
fn panics(call: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::panic::catch_unwind(call);
    std::panic::set_hook(hook);
    result.is_err()
}

#[test]
fn too_little_room() {
    assert!(panics(
        || _ = our::convert_utf8_to_utf16(b"abc", &mut [0; 3])
    ));
    assert!(panics(|| _ = our::convert_str_to_utf16("abc", &mut [0; 2])));
    assert!(panics(|| _ =
        our::convert_utf8_to_utf16_without_replacement(
            b"abc",
            &mut [0; 2]
        )));
    assert!(panics(
        || _ = our::convert_utf16_to_utf8(&[0; 2], &mut [0; 5])
    ));
    assert!(panics(
        || _ = our::convert_utf16_to_str(&[0; 2], &mut "abcde".to_owned())
    ));
    assert!(panics(|| our::convert_latin1_to_utf16(b"abc", &mut [0; 2])));
    assert!(panics(
        || _ = our::convert_latin1_to_utf8(b"abc", &mut [0; 5])
    ));
    assert!(panics(
        || _ = our::convert_latin1_to_str(b"abc", &mut "abcde".to_owned())
    ));
    assert!(panics(
        || _ = our::convert_utf8_to_latin1_lossy(b"abc", &mut [0; 2])
    ));
    assert!(panics(|| our::convert_utf16_to_latin1_lossy(
        &[0; 2],
        &mut [0; 1]
    )));
    assert!(panics(|| _ = our::copy_ascii_to_ascii(b"abc", &mut [0; 2])));
    assert!(panics(
        || _ = our::copy_ascii_to_basic_latin(b"abc", &mut [0; 2])
    ));
    assert!(panics(
        || _ = our::copy_basic_latin_to_ascii(&[0; 2], &mut [0; 1])
    ));
    assert_eq!(
        panics(|| _ = our::encode_latin1_lossy("☃")),
        cfg!(debug_assertions)
    );
}
