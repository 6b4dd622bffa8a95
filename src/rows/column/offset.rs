//! The integers that can be offsets.

/// An integer type for offsets into a column's values, or for lengths of rows: `i32`, `i64`, `u32`,
/// `u64`, `usize` or `isize`.
///
/// The trait is sealed.
pub trait Offset: Copy + PartialOrd + sealed::Index {}

pub(crate) mod sealed {
    /// Integers as indices.
    pub trait Index {
        /// The greatest number, as a `usize` as far as that goes.
        const MAX: usize;

        /// The number as a `usize`; `usize::MAX`, which no slice reaches, if it is negative or too
        /// large.
        fn index(self) -> usize;

        /// The low bits of the number. They equal it if it is in the range of a `usize`.
        fn low_bits(self) -> usize;

        /// Whether it is -1.
        fn equals_minus_one(self) -> bool;

        /// The integer of this value, which is at most [`MAX`](Index::MAX).
        fn of(index: usize) -> Self;
    }
}

macro_rules! offsets {
    ($($integer:ty)*) => {
        $(
            impl sealed::Index for $integer {
                const MAX: usize = if size_of::<$integer>() > size_of::<usize>() {
                    usize::MAX
                } else {
                    <$integer>::MAX as usize
                };

                #[inline(always)]
                fn index(self) -> usize {
                    usize::try_from(self).unwrap_or(usize::MAX)
                }

                #[inline(always)]
                fn low_bits(self) -> usize {
                    self as usize
                }

                #[inline(always)]
                fn equals_minus_one(self) -> bool {
                    <$integer>::MIN != 0 && self == (0 as $integer).wrapping_sub(1)
                }

                #[inline(always)]
                fn of(index: usize) -> Self {
                    index as $integer
                }
            }
            impl Offset for $integer {}
        )*
    };
}

offsets! { i32 i64 u32 u64 usize isize }
