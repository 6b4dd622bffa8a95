//! Compares legacy multi-byte encodings between guard pages with scalar code on slices elsewhere.

use super::*;
use utflane::{
    Big5, DecodeError, Encoding, EucJp, EucKr, Gb18030, Gbk, ShiftJis, TranscodeError, Utf16,
    Utf16Be, Utf32Be, incomplete_tail,
};

/// Characters of one to four bytes in some of these encodings.
const TEXT: &str = "漢字かな、カナｶﾅ가나다abc зв一二三é😀\u{3000}人defghijklmnop教育の権利\n";

/// Returns `len` units of text that starts at different positions of [`TEXT`], may be cut at both
/// ends, and contains `fault` for every third length.
fn input<S: Encoding<Unit: Unit>>(len: usize, fault: S::Unit) -> Vec<S::Unit> {
    let start = TEXT.char_indices().nth(len % 41).expect("a character").0;
    let text = TEXT[start..].to_owned() + &TEXT.repeat(1 + len / 40);
    let mut units = scalar().transcode_lossy_to_vec::<Utf8, S>(text.as_bytes());
    units.drain(..len % 2);
    units.truncate(len);
    assert_eq!(units.len(), len);
    if len % 3 == 0 {
        if let Some(unit) = units.iter_mut().rev().nth(len % 37) {
            *unit = fault;
        }
    }
    units
}

fn scalar() -> Isa {
    Isa::named("scalar").expect("scalar is everywhere")
}

/// Returns the result of a conversion, and its output.
fn answer<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: Verb,
    src: &[S],
    dst: &mut [D],
) -> (Result<usize, TranscodeError>, Vec<D>) {
    dst.fill(D::CANARY);
    let result = functions.convert(isa, verb, src, dst);
    let written = result.unwrap_or_else(|error| error.written());
    (result, dst[..written].to_vec())
}

/// The results of the functions that only read.
#[derive(PartialEq)]
struct Lengths {
    measured: Result<usize, TranscodeError>,
    /// `None` if the input cannot be converted.
    transcoded: Option<usize>,
    lossy: usize,
    validated: Result<(), DecodeError>,
    characters: usize,
    tail: usize,
}

fn lengths<S: Encoding<Unit: Unit>, D: Unit>(
    functions: &dyn Functions<S::Unit, D>,
    isa: Isa,
    src: &[S::Unit],
) -> Lengths {
    let measured = functions.measure(isa, src);
    let transcoded = measured.is_ok().then(|| functions.transcoded_len(isa, src));
    Lengths {
        measured,
        transcoded,
        lossy: functions.lossy_len(isa, src),
        validated: isa.validate::<S>(src),
        characters: isa.char_count::<S>(src),
        tail: incomplete_tail::<S>(src),
    }
}

fn check_between<S: Encoding<Unit: Unit>, D: Encoding<Unit: Unit>>(step: usize, fault: S::Unit) {
    check_functions_between::<S, D::Unit>(&functions::<S, D>(), step, fault);
}

fn check_functions_between<S: Encoding<Unit: Unit>, D: Unit>(
    functions: &dyn Functions<S::Unit, D>,
    step: usize,
    fault: S::Unit,
) {
    let mut src = Guarded::<S::Unit>::new(LONGEST);
    let mut dst = Guarded::<D>::new(LONGEST * 4);
    let mut elsewhere = [D::CANARY; LONGEST * 4];
    for len in (0..=LONGEST).step_by(step) {
        let units = input::<S>(len, fault);
        let need = functions.lossy_len(scalar(), &units);
        let expected_lengths = lengths::<S, D>(functions, scalar(), &units);
        for side in SIDES {
            let src = src.slice(side, len);
            src.copy_from_slice(&units);
            let src = &*src;
            for isa in isas() {
                let [source, target] = functions.names();
                let what = || format!("{} of {source} to {target}: {units:X?}", isa.name());
                let found = lengths::<S, D>(functions, isa, src);
                assert!(found == expected_lengths, "{}", what());
                for room in [need, need.saturating_sub(1 + len % 5)] {
                    for &verb in Verb::ALL {
                        let room_elsewhere = &mut elsewhere[..room];
                        let expected = answer(functions, scalar(), verb, src, room_elsewhere);
                        for side in SIDES {
                            let said = answer(functions, isa, verb, src, dst.slice(side, room));
                            let is_free =
                                verb == Verb::Unchecked && isa.validate::<S>(src).is_err();
                            assert!(said == expected || is_free, "{}", what());
                        }
                    }
                }
            }
        }
    }
}

/// Checks every `step`th length.
fn check<E: Encoding<Unit = u8>>(step: usize) {
    check_between::<E, Utf8>(step, 0xFF);
    check_between::<E, Utf16>(step, 0x81);
    check_between::<E, Utf32Be>(step, 0x8F);
    check_between::<Utf8, E>(step, 0xFF);
    check_between::<Utf16, E>(step, 0xDC00);
    check_between::<Utf16Be, E>(step, 0xD8);
}

#[test]
fn gbk() {
    check::<Gbk>(SAMPLE);
}

#[test]
fn gb18030() {
    check::<Gb18030>(SAMPLE);
}

#[test]
fn big5() {
    check::<Big5>(SAMPLE);
}

#[test]
fn shift_jis() {
    check::<ShiftJis>(SAMPLE);
}

#[test]
fn euc_jp() {
    check::<EucJp>(SAMPLE);
}

#[test]
fn euc_kr() {
    check::<EucKr>(SAMPLE);
}

mod all {
    use super::*;

    #[test]
    #[ignore = "long: every length"]
    fn gbk() {
        check::<Gbk>(1);
    }

    #[test]
    #[ignore = "long: every length"]
    fn gb18030() {
        check::<Gb18030>(1);
    }

    #[test]
    #[ignore = "long: every length"]
    fn big5() {
        check::<Big5>(1);
    }

    #[test]
    #[ignore = "long: every length"]
    fn shift_jis() {
        check::<ShiftJis>(1);
    }

    #[test]
    #[ignore = "long: every length"]
    fn euc_jp() {
        check::<EucJp>(1);
    }

    #[test]
    #[ignore = "long: every length"]
    fn euc_kr() {
        check::<EucKr>(1);
    }
}
