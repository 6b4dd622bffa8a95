//! Casts between slices of units and slices of bytes, initialised or not, and fixed-size windows of
//! slices for loads.

use crate::memory::{output::Output, progress::Progress};
#[cfg(all(feature = "convert", feature = "alloc"))]
use alloc::{string::String, vec::Vec};
use core::{mem::MaybeUninit, ptr};

/// Integers without padding, valid for any bytes: `u8`, `u16` and `u32`.
pub trait Unit {}
impl Unit for u8 {}
impl Unit for u16 {}
impl Unit for u32 {}

/// Returns the bytes of `units`, in native order. [`Pair`](crate::Pair) and
/// [`Charset`](crate::Charset) accept text in this form.
///
/// ```
/// use utflane::{Charset, unit_bytes};
///
/// assert_eq!(Charset::Utf16.validate(unit_bytes(&[0x68u16, 0x69])), Ok(()));
/// ```
#[inline(always)]
pub fn unit_bytes<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: the bytes are exactly the memory of `units`, and integers have no padding.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Returns the bytes of `units`, in native order, to write to. Pass them as the output of
/// [`Pair`](crate::Pair), which still counts units, or of
/// [`AnyTranscoder`](crate::stream::AnyTranscoder), which counts bytes.
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
pub fn unit_bytes_mut<U: Unit>(units: &mut [U]) -> &mut [u8] {
    // SAFETY: the bytes are exactly the memory of `units`, which have no padding, and any bytes
    // make a valid unit.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Returns the bytes of `units` as output.
#[inline(always)]
pub(crate) fn output<U: Unit>(units: &mut [U]) -> &mut Output {
    Output::from_init(unit_bytes_mut(units))
}

/// Returns the bytes of possibly uninitialised `units` as output.
#[inline(always)]
pub(crate) fn output_uninit<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut Output {
    // SAFETY: the bytes are exactly the memory of `units`, and `MaybeUninit` allows any content.
    Output::from_uninit(unsafe {
        core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units))
    })
}

/// Returns the `N` bytes of `src` from `at` on. Panics if they are out of bounds.
#[inline(always)]
pub(crate) fn window<const N: usize>(src: &[u8], at: usize) -> &[u8; N] {
    if let Some(rest) = src.get(at..) {
        if let Some(window) = rest.first_chunk() {
            return window;
        }
    }
    no_bytes()
}

/// Returns the consecutive arrays of `N` units of `units`. (Rust 1.88 has `as_chunks` for this.)
#[inline(always)]
pub(crate) fn arrays<T, const N: usize>(units: &[T]) -> impl Iterator<Item = &[T; N]> {
    let chunks = units.chunks_exact(N);
    chunks.map(|chunk| chunk.try_into().expect("N units"))
}

/// Panics for all loads. The message has no position, so a kernel needs only one call.
#[cold]
#[inline(never)]
fn no_bytes() -> ! {
    panic!("no bytes to load");
}

/// Runs a conversion into uninitialised units, and returns the units written and the progress.
///
/// # Safety
///
/// `convert` must initialise all bytes of its output that it counts as written.
#[inline(always)]
pub(crate) unsafe fn fill<U: Unit>(
    units: &mut [MaybeUninit<U>],
    convert: impl FnOnce(&mut Output) -> Progress,
) -> (&mut [U], Progress) {
    let progress = convert(output_uninit(units));
    let written = &mut units[..progress.written / size_of::<U>()];
    // SAFETY: `convert` has initialised these units, and any bytes make a valid unit.
    let written = unsafe { &mut *(ptr::from_mut(written) as *mut [U]) };
    (written, progress)
}

/// Runs a conversion into the spare capacity of `units` and appends its output.
///
/// # Safety
///
/// `convert` must fulfil the contract of [`fill`].
#[cfg(all(feature = "convert", feature = "alloc"))]
#[inline(always)]
pub(crate) unsafe fn append<U: Unit>(
    units: &mut Vec<U>,
    convert: impl FnOnce(&mut Output) -> Progress,
) -> Progress {
    // SAFETY: this function has the same contract.
    let (written, progress) = unsafe { fill(units.spare_capacity_mut(), convert) };
    let len = written.len() + units.len();
    // SAFETY: `fill` has returned the units up to `len` as initialised, within the capacity.
    unsafe { units.set_len(len) };
    progress
}

/// Runs a step of a conversion to UTF-8 into the spare capacity of `text` and appends its output.
/// The first number that `convert` returns is the number of bytes written.
///
/// # Safety
///
/// The bytes that `convert` counts as written must be initialised, at the beginning of its output,
/// and well-formed UTF-8.
#[cfg(all(feature = "convert", feature = "alloc"))]
pub(crate) unsafe fn append_str<T>(
    text: &mut String,
    convert: impl FnOnce(&mut Output) -> (usize, T),
) -> T {
    // SAFETY: only the spare capacity is written to until the length changes.
    let bytes = unsafe { text.as_mut_vec() };
    let (written, step) = convert(output_uninit(bytes.spare_capacity_mut()));
    let len = bytes.len() + written;
    // SAFETY: `convert` has initialised the bytes up to `len`, and all are well-formed UTF-8.
    unsafe { bytes.set_len(len) };
    step
}
