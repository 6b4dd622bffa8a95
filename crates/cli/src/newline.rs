//! The ends of lines in the output of `convert`.

use clap::ValueEnum;
use utflane::Charset;
use utflane::stream::AnyTranscoder;

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Newline {
    /// U+000A alone
    Lf,
    /// U+000D U+000A
    Crlf,
    /// As they are
    Keep,
}

/// Changes the ends of lines in a text that comes in pieces of whole units.
pub(crate) struct LineEnds {
    mode: Newline,
    cr: Vec<u8>,
    lf: Vec<u8>,
    /// Whether the last unit was a carriage return: with `lf` it is not written yet.
    after_cr: bool,
}

impl LineEnds {
    /// Those of a text in `charset`.
    pub(crate) fn new(mode: Newline, charset: Charset) -> LineEnds {
        let unit = |character: &[u8; 1]| {
            let mut bytes = [0; 4];
            let step = AnyTranscoder::new(Charset::Utf8, charset).transcode(character, &mut bytes);
            bytes[..step.written].to_vec()
        };
        LineEnds {
            mode,
            cr: unit(b"\r"),
            lf: unit(b"\n"),
            after_cr: false,
        }
    }

    /// Whether text stays as it is.
    pub(crate) fn keeps(&self) -> bool {
        self.mode == Newline::Keep
    }

    /// Appends a piece to `out`, with other ends of lines.
    pub(crate) fn add(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        for unit in piece.chunks(self.lf.len()) {
            let (is_cr, is_lf) = (unit == self.cr, unit == self.lf);
            match self.mode {
                Newline::Lf => {
                    if self.after_cr && !is_lf {
                        out.extend_from_slice(&self.cr);
                    }
                    if !is_cr {
                        out.extend_from_slice(unit);
                    }
                }
                Newline::Crlf => {
                    if is_lf && !self.after_cr {
                        out.extend_from_slice(&self.cr);
                    }
                    out.extend_from_slice(unit);
                }
                Newline::Keep => out.extend_from_slice(unit),
            }
            self.after_cr = is_cr;
        }
    }

    /// What is still to be written at the end of the text.
    pub(crate) fn end(&self) -> &[u8] {
        if self.after_cr && self.mode == Newline::Lf {
            &self.cr
        } else {
            &[]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_lines_change_wherever_pieces_end() {
        let text = "a\r\nb\nc\r\r\n\rd\n\n\u{0A0D}\r";
        for (charset, width) in [
            (Charset::Utf8, 1),
            (Charset::Utf16Be, 2),
            (Charset::Utf32Le, 4),
        ] {
            let encode = |text: &str| -> Vec<u8> {
                let mut bytes = vec![0; 8 * text.len()];
                let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
                let step = transcoder.transcode(text.as_bytes(), &mut bytes);
                bytes.truncate(step.written);
                bytes
            };
            for (mode, expected) in [
                (Newline::Lf, text.replace("\r\n", "\n")),
                (
                    Newline::Crlf,
                    text.replace("\r\n", "\n").replace('\n', "\r\n"),
                ),
                (Newline::Keep, text.to_string()),
            ] {
                for size in [1, 2, 3, 100] {
                    let mut ends = LineEnds::new(mode, charset);
                    let mut out = Vec::new();
                    for piece in encode(text).chunks(size * width) {
                        ends.add(piece, &mut out);
                    }
                    out.extend_from_slice(ends.end());
                    assert_eq!(out, encode(&expected), "{charset} {mode:?} {size}");
                }
            }
        }
    }
}
