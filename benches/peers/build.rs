//! Records the versions of the compilers and of the peers, without which a figure cannot be
//! interpreted.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=CXX");
    println!("cargo:rerun-if-env-changed=SIMDUTF_VERSION");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.lock");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_string());
    println!("cargo:rustc-env=RUSTC_VERSION={}", version(&rustc));
    println!("cargo:rustc-env=CXX_VERSION={}", version(&compiler));
    println!("cargo:rustc-env=PEER_VERSIONS={}", peers());
}

/// Returns the first line of a compiler's version message.
fn version(compiler: &str) -> String {
    let mut words = compiler.split_whitespace();
    let output = Command::new(words.next().unwrap_or_default())
        .args(words)
        .arg("--version")
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.as_deref().unwrap_or_default().lines().next();
    line.unwrap_or("unknown compiler").trim().to_string()
}

/// Returns the versions of the other libraries. The script `with-simdutf` sets another version of
/// simdutf than its crate contains.
fn peers() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let of_crate = |name: &str| {
        let start = lock.find(&format!("name = \"{name}\"\nversion = \""))?;
        lock[start..].split('"').nth(3)
    };
    let release = |name: &str| format!("{name} {}", of_crate(name).unwrap_or("of unknown version"));
    let simdutf = env::var("SIMDUTF_VERSION").ok();
    let simdutf = simdutf.or_else(|| {
        let header = header(&format!("simdutf-{}", of_crate("simdutf")?))?;
        let version = header.split("#define SIMDUTF_VERSION \"").nth(1)?;
        Some(version.split('"').next()?.to_string())
    });
    let simdutf = simdutf.unwrap_or_else(|| "of unknown version".to_string());
    let simdutf = format!("simdutf {simdutf}");
    let mut all = vec![simdutf];
    all.extend(["simdutf8", "smoothutf8", "encoding_rs"].map(release));
    if env::var_os("CARGO_FEATURE_XUTF").is_some() {
        all.push(release("xutf"));
    }
    all.join(", ")
}

/// Returns the header of the C++ library, from its crate's source in Cargo's registry.
fn header(package: &str) -> Option<String> {
    let of_user = || Some(env::var("HOME").ok()? + "/.cargo");
    let home = env::var("CARGO_HOME").ok().or_else(of_user)?;
    let sources = Path::new(&home).join("registry/src");
    let mut registries = fs::read_dir(sources).ok()?.flatten();
    registries.find_map(|registry| {
        fs::read_to_string(registry.path().join(package).join("cpp/simdutf.h")).ok()
    })
}
