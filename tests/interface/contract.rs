//! Checks the documented public interface: names, signatures, sizes, traits, limits and messages.
#![cfg(all(feature = "alloc", feature = "full"))]

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::mem::MaybeUninit;
use utflane::*;

#[test]
fn encodings_have_their_names_and_units() {
    fn check<E: Encoding<Unit = U>, U>(name: &str) {
        assert_eq!(E::NAME, name);
        assert_eq!(size_of::<E>(), 0);
    }
    check::<Utf8, u8>("UTF-8");
    check::<Utf16, u16>("UTF-16");
    check::<Utf16Le, u8>("UTF-16LE");
    check::<Utf16Be, u8>("UTF-16BE");
    check::<Utf32, u32>("UTF-32");
    check::<Utf32Le, u8>("UTF-32LE");
    check::<Utf32Be, u8>("UTF-32BE");
    check::<Latin1, u8>("ISO-8859-1");
    check::<Ascii, u8>("US-ASCII");
}

/// Calls every function from code that is generic over both encodings, with no bound except
/// `Encoding`.
fn all_verbs<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Result<Vec<D::Unit>, TranscodeError> {
    let len = measure::<S, D>(src)?;
    assert_eq!(validate::<S>(src), Ok(()));
    assert!(is_valid::<S>(src));
    assert_eq!(transcoded_len::<S, D>(src), len);
    assert_eq!(lossy_len::<S, D>(src), len);
    assert!(max_len::<S, D>(src.len()).unwrap() >= len);
    assert!(char_count::<S>(src) <= src.len());
    assert_eq!(incomplete_tail::<S>(src), 0);

    let vec = transcode_to_vec::<S, D>(src)?;
    let mut dst = vec![D::Unit::default(); len];
    assert_eq!(transcode::<S, D>(src, &mut dst), Ok(len));
    assert_eq!(dst, vec);
    assert_eq!(transcode_lossy::<S, D>(src, &mut dst), Ok(len));
    assert_eq!(dst, vec);
    assert_eq!(transcode_lossy_to_vec::<S, D>(src), vec);
    let mut dst = vec![MaybeUninit::uninit(); len + 1];
    assert_eq!(transcode_uninit::<S, D>(src, &mut dst)?, vec);
    assert_eq!(transcode_lossy_uninit::<S, D>(src, &mut dst)?, vec);

    let mut dst = vec![D::Unit::default(); len];
    // SAFETY: `measure` found the input well-formed and representable.
    let answer = unsafe { transcode_unchecked::<S, D>(src, &mut dst) };
    assert_eq!(answer, Ok(len));
    assert_eq!(dst, vec);
    let mut dst = vec![MaybeUninit::uninit(); len];
    // SAFETY: `measure` found the input well-formed and representable.
    let written = unsafe { transcode_unchecked_uninit::<S, D>(src, &mut dst) };
    assert_eq!(written?, vec);
    // SAFETY: `measure` found the input well-formed and representable.
    let unchecked = unsafe { transcode_unchecked_to_vec::<S, D>(src) };
    assert_eq!(unchecked, vec);
    Ok(vec)
}

#[test]
fn every_verb_is_generic() {
    let text = "añb";
    let utf16: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(all_verbs::<Utf8, Utf16>(text.as_bytes()).unwrap(), utf16);
    assert_eq!(all_verbs::<Utf16, Latin1>(&utf16).unwrap(), b"a\xF1b");
    assert_eq!(
        all_verbs::<Latin1, Utf32Be>(b"\xF1").unwrap(),
        [0, 0, 0, 0xF1]
    );
    assert_eq!(all_verbs::<Utf32, Utf8>(&[0xF1]).unwrap(), "ñ".as_bytes());
    let error = all_verbs::<Utf8, Ascii>(text.as_bytes()).unwrap_err();
    assert_eq!(error.reason(), Reason::Unrepresentable('ñ'.into()));
    assert_eq!((error.read(), error.written(), error.skip()), (1, 1, 2));
}

#[test]
fn empty_input_needs_no_room() {
    assert_eq!(transcode::<Utf8, Utf16>(b"", &mut []), Ok(0));
    assert_eq!(transcode_lossy::<Utf32Le, Utf8>(b"", &mut []), Ok(0));
    assert_eq!(measure::<Ascii, Utf32>(b""), Ok(0));
    assert_eq!(validate::<Utf16>(&[]), Ok(()));
}

#[test]
fn errors_are_small_values() {
    fn check<T: Copy + Eq + Debug + Display + Error + Send + Sync + Unpin + 'static>() {}
    check::<DecodeError>();
    check::<TranscodeError>();
    assert_eq!(size_of::<DecodeError>(), size_of::<usize>() + 8);
    assert!(size_of::<TranscodeError>() <= 40);
    fn plain<T: Copy + Eq + Debug + Send + Sync + 'static>() {}
    plain::<ErrorKind>();
    plain::<Reason>();
    plain::<Isa>();
    plain::<Bom>();
    fn hashes<T: Hash>() {}
    hashes::<DecodeError>();
}

#[test]
fn errors_have_the_promised_texts() {
    let text = |error: Result<(), DecodeError>| error.unwrap_err().to_string();
    let std = |bytes| std::str::from_utf8(bytes).unwrap_err().to_string();
    assert_eq!(text(validate::<Utf8>(b"ab\xE1\x80c")), std(b"ab\xE1\x80c"));
    assert_eq!(text(validate::<Utf8>(b"ab\xE1\x80")), std(b"ab\xE1\x80"));
    let lone = [0x61, 0, 0x61, 0, 0x61, 0, 0, 0xDC];
    assert_eq!(
        text(validate::<Utf16Le>(&lone)),
        "invalid utf-16le sequence of 2 bytes from index 6"
    );
    let odd = "incomplete utf-16le byte sequence from index 6";
    assert_eq!(text(validate::<Utf16Le>(&lone[..7])), odd);
    let lone = [0x61, 0xDC00];
    assert_eq!(
        text(validate::<Utf16>(&lone)),
        "invalid utf-16 sequence of 1 units from index 1"
    );
    let high = [0x61, 0xD800];
    assert_eq!(
        text(validate::<Utf16>(&high)),
        "incomplete utf-16 unit sequence from index 1"
    );
    let large = [0x11_0000];
    assert_eq!(
        text(validate::<Utf32>(&large)),
        "invalid utf-32 sequence of 1 units from index 0"
    );
    let large = [0, 0x11, 0, 0];
    assert_eq!(
        text(validate::<Utf32Be>(&large)),
        "invalid utf-32be sequence of 4 bytes from index 0"
    );
    assert_eq!(
        text(validate::<Ascii>(b"a\x80")),
        "invalid us-ascii sequence of 1 bytes from index 1"
    );
    let full = transcode::<Utf8, Utf16>(b"a", &mut []).unwrap_err();
    let foreign = measure::<Utf8, Latin1>("€".as_bytes()).unwrap_err();
    assert!(!full.to_string().is_empty());
    assert!(foreign.to_string().contains("20AC"), "{foreign}");
    let malformed = measure::<Utf8, Latin1>(b"ab\xE1\x80").unwrap_err();
    let incomplete = std(b"ab\xE1\x80");
    assert_eq!(
        malformed.to_string(),
        format!("{incomplete}: incomplete sequence (E1 80), while converting to iso-8859-1")
    );
    let error = validate::<Utf16Le>(b"ab\0\xDCcd").unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        "DecodeError { valid_up_to: 2, error_len: Some(2), kind: UnpairedSurrogate, encoding: Utf16Le, \
         bytes: [0, 220] }"
    );
}

/// `max_len` is usable in a constant, and equals the table of worst cases.
#[test]
fn max_len_is_a_bound_that_overflows_to_none() {
    const ROOM: usize = max_len::<Utf16, Utf8>(10).unwrap();
    assert_eq!([0u8; ROOM].len(), 30);

    fn check<S: Encoding, D: Encoding>(width: usize, worst: u128, target_width: u128) {
        for units in [
            0,
            1,
            2,
            3,
            4,
            5,
            7,
            8,
            100,
            1001,
            usize::MAX / 8,
            usize::MAX / 3,
            usize::MAX,
        ] {
            let exact = units.div_ceil(width) as u128 * worst * target_width;
            let bound = max_len::<S, D>(units);
            let (source, target) = (S::NAME, D::NAME);
            match usize::try_from(exact) {
                Ok(exact) => assert!(bound.unwrap() <= exact, "{source} to {target}, {units}"),
                Err(_) => assert_eq!(bound, None, "{source} to {target}, {units}"),
            }
        }
    }
    fn check_targets<S: Encoding>(width: usize, utf8: u128, utf16: u128) {
        check::<S, Utf8>(width, utf8, 1);
        check::<S, Utf16>(width, utf16, 1);
        check::<S, Utf16Le>(width, utf16, 2);
        check::<S, Utf16Be>(width, utf16, 2);
        check::<S, Utf32>(width, 1, 1);
        check::<S, Utf32Le>(width, 1, 4);
        check::<S, Utf32Be>(width, 1, 4);
        check::<S, Latin1>(width, 1, 1);
        check::<S, Ascii>(width, 1, 1);
    }
    check_targets::<Utf8>(1, 3, 1);
    check_targets::<Utf16>(1, 3, 1);
    check_targets::<Utf16Le>(2, 3, 1);
    check_targets::<Utf16Be>(2, 3, 1);
    check_targets::<Utf32>(1, 4, 2);
    check_targets::<Utf32Le>(4, 4, 2);
    check_targets::<Utf32Be>(4, 4, 2);
    check_targets::<Latin1>(1, 2, 1);
    check_targets::<Ascii>(1, 3, 1);
}

/// The functions with std's names return std's results.
#[test]
fn helpers_answer_as_std() {
    for bytes in [
        &b""[..],
        b"plain",
        "añ好😀".as_bytes(),
        b"a\xC0b",
        b"\xE5\xA5",
        b"x\xED\xA0\x80\xF0\x90\x80",
    ] {
        let expected = std::str::from_utf8(bytes);
        let got = from_utf8(bytes);
        assert_eq!(got.ok(), expected.ok());
        if let (Err(got), Err(expected)) = (got, expected) {
            assert_eq!(got.valid_up_to(), expected.valid_up_to());
            assert_eq!(got.error_len(), expected.error_len());
            assert_eq!(got.to_string(), expected.to_string());
        }
        let mut owned = bytes.to_vec();
        assert_eq!(
            from_utf8_mut(&mut owned).ok().map(|text| &*text),
            expected.ok()
        );
        let lossy = from_utf8_lossy(bytes);
        assert_eq!(lossy, String::from_utf8_lossy(bytes));
        assert_eq!(matches!(lossy, Cow::Borrowed(_)), expected.is_ok());
    }
    let mut text = *b"add";
    from_utf8_mut(&mut text).unwrap().make_ascii_uppercase();
    assert_eq!(text, *b"ADD");

    let high = [0x61, 0xD83D, 0xDE00, 0xDC00, 0x62, 0xD800];
    for units in [&high[..0], &high[..3], &high[..4], &high] {
        let lossy = String::from_utf16_lossy(units);
        assert_eq!(from_utf16(units).ok(), String::from_utf16(units).ok());
        assert_eq!(from_utf16_lossy(units), lossy);
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        assert_eq!(from_utf16le(&little).ok(), String::from_utf16(units).ok());
        assert_eq!(from_utf16le_lossy(&little), lossy);
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(from_utf16be(&big).ok(), String::from_utf16(units).ok());
        assert_eq!(from_utf16be_lossy(&big), lossy);
    }
    assert_eq!(from_utf16(&high).unwrap_err().valid_up_to(), 3);
    assert_eq!(
        from_utf16le(b"a\0\0\xD8b").unwrap_err().kind(),
        ErrorKind::Incomplete
    );
    assert_eq!(from_utf16le_lossy(b"a\0\0\xD8b"), "a\u{FFFD}");
    assert_eq!(from_utf16be_lossy(b"\0a\xD8\0b"), "a\u{FFFD}");

    assert_eq!(from_latin1(b"a\x80\xFF"), "a\u{80}ÿ");
    let text = "añ好😀";
    assert_eq!(encode_utf16(text), text.encode_utf16().collect::<Vec<_>>());
}

#[test]
fn boms() {
    let marks = [
        (Bom::Utf8, &b"\xEF\xBB\xBF"[..]),
        (Bom::Utf16Le, b"\xFF\xFE"),
        (Bom::Utf16Be, b"\xFE\xFF"),
        (Bom::Utf32Le, b"\xFF\xFE\0\0"),
        (Bom::Utf32Be, b"\0\0\xFE\xFF"),
    ];
    for (bom, bytes) in marks {
        assert_eq!(bom.len(), bytes.len());
        assert_eq!(Bom::sniff(bytes), Some(bom));
        assert_eq!(Bom::sniff(&[bytes, b"x"].concat()), Some(bom));
        let short = Bom::sniff(&bytes[..bytes.len() - 1]);
        assert_eq!(short, (bom == Bom::Utf32Le).then_some(Bom::Utf16Le));
    }
    assert_eq!(Bom::sniff(b"\xFF\xFE\0x"), Some(Bom::Utf16Le));
    assert_eq!(Bom::sniff(b"\xEF\xBBx"), None);
    assert_eq!(Bom::sniff(b""), None);
}

#[test]
fn isas_are_listed_best_first() {
    let available: Vec<Isa> = Isa::available().collect();
    assert_eq!(available.first(), Some(&Isa::best()));
    assert_eq!(available.last().map(|isa| isa.name()), Some("scalar"));
    for (index, &isa) in available.iter().enumerate() {
        assert_eq!(Isa::named(isa.name()), Some(isa));
        assert_eq!(
            available.iter().position(|&other| other == isa),
            Some(index)
        );
    }
    let known = ["avx512", "avx2", "sse41", "neon", "simd128", "scalar"];
    let mut ranks = available
        .iter()
        .map(|isa| known.iter().position(|name| *name == isa.name()));
    assert!(ranks.clone().all(|rank| rank.is_some()), "{available:?}");
    assert!(ranks.by_ref().is_sorted());
    for name in known {
        assert_eq!(
            Isa::named(name).is_some(),
            available.iter().any(|isa| isa.name() == name)
        );
    }
    assert_eq!(Isa::named(""), None);
    assert_eq!(Isa::named("AVX2"), None);
    assert_eq!(Isa::named("icelake"), None);
}
