//! Compares readers with the standard library's conversion of the whole input.

use super::*;
use utflane::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Le};

/// Reads everything in pieces of random lengths.
fn read_pieces(reader: &mut impl BufRead, random: &mut Random, most: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut buf = vec![0; most + 1];
    loop {
        let len = 1 + random.below(most);
        let result = if random.below(2) == 0 {
            reader.read(&mut buf[..len])
        } else {
            reader
                .fill_buf()
                .map(|filled| {
                    let len = len.min(filled.len());
                    buf[..len].copy_from_slice(&filled[..len]);
                    len
                })
                .inspect(|&len| reader.consume(len))
        };
        match result {
            Ok(0) => return pieces,
            Ok(len) => add_text(&mut pieces, &buf[..len]),
            Err(error) if passes(&error) => {}
            Err(error) => pieces.push(error_piece(&error)),
        }
    }
}

fn check_reader<S: Model<Unit = u8>, D: Model<Unit = u8>>(
    (source, target): (Charset, Charset),
    seed: u64,
    characters: usize,
    most: usize,
) {
    let mut random = Random(seed);
    for faults in [0, 1, 30] {
        let src = sample::<S>(&mut random, characters, faults);
        let src = &src[..src.len() - random.below(2)];
        let inner = Unsteady::new(src, seed, most, true);
        let mut reader = Reader::with_target(inner, source, target);
        let pieces = read_pieces(&mut reader, &mut random, most);
        assert!(
            pieces == expected_pieces::<S, D>(src),
            "{source} to {target}: {src:02X?}"
        );

        let inner = Unsteady::new(src, seed, most, true);
        let mut reader = Reader::with_target(inner, source, target).lossy();
        let mut expected = Vec::new();
        add_text(&mut expected, &Plan::lossy::<D>(&S::items(src)).units);
        let pieces = read_pieces(&mut reader, &mut random, most);
        assert!(pieces == expected, "lossy {source} to {target}: {src:02X?}");
    }
}

#[test]
fn readers_deliver_text_and_errors_in_their_places() {
    for seed in 0..20 {
        for_pairs!(check_reader(seed, 300, 7));
        for_pairs!(check_reader(seed, 300, 100));
    }
    // Longer than the buffers, read through the internal buffer and past it.
    for_pairs!(check_reader(1, 200_000, 90_000));
    for_pairs!(check_reader(2, 200_000, 3_000));
}

#[test]
fn a_reader_of_nothing_is_at_its_end() {
    for source in Charset::ALL {
        let mut reader = Reader::new(io::empty(), source);
        assert_eq!(reader.read(&mut [0; 9]).unwrap(), 0);
        assert_eq!(reader.fill_buf().unwrap(), b"");
        assert_eq!(reader.source(), source);
    }
    let mut reader = Reader::new(&b"abc"[..], Charset::Utf8);
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    assert_eq!(reader.fill_buf().unwrap(), b"abc");
}

#[test]
fn a_reader_fills_strings() {
    let mut random = Random(4);
    for faults in [0, 3] {
        let src = sample::<Utf16Le>(&mut random, 150_000, faults);
        let expected = String::from_utf16_lossy(
            &src.chunks_exact(2)
                .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
                .collect::<Vec<_>>(),
        );
        let inner = Unsteady::new(&src[..], 9, 70_000, false);
        let mut text = String::from("before ");
        let len = Reader::new(inner, Charset::Utf16Le)
            .lossy()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(len, expected.len());
        assert!(text.strip_prefix("before ") == Some(&expected));

        let mut lines = Vec::new();
        for line in Reader::new(&src[..], Charset::Utf16Le).lossy().lines() {
            lines.push(line.unwrap());
        }
        assert!(lines == expected.lines().collect::<Vec<_>>());
    }
}

#[test]
fn a_string_gets_what_comes_before_an_error() {
    let src = "é".repeat(50_000) + "!";
    let bytes = [src.as_bytes(), b"\xE2\x82", src.as_bytes()].concat();
    let mut reader = Reader::new(&bytes[..], Charset::Utf8);
    let mut text = String::new();
    let error = reader.read_to_string(&mut text).unwrap_err();
    assert!(text == src);
    let theirs = std::str::from_utf8(&bytes).unwrap_err();
    assert_eq!(stream_error(&error).position(), theirs.valid_up_to() as u64);
    assert_eq!(error.to_string(), theirs.to_string());
    text.clear();
    assert_eq!(reader.read_to_string(&mut text).unwrap(), src.len());
    assert!(text == src);
}

/// Reads everything into strings.
fn string_pieces(reader: &mut impl Read) -> Vec<Piece> {
    let mut pieces = Vec::new();
    loop {
        let mut text = String::new();
        let result = reader.read_to_string(&mut text);
        add_text(&mut pieces, text.as_bytes());
        match result {
            Ok(len) => {
                assert_eq!(len, text.len());
                return pieces;
            }
            Err(error) if passes(&error) => {}
            Err(error) => pieces.push(error_piece(&error)),
        }
        assert!(pieces.len() < 200, "no end: {pieces:02X?}");
    }
}

/// In a string, each sequence that is not UTF-8 is an error at its position, and is omitted.
#[test]
fn a_string_takes_nothing_but_utf8() {
    let mut random = Random(6);
    for (characters, most) in [(300, 7), (300, 100), (200_000, 90_000)] {
        for faults in [0, 1, 30] {
            // As Latin-1, every byte is a character and stays unchanged.
            let src = sample::<Utf8>(&mut random, characters, faults);
            let src = &src[..src.len() - random.below(2)];
            let inner = Unsteady::new(src, characters as u64, most, true);
            let mut reader = Reader::with_target(inner, Charset::Latin1, Charset::Latin1);
            let pieces = string_pieces(&mut reader);
            assert!(pieces == expected_pieces::<Utf8, Utf8>(src), "{src:02X?}");
        }
    }
    // Half a character was read before.
    let mut reader = Reader::new("é! é".as_bytes(), Charset::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    let pieces = string_pieces(&mut reader);
    let stray = Piece::Error(1, Why::Malformed(fault(1, b"\xA9")));
    assert_eq!(pieces, [stray, Piece::Text("! é".into())]);
}

/// Returns the error of some bytes at a position.
fn fault(position: usize, bytes: &[u8]) -> Fault {
    let first = Fault::first(&Utf8::items(bytes)).unwrap();
    Fault {
        valid_up_to: position,
        ..first
    }
}

/// A partial character before an error of the text must not be joined with the bytes after the
/// error.
#[test]
fn errors_of_a_string_and_of_the_text_keep_their_order() {
    for before in [0, 9, 65_535] {
        let src = [
            &b"a".repeat(before),
            "Ã".as_bytes(),
            b"\xFF",
            "©b".as_bytes(),
        ]
        .concat();
        let inner = Unsteady::new(&src[..], before as u64, 50_000, true);
        let mut reader = Reader::with_target(inner, Charset::Utf8, Charset::Latin1);
        let mut expected = Vec::new();
        add_text(&mut expected, &b"a".repeat(before));
        for (position, bytes) in [
            (before, b"\xC3"),
            (before + 2, b"\xFF"),
            (before + 1, b"\xA9"),
        ] {
            let why = Why::Malformed(fault(position, bytes));
            expected.push(Piece::Error(position as u64, why));
        }
        add_text(&mut expected, b"b");
        assert!(string_pieces(&mut reader) == expected);
    }
}

#[test]
fn sniffing_finds_each_mark_and_leaves_other_text_alone() {
    for charset in Charset::ALL {
        for (seed, text) in ["", "a", "ab", "text"].into_iter().enumerate() {
            let mut file = charset.bom().to_vec();
            let converted = Reader::with_target(text.as_bytes(), Charset::Utf8, charset);
            file.extend(converted.bytes().map(Result::unwrap));
            for default in [Charset::Latin1, Charset::Utf16Be] {
                // The variants of UTF-8 use its byte order mark.
                let expected = utflane::Bom::sniff(charset.bom()).map_or(default, Charset::from);
                let inner = Unsteady::new(&file[..], seed as u64, 2, false);
                let mut reader = Reader::sniff(inner, default).unwrap();
                assert_eq!(reader.source(), expected);
                if expected == charset {
                    let mut got = String::new();
                    reader.read_to_string(&mut got).unwrap();
                    assert_eq!(got, text);
                }
            }
        }
    }
    // The position counts the byte order mark.
    let mut reader = Reader::sniff(&b"\xEF\xBB\xBFab\xFF"[..], Charset::Utf8).unwrap();
    assert_eq!(reader.read(&mut [0; 9]).unwrap(), 2);
    assert_eq!(
        stream_error(&reader.read(&mut [0; 9]).unwrap_err()).position(),
        5
    );
}

/// A reader that fails before each byte.
struct Hesitant<'a>(&'a [u8], bool);

impl Read for Hesitant<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.0.read(&mut buf[..1])
    }
}

#[test]
fn an_error_while_sniffing_is_reported_once_and_nothing_is_lost() {
    for file in [
        &b"\xFF\xFEh\0i\0"[..],
        b"\xEF\xBB\xBFhi",
        b"hi",
        b"\xFE\xFF\0h\0i",
    ] {
        let mut inner = Hesitant(file, false);
        // Creation of the reader fails before the first byte, when no data can be lost.
        let early = Reader::sniff(&mut inner, Charset::Ascii).err();
        assert_eq!(early.map(|error| error.kind()), Some(ErrorKind::WouldBlock));
        let mut reader = Reader::sniff(&mut inner, Charset::Ascii).unwrap();
        let (mut failures, mut text) = (0, String::new());
        while let Err(error) = reader.read_to_string(&mut text) {
            assert_eq!(error.kind(), ErrorKind::WouldBlock);
            failures += 1;
        }
        // One failure before each byte except the first, and one for each read at the end.
        let ends = if file.len() < 4 { 2 } else { 1 };
        assert_eq!((text.as_str(), failures), ("hi", file.len() - 1 + ends));
    }

    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    let mut reader = Reader::sniff(b"a".chain(Broken), Charset::Utf8).unwrap();
    let error = reader.fill_buf().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
}

/// An unpaired surrogate at the end is text in the target. The error of the bytes after it follows.
#[test]
fn text_at_the_end_comes_before_its_error() {
    let mut reader =
        Reader::with_target(&b"a\xED\xA0\xBD\xED\xB0"[..], Charset::Wtf8, Charset::Wtf8);
    let pieces = read_pieces(&mut reader, &mut Random(1), 100);
    assert_eq!(pieces.len(), 2, "{pieces:02X?}");
    assert_eq!(pieces[0], Piece::Text(b"a\xED\xA0\xBD".into()));
    assert!(matches!(pieces[1], Piece::Error(4, _)), "{pieces:02X?}");
}

/// Error positions in a string count the bytes delivered before, whether through the reader's
/// buffer or not.
#[test]
fn positions_of_a_string_count_what_was_read_before() {
    let src = [&b"a".repeat(10_000)[..], b"\xFF!"].concat();
    for first in [1, 4095, 4096, 8000] {
        let mut reader = Reader::with_target(&src[..], Charset::Latin1, Charset::Latin1);
        let mut read = 0;
        while read < 9000 {
            read += reader.read(&mut vec![0; first.min(9000 - read)]).unwrap();
        }
        let error = reader.read_to_string(&mut String::new()).unwrap_err();
        assert_eq!(stream_error(&error).position(), 10_000, "{first}");
    }
}

/// The position counts the whole byte order mark, even one of four bytes.
#[test]
fn positions_count_the_mark() {
    for (file, position) in [
        (&b"\xEF\xBB\xBFa\xFF"[..], 4),
        (b"\xFF\xFEa\0\0\xDC", 4),
        (b"\xFE\xFF\0a\xDC\0", 4),
        (b"\xFF\xFE\0\0a\0\0\0\0\0\x11\0", 8),
        (b"\0\0\xFE\xFF\0\0\0a\0\x11\0\0", 8),
    ] {
        for reader in [
            Reader::sniff(file, Charset::Latin1),
            Reader::utf8_or(file, Charset::Latin1, 100),
        ] {
            let error = reader.unwrap().read_to_string(&mut String::new());
            let error = stream_error(&error.unwrap_err());
            assert_eq!(error.position(), position, "{file:02X?}");
        }
    }
}
