//! Checks outputs of every length, from empty to one unit more than needed. A conversion must stop
//! before the first character that does not fit, leave the rest of the output untouched, and be
//! resumable.
#![cfg(all(feature = "alloc", feature = "full"))]

use utflane::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use utflane_test_support::oracle::*;

/// Checks one input of one pair with every `step`th output length, and with the longest ones.
fn check_rooms<S: Model, D: Model>(src: &[S::Unit], step: usize) {
    let items = S::items(src);
    let (strict, lossy) = (Plan::strict::<D>(&items), Plan::lossy::<D>(&items));
    check_rooms_of(&functions::<S, D>(), src, &strict, &lossy, step);
}

fn check_rooms_of<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    src: &[S],
    strict: &Plan<D>,
    lossy: &Plan<D>,
    step: usize,
) {
    let most = lossy.units.len() + 1;
    for isa in isas() {
        for room in (0..=most).filter(|room| room % step == 0 || room + 4 > most) {
            check_room(functions, isa, src, strict, lossy, room);
        }
    }
}

fn check_resumptions<S: Model, D: Model>(
    src: &[S::Unit],
    rooms: impl Iterator<Item = usize> + Clone,
) {
    for isa in isas() {
        for room in rooms.clone() {
            check_resumption::<S, D>(isa, src, Verb::Strict, room);
            check_resumption::<S, D>(isa, src, Verb::Lossy, room);
        }
    }
}

/// Returns short inputs with characters of every length: well-formed, and with an error in the
/// middle or at the end.
fn short(random: &mut Random) -> [Vec<u8>; 4] {
    let first = random.below(11);
    let clean = text(SCRIPTS[5], first, 9).into_bytes();
    let cut = clean[..clean.len() - 1 - random.below(3)].to_vec();
    let spoiler = random.below(13);
    let bad = spoilt::<Utf8>(&clean, random.below(clean.len()), spoiler);
    let ascii = text(SCRIPTS[0], first, 40 + first).into_bytes();
    [clean, cut, bad, ascii]
}

#[test]
fn every_pair_on_short_inputs() {
    let mut random = Random(1);
    for turn in 0..4 {
        for bytes in short(&mut random) {
            for_each_encoding!(S => {
                let src = reencoded::<S>(&bytes);
                let src = match turn % 2 {
                    0 => src,
                    _ => spoilt::<S>(&src, random.below(src.len()), turn),
                };
                for_each_encoding!(D => check_rooms::<S, D>(&src, 1));
            });
        }
    }
}

#[test]
fn every_pair_on_raw_bytes() {
    let mut random = Random(2);
    for len in [0, 1, 2, 3, 5, 8, 33] {
        let bytes = random.bytes(len);
        for_each_encoding!(S => {
            let src = S::sample(&bytes);
            for_each_encoding!(D => check_rooms::<S, D>(&src, 1));
        });
    }
}

/// Long inputs, of one script or mixed, that reach the bounds of the vector loops.
fn check_long<S: Model>(step: usize) {
    for script in SCRIPTS {
        let clean = encoded::<S>(&text(script, 0, 180));
        let bad = spoilt::<S>(&clean, clean.len() * 3 / 4, 3);
        for_each_encoding!(D => {
            check_rooms::<S, D>(&clean, step);
            check_rooms::<S, D>(&bad, step);
        });
    }
}

fn check_some_long<S: Model>() {
    check_long::<S>(13);
}

fn check_all_long<S: Model>() {
    check_long::<S>(1);
}

test_each_encoding!(long: check_some_long);
test_each_encoding!(long long_all: check_all_long);

#[test]
fn resumption_of_every_pair() {
    let mut random = Random(3);
    for bytes in short(&mut random) {
        for_each_encoding!(S => {
            let src = spoilt::<S>(&reencoded::<S>(&bytes), 7, 1);
            for_each_encoding!(D => check_resumptions::<S, D>(&src, 0..20));
        });
    }
}

#[test]
fn resumption_at_length() {
    for script in SCRIPTS {
        let clean = text(script, 0, 400);
        let bad = spoilt::<Utf8>(clean.as_bytes(), clean.len() / 2 + 3, clean.len());
        let rooms = (1..130).step_by(3);
        check_resumptions::<Utf8, Utf16>(&bad, rooms.clone());
        check_resumptions::<Utf8, Utf32>(&bad, rooms.clone());
        check_resumptions::<Utf8, Utf8>(&bad, rooms.clone());
        let bad = spoilt::<Utf16>(&encoded::<Utf16>(&clean), 200, 0);
        check_resumptions::<Utf16, Utf8>(&bad, rooms.clone());
        check_resumptions::<Utf16, Utf16Be>(&bad, rooms.clone());
        let bad = spoilt::<Utf32>(&encoded::<Utf32>(&clean), 200, 1);
        check_resumptions::<Utf32, Utf8>(&bad, rooms.clone());
        check_resumptions::<Utf32, Utf16Le>(&bad, rooms);
    }
}

/// Every output length for legacy multi-byte encodings, which have no model. The output must be a
/// prefix of the whole result, and the rest of the buffer must be untouched.
#[cfg(feature = "multibyte")]
mod multibyte {
    use utflane::*;
    use utflane_test_support::oracle::*;

    const TEXT: &str = "漢字かな、カナｶﾅ가나다abc зв一二三é😀\u{3000}人defghijklmnop教育の権利\n";

    fn check_rooms<S: Unit, D: Unit>(functions: &dyn Functions<S, D>, src: &[S]) {
        let scalar = Isa::named("scalar").expect("scalar is everywhere");
        let convert = |isa, src: &[S]| {
            let converted = functions.convert_to_vec(isa, Verb::Lossy, src);
            converted.expect("nothing stops a lossy conversion")
        };
        let whole = convert(scalar, src);
        for isa in Isa::available() {
            let [source, target] = functions.names();
            let name = || format!("{} of {source} to {target}", isa.name());
            let mut most = 0;
            for room in 0..whole.len() {
                let mut dst = vec![D::default(); room];
                let error = functions.convert(isa, Verb::Lossy, src, &mut dst);
                let error = error.unwrap_err();
                assert_eq!(error.reason(), Reason::OutputFull, "{}", name());
                let (read, written) = (error.read(), error.written());
                assert!(dst[..written] == whole[..written], "{}", name());
                // The output contains whole characters, as many as fit, and the conversion can be
                // resumed.
                assert!(written >= most && room - written < 4, "{}", name());
                most = written;
                let rest = convert(isa, &src[read..]);
                assert!(rest == whole[written..], "{}", name());
            }
            let mut dst = vec![D::default(); whole.len()];
            let written = functions.convert(isa, Verb::Lossy, src, &mut dst);
            assert_eq!(written, Ok(whole.len()), "{}", name());
        }
    }

    fn check<E: Encoding<Unit = u8>>() {
        let text = TEXT.repeat(3);
        let mut bytes = transcode_lossy_to_vec::<Utf8, E>(text.as_bytes());
        let units: Vec<u16> = text.encode_utf16().collect();
        check_rooms(&functions::<Utf8, E>(), text.as_bytes());
        check_rooms(&functions::<Utf16, E>(), &units);
        for fault in [b'a', 0xFF, 0x81] {
            let middle = bytes.len() / 2;
            bytes[middle] = fault;
            check_rooms(&functions::<E, Utf8>(), &bytes);
            check_rooms(&functions::<E, Utf16>(), &bytes);
            check_rooms(&functions::<E, EucKr>(), &bytes);
            check_rooms(&functions::<E, E>(), &bytes);
        }
    }

    #[test]
    fn every_room() {
        check::<Gbk>();
        check::<Gb18030>();
        check::<Big5>();
        check::<ShiftJis>();
        check::<EucJp>();
        check::<EucKr>();
    }
}
