//! UTF-16 to encodings of one or two bytes a character: GBK, GB18030, Big5, Shift_JIS, EUC-JP,
//! EUC-KR.
//!
//! ASCII becomes one byte, and nearly everything else two. So the place of each byte of a chunk is
//! known before any unit is looked up: ASCII is written around gaps, which the bytes of the other
//! units fill one by one.
//!
//! ```text
//! units             0061 4E9C 6F22 0062 30BD 0063
//! ASCII, gaps       61 __ __ __ __ 62 __ __ 63
//! places                 1    2         4
//! looked up            88 9F 8A BF    83 5C
//! ```
//!
//! The places are a list, as in [`multibyte_to_utf16`](super::multibyte_to_utf16). From a unit
//! above ASCII that becomes one byte, the rest of the chunk is written unit by unit. The kernel
//! ends before the first unit that has no bytes in the tables.

use super::encode_utf8::{CONTINUATION, EncodeUtf8};
use super::multibyte_to_utf16::PLACES;
use crate::buffer::memory::window;
use crate::buffer::output::{Output, Scratch};
use crate::buffer::progress::Progress;
use crate::encoding::multibyte::Encoder;
use crate::kernels::scalar::at_places::one_by_one;
use crate::kernels::simd::SLACK;
use core::hint;

/// Units of a chunk.
const CHUNK: usize = 128;

/// Bytes of output that a chunk may overwrite.
const ROOM: usize = 2 * CHUNK + SLACK;

/// Bytes of the list of places, with those that may be overwritten.
const LIST: usize = CHUNK + 64 + SLACK;

/// The unit at `index` of a chunk.
#[inline(always)]
fn unit(chunk: &[u8; 2 * CHUNK], index: usize) -> u16 {
    u16::from_ne_bytes(*window(chunk, 2 * (index & (CHUNK - 1))))
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
    let mut padded;
    let mut scratch = Scratch::<ROOM>::new();
    let mut list = [0; LIST];
    let tags = simd.tags(CONTINUATION);
    let mut at = Progress::START;
    while at.read < src.len() {
        let rest = &src[at.read..];
        // The compiler is not to know how many blocks there are at most, or it writes all of them.
        let units = (rest.len() / 2).min(hint::black_box(CHUNK));
        let chunk: &[u8; 2 * CHUNK] = match rest.first_chunk() {
            Some(chunk) => chunk,
            None => {
                padded = [0; 2 * CHUNK];
                padded[..rest.len()].copy_from_slice(rest);
                &padded
            }
        };
        let out = &mut dst[at.written..];
        let fits = out.len() >= ROOM;
        let target = if fits {
            out.first::<ROOM>()
        } else {
            scratch.output().first::<ROOM>()
        };
        let mut stored = 0;
        let mut count = 0;
        let mut first = 0;
        while first < units {
            let block = [
                simd.load(chunk, 2 * first),
                simd.load(chunk, 2 * first + S::LANES),
            ];
            let two = [
                simd.at_least_16(0x80, block[0]),
                simd.at_least_16(0x80, block[1]),
            ];
            let others = simd.bits_16(two);
            if others == 0 {
                simd.store(simd.narrow_16(block), target, stored);
                stored += S::LANES;
                first += S::LANES;
                continue;
            }
            stored += simd.encode_1_2_x2::<false>(block, [tags; 2], two, target, stored);
            let places = simd.load(&PLACES.0, first);
            count += simd.compress(places, others, &mut Output::from_init(&mut list)[count..]);
            first += S::LANES;
        }
        let mut step = Progress {
            read: units,
            written: units + count,
        };
        for (before, &place) in list[..count].iter().enumerate() {
            let place = usize::from(place);
            let bytes = to.bytes(unit(chunk, place));
            let [at, _] = ((place + before) as u16).to_le_bytes();
            if bytes < 0x100 {
                step = one_by_one(to, &chunk[..2 * units], target, place, at.into());
                break;
            }
            target.write(at.into(), bytes.to_be_bytes());
        }
        let is_end = step.read < units;
        step.read *= 2;
        if !fits {
            if out.len() < step.written {
                break;
            }
            out.copy_converted(&scratch, step);
        }
        at += step;
        if is_end {
            break;
        }
    }
    at
}
