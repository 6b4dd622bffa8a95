//! Short texts of single bytes as units of 16 bits: so little that a call of any kernel would take longer.

use crate::kernels::Progress;
use crate::scheme::{BIG, Output};
use core::mem::MaybeUninit;

/// Converts bytes, as many as there is room for, to units in the byte order `order`.
#[inline(always)]
pub(crate) fn widen(order: bool, src: &[u8], dst: &mut Output) -> Progress {
    let count = src.len().min(dst.len() / 2);
    let (src, dst) = (&src[..count], &mut dst[..2 * count]);
    let mut at = 0;
    // The last block may overlap the one before.
    if count >= 16 {
        while count - at >= 16 {
            sixteen(order, src, dst, at);
            at += 16;
        }
        if at < count {
            sixteen(order, src, dst, count - 16);
        }
    } else if count >= 8 {
        four(order, src, dst, 0);
        four(order, src, dst, 4);
        four(order, src, dst, count - 8);
        four(order, src, dst, count - 4);
    } else if count >= 4 {
        four(order, src, dst, 0);
        four(order, src, dst, count - 4);
    } else {
        let (units, _) = dst.as_chunks_mut();
        while at < count {
            units[at] = unit(order, src[at]);
            at += 1;
        }
    }
    Progress {
        read: count,
        written: 2 * count,
    }
}

#[inline(always)]
fn unit(order: bool, byte: u8) -> [MaybeUninit<u8>; 2] {
    let unit = u16::from(byte);
    let bytes = if order == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    };
    bytes.map(MaybeUninit::new)
}

/// The compiler makes vectors of this.
#[inline(always)]
fn sixteen(order: bool, src: &[u8], dst: &mut Output, at: usize) {
    let block: [u8; 16] = *src[at..].first_chunk().expect("16 bytes");
    let room: &mut [_; 32] = dst[2 * at..].first_chunk_mut().expect("room for 16 units");
    let (units, _) = room.as_chunks_mut();
    let mut i = 0;
    while i < 16 {
        units[i] = unit(order, block[i]);
        i += 1;
    }
}

/// It does not of so few.
#[inline(always)]
fn four(order: bool, src: &[u8], dst: &mut Output, at: usize) {
    let block = u32::from_le_bytes(*src[at..].first_chunk().expect("4 bytes"));
    let pairs = (u64::from(block) | u64::from(block) << 16) & 0x0000_FFFF_0000_FFFF;
    let units = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF;
    let units = if order == BIG { units << 8 } else { units };
    let room: &mut [_; 8] = dst[2 * at..].first_chunk_mut().expect("room for 4 units");
    *room = units.to_le_bytes().map(MaybeUninit::new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory;
    use std::vec::Vec;

    #[test]
    fn bytes_become_units_while_there_is_room() {
        for len in 0..70u8 {
            let src: Vec<u8> = (0..len)
                .map(|i| i.wrapping_mul(37).wrapping_sub(9))
                .collect();
            for room in [0, 1, 2 * src.len().saturating_sub(3), 2 * src.len(), 200] {
                for order in [false, true] {
                    let mut dst = std::vec![0xA5; room];
                    let at = widen(order, &src, memory::output(&mut dst));
                    let count = src.len().min(room / 2);
                    assert_eq!((at.read, at.written), (count, 2 * count));
                    let expected = src[..count].iter().flat_map(|&byte| match order {
                        BIG => [0, byte],
                        _ => [byte, 0],
                    });
                    let untouched = core::iter::repeat_n(0xA5, room - 2 * count);
                    assert!(dst.into_iter().eq(expected.chain(untouched)));
                }
            }
        }
    }
}
