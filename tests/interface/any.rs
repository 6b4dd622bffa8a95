//! Compares the functions and streams of encodings chosen at run time with the generic ones.
#![cfg(feature = "full")]

use std::mem::MaybeUninit;
use utflane::code_page::{Cp037, Iso8859_6, Windows1252};
use utflane::stream::{AnyTranscoder, Status, Step};
use utflane::*;
use utflane_test_support::bytemuck;
use utflane_test_support::oracle::{ByType, ByValue, Functions, Mode, Unit, Verb, isas, units};

/// UTF-8, well-formed and malformed: characters of each length and malformed sequences of each
/// kind, alone, in pairs, and with long runs between them.
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
        let runs = [b"run ".repeat(40), "\u{44F}".repeat(50).into_bytes()];
        texts.push([&runs[0], first, &runs[1], first].concat());
        texts.push([first, &"\u{65E5}b".repeat(2000).into_bytes(), first].concat());
        texts.push([first, b"q"].concat().repeat(100));
    }
    texts
}

fn check_encoding<E: Encoding<Unit: Unit>>(isa: Isa, src: &[E::Unit]) {
    let any = Charset::of::<E>();
    let bytes = bytemuck::cast_slice(src);
    assert_eq!(isa.validate_charset(any, bytes), isa.validate::<E>(src));
    assert_eq!(isa.char_count_charset(any, bytes), isa.char_count::<E>(src));
    assert_eq!(any.incomplete_tail(bytes), incomplete_tail::<E>(src));
}

/// Output capacity of a stream step, in units: more than one character, less than most texts.
const CAPACITY: usize = 9;

/// Streams chunks of `len` units. Returns each step, all output, and the counts at the end.
fn streamed<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    len: usize,
    mode: Mode,
) -> (Vec<Step>, Vec<D>, [u64; 3]) {
    let mut stream = functions.stream(isa);
    let (mut steps, mut all) = (Vec::new(), Vec::new());
    let chunks = src.chunks(len).map(Some).chain([None]);
    for chunk in chunks {
        let mut rest = chunk;
        loop {
            let mut out = [D::default(); CAPACITY];
            let step = stream.step(mode, rest, &mut out, &mut |_| ());
            rest = rest.map(|rest| &rest[step.read..]);
            all.extend(&out[..step.written]);
            steps.push(step);
            if step.status == Status::InputEmpty {
                break;
            }
        }
    }
    let pending = stream.pending() as u64;
    let counts = [stream.position(), pending, stream.replacements()];
    (steps, all, counts)
}

/// Compares the functions of a pair by type with those by value.
fn check_functions<S: Unit, D: Unit>(
    typed: &dyn Functions<S, D>,
    any: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
) {
    let what = || format!("{:?} on {}: {src:02X?}", typed.names(), isa.name());
    let need = typed.lossy_len(isa, src);
    let measured = typed.measure(isa, src);
    assert_eq!(any.lossy_len(isa, src), need, "{}", what());
    assert_eq!(any.measure(isa, src), measured, "{}", what());
    let len = any.transcoded_len(isa, src);
    match measured {
        Ok(_) => assert_eq!(len, typed.transcoded_len(isa, src), "{}", what()),
        Err(_) => assert!(Some(len) <= typed.max_len(src.len()), "{}", what()),
    }
    for units in [0, 1, 3, 1000, usize::MAX / 7, usize::MAX] {
        assert_eq!(any.max_len(units), typed.max_len(units), "{}", what());
    }
    for verb in [Verb::Strict, Verb::Lossy] {
        let vec = typed.convert_to_vec(isa, verb, src);
        assert_eq!(any.convert_to_vec(isa, verb, src), vec, "{}", what());
        for room in [need, need / 2, need.saturating_sub(1), 1] {
            let [mut expected, mut out] = [vec![D::default(); room], vec![D::default(); room]];
            let result = typed.convert(isa, verb, src, &mut expected);
            assert_eq!(any.convert(isa, verb, src, &mut out), result, "{}", what());
            let written = result.unwrap_or_else(|error| error.written());
            assert_eq!(out[..written], expected[..written], "{}", what());
            for functions in [typed, any] {
                let mut uninit = vec![MaybeUninit::new(D::default()); room];
                let found = functions.convert_uninit(isa, verb, src, &mut uninit);
                assert_eq!(found, result, "{}", what());
                // SAFETY: all elements were initialised above.
                let unit = |at: usize| unsafe { uninit[at].assume_init() };
                let units: Vec<D> = (0..written).map(unit).collect();
                assert_eq!(units, expected[..written], "{}", what());
            }
        }
    }
    // Only types have functions without the checks of the input.
    if let Ok(vec) = typed.convert_to_vec(isa, Verb::Strict, src) {
        let unchecked = typed.convert_to_vec(isa, Verb::Unchecked, src);
        assert_eq!(unchecked.as_ref(), Ok(&vec), "{}", what());
        let mut out = vec![D::default(); vec.len()];
        let result = typed.convert(isa, Verb::Unchecked, src, &mut out);
        assert_eq!((result, &out), (Ok(vec.len()), &vec), "{}", what());
    }
}

/// Compares the conversion of bytes at odd addresses with that of units.
fn check_unaligned<S: Unit, D: Unit>(typed: &dyn Functions<S, D>, pair: Pair, isa: Isa, src: &[S]) {
    let mut expected = vec![D::default(); typed.lossy_len(isa, src)];
    let result = typed.convert(isa, Verb::Lossy, src, &mut expected);
    let expected: &[u8] = bytemuck::cast_slice(&expected);
    let bytes = [b"-", bytemuck::cast_slice(src)].concat();
    let mut out = vec![0; 1 + expected.len()];
    assert_eq!(
        pair.with_isa(isa)
            .transcode_lossy(&bytes[1..], &mut out[1..]),
        result
    );
    assert_eq!(&out[1..], expected, "{pair:?}");
}

fn check_streams<S: Unit, D: Unit>(
    typed: &dyn Functions<S, D>,
    any: &dyn Functions<S, D>,
    src: &[S],
) {
    for len in [1, 5] {
        for mode in [Mode::Strict, Mode::Lossy] {
            let isa = Isa::best();
            let expected = streamed(typed, isa, src, len, mode);
            assert_eq!(expected.2[1], 0);
            let found = streamed(any, isa, src, len, mode);
            assert!(found == expected, "{:?}: {src:02X?}", typed.names());
        }
    }
}

/// Checks one pair, and its streams, with all texts.
fn check<S: Encoding<Unit: Unit>, D: Encoding<Unit: Unit>>() {
    let (typed, any) = (ByType::<S, D>::NEW, ByValue::new::<S, D>());
    let pair = Pair::new(Charset::of::<S>(), Charset::of::<D>()).unwrap();
    for text in texts() {
        // The text converted to the source encoding, and its bytes reinterpreted as that encoding.
        let bytes = ByValue::new::<Utf8, S>().convert_to_vec(Isa::best(), Verb::Lossy, &text);
        for src in [bytes.unwrap(), units(&text)] {
            // Long texts take much time, so two instruction sets must do.
            let isas = match src.len() {
                0..1000 => isas(),
                _ => vec![Isa::best(), Isa::named("scalar").unwrap()],
            };
            for isa in isas {
                check_encoding::<S>(isa, &src);
                check_functions(&typed, &any, isa, &src);
                check_unaligned(&typed, pair, isa, &src);
            }
            if src.len() < 200 {
                check_streams(&typed, &any, &src);
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
            (charset.name(), charset.unit_size()),
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
        let error = charset.validate(b"aabbc").unwrap_err();
        assert_eq!((error.valid_up_to(), error.error_len()), (2, None));
        assert_eq!(charset.incomplete_tail(b"aabbc"), 1);
    }
    let pair = Pair::new(Charset::Utf16, Charset::Utf8).unwrap();
    let error = pair.measure(b"aabbc").unwrap_err();
    assert_eq!((error.read(), error.skip()), (2, 1));
}

/// For every pair, `lossy_len` equals the output of a lossy conversion, whole and streamed, and no
/// function panics if the input ends within a unit.
#[test]
fn part_of_a_unit_is_replaced() {
    let pairs = Charset::ALL.map(|source| Charset::ALL.map(|target| Pair::new(source, target)));
    for pair in pairs.into_iter().flatten().flatten() {
        let unit = pair.source().width();
        for len in 0..4 * unit {
            // Spaces, high surrogates of UTF-16, and a byte that is in no character of UTF-32.
            for byte in [0x20, 0xD8, 0xFF] {
                let src = vec![byte; len];
                let mut dst = vec![0; 4 * 4 * (len + 1)];
                let count = pair.lossy_len(&src);
                assert_eq!(
                    pair.transcode_lossy(&src, &mut dst),
                    Ok(count),
                    "{pair:?} {src:X?}"
                );
                let mut stream = AnyTranscoder::new(pair.source(), pair.target());
                let step = stream.transcode_lossy(&src, &mut dst);
                assert_eq!(step.status, Status::InputEmpty);
                let end = stream.finish_lossy(&mut dst[step.written..]);
                let written = (step.written + end.written) / pair.target().unit_size();
                assert_eq!(written, count, "{pair:?} {src:X?}");
                let stopped = pair
                    .transcode(&src, &mut dst)
                    .map_err(|error| error.written());
                assert_eq!(pair.measure(&src).map_err(|error| error.written()), stopped);
            }
        }
    }
}

/// The output of a conversion, including the units after the written ones.
type Buffer = (Result<usize, TranscodeError>, Vec<u16>);

/// Converts malformed UTF-8 by the strict and the lossy function, by type.
fn converted_by_type(isa: Isa, src: &[u8]) -> [Buffer; 2] {
    [false, true].map(|lossy| {
        let mut units = vec![0xA5A5; 2 * src.len()];
        let result = match lossy {
            true => isa.transcode_lossy::<Utf8, Utf16>(src, &mut units),
            false => isa.transcode::<Utf8, Utf16>(src, &mut units),
        };
        (result, units)
    })
}

/// Converts like [`converted_by_type`], by value.
fn converted_by_value(pair: Pair, src: &[u8]) -> [Buffer; 2] {
    [Pair::transcode, Pair::transcode_lossy].map(|verb| {
        let mut units = vec![0xA5A5; 2 * src.len()];
        let result = verb(pair, src, unit_bytes_mut(&mut units));
        (result, units)
    })
}

/// A pinned pair and its copies use the pinned instruction set. The results of all instruction sets
/// are equal, so this test compares the unspecified units after the written ones: vector code
/// overwrites some of them, and scalar code none.
#[test]
fn a_pinned_pair_uses_its_instruction_set() {
    let pair = Pair::new(Charset::Utf8, Charset::Utf16).unwrap();
    let src = [&b"plain text "[..], "日本語é".as_bytes(), b"\xFF"].concat();
    let src = src.repeat(40);
    let best = converted_by_value(pair, &src);
    assert!(best == converted_by_type(Isa::best(), &src));
    for isa in Isa::available() {
        let pinned = pair.with_isa(isa);
        let copy = Pair::clone(&pinned);
        for pair in [pinned, copy] {
            let found = converted_by_value(pair, &src);
            assert!(found == converted_by_type(isa, &src), "{pair:?}");
            for ((result, units), (expected, same)) in found.iter().zip(&best) {
                let written = result.unwrap_or_else(|error| error.written());
                assert_eq!((result, &units[..written]), (expected, &same[..written]));
            }
        }
        // Pinning again replaces the instruction set.
        let other = Isa::available().last().unwrap();
        assert_eq!(pinned.with_isa(other), pair.with_isa(other));
        assert_ne!(pinned, pair);
        assert_eq!(pinned == pair.with_isa(other), isa == other);
    }
    if Isa::best().name() != "scalar" {
        let scalar = pair.with_isa(Isa::named("scalar").unwrap());
        assert!(
            best != converted_by_value(scalar, &src),
            "vector code overwrites units"
        );
    }
}

/// All functions of a pinned pair return what those of the pair without a pinned instruction set
/// return.
#[test]
fn pinned_pairs_return_the_same() {
    use utflane::rows::{BadRow, Column};
    /// The results of all functions.
    #[derive(Debug, PartialEq)]
    struct Results {
        lens: [usize; 2],
        measured: Result<usize, TranscodeError>,
        vec: Result<Vec<u8>, TranscodeError>,
        lossy: Vec<u8>,
        rows: (Vec<u8>, Vec<i32>),
        bad: Vec<ColumnError>,
    }
    let results = |pair: Pair, src: &[u8]| {
        let offsets = [0, src.len() as i32 / 2, src.len() as i32];
        let mut bad = Vec::new();
        let rows = pair.transcode_rows_to_vec(&Column::new(src, &offsets), |error| {
            bad.push(*error);
            BadRow::Empty
        });
        Results {
            lens: [
                pair.lossy_len(src),
                pair.measure(src).map_or(0, |_| pair.transcoded_len(src)),
            ],
            measured: pair.measure(src),
            vec: pair.transcode_to_vec(src),
            lossy: pair.transcode_lossy_to_vec(src),
            rows: rows.unwrap(),
            bad,
        }
    };
    let charsets = [
        Charset::Utf8,
        Charset::Utf16Be,
        Charset::Utf32Le,
        Charset::Latin1,
        Charset::Windows1252,
        Charset::Cesu8,
        #[cfg(feature = "multibyte")]
        Charset::Gb18030,
    ];
    for (source, target) in charsets
        .into_iter()
        .flat_map(|one| charsets.map(|two| (one, two)))
    {
        let pair = Pair::new(source, target).unwrap();
        for text in texts().into_iter().filter(|text| text.len() < 1000) {
            let expected = results(pair, &text);
            for isa in Isa::available() {
                let pair = pair.with_isa(isa);
                assert_eq!(results(pair, &text), expected, "{pair:?}: {text:02X?}");
            }
        }
    }
}
