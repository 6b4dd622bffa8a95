//! Conversion between encodings of several bytes from before Unicode and UTF-16: kernel and scalar
//! code in turn, to the exact end.

use super::super::in_turn::{Turn, in_turn};
use crate::Isa;
use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::{Decoder, Multibyte};
use crate::encoding::scheme::Length;
use crate::kernels::scalar;

/// Bytes of UTF-16 up to which scalar code converts more quickly than a kernel.
const SHORT: usize = 64;

/// Size of the buffer for the other byte order, in bytes.
const BUFFER: usize = 1 << 13;

impl Isa {
    /// Measures a text up to the first sequence that is malformed: the bytes before it, and the
    /// units that `length` counts.
    #[inline(never)]
    pub(crate) fn measure_multibyte_all(
        self,
        multibyte: &'static Multibyte,
        src: &[u8],
        length: Length,
    ) -> Progress {
        let from = multibyte.decoder();
        in_turn(self, src.len(), |mut at, turn| match turn {
            Turn::Kernel => {
                at += self.measure_multibyte(&src[at.read..], from, length);
                at
            }
            Turn::Scalar(some) => scalar::measure_multibyte(multibyte, src, at, length, some),
        })
    }

    /// Converts to UTF-16, up to the first sequence that is malformed, or until the output is full.
    #[inline(never)]
    pub(crate) fn multibyte_to_utf16_all(
        self,
        multibyte: &'static Multibyte,
        to: Endian,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let from = multibyte.decoder();
        in_turn(self, src.len(), |mut at, turn| match turn {
            Turn::Kernel => {
                let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                at += if to == Endian::NATIVE {
                    self.multibyte_to_utf16(src, dst, from)
                } else {
                    self.multibyte_to_swapped(src, dst, from)
                };
                at
            }
            Turn::Scalar(some) => scalar::decode_multibyte(multibyte, to, src, dst, at, some),
        })
    }

    /// The kernel to UTF-16 in the other byte order, by way of a buffer.
    #[inline(never)]
    fn multibyte_to_swapped(
        self,
        src: &[u8],
        dst: &mut Output,
        from: &'static Decoder,
    ) -> Progress {
        let mut buffer = Buffer::<BUFFER>::new();
        let mut at = Progress::START;
        loop {
            let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
            // Each byte becomes a unit at most, so that the buffer has room for all.
            let part = &rest[..rest.len().min(BUFFER / 2)];
            let units = buffer.first((2 * part.len()).min(out.len()));
            let step = self.multibyte_to_utf16(part, memory::output(units), from);
            let swapped = self.utf16_swapped(&units[..step.written], out);
            // It leaves nothing, or a few units, which scalar code converts.
            if swapped.read < step.written {
                return at;
            }
            at += step;
            // The end of a part may be within a character.
            if step.read == 0 || step.read + 1 < part.len() || at.read == src.len() {
                return at;
            }
        }
    }

    /// Converts units of UTF-16, in the order of the machine, up to the first one that is no
    /// character or that the encoding does not have, or until the output is full.
    #[inline(never)]
    pub(crate) fn utf16_to_multibyte_all(
        self,
        multibyte: &'static Multibyte,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if src.len() <= SHORT {
            return scalar::encode_multibyte(multibyte, src, dst, Progress::START, SHORT);
        }
        let to = multibyte.encoder();
        in_turn(self, src.len(), |mut at, turn| match turn {
            Turn::Kernel => {
                let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                at += self.utf16_to_multibyte(src, dst, to);
                at
            }
            Turn::Scalar(some) => scalar::encode_multibyte(multibyte, src, dst, at, some),
        })
    }
}
