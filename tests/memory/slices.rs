//! Checks slices of every alignment, slices of more than 4 GiB, and trait implementations that
//! break their contract.
#![cfg(all(feature = "alloc", feature = "full"))]

#[cfg(unix)]
mod large;

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::Deref;
use utflane::rows::{BadRow, Column, Views};
use utflane::{
    Ascii, Encoding, Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use utflane_test_support::oracle::*;

/// Bytes in the widest vector.
const LANES: usize = 64;

/// Returns `units` units that start `behind` units after an address that is aligned for all
/// vectors.
fn aligned<U: Unit>(memory: &mut Vec<U>, behind: usize, units: usize) -> &mut [U] {
    memory.clear();
    memory.resize(units + 2 * LANES, U::CANARY);
    let start = memory.as_ptr().align_offset(LANES) + behind;
    &mut memory[start..][..units]
}

/// Results of each form of the conversions, for comparison.
fn answers<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
) -> impl PartialEq + std::fmt::Debug + use<S, D> {
    let lossy = functions.convert_to_vec(isa, Verb::Lossy, src);
    let len = lossy.as_ref().map_or(0, Vec::len);
    let mut dst = vec![D::CANARY; len];
    let strict = functions.convert(isa, Verb::Strict, src, &mut dst);
    let kept = strict.unwrap_or_else(|stop| stop.written());
    let mut room = vec![MaybeUninit::uninit(); len / 2];
    let half = functions.convert_uninit(isa, Verb::Strict, src, &mut room);
    let written = half.unwrap_or_else(|stop| stop.written());
    // SAFETY: the function wrote these units.
    let units = room[..written]
        .iter()
        .map(|unit| unsafe { unit.assume_init() });
    let units: Vec<D> = units.collect();
    let count = functions.transcoded_len(isa, src);
    (lossy, strict, dst[..kept].to_vec(), (half, units), count)
}

fn check_little<S: Encoding<Unit: Unit>, D: Encoding<Unit: Unit>>(src: &[S::Unit]) {
    let scalar = Isa::named("scalar").expect("scalar is everywhere");
    let (functions, count) = (functions::<S, D>(), scalar.char_count::<S>(src));
    let expected = answers(&functions, scalar, src);
    for isa in isas() {
        let name = isa.name();
        let found = answers(&functions, isa, src);
        assert_eq!(found, expected, "{} to {} on {name}", S::NAME, D::NAME);
        assert_eq!(isa.char_count::<S>(src), count, "{} on {name}", S::NAME);
    }
}

fn check_little_text<S: Model, D: Model>() {
    let clean = encoded::<S>(&text(SCRIPTS[5], 3, 25));
    check_little::<S, D>(&clean);
    check_little::<S, D>(&spoilt::<S>(&clean, clean.len() - 4, 1));
}

/// For Miri and the sanitizers, under which everything is slow. They detect undefined behaviour;
/// other tests check the results.
#[test]
fn little_text() {
    check_little_text::<Utf8, Utf8>();
    check_little_text::<Utf8, Utf16>();
    check_little_text::<Utf8, Utf32Be>();
    check_little_text::<Utf16, Utf8>();
    check_little_text::<Utf16Be, Utf32>();
    check_little_text::<Utf16Le, Utf16Be>();
    check_little_text::<Utf32Be, Utf8>();
    check_little_text::<Utf32, Utf16Be>();
    check_little_text::<Utf32Le, Latin1>();
    check_little_text::<Latin1, Utf8>();
    check_little_text::<Latin1, Utf16>();
    check_little_text::<Ascii, Utf32>();
}

/// Short texts in legacy multi-byte encodings, for Miri and the sanitizers.
#[cfg(feature = "multibyte")]
#[test]
fn little_text_of_several_bytes() {
    use utflane::{Big5, EucJp, EucKr, Gb18030, ShiftJis};
    let text = "教育abc漢字、カナｶﾅ가나é😀x".repeat(4);
    fn check<E: Encoding<Unit = u8>>(text: &str) {
        let mut bytes = Isa::best().transcode_lossy_to_vec::<Utf8, E>(text.as_bytes());
        let units: Vec<u16> = text.encode_utf16().collect();
        check_little::<Utf16, E>(&units);
        check_little::<Utf8, E>(&text.as_bytes()[..text.len() - 3]);
        check_little::<E, Utf16>(&bytes);
        let len = bytes.len();
        bytes[len - 9] = 0xFF;
        check_little::<E, Utf8>(&bytes);
        check_little::<E, Utf16Be>(&bytes[..len - 3]);
    }
    check::<ShiftJis>(&text);
    // These share their kernels with Shift_JIS. In Miri it takes long to generate their tables.
    if !cfg!(miri) {
        check::<Big5>(&text);
        check::<Gb18030>(&text);
        check::<EucJp>(&text);
        check::<EucKr>(&text);
    }
}

/// Source and target at every alignment, well-formed or with an error among the first units, which
/// the code before the first aligned vector converts.
///
/// Checks every `step`th alignment of the target. Those of the source differ from it, and are all of them with step 1.
fn check_alignments<S: Model, D: Model>(script: Script, characters: usize, step: usize) {
    let clean = encoded::<S>(&text(script, 0, characters));
    let functions = functions::<S, D>();
    let (mut source, mut target) = (Vec::new(), Vec::new());
    for place in (0..LANES / size_of::<D::Unit>()).step_by(step) {
        let units = match place % 3 {
            0 => clean.clone(),
            _ => spoilt::<S>(&clean, 7 * place, place),
        };
        let items = S::items(&units);
        let strict = Plan::strict::<D>(&items);
        let lossy = Plan::lossy::<D>(&items);
        let src = aligned::<S::Unit>(&mut source, (5 * place + 1) % LANES, units.len());
        src.copy_from_slice(&units);
        for isa in isas() {
            for (verb, plan) in [(Verb::Strict, &strict), (Verb::Lossy, &lossy)] {
                for room in [plan.units.len(), plan.units.len() + 9] {
                    let dst = aligned::<D::Unit>(&mut target, place, room);
                    let range = dst.as_ptr_range();
                    let answer = functions.convert(isa, verb, src, dst);
                    call(&functions, isa, &(verb, place), &&*src).expect_answer(plan, answer, dst);
                    let outside = |unit: &&D::Unit| !range.contains(&std::ptr::from_ref(*unit));
                    assert!(
                        target
                            .iter()
                            .filter(outside)
                            .all(|&unit| unit == D::Unit::CANARY)
                    );
                }
            }
        }
    }
}

/// Long text at every alignment, well-formed or with an error among the first units. Scans begin at
/// an aligned vector.
fn check_scans<S: Model>(script: Script, step: usize) {
    let scalar = Isa::named("scalar").expect("scalar is everywhere");
    let units = encoded::<S>(&text(script, 0, 5_000));
    let mut source = Vec::new();
    for place in (0..LANES).step_by(step) {
        let src = aligned::<S::Unit>(&mut source, place, units.len());
        let spoilt = spoilt::<S>(&units, place * 5 % LANES, place);
        for units in [&units, &spoilt] {
            let src = &mut src[..units.len()];
            src.copy_from_slice(units);
            let expected = scalar.validate::<S>(src);
            let valid = &src[..expected.map_or_else(|error| error.valid_up_to(), |()| src.len())];
            for isa in isas() {
                let at = format!("{} on {}, {place} units behind", S::NAME, isa.name());
                assert_eq!(isa.validate::<S>(src), expected, "{at}");
                let counts = |isa: Isa| {
                    let (utf8, utf16) = (
                        isa.transcoded_len::<S, Utf8>(valid),
                        isa.transcoded_len::<S, Utf16>(valid),
                    );
                    (isa.char_count::<S>(valid), utf8, utf16)
                };
                assert_eq!(counts(isa), counts(scalar), "{at}");
            }
        }
    }
}

/// The step of the short tests: prime to the size of every vector, so that every alignment to a smaller vector occurs.
const SAMPLE: usize = 7;

fn check_all_scans(step: usize) {
    for script in [SCRIPTS[0], SCRIPTS[1], SCRIPTS[5]] {
        check_scans::<Utf8>(script, step);
        check_scans::<Utf16>(script, step);
        check_scans::<Utf16Be>(script, step);
        check_scans::<Utf16Le>(script, step);
        check_scans::<Utf32>(script, step);
        check_scans::<Utf32Be>(script, step);
        check_scans::<Latin1>(SCRIPTS[1], step);
        check_scans::<Ascii>(SCRIPTS[0], step);
    }
}

sample_and_all! {
    check_all_scans: alignments_of_scans(SAMPLE),
    every_alignment_of_scans(1) = "long: every alignment"
}

/// Pairs that convert each unit to one unit. Their stores are aligned where that is faster.
fn check_one_to_one(step: usize) {
    for script in [SCRIPTS[0], SCRIPTS[1]] {
        check_alignments::<Latin1, Latin1>(script, 5_000, step);
        check_alignments::<Latin1, Utf16Be>(script, 3_000, step);
        check_alignments::<Latin1, Utf16>(script, 3_000, step);
        check_alignments::<Latin1, Utf32Le>(script, 3_000, step);
        check_alignments::<Latin1, Ascii>(script, 5_000, step);
        check_alignments::<Utf16Le, Latin1>(script, 3_000, step);
        check_alignments::<Utf32, Latin1>(script, 3_000, step);
    }
    check_alignments::<Utf32, Utf32Be>(SCRIPTS[5], 3_000, step);
    check_alignments::<Utf16, Utf32>(SCRIPTS[3], 3_000, step);
    check_alignments::<Utf32Le, Utf16Le>(SCRIPTS[3], 3_000, step);
}

sample_and_all! {
    check_one_to_one: alignments_of_one_to_one(SAMPLE),
    every_alignment_of_one_to_one(1) = "long: every alignment"
}

fn check_others(step: usize) {
    for script in [SCRIPTS[0], SCRIPTS[3], SCRIPTS[5]] {
        check_alignments::<Utf8, Utf8>(script, 700, step);
        check_alignments::<Utf8, Utf16Be>(script, 700, step);
        check_alignments::<Utf8, Utf32>(script, 700, step);
        check_alignments::<Utf16Le, Utf8>(script, 700, step);
        check_alignments::<Utf16Be, Utf16>(script, 700, step);
        check_alignments::<Utf32Be, Utf8>(script, 700, step);
    }
}

sample_and_all! {
    check_others: alignments_of_others(SAMPLE),
    every_alignment_of_others(1) = "long: every alignment"
}

/// A buffer that dereferences to one of two texts, chosen anew each time.
struct Fickle {
    texts: [Vec<u8>; 2],
    choices: Cell<u64>,
}

impl Deref for Fickle {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let choices = self.choices.get();
        self.choices.set(choices.rotate_right(1));
        &self.texts[choices as usize & 1]
    }
}

/// Conversions report only units that they wrote, even if the buffer changes between two accesses.
/// Miri and the sanitizer detect reads of uninitialised memory.
#[test]
fn buffers_that_change() {
    let texts = [
        "日本語日本語日本語",
        "0123456789abcdefghijklmnopq",
        "日本語, 日本語日本",
        "é",
    ];
    // Rows of 13 bytes. Some begin within a character.
    let views = [0u32, 13, 1, 9, 12].map(|offset| {
        let mut view = [0; 16];
        view[0] = 13;
        view[12..].copy_from_slice(&offset.to_le_bytes());
        view
    });
    let mut random = Random(51);
    let rounds = if cfg!(miri) { 40 } else { 3000 };
    for round in 0..rounds {
        let texts = [0; 2].map(|_| random.pick(&texts).as_bytes().to_vec());
        let choices = Cell::new(random.below(usize::MAX) as u64 | 1 << (round % 64));
        let buffers = [Fickle { texts, choices }];
        let rows = Views::new(&views, &buffers);
        let policy = random.pick(&[BadRow::Empty, BadRow::Replace]);
        // A malformed row stops the conversion. Only memory safety matters here, not the error.
        let units = utflane::transcode_rows_to_vec::<Utf8, Utf16, i32>(&rows, |_| policy);
        if let Ok((units, ends)) = units {
            assert_eq!(ends.last().copied(), Some(units.len() as i32));
            assert!(units.iter().all(|&unit| unit != 0));
        }
        let _ = utflane::validate_rows::<Utf8>(&rows);
    }
}

/// The first conversion of two rows reads Japanese, in which the second row begins within a
/// character. The row ends are then counted in ASCII, which has more characters than were written.
#[test]
fn buffers_that_change_once() {
    let texts = ["日本語日本語日本語", "0123456789abcdefghijklmnopq"];
    let views = [0u32, 13].map(|offset| {
        let mut view = [0; 16];
        view[0] = 13;
        view[12..].copy_from_slice(&offset.to_le_bytes());
        view
    });
    let buffers = [Fickle {
        texts: texts.map(|text| text.as_bytes().to_vec()),
        choices: Cell::new(!0b11),
    }];
    let rows = Views::new(&views, &buffers);
    let (units, ends) =
        utflane::transcode_rows_to_vec::<Utf8, Utf16, i32>(&rows, |_| BadRow::Stop).unwrap();
    assert_eq!(String::from_utf16(&units).unwrap(), texts[1][..26]);
    assert_eq!(ends, [0, 13, 26]);
}

/// A callback that panics must leave no uninitialised memory in the results.
#[test]
fn callbacks_that_panic() {
    let column = Column::new(b"one\xFFtwo", &[0, 3, 4, 7]);
    let result = std::panic::catch_unwind(|| {
        utflane::transcode_rows_to_vec::<Utf8, Utf16, i32>(&column, |_| panic!("no"))
    });
    assert!(result.is_err());
}

/// A reader and a writer that return a larger count than the length of the buffer.
#[test]
#[cfg(feature = "std")]
fn readers_and_writers_that_lie() {
    use std::io::{self, Read, Write};
    use utflane::Charset;
    use utflane::io::{Reader, Writer};
    struct Lying(usize);
    impl Read for Lying {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            Ok(buf.len() + self.0)
        }
    }
    impl Write for Lying {
        fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
            Ok(buf.len() + self.0)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for more in [1, 1 << 20, usize::MAX >> 1] {
        let read = std::panic::catch_unwind(|| {
            let mut text = [0; 300];
            Reader::new(Lying(more), Charset::Utf16Le).read(&mut text)
        });
        assert!(!matches!(read, Ok(Ok(_))), "text that nobody has read");
        let mut writer = Writer::new(Lying(more), Charset::Utf16Le);
        let _ = writer.write_all(b"text").and_then(|()| writer.finish());
    }
}
