//! Checks that asynchronous readers and frames return the expected text, however the bytes arrive.
#![cfg(all(
    not(emulated),
    feature = "full",
    feature = "futures",
    feature = "tokio"
))]

use futures::executor::block_on;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::ReadBuf;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::Decoder;
use utflane::io::{AsyncLines, AsyncReader, LineError, tokio::TextCodec};
use utflane::stream::StreamError;
use utflane::{Charset, io as text_io, transcode_lossy_to_vec};

/// A reader that returns a few bytes at a time, is pending at every other call, and fails at times.
struct Torn<'a> {
    bytes: &'a [u8],
    most: usize,
    calls: usize,
    failures: bool,
}

impl Torn<'_> {
    fn poll(&mut self, context: &mut Context<'_>, buf: &mut [u8]) -> Poll<io::Result<usize>> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.failures && self.calls % 10 == 0 {
            return Poll::Ready(Err(ErrorKind::ConnectionReset.into()));
        }
        let amount = self.bytes.len().min(self.most).min(buf.len());
        let (taken, rest) = self.bytes.split_at(amount);
        buf[..amount].copy_from_slice(taken);
        self.bytes = rest;
        Poll::Ready(Ok(amount))
    }
}

impl futures::AsyncRead for Torn<'_> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().poll(context, buf)
    }
}

impl tokio::io::AsyncRead for Torn<'_> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let amount = self.get_mut().poll(context, buf.initialize_unfilled());
        amount.map(|result| result.map(|amount| buf.advance(amount)))
    }
}

fn torn(bytes: &[u8], most: usize) -> Torn<'_> {
    Torn {
        bytes,
        most,
        calls: 0,
        failures: false,
    }
}

const MOST: [usize; 4] = [1, 3, 1000, 1 << 20];

/// Each text, its encoding, and the same text as UTF-8. All are well-formed.
fn texts() -> Vec<(Vec<u8>, Charset, String)> {
    let text = "aé€😀 more, ASCII text. ".repeat(300);
    let wide = transcode_lossy_to_vec::<utflane::Utf8, utflane::Utf16Le>(text.as_bytes());
    vec![
        (wide, Charset::Utf16Le, text.clone()),
        (text.clone().into_bytes(), Charset::Utf8, text),
        (vec![0x96; 5000], Charset::Windows1252, "–".repeat(5000)),
        (vec![], Charset::Utf16Be, String::new()),
    ]
}

#[test]
fn readers_of_tokio() {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt};
    block_on(async {
        for (bytes, charset, expected) in texts() {
            for most in MOST {
                let mut text = String::new();
                let mut reader = text_io::tokio::Reader::new(torn(&bytes, most), charset);
                let len = reader.read_to_string(&mut text).await.unwrap();
                assert_eq!((len, &text), (expected.len(), &expected));
                assert!(reader.into_inner().bytes.is_empty());

                let reader = text_io::tokio::Reader::new(torn(&bytes, most), charset);
                let mut lines = reader.split(b'.');
                for line in expected.split_terminator('.') {
                    assert_eq!(
                        lines.next_segment().await.unwrap().unwrap(),
                        line.as_bytes()
                    );
                }
            }
        }
    });
}

#[test]
fn readers_of_futures() {
    use futures::{AsyncBufReadExt, AsyncReadExt};
    block_on(async {
        for (bytes, charset, expected) in texts() {
            for most in MOST {
                let mut text = String::new();
                let mut reader = text_io::futures::Reader::new(torn(&bytes, most), charset);
                let len = reader.read_to_string(&mut text).await.unwrap();
                assert_eq!((len, &text), (expected.len(), &expected));

                let mut reader = text_io::futures::Reader::new(torn(&bytes, most), charset);
                for line in expected.split_inclusive('.') {
                    let mut found = Vec::new();
                    reader.read_until(b'.', &mut found).await.unwrap();
                    assert_eq!(found, line.as_bytes());
                }
            }
        }
    });
}

/// One reader that is polled through both traits: each read picks one of them.
#[test]
fn readers_of_both() {
    let text = "aé€😀 more, ASCII text. ".repeat(300);
    for most in MOST {
        let mut reader = AsyncReader::new(torn(text.as_bytes(), most), Charset::Utf8);
        let (mut found, mut buffer) = (Vec::<u8>::new(), [0; 101]);
        loop {
            let count = if found.len() % 2 == 0 {
                block_on(tokio::io::AsyncReadExt::read(&mut reader, &mut buffer))
            } else {
                block_on(futures::AsyncReadExt::read(&mut reader, &mut buffer))
            };
            match count.unwrap() {
                0 => break,
                count => found.extend(&buffer[..count]),
            }
        }
        assert_eq!(found, text.as_bytes());
    }
}

/// Reads to the end and continues after every error. Returns the text, and the numbers of errors of
/// input and of malformed sequences.
async fn past_errors(mut reader: impl tokio::io::AsyncRead + Unpin) -> (Vec<u8>, [usize; 2]) {
    let (mut text, mut buffer, mut errors) = (Vec::new(), [0; 700], [0; 2]);
    loop {
        match tokio::io::AsyncReadExt::read(&mut reader, &mut buffer).await {
            Ok(0) => return (text, errors),
            Ok(count) => text.extend(&buffer[..count]),
            Err(error) => errors[usize::from(error.kind() == ErrorKind::InvalidData)] += 1,
        }
    }
}

#[test]
fn a_reader_goes_on_after_each_error() {
    let text = b"one\xFFtwo\xE2\x82three".repeat(200);
    let expected: Vec<u8> = b"onetwothree".repeat(200);
    block_on(async {
        for most in MOST {
            let mut inner = torn(&text, most);
            inner.failures = true;
            let reader = text_io::tokio::Reader::new(inner, Charset::Utf8);
            let (found, [failures, faults]) = past_errors(reader).await;
            assert_eq!((found == expected, faults), (true, 400));
            assert!(failures > 0 || most > 100);

            let lossy = text_io::tokio::Reader::new(torn(&text, most), Charset::Utf8).lossy();
            let (found, errors) = past_errors(lossy).await;
            assert_eq!(
                (found, errors),
                (
                    String::from_utf8_lossy(&text).into_owned().into_bytes(),
                    [0; 2]
                )
            );
        }
    });
}

/// Reads all lines and retries after I/O errors. A malformed line is returned as its number and
/// bytes.
async fn all_lines(mut lines: AsyncLines<Torn<'_>>) -> Vec<Result<String, (u64, Vec<u8>)>> {
    let mut all = Vec::new();
    loop {
        match lines.next_line().await {
            Ok(Some(line)) => all.push(Ok(line)),
            Ok(None) => return all,
            Err(LineError::Bad(line)) => all.push(Err((line.number(), line.into_raw()))),
            Err(LineError::Io(error)) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
    }
}

#[test]
fn lines_are_those_of_the_blocking_reader() {
    let text = b"one\nt\xFFwo\n\nthree \xE2\x82\r\nfour\r\n".repeat(300);
    let wide = transcode_lossy_to_vec::<utflane::Latin1, utflane::Utf16Be>(&text);
    let marked = [&b"\xFE\xFF"[..], &wide, b"\xD8"].concat();
    block_on(async {
        for (bytes, charset) in [(&text, Charset::Utf8), (&marked, Charset::Latin1)] {
            let reader = text_io::Reader::sniff(&bytes[..], charset).unwrap();
            let expected: Vec<_> = reader
                .text_lines()
                .map(|line| match line {
                    Ok(line) => Ok(line),
                    Err(LineError::Bad(line)) => Err((line.number(), line.into_raw())),
                    Err(LineError::Io(error)) => panic!("{error}"),
                })
                .collect();
            assert!(expected.len() >= 1500 && expected.iter().any(|line| line.is_err()));
            for most in MOST {
                for failures in [false, true] {
                    let reader = || {
                        let mut inner = torn(bytes, most);
                        inner.failures = failures;
                        AsyncReader::sniff(inner, charset)
                    };
                    assert!(all_lines(reader().tokio_lines()).await == expected);
                    assert!(all_lines(reader().futures_lines()).await == expected);
                }
            }
        }
    });
}

#[test]
fn a_charset_is_chosen_for_each_line() {
    let text = b"caf\xC3\xA9\ncaf\xE9\nca\xE9\xC3\xA9\nfin\n".repeat(300);
    let lines = ["café", "café", "caéÃ©", "fin"].repeat(300);
    let expected: Vec<_> = lines.iter().map(|line| Ok(line.to_string())).collect();
    block_on(async {
        for most in MOST {
            for failures in [false, true] {
                let mut inner = torn(&text, most);
                inner.failures = failures;
                let charsets = [Charset::Utf8, Charset::Latin1];
                let reader = AsyncReader::per_line(inner, &charsets).unwrap();
                assert!(all_lines(reader.tokio_lines()).await == expected);
            }
            let charsets = [Charset::Utf8, Charset::Latin1];
            let mut reader = AsyncReader::per_line(torn(&text, most), &charsets).unwrap();
            let mut read = Vec::new();
            futures::AsyncReadExt::read_to_end(&mut reader, &mut read)
                .await
                .unwrap();
            assert!(read == (lines.join("\n") + "\n").as_bytes());
            let lines: Vec<_> = reader.charset_lines().iter().map(|of| of.lines).collect();
            assert_eq!(lines, [600, 600]);
        }
    });
}

#[test]
fn a_reader_decides_on_its_encoding() {
    use tokio::io::AsyncReadExt;
    let cases: [(&[u8], Charset); 4] = [
        (b"\xFF\xFEc\0a\0f\0\xE9\0", Charset::Utf16Le),
        (b"\xEF\xBB\xBFcaf\xC3\xA9", Charset::Utf8),
        (b"caf\xC3\xA9", Charset::Utf8),
        (b"caf\xE9", Charset::Latin1),
    ];
    block_on(async {
        for (bytes, charset) in cases {
            for most in MOST {
                let mut text = String::new();
                let mut reader =
                    text_io::tokio::Reader::utf8_or(torn(bytes, most), Charset::Latin1, 1 << 16);
                reader.read_to_string(&mut text).await.unwrap();
                assert_eq!((text.as_str(), reader.source()), ("café", charset));

                let mut text = String::new();
                // A mark overrides the default.
                let mark = charset.bom();
                let default = match !mark.is_empty() && bytes.starts_with(mark) {
                    true => Charset::Windows1252,
                    false => charset,
                };
                let mut reader = text_io::futures::Reader::sniff(torn(bytes, most), default);
                futures::AsyncReadExt::read_to_string(&mut reader, &mut text)
                    .await
                    .unwrap();
                assert_eq!((text.as_str(), reader.source()), ("café", charset));
            }
        }
    });
}

#[test]
fn frames_are_the_text_however_it_is_cut() {
    let text = "aé€😀!".as_bytes();
    let faulty = [text, b"\xFFx", text, b"\xE2\x82"].concat();
    for first in 0..=faulty.len() {
        for second in first..=faulty.len() {
            let mut codec = TextCodec::new(Charset::Utf8);
            let mut lossy = TextCodec::new(Charset::Utf8).lossy();
            let (mut found, mut replaced, mut errors) = (String::new(), String::new(), Vec::new());
            let mut buffer = BytesMut::new();
            let mut take = |result: io::Result<Option<String>>| match result {
                Ok(Some(frame)) => {
                    assert!(!frame.is_empty());
                    found += &frame;
                    true
                }
                Ok(None) => false,
                Err(error) => {
                    let error: &StreamError = error.get_ref().unwrap().downcast_ref().unwrap();
                    errors.push(error.position());
                    true
                }
            };
            for piece in [&faulty[..first], &faulty[first..second], &faulty[second..]] {
                buffer.extend_from_slice(piece);
                while take(codec.decode(&mut buffer)) {}
                let mut buffer = BytesMut::from(piece);
                replaced.extend(lossy.decode(&mut buffer).unwrap());
            }
            while take(codec.decode_eof(&mut buffer)) {}
            replaced.extend(lossy.decode_eof(&mut BytesMut::new()).unwrap());
            assert_eq!(found, "aé€😀!xaé€😀!");
            assert_eq!(errors, [11, 24]);
            assert_eq!(replaced, String::from_utf8_lossy(&faulty));
        }
    }
}
