//! UTF-16 to encodings of one or two bytes a character: GBK, GB18030, Big5, Shift_JIS, EUC-JP,
//! EUC-KR.
//!
//! ASCII becomes one byte, and nearly everything else two. So the place of each byte of a block is
//! known before any unit is looked up: ASCII is written around gaps, which the bytes of the other
//! units fill one by one.
//!
//! ```text
//! units             0061 4E9C 6F22 0062 30BD 0063
//! ASCII, gaps       61 __ __ __ __ 62 __ __ 63
//! looked up            88 9F 8A BF    83 5C
//! ```
//!
//! Where a unit above ASCII becomes one byte, the block is written again, unit by unit. The kernel
//! ends before the first unit that has no bytes in the tables.

use super::encode_utf8::{CONTINUATION, EncodeUtf8};
use crate::buffer::memory::window;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::encoding::multibyte::Encoder;
use crate::kernels::simd::Simd;

/// Bytes of output for a block: more than it needs, so that the compiler sees that any place in a
/// byte's range is there.
const ROOM: usize = 256;

/// Bytes of the largest block.
const MOST: usize = 128;

/// The bytes of a unit in the order of the encoding, and how many there are.
#[inline(always)]
fn in_order(bytes: u16) -> ([u8; 2], usize) {
    let is_two = bytes > 0xFF;
    let swapped = if is_two { bytes.swap_bytes() } else { bytes };
    (swapped.to_le_bytes(), 1 + usize::from(is_two))
}

/// The unit at `index` of a block.
#[inline(always)]
fn unit(block: &[u8; MOST], index: usize) -> u16 {
    u16::from_ne_bytes(*window(block, 2 * index & (MOST - 2)))
}

/// Converts as much as fits, up to the first unit without bytes in the tables.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &'static Encoder,
) -> Progress {
    let src = &src[..src.len() & !1];
    let mut padded = [0; MOST];
    let mut buffer = Buffer::<ROOM>::new();
    let tags = simd.tags(CONTINUATION);
    let mut at = Progress::START;
    while at.read < src.len() {
        let rest = &src[at.read..];
        let len = rest.len().min(2 * S::LANES);
        let block: &[u8; MOST] = match rest.first_chunk() {
            Some(block) => block,
            None => {
                padded = [0; MOST];
                padded[..rest.len()].copy_from_slice(rest);
                &padded
            }
        };
        let out = &mut dst[at.written..];
        let fits = out.len() >= ROOM;
        let target = if fits {
            out.first::<ROOM>()
        } else {
            Output::from_init(buffer.first(ROOM))
        };
        let units = [simd.load(block, 0), simd.load(block, S::LANES)];
        let two = [
            simd.at_least_16(0x80, units[0]),
            simd.at_least_16(0x80, units[1]),
        ];
        let others = simd.bits_16(two);
        let mut written = len / 2;
        let mut read = len;
        if others == 0 {
            simd.store(simd.narrow_16(units), target, 0);
        } else {
            simd.encode_1_2_x2::<false>(units, [tags; 2], two, target, 0);
            // Its highest bit, if a unit has no bytes, or one.
            let mut fewer = 0;
            let mut left = others;
            let mut before = 0;
            while left != 0 {
                let index = left.trailing_zeros() as usize;
                left &= left - 1;
                let bytes = to.bytes(unit(block, index));
                fewer |= u32::from(bytes).wrapping_sub(0x100);
                target.write((index + before) & (ROOM / 2 - 1), bytes.to_be_bytes());
                before += 1;
            }
            written += before;
            if fewer >> 31 != 0 {
                (read, written) = (0, 0);
                while read < len {
                    let unit = unit(block, read / 2);
                    let bytes = to.bytes(unit);
                    if bytes == 0 && unit != 0 {
                        break;
                    }
                    let (bytes, count) = in_order(bytes);
                    target.write(written & (ROOM / 2 - 1), bytes);
                    read += 2;
                    written += count;
                }
            }
        }
        if !fits {
            let Some(out) = out.get_mut(..written) else {
                break;
            };
            out.fill_from(buffer.first(ROOM));
        }
        at += Progress { read, written };
        if read < len {
            break;
        }
    }
    at
}
