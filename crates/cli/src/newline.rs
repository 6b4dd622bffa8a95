//! The ends of lines in the output of `convert`.
//!
//! Text goes by in blocks of 64 bytes. Words of 8 bytes find the units that are looked for in all
//! their lanes at once, and a bit for each byte of the block says where they are, so that a loop
//! over these bits sees ends of lines only. What lies between is copied in whole blocks, also
//! beyond its end, where the next copy overwrites it.

use clap::ValueEnum;
use utflane::Charset;
use utflane::stream::AnyTranscoder;

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Newline {
    /// U+000A in place of U+000D U+000A, and of U+000D alone
    Lf,
    /// U+000D U+000A in place of each of them alone
    Crlf,
    /// As they are
    Keep,
}

/// Bytes that are looked at, and copied, at a time.
const BLOCK: usize = 64;

/// Changes the ends of lines in a text that comes in pieces of whole units.
pub(crate) struct LineEnds {
    mode: Newline,
    cr: Vec<u8>,
    lf: Vec<u8>,
    /// Whether the last unit was a carriage return. The end of its line is written; a line feed
    /// after it is a part of that.
    after_cr: bool,
    /// The last piece as it was changed, and bytes that are to be overwritten.
    out: Vec<u8>,
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
            out: Vec::new(),
        }
    }

    /// The next piece with other ends of lines.
    pub(crate) fn change<'a>(&'a mut self, piece: &'a [u8]) -> &'a [u8] {
        match (self.mode, self.lf.len()) {
            (Newline::Keep, _) => piece,
            (Newline::Lf, 1) => self.rewrite::<1, false>(piece),
            (Newline::Lf, 2) => self.rewrite::<2, false>(piece),
            (Newline::Lf, _) => self.rewrite::<4, false>(piece),
            (Newline::Crlf, 1) => self.rewrite::<1, true>(piece),
            (Newline::Crlf, 2) => self.rewrite::<2, true>(piece),
            (Newline::Crlf, _) => self.rewrite::<4, true>(piece),
        }
    }

    /// [`change`](Self::change) for units of `WIDTH` bytes.
    fn rewrite<const WIDTH: usize, const TO_CRLF: bool>(&mut self, piece: &[u8]) -> &[u8] {
        let cr: [u8; WIDTH] = std::array::from_fn(|index| self.cr[index]);
        let lf: [u8; WIDTH] = std::array::from_fn(|index| self.lf[index]);
        let at =
            |index: usize| -> Option<[u8; WIDTH]> { piece.get(index..)?.first_chunk().copied() };
        // No unit becomes more than two.
        let room = 2 * piece.len() + BLOCK;
        if self.out.len() < room {
            self.out.resize(room, 0);
        }
        let mut out = Out {
            bytes: &mut self.out,
            len: 0,
        };
        // Up to where the piece is copied.
        let mut start = 0;
        if self.after_cr && at(0) == Some(lf) {
            start = WIDTH;
        }
        for (index, block) in piece.chunks(BLOCK).enumerate() {
            let mut hits = find::<WIDTH>(block, cr);
            if TO_CRLF {
                hits |= find::<WIDTH>(block, lf);
            }
            while hits != 0 {
                // The bit is that of the last byte of the unit.
                let end = index * BLOCK + hits.trailing_zeros() as usize + 1;
                hits &= hits - 1;
                let unit = end - WIDTH;
                if unit < start {
                    continue;
                }
                let is_lf = TO_CRLF && at(unit) == Some(lf);
                if is_lf {
                    // Two units that stay as they are were seen at the first.
                    if unit < WIDTH || at(unit - WIDTH) != Some(cr) {
                        out.copy(piece, start..unit);
                        out.push(cr);
                        start = unit;
                    }
                    continue;
                }
                let is_alone = at(end) != Some(lf);
                if !TO_CRLF {
                    out.copy(piece, start..unit);
                    start = end;
                }
                if is_alone {
                    if TO_CRLF {
                        out.copy(piece, start..end);
                        start = end;
                    }
                    out.push(lf);
                }
            }
        }
        out.copy(piece, start..piece.len());
        if let Some(last) = piece.len().checked_sub(WIDTH) {
            self.after_cr = at(last) == Some(cr);
        }
        let len = out.len;
        &self.out[..len]
    }
}

/// Where a piece is written, with a block of room behind whatever it may become.
struct Out<'a> {
    bytes: &'a mut [u8],
    len: usize,
}

impl Out<'_> {
    fn push<const WIDTH: usize>(&mut self, unit: [u8; WIDTH]) {
        self.bytes[self.len..][..WIDTH].copy_from_slice(&unit);
        self.len += WIDTH;
    }

    fn copy(&mut self, piece: &[u8], range: std::ops::Range<usize>) {
        let len = range.len();
        if len <= BLOCK
            && let Some(block) = piece[range.start..].first_chunk::<BLOCK>()
        {
            self.bytes[self.len..][..BLOCK].copy_from_slice(block);
        } else {
            self.bytes[self.len..][..len].copy_from_slice(&piece[range]);
        }
        self.len += len;
    }
}

/// A bit for the last byte of each unit of a block that is `unit`, which is not zero.
#[inline(always)]
fn find<const WIDTH: usize>(block: &[u8], unit: [u8; WIDTH]) -> u64 {
    let pattern = u64::from_le_bytes(std::array::from_fn(|index| unit[index % WIDTH]));
    // All bits of each lane but its highest.
    let is_top = |index: usize| index % WIDTH == WIDTH - 1;
    let low = u64::from_le_bytes(std::array::from_fn(
        |index| {
            if is_top(index) { 0x7F } else { 0xFF }
        },
    ));
    let mut padded = [0; BLOCK];
    let block: &[u8; BLOCK] = match block.first_chunk() {
        Some(block) => block,
        None => {
            padded[..block.len()].copy_from_slice(block);
            &padded
        }
    };
    let mut zeros = [0; BLOCK / 8];
    for (word, zero) in block.as_chunks::<8>().0.iter().zip(&mut zeros) {
        let lanes = u64::from_le_bytes(*word) ^ pattern;
        // The highest bit of each lane: whether the lane is zero. No carry leaves a lane.
        *zero = !(((lanes & low) + low) | lanes | low);
    }
    if zeros.iter().fold(0, |all, zero| all | zero) == 0 {
        return 0;
    }
    let gather = |(index, zero): (usize, &u64)| {
        // Moves bit 8k, for each k, to bit 56 + k.
        let bits = (zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << (8 * index)
    };
    zeros.iter().enumerate().map(gather).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, charset: Charset) -> Vec<u8> {
        let mut bytes = vec![0; 8 * text.len()];
        let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
        let step = transcoder.transcode(text.as_bytes(), &mut bytes);
        bytes.truncate(step.written);
        bytes
    }

    /// Lines of all lengths around a block, with each kind of end after each other kind, and
    /// characters whose bytes, but not units, are those of an end.
    fn text() -> String {
        let ends = ["\n", "\r", "\r\n", "\n\r", "\r\r\n", "\n\n", "\r\r"];
        let mut text = String::from("\n\u{0A0D}\u{0D0A}\u{0D00}\u{0A00}\r\u{10A0D}\u{10D0A}");
        for len in 0..140 {
            text.push_str(&"x".repeat(len));
            text.push_str(ends[len % ends.len()]);
        }
        text + "\u{0D0A}\r"
    }

    #[test]
    fn ends_of_lines_change_wherever_pieces_end() {
        for (charset, width) in [
            (Charset::Utf8, 1),
            (Charset::Cp037, 1),
            (Charset::Utf16Be, 2),
            (Charset::Utf16Le, 2),
            (Charset::Utf32Le, 4),
        ] {
            let mut text = text();
            if charset == Charset::Cp037 {
                // EBCDIC has none of the others.
                text.retain(|character| character.is_ascii());
            }
            let lf = text.replace("\r\n", "\n").replace('\r', "\n");
            for (mode, expected) in [
                (Newline::Lf, lf.clone()),
                (Newline::Crlf, lf.replace('\n', "\r\n")),
                (Newline::Keep, text.clone()),
            ] {
                let expected = encoded(&expected, charset);
                for size in [1, 2, 3, 16, 31, 32, 63, 64, 65, 100, 1 << 20] {
                    let mut ends = LineEnds::new(mode, charset);
                    let mut out = Vec::new();
                    for piece in encoded(&text, charset).chunks(size * width) {
                        out.extend_from_slice(ends.change(piece));
                    }
                    assert!(out == expected, "{charset} {mode:?} {size}");
                }
            }
        }
    }

    /// Each byte beside one that is looked for, so that a borrow or a carry would show.
    #[test]
    fn only_equal_units_are_found() {
        for byte in 0..=u8::MAX {
            let block = std::array::from_fn::<u8, BLOCK, _>(|index| match index % 3 {
                0 => b'\r',
                _ => byte,
            });
            let expected = (0..BLOCK).filter(|index| block[*index] == b'\r');
            let expected = expected.map(|index| 1 << index).sum::<u64>();
            assert_eq!(find::<1>(&block, *b"\r"), expected, "{byte:02X}");
        }
    }
}
