//! Validates UTF-8 and computes the length of its conversion, in one pass.
#![forbid(unsafe_code)]

use crate::Isa;
use crate::convert::plan;
use crate::encoding::scheme::{LengthUnit, Scheme, Utf8};
use crate::kernels;
use crate::kernels::scalar::last_boundary;
use crate::kernels::validate_utf8::MEASURE_START;
use crate::memory::progress::Progress;

/// Minimum bytes of UTF-8 for which [`measure_utf8_text`] is faster than validating and then
/// counting each piece of the text.
pub(crate) const ONE_PASS_THRESHOLD: usize = 1 << 12;

/// Bytes at the start of a text that are processed in two passes, validation and counting. The
/// kernel processes the rest in one pass.
const TWO_PASS_BYTES: usize = 512;

/// Returns the progress of a conversion of UTF-8 into unlimited output: `read` in bytes,
/// `written` in the unit `length`. The conversion may stop before the first error. It reads at
/// least one character if the text begins with a well-formed one.
pub(crate) fn measure_utf8_text(isa: Isa, src: &[u8], length: LengthUnit) -> Progress {
    if length == LengthUnit::Utf8 {
        let read = plan::valid_bytes(isa, Utf8, src);
        return Progress {
            read,
            written: read,
        };
    }
    // If the first part has an error, we return early, because errors are probably frequent.
    // The end of this part is aligned for the kernel.
    let first = TWO_PASS_BYTES - src.as_ptr().addr() % MEASURE_START;
    let (part, rest) = src.split_at(first.min(src.len()));
    let read = plan::valid_bytes(isa, Utf8, part);
    if rest.is_empty() || read + Utf8.incomplete_tail(part) < first {
        let written = plan::count(isa, Utf8, &part[..read], length);
        return Progress { read, written };
    }
    let from = first - MEASURE_START;
    let step = kernels::measure_utf8(isa, &src[from..], length);
    let end = first.max(from + step.read);
    let read = last_boundary(src, end);
    // The kernel may have counted a character that `last_boundary` leaves out: subtract it.
    let tail = src[read..end].iter();
    let tail_len: usize = tail.map(|byte| Utf8.count_unit(&[*byte], length)).sum();
    let written = plan::count(isa, Utf8, part, length) + step.written - tail_len;
    Progress { read, written }
}
