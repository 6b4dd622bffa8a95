//! The main loop over blocks of 64 bytes, and the switch to the loop with replacement if text is
//! malformed. The main loop is a trait, because an instruction set can have its own version.

use super::{BLOCK, Target, at_boundary, lossy};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use core::ops::ControlFlow;

/// A main loop over the inner blocks of a text.
pub(crate) trait MainLoop<S: DecodeUtf8, T: Target<S>> {
    /// Text length in bytes up to which leading ASCII is converted before the loop is called.
    const ASCII_FIRST: usize = usize::MAX;

    /// Converts one or more blocks from `progress.read` on. There must be text before and after
    /// each block, and `dst` must have capacity for its largest possible output. Stops at an error.
    /// Malformed text is only an error if `checked` is set. With `replace`, the loop may stop up to
    /// a chunk before the error.
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        progress: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Outcome;
}

/// Converts blocks while there is text before and after them and `dst` has capacity for their
/// largest possible output. Stops at an error, or, with `replace`, at the end of the text or of the
/// capacity. If `malformed`, the vector before has an error, and the first block needs replacement.
/// Returns `Break`, with `progress` at a character boundary, if nothing after `progress` can be
/// converted.
#[inline(always)]
pub(super) fn convert_blocks<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
    [checked, replace]: [bool; 2],
    mut malformed: bool,
) -> ControlFlow<()> {
    while src.len() - progress.read > BLOCK || malformed {
        if malformed {
            let replacing = lossy::Replacing::<T> {
                src,
                dst,
                progress: *progress,
                target,
            };
            match simd.cold(replacing) {
                ControlFlow::Continue(end) => *progress = end,
                ControlFlow::Break(end) => {
                    *progress = end;
                    return ControlFlow::Break(());
                }
            }
            malformed = false;
            continue;
        }
        match L::convert(simd, target, src, dst, progress, checked, replace) {
            Outcome::Converted => {}
            // The byte after the block is unchecked. A continuation byte is malformed there.
            Outcome::Complete => {
                malformed = src
                    .get(progress.read)
                    .is_some_and(|&byte| is_continuation(byte))
            }
            Outcome::Error => {
                if !replace {
                    return ControlFlow::Continue(());
                }
                *progress = at_boundary::<S, T>(src, *progress);
                malformed = true;
            }
            Outcome::Full => return ControlFlow::Continue(()),
        }
        if malformed && !replace {
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// Converts the rest of `src` from `progress` on if it is pure ASCII and at least one vector.
#[inline(always)]
pub(super) fn convert_ascii_rest<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
) {
    let rest = &src[progress.read..];
    if rest.len() < S::LANES {
        return;
    }
    // The last vector overlaps the one before it.
    let last = rest.len() - S::LANES;
    let mut any = simd.load(rest, last);
    let mut at = 0;
    while at < last {
        any = any | simd.load(rest, at);
        at += S::LANES;
    }
    if !simd.is_ascii(any) {
        return;
    }
    if let Some(out) = dst[progress.written..].get_mut(..T::UNIT * rest.len()) {
        write_ascii::<S, T>(
            simd,
            target,
            rest,
            out,
            at.min(rest.len()) / S::LANES * S::LANES,
        );
        write_ascii::<S, T>(
            simd,
            target,
            &rest[last..],
            &mut out[T::UNIT * last..],
            S::LANES,
        );
        *progress += Progress {
            read: rest.len(),
            written: T::UNIT * rest.len(),
        };
    }
}

/// The reason why a main loop stopped.
pub(crate) enum Outcome {
    /// The text up to the new position is converted. A byte that is well-formed there follows, or
    /// the text ends.
    Converted,
    /// A block was converted that ends at a character boundary. The byte after it is unchecked.
    #[allow(dead_code, reason = "a main loop may always check that byte")]
    Complete,
    /// The next block or the byte after it has an error.
    Error,
    /// The text has no further complete block, or `dst` may lack capacity for one.
    Full,
}

/// Writes the first `len` bytes of `src`, which must be ASCII.
#[inline(always)]
pub(crate) fn write_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
    // Widening takes fewer instructions if the byte order is a constant.
    if T::UNIT > 1 && target.endian() == Endian::Big {
        write_vectors::<S, T>(simd, target.with_endian(Endian::Big), src, dst, len);
    } else {
        write_vectors::<S, T>(simd, target.with_endian(Endian::Little), src, dst, len);
    }
}

/// Writes like [`write_ascii`], with a byte order that is a constant after inlining.
#[inline(always)]
fn write_vectors<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
    let (src, dst) = (&src[..len], &mut dst[..T::UNIT * len]);
    let mut at = 0;
    while at < len {
        target.write_ascii(simd, simd.load(src, at), dst, T::UNIT * at);
        at += S::LANES;
    }
}
