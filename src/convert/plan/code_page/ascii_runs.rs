//! Conversion of mostly ASCII text from UTF-8 to a code page.

use super::ASCII_RUN;
use crate::Isa;
use crate::encoding::code_page::CodePageTables;
use crate::encoding::scheme::{ASCII, Scheme, Utf8};
use crate::kernels;
use crate::memory::output::Output;
use crate::memory::progress::Progress;

/// Maximum credit in bytes. A run of ASCII adds its length, without the part that the kernel
/// converts. Each other character costs [`ASCII_RUN`]. So the credit falls while runs are shorter
/// than `ASCII_RUN` on average.
pub(super) const MAX_CREDIT: usize = 512;

/// Consecutive blocks of ASCII after which calling the kernel is faster.
const MAX_BLOCKS: usize = 8;

/// Returns the number of ASCII bytes at the start of a block of 32 bytes.
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

/// Converts UTF-8 to a code page that contains ASCII, from `at` on, while most runs of ASCII are
/// long. Copies the runs, and converts the characters between them one by one.
///
/// Stops at malformed text, at an unrepresentable character that it does not replace, or if less
/// than a block of input or output is left. Also stops if the credit (see [`MAX_CREDIT`]) is below
/// [`ASCII_RUN`]. If `replaced` is given, writes `?` for unrepresentable characters and counts
/// them.
#[inline(never)]
pub(super) fn convert_ascii_runs(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    mut credit: usize,
    mut replaced: Option<&mut u64>,
) -> Progress {
    let mut clean = 0;
    while credit >= ASCII_RUN {
        if clean == MAX_BLOCKS {
            clean = 0;
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            at += kernels::single_byte_to_single_byte(isa, src, dst, ASCII);
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
        credit = MAX_CREDIT.min(credit + ascii);
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
