//! x86 and x86-64.

pub(crate) mod avx2;
pub(crate) mod avx512;
pub(crate) mod block;
#[cfg(not(feature = "std"))]
mod cpuid;
pub(crate) mod sse41;

/// Whether this CPU, and the operating system, supports a feature.
#[cfg(feature = "std")]
macro_rules! detect {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}
/// Whether this CPU, and the operating system, supports a feature.
#[cfg(not(feature = "std"))]
macro_rules! detect {
    ($feature:tt) => {
        $crate::arch::x86::cpuid::has($feature)
    };
}
pub(crate) use detect;

/// An intrinsic, called on what only a token's holder can have.
macro_rules! intrinsic {
    ($name:ident $(::<$constant:tt>)? ($($argument:expr),*)) => {{
        // SAFETY: tokens and vectors of this module exist only where its features are enabled.
        unsafe { $name $(::<$constant>)? ($($argument),*) }
    }};
}
use intrinsic;

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
use operators;
