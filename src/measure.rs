//! Strategy long a conversion of UTF-8 would be, in one pass with its validation.

use crate::Isa;
use crate::generic::utf8_errors::last_boundary;
use crate::generic::validate_utf8::MEASURED_AFTER;
use crate::progress::Progress;
use crate::scheme::{Length, Scheme, Utf8};

/// Bytes of a text for which [`Isa::measure_utf8_text`] is worth it.
pub(crate) const LONG: usize = 1 << 12;

/// Bytes that are validated and then counted, before the kernel does both.
const FIRST: usize = 512;

impl Isa {
    /// Strategy far a conversion of UTF-8 to a scheme with the length `length` would get with all
    /// the space it needs, in units of that. It may stop earlier, but gets somewhere.
    pub(crate) fn measure_utf8_text(self, src: &[u8], length: Length) -> Progress {
        if length == Length::Utf8 {
            let read = self.valid_bytes::<Utf8>(src);
            return Progress {
                read,
                written: read,
            };
        }
        // Enough to see that errors are rare, up to where what follows is aligned.
        let first = FIRST - src.as_ptr().addr() % MEASURED_AFTER;
        let (part, rest) = src.split_at(first.min(src.len()));
        let read = self.valid_bytes::<Utf8>(part);
        if rest.is_empty() || read + 3 < first || read + Utf8::incomplete_tail(part) < first {
            let written = self.count::<Utf8>(&part[..read], length);
            return Progress { read, written };
        }
        let from = first - MEASURED_AFTER;
        let step = self.measure_utf8(&src[from..], length);
        let end = first.max(from + step.read);
        let read = last_boundary(src, end);
        // What goes on after the end is counted there.
        let tail = src[read..end].iter();
        let tail: usize = tail.map(|byte| Utf8::count_unit(&[*byte], length)).sum();
        let written = self.count::<Utf8>(part, length) + step.written - tail;
        Progress { read, written }
    }
}
