//! Conversion to memory that is allocated on the way: a new `Vec` or `String`, or the end of one.

use super::pairs::{in_units, outcome};
use super::{SchemeOf, max_len};
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{Encoded, Form, Scheme, joined};
use crate::encoding::unit_size;
use crate::{Encoding, Isa, TranscodeError, Utf8};
use alloc::string::String;
use alloc::vec::Vec;

/// Units of output up to which a text gets the capacity of the worst case.
const SMALL: usize = 1 << 10;

impl Isa {
    /// See [`transcode_to_vec`](fn@crate::transcode_to_vec).
    pub fn transcode_to_vec<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Result<Vec<D::Unit>, TranscodeError> {
        let convert = |src: &_, dst: &mut _| self.convert(S::SCHEME, D::SCHEME, src, dst);
        let needs_capacity = convertible(S::SCHEME, D::SCHEME);
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let (vec, at) = unsafe { self.collect::<S, D>(src, convert, needs_capacity) };
        outcome::<S, D>(memory::bytes(src), at).map(|_| vec)
    }

    /// See [`transcode_lossy_to_vec`](fn@crate::transcode_lossy_to_vec).
    pub fn transcode_lossy_to_vec<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> Vec<D::Unit> {
        let convert = |src: &_, dst: &mut _| self.convert_lossy(S::SCHEME, D::SCHEME, src, dst);
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        unsafe { self.collect::<S, D>(src, convert, |_| true) }.0
    }

    /// See [`transcode_unchecked_to_vec`](fn@crate::transcode_unchecked_to_vec).
    ///
    /// # Safety
    ///
    /// `src` is well-formed in `S`, and `D` has all its characters.
    pub unsafe fn transcode_unchecked_to_vec<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Vec<D::Unit> {
        let convert = |src: &_, dst: &mut _| self.convert_unchecked(S::SCHEME, D::SCHEME, src, dst);
        let needs_capacity = convertible(S::SCHEME, D::SCHEME);
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        unsafe { self.collect::<S, D>(src, convert, needs_capacity) }.0
    }

    /// See [`transcode_append`](fn@crate::transcode_append).
    pub(crate) fn transcode_append<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut Vec<D::Unit>,
    ) -> Result<usize, TranscodeError> {
        let convert = |src: &_, dst: &mut _| self.convert(S::SCHEME, D::SCHEME, src, dst);
        let needs_capacity = convertible(S::SCHEME, D::SCHEME);
        let start = dst.len();
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let mut at = unsafe { self.extend::<S, D>(src, dst, with_room, convert, needs_capacity) };
        at.written -= join_pair::<D>(dst, start);
        with_room(dst, 0);
        outcome::<S, D>(memory::bytes(src), at)
    }

    /// See [`transcode_lossy_append`](fn@crate::transcode_lossy_append).
    pub(crate) fn transcode_lossy_append<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        dst: &mut Vec<D::Unit>,
    ) -> usize {
        let convert = |src: &_, dst: &mut _| self.convert_lossy(S::SCHEME, D::SCHEME, src, dst);
        let start = dst.len();
        // SAFETY: a conversion initialises the bytes that its progress counts as written.
        let mut at = unsafe { self.extend::<S, D>(src, dst, with_room, convert, |_| true) };
        at.written -= join_pair::<D>(dst, start);
        with_room(dst, 0);
        at.written / unit_size::<D>()
    }

    /// See [`transcode_to_string`](fn@crate::transcode_to_string).
    pub(crate) fn transcode_to_string<S: Encoding>(
        self,
        src: &[S::Unit],
    ) -> Result<String, TranscodeError> {
        let bytes = self.transcode_to_vec::<S, Utf8>(src)?;
        // SAFETY: a conversion to UTF-8 writes well-formed UTF-8.
        Ok(unsafe { String::from_utf8_unchecked(bytes) })
    }

    /// See [`transcode_lossy_to_string`](fn@crate::transcode_lossy_to_string).
    pub(crate) fn transcode_lossy_to_string<S: Encoding>(self, src: &[S::Unit]) -> String {
        let bytes = self.transcode_lossy_to_vec::<S, Utf8>(src);
        // SAFETY: a conversion to UTF-8 writes well-formed UTF-8.
        unsafe { String::from_utf8_unchecked(bytes) }
    }

    /// Converts to a new `Vec`: see [`extend`](Self::extend).
    ///
    /// # Safety
    ///
    /// That of [`memory::fill`].
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
        if vec.capacity() - vec.len() > SMALL.max(vec.len() / 4) {
            vec.shrink_to_fit();
        }
        (vec, at)
    }

    /// The units to which `src` is likely to convert: of a variant, those of its base.
    fn likely_len<S: Encoding, D: Encoding>(self, src: &[S::Unit]) -> usize {
        let base = S::SCHEME.base();
        let units = self.count(base, memory::bytes(src), SchemeOf::<D>::LENGTH);
        // Some characters are longer in a variant.
        let more = if SchemeOf::<D>::IS_VARIANT {
            units / 16
        } else {
            0
        };
        in_units::<D>(units.saturating_add(more))
    }

    /// Converts to the end of `vec`, for which `grow` makes capacity. A short text gets the
    /// capacity of the worst case, a longer one the capacity that it needs if it is well-formed,
    /// and more if that is not enough: `needs_capacity` says whether a conversion that stopped
    /// before the bytes that it is given stopped because the output was full.
    ///
    /// The rest of a text is not counted again. Its length is extrapolated from the part converted
    /// last, and is at least half of what was appended already. So there are few rounds, and the
    /// work is linear in the length of the text.
    ///
    /// # Safety
    ///
    /// That of [`memory::fill`].
    unsafe fn extend<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        vec: &mut Vec<D::Unit>,
        grow: impl Fn(&mut Vec<D::Unit>, usize),
        convert: impl Fn(&[u8], &mut Output) -> Progress,
        needs_capacity: impl Fn(&[u8]) -> bool,
    ) -> Progress {
        let mut at = Progress::START;
        let mut last: Option<Progress> = None;
        loop {
            let rest = &src[at.read / unit_size::<S>()..];
            let worst = max_len::<S, D>(rest.len()).unwrap_or(usize::MAX);
            let spare = vec.capacity() - vec.len();
            let capacity = match last {
                _ if worst <= SMALL.max(spare) => worst,
                None => self.likely_len::<S, D>(rest).clamp(SMALL, worst),
                Some(last) => extrapolated(size_of_val(rest), last, unit_size::<D>())
                    .max(at.written / unit_size::<D>() / 2)
                    .clamp(SMALL, worst),
            };
            grow(vec, capacity);
            // SAFETY: this function has the same contract.
            let step = unsafe { memory::append(vec, |dst| convert(memory::bytes(rest), dst)) };
            at += step;
            let rest = &memory::bytes(src)[at.read..];
            if rest.is_empty() || !needs_capacity(rest) {
                return at;
            }
            last = Some(step);
        }
    }
}

/// Writes a pair of surrogates whose second half begins at unit `start` of WTF-8 as the character
/// that it is. Returns how many bytes shorter the text is then.
fn join_pair<D: Encoding>(vec: &mut Vec<D::Unit>, start: usize) -> usize {
    if D::SCHEME.utf8_form() != Some(Form::Wtf8) {
        return 0;
    }
    let (before, after) = memory::bytes(vec).split_at(start);
    let Some(character) = joined(before, after) else {
        return 0;
    };
    let place = start - SURROGATE..start + SURROGATE;
    let Encoded::Written(written) = D::SCHEME.encode(character, memory::output(&mut vec[place]))
    else {
        return 0;
    };
    vec.drain(start - SURROGATE + written..start + SURROGATE);
    2 * SURROGATE - written
}

/// Bytes of a surrogate of WTF-8.
const SURROGATE: usize = 3;

/// Makes capacity for so many units, and for one more that the caller may add.
fn with_room<U>(vec: &mut Vec<U>, units: usize) {
    vec.reserve(units.saturating_add(1));
}

/// Units of `unit` bytes of output for `len` bytes of input, at the ratio of output to input of
/// `step`.
#[cold]
#[inline(never)]
fn extrapolated(len: usize, step: Progress, unit: usize) -> usize {
    let bytes = (len as u128 * step.written as u128).div_ceil(step.read.max(1) as u128);
    usize::try_from(bytes.div_ceil(unit as u128)).unwrap_or(usize::MAX)
}

/// Whether the first character of `src` is well-formed and representable, so that only a full
/// output stops a strict conversion at it.
fn convertible<S: Scheme, D: Scheme>(from: S, to: D) -> impl Fn(&[u8]) -> bool {
    move |src| match from.decode(src) {
        Ok((character, _)) => to.encode(character, Default::default()) == Encoded::Full,
        Err(_) => false,
    }
}
