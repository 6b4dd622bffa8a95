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

/// The bytes of `units` as output.
#[inline(always)]
pub(crate) fn output<U: sealed::Unit>(units: &mut [U]) -> &mut Output {
    // SAFETY: the range is that of `units`, which have no padding, and any bytes make a valid unit.
    Output::over(unsafe {
        core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units))
    })
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
