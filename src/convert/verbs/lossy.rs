//! Conversion with replacement. Kernels convert the text between errors, which are malformed
//! sequences and unrepresentable characters. Some kernels also replace errors. Scalar code replaces
//! the others, one character at a time, except in two cases that use a buffer of UTF-16:
//!
//! - From UTF-16 to UTF-8, UTF-32, and all variants of UTF-8, UTF-16 and UTF-32: A kernel copies a
//!   part of the text to the buffer, with its unpaired surrogates replaced. The buffer is then
//!   converted like other text. In UTF-16, the replacement of an unpaired surrogate is one unit, so
//!   it does not move other units.
//! - From UTF-8 to UTF-8, if errors are frequent: The buffer contains the conversion to UTF-16,
//!   because the kernel from UTF-8 to UTF-16 can replace malformed sequences.
#![forbid(unsafe_code)]

use crate::Isa;
use crate::convert::plan;
use crate::encoding::endian::Little;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{LATIN1, Scheme, Utf8, Utf16, is_kind};
use crate::kernels;
use crate::kernels::mode::Mode;
use crate::kernels::scalar::{self, StopReason};
use crate::memory;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;

/// Size of the UTF-16 buffer, in bytes.
const UTF16_BUFFER: usize = 1 << 12;

/// Spare bytes at the end of the buffer, so that kernels do not stop before the end of the text.
const SPARE: usize = 1 << 6;

/// If fewer bytes of well-formed UTF-8 precede an error, the next error is probably near, and
/// converting through UTF-16 is faster.
const MIN_ERROR_DISTANCE: usize = 1 << 7;

/// The first error of UTF-8 is assumed to be the only one, unless it begins a run of this many
/// errors.
const MANY_ERRORS: u32 = 4;

/// Minimum length in bytes of UTF-8 for which converting through UTF-16 pays off.
const MIN_PART: usize = 1 << 6;

impl Isa {
    /// Converts with replacement. Kernels convert well-formed text. After an error, scalar code
    /// converts the next characters one at a time. So a text with many errors takes no longer than
    /// with scalar code alone.
    pub(crate) fn convert_lossy<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if is_kind!(S, SingleByte(LATIN1)) && (D::UNIVERSAL || is_kind!(D, SingleByte(LATIN1))) {
            // Latin-1 has no malformed sequences, and the target can represent all its characters.
            return plan::convert(self, from, to, src, dst);
        }
        let mut at = Progress::START;
        // From UTF-8 to UTF-8, the first error is usually the only one.
        let mut is_first_error = is_kind!((S, D), (Utf8, Utf8));
        loop {
            let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
            let step = if is_first_error && scalar::begins_with_error::<S>(rest) {
                Progress::START
            } else {
                plan::convert_in_mode(self, from, to, rest, out, Mode::Lossy)
            };
            at += step;
            if at.read == src.len() {
                return at;
            }
            let (from_endian, to_endian) = const { (S::KIND.endian(), D::KIND.endian()) };
            if is_kind!((S, D), (Utf16(_), Utf16(_))) {
                let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
                at += kernels::utf16_replaced(self, src, dst, from_endian, to_endian);
            } else if is_kind!(S, Utf16(_)) && D::UNIVERSAL {
                convert_after_replacing_surrogates(self, (from, to), src, dst, &mut at);
            } else if is_kind!((S, D), (Utf8, Utf8)) && self.has_vectors() {
                let more_are_near = if is_first_error {
                    begins_with_many_errors(&src[at.read..])
                } else {
                    step.read < MIN_ERROR_DISTANCE
                };
                if more_are_near {
                    utf8_replaced_through_utf16(self, src, dst, &mut at);
                }
            }
            let clean_run = if is_first_error {
                1
            } else {
                scalar::clean_run_after(step.read)
            };
            is_first_error = false;
            match scalar::convert_lossy((from, to), src, dst, &mut at, clean_run) {
                StopReason::CleanRun => {}
                _ => return at,
            }
        }
    }
}

/// Converts UTF-16 from `at` on, one buffer at a time, after replacing unpaired surrogates in the
/// buffer. Returns if the conversion stopped before the end of the buffer, or if the buffer needed
/// no replacement. The second case includes the end of the text: less than a vector remains, and
/// the buffer is empty.
#[inline(never)]
fn convert_after_replacing_surrogates<S: Scheme, D: Scheme>(
    isa: Isa,
    (from, to): (S, D),
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
) {
    let from_endian = const { S::KIND.endian() };
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    loop {
        let rest = &src[at.read..];
        let output = buffer.first(rest.len() + SPARE);
        let all =
            kernels::utf16_replaced(isa, rest, memory::output(output), from_endian, from_endian);
        let text = &output[..all.written];
        let step = plan::convert(isa, from, to, text, &mut dst[at.written..]);
        *at += step;
        if step.read < all.read || text == &rest[..all.read] {
            return;
        }
    }
}

/// Returns whether UTF-8 begins with [`MANY_ERRORS`] malformed sequences in a row.
fn begins_with_many_errors(src: &[u8]) -> bool {
    let mut rest = src;
    (0..MANY_ERRORS).all(|_| match Utf8.malformed(rest) {
        Some(Malformed { len: Some(len), .. }) => {
            rest = &rest[usize::from(len)..];
            true
        }
        _ => false,
    })
}

/// Converts UTF-8 to UTF-8 with replacement from `at` on, through a buffer of UTF-16. Returns
/// if a part probably had no error, or if less than [`MIN_PART`] bytes can be converted,
/// because the text ends or the output is nearly full.
#[inline(never)]
fn utf8_replaced_through_utf16(isa: Isa, src: &[u8], dst: &mut Output, at: &mut Progress) {
    const INTERMEDIATE: Utf16<Little> = Utf16::NEW;
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    loop {
        // A byte becomes at most one unit in the buffer, and a unit at most 3 bytes of UTF-8.
        let out = &mut dst[at.written..];
        let rest = &src[at.read..];
        let len = rest.len().min(UTF16_BUFFER / 2).min(out.len() / 3);
        if len < MIN_PART {
            return;
        }
        let part = &rest[..len];
        let part = &part[..part.len() - Utf8.incomplete_tail(part)];
        let output = buffer.first(2 * part.len() + SPARE);
        let replaced = isa.convert_lossy(Utf8, INTERMEDIATE, part, memory::output(output));
        let units = &output[..replaced.written];
        let Progress { written, .. } = plan::convert(isa, INTERMEDIATE, Utf8, units, out);
        *at += Progress {
            read: part.len(),
            written,
        };
        // If the length is unchanged, the part most likely had no error.
        if written == part.len() {
            return;
        }
    }
}
