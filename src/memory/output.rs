//! The output of conversions: bytes that can be written, but not read or made uninitialised.

use crate::memory::progress::Progress;
use core::mem::MaybeUninit;
use core::ops::{Index, IndexMut};
use core::ptr;
use core::slice::SliceIndex;

/// Bytes of output, which may be uninitialised.
///
/// An `Output` only accepts initialised bytes. So a conversion may write to initialised memory of
/// its caller, and the memory stays initialised.
#[repr(transparent)]
pub struct Output([MaybeUninit<u8>]);

impl Output {
    /// Returns possibly uninitialised `bytes` as output.
    #[inline(always)]
    pub(crate) fn from_uninit(bytes: &mut [MaybeUninit<u8>]) -> &mut Self {
        // SAFETY: an `Output` has the layout of the slice that it wraps, and any later content of
        // `bytes` is valid there.
        unsafe { &mut *(ptr::from_mut(bytes) as *mut Self) }
    }

    /// Returns initialised bytes as output.
    #[inline(always)]
    pub(crate) fn from_init(bytes: &mut [u8]) -> &mut Self {
        // SAFETY: `MaybeUninit` allows any content, and an `Output` only accepts initialised bytes.
        Self::from_uninit(unsafe { &mut *(ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) })
    }

    /// Returns the number of bytes.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the bytes of `range`, or `None` if it is out of bounds.
    #[inline(always)]
    pub(crate) fn get_mut<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>>(
        &mut self,
        range: R,
    ) -> Option<&mut Self> {
        self.0.get_mut(range).map(Self::from_uninit)
    }

    /// Splits the output at byte `at`. Panics if `at` is out of bounds.
    #[cfg(feature = "parallel")]
    pub(crate) fn split_at_mut(&mut self, at: usize) -> (&mut Self, &mut Self) {
        let (before, after) = self.0.split_at_mut(at);
        (Self::from_uninit(before), Self::from_uninit(after))
    }

    /// Returns the number of bytes before the first byte whose address is a multiple of
    /// `alignment`.
    #[inline(always)]
    pub(crate) fn align_offset(&self, alignment: usize) -> usize {
        self.0.as_ptr().align_offset(alignment)
    }

    /// Returns the first `N` bytes, as an output whose length is a constant. Panics if there are
    /// fewer.
    #[inline(always)]
    pub(crate) fn first<const N: usize>(&mut self) -> &mut Self {
        let Some(first) = self.0.first_chunk_mut::<N>() else {
            panic_out_of_bounds()
        };
        Self::from_uninit(first)
    }

    /// Returns a pointer to all bytes.
    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Returns a pointer to `N` bytes from `at` on. Panics if they are out of bounds.
    #[inline(always)]
    pub(crate) fn pointer<const N: usize>(&mut self, at: usize) -> *mut u8 {
        let Some(slot) = self.0.get_mut(at..) else {
            panic_out_of_bounds()
        };
        let Some(slot) = slot.first_chunk_mut::<N>() else {
            panic_out_of_bounds()
        };
        slot.as_mut_ptr().cast()
    }

    /// Returns the chunks of `len` bytes, without a shorter chunk at the end.
    #[inline(always)]
    pub(crate) fn chunks_exact_mut(&mut self, len: usize) -> impl Iterator<Item = &mut Self> {
        self.0.chunks_exact_mut(len).map(Self::from_uninit)
    }

    /// Fills the output with the first bytes of `bytes`. Panics if `bytes` is shorter.
    #[inline(never)]
    pub(crate) fn fill_from(&mut self, bytes: &[u8]) {
        // Copies pieces of a fixed length. The last piece overlaps the one before.
        if self.len() >= 16 {
            self.fill_by_pieces::<16>(bytes);
        } else if self.len() >= 4 {
            self.fill_by_pieces::<4>(bytes);
        } else {
            self.fill_by_pieces::<1>(bytes);
        }
    }

    #[inline(always)]
    fn fill_by_pieces<const LEN: usize>(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < self.len() {
            at = at.min(self.len() - LEN);
            let piece: &[u8; LEN] = bytes[at..].first_chunk().expect("as long as the output");
            self.write(at, *piece);
            at += LEN;
        }
    }

    /// Copies the output of a conversion into `scratch`, with the progress `step`, to the
    /// beginning. Panics if it does not fit.
    #[inline(always)]
    pub(crate) fn copy_converted<const N: usize>(&mut self, scratch: &Scratch<N>, step: Progress) {
        // A conversion initialises the bytes that it counts as written.
        let (to, from) = (&mut self.0[..step.written], &scratch.0[..step.written]);
        if N > SHORT_COPY {
            to.copy_from_slice(from);
        } else if to.len() >= 32 {
            copy_by_pieces::<32>(to, from);
        } else if to.len() >= 16 {
            copy_by_pieces::<16>(to, from);
        } else if to.len() >= 4 {
            copy_by_pieces::<4>(to, from);
        } else {
            copy_by_pieces::<1>(to, from);
        }
    }

    /// Writes `bytes` from `at` on. Panics if they do not fit.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        let Some(slot) = self.0.get_mut(at..) else {
            panic_out_of_bounds()
        };
        let Some(slot) = slot.first_chunk_mut() else {
            panic_out_of_bounds()
        };
        *slot = bytes.map(MaybeUninit::new);
    }
}

/// Buffers of at most this many bytes are copied inline, because a call of `memcpy` would cost
/// more.
const SHORT_COPY: usize = 1 << 9;

/// Copies `to.len()` bytes in pieces of a fixed length. The last piece overlaps the one before.
#[inline(always)]
fn copy_by_pieces<const LEN: usize>(to: &mut [MaybeUninit<u8>], from: &[MaybeUninit<u8>]) {
    let mut at = 0;
    while at < to.len() {
        let start = at.min(to.len() - LEN);
        to[start..][..LEN].copy_from_slice(&from[start..][..LEN]);
        at += LEN;
    }
}

/// Panics for all writes. The message has no position, so a kernel needs only one call.
#[cold]
#[inline(never)]
fn panic_out_of_bounds() -> ! {
    panic!("the output is too short");
}

impl<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>> Index<R> for Output {
    type Output = Self;

    #[inline(always)]
    fn index(&self, range: R) -> &Self {
        // SAFETY: an `Output` has the layout of the slice that it wraps.
        unsafe { &*(ptr::from_ref(&self.0[range]) as *const Self) }
    }
}

impl<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>> IndexMut<R> for Output {
    #[inline(always)]
    fn index_mut(&mut self, range: R) -> &mut Self {
        match self.0.get_mut(range) {
            Some(part) => Self::from_uninit(part),
            None => panic_out_of_bounds(),
        }
    }
}

impl Default for &mut Output {
    #[inline(always)]
    fn default() -> Self {
        Output::from_uninit(&mut [])
    }
}

/// A buffer for output that is copied only by [`Output::copy_converted`], or never read.
pub(crate) struct Scratch<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Scratch<N> {
    /// Creates an uninitialised buffer.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([MaybeUninit::uninit(); N])
    }

    /// Returns the buffer as output.
    #[inline(always)]
    pub(crate) fn output(&mut self) -> &mut Output {
        Output::from_uninit(&mut self.0)
    }
}

/// A buffer for output that is copied or converted again. Bytes are initialised when they are first
/// used.
pub(crate) struct Buffer<const N: usize> {
    bytes: [MaybeUninit<u8>; N],
    /// The number of initialised bytes at the beginning.
    initialised: usize,
}

impl<const N: usize> Buffer<N> {
    /// Creates an uninitialised buffer.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            bytes: [MaybeUninit::uninit(); N],
            initialised: 0,
        }
    }

    /// Returns the first `len` bytes, or all if there are fewer. Bytes that were never returned
    /// before are zero.
    #[inline(always)]
    pub(crate) fn first(&mut self, len: usize) -> &mut [u8] {
        let len = len.min(N);
        if self.initialised < len {
            self.bytes[self.initialised..len].fill(MaybeUninit::new(0));
            self.initialised = len;
        }
        // SAFETY: these bytes are initialised.
        unsafe { &mut *(ptr::from_mut(&mut self.bytes[..len]) as *mut [u8]) }
    }
}
