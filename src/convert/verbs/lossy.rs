//! Conversion with replacement. The text between faults (malformed sequences and unrepresentable
//! characters) goes through the kernels; text with many faults is made well-formed in a buffer
//! first.
//!
//! In UTF-16 the replacement of a lone surrogate is one unit, so a part of the text is made
//! well-formed in the buffer without moving other units, and then converted as any text. UTF-8 to
//! UTF-8 goes through UTF-16 in the buffer: there is a kernel that converts UTF-8 to UTF-16 with
//! replacement.
#![forbid(unsafe_code)]

use crate::Isa;
use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::encoding::endian::{Endian, Little};
use crate::encoding::scheme::{LATIN1, Scheme, Utf8, Utf16, is_kind};
use crate::kernels::scalar::{self, Lossy};

/// Size of the buffer of UTF-16, in bytes.
const BUFFER: usize = 1 << 12;

/// Bytes of the buffer beyond those that a text needs, so that kernels go to its end.
const ROOM: usize = 1 << 6;

/// If UTF-8 has a fault after fewer well-formed bytes than this, it is quicker to convert the text
/// after it through UTF-16.
const FREQUENT_FAULTS: usize = 1 << 9;

/// Fewer bytes of UTF-8 than this are not worth the way through UTF-16.
const SHORTEST_PART: usize = 1 << 8;

impl Isa {
    /// Converts with replacement: with the kernels while the text is well-formed, and one character
    /// at a time for some bytes after a fault, so that text with many faults costs no more than
    /// scalar code.
    pub(crate) fn convert_lossy<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if is_kind!(S, SingleByte(LATIN1)) && (D::UNIVERSAL || is_kind!(D, SingleByte(LATIN1))) {
            // There is nothing to replace.
            return self.convert(from, to, src, dst);
        }
        let mut at = Progress::START;
        loop {
            let step = self.convert_replacing(from, to, &src[at.read..], &mut dst[at.written..]);
            at += step;
            if at.read == src.len() {
                return at;
            }
            let (order, other) = const { (S::KIND.endian(), D::KIND.endian()) };
            if is_kind!((S, D), (Utf16(_), Utf16(_))) {
                let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                at += self.utf16_replaced(src, dst, order, other);
            } else if is_kind!(S, Utf16(_)) && D::UNIVERSAL {
                self.convert_made_well_formed((from, to), src, dst, &mut at, order);
            } else if is_kind!((S, D), (Utf8, Utf8))
                && step.read < FREQUENT_FAULTS
                && self.has_vectors()
            {
                self.utf8_replaced_through_utf16(src, dst, &mut at);
            }
            // After a long run without a fault, this one is taken for a single one.
            let clean_run = if step.read < scalar::CLEAN_RUN {
                scalar::CLEAN_RUN
            } else {
                1
            };
            match scalar::convert_lossy((from, to), src, dst, &mut at, clean_run) {
                Lossy::CleanRun => {}
                Lossy::Full | Lossy::Done => return at,
            }
        }
    }

    /// Converts UTF-16 from `at` on, a buffer of it at a time, made well-formed there. Returns when
    /// a buffer has needed no replacement, or the output or the text is about to end.
    #[inline(never)]
    fn convert_made_well_formed<S: Scheme, D: Scheme>(
        self,
        (from, to): (S, D),
        src: &[u8],
        dst: &mut Output,
        at: &mut Progress,
        order: Endian,
    ) {
        let mut buffer = Buffer::<BUFFER>::new();
        loop {
            let rest = &src[at.read..];
            let room = buffer.first(rest.len() + ROOM);
            let all = self.utf16_replaced(rest, memory::output(room), order, order);
            let text = &room[..all.written];
            let step = self.convert(from, to, text, &mut dst[at.written..]);
            *at += step;
            if step.read < all.read || text == &rest[..all.read] {
                return;
            }
        }
    }

    /// Converts UTF-8 to UTF-8 with replacement from `at` on, through a buffer of UTF-16. Returns
    /// when a part is likely to have had no fault, or the output or the text is about to end.
    #[inline(never)]
    fn utf8_replaced_through_utf16(self, src: &[u8], dst: &mut Output, at: &mut Progress) {
        const INTERMEDIATE: Utf16<Little> = Utf16::NEW;
        let mut buffer = Buffer::<BUFFER>::new();
        loop {
            // A byte becomes one unit of the buffer at most, and that 3 bytes of UTF-8 at most.
            let out = &mut dst[at.written..];
            let rest = &src[at.read..];
            let len = rest.len().min(BUFFER / 2).min(out.len() / 3);
            if len < SHORTEST_PART {
                return;
            }
            let part = &rest[..len];
            let part = &part[..part.len() - Utf8.incomplete_tail(part)];
            let room = buffer.first(2 * part.len() + ROOM);
            let replaced = self.convert_lossy(Utf8, INTERMEDIATE, part, memory::output(room));
            let units = &room[..replaced.written];
            let Progress { written, .. } = self.convert(INTERMEDIATE, Utf8, units, out);
            *at += Progress {
                read: part.len(),
                written,
            };
            // If the length is unchanged, there was most likely no fault.
            if written == part.len() {
                return;
            }
        }
    }
}
