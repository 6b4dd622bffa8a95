//! Conversion between legacy multi-byte encodings and UTF-16. Scalar code continues where a kernel
//! stops, so a conversion stops only at an error, at the end of the input, or at a full output.

use super::super::alternate::{Turn, alternate};
use crate::Isa;
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::{Decoder, Multibyte};
use crate::encoding::scheme::LengthUnit;
use crate::kernels;
use crate::kernels::scalar;
use crate::memory;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;

/// Bytes of UTF-16 up to which scalar code converts faster than a kernel.
const SCALAR_MAX_BYTES: usize = 64;

/// Size of the buffer for conversion to the other byte order, in bytes.
const UTF16_BUFFER: usize = 1 << 13;

/// Measures a text up to the first malformed sequence: the bytes before it, and the units that
/// `length` counts.
#[inline(never)]
pub(crate) fn measure_multibyte_all(
    isa: Isa,
    multibyte: &'static Multibyte,
    src: &[u8],
    length: LengthUnit,
) -> Progress {
    let from = multibyte.decoder();
    alternate(isa, src.len(), |mut at, turn| match turn {
        Turn::Kernel => {
            at += kernels::measure_multibyte(isa, &src[at.read..], from, length);
            at
        }
        Turn::Scalar(some) => scalar::measure_multibyte(multibyte, src, at, length, some),
    })
}

/// Converts to UTF-16, up to the first malformed sequence or until the output is full.
#[inline(never)]
pub(crate) fn multibyte_to_utf16_all(
    isa: Isa,
    multibyte: &'static Multibyte,
    to: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let from = multibyte.decoder();
    alternate(isa, src.len(), |mut at, turn| match turn {
        Turn::Kernel => {
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            at += if to == Endian::NATIVE {
                kernels::multibyte_to_utf16(isa, src, dst, from)
            } else {
                multibyte_to_swapped(isa, src, dst, from)
            };
            at
        }
        Turn::Scalar(some) => scalar::decode_multibyte(multibyte, to, src, dst, at, some),
    })
}

/// Converts with the kernel to UTF-16 in a buffer, and from there to the other byte order.
#[inline(never)]
fn multibyte_to_swapped(
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    from: &'static Decoder,
) -> Progress {
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    let mut at = Progress::START;
    loop {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        // Each byte becomes at most one unit, so the part fits into the buffer.
        let part = &rest[..rest.len().min(UTF16_BUFFER / 2)];
        let units = buffer.first((2 * part.len()).min(out.len()));
        let step = kernels::multibyte_to_utf16(isa, part, memory::output(units), from);
        let swapped = kernels::utf16_swapped(isa, &units[..step.written], out);
        // A kernel may stop early. This part is then discarded, and scalar code converts it.
        if swapped.read < step.written {
            return at;
        }
        at += step;
        // A part may end within a character.
        if step.read == 0 || step.read + 1 < part.len() || at.read == src.len() {
            return at;
        }
    }
}

/// Converts UTF-16 in native byte order, up to the first malformed or unrepresentable character
/// or until the output is full.
#[inline(never)]
pub(crate) fn utf16_to_multibyte_all(
    isa: Isa,
    multibyte: &'static Multibyte,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if src.len() <= SCALAR_MAX_BYTES {
        return scalar::encode_multibyte(multibyte, src, dst, Progress::START, SCALAR_MAX_BYTES);
    }
    let to = multibyte.encoder();
    alternate(isa, src.len(), |mut at, turn| match turn {
        Turn::Kernel => {
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            at += kernels::utf16_to_multibyte(isa, src, dst, to);
            at
        }
        Turn::Scalar(some) => scalar::encode_multibyte(multibyte, src, dst, at, some),
    })
}
