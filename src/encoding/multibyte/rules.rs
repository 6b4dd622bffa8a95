//! What the tables do not say: sequences of other lengths, and what is malformed.

use super::Multibyte;
use crate::CodePoint;
use crate::buffer::output::Output;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::Encoded;

impl Multibyte {
    /// The first character of `src`, which is not empty, and its length in bytes; of the four
    /// sequences of Big5 that are two code points, [both in one](CodePoint::of_two).
    pub(crate) fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        todo!("{}", src.len())
    }

    /// Writes a character to the beginning of `dst`.
    pub(crate) fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        todo!("{code_point} {}", dst.len())
    }

    /// Bytes of the character at the end of `src` that the end cuts off; 0 if there is none.
    pub(crate) fn incomplete_tail(&self, src: &[u8]) -> usize {
        todo!("{}", src.len())
    }

    /// The character that takes the place of what the encoding does not have.
    pub(crate) fn replacement(&self) -> char {
        match self.charset {
            crate::Charset::Gb18030 => char::REPLACEMENT_CHARACTER,
            _ => '?',
        }
    }
}
