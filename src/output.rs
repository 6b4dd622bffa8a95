//! Where conversions write: bytes that can be written, but not read nor made uninitialised.

use core::mem::MaybeUninit;
use core::ops::{Index, IndexMut};
use core::ptr;
use core::slice::SliceIndex;

/// Bytes of output, possibly not yet initialised.
///
/// Whoever has one can only write initialised bytes to it. So a conversion may write to memory that
/// its caller has initialised, and that stays so.
#[repr(transparent)]
pub struct Output([MaybeUninit<u8>]);

impl Output {
    /// `bytes` as output.
    #[inline(always)]
    pub(crate) fn new(bytes: &mut [MaybeUninit<u8>]) -> &mut Self {
        // SAFETY: an `Output` is laid out as what it wraps, and whatever is in `bytes` later is
        // allowed there.
        unsafe { &mut *(ptr::from_mut(bytes) as *mut Self) }
    }

    /// Initialised bytes as output.
    #[inline(always)]
    pub(crate) fn over(bytes: &mut [u8]) -> &mut Self {
        // SAFETY: any bytes may be there, and an `Output` lets only initialised ones be written.
        Self::new(unsafe { &mut *(ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) })
    }

    /// Number of bytes.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bytes of `range`, or `None` if there are not so many.
    #[inline(always)]
    pub(crate) fn get_mut<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>>(
        &mut self,
        range: R,
    ) -> Option<&mut Self> {
        self.0.get_mut(range).map(Self::new)
    }

    /// The bytes before `at`, and those from `at` on. Panics if there are not so many.
    #[cfg(feature = "parallel")]
    pub(crate) fn split_at_mut(&mut self, at: usize) -> (&mut Self, &mut Self) {
        let (before, after) = self.0.split_at_mut(at);
        (Self::new(before), Self::new(after))
    }

    /// Number of bytes before the first one whose address is a multiple of `alignment`.
    #[inline(always)]
    pub(crate) fn align_offset(&self, alignment: usize) -> usize {
        self.0.as_ptr().align_offset(alignment)
    }

    /// The first `N` bytes: an output whose length the compiler knows. Panics if there are not so
    /// many.
    #[inline(always)]
    pub(crate) fn first<const N: usize>(&mut self) -> &mut Self {
        let first: &mut [_; N] = self.0.first_chunk_mut().expect("space for all");
        Self::new(first)
    }

    /// Where `N` bytes can be written from `at` on. Panics if they do not fit.
    #[inline(always)]
    pub(crate) fn pointer<const N: usize>(&mut self, at: usize) -> *mut u8 {
        self.0[at..][..N].as_mut_ptr().cast()
    }

    /// Pieces of `len` bytes, without what is left at the end.
    #[inline(always)]
    pub(crate) fn chunks_exact_mut(&mut self, len: usize) -> impl Iterator<Item = &mut Self> {
        self.0.chunks_exact_mut(len).map(Self::new)
    }

    /// Writes `bytes` from `at` on. Panics if they do not fit.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        let to: &mut [_; N] = self.0[at..].first_chunk_mut().expect("space for the bytes");
        *to = bytes.map(MaybeUninit::new);
    }
}

impl<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>> Index<R> for Output {
    type Output = Self;

    #[inline(always)]
    fn index(&self, range: R) -> &Self {
        // SAFETY: an `Output` is laid out as what it wraps.
        unsafe { &*(ptr::from_ref(&self.0[range]) as *const Self) }
    }
}

impl<R: SliceIndex<[MaybeUninit<u8>], Output = [MaybeUninit<u8>]>> IndexMut<R> for Output {
    #[inline(always)]
    fn index_mut(&mut self, range: R) -> &mut Self {
        Self::new(&mut self.0[range])
    }
}

impl Default for &mut Output {
    #[inline(always)]
    fn default() -> Self {
        Output::new(&mut [])
    }
}

/// Space for output where a destination is too short for whole vectors.
pub(crate) struct Scratch<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Scratch<N> {
    /// Space that nothing was written to.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([MaybeUninit::uninit(); N])
    }

    /// The space as output.
    #[inline(always)]
    pub(crate) fn output(&mut self) -> &mut Output {
        Output::new(&mut self.0)
    }

    /// Copies the beginning of the space, as much as was written to, to all of `dst`.
    ///
    /// This alone could make `dst` uninitialised: its callers must have written so many bytes.
    #[inline(never)]
    pub(crate) fn copy_to(&self, dst: &mut Output) {
        // Pieces of a fixed length, the last of which overlaps the one before.
        if dst.len() >= 16 {
            self.copy_pieces::<16>(dst);
        } else if dst.len() >= 4 {
            self.copy_pieces::<4>(dst);
        } else {
            self.copy_pieces::<1>(dst);
        }
    }

    #[inline(always)]
    fn copy_pieces<const LEN: usize>(&self, dst: &mut Output) {
        let mut at = 0;
        while at < dst.len() {
            at = at.min(dst.len() - LEN);
            let piece: [_; LEN] = *self.0[at..].first_chunk().expect("as long as `dst`");
            *dst.0[at..].first_chunk_mut().expect("a piece") = piece;
            at += LEN;
        }
    }
}
