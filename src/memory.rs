//! The casts between units and bytes: with the intrinsics and the dispatch call, the crate's only
//! unsafe code.

use crate::encoding::sealed;
use crate::output::Output;
use crate::progress::Progress;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ptr;

/// Units seen as bytes.
#[inline(always)]
pub(crate) fn bytes<U: sealed::Unit>(units: &[U]) -> &[u8] {
    // SAFETY: the range is that of `units`, and integers have no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Units seen as bytes to write. Only initialised bytes may be written: the kernels write nothing
/// else.
#[inline(always)]
pub(crate) fn output<U: sealed::Unit>(units: &mut [U]) -> &mut Output {
    // SAFETY: the range is that of `units`, any bytes make a valid unit, and the kernels leave no
    // byte uninitialised.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Uninitialised units seen as bytes to write.
#[inline(always)]
pub(crate) fn output_uninit<U: sealed::Unit>(units: &mut [MaybeUninit<U>]) -> &mut Output {
    // SAFETY: the range is that of `units`, and nothing is promised of its content.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Lets a conversion write to uninitialised units; returns those that it says it has written.
#[inline(always)]
pub(crate) fn fill<U: sealed::Unit>(
    units: &mut [MaybeUninit<U>],
    convert: impl FnOnce(&mut Output) -> Progress,
) -> (&mut [U], Progress) {
    let progress = convert(output_uninit(units));
    let written = &mut units[..progress.written / size_of::<U>()];
    // SAFETY: a conversion counts as written only bytes that it has initialised.
    let written = unsafe { &mut *(ptr::from_mut(written) as *mut [U]) };
    (written, progress)
}

/// Lets a conversion append to `units`, into the capacity that is left.
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
