//! Encodings of one or two bytes a character to UTF-16: GBK, GB18030, Big5, Shift_JIS, EUC-JP,
//! EUC-KR.
//!
//! Whether a byte is a lead depends on all bytes before it, since a trail may be any byte that a
//! lead may be. But only a run of bytes that may be leads has to be looked at: lead and trail
//! alternate from its start, and a run of odd length takes the byte after it. An addition finds
//! them, as it finds escaped quotes in simdjson (Langdale and Lemire 2019, "Parsing Gigabytes of
//! JSON per Second"), whose carries run through the mask. Below, first bytes come first:
//!
//! ```text
//! Shift_JIS         a  88 9F 8A BF  b  83 5C  c
//! may be leads      .  1  1  1  1   .  1  .   .
//! leads             .  1  .  1  .   .  1  .   .
//! trails            .  .  1  .  1   .  .  1   .
//! ```
//!
//! All bytes but the trails become units: ASCII as it is, the halfwidth katakana of Shift_JIS (A1
//! to DF) by an addition. Then each lead's unit is looked up, and overwritten:
//!
//! ```text
//! compressed        0061 00__ 00__ 0062 00__ 0063
//! looked up              4E9C 6F22      30BD
//! ```
//!
//! The kernel ends before the first character that is none of these. Anything else is rare: four
//! bytes of GB18030, three of EUC-JP, other single bytes, sequences of two code points.

use super::store_units::StoreUnits;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::Decoder;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Bytes of a block, and those after it that a look-up may read.
const WINDOW: usize = BLOCK + 2;

/// Bytes of output for a block: more than it needs, so that the compiler sees that any place in a
/// byte's range is there.
const ROOM: usize = 256;

/// The bits of even places.
const EVEN: u64 = u64::MAX / 3;

/// What the bytes of a block are.
pub(super) struct Roles {
    pub(super) leads: u64,
    pub(super) trails: u64,
}

impl Roles {
    /// The roles in a block, of which the bytes `may_lead`; the first byte is a trail if
    /// `carried` is 1, or else 0.
    #[inline(always)]
    pub(super) fn new(may_lead: u64, carried: u64) -> Self {
        let may_lead = may_lead & !carried;
        let starts = may_lead & !(may_lead << 1);
        // The runs that start at an even place vanish.
        let odd_runs = may_lead & may_lead.wrapping_add(starts & EVEN);
        let even_runs = may_lead & !odd_runs;
        let leads = even_runs & EVEN | odd_runs & !EVEN;
        Roles {
            leads,
            trails: leads << 1 | carried,
        }
    }
}

/// Bits below `place`, which is at most 64.
#[inline(always)]
pub(super) fn below(place: usize) -> u64 {
    if place >= 64 {
        return u64::MAX;
    }
    (1 << place) - 1
}

/// Converts as much as fits, up to the first byte that does not begin a character of the tables.
#[inline(always)]
pub(crate) fn convert<S: StoreUnits>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (from, to): (&'static Decoder, Endian),
) -> Progress {
    let mut padded = [0; WINDOW];
    let mut buffer = Buffer::<ROOM>::new();
    let mut at = Progress::START;
    // 1 if the first byte of the next block is a trail, whose unit is written.
    let mut carried = 0;
    while at.read < src.len() {
        let rest = &src[at.read..];
        let len = rest.len().min(BLOCK);
        let window: &[u8; WINDOW] = match rest.first_chunk() {
            Some(window) => window,
            None => {
                padded = [0; WINDOW];
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
        let mut non_ascii = 0;
        let mut may_lead = 0;
        let mut i = 0;
        while i < BLOCK / S::LANES {
            let bytes = simd.load(window, i * S::LANES);
            non_ascii |= simd.bits(simd.non_ascii(bytes)) << (i * S::LANES % 64);
            let turned = bytes ^ simd.splat(from.leads[0]);
            let leads = simd.at_least(from.leads[1], turned)
                & !simd.at_least(from.leads[2].wrapping_add(1), turned);
            may_lead |= simd.bits(leads) << (i * S::LANES % 64);
            i += 1;
        }
        let Roles { leads, trails } = Roles::new(may_lead, carried);
        let others = non_ascii & !(leads | trails);
        let mut end = len;
        let mut is_fault = false;
        let mut written = 0;
        let mut i = 0;
        while i < BLOCK / S::LANES {
            let bytes = simd.load(window, i * S::LANES);
            let kept = !trails >> (i * S::LANES % 64);
            written += simd.compress_units(to, bytes, simd.splat(0), kept, &mut target[written..]);
            i += 1;
        }
        // Its highest bit, if a unit is zero: there is no character.
        let mut zero = 0;
        let mut left = leads;
        let mut before = carried as usize;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let unit = from.unit(window[place], window[place + 1]);
            zero |= u32::from(unit).wrapping_sub(1);
            let index = 2 * place.wrapping_sub(before) & (ROOM - 2);
            target.write(index, to.bytes_16(unit));
            before += 1;
        }
        if others | u64::from(zero >> 31) != 0 {
            let mut left = leads | others;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                let (byte, next) = (window[place], window[place + 1]);
                let unit = if leads >> place & 1 == 1 {
                    from.unit(byte, next)
                } else {
                    from.singles[usize::from(byte & 0x7F)]
                };
                if unit == 0 {
                    end = end.min(place);
                    is_fault = true;
                    break;
                }
                if leads >> place & 1 == 0 {
                    let before = (trails & below(place)).count_ones() as usize;
                    let index = 2 * place.wrapping_sub(before) & (ROOM - 2);
                    target.write(index, to.bytes_16(unit));
                }
                left &= left - 1;
            }
        }
        let written = 2 * (!trails & below(end)).count_ones() as usize;
        if !fits {
            let Some(out) = out.get_mut(..written) else {
                break;
            };
            out.fill_from(buffer.first(ROOM));
        }
        at.read += end;
        at.written += written;
        carried = leads >> 63;
        if is_fault {
            carried = 0;
            break;
        }
    }
    at.read += carried as usize;
    at
}
