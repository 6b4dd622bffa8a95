//! Generates the shuffle tables of `src/simd/tables.rs` as `static` arrays in `OUT_DIR`, and
//! sets the `cfg`s for the compiler's version and for the instruction sets to compile.

use std::fmt::Write;
use std::process::Command;
use std::{env, fs, io, path::Path};

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

/// Returns the instruction sets whose kernels are compiled.
fn kernels(rust: u32) -> Vec<&'static str> {
    let variable = |name| env::var(name).unwrap_or_default();
    if !variable("CARGO_CFG_TARGET_ARCH").starts_with("x86") {
        return vec!["neon", "simd128"];
    }
    // Without optimisation, all instruction sets are slow and each one adds compile time, so one is
    // enough. The proofs compile all of them, so that a bug in any of them is found.
    if variable("OPT_LEVEL") == "0" && env::var("CARGO_FEATURE_PROOFS").is_err() {
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
    for set in kernels(rust) {
        println!("cargo::rustc-cfg=utflane_kernels=\"{set}\"");
    }
}

/// The index that makes a byte shuffle write zero.
const ZERO: u8 = 0x80;

/// Returns the shuffle that compresses 8 units of `width` bytes: units whose bit is set in `mask`
/// move to the front, in order.
fn compress(mask: usize, width: u8) -> Vec<u8> {
    let mut row: Vec<u8> = (0..8u8)
        .filter(|element| mask >> element & 1 == 1)
        .flat_map(|element| (0..width).map(move |byte| element * width + byte))
        .collect();
    assert_eq!(row.len(), mask.count_ones() as usize * width as usize);
    row.resize(8 * width as usize, ZERO);
    row
}

/// Returns the shuffle that keeps the low byte of each of 8 units of 2 bytes, preceded by the high
/// byte if the unit's bit is set in `mask`.
fn keep_1_2(mask: usize) -> Vec<u8> {
    let mut row = Vec::new();
    for unit in 0..8u8 {
        if mask >> unit & 1 == 1 {
            row.push(2 * unit + 1);
        }
        row.push(2 * unit);
    }
    assert_eq!(row.len(), 8 + mask.count_ones() as usize);
    row.resize(16, ZERO);
    row
}

/// Returns the shuffle that keeps the 1 to 4 lowest bytes of each of 4 units of 4 bytes, highest
/// byte first. Two bits of `key` select the number of bytes for each unit.
fn keep_1_4(key: usize) -> Vec<u8> {
    const COUNTS: [u8; 4] = [1, 2, 4, 3];
    let mut row = Vec::new();
    for unit in 0..4u8 {
        let count = COUNTS[key >> (2 * unit) & 3];
        row.extend((0..count).rev().map(|byte| 4 * unit + byte));
    }
    assert!(row.len() >= 4);
    row.resize(16, ZERO);
    row
}

/// Returns the shuffle that keeps some bytes of each of 4 units of 4 bytes: byte 0, or bytes 3 and
/// 0, or bytes 2, 1 and 0. Two bits of `key` select them for each unit.
fn keep_1_3(key: usize) -> Vec<u8> {
    const KEPT: [&[u8]; 4] = [&[0], &[3, 0], &[], &[2, 1, 0]];
    let mut row = Vec::new();
    for unit in 0..4u8 {
        row.extend(
            KEPT[key >> (2 * unit) & 3]
                .iter()
                .map(|byte| 4 * unit + byte),
        );
    }
    row.resize(16, ZERO);
    row
}

fn table(text: &mut String, name: &str, rows: &[Vec<u8>]) -> std::fmt::Result {
    writeln!(
        text,
        "#[allow(dead_code, reason = \"an architecture may have no use for it\")]\n\
        pub(crate) static {name}: Rows<{}> = Rows([",
        rows[0].len(),
    )?;
    for row in rows {
        writeln!(text, "    {row:?},")?;
    }
    writeln!(text, "]);")
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    tell_the_compiler();
    let mut text = String::new();
    let rows = |width| {
        (0..256)
            .map(|mask| compress(mask, width))
            .collect::<Vec<_>>()
    };
    table(&mut text, "COMPRESS_8X8", &rows(1)).expect("writing to a string");
    let mut rows = rows(2);
    table(&mut text, "COMPRESS_8X16", &rows).expect("writing to a string");
    for row in &mut rows {
        row.chunks_exact_mut(2).for_each(<[u8]>::reverse);
    }
    table(&mut text, "COMPRESS_8X16_SWAPPED", &rows).expect("writing to a string");
    let rows: Vec<_> = (0..256).map(keep_1_2).collect();
    table(&mut text, "KEEP_1_2", &rows).expect("writing to a string");
    let rows: Vec<_> = (0..256).map(keep_1_4).collect();
    table(&mut text, "KEEP_1_4", &rows).expect("writing to a string");
    let rows: Vec<_> = (0..256).map(keep_1_3).collect();
    table(&mut text, "KEEP_1_3", &rows).expect("writing to a string");
    let folder = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let folder = Path::new(&folder);
    fs::write(folder.join("tables.rs"), text)
}
