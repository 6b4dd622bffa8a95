//! Conversion between encodings of several bytes from before Unicode and UTF-16: kernel and scalar
//! code in turn, to the exact end.

use crate::Isa;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::Multibyte;
use crate::encoding::scheme::Length;
use crate::kernels::scalar;

/// Bytes that scalar code converts where a kernel has stopped, before the kernel goes on.
const SOME: usize = 16;

/// More and more of them, up to this, where kernels stop soon after they begin.
const MOST: usize = 1 << 13;

/// Bytes in a row from which on it pays to call a kernel.
const RUN: usize = 256;

/// Whose turn it is.
enum Turn {
    Kernel,
    /// Scalar code, for so many bytes at least.
    Scalar(usize),
}

/// Converts `all` bytes by `convert`, which goes on from some progress until whose turn it is stops
/// there, and returns the progress then.
#[inline(always)]
fn in_turn(isa: Isa, all: usize, mut convert: impl FnMut(Progress, Turn) -> Progress) -> Progress {
    let mut at = Progress::START;
    if !isa.has_vectors() {
        return convert(at, Turn::Scalar(usize::MAX));
    }
    let mut some = SOME;
    loop {
        let start = at.read;
        at = convert(at, Turn::Kernel);
        if at.read == all {
            return at;
        }
        some = if at.read - start < RUN {
            MOST.min(2 * some)
        } else {
            SOME
        };
        let start = at.read;
        at = convert(at, Turn::Scalar(some));
        if at.read - start < some {
            return at;
        }
    }
}

impl Isa {
    /// Measures a text up to the first sequence that is malformed: the bytes before it, and the units
    /// that `length` counts.
    #[inline(never)]
    pub(crate) fn measure_multibyte_all(
        self,
        multibyte: &'static Multibyte,
        src: &[u8],
        length: Length,
    ) -> Progress {
        let from = &multibyte.decoder;
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
        let from = &multibyte.decoder;
        in_turn(self, src.len(), |mut at, turn| match turn {
            Turn::Kernel => {
                let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                at += self.multibyte_to_utf16(src, dst, from, to);
                at
            }
            Turn::Scalar(some) => scalar::decode_multibyte(multibyte, to, src, dst, at, some),
        })
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
        let to = &multibyte.encoder;
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
