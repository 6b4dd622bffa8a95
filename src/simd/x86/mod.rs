//! The instruction sets of x86 and x86-64.
//!
//! The build script can leave out an instruction set (`utflane_kernels`). Then only its block
//! validator and the operations that other instruction sets use are compiled.

use super::intrinsics::{
    intrinsic, load, operations, operators, separate_functions, store, vector_masks,
};
#[cfg(target_arch = "x86")]
use core::arch::x86 as vendor;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as vendor;

#[cfg_attr(not(utflane_kernels = "avx2"), allow(dead_code))]
pub(crate) mod avx2;
#[cfg(utflane_rust = "1.89")]
#[cfg_attr(not(utflane_kernels = "avx512"), allow(dead_code))]
#[clippy::msrv = "1.89"]
pub(crate) mod avx512;
#[cfg(not(feature = "std"))]
mod cpuid;
#[cfg_attr(not(utflane_kernels = "sse41"), allow(dead_code))]
pub(crate) mod sse41;

/// Returns whether this CPU and the operating system support a feature.
#[cfg(feature = "std")]
macro_rules! detect {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}
/// Returns whether this CPU and the operating system support a feature.
#[cfg(not(feature = "std"))]
macro_rules! detect {
    ($feature:tt) => {
        $crate::simd::x86::cpuid::has($feature)
    };
}
pub(crate) use detect;

/// Declares shifts of all units by `N` bits. The intrinsics accept this number in a vector, because
/// those with a constant require an `i32`, and a constant argument cannot be converted from `u32`.
macro_rules! shifts {
    ($($name:ident = $intrinsic:ident;)+) => {$(
        #[inline(always)]
        fn $name<const N: u32>(self, units: Vector) -> Vector {
            let count = intrinsic!(_mm_cvtsi32_si128(N as i32));
            Vector(intrinsic!($intrinsic(units.0, count)))
        }
    )+};
}
use shifts;
