//! Checks enumerated inputs: every interesting sequence at every position that a vector kernel
//! could treat differently.
//!
//! Each bug found becomes a row in `rows`, not a file of its own.
#![cfg(all(feature = "alloc", feature = "full"))]

mod bytes;
mod edges;
mod errors;
mod lengths;
mod oracle;
mod rows;
mod runs;
mod scalars;
mod units;
mod vectors;

use utflane_test_support::oracle::isas;

/// Prints the instruction sets that the tests cover on this machine, and compares the library's
/// detection with that of the standard library.
#[test]
fn every_isa_of_this_machine_runs() {
    let names: Vec<_> = isas().iter().map(|isa| isa.name()).collect();
    println!("ISAs: {}", names.join(" "));
    assert_eq!(names.last(), Some(&"scalar"));
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        macro_rules! all {
            ($($feature:tt)+) => { true $(&& is_x86_feature_detected!($feature))+ };
        }
        // The features in `token!` in `src/simd/x86/`.
        let sse41 = all!("sse4.1");
        let bits = all!("bmi1" "bmi2" "lzcnt" "popcnt");
        let avx2 = bits && all!("avx2");
        let avx512 =
            bits && all!("avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni");
        // The build script may have omitted some.
        let sse41 = sse41 && cfg!(utflane_kernels = "sse41");
        let avx2 = avx2 && cfg!(utflane_kernels = "avx2");
        let avx512 = avx512 && cfg!(utflane_kernels = "avx512");
        assert_eq!(names.contains(&"sse41"), sse41);
        assert_eq!(names.contains(&"avx2"), avx2);
        assert_eq!(names.contains(&"avx512"), avx512);
    }
    #[cfg(target_arch = "aarch64")]
    assert_eq!(
        names.contains(&"neon"),
        std::arch::is_aarch64_feature_detected!("neon")
    );
    #[cfg(target_arch = "wasm32")]
    assert_eq!(names.contains(&"simd128"), cfg!(target_feature = "simd128"));
}
