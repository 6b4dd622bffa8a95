//! The integer types of offsets and lengths.

/// An integer type for offsets into a column's values, or for lengths of rows: `i32`, `i64`, `u32`,
/// `u64`, `usize` or `isize`.
///
/// This trait is sealed.
pub trait Offset: Copy + PartialOrd + sealed::Index {}

pub(crate) mod sealed {
    /// Conversions between integers and indices.
    pub trait Index {
        /// The largest value of the type, or `usize::MAX` if it does not fit into a `usize`.
        const MAX: usize;

        /// Returns the number as a `usize`. A negative or too large number becomes `usize::MAX`,
        /// which is greater than the length of any slice.
        fn index(self) -> usize;

        /// Returns the low bits of the number, which equal the number if it fits into a `usize`.
        fn low_bits(self) -> usize;

        /// Returns whether the number is -1.
        fn equals_minus_one(self) -> bool;

        /// Converts `index`, which is at most [`MAX`](Index::MAX).
        fn from_index(index: usize) -> Self;
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
                fn from_index(index: usize) -> Self {
                    index as $integer
                }
            }
            impl Offset for $integer {}
        )*
    };
}

offsets! { i32 i64 u32 u64 usize isize }
