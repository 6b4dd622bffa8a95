//! Compares with a JVM (OpenJDK 17). `Jvm.java` computed hashes of its results, one for each group
//! of texts.

use super::SYMBOLS;
use utflane::{
    JdkUtf8, Mutf8, Wtf16, encode_utf16, transcode, transcode_lossy_to_cow, transcode_lossy_to_vec,
    transcode_to_vec,
};
use utflane_test_support::sample_and_all;

const FEW: [u8; 6] = [0x41, 0x80, 0xA0, 0xB0, 0xED, 0xF0];

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }

    /// Checks that this is the hash in the row called `name`.
    #[track_caller]
    fn check(&self, name: &str) {
        let rows = include_str!("jvm.tsv").lines();
        let mut hashes = rows.filter_map(|row| row.strip_prefix(name)?.strip_prefix('\t'));
        let expected = hashes.next().expect("a row of that name");
        assert_eq!(format!("{:016x}", self.0), expected, "{name}");
    }
}

/// Adds the MUTF-8 form of a text in WTF-16, and checks that it converts back to the same text.
fn written(hash: &mut Hash, units: &[u16]) {
    let mut bytes = [0; 6];
    let len = transcode::<Wtf16, Mutf8>(units, &mut bytes).expect("any units");
    hash.add(&bytes[..len]);
    let mut again = [0; 2];
    let len = transcode::<Mutf8, Wtf16>(&bytes[..len], &mut again).expect("well-formed");
    assert_eq!(again[..len], *units);
}

#[test]
fn each_unit_as_write_utf_writes_it() {
    for upper in 0..=0xFF {
        let mut hash = Hash::new();
        for lower in 0..=0xFF {
            written(&mut hash, &[upper << 8 | lower]);
        }
        hash.check(&format!("unit {upper:02X}.."));
    }
}

/// Checks the pairs of every `step`th high surrogate.
fn check_pairs_of_surrogates(step: usize) {
    for high in (0xD800..0xDC00).step_by(step) {
        let mut hash = Hash::new();
        for low in 0xDC00..0xE000 {
            written(&mut hash, &[high, low]);
        }
        hash.check(&format!("pair {high:04X}"));
    }
}

sample_and_all! {
    check_pairs_of_surrogates: pairs_of_surrogates_as_write_utf_writes_them(97),
    each_pair_of_surrogates_as_write_utf_writes_it(1) = "long: every pair"
}

/// All code units of a range in one text, so that kernels convert them.
#[test]
fn all_units_in_one_text() {
    let mut hash = Hash::new();
    let units: Vec<u16> = (0xD700..=0xD7FF).collect();
    hash.add(&transcode_to_vec::<Wtf16, Mutf8>(&units).unwrap());
    hash.check("unit D7..");
    let mut hash = Hash::new();
    let units: Vec<u16> = (0..=0xFF).collect();
    hash.add(&transcode_to_vec::<Wtf16, Mutf8>(&units).unwrap());
    hash.check("unit 00..");
    let mut hash = Hash::new();
    let units: Vec<u16> = (0xDC00..0xE000).flat_map(|low| [0xD83D, low]).collect();
    hash.add(&transcode_to_vec::<Wtf16, Mutf8>(&units).unwrap());
    hash.check("pair D83D");
}

/// Calls `each` with every sequence of `symbols` of this length, in order.
fn sequences(symbols: &[u8], length: u32, mut each: impl FnMut(&[u8])) {
    let mut sequence = vec![0; length as usize];
    for mut number in 0..symbols.len().pow(length) {
        for place in sequence.iter_mut().rev() {
            *place = symbols[number % symbols.len()];
            number /= symbols.len();
        }
        each(&sequence);
    }
}

#[test]
fn malformed_utf8_as_a_string_of_java() {
    let bytes: Vec<u8> = (0..=0xFF).collect();
    let mut groups = vec![
        ("bytes 1", &bytes[..], 1),
        ("bytes 2", &bytes[..], 2),
        ("symbols 3", &SYMBOLS[..], 3),
        ("few 6", &FEW[..], 6),
    ];
    if !cfg!(emulated) {
        groups.push(("symbols 4", &SYMBOLS[..], 4));
    }
    for (name, symbols, length) in groups {
        let mut hash = Hash::new();
        sequences(symbols, length, |sequence| {
            let units = encode_utf16(&transcode_lossy_to_cow::<JdkUtf8>(sequence));
            units.iter().for_each(|unit| hash.add(&unit.to_le_bytes()));
            hash.add(&[units.len() as u8]);
        });
        hash.check(name);
    }
}

/// The JDK replaces malformed sequences like WTF-8 does in a conversion to UTF-8.
#[test]
fn the_policy_is_that_of_wtf8() {
    sequences(&FEW, 6, |sequence| {
        let expected = transcode_lossy_to_vec::<utflane::Wtf8, utflane::Utf8>(sequence);
        assert_eq!(
            transcode_lossy_to_cow::<JdkUtf8>(sequence).as_bytes(),
            expected
        );
    });
}
