//! The main loop over blocks of 64 bytes, which an instruction set can have in a version of its
//! own, and the change to the loop with replacement where text is malformed.

use super::lossy;
use super::{BLOCK, Target, at_boundary};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use core::ops::ControlFlow;

/// A main loop.
pub(crate) trait MainLoop<S: DecodeUtf8, T: Target<S>> {
    /// Bytes of a text up to which ASCII at its start is converted before the loop is called.
    const ASCII_FIRST: usize = usize::MAX;

    /// Converts one or more of the blocks from `to.read` on, as long as the text goes on before and
    /// after them and `dst` has capacity for all that they can become. Stops at a fault; malformed
    /// text is none unless it is `checked`. With `replace`, it may stop up to a chunk before the
    /// fault.
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Outcome;
}

/// Converts blocks as long as the text goes on before and after them and `dst` has capacity for all
/// that they can become: up to a fault, or with `replace` to the end of the text or of the
/// capacity. Where the vector before has a fault, the first block is converted with replacement, as
/// `malformed` tells. Breaks at a character boundary if nothing after it can be converted.
#[inline(always)]
pub(super) fn convert_blocks<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    [checked, replace]: [bool; 2],
    mut malformed: bool,
) -> ControlFlow<()> {
    while src.len() - to.read > BLOCK || malformed {
        if malformed {
            let replacing = lossy::Replacing::<T> {
                src,
                dst,
                to: *to,
                target,
            };
            match simd.cold(replacing) {
                ControlFlow::Continue(end) => *to = end,
                ControlFlow::Break(end) => {
                    *to = end;
                    return ControlFlow::Break(());
                }
            }
            malformed = false;
            continue;
        }
        match L::convert(simd, target, src, dst, to, checked, replace) {
            Outcome::Converted => {}
            // The byte after the block is not checked: a continuation byte there is malformed.
            Outcome::Complete => {
                malformed = src.get(to.read).is_some_and(|&byte| is_continuation(byte))
            }
            Outcome::Faulty => {
                if !replace {
                    return ControlFlow::Continue(());
                }
                *to = at_boundary::<S, T>(src, *to);
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

/// Converts the rest of `src`, from `to` on, where it is nothing but ASCII, and at least a vector.
#[inline(always)]
pub(super) fn convert_ascii_rest<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) {
    let rest = &src[to.read..];
    if rest.len() < S::LANES {
        return;
    }
    // The last vector overlaps the one before.
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
    if let Some(out) = dst[to.written..].get_mut(..T::UNIT * rest.len()) {
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
        *to += Progress {
            read: rest.len(),
            written: T::UNIT * rest.len(),
        };
    }
}

/// Why a main loop stopped.
pub(crate) enum Outcome {
    /// It converted a block, and the byte after it is well-formed.
    Converted,
    /// It converted a block that ends with a character, without a check of the byte after it.
    #[allow(dead_code, reason = "a main loop may always check that byte")]
    Complete,
    /// The next block, or the byte after it, has a fault.
    Faulty,
    /// The text has no whole block more, or `dst` may lack capacity for one.
    Full,
}

/// Writes the first `len` bytes of `src`, which are ASCII.
#[inline(always)]
pub(crate) fn write_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    len: usize,
) {
    // Bytes are widened with fewer instructions where the byte order is a constant.
    if T::UNIT > 1 && target.endian() == Endian::Big {
        write_vectors::<S, T>(simd, target.with_endian(Endian::Big), src, dst, len);
    } else {
        write_vectors::<S, T>(simd, target.with_endian(Endian::Little), src, dst, len);
    }
}

/// [`write_ascii`] in a byte order that is a constant once this is inlined.
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
