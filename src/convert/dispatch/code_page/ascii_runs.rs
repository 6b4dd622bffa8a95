//! Text of which most is ASCII, to a code page.

use super::ASCII_RUN;
use crate::Isa;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::code_page::Page;
use crate::encoding::scheme::{ASCII, Scheme, Utf8};

/// Bytes of long runs that may be saved up for short ones.
pub(super) const MOST_CREDIT: usize = 512;

/// Blocks of ASCII after which it pays to call the kernel.
const MOST_BLOCKS: usize = 8;

/// Bytes of ASCII at the start of a block.
#[inline(always)]
fn ascii_prefix(block: &[u8; 32]) -> usize {
    let bits = |half: &[u8]| {
        let half = half.try_into().unwrap_or_default();
        u128::from_le_bytes(half) & u128::from_ne_bytes([0x80; 16])
    };
    let (low, high) = (bits(&block[..16]), bits(&block[16..]));
    let in_low = low.trailing_zeros() / 8;
    let in_high = 16 + high.trailing_zeros() / 8;
    (if low == 0 { in_high } else { in_low }) as usize
}

/// Converts UTF-8 to a code page that has ASCII, from `at` on, as long as most runs of ASCII are
/// long: these are copied, and the characters between them converted one by one. It stops before
/// the last block, or where short runs have used up the `credit`: bytes of long ones that came
/// before.
#[inline(never)]
pub(super) fn convert_ascii_runs(
    isa: Isa,
    page: &'static Page,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    mut credit: usize,
    mut replaced: Option<&mut u64>,
) -> Progress {
    let mut clean = 0;
    while credit >= ASCII_RUN {
        if clean == MOST_BLOCKS {
            clean = 0;
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            at += isa.single_byte_to_single_byte(src, dst, ASCII);
        }
        let (Some(block), Some(out)) = (
            src[at.read..].first_chunk(),
            dst[at.written..].get_mut(..32),
        ) else {
            return at;
        };
        out.write(0, *block);
        let ascii = ascii_prefix(block);
        at += Progress::all(ascii, 1);
        credit = MOST_CREDIT.min(credit + ascii);
        if ascii == block.len() {
            clean += 1;
            continue;
        }
        clean = 0;
        credit -= ASCII_RUN.min(credit);
        let Ok((code_point, read)) = Utf8.decode(&src[at.read..]) else {
            return at;
        };
        let byte = match (page.encode(code_point.0), &mut replaced) {
            (None, Some(replaced)) => {
                let mark = page.encode(u32::from(b'?'));
                **replaced += u64::from(mark.is_some());
                mark
            }
            (byte, _) => byte,
        };
        let Some(byte) = byte else {
            return at;
        };
        dst.write(at.written, [byte]);
        at += Progress { read, written: 1 };
    }
    at
}
