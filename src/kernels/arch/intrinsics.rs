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

pub(super) use {intrinsic, load, operations, operators, store};
