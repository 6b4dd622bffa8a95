//! The casts between slices of units and slices of bytes, initialised or not.

use crate::encoding::sealed;
use crate::output::Output;
use crate::progress::Progress;
#[cfg(feature = "alloc")]
use crate::stream::Step;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;
use core::ptr;

/// The bytes of `units`.
#[inline(always)]
pub(crate) fn bytes<U: sealed::Unit>(units: &[U]) -> &[u8] {
    // SAFETY: the range is that of `units`, and integers have no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// The bytes of units, in native order: what the verbs of [`Pair`](crate::Pair) and
/// [`Charset`](crate::Charset) take.
///
/// ```
/// use utflane::{Charset, Isa, unit_bytes};
///
/// assert_eq!(Charset::Utf16.validate(Isa::best(), unit_bytes(&[0x68u16, 0x69])), Ok(()));
/// ```
#[inline]
pub fn unit_bytes<U: sealed::Unit>(units: &[U]) -> &[u8] {
    bytes(units)
}

/// The bytes of units, in native order, to be written to: as output of [`Pair`](crate::Pair), which
/// counts units all the same, and of [`AnyTranscoder`](crate::stream::AnyTranscoder), which counts
/// bytes.
///
/// ```
/// use utflane::{Charset, stream::AnyTranscoder, unit_bytes_mut};
///
/// let mut units = [0u16; 4];
/// let mut transcoder = AnyTranscoder::new(Charset::Windows1252, Charset::Utf16);
/// let step = transcoder.transcode(b"10\x80", unit_bytes_mut(&mut units));
/// assert_eq!(units[..step.written / 2], [0x31, 0x30, 0x20AC]);
/// ```
#[inline(always)]
pub fn unit_bytes_mut<U: sealed::Unit>(units: &mut [U]) -> &mut [u8] {
    // SAFETY: the range is that of `units`, which have no padding, and any bytes make a valid unit.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// The bytes of `units` as output.
#[inline(always)]
pub(crate) fn output<U: sealed::Unit>(units: &mut [U]) -> &mut Output {
    Output::over(unit_bytes_mut(units))
}

/// The bytes of possibly uninitialised `units` as output.
#[inline(always)]
pub(crate) fn output_uninit<U: sealed::Unit>(units: &mut [MaybeUninit<U>]) -> &mut Output {
    // SAFETY: the range is that of `units`, and `MaybeUninit` allows any content.
    Output::new(unsafe {
        core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units))
    })
}

/// Runs a conversion into uninitialised units; returns the units that it has written.
#[inline(always)]
pub(crate) fn fill<U: sealed::Unit>(
    units: &mut [MaybeUninit<U>],
    convert: impl FnOnce(&mut Output) -> Progress,
) -> (&mut [U], Progress) {
    let progress = convert(output_uninit(units));
    let written = &mut units[..progress.written / size_of::<U>()];
    // SAFETY: a conversion has initialised all bytes that it counts as written.
    let written = unsafe { &mut *(ptr::from_mut(written) as *mut [U]) };
    (written, progress)
}

/// Runs a conversion into the spare capacity of `units` and appends what it has written.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn append<U: sealed::Unit>(
    units: &mut Vec<U>,
    convert: impl FnOnce(&mut Output) -> Progress,
) -> Progress {
    let (written, progress) = fill(units.spare_capacity_mut(), convert);
    let len = written.len() + units.len();
    // SAFETY: `fill` has returned the units up to `len` as initialised, within the capacity.
    unsafe { units.set_len(len) };
    progress
}

/// Runs a step of a conversion to UTF-8 into the spare capacity of `text` and appends what it has
/// written.
#[cfg(feature = "alloc")]
pub(crate) fn append_str(text: &mut String, convert: impl FnOnce(&mut Output) -> Step) -> Step {
    // SAFETY: a conversion to UTF-8 writes whole characters of well-formed UTF-8.
    let bytes = unsafe { text.as_mut_vec() };
    let step = convert(output_uninit(bytes.spare_capacity_mut()));
    let len = bytes.len() + step.written;
    // SAFETY: a conversion has initialised all bytes that it counts as written.
    unsafe { bytes.set_len(len) };
    step
}
