//! Enumerated inputs: every interesting sequence at every place that a vector kernel could treat
//! differently.
//!
//! Each bug ever found becomes a row here (`rows`), not a file of its own.
#![cfg(feature = "alloc")]

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
        let sse41 = is_x86_feature_detected!("sse4.1");
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
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
