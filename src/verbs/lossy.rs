//! Conversion with replacement: what is between faults by the kernels of strict conversion, what is
//! full of faults by way of a buffer.
//!
//! In UTF-16 a fault is replaced by one unit, so a part of the text is made well-formed first, in
//! the buffer, and then converted as other text is. UTF-8 to UTF-8 goes by way of UTF-16, to which
//! a kernel converts it with replacement.

use crate::endian::{Endian, Little};
use crate::output::Output;
use crate::progress::Progress;
use crate::scalar::{self, Lossy};
use crate::scheme::{Kind, Scheme, Utf8, Utf16};
use crate::{Isa, memory};
use core::mem::MaybeUninit;

/// Bytes of UTF-16 in the buffer.
const BUFFER: usize = 1 << 12;

/// Bytes of UTF-8 that are well-formed up to a fault, if they are fewer, tell that it pays to
/// convert what follows by way of UTF-16.
const SPARSE: usize = 1 << 9;

impl Isa {
    /// Converts with replacement: fast while the text is well-formed, a character at a time for a
    /// while after it was not, so that text with many errors costs no more than plain code does.
    pub(super) fn convert_lossy<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let mut at = Progress::START;
        loop {
            let step = self.convert_replacing::<S, D>(&src[at.read..], &mut dst[at.written..]);
            at += step;
            if at.read == src.len() {
                return at;
            }
            match (S::KIND, D::KIND) {
                (Kind::Utf16(from), Kind::Utf16(to)) => {
                    let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                    at += self.utf16_replaced(src, dst, from, to);
                }
                (Kind::Utf16(from), _) if D::UNIVERSAL => {
                    self.convert_replaced::<S, D>(src, dst, &mut at, from);
                }
                (Kind::Utf8, Kind::Utf8) if step.read < SPARSE && self.has_vectors() => {
                    self.replace_utf8(src, dst, &mut at);
                }
                _ => {}
            }
            // A lone error costs no more than itself.
            let calm = if step.read < scalar::CALM {
                scalar::CALM
            } else {
                1
            };
            match scalar::convert_lossy::<S, D>(src, dst, &mut at, calm) {
                Lossy::Calm => {}
                Lossy::Full | Lossy::Done => return at,
            }
        }
    }

    /// Converts UTF-16, made well-formed, from `at` on: up to where it is found to be so, or the
    /// room or the text is about to end.
    #[inline(never)]
    fn convert_replaced<S: Scheme, D: Scheme>(
        self,
        src: &[u8],
        dst: &mut Output,
        at: &mut Progress,
        from: Endian,
    ) {
        let mut buffer = [MaybeUninit::<u8>::uninit(); BUFFER];
        loop {
            let rest = &src[at.read..];
            let replace = |dst: &mut Output| self.utf16_replaced(rest, dst, from, from);
            let (text, all) = memory::fill(&mut buffer, replace);
            let step = self.convert::<S, D>(text, &mut dst[at.written..]);
            *at += step;
            if step.read < all.read || *text == rest[..all.read] {
                return;
            }
        }
    }

    /// Converts UTF-8 to UTF-8 from `at` on, with replacement: up to where no fault is found, or
    /// the room or the text is about to end.
    #[inline(never)]
    fn replace_utf8(self, src: &[u8], dst: &mut Output, at: &mut Progress) {
        type Between = Utf16<Little>;
        let mut buffer = [MaybeUninit::<u8>::uninit(); BUFFER];
        loop {
            // Room for whatever the part becomes.
            let room = &mut dst[at.written..];
            let rest = &src[at.read..];
            if rest.len() < BUFFER / 2 || room.len() < 3 * BUFFER / 2 {
                return;
            }
            let part = &rest[..BUFFER / 2];
            let part = &part[..part.len() - Utf8::incomplete_tail(part)];
            let replace = |units: &mut Output| self.convert_lossy::<Utf8, Between>(part, units);
            let (units, _) = memory::fill(&mut buffer, replace);
            let Progress { written, .. } = self.convert::<Between, Utf8>(units, room);
            *at += Progress {
                read: part.len(),
                written,
            };
            // As long as it was: most likely what it was.
            if written == part.len() {
                return;
            }
        }
    }
}
