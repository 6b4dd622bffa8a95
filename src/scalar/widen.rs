//! Short texts of single bytes as units of 16 bits: so little that a call of any kernel would take longer.

use crate::kernels::Progress;
use crate::scheme::{BIG, Output};
use core::mem::MaybeUninit;

/// Converts bytes, as many as there is room for, to units in the byte order `order`.
#[inline(always)]
pub(crate) fn widen(order: bool, src: &[u8], dst: &mut Output) -> Progress {
    let (dst, _) = dst.as_chunks_mut();
    let count = src.len().min(dst.len());
    let (src, dst) = (&src[..count], &mut dst[..count]);
    // The last block may overlap the one before.
    let mut at = 0;
    if count >= 16 {
        while at < count {
            at = at.min(count - 16);
            sixteen(order, src, dst, at);
            at += 16;
        }
    } else if count >= 4 {
        while at < count {
            at = at.min(count - 4);
            four(order, src, dst, at);
            at += 4;
        }
    } else {
        while at < count {
            dst[at] = unit(order, src[at].into());
            at += 1;
        }
    }
    Progress {
        read: count,
        written: 2 * count,
    }
}

#[inline(always)]
fn unit(order: bool, unit: u16) -> [MaybeUninit<u8>; 2] {
    let bytes = if order == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    };
    bytes.map(MaybeUninit::new)
}

/// The compiler makes vectors of this.
#[inline(always)]
fn sixteen(order: bool, src: &[u8], dst: &mut [[MaybeUninit<u8>; 2]], at: usize) {
    let block: [u8; 16] = *src[at..].first_chunk().expect("16 bytes");
    let room: &mut [_; 16] = dst[at..].first_chunk_mut().expect("room for 16 units");
    let mut i = 0;
    while i < 16 {
        room[i] = unit(order, block[i].into());
        i += 1;
    }
}

#[inline(always)]
fn four(order: bool, src: &[u8], dst: &mut [[MaybeUninit<u8>; 2]], at: usize) {
    let block = u32::from_le_bytes(*src[at..].first_chunk().expect("4 bytes"));
    let room: &mut [_; 4] = dst[at..].first_chunk_mut().expect("room for 4 units");
    let pairs = (u64::from(block) | u64::from(block) << 16) & 0x0000_FFFF_0000_FFFF;
    let units = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF;
    let bytes = if order == BIG { units << 8 } else { units }.to_le_bytes();
    let mut i = 0;
    while i < 4 {
        room[i] = [bytes[2 * i], bytes[2 * i + 1]].map(MaybeUninit::new);
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn bytes_become_units_while_there_is_room() {
        for len in 0..70u8 {
            let src: Vec<u8> = (0..len)
                .map(|i| i.wrapping_mul(37).wrapping_sub(9))
                .collect();
            for room in [0, 1, 2 * src.len().saturating_sub(3), 2 * src.len(), 200] {
                for order in [false, true] {
                    let mut dst = std::vec![MaybeUninit::new(0xA5); room];
                    let at = widen(order, &src, &mut dst);
                    let count = src.len().min(room / 2);
                    assert_eq!((at.read, at.written), (count, 2 * count));
                    let units = src[..count].iter().map(|&byte| u16::from(byte));
                    let expected = units.flat_map(|unit| self::unit(order, unit));
                    // SAFETY: all were initialised.
                    let byte = |byte: MaybeUninit<u8>| unsafe { byte.assume_init() };
                    let untouched = core::iter::repeat_n(0xA5, room - 2 * count);
                    let all = dst.iter().map(|&of| byte(of));
                    assert!(all.eq(expected.map(byte).chain(untouched)));
                }
            }
        }
    }
}
