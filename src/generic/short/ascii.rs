//! Short texts of single bytes or UTF-8 that are nothing but ASCII, as many are. They are tested
//! for that before the constants of a main loop are loaded, of which kernels with wide vectors have
//! many.

use super::threshold::ASCII_BYTES;
use crate::endian::Endian;
use crate::generic::store_units::StoreUnits;
use crate::output::Output;
use crate::progress::Progress;

/// Converts `src` to units of `width` bytes if it is short, nothing but ASCII, and its result fits.
#[inline(always)]
pub(crate) fn ascii<S: StoreUnits>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    width: usize,
    endian: Endian,
) -> Option<Progress> {
    if src.len() > ASCII_BYTES {
        return None;
    }
    let dst = dst.get_mut(..width * src.len())?;
    if src.len() < S::LANES {
        let bytes = simd.load_partial(src);
        if !simd.is_ascii(bytes) {
            return None;
        }
        match width {
            1 => simd.store_clipped(bytes, dst, 0),
            2 => simd.store_widened_16_clipped(endian, bytes, dst),
            _ => simd.store_widened_32_clipped(endian, bytes, dst),
        }
    } else {
        // A copy is faster with four vectors for each branch.
        let mut at = 0;
        while S::LANES < 64
            && width == 1
            && let Some(four) = src.get(at..at + 4 * S::LANES)
        {
            let out = &mut dst[at..at + 4 * S::LANES];
            let (a, b) = (simd.load(four, 0), simd.load(four, S::LANES));
            let rest = &four[2 * S::LANES..];
            let (c, d) = (simd.load(rest, 0), simd.load(rest, S::LANES));
            if !simd.is_ascii((a | b) | (c | d)) {
                return None;
            }
            simd.store(a, out, 0);
            simd.store(b, out, S::LANES);
            simd.store(c, out, 2 * S::LANES);
            simd.store(d, out, 3 * S::LANES);
            at += 4 * S::LANES;
        }
        // The last vector may overlap the one before.
        let last = src.len() - S::LANES;
        at = at.min(last);
        loop {
            let bytes = simd.load(src, at);
            if !simd.is_ascii(bytes) {
                return None;
            }
            match width {
                1 => simd.store(bytes, dst, at),
                2 => simd.store_widened_16(endian, bytes, dst, 2 * at),
                _ => simd.store_widened_32(endian, bytes, dst, 4 * at),
            }
            if at == last {
                break;
            }
            at = (at + S::LANES).min(last);
        }
    }
    Some(Progress {
        read: src.len(),
        written: width * src.len(),
    })
}
