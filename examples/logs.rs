//! Shows a log pipeline: counts the lines of standard input by their first word, and reports
//! malformed UTF-8.
//!
//! ```text
//! cat *.log | cargo run --release --example logs
//! ```
//!
//! Each byte is read once: chunks are validated in place and returned as text. Only a line that
//! lies across chunks is copied.

use std::collections::BTreeMap;
use std::io::{self, Read};
use utflane::stream::{StreamError, Utf8Pieces};

/// Line counts by first word, and errors.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    lines: BTreeMap<String, u64>,
    faults: Vec<StreamError>,
}

impl Summary {
    fn count(&mut self, line: &str) {
        let word = line.split(' ').next().unwrap_or_default();
        match self.lines.get_mut(word) {
            Some(count) => *count += 1,
            None => *self.lines.entry(word.to_owned()).or_default() += 1,
        }
    }

    /// Adds text. `begun` is the incomplete line before it.
    fn add(&mut self, text: &str, begun: &mut String) {
        for piece in text.split_inclusive('\n') {
            match piece.strip_suffix('\n') {
                Some(line) if begun.is_empty() => self.count(line),
                Some(end) => {
                    begun.push_str(end);
                    self.count(begun);
                    begun.clear();
                }
                None => begun.push_str(piece),
            }
        }
    }
}

fn summarize(mut input: impl Read) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let (mut pieces, mut begun) = (Utf8Pieces::new(), String::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = input.read(&mut buffer)?;
        let mut chunk = &buffer[..count];
        loop {
            let piece = pieces.feed(chunk);
            summary.add(piece.completed(), &mut begun);
            summary.add(piece.text, &mut begun);
            chunk = &chunk[piece.read..];
            match piece.result {
                Ok(()) => break,
                Err(error) => summary.faults.push(error),
            }
        }
        if count == 0 {
            summary.faults.extend(pieces.finish().err());
            if !begun.is_empty() {
                summary.count(&begun);
            }
            return Ok(summary);
        }
    }
}

fn main() -> io::Result<()> {
    let summary = summarize(io::stdin().lock())?;
    for (word, count) in &summary.lines {
        println!("{count:8} {word}");
    }
    for fault in &summary.faults {
        eprintln!("{fault:#}");
    }
    Ok(())
}

#[test]
fn lines_are_counted_wherever_a_read_ends() {
    struct Torn<'a>(&'a [u8], usize);
    impl Read for Torn<'_> {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buf.len());
            self.0.read(&mut buf[..most])
        }
    }
    let log = b"GET /\xC3\xA9\nPUT /\nGET /\xFF\n\xE2\x82\xAC 5";
    for most in 1..log.len() {
        let summary = summarize(Torn(log, most)).unwrap();
        let lines: Vec<(&str, u64)> = summary
            .lines
            .iter()
            .map(|(w, c)| (w.as_str(), *c))
            .collect();
        assert_eq!(lines, [("GET", 2), ("PUT", 1), ("€", 1)]);
        assert_eq!(summary.faults.len(), 1);
        assert_eq!(summary.faults[0].position(), 19);
    }
}
