//! Conversion into a new `Vec`, or appended to an existing one.

use super::{SchemeOf, max_len};
use crate::convert::codec::{Codec, Typed};
use crate::convert::plan;
use crate::encoding::scheme::{Encoded, Scheme, Utf8Form, joined};
use crate::encoding::unit_size;
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Encoding, Isa, TranscodeError};
use alloc::vec::Vec;

/// Maximum units of output for which capacity for the worst case is reserved.
pub(crate) const WORST_CASE_LIMIT: usize = 1 << 10;

impl Isa {
    /// Like [`transcode_to_vec`](fn@crate::transcode_to_vec), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`transcode_to_vec`](fn@crate::transcode_to_vec).
    ///
    /// ```
    /// use utflane::{Isa, Utf8, Utf16Le};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.transcode_to_vec::<Utf16Le, Utf8>(b"h\0i\0"), Ok(b"hi".to_vec()));
    /// }
    /// ```
    pub fn transcode_to_vec<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Result<Vec<D::Unit>, TranscodeError> {
        let convert = |src: &_, dst: &mut _| plan::convert(self, S::SCHEME, D::SCHEME, src, dst);
        let needs_capacity = begins_with_convertible(S::SCHEME, D::SCHEME);
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let (vec, at) = unsafe { self.collect::<S, D>(src, convert, needs_capacity) };
        Typed::<S, D>::NEW
            .outcome(memory::bytes(src), at)
            .map(|_| vec)
    }

    /// Like [`transcode_lossy_to_vec`](fn@crate::transcode_lossy_to_vec), on this instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Latin1, Utf8};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.transcode_lossy_to_vec::<Utf8, Latin1>("5 €".as_bytes()), b"5 ?");
    /// }
    /// ```
    pub fn transcode_lossy_to_vec<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> Vec<D::Unit> {
        let convert = |src: &_, dst: &mut _| self.convert_lossy(S::SCHEME, D::SCHEME, src, dst);
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        unsafe { self.collect::<S, D>(src, convert, |_| true) }.0
    }

    /// Like [`transcode_append`](fn@crate::transcode_append), on this instruction set.
    pub(crate) fn transcode_append<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut Vec<D::Unit>,
    ) -> Result<usize, TranscodeError> {
        let convert = |src: &_, dst: &mut _| plan::convert(self, S::SCHEME, D::SCHEME, src, dst);
        let needs_capacity = begins_with_convertible(S::SCHEME, D::SCHEME);
        let start = dst.len();
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let mut at =
            unsafe { self.extend::<S, D>(src, dst, reserve_with_nul, convert, needs_capacity) };
        at.written -= join_surrogate_pair::<D>(dst, start);
        reserve_with_nul(dst, 0);
        Typed::<S, D>::NEW.outcome(memory::bytes(src), at)
    }

    /// Like [`transcode_lossy_append`](fn@crate::transcode_lossy_append), on this instruction set.
    pub(crate) fn transcode_lossy_append<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut Vec<D::Unit>,
    ) -> usize {
        let convert = |src: &_, dst: &mut _| self.convert_lossy(S::SCHEME, D::SCHEME, src, dst);
        let start = dst.len();
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let mut at = unsafe { self.extend::<S, D>(src, dst, reserve_with_nul, convert, |_| true) };
        at.written -= join_surrogate_pair::<D>(dst, start);
        reserve_with_nul(dst, 0);
        at.written / unit_size::<D>()
    }

    /// Converts into a new `Vec`. See [`extend`](Self::extend).
    ///
    /// # Safety
    ///
    /// `convert` must fulfil the contract of [`memory::fill`].
    pub(super) unsafe fn collect<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        convert: impl Fn(&[u8], &mut Output) -> Progress,
        needs_capacity: impl Fn(&[u8]) -> bool,
    ) -> (Vec<D::Unit>, Progress) {
        let mut vec = Vec::new();
        let grow = Vec::reserve_exact;
        // SAFETY: this function has the same contract.
        let at = unsafe { self.extend::<S, D>(src, &mut vec, grow, convert, needs_capacity) };
        if vec.capacity() - vec.len() > WORST_CASE_LIMIT.max(vec.len() / 4) {
            vec.shrink_to_fit();
        }
        (vec, at)
    }

    /// Estimates the number of units to which `src` converts. A variant as the source is counted as
    /// its base encoding. For a variant as the target, a margin is added.
    fn estimated_len<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> usize {
        let base = S::SCHEME.base();
        let units = plan::count(self, base, memory::bytes(src), SchemeOf::<D>::LENGTH);
        // Some characters are longer in a variant than in its base.
        let more = if SchemeOf::<D>::IS_VARIANT {
            units / 16
        } else {
            0
        };
        Typed::<S, D>::NEW.in_units(units.saturating_add(more))
    }

    /// Converts `src` and appends the result to `vec`. `grow` increases the capacity of `vec`.
    ///
    /// For a short text, reserves capacity for the worst case. For a longer text, first reserves
    /// the capacity that well-formed text needs, and more if that is not enough. `needs_capacity`
    /// receives the rest of the text, and returns whether the conversion stopped because the output
    /// was full.
    ///
    /// Later iterations do not count the rest of the text again. They extrapolate its length from
    /// the part converted last, and reserve at least half of the length appended so far. So there
    /// are few iterations, and the work is linear in the length of the text.
    ///
    /// # Safety
    ///
    /// `convert` must fulfil the contract of [`memory::fill`].
    unsafe fn extend<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        vec: &mut Vec<D::Unit>,
        grow: impl Fn(&mut Vec<D::Unit>, usize),
        convert: impl Fn(&[u8], &mut Output) -> Progress,
        needs_capacity: impl Fn(&[u8]) -> bool,
    ) -> Progress {
        let mut at = Progress::START;
        let mut last_step: Option<Progress> = None;
        loop {
            let rest = &src[at.read / unit_size::<S>()..];
            let worst = max_len::<S, D>(rest.len()).unwrap_or(usize::MAX);
            let spare = vec.capacity() - vec.len();
            let capacity = match last_step {
                _ if worst <= WORST_CASE_LIMIT.max(spare) => worst,
                None => self
                    .estimated_len::<S, D>(rest)
                    .clamp(WORST_CASE_LIMIT, worst),
                Some(last_step) => extrapolated(size_of_val(rest), last_step, unit_size::<D>())
                    .max(at.written / unit_size::<D>() / 2)
                    .clamp(WORST_CASE_LIMIT, worst),
            };
            grow(vec, capacity);
            // SAFETY: this function has the same contract.
            let step = unsafe { memory::append(vec, |dst| convert(memory::bytes(rest), dst)) };
            at += step;
            let rest = &memory::bytes(src)[at.read..];
            if rest.is_empty() || !needs_capacity(rest) {
                return at;
            }
            last_step = Some(step);
        }
    }
}

/// Length of a surrogate in WTF-8, in bytes.
const SURROGATE_LEN: usize = 3;

/// Replaces a surrogate pair in WTF-8, whose low surrogate begins at unit `start`, by the character
/// that it encodes. Returns the number of bytes by which this shortens the text: 0 if there is no
/// such pair.
fn join_surrogate_pair<D: Encoding>(vec: &mut Vec<D::Unit>, start: usize) -> usize {
    if D::SCHEME.utf8_form() != Some(Utf8Form::Wtf8) {
        return 0;
    }
    let (before, after) = memory::bytes(vec).split_at(start);
    let Some(character) = joined(before, after) else {
        return 0;
    };
    let pair = start - SURROGATE_LEN..start + SURROGATE_LEN;
    let Encoded::Written(written) = D::SCHEME.encode(character, memory::output(&mut vec[pair]))
    else {
        return 0;
    };
    vec.drain(start - SURROGATE_LEN + written..start + SURROGATE_LEN);
    2 * SURROGATE_LEN - written
}

/// Reserves capacity for `units` units, and for one more that the caller may add, such as a
/// terminating NUL.
fn reserve_with_nul<U>(vec: &mut Vec<U>, units: usize) {
    vec.reserve(units.saturating_add(1));
}

/// Extrapolates the number of output units of `unit` bytes for `len` bytes of input, at the ratio
/// of output to input in `step`.
#[cold]
#[inline(never)]
fn extrapolated(len: usize, step: Progress, unit: usize) -> usize {
    let bytes = (len as u128 * step.written as u128).div_ceil(step.read.max(1) as u128);
    usize::try_from(bytes.div_ceil(unit as u128)).unwrap_or(usize::MAX)
}

/// Returns a function that checks whether the first character of `src` is well-formed and
/// representable. Only a full output stops a strict conversion at such a character.
pub(super) fn begins_with_convertible<S: Scheme, D: Scheme>(
    from: S,
    to: D,
) -> impl Fn(&[u8]) -> bool {
    move |src| match from.decode(src) {
        Ok((character, _)) => to.encode(character, Default::default()) == Encoded::Full,
        Err(_) => false,
    }
}
