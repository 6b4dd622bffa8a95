//! Macros through which operations call intrinsics.

/// Calls an intrinsic that does not access memory. Its arguments exist only where a token does.
macro_rules! intrinsic {
    ($name:ident $(::<$($constant:tt),+>)? ($($argument:expr),*)) => {{
        // SAFETY: tokens and vectors exist only where their features are enabled.
        unsafe { $name $(::<$($constant),+>)? ($($argument),*) }
    }};
}

/// Calls an intrinsic that loads a whole array of type `$array`.
macro_rules! load {
    ($name:ident, $array:ty, $from:expr) => {{
        let from: &$array = $from;
        // SAFETY: the caller has a token, so the features are enabled. The load reads exactly the
        // array, and needs no alignment.
        unsafe { $name(from.as_ptr().cast()) }
    }};
}

/// Calls an intrinsic that stores a vector of `$len` bytes to an output from `$at` on.
macro_rules! store {
    ($name:ident, $len:literal, $vector:expr, $dst:expr, $at:expr) => {{
        let (vector, to) = ($vector, $dst.pointer::<$len>($at));
        // SAFETY: the caller has a token, so the features are enabled. `pointer` has checked that
        // the `$len` bytes fit, and all of them are initialised.
        unsafe { $name(to.cast(), vector) }
    }};
}

/// Declares operations that are one intrinsic each, on vectors or masks.
macro_rules! operations {
    ($($(#[$doc:meta])*
       $name:ident($($operand:ident: $type:ident),+) -> $result:ident
       = $intrinsic:ident($($argument:ident),+);)+) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            fn $name(self, $($operand: $type),+) -> $result {
                $result(intrinsic!($intrinsic($($argument.0),+)))
            }
        )+
    };
}

/// Declares the methods that call parts of an algorithm as separate functions.
macro_rules! separate_functions {
    () => {
        #[inline(always)]
        fn outlined<K: $crate::simd::Outlined<Self>>(
            self,
            src: &[u8],
            dst: &mut Output,
            parameters: K::Parameters,
        ) -> K::Output {
            intrinsic!(outlined::<K>(src, dst, parameters))
        }

        #[inline(always)]
        fn cold<T: Task<Self>>(self, task: T) -> T::Output {
            intrinsic!(cold(task))
        }
    };
}

/// Declares masks of units as vectors, like masks of bytes. `$any` tests whether any lane is set.
macro_rules! vector_masks {
    ($self:ident, $mask:ident => $any:expr) => {
        type Mask16 = Vector;
        type Mask32 = Vector;

        vector_masks!(@ $self, $mask => $any; any_16 select_16, any_32 select_32);

        #[inline(always)]
        fn compress_32<const CLIPPED: bool>(
            self,
            units: Vector,
            mask: Vector,
            dst: &mut Output,
            at: usize,
        ) -> usize {
            // The mask has two bits for each unit of 32 bits.
            self.compress_16::<CLIPPED>(units, mask, dst, at)
        }
    };
    (@ $self:ident, $mask:ident => $any:expr; $($any_of:ident $select:ident),+) => {$(
        #[inline(always)]
        fn $any_of($self, $mask: Vector) -> bool {
            $any
        }

        #[inline(always)]
        fn $select(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
            self.select(mask, yes, no)
        }
    )+};
}

/// Declares the operators of a vector type, one intrinsic each.
macro_rules! operators {
    ($vector:ident: $($operator:ident $method:ident $intrinsic:ident),+) => {
        $(
            impl core::ops::$operator for $vector {
                type Output = Self;
                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    Self(intrinsic!($intrinsic(self.0, other.0)))
                }
            }
        )+
    };
}

pub(super) use {intrinsic, load, operations, operators, separate_functions, store, vector_masks};
