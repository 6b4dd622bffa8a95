//! Checks the position, length and existence of the first error in UTF-8 with several errors, for
//! texts of random lengths at random offsets.

use utflane::{Isa, Utf8};
use utflane_test_support::oracle::{SCRIPTS, isas, text};
use utflane_test_support::random::Random;

/// Sequences that are malformed, or cut off by what follows.
const ERRORS: [&[u8]; 10] = [
    b"\x80",
    b"\xFF",
    b"\xC3",
    b"\xC0\x80",
    b"\xE0\x80\x80",
    b"\xE6\x97",
    b"\xED\xA0\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x9F\x91",
    b"\xF4\x90\x80\x80",
];

fn check(isas: &[Isa], src: &[u8]) {
    let expected = std::str::from_utf8(src).map(drop);
    let expected = expected.map_err(|error| (error.valid_up_to(), error.error_len()));
    for isa in isas {
        let found = isa.validate::<Utf8>(src);
        let found = found.map_err(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(found, expected, "{} {:02X?}", isa.name(), src);
        assert_eq!(
            isa.is_valid::<Utf8>(src),
            expected.is_ok(),
            "{}",
            isa.name()
        );
        // A copy validates by other code, which stops later.
        let mut copy = vec![0; src.len()];
        let result = isa.transcode::<Utf8, Utf8>(src, &mut copy);
        let copied = result.unwrap_or_else(|error| error.written());
        let valid = expected.map_or_else(|(valid, _)| valid, |()| src.len());
        assert_eq!(result.is_ok(), expected.is_ok(), "{}", isa.name());
        assert_eq!(copied, valid, "{} {:02X?}", isa.name(), src);
        assert_eq!(copy[..valid], src[..valid], "{}", isa.name());
    }
}

#[test]
fn the_first_of_several_errors_is_found() {
    let (isas, mut random) = (isas(), Random(1));
    for round in 0..6_000 {
        let script = SCRIPTS[random.below(SCRIPTS.len())];
        let most = [20, 80, 300, 3_000][round % 4];
        let mut bytes = text(script, random.below(9), most).into_bytes();
        for _ in 0..random.below(4) {
            let (at, error) = (random.below(bytes.len()), random.pick(&ERRORS));
            let end = bytes.len().min(at + error.len());
            bytes[at..end].copy_from_slice(&error[..end - at]);
        }
        let start = random.below(bytes.len().min(70));
        let len = random.within(0..=(bytes.len() - start).min(most));
        check(&isas, &bytes[start..start + len]);
    }
}
