//! How operations call intrinsics.

/// An intrinsic, called on what only a token's holder can have.
macro_rules! intrinsic {
    ($name:ident $(::<$($constant:tt),+>)? ($($argument:expr),*)) => {{
        // SAFETY: tokens and vectors exist only where their features are enabled.
        unsafe { $name $(::<$($constant),+>)? ($($argument),*) }
    }};
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

pub(super) use {intrinsic, operators};
