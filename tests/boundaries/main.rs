//! Enumerated inputs: every interesting sequence at every place that a vector kernel could treat
//! differently.
//!
//! Each bug ever found becomes a row here (`rows`), not a file of its own.
#![cfg(all(feature = "alloc", feature = "full"))]

#[path = "../differential/mod.rs"]
mod differential;

mod bytes;
mod edges;
mod lengths;
mod oracle;
mod rows;
mod runs;
mod scalars;
mod units;
mod vectors;

/// Names the ISAs that the tests of this machine go over, and holds the library to what the
/// standard library detects.
#[test]
fn every_isa_of_this_machine_runs() {
    let names: Vec<_> = differential::isas().iter().map(|isa| isa.name()).collect();
    println!("ISAs: {}", names.join(" "));
    assert_eq!(names.last(), Some(&"scalar"));
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        macro_rules! all {
            ($($feature:tt)+) => { true $(&& is_x86_feature_detected!($feature))+ };
        }
        // Those of `isa!` in `src/kernels/arch/x86/*/entry.rs`.
        let sse41 = all!("sse4.1");
        let bits = all!("bmi1" "bmi2" "lzcnt" "popcnt");
        let avx2 = bits && all!("avx2");
        let avx512 =
            bits && all!("avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "gfni");
        // The build script may have left some out.
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
