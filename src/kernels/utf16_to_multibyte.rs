//! UTF-16 to legacy multi-byte encodings with one or two bytes per character: GBK, GB18030, Big5,
//! Shift_JIS, EUC-JP, EUC-KR.
//!
//! ASCII becomes one byte, and almost every other unit two bytes. So the output positions of a
//! chunk are known before any unit is looked up. ASCII is written around gaps, and the bytes of the
//! other units are looked up one by one to fill the gaps.
//!
//! ```text
//! units             0061 4E9C 6F22 0062 30BD 0063
//! ASCII, gaps       61 __ __ __ __ 62 __ __ 63
//! positions              1    2         4
//! looked up            88 9F 8A BF    83 5C
//! ```
//!
//! The positions are a list, as in [`multibyte_to_utf16`](mod@super::multibyte_to_utf16). If a
//! non-ASCII unit becomes one byte, the rest of the chunk from this unit on is written unit by
//! unit. The kernel stops before the first unit that is not in the tables.
#![forbid(unsafe_code)]

use super::multibyte_to_utf16::POSITIONS;
use crate::encoding::multibyte::Encoder;
use crate::kernels::scalar::multibyte_lookup::encode_one_by_one;
use crate::memory::output::{Output, Scratch};
use crate::memory::progress::Progress;
use crate::memory::window;
use crate::simd::SLACK;
use crate::simd::encode_utf8::{CONTINUATION, EncodeUtf8};
use core::hint;

/// Units of a chunk.
const CHUNK: usize = 128;

/// Bytes of output that a chunk may overwrite.
const MAX_OUTPUT: usize = 2 * CHUNK + SLACK;

/// Bytes of the list of positions, including the bytes that may be overwritten.
const LIST: usize = CHUNK + 64 + SLACK;

/// Returns the unit at `index` of a chunk.
#[inline(always)]
fn unit(chunk: &[u8; 2 * CHUNK], index: usize) -> u16 {
    u16::from_ne_bytes(*window(chunk, 2 * (index & (CHUNK - 1))))
}

/// Converts all units that fit, up to the first unit that is not in the tables.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    to: &'static Encoder,
) -> Progress {
    let src = &src[..src.len() & !1];
    let mut padded;
    let mut scratch = Scratch::<MAX_OUTPUT>::new();
    let mut list = [0; LIST];
    let tags = simd.tags(CONTINUATION);
    let mut at = Progress::START;
    while at.read < src.len() {
        let rest = &src[at.read..];
        // We hide the maximum number of blocks from the compiler, which would unroll the loop
        // completely.
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
        let fits = out.len() >= MAX_OUTPUT;
        let target = if fits {
            out.first::<MAX_OUTPUT>()
        } else {
            scratch.output().first::<MAX_OUTPUT>()
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
            let non_ascii = simd.bits_16(two);
            if non_ascii == 0 {
                simd.store(simd.narrow_16(block), target, stored);
                stored += S::LANES;
                first += S::LANES;
                continue;
            }
            stored += simd.encode_1_2_x2::<false>(block, [tags; 2], two, target, stored);
            let positions = simd.load(&POSITIONS.0, first);
            count += simd.compress(
                positions,
                non_ascii,
                &mut Output::from_init(&mut list)[count..],
            );
            first += S::LANES;
        }
        let mut step = Progress {
            read: units,
            written: units + count,
        };
        for (before, &position) in list[..count].iter().enumerate() {
            let position = usize::from(position);
            let bytes = to.bytes(unit(chunk, position));
            let [at, _] = ((position + before) as u16).to_le_bytes();
            if bytes < 0x100 {
                step = encode_one_by_one(to, &chunk[..2 * units], target, position, at.into());
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
