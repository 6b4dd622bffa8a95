//! Widens short single-byte text to units of 16 or 32 bits, where the call of a kernel would take
//! longer.

use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;

/// Converts as many bytes as fit to units of `WIDTH` bytes in the byte order `endian`.
#[inline(always)]
pub(crate) fn widen<const WIDTH: usize>(endian: Endian, src: &[u8], dst: &mut Output) -> Progress {
    let count = src.len().min(dst.len() / WIDTH);
    let (src, dst) = (&src[..count], &mut dst[..WIDTH * count]);
    // In each case the last block overlaps the one before it.
    if count > 32 {
        let mut at = 0;
        while count - at > 16 {
            block::<WIDTH, 16>(endian, src, dst, at);
            at += 16;
        }
        block::<WIDTH, 16>(endian, src, dst, count - 16);
    } else if count > 16 {
        block::<WIDTH, 16>(endian, src, dst, 0);
        block::<WIDTH, 16>(endian, src, dst, count - 16);
    } else if count > 8 {
        block::<WIDTH, 8>(endian, src, dst, 0);
        block::<WIDTH, 8>(endian, src, dst, count - 8);
    } else if count >= 4 {
        block::<WIDTH, 4>(endian, src, dst, 0);
        block::<WIDTH, 4>(endian, src, dst, count - 4);
    } else if count > 0 {
        // One to three units: we write three, some of them twice, to avoid a branch on the count.
        for i in [0, count / 2, count - 1] {
            dst.write(WIDTH * i, unit::<WIDTH>(endian, src[i]));
        }
    }
    Progress {
        read: count,
        written: WIDTH * count,
    }
}

/// Returns a byte as a unit.
#[inline(always)]
fn unit<const WIDTH: usize>(endian: Endian, byte: u8) -> [u8; WIDTH] {
    let mut unit = [0; WIDTH];
    unit[if endian == Endian::Big { WIDTH - 1 } else { 0 }] = byte;
    unit
}

/// Widens `COUNT` bytes of `src` from `at` on to the units of `dst` from `at` on.
///
/// The compiler vectorises the loop only because it reads through a reference. If the loop read
/// from a copy of the block, the compiler would keep the copy in a general register.
#[inline(always)]
fn block<const WIDTH: usize, const COUNT: usize>(
    endian: Endian,
    src: &[u8],
    dst: &mut Output,
    at: usize,
) {
    let block: &[u8; COUNT] = src[at..].first_chunk().expect("a block");
    let out = &mut dst[WIDTH * at..][..WIDTH * COUNT];
    let mut i = 0;
    while i < COUNT {
        out.write(WIDTH * i, unit::<WIDTH>(endian, block[i]));
        i += 1;
    }
}
