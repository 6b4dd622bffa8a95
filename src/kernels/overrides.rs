//! The kernels for which an instruction set has a better algorithm than the shared one.

cfg_if::cfg_if! {
    if #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))] {
        #[cfg(utflane_rust = "1.89")]
        #[cfg_attr(not(utflane_kernels = "avx512"), allow(dead_code))]
        #[clippy::msrv = "1.89"]
        mod avx512;
        #[cfg(feature = "convert")]
        mod sse41;

        impl super::ValidationKernels for crate::simd::x86::sse41::Sse41 {}

        impl super::ValidationKernels for crate::simd::x86::avx2::Avx2 {}
        #[cfg(feature = "convert")]
        impl super::Kernels for crate::simd::x86::avx2::Avx2 {}
    } else if #[cfg(all(
        target_arch = "aarch64",
        target_endian = "little",
        target_feature = "neon"
    ))] {
        #[cfg(feature = "convert")]
        mod neon;

        impl super::ValidationKernels for crate::simd::aarch64::neon::Neon {}
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        impl super::ValidationKernels for crate::simd::wasm::simd128::Simd128 {}
        #[cfg(feature = "convert")]
        impl super::Kernels for crate::simd::wasm::simd128::Simd128 {}
    }
}
