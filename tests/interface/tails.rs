//! Checks text that ends within a character: every conversion replaces the incomplete sequence in
//! the same way, and `lossy_len` returns the length of the result.
#![cfg(all(feature = "full", feature = "multibyte"))]

use utflane::code_page::{Cp037, Windows1251};
use utflane::stream::{AnyTranscoder, Status};
use utflane::*;
use utflane_test_support::oracle::{Functions, Mode, Stream, TYPED, Verb, functions};

/// The last bytes of a text, and whether they are one incomplete sequence.
type Tail = (&'static [u8], bool);

/// Returns the ends that a text in `charset` may have.
fn tails(charset: Charset) -> &'static [Tail] {
    const NONE: Tail = (b"", false);
    match charset {
        Charset::Utf16 | Charset::Wtf16 if cfg!(target_endian = "big") => tails(Charset::Utf16Be),
        Charset::Utf16 | Charset::Wtf16 => tails(Charset::Utf16Le),
        Charset::Utf16Le => &[
            NONE,
            (b"a", true),
            (b"\x3D\xD8", true),
            (b"\x3D\xD8\x76", true),
            (b"\x3D\xD8\x00", true),
            (b"\x3D\xD8\x3D\xD8\x76", false),
            (b"\x00\xDE\x76", false),
            (b"\x3D\xD8\x00\xDE\xD8", false),
        ],
        Charset::Utf16Be => &[
            NONE,
            (b"a", true),
            (b"\xD8\x3D", true),
            (b"\xD8\x3D\xDE", true),
            (b"\xD8\x3D\x00", true),
            (b"\xD8\x3D\xD8\x3D\x76", false),
            (b"\xDE\x00\x76", false),
            (b"\xD8\x3D\xDE\x00\xD8", false),
        ],
        Charset::Utf32 | Charset::Utf32Le | Charset::Utf32Be | Charset::Ucs4 => &[
            NONE,
            (b"a", true),
            (b"\0\xD8", true),
            (b"\x16\x04\0", true),
            (b"\0\0\x11\0\0\xD8\xFF", false),
        ],
        Charset::Cesu8 => &[
            NONE,
            (b"\xD0", true),
            (b"\xED\xA0", true),
            (b"\xED\xA0\xBD", true),
            (b"\xED\xA0\xBD\xED", true),
            (b"\xED\xA0\xBD\xED\xB8", true),
            (b"\xED\xA0\xBD\xED\xA0\xBD\xED", false),
        ],
        Charset::Mutf8 | Charset::Wtf8 => &[
            NONE,
            (b"\xD0", true),
            (b"\xED\xA0", true),
            (b"\xC0", false),
            (b"\xED\xA0\xBD", false),
            (b"\xED\xA0\xBD\xED", false),
            (b"\xED\xA0\xBD\xED\xB8", false),
        ],
        Charset::Gb18030 | Charset::Gbk => &[
            NONE,
            (b"\x81", true),
            (b"\x81\x30", true),
            (b"\x81\x30\x81", true),
            (b"\x81\xFF\x81\x30\xFE", false),
        ],
        Charset::EucJp => &[
            NONE,
            (b"\xA4", true),
            (b"\x8E", true),
            (b"\x8F", true),
            (b"\x8F\xB0", true),
            (b"\x8F\x8F\xB0", false),
        ],
        Charset::ShiftJis | Charset::Big5 | Charset::EucKr => &[
            NONE,
            (b"\x88", true),
            (b"\xFD\x88", false),
            (b"\x88\x20\x88", false),
        ],
        _ => &[
            NONE,
            (b"\xD0", true),
            (b"\xE2\x82", true),
            (b"\xF0\x9F", true),
            (b"\xF0\x9F\x98", true),
            (b"\xED\xA0", false),
            (b"\xFF\xE2\xE2\x82", false),
        ],
    }
}

/// The bytes written by a stream whose output never fills up, and its final status.
struct Output {
    bytes: Vec<u8>,
    status: Status,
}

impl Output {
    fn new() -> Output {
        let status = Status::InputEmpty;
        Output {
            bytes: Vec::new(),
            status,
        }
    }

    /// Streams chunks, up to an error.
    fn of(stream: &mut dyn Stream<u8, u8>, mode: Mode, chunks: [&[u8]; 2]) -> Output {
        let mut output = Output::new();
        for (chunk, room) in [(Some(chunks[0]), ROOM), (Some(chunks[1]), ROOM), (None, 16)] {
            if matches!(output.status, Status::Stopped(_)) {
                break;
            }
            let mut buffer = [0; ROOM];
            let step = stream.step(mode, chunk, &mut buffer[..room], &mut |_| ());
            assert_ne!(step.status, Status::OutputFull);
            output.bytes.extend(&buffer[..step.written]);
            output.status = step.status;
        }
        output
    }
}

/// Bytes of output, enough for every text.
const ROOM: usize = 1 << 12;

/// A text: the first `whole` bytes are well-formed. `is_one` is whether the other bytes are one
/// incomplete sequence.
#[derive(Clone, Copy)]
struct Text<'t> {
    bytes: &'t [u8],
    whole: usize,
    is_one: bool,
}

impl Text<'_> {
    /// Returns the two chunks for each cut: at the start, and at each byte of the tail, including
    /// its ends.
    fn chunks(&self) -> impl Iterator<Item = [&[u8]; 2]> {
        let cuts = [0].into_iter().chain(self.whole..=self.bytes.len());
        cuts.map(|cut| self.bytes.split_at(cut).into())
    }
}

/// Checks that a strict stream stopped at the error of `strict`, or wrote as many units as `strict`
/// counts.
fn check_strict(stream: &Output, strict: Result<usize, TranscodeError>, unit: usize, what: &str) {
    match (stream.status, strict) {
        (Status::Stopped(found), Err(error)) => {
            assert_eq!(found.position(), error.read() as u64, "{what}");
        }
        (status, strict) => {
            assert_eq!(status, Status::InputEmpty, "{what}");
            assert_eq!(strict, Ok(stream.bytes.len() / unit), "{what}");
        }
    }
}

/// Checks the functions of encodings chosen at run time. Returns the lossy result.
fn check_pair(isa: Isa, [source, target]: [Charset; 2], text: Text) -> Vec<u8> {
    let src = text.bytes;
    let pair = |source| {
        let pair = Pair::new(source, target).expect("two without a state");
        pair.with_isa(isa)
    };
    let what = format!("{source} to {target} on {}: {src:02X?}", isa.name());
    let unit = target.unit_size();
    let mut whole = pair(source);
    let len = whole.lossy_len(src);
    let mut lossy = vec![0; len * unit];
    assert_eq!(whole.transcode_lossy(src, &mut lossy), Ok(len), "{what}");
    if text.is_one {
        let convert = |source, src: &[u8]| {
            let mut dst = [0; ROOM];
            let written = pair(source).transcode_lossy(src, &mut dst).expect("room");
            dst[..written * unit].to_vec()
        };
        let mut expected = convert(source, &src[..text.whole]);
        expected.extend(convert(Charset::Utf8, b"\xFF"));
        assert_eq!(lossy, expected, "{what}");
    }
    let strict = whole.measure(src);
    for preserve_tail in [false, true] {
        whole.preserve_tail = preserve_tail;
        let mut output = vec![0; lossy.len()];
        assert_eq!(whole.transcode_lossy(src, &mut output), Ok(len), "{what}");
        assert_eq!(output, lossy, "{what}");
        assert_eq!(whole.transcode(src, &mut [0; ROOM]), strict, "{what}");
    }
    for chunks in text.chunks() {
        let new = || AnyTranscoder::with_isa(isa, source, target);
        let by_strict = Output::of(&mut *new(), Mode::Strict, chunks);
        let by_lossy = Output::of(&mut *new(), Mode::Lossy, chunks);
        assert_eq!(by_lossy.bytes, lossy, "{what}");
        check_strict(&by_strict, strict, unit, &what);
    }
    lossy
}

/// Checks two encodings as values, and with the feature `typed` of `tests/support` also as types.
fn check_types<S, D>(isa: Isa, text: Text)
where
    S: Encoding<Unit = u8>,
    D: Encoding<Unit = u8>,
{
    let src = text.bytes;
    let lossy = check_pair(isa, [Charset::of::<S>(), Charset::of::<D>()], text);
    if !TYPED {
        return;
    }
    let functions = functions::<S, D>();
    let what = format!("{} to {} on {}: {src:02X?}", S::NAME, D::NAME, isa.name());
    let len = lossy.len();
    assert_eq!(functions.lossy_len(isa, src), len, "{what}");
    for room in [len, ROOM] {
        let mut dst = vec![0; room];
        let result = functions.convert(isa, Verb::Lossy, src, &mut dst);
        assert_eq!(result, Ok(len), "{what}");
        assert_eq!(dst[..len], lossy, "{what}");
    }
    let strict = functions.convert(isa, Verb::Strict, src, &mut [0; ROOM]);
    assert_eq!(functions.measure(isa, src), strict, "{what}");
    for chunks in text.chunks() {
        let by_strict = Output::of(&mut *functions.stream(isa), Mode::Strict, chunks);
        let by_lossy = Output::of(&mut *functions.stream(isa), Mode::Lossy, chunks);
        assert_eq!(by_lossy.bytes, lossy, "{what}");
        check_strict(&by_strict, strict, 1, &what);
    }
}

/// Calls `check` with texts that end with each kind of tail. A target may represent all, some or
/// none of their characters.
fn for_each_text(source: Charset, counts: &[usize], mut check: impl FnMut(Text)) {
    let pair = Pair::new(Charset::Utf8, source).expect("no state");
    for text in ["\u{416}", "a", "\u{4E2D}a\u{416}", "\u{1F600}"] {
        for &count in counts {
            let mut bytes = vec![0; ROOM];
            let text = text.repeat(count);
            let written = pair.transcode_lossy(text.as_bytes(), &mut bytes);
            let whole = written.expect("room") * source.unit_size();
            for (tail, is_one) in tails(source) {
                bytes.truncate(whole);
                bytes.extend(*tail);
                check(Text {
                    bytes: &bytes,
                    whole,
                    // WTF-16 allows unpaired surrogates.
                    is_one: *is_one && source != Charset::Wtf16,
                });
            }
        }
    }
}

fn check_source<S: Encoding<Unit = u8>>() {
    let counts = [0, 1, 2, 3, 7, 15, 16, 31, 33, 64, 130];
    for_each_text(Charset::of::<S>(), &counts, |text| {
        for isa in Isa::available() {
            check_types::<S, Utf8>(isa, text);
            check_types::<S, Utf16Be>(isa, text);
            check_types::<S, Latin1>(isa, text);
            check_types::<S, Windows1251>(isa, text);
            check_types::<S, Cp037>(isa, text);
            check_types::<S, Gb18030>(isa, text);
            check_types::<S, Wtf8>(isa, text);
        }
    });
}

macro_rules! check_sources {
    ($($test:ident: $source:ident,)*) => {$(
        #[test]
        fn $test() {
            check_source::<$source>();
        }
    )*};
}

check_sources! {
    utf8: Utf8,
    utf16le: Utf16Le,
    utf16be: Utf16Be,
    utf32le: Utf32Le,
    cesu8: Cesu8,
    mutf8: Mutf8,
    gb18030: Gb18030,
    euc_jp: EucJp,
    shift_jis: ShiftJis,
}

/// Checks every pair of encodings chosen at run time.
#[test]
fn pairs() {
    let stateless = || Charset::ALL.into_iter().filter(|one| !one.is_stateful());
    let sources = stateless().filter(|one| !one.is_code_page());
    for source in sources.filter(|one| !matches!(one, Charset::Latin1 | Charset::Ascii)) {
        for_each_text(source, &[0, 3, 33], |text| {
            for target in stateless() {
                check_pair(Isa::best(), [source, target], text);
            }
        });
    }
}
