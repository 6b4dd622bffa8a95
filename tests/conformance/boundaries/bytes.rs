//! Checks UTF-8 with all sequences of four interesting bytes, across the ends of blocks of 16, 32
//! and 64 bytes.
//!
//! ```text
//! before: whole characters, up to 4 .. 0 bytes before the end of a block | four bytes | after: nothing, or characters
//! ```
//!
//! The result depends on the four bytes and on the text after them. The oracle computes it once for
//! each quadruple, and each position only shifts it by the text before.

use utflane::{Isa, Latin1, Utf8, Utf16, Utf32};
use utflane_test_support::oracle::*;

/// Both ends of each range in the definition of UTF-8, and one byte inside each wide range.
const BYTES: [u8; 24] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF,
];

/// The sample of the short tests: a prime, so that every byte comes at every place.
const SAMPLE: usize = 241;

/// Every `step`th quadruple.
fn quadruples(step: usize) -> impl Iterator<Item = [u8; 4]> {
    (0..24usize.pow(4))
        .step_by(step)
        .map(|n| [n / 13824, n / 576 % 24, n / 24 % 24, n % 24].map(|i| BYTES[i]))
}

/// The text around a quadruple.
struct Frame {
    before: &'static str,
    after: &'static str,
}

const AT_THE_END: Frame = Frame {
    before: "a",
    after: "",
};

const AT_THE_END_OF_TEXT: Frame = Frame {
    before: "é好😀",
    after: "",
};

const IN_ASCII: Frame = Frame {
    before: "a",
    after: "z, and then more than any block can hold, so that one ends in here.",
};

const IN_TEXT: Frame = Frame {
    before: "好😀é",
    after: "é好😀й語 and some more 好好好好好好好好😀😀😀😀",
};

impl Frame {
    /// Returns texts that end 4 to 0 bytes before `edge`: whole characters, then ASCII.
    fn places(&self, edge: usize) -> [Vec<u8>; 5] {
        [4, 3, 2, 1, 0].map(|left| {
            let mut before = Vec::new();
            for character in self.before.chars().cycle() {
                if before.len() + character.len_utf8() > edge - left {
                    break;
                }
                Utf8::encode(character.into(), &mut before);
            }
            before.resize(edge - left, b'b');
            before
        })
    }
}

fn check_validation(edge: usize, frame: &Frame, step: usize) {
    let places = frame.places(edge);
    let isas = isas();
    let mut src = Vec::new();
    for quadruple in quadruples(step) {
        let rest = [&quadruple[..], frame.after.as_bytes()].concat();
        let error = std::str::from_utf8(&rest).err();
        for before in &places {
            let expected = error.map(|error| Fault {
                valid_up_to: before.len() + error.valid_up_to(),
                error_len: error.error_len(),
                kind: utf8_kind(&rest[error.valid_up_to()..]),
            });
            src.clear();
            src.extend_from_slice(before);
            src.extend_from_slice(&rest);
            for &isa in &isas {
                let got = isa.validate::<Utf8>(&src).err().map(Fault::from);
                assert_eq!(got, expected, "{} on {src:02X?}", isa.name());
                let valid = isa.is_valid::<Utf8>(&src);
                assert_eq!(valid, expected.is_none(), "{} on {src:02X?}", isa.name());
            }
        }
    }
}

/// Converts to `D`, strictly and lossily, into an output of exactly the needed length.
fn check_conversion<D: Model>(edge: usize, frame: &Frame, step: usize) {
    let functions = functions::<Utf8, D>();
    let places = frame.places(edge);
    let places = places.each_ref().map(|before| Place {
        bytes: before,
        units: Plan::strict::<D>(&Utf8::items(before)).units,
    });
    let isas = isas();
    let mut src = Vec::new();
    for quadruple in quadruples(step) {
        let rest = [&quadruple[..], frame.after.as_bytes()].concat();
        let items = Utf8::items(&rest);
        let strict = Plan::strict::<D>(&items);
        let lossy = Plan::lossy::<D>(&items);
        for place in &places {
            src.clear();
            src.extend_from_slice(place.bytes);
            src.extend_from_slice(&rest);
            for &isa in &isas {
                place.check(&functions, isa, Verb::Strict, &src, &strict);
                if !strict.is_complete() {
                    place.check(&functions, isa, Verb::Lossy, &src, &lossy);
                }
            }
        }
    }
}

/// The text before a quadruple, and its conversion.
struct Place<'a, U> {
    bytes: &'a [u8],
    units: Vec<U>,
}

impl<U: Unit> Place<'_, U> {
    /// Compares with the plan of the quadruple and the text after it.
    fn check(
        &self,
        functions: &dyn Functions<u8, U>,
        isa: Isa,
        verb: Verb,
        src: &[u8],
        plan: &Plan<U>,
    ) {
        let mut dst = [U::CANARY; 300];
        let start = self.units.len();
        let need = start + plan.units.len();
        let answer = functions.convert(isa, verb, src, &mut dst[..need]);
        let call = call(functions, isa, &verb, &src);
        let expected = plan.at(usize::MAX).shifted(self.bytes.len(), start);
        call.expect("answer", expected, Outcome::of(answer, src.len()));
        call.expect("units before", &self.units[..], &dst[..start]);
        call.expect("units", &plan.units[..], &dst[start..need]);
        call.expect("unit behind dst", U::CANARY, dst[need]);
    }
}

/// One test for each check, edge and frame, so that they run in parallel.
macro_rules! quadruples {
    ($($check:expr => $($name:ident($edge:literal, $frame:ident))*;)*) => {
        $($(
            #[test]
            fn $name() {
                $check($edge, &$frame, SAMPLE);
            }
        )*)*

        mod all {
            use super::*;

            $($(
                #[test]
                #[ignore = "long: every quadruple"]
                fn $name() {
                    $check($edge, &$frame, 1);
                }
            )*)*
        }
    };
}

quadruples! {
    check_validation =>
        validate_at_16(16, AT_THE_END)
        validate_at_32(32, AT_THE_END)
        validate_at_64(64, AT_THE_END)
        validate_text_at_16(16, AT_THE_END_OF_TEXT)
        validate_text_at_32(32, AT_THE_END_OF_TEXT)
        validate_text_at_64(64, AT_THE_END_OF_TEXT)
        validate_in_ascii_at_16(16, IN_ASCII)
        validate_in_ascii_at_32(32, IN_ASCII)
        validate_in_ascii_at_64(64, IN_ASCII)
        validate_in_text_at_16(16, IN_TEXT)
        validate_in_text_at_32(32, IN_TEXT)
        validate_in_text_at_64(64, IN_TEXT);
    check_conversion::<Utf16> =>
        to_utf16_at_64(64, AT_THE_END)
        to_utf16_text_at_64(64, AT_THE_END_OF_TEXT)
        to_utf16_in_ascii_at_16(16, IN_ASCII)
        to_utf16_in_ascii_at_64(64, IN_ASCII)
        to_utf16_in_text_at_32(32, IN_TEXT)
        to_utf16_in_text_at_64(64, IN_TEXT);
    check_conversion::<Utf32> =>
        to_utf32_in_ascii_at_64(64, IN_ASCII)
        to_utf32_in_text_at_32(32, IN_TEXT);
    check_conversion::<Utf8> =>
        to_utf8_in_text_at_64(64, IN_TEXT);
    check_conversion::<Latin1> =>
        to_latin1_in_ascii_at_32(32, IN_ASCII);
}

/// Every pair, with every `step`th sequence of fewer bytes.
fn check_every_pair(step: usize) {
    const FEW: [u8; 11] = [
        0x41, 0x80, 0xBF, 0xC2, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF,
    ];
    let isas = isas();
    for n in (0..FEW.len().pow(3)).step_by(step) {
        let triple = [n / 121, n / 11 % 11, n % 11].map(|i| FEW[i]);
        let before = [0, 13, 14, 15, 29, 30, 61, 62, 63][n % 9];
        let after = [0, 1, 2, 40, 70][n % 5];
        let src = [&vec![b'a'; before][..], &triple, &vec![b'b'; after]].concat();
        check_source::<Utf8>(&isas, &src);
    }
}

sample_and_all! { check_every_pair: every_pair(7), every_pair_all(1) = "long: every sequence" }
