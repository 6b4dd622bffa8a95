//! Checks that the functions and streams of encodings chosen at run time return what the generic
//! ones return.
#![cfg(feature = "full")]

use std::mem::MaybeUninit;
use utflane::code_page::{Cp037, Iso8859_6, Windows1252};
use utflane::stream::{AnyTranscoder, Status, Step, Transcoder};
use utflane::*;

/// Converts between units and their bytes. Trailing bytes that form no whole unit are dropped.
trait FromBytes: Sized + Copy {
    fn units(bytes: &[u8]) -> Vec<Self>;
    fn bytes(units: &[Self]) -> Vec<u8>;
}

macro_rules! from_bytes {
    ($($unit:ty)*) => {$(
        impl FromBytes for $unit {
            fn units(bytes: &[u8]) -> Vec<$unit> {
                let units = bytes.chunks_exact(size_of::<$unit>());
                units.map(|unit| <$unit>::from_ne_bytes(unit.try_into().unwrap())).collect()
            }
            fn bytes(units: &[$unit]) -> Vec<u8> {
                units.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
            }
        }
    )*};
}
from_bytes!(u8 u16 u32);

/// UTF-8, well-formed and malformed: characters of each length and malformed sequences of each
/// kind, separated by long runs.
fn texts() -> Vec<Vec<u8>> {
    let parts: [&[u8]; 12] = [
        b"",
        b"plain text",
        "a\u{E9}\u{20AC}\u{65E5}\u{1F600}".as_bytes(),
        b"\xED\xA0\x80x\xED\xB0\x80",
        b"\xED\xA0\xBD\xED\xB8\x80\xC0\x80\0",
        b"\xF4\x90\x80\x80\xFC\x84\x80\x80\x80\x80",
        b"\x80\xE2\x82A\xFF\xC3",
        b"\xE2\x82",
        b"\xF0\x9F",
        b"\xED\xA0\xBD",
        b"\xA1\xC6\xEB\xD2\x81",
        b"\0\0\0\xD8\0\0\x11\0\x41\0\0\0\0\xDC\0",
    ];
    let mut texts = Vec::new();
    for first in parts {
        for second in parts {
            texts.push([first, second].concat());
        }
        texts.push(
            [
                &b"run ".repeat(40),
                first,
                "\u{44F}".repeat(50).as_bytes(),
                first,
            ]
            .concat(),
        );
        texts.push([first, &"\u{65E5}b".repeat(2000).into_bytes(), first].concat());
        texts.push([first, b"q"].concat().repeat(100));
    }
    texts
}

fn check_encoding<E: Encoding<Unit: FromBytes>>(isa: Isa, src: &[E::Unit]) {
    let any = Charset::of::<E>();
    let bytes = E::Unit::bytes(src);
    assert_eq!(any.validate(isa, &bytes), isa.validate::<E>(src));
    assert_eq!(any.char_count(isa, &bytes), isa.char_count::<E>(src));
    assert_eq!(any.incomplete_tail(&bytes), incomplete_tail::<E>(src));
}

/// Runs a stream over chunks of `chunk` units. Returns each step and all output.
fn stream<S: Copy, D: Copy>(
    src: &[S],
    chunk: usize,
    mut step: impl FnMut(&[S]) -> (Step, Vec<D>),
    mut finish: impl FnMut() -> (Step, Vec<D>),
) -> (Vec<Step>, Vec<D>) {
    let (mut steps, mut all) = (Vec::new(), Vec::new());
    for mut chunk in src.chunks(chunk) {
        loop {
            let (step, units) = step(chunk);
            chunk = &chunk[step.read..];
            all.extend(&units[..step.written]);
            steps.push(step);
            if step.status == Status::InputEmpty {
                break;
            }
        }
    }
    loop {
        let (step, units) = finish();
        all.extend(&units[..step.written]);
        steps.push(step);
        if step.status == Status::InputEmpty {
            return (steps, all);
        }
    }
}

/// Output length of each step, in units: longer than any character, and shorter than most texts.
const ROOM: usize = 9;

fn check_stream<S, D>(isa: Isa, src: &[S::Unit], chunk: usize, lossy: bool)
where
    S: Encoding<Unit: FromBytes>,
    D: Encoding<Unit: FromBytes>,
{
    use std::cell::RefCell;
    let generic = RefCell::new(Transcoder::<S, D>::with_isa(isa));
    let expected = stream(
        src,
        chunk,
        |chunk| {
            let mut out = [D::Unit::default(); ROOM];
            let step = match lossy {
                true => generic.borrow_mut().transcode_lossy(chunk, &mut out),
                false => generic.borrow_mut().transcode(chunk, &mut out),
            };
            (step, out.to_vec())
        },
        || {
            let mut out = [D::Unit::default(); ROOM];
            let step = match lossy {
                true => generic.borrow_mut().finish_lossy(&mut out),
                false => generic.borrow_mut().finish_into(&mut out),
            };
            (step, out.to_vec())
        },
    );
    let (source, target) = (Charset::of::<S>(), Charset::of::<D>());
    let any = RefCell::new(AnyTranscoder::with_isa(isa, source, target));
    // Convert counts of bytes to counts of units.
    let in_units = |step: Step| Step {
        read: step.read / source.position_unit(),
        written: step.written / target.position_unit(),
        ..step
    };
    let found = stream(
        src,
        chunk,
        |chunk| {
            let mut out = [D::Unit::default(); ROOM];
            let bytes = S::Unit::bytes(chunk);
            let step = match lossy {
                true => any
                    .borrow_mut()
                    .transcode_lossy(&bytes, unit_bytes_mut(&mut out)),
                false => any.borrow_mut().transcode(&bytes, unit_bytes_mut(&mut out)),
            };
            (in_units(step), out.to_vec())
        },
        || {
            let mut out = [D::Unit::default(); ROOM];
            let step = match lossy {
                true => any.borrow_mut().finish_lossy(unit_bytes_mut(&mut out)),
                false => any.borrow_mut().finish_into(unit_bytes_mut(&mut out)),
            };
            (in_units(step), out.to_vec())
        },
    );
    assert!(found == expected, "{} to {}: {src:?}", S::NAME, D::NAME);
    let position = any.borrow().position() / source.position_unit() as u64;
    assert_eq!(position, generic.borrow().position());
    assert_eq!(any.borrow().pending(), 0);
    assert_eq!(any.borrow().replacements(), generic.borrow().replacements());
}

fn check_pair<S, D>(isa: Isa, src: &[S::Unit])
where
    S: Encoding<Unit: FromBytes>,
    D: Encoding<Unit: FromBytes>,
{
    let pair = Pair::new(Charset::of::<S>(), Charset::of::<D>()).unwrap();
    let bytes = S::Unit::bytes(src);
    let need = isa.lossy_len::<S, D>(src);
    assert_eq!(pair.lossy_len(isa, &bytes), need);
    assert_eq!(pair.measure(isa, &bytes), isa.measure::<S, D>(src));
    let len = isa.transcoded_len::<S, D>(src);
    if isa.measure::<S, D>(src).is_ok() {
        assert_eq!(pair.transcoded_len(isa, &bytes), len);
    } else {
        assert!(Some(pair.transcoded_len(isa, &bytes)) <= max_len::<S, D>(src.len()));
    }
    let vec = isa.transcode_to_vec::<S, D>(src);
    let vec = vec.map(|vec| D::Unit::bytes(&vec));
    assert_eq!(pair.transcode_to_vec(isa, &bytes), vec);
    let vec = D::Unit::bytes(&isa.transcode_lossy_to_vec::<S, D>(src));
    assert_eq!(pair.transcode_lossy_to_vec(isa, &bytes), vec);
    for units in [0, 1, 3, 1000, usize::MAX / 7, usize::MAX] {
        assert_eq!(pair.max_len(units), max_len::<S, D>(units));
    }
    for room in [need, need / 2, need.saturating_sub(1), 1] {
        let mut out = vec![0; room * pair.target().position_unit()];
        let mut expected = vec![D::Unit::default(); room];
        let written =
            |result: Result<usize, TranscodeError>| result.unwrap_or_else(|e| e.written());

        let result = isa.transcode::<S, D>(src, &mut expected);
        assert_eq!(pair.transcode(isa, &bytes, &mut out), result);
        let mut units = vec![D::Unit::default(); room];
        assert_eq!(
            pair.transcode(isa, &bytes, unit_bytes_mut(&mut units)),
            result
        );
        assert_eq!(D::Unit::bytes(&units), out);
        let written_units = written(result);
        assert_eq!(
            D::Unit::units(&out)[..written_units],
            expected[..written_units]
        );
        let mut uninit = vec![MaybeUninit::uninit(); out.len()];
        assert_eq!(pair.transcode_uninit(isa, &bytes, &mut uninit), result);

        let result = isa.transcode_lossy::<S, D>(src, &mut expected);
        assert_eq!(pair.transcode_lossy(isa, &bytes, &mut out), result);
        let written_units = written(result);
        assert_eq!(
            D::Unit::units(&out)[..written_units],
            expected[..written_units]
        );
        assert_eq!(
            pair.transcode_lossy_uninit(isa, &bytes, &mut uninit),
            result
        );
    }
}

/// Checks one pair, and its streams, with all texts, on the best instruction set and in scalar
/// code.
fn check<S, D>()
where
    S: Encoding<Unit: FromBytes>,
    D: Encoding<Unit: FromBytes>,
{
    for text in texts() {
        // The text converted to the source encoding, and its bytes reinterpreted as that encoding.
        for src in [
            transcode_lossy_to_vec::<Utf8, S>(&text),
            S::Unit::units(&text),
        ] {
            for isa in [Isa::best(), Isa::named("scalar").unwrap()] {
                check_encoding::<S>(isa, &src);
                check_pair::<S, D>(isa, &src);
            }
            if src.len() < 200 {
                for chunk in [1, 5] {
                    check_stream::<S, D>(Isa::best(), &src, chunk, false);
                    check_stream::<S, D>(Isa::best(), &src, chunk, true);
                }
            }
        }
    }
}

macro_rules! check_pairs {
    ($($test:ident: $($source:ident $target:ident),*;)*) => {
        $(#[test] fn $test() { $(check::<$source, $target>();)* })*
    };
}

check_pairs! {
    unicode: Utf8 Utf8, Utf8 Utf16, Utf16 Utf8, Utf16Be Utf16, Utf16Le Utf32, Utf32 Utf8,
        Utf32Be Utf16Be, Utf8 Utf32Le;
    single_bytes: Latin1 Utf8, Utf16 Latin1, Ascii Utf32, Utf8 Ascii, Latin1 Latin1;
    code_pages: Windows1252 Utf16, Utf8 Windows1252, Cp037 Iso8859_6, Iso8859_6 Utf8, Wtf16 Cp037;
    variants: Wtf8 Utf8, Utf8 Wtf8, Cesu8 Wtf16, Mutf8 Utf16Be, Utf32 Cesu8, Utf8 Mutf8;
    others: Wtf16 Mutf8, Rfc2279 Ucs4, Ucs4 Utf8, JdkUtf8 Utf16, Latin1 Rfc2279, Wtf16 Wtf16;
}

/// Encodings that share code must still have distinct names.
#[test]
fn names() {
    for charset in Charset::ALL {
        let pair = Pair::new(charset, Charset::Utf8);
        assert_eq!(pair.is_none(), charset.is_stateful(), "{charset}");
        let pair = Pair::new(Charset::Utf8, charset);
        assert_eq!(
            pair.map(Pair::target),
            (!charset.is_stateful()).then_some(charset)
        );
        let same = |other: &&Charset| other.name() == charset.name();
        assert_eq!(Charset::ALL.iter().filter(same).count(), 1, "{charset}");
    }
    fn named<E: Encoding>() {
        let charset = Charset::of::<E>();
        assert_eq!(
            (charset.name(), charset.position_unit()),
            (E::NAME, size_of::<E::Unit>())
        );
    }
    named::<Utf16>();
    named::<Utf32>();
    named::<Wtf16>();
    named::<Ucs4>();
    named::<JdkUtf8>();
    named::<Cp037>();
}

/// Trailing bytes that form no whole unit are reported as an incomplete sequence.
#[test]
fn part_of_a_unit() {
    for charset in [Charset::Utf16, Charset::Wtf16] {
        let error = charset.validate(Isa::best(), b"aabbc").unwrap_err();
        assert_eq!((error.valid_up_to(), error.error_len()), (2, None));
        assert_eq!(charset.incomplete_tail(b"aabbc"), 1);
    }
    let pair = Pair::new(Charset::Utf16, Charset::Utf8).unwrap();
    let error = pair.measure(Isa::best(), b"aabbc").unwrap_err();
    assert_eq!((error.read(), error.skip()), (2, 1));
}

/// For every pair, `lossy_len` equals the output of a lossy conversion, whole and streamed, and no
/// function panics if the input ends within a unit.
#[test]
fn part_of_a_unit_is_replaced() {
    let isa = Isa::best();
    let pairs = Charset::ALL.map(|source| Charset::ALL.map(|target| Pair::new(source, target)));
    for pair in pairs.into_iter().flatten().flatten() {
        let unit = pair.source().unit_len();
        for len in 0..4 * unit {
            // Spaces, high surrogates of UTF-16, and a byte that is in no character of UTF-32.
            for byte in [0x20, 0xD8, 0xFF] {
                let src = vec![byte; len];
                let mut dst = vec![0; 4 * 4 * (len + 1)];
                let count = pair.lossy_len(isa, &src);
                assert_eq!(
                    pair.transcode_lossy(isa, &src, &mut dst),
                    Ok(count),
                    "{pair:?} {src:X?}"
                );
                let mut stream = AnyTranscoder::new(pair.source(), pair.target());
                let step = stream.transcode_lossy(&src, &mut dst);
                assert_eq!(step.status, Status::InputEmpty);
                let end = stream.finish_lossy(&mut dst[step.written..]);
                let written = (step.written + end.written) / pair.target().position_unit();
                assert_eq!(written, count, "{pair:?} {src:X?}");
                let stopped = pair
                    .transcode(isa, &src, &mut dst)
                    .map_err(|error| error.written());
                assert_eq!(
                    pair.measure(isa, &src).map_err(|error| error.written()),
                    stopped
                );
            }
        }
    }
}
