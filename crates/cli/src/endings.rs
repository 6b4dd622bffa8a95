//! Counts the line ends of a text by kind.

use serde::Serialize;

/// The number of line ends of each kind.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub(crate) struct Endings {
    /// U+000A alone.
    pub(crate) lf: u64,
    /// U+000D U+000A.
    pub(crate) crlf: u64,
    /// U+000D alone.
    pub(crate) cr: u64,
    /// U+0085, if the text is EBCDIC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nel: Option<u64>,
    /// Whether the text so far ends with U+000D, which is counted as `cr` until a U+000A follows.
    #[serde(skip)]
    after_cr: bool,
}

impl Endings {
    /// Adds a piece of UTF-8 text that consists of whole characters.
    pub(crate) fn add(&mut self, utf8: &[u8]) {
        let Some(last) = utf8.last() else {
            return;
        };
        let (mut lf, mut cr, mut pairs) = (0, 0, 0);
        let mut before = if self.after_cr { b'\r' } else { 0 };
        // The counts of a block fit in a byte, so the compiler vectorises with lanes of bytes.
        for block in utf8.chunks(255) {
            let count = |byte| {
                block
                    .iter()
                    .map(|other| u8::from(*other == byte))
                    .sum::<u8>()
            };
            let followed = block.iter().zip(&block[1..]);
            let inner = followed.map(|(cr, lf)| u8::from((*cr == b'\r') & (*lf == b'\n')));
            lf += u64::from(count(b'\n'));
            cr += u64::from(count(b'\r'));
            pairs += u64::from(inner.sum::<u8>());
            pairs += u64::from(before == b'\r' && block[0] == b'\n');
            before = block[block.len() - 1];
        }
        self.crlf += pairs;
        self.lf += lf - pairs;
        // The carriage return of a pair may be in the previous piece, so we add before we subtract.
        self.cr = self.cr + cr - pairs;
        self.after_cr = *last == b'\r';
    }

    /// Marks a malformed sequence, so that the carriage return before it and a line feed after it
    /// are no pair.
    pub(crate) fn interrupt(&mut self) {
        self.after_cr = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted_wherever_pieces_end() {
        let text = "\na\r\nb\rc\r\r\n\n\r".repeat(100) + "\r";
        let pairs = text.matches("\r\n").count() as u64;
        let lf = text.matches('\n').count() as u64 - pairs;
        let cr = text.matches('\r').count() as u64 - pairs;
        for size in [1, 2, 3, 254, 255, 256, 10_000] {
            let mut endings = Endings::default();
            for piece in text.as_bytes().chunks(size) {
                endings.add(piece);
                endings.add(b"");
            }
            let found = (endings.lf, endings.crlf, endings.cr);
            assert_eq!(found, (lf, pairs, cr), "{size}");
        }
        let mut endings = Endings::default();
        endings.add(b"\r");
        endings.interrupt();
        endings.add(b"\n");
        assert_eq!((endings.lf, endings.crlf, endings.cr), (1, 0, 1));
    }
}
