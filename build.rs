//! Sets the `cfg`s for the compiler's version and for the instruction sets to compile.

use std::env;
use std::process::Command;

/// Minor versions of Rust that enable more of the library: 1.86 has safe functions with
/// `#[target_feature]`, 1.89 has AVX-512.
const VERSIONS: [u32; 2] = [86, 89];

/// The CPU features of AVX2 and AVX-512. They match those in `entry.rs` of each instruction set.
const AVX2: &[&str] = &["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"];
const AVX512: &[&str] = &[
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "avx512vbmi2",
    "gfni",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt",
];

/// Returns the minor version of the compiler, or `None` if its output has an unknown format. A
/// nightly or dev compiler counts as the previous version, because it may lack features of its own
/// version.
fn version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?)
        .arg("--version")
        .output();
    let output = String::from_utf8(output.ok()?.stdout).ok()?;
    let version = output.strip_prefix("rustc 1.")?.split(' ').next()?;
    let minor: u32 = version.split('.').next()?.parse().ok()?;
    let is_unfinished = version.contains("-nightly") || version.contains("-dev");
    Some(minor - u32::from(is_unfinished))
}

/// Returns whether the library is compiled without optimisation. The proofs use all of its code.
fn is_unoptimised() -> bool {
    env::var("OPT_LEVEL").is_ok_and(|level| level == "0")
        && env::var_os("CARGO_FEATURE_PROOFS").is_none()
}

/// Returns the instruction sets whose kernels are compiled.
fn kernels(rust: u32) -> Vec<&'static str> {
    let variable = |name| env::var(name).unwrap_or_default();
    if !variable("CARGO_CFG_TARGET_ARCH").starts_with("x86") {
        return vec!["neon", "simd128"];
    }
    // Without optimisation, all instruction sets are slow and each one adds compile time, so one is
    // enough. The proofs compile all of them, so that a bug in any of them is found.
    if is_unoptimised() {
        return vec!["avx2"];
    }
    let features = variable("CARGO_CFG_TARGET_FEATURE");
    let everywhere = |wanted: &[&str]| {
        let mut wanted = wanted.iter();
        wanted.all(|wanted| features.split(',').any(|feature| feature == *wanted))
    };
    // Sets below the baseline of the target CPU would never run.
    let sets = if rust < 89 {
        &["avx2", "sse41"][..]
    } else {
        &["avx512", "avx2", "sse41"]
    };
    let last = |set: &&str| match *set {
        "avx512" => everywhere(AVX512),
        "avx2" => everywhere(AVX2),
        _ => false,
    };
    let end = sets.iter().position(last);
    sets[..end.map_or(sets.len(), |last| last + 1)].to_vec()
}

fn tell_the_compiler() {
    println!("cargo::rustc-check-cfg=cfg(utflane_unoptimised)");
    println!("cargo::rustc-check-cfg=cfg(utflane_rust, values(\"1.86\", \"1.89\"))");
    println!(
        "cargo::rustc-check-cfg=cfg(utflane_kernels, \
        values(\"avx512\", \"avx2\", \"sse41\", \"neon\", \"simd128\"))"
    );
    // Treat a compiler of unknown version as new.
    let rust = version().unwrap_or(u32::MAX);
    for version in VERSIONS.into_iter().filter(|version| *version <= rust) {
        println!("cargo::rustc-cfg=utflane_rust=\"1.{version}\"");
    }
    if is_unoptimised() {
        println!("cargo::rustc-cfg=utflane_unoptimised");
    }
    for set in kernels(rust) {
        println!("cargo::rustc-cfg=utflane_kernels=\"{set}\"");
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    tell_the_compiler();
}
