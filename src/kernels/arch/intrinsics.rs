//! How operations call intrinsics.

/// An intrinsic that touches no memory, called on what only a token's holder can have.
macro_rules! intrinsic {
    ($name:ident $(::<$($constant:tt),+>)? ($($argument:expr),*)) => {{
        // SAFETY: tokens and vectors exist only where their features are enabled.
        unsafe { $name $(::<$($constant),+>)? ($($argument),*) }
    }};
}

/// An intrinsic that loads an array of the type `$array`, all of it.
macro_rules! load {
    ($name:ident, $array:ty, $from:expr) => {{
        let from: &$array = $from;
        // SAFETY: a token's holder asks, and what is loaded is the array, which may lie anywhere.
        unsafe { $name(from.as_ptr().cast()) }
    }};
}

/// An intrinsic that stores a vector of `$len` bytes to an output from a place on.
macro_rules! store {
    ($name:ident, $len:literal, $vector:expr, $dst:expr, $at:expr) => {{
        let (vector, to) = ($vector, $dst.pointer::<$len>($at));
        // SAFETY: a token's holder asks, and what is stored, all initialised, fits there.
        unsafe { $name(to.cast(), vector) }
    }};
}

/// Operations that are an intrinsic each: what they take and return are vectors or masks.
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

/// The functions of an instruction set that parts of an algorithm are called in.
macro_rules! functions {
    () => {
        #[inline(always)]
        fn outlined<C: Outlined<Self>>(
            self,
            src: &[u8],
            dst: &mut Output,
            parameters: C::Parameters,
        ) -> Progress {
            intrinsic!(outlined::<C>(src, dst, parameters))
        }

        #[inline(always)]
        fn cold<T: Task<Self>>(self, task: T) -> T::Output {
            intrinsic!(cold(task))
        }
    };
}

/// Masks of units that are vectors, as those of bytes are, and when one is set anywhere.
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
            // Two bits for each unit of 32 bits.
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

/// The operators of a vector type, each an intrinsic.
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

pub(super) use {functions, intrinsic, load, operations, operators, store, vector_masks};
