//! Changes the line ends in the output of `convert`.
//!
//! Text is processed in blocks of 64 bytes. A SWAR search in words of 8 bytes sets one bit for each
//! CR or LF in the block, and a loop over these bits visits only the line ends. The text between
//! them is copied in whole blocks, which may write past its end; the next copy overwrites the
//! excess.

use crate::conversion::OUTPUT_CAPACITY;
use clap::ValueEnum;
use utflane::Charset;
use utflane::stream::AnyTranscoder;

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum LineEndPolicy {
    /// Write LF for CR LF, and for CR alone
    #[value(alias = "unix")]
    Lf,
    /// Write CR LF for CR alone, and for LF alone
    #[value(aliases = ["dos", "windows"])]
    Crlf,
    /// Change nothing
    Keep,
}

/// Number of bytes that are searched or copied at once.
const BLOCK: usize = 64;

/// Number of bytes that are copied at once for a short line.
const SHORT: usize = 16;

/// Changes the line ends of a text that comes in pieces of whole units.
pub(crate) struct LineEnds {
    mode: LineEndPolicy,
    cr: Vec<u8>,
    lf: Vec<u8>,
    /// Whether the last unit was a carriage return. Its line end is written already; a line feed
    /// after it belongs to the same line end.
    after_cr: bool,
    /// The last piece after the change, and trailing bytes that have no meaning.
    out: Vec<u8>,
}

impl LineEnds {
    /// Creates the state for a text in `charset`.
    pub(crate) fn new(mode: LineEndPolicy, charset: Charset) -> LineEnds {
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

    /// Returns the next piece with changed line ends.
    pub(crate) fn change<'a>(&'a mut self, piece: &'a [u8]) -> &'a [u8] {
        match (self.mode, self.lf.len()) {
            (LineEndPolicy::Keep, _) => piece,
            (LineEndPolicy::Lf, 1) => self.rewrite::<1, false>(piece),
            (LineEndPolicy::Lf, 2) => self.rewrite::<2, false>(piece),
            (LineEndPolicy::Lf, _) => self.rewrite::<4, false>(piece),
            (LineEndPolicy::Crlf, 1) => self.rewrite::<1, true>(piece),
            (LineEndPolicy::Crlf, 2) => self.rewrite::<2, true>(piece),
            (LineEndPolicy::Crlf, _) => self.rewrite::<4, true>(piece),
        }
    }

    /// [`change`](Self::change) for units of `WIDTH` bytes.
    fn rewrite<const WIDTH: usize, const TO_CRLF: bool>(&mut self, piece: &[u8]) -> &[u8] {
        let cr: [u8; WIDTH] = std::array::from_fn(|index| self.cr[index]);
        let lf: [u8; WIDTH] = std::array::from_fn(|index| self.lf[index]);
        let at =
            |index: usize| -> Option<[u8; WIDTH]> { piece.get(index..)?.first_chunk().copied() };
        // Each unit becomes at most two.
        let capacity = 2 * piece.len() + BLOCK;
        if self.out.len() < capacity {
            self.out.resize(capacity, 0);
        }
        let mut out = Out {
            bytes: &mut self.out,
            len: 0,
        };
        // The piece is copied up to this index.
        let mut start = 0;
        if self.after_cr && at(0) == Some(lf) {
            start = WIDTH;
        }
        // If the unit before the block is a carriage return, the bit of the first unit of the
        // block.
        let mut after_cr = u64::from(self.after_cr) << (WIDTH - 1);
        for (index, block) in piece.chunks(BLOCK).enumerate() {
            let begin = index * BLOCK;
            let crs = find::<WIDTH>(block, cr);
            if !TO_CRLF {
                for end in ends(crs, begin) {
                    if end > start {
                        out.copy(piece, start..end - WIDTH);
                        start = end;
                        if at(end) != Some(lf) {
                            out.push(lf);
                        }
                    }
                }
                continue;
            }
            let lfs = find::<WIDTH>(block, lf);
            let before_lf = lfs >> WIDTH | u64::from(at(begin + BLOCK) == Some(lf)) << (BLOCK - 1);
            let lone_crs = crs & !before_lf;
            let lone_lfs = lfs & !(crs << WIDTH | after_cr);
            after_cr = crs >> (BLOCK - 1) << (WIDTH - 1);
            for end in ends(lone_crs | lone_lfs, begin) {
                if lone_crs >> (end - 1 - begin) & 1 != 0 {
                    out.copy(piece, start..end);
                    out.push(lf);
                    start = end;
                } else {
                    out.copy(piece, start..end - WIDTH);
                    out.push(cr);
                    start = end - WIDTH;
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

/// Replaces U+0085 (NEL) in an EBCDIC input by a line feed, before the conversion. In EBCDIC, NEL
/// ends a line. In other encodings it does not occur as a line end.
pub(crate) struct Nel {
    /// The bytes of U+000A and U+0085, if line ends change and the input is EBCDIC.
    ends: Option<[u8; 2]>,
    replaced: Vec<u8>,
}

impl Nel {
    /// Creates the state for an input in `charset`.
    pub(crate) fn new(mode: LineEndPolicy, charset: Charset) -> Nel {
        Nel {
            ends: charset
                .ebcdic_line_ends()
                .filter(|_| mode != LineEndPolicy::Keep),
            replaced: Vec::new(),
        }
    }

    /// Replaces NEL in the start of a piece of the input, and returns this start. It is at most as
    /// long as the output of one step.
    pub(crate) fn replace<'a>(&'a mut self, piece: &'a [u8]) -> &'a [u8] {
        let Some([lf, nel]) = self.ends else {
            return piece;
        };
        let piece = &piece[..piece.len().min(OUTPUT_CAPACITY)];
        let replace = |byte: &u8| if *byte == nel { lf } else { *byte };
        self.replaced.clear();
        self.replaced.extend(piece.iter().map(replace));
        &self.replaced
    }
}

/// Returns the end indices of the units whose last bytes are set in `bits`, in ascending order.
fn ends(mut bits: u64, begin: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let end = (bits != 0).then(|| begin + bits.trailing_zeros() as usize + 1);
        bits &= bits.wrapping_sub(1);
        end
    })
}

/// The output of a piece, with a spare block at the end for copies of whole blocks.
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
        let rest = &piece[range.start..];
        if len <= SHORT
            && let Some(block) = rest.first_chunk::<SHORT>()
        {
            self.bytes[self.len..][..SHORT].copy_from_slice(block);
        } else if len <= BLOCK
            && let Some(block) = rest.first_chunk::<BLOCK>()
        {
            self.bytes[self.len..][..BLOCK].copy_from_slice(block);
        } else {
            self.bytes[self.len..][..len].copy_from_slice(&piece[range]);
        }
        self.len += len;
    }
}

/// Sets a bit for the last byte of each unit in a block that equals `unit`, which is not zero.
#[inline(always)]
fn find<const WIDTH: usize>(block: &[u8], unit: [u8; WIDTH]) -> u64 {
    let pattern = u64::from_le_bytes(std::array::from_fn(|index| unit[index % WIDTH]));
    // All bits of each lane except the highest.
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
        // The highest bit of each lane is set if the lane is zero. No carry crosses a lane.
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

    /// Lines of all lengths around a block, with all pairs of line ends in sequence, and characters
    /// that contain the bytes of a line end at another alignment.
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
                (LineEndPolicy::Lf, lf.clone()),
                (LineEndPolicy::Crlf, lf.replace('\n', "\r\n")),
                (LineEndPolicy::Keep, text.clone()),
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

    /// Each byte next to a match, so that a borrow or a carry would show.
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
