//! Where conversions write: bytes that can be written, but not read nor made uninitialised.

use crate::buffer::progress::Progress;
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
    pub(crate) fn from_uninit(bytes: &mut [MaybeUninit<u8>]) -> &mut Self {
        // SAFETY: an `Output` is laid out as what it wraps, and whatever is in `bytes` later is
        // allowed there.
        unsafe { &mut *(ptr::from_mut(bytes) as *mut Self) }
    }

    /// Initialised bytes as output.
    #[inline(always)]
    pub(crate) fn from_init(bytes: &mut [u8]) -> &mut Self {
        // SAFETY: any bytes may be there, and an `Output` lets only initialised ones be written.
        Self::from_uninit(unsafe { &mut *(ptr::from_mut(bytes) as *mut [MaybeUninit<u8>]) })
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
        self.0.get_mut(range).map(Self::from_uninit)
    }

    /// The bytes before `at`, and those from `at` on. Panics if there are not so many.
    #[cfg(feature = "parallel")]
    pub(crate) fn split_at_mut(&mut self, at: usize) -> (&mut Self, &mut Self) {
        let (before, after) = self.0.split_at_mut(at);
        (Self::from_uninit(before), Self::from_uninit(after))
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
        let Some(first) = self.0.first_chunk_mut::<N>() else {
            no_room()
        };
        Self::from_uninit(first)
    }

    /// Where all bytes can be written.
    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Where `N` bytes can be written from `at` on. Panics if they do not fit.
    #[inline(always)]
    pub(crate) fn pointer<const N: usize>(&mut self, at: usize) -> *mut u8 {
        let Some(place) = self.0.get_mut(at..) else {
            no_room()
        };
        let Some(place) = place.first_chunk_mut::<N>() else {
            no_room()
        };
        place.as_mut_ptr().cast()
    }

    /// Pieces of `len` bytes, without what is left at the end.
    #[inline(always)]
    pub(crate) fn chunks_exact_mut(&mut self, len: usize) -> impl Iterator<Item = &mut Self> {
        self.0.chunks_exact_mut(len).map(Self::from_uninit)
    }

    /// Fills all with the first bytes of `bytes`. Panics if these are fewer.
    #[inline(never)]
    pub(crate) fn fill_from(&mut self, bytes: &[u8]) {
        // Pieces of a fixed length, the last of which overlaps the one before.
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

    /// Copies to the beginning what a conversion into `scratch`, with the progress `step`, has
    /// written. Panics if it does not fit.
    #[inline(always)]
    pub(crate) fn copy_converted<const N: usize>(&mut self, scratch: &Scratch<N>, step: Progress) {
        // A conversion initialises what it counts as written.
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
        let Some(place) = self.0.get_mut(at..) else {
            no_room()
        };
        let Some(place) = place.first_chunk_mut() else {
            no_room()
        };
        *place = bytes.map(MaybeUninit::new);
    }
}

/// Bytes of a buffer from which less is copied than it pays to call `memcpy` for.
const SHORT_COPY: usize = 1 << 9;

/// Copies as many bytes as there are in pieces of a fixed length, the last of which overlaps the
/// one before.
#[inline(always)]
fn copy_by_pieces<const LEN: usize>(to: &mut [MaybeUninit<u8>], from: &[MaybeUninit<u8>]) {
    let mut at = 0;
    while at < to.len() {
        let start = at.min(to.len() - LEN);
        to[start..][..LEN].copy_from_slice(&from[start..][..LEN]);
        at += LEN;
    }
}

/// The one panic of all writes: it says not where, so that a kernel needs one call for all.
#[cold]
#[inline(never)]
fn no_room() -> ! {
    panic!("no room in the output");
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
        match self.0.get_mut(range) {
            Some(part) => Self::from_uninit(part),
            None => no_room(),
        }
    }
}

impl Default for &mut Output {
    #[inline(always)]
    fn default() -> Self {
        Output::from_uninit(&mut [])
    }
}

/// Space for output that nobody reads.
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
        Output::from_uninit(&mut self.0)
    }
}

/// Space for output that is copied from there, or converted again. It is initialised as far as it
/// is used.
pub(crate) struct Buffer<const N: usize> {
    bytes: [MaybeUninit<u8>; N],
    /// So many bytes at the beginning are initialised.
    initialised: usize,
}

impl<const N: usize> Buffer<N> {
    /// Space that nothing was written to.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            bytes: [MaybeUninit::uninit(); N],
            initialised: 0,
        }
    }

    /// The first `len` bytes, or all if there are fewer: zeros, where they were not here before.
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
