//! Two encodings, a character at a time, and conversion with replacement by that: there once for
//! all pairs.

use super::Lossy;
use crate::CodePoint;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, Scheme, encode_decoded};

/// A pair of encodings, a character at a time.
pub(crate) trait Codec {
    /// See [`Scheme::decode`].
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed>;
    /// See [`Scheme::decode_chunk`].
    fn decode_chunk(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode(src)
    }
    /// See [`Scheme::encode`]; of two code points it encodes both.
    fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded;
}

impl<S: Scheme, D: Scheme> Codec for (S, D) {
    #[inline(always)]
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode(src)
    }

    #[inline(always)]
    fn decode_chunk(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode_chunk(src)
    }

    #[inline(always)]
    fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        encode_decoded::<S, D>(self.1, code_point, dst)
    }
}

/// [`convert_lossy`](super::convert_lossy) for all pairs.
#[inline(never)]
pub(crate) fn convert_some_lossy(
    codec: &dyn Codec,
    replacement: char,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
) -> Lossy {
    let mut fault_end = at.read;
    while at.read < src.len() {
        let rest = &src[at.read..];
        let (encoded, read) = match codec.decode(rest) {
            Ok((code_point, read)) => (codec.encode(code_point, &mut dst[at.written..]), read),
            Err(malformed) => {
                let len = malformed.len.map_or(rest.len(), usize::from);
                (Encoded::Unrepresentable, len)
            }
        };
        let encoded = if encoded == Encoded::Unrepresentable {
            fault_end = at.read + read;
            codec.encode(replacement.into(), &mut dst[at.written..])
        } else {
            encoded
        };
        let Encoded::Written(written) = encoded else {
            return Lossy::Full;
        };
        *at += Progress { read, written };
        if at.read - fault_end >= clean_run {
            return Lossy::CleanRun;
        }
    }
    Lossy::Done
}
