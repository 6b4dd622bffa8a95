//! Checks texts that end within a character or between two surrogates, and what follows them.

use super::*;

/// Half a pair before a cut. Chunks without their incomplete tails have one malformed sequence
/// where the text has two. A stream has those of the text.
#[test]
fn half_a_pair_before_a_cut() {
    let text = b"ab\xED\xA0\x80\xED\xED\xA1\xBF\x8C\xED\xA0\x81\xED\xB0\x80";
    let whole = transcode_lossy_to_vec::<Cesu8, Latin1>(text);
    assert_eq!(whole, b"ab?????");
    for isa in isas() {
        for cut in 0..=text.len() {
            check_chunks::<Cesu8, Latin1>(isa, text, &[cut, text.len()]);
            let mut transcoder = Transcoder::<Cesu8, Latin1>::with_isa(isa);
            let (mut room, mut written) = ([0; 40], 0);
            for chunk in [&text[..cut], &text[cut..]] {
                written += transcoder
                    .transcode_lossy(chunk, &mut room[written..])
                    .written;
            }
            written += transcoder.finish_lossy(&mut room[written..]).written;
            assert_eq!(room[..written], whole, "{cut}");
        }
    }
}

/// A text converted in two parts equals the text converted as a whole. The parts may be cut between
/// the surrogates of a pair: each surrogate alone is also well-formed.
#[test]
fn appended_parts_are_one_text() {
    fn check<S: Encoding, D: Encoding>(src: &[S::Unit]) {
        let Ok(whole) = transcode_to_vec::<S, D>(src) else {
            return;
        };
        for cut in 0..=src.len() {
            let (mut strict, mut lossy) = (vec![], vec![]);
            let (first, second) = src.split_at(cut);
            let Ok(written) = transcode_append::<S, D>(first, &mut strict) else {
                continue;
            };
            assert_eq!(written, strict.len());
            transcode_lossy_append::<S, D>(first, &mut lossy);
            let Ok(more) = transcode_append::<S, D>(second, &mut strict) else {
                continue;
            };
            let what = format!("{} to {}, {src:X?} cut at {cut}", S::NAME, D::NAME);
            assert_eq!(strict, whole, "{what}");
            assert!(is_valid::<D>(&strict), "{what}");
            assert_eq!(written + more, strict.len(), "{what}");
            assert_eq!(
                transcode_lossy_append::<S, D>(second, &mut lossy),
                more,
                "{what}"
            );
            assert_eq!(lossy, whole, "{what}");
        }
    }
    let units = [0x41, 0xE9, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
    let one = units.iter().map(|&unit| vec![unit]);
    let two = units.iter().flat_map(|&a| units.map(|b| vec![a, b]));
    let four = two
        .clone()
        .flat_map(|a| two.clone().map(move |b| [&a[..], &b[..]].concat()));
    let long = [vec![0x41; 5000], vec![0xD83D, 0xDE00], vec![0x20AC; 5000]].concat();
    for text in one.chain(two.clone()).chain(four) {
        check::<Wtf16, Utf8>(&text);
        check::<Wtf16, Utf16>(&text);
        check::<Wtf16, Utf16Be>(&text);
        check::<Wtf16, Utf32>(&text);
        check::<Wtf16, Wtf16>(&text);
        check::<Wtf16, Cesu8>(&text);
        check::<Wtf16, Rfc2279>(&text);
        for_each_variant!(E => {
            check::<Wtf16, E>(&text);
            let src = transcode_to_vec::<Wtf16, Mutf8>(&text).unwrap();
            check::<Mutf8, E>(&src);
            let src = transcode_to_vec::<Wtf16, Wtf8>(&text).unwrap();
            check::<Wtf8, E>(&src);
        });
    }
    let mut text = transcode_to_vec::<Wtf16, Wtf8>(&long[..5001]).unwrap();
    assert_eq!(
        transcode_append::<Wtf16, Wtf8>(&long[5001..], &mut text),
        Ok(1 + 15000)
    );
    assert_eq!(Ok(text), transcode_to_vec::<Wtf16, Wtf8>(&long));
}

/// If half a pair is completed before an error, the pair is joined and the error position counts
/// from the new input.
#[test]
fn a_pair_is_joined_before_a_fault() {
    let mut text = b"\xED\xA0\xBD".to_vec();
    let error = transcode_append::<Wtf8, Wtf8>(b"\xED\xB8\x80a\xFF", &mut text).unwrap_err();
    assert_eq!((error.read(), error.written()), (4, 2));
    assert_eq!(text, "😀a".as_bytes());
    // Two high surrogates, or a low one first, form no pair.
    for (before, after) in [(0xD800, 0xD800), (0xDC00, 0xDC00), (0xDC00, 0xD800)] {
        let mut text = transcode_to_vec::<Wtf16, Wtf8>(&[before]).unwrap();
        assert_eq!(transcode_append::<Wtf16, Wtf8>(&[after], &mut text), Ok(3));
        assert!(is_valid::<Wtf8>(&text));
    }
}

/// An error contains at most 4 bytes, but its length is that of the whole incomplete sequence.
#[test]
fn lengths_of_incomplete_sequences() {
    type Validate = fn(&[u8]) -> Result<(), DecodeError>;
    let cases: [(&[u8], Validate); 4] = [
        (b"\xED\xA0\x80\xED\xB0", validate::<Cesu8>),
        (b"\xFC\x84\x80\x80\x80", validate::<Rfc2279>),
        (b"\xD8\0\x41", validate::<Utf16Be>),
        (b"\xE2\x82", validate::<Utf8>),
    ];
    for (sequence, validate) in cases {
        let text = [&b"\0a"[..], sequence].concat();
        let error = validate(&text).unwrap_err();
        assert_eq!((error.error_len(), error.skip()), (None, sequence.len()));
        assert_eq!(error.bytes(), &sequence[..sequence.len().min(4)]);
    }
    let error = validate::<Utf16>(&[0x61, 0xD800]).unwrap_err();
    assert_eq!((error.error_len(), error.skip()), (None, 1));
    let error = validate::<Utf16>(&[0xD800, 0x61]).unwrap_err();
    assert_eq!((error.error_len(), error.skip()), (Some(1), 1));
}

/// If the last surrogate does not fit in the output, the error has its position in code units.
#[test]
fn the_end_without_output_has_its_position() {
    let mut transcoder = Transcoder::<Wtf16, Wtf8>::new();
    assert_eq!(
        transcoder.transcode(&[0x61, 0xD83D], &mut [0; 8]).written,
        1
    );
    let error = transcoder.finish().unwrap_err();
    assert_eq!((error.position(), error.skip()), (1, 0));
    assert_eq!(error.reason(), Reason::OutputFull);
    assert_eq!(transcoder.finish_into(&mut [0; 8]).written, 3);
}

/// A new target encoding applies to the pending bytes and keeps the position in the text.
#[test]
fn another_target_goes_on_in_the_text() {
    let mut transcoder = stream::AnyTranscoder::new(Charset::Utf8, Charset::Utf16Be);
    let mut output = [0; 8];
    assert_eq!(transcoder.transcode(b"ab\xE2\x82", &mut output).written, 4);
    transcoder.set_target(Charset::Utf8);
    assert_eq!((transcoder.position(), transcoder.pending()), (2, 2));
    assert_eq!(
        transcoder.transcode_lossy(b"\xAC\xFF", &mut output).written,
        6
    );
    assert_eq!(&output[..6], "€\u{FFFD}".as_bytes());
    transcoder.set_target(Charset::Latin1);
    assert_eq!(
        transcoder
            .transcode_lossy(b"\xC3\xA9\xFF", &mut output)
            .written,
        2
    );
    assert_eq!(
        (&output[..2], transcoder.replacements()),
        (&b"\xE9?"[..], 2)
    );
}
