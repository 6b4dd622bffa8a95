//! Legacy multi-byte encodings with one or two bytes per character to UTF-16: GBK, GB18030, Big5,
//! Shift_JIS, EUC-JP, EUC-KR.
//!
//! Whether a byte is a lead byte depends on all bytes before it, because every lead byte is also a
//! possible trail byte. But each run of bytes that may be lead bytes can be examined by itself.
//! Lead and trail bytes alternate from the start of the run. If the length of the run is odd, the
//! byte after the run is the trail byte of the last lead byte. One addition finds the lead bytes of
//! all runs, because its carries run through the mask. simdjson finds escaped quotes in the same
//! way (Langdale and Lemire 2019, "Parsing Gigabytes of JSON per Second"). In the picture, the
//! first byte is on the left:
//!
//! ```text
//! Shift_JIS         a  88 9F 8A BF  b  83 5C  c
//! may be leads      .  1  1  1  .   .  1  .   .
//! leads             .  1  .  1  .   .  1  .   .
//! trails            .  .  1  .  1   .  .  1   .
//! ```
//!
//! All bytes except trail bytes become units. For ASCII these units are the result. The few other
//! single bytes, such as the halfwidth katakana of Shift_JIS, are looked up and overwritten
//! immediately. The positions of the lead bytes become a list, and a loop over this list looks up
//! the units of two-byte characters and writes them:
//!
//! ```text
//! compressed        0061 00__ 00__ 0062 00__ 0063
//! positions              1    3         6
//! looked up              4E9C 6F22      30BD
//! ```
//!
//! A chunk of several blocks has one list, because the end of a loop over a list is mispredicted.
//! The kernel stops before the first character that is not in the tables. Such characters are rare:
//! four bytes of GB18030, three bytes of EUC-JP, other single bytes, sequences of two code points.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::encoding::multibyte::Decoder;
use crate::kernels::scalar::multibyte_lookup::{CHUNK, MAX_OUTPUT, WINDOW, look_up};
use crate::kernels::utf8_to_units::{Utf16, skip_ascii};
use crate::memory::output::{Output, Scratch};
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::{SLACK, Simd, outlined};
use core::hint;
use core::ops::{BitAnd, BitOr, Not, Shl};

/// Bytes of a block. A mask has one bit for each.
const BLOCK: usize = 64;

/// Bytes of output that a block may overwrite.
const MAX_BLOCK_OUTPUT: usize = 2 * BLOCK + SLACK;

/// Bytes of the list of positions, including the bytes that may be overwritten.
const LIST: usize = CHUNK / 2 + BLOCK + SLACK;

/// The bits of even positions.
const EVEN: u64 = u64::MAX / 3;

#[repr(align(64))]
pub(super) struct Positions(pub(super) [u8; CHUNK]);

/// The positions of a chunk.
pub(super) static POSITIONS: Positions = {
    let mut positions = [0; CHUNK];
    let mut i = 0;
    while i < CHUNK {
        positions[i] = i as u8;
        i += 1;
    }
    Positions(positions)
};

/// A bit for each byte of a block.
pub(crate) trait Bits:
    Copy
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
{
    /// Returns the sum without the carry out of it.
    fn wrapping_add(self, other: Self) -> Self;
}

impl Bits for u64 {
    #[inline(always)]
    fn wrapping_add(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }
}

/// Returns the lead bytes of a block. `may_lead` are the bytes that may be lead bytes. `carried` is
/// 1 if the first byte of the block is a trail byte, otherwise 0.
#[inline(always)]
pub(crate) fn leads_of<B: Bits>(may_lead: B, carried: B) -> B {
    let even = B::from(EVEN);
    let may_lead = may_lead & !carried;
    let starts = may_lead & !(may_lead << 1);
    // The addition clears the runs that start at an even position.
    let odd_runs = may_lead & may_lead.wrapping_add(starts & even);
    let even_runs = may_lead & !odd_runs;
    even_runs & even | odd_runs & !even
}

/// Returns two masks of the bytes of a vector: not ASCII, and possible lead bytes.
#[inline(always)]
pub(super) fn kinds<S: Simd>(simd: S, bytes: S::Bytes, from: &Decoder) -> [u64; 2] {
    let [flip, first, last] = from.leads;
    let flipped = bytes ^ simd.splat(flip);
    let may_lead = simd.at_least(first, flipped) & !simd.at_least(last.wrapping_add(1), flipped);
    [simd.bits(simd.non_ascii(bytes)), simd.bits(may_lead)]
}

/// Converts a text of up to a block if the output has capacity for whole vectors. Stops before a
/// character that is not in the tables. Returns `None` for any other text, and for text with
/// single bytes that are not ASCII.
#[inline(always)]
pub(crate) fn convert_short<S: DecodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    from: &'static Decoder,
) -> Option<Progress> {
    let shortest = if S::CHEAP_MASKED_ACCESS { 1 } else { 16 };
    if src.len().wrapping_sub(shortest) > BLOCK - shortest || dst.len() < MAX_BLOCK_OUTPUT {
        return None;
    }
    let dst = dst.first::<MAX_BLOCK_OUTPUT>();
    let mut vectors = [simd.splat(0); 4];
    let [mut non_ascii, mut may_lead] = [0; 2];
    let mut i = 0;
    while i < BLOCK / S::LANES {
        vectors[i] = simd.load_end(src, src.len().min(i * S::LANES));
        let bits = kinds(simd, vectors[i], from);
        non_ascii |= bits[0] << (i * S::LANES % 64);
        may_lead |= bits[1] << (i * S::LANES % 64);
        i += 1;
    }
    let all = Progress {
        read: src.len(),
        written: 2 * src.len(),
    };
    if non_ascii == 0 {
        let mut i = 0;
        while i < BLOCK / S::LANES {
            simd.store_widened_16(Endian::NATIVE, vectors[i], dst, 2 * i * S::LANES);
            i += 1;
        }
        return Some(all);
    }
    let mut leads = leads_of(may_lead, 0);
    let trails = leads << 1;
    if non_ascii & !(leads | trails) != 0 {
        return None;
    }
    let mut stored = 0;
    let mut i = 0;
    while i < BLOCK / S::LANES {
        let kept = !trails >> (i * S::LANES % 64);
        let out = &mut dst[stored..];
        stored += simd.compress_widened_16(Endian::NATIVE, vectors[i], kept, out);
        i += 1;
    }
    let mut before = 0;
    while leads != 0 {
        let offset = leads.trailing_zeros() as usize;
        let index = 2 * offset.wrapping_sub(before);
        let unit = match src[offset..] {
            [lead, trail, ..] => from.unit(lead, trail),
            _ => 0,
        };
        if unit == 0 {
            return Some(Progress {
                read: offset,
                written: index,
            });
        }
        dst.write(index & 0x7F, unit.to_ne_bytes());
        leads &= leads - 1;
        before += 1;
    }
    Some(Progress {
        read: all.read,
        written: all.written - 2 * before,
    })
}

/// Converts all characters that fit, up to the first byte that does not begin a character of the
/// tables.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    from: &'static Decoder,
) -> Progress {
    if let Some(progress) = convert_short(simd, src, dst, from) {
        return progress;
    }
    simd.outlined::<Long>(src, dst, from)
}

outlined!([S: DecodeUtf8] S, Long(&'static Decoder) = convert_long);

/// Converts like [`convert`], for text of any length.
#[inline(always)]
fn convert_long<S: DecodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    from: &'static Decoder,
) -> Progress {
    let mut padded;
    let mut scratch = Scratch::<MAX_OUTPUT>::new();
    let mut list = [0; LIST];
    let mut at = Progress::START;
    // 1 if the first byte of the next chunk is a trail byte whose unit is already written.
    let mut carried = 0;
    while at.read < src.len() {
        let rest = &src[at.read..];
        // We hide the maximum of four blocks from the compiler, which would unroll the loop
        // completely.
        let len = rest.len().min(hint::black_box(CHUNK));
        let window: &[u8; WINDOW] = match rest.first_chunk() {
            Some(window) => window,
            None => {
                padded = [0; WINDOW];
                padded[..rest.len()].copy_from_slice(rest);
                &padded
            }
        };
        let out = &mut dst[at.written..];
        let fits = out.len() >= MAX_OUTPUT;
        let target = if fits {
            out.first::<MAX_OUTPUT>()
        } else {
            scratch.output()
        };
        let mut end = len;
        let mut has_error = false;
        let mut count = 0;
        let mut stored = 0;
        let mut carry = carried;
        let mut block = 0;
        let mut any = 0;
        while block < len {
            let mut non_ascii = 0;
            let mut may_lead = 0;
            let mut i = 0;
            while i < BLOCK / S::LANES {
                let bytes = simd.load(window, block + i * S::LANES);
                let bits = kinds(simd, bytes, from);
                non_ascii |= bits[0] << (i * S::LANES % 64);
                may_lead |= bits[1] << (i * S::LANES % 64);
                i += 1;
            }
            any |= non_ascii;
            if non_ascii | carry == 0 {
                let mut i = 0;
                while i < BLOCK / S::LANES {
                    let bytes = simd.load(window, block + i * S::LANES);
                    simd.store_widened_16(Endian::NATIVE, bytes, target, stored);
                    stored += 2 * S::LANES;
                    i += 1;
                }
                block += BLOCK;
                continue;
            }
            let mut leads = leads_of(may_lead, carry);
            let trails = leads << 1 | carry;
            let mut others = non_ascii & !(leads | trails);
            carry = leads >> 63;
            let start = stored;
            let mut i = 0;
            while i < BLOCK / S::LANES {
                let bytes = simd.load(window, block + i * S::LANES);
                let kept = !trails >> (i * S::LANES % 64);
                let out = &mut target[stored..];
                stored += simd.compress_widened_16(Endian::NATIVE, bytes, kept, out);
                i += 1;
            }
            while others != 0 {
                let offset = others.trailing_zeros() as usize;
                let unit = from.singles[usize::from(window[block + offset] & 0x7F)];
                let below = (1 << offset) - 1;
                if unit == 0 {
                    end = block + offset;
                    has_error = true;
                    leads &= below;
                    carry = 0;
                    break;
                }
                let before = (trails & below).count_ones() as usize;
                target.write(start + 2 * (offset - before), unit.to_ne_bytes());
                others &= others - 1;
            }
            let mut i = 0;
            while i < BLOCK / S::LANES {
                let positions = simd.load(&POSITIONS.0, block + i * S::LANES);
                let leads = leads >> (i * S::LANES % 64);
                count +=
                    simd.compress(positions, leads, &mut Output::from_init(&mut list)[count..]);
                i += 1;
            }
            block += BLOCK;
            if has_error {
                break;
            }
        }
        let mut units = end - carried as usize - count + carry as usize;
        let before = carried as usize;
        if let Some(failed_index) = look_up(from, window, &list[..count], before, target) {
            end = usize::from(list[failed_index]);
            units = end - before - failed_index;
            has_error = true;
        }
        let step = Progress {
            read: end,
            written: 2 * units,
        };
        if !fits {
            if out.len() < step.written {
                break;
            }
            out.copy_converted(&scratch, step);
        }
        at += step;
        carried = carry;
        if has_error {
            carried = 0;
            break;
        }
        if any == 0 {
            let target = Utf16(Endian::NATIVE);
            at += skip_ascii(simd, target, &src[at.read..], &mut dst[at.written..]);
        }
    }
    at.read += carried as usize;
    at
}
