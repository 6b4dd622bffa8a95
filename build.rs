//! Sets the `cfg`s for the compiler's version and for the instruction sets to compile.

use std::env;
use std::process::Command;

/// Minor versions of Rust that enable more of the library: 1.86 has safe functions with
/// `#[target_feature]`, 1.89 has AVX-512.
const VERSIONS: [u32; 2] = [86, 89];

/// The CPU features of AVX2 and AVX-512. They match those in `token!` in `src/simd/x86/`.
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

/// Returns the minor version of the compiler, or `None` if it is unknown.
fn version() -> Option<u32> {
    let mut command = Command::new(env::var_os("RUSTC")?);
    let output = command.arg("--version").output().ok()?.stdout;
    minor_version(&String::from_utf8(output).ok()?)
}

/// Returns the minor version in the output of `rustc --version`, which begins like `rustc 1.86.0`
/// or `rustc 1.86.0-nightly (`. A nightly or dev compiler counts as the previous version, because
/// it may lack features of its own version.
pub(crate) fn minor_version(output: &str) -> Option<u32> {
    let mut parts = output
        .strip_prefix("rustc 1.")?
        .split(['.', '-', ' ', '\n']);
    let minor: u32 = parts.next()?.parse().ok()?;
    let is_unfinished = matches!(parts.nth(1), Some("nightly" | "dev"));
    Some(minor - u32::from(is_unfinished))
}

/// Returns an environment variable, or an empty string.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Returns whether the library is compiled without optimisation. The proofs use all of its code.
fn is_unoptimised() -> bool {
    variable("OPT_LEVEL") == "0" && env::var_os("CARGO_FEATURE_PROOFS").is_none()
}

/// Returns whether the target CPU always has all of the CPU features.
fn everywhere(wanted: &[&str]) -> bool {
    let present = variable("CARGO_CFG_TARGET_FEATURE");
    let has = |wanted: &&str| present.split(',').any(|present| present == *wanted);
    wanted.iter().all(has)
}

/// Returns the instruction sets whose kernels are compiled.
fn kernels(rust: u32) -> &'static [&'static str] {
    if !variable("CARGO_CFG_TARGET_ARCH").starts_with("x86") {
        return &["neon", "simd128"];
    }
    // Without optimisation, all instruction sets are slow and each one adds compile time, so one is
    // enough. The proofs compile all of them, so that a bug in any of them is found.
    if is_unoptimised() {
        return &["avx2"];
    }
    // Sets below the baseline of the target CPU would never run.
    let first = usize::from(rust < 89);
    let last = if first == 0 && everywhere(AVX512) {
        0
    } else if everywhere(AVX2) {
        1
    } else {
        2
    };
    &["avx512", "avx2", "sse41"][first..=last]
}

/// Passes the `cfg`s to the compiler. `utflane_small` is not set here: see CONTRIBUTING.md.
///
/// Keep this script simple: it takes a quarter of the time to compile that the library takes
/// without features.
fn main() {
    println!(
        "cargo::rerun-if-changed=build.rs\n\
        cargo::rustc-check-cfg=cfg(utflane_small)\n\
        cargo::rustc-check-cfg=cfg(utflane_unoptimised)\n\
        cargo::rustc-check-cfg=cfg(utflane_rust, values(\"1.86\", \"1.89\"))\n\
        cargo::rustc-check-cfg=cfg(utflane_kernels, \
        values(\"avx512\", \"avx2\", \"sse41\", \"neon\", \"simd128\"))"
    );
    // Treat a compiler of unknown version as new.
    let rust = version().unwrap_or(u32::MAX);
    for version in VERSIONS {
        if version <= rust {
            println!("cargo::rustc-cfg=utflane_rust=\"1.{version}\"");
        }
    }
    if is_unoptimised() {
        println!("cargo::rustc-cfg=utflane_unoptimised");
    }
    for set in kernels(rust) {
        println!("cargo::rustc-cfg=utflane_kernels=\"{set}\"");
    }
}
