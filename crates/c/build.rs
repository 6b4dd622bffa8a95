//! Sets the SONAME of the shared library, which contains the version up to which releases are
//! compatible. cargo-c sets the same name. On macOS and Windows, only cargo-c sets a name.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name: &str| env::var(name).unwrap_or_default();
    let is_elf =
        of("CARGO_CFG_TARGET_FAMILY") == "unix" && of("CARGO_CFG_TARGET_VENDOR") != "apple";
    // Packages of Android contain only files called `lib*.so`.
    let version = match (
        of("CARGO_CFG_TARGET_OS").as_str(),
        of("CARGO_PKG_VERSION_MAJOR"),
    ) {
        ("android", _) => String::new(),
        (_, major) if major == "0" => format!(".0.{}", of("CARGO_PKG_VERSION_MINOR")),
        (_, major) => format!(".{major}"),
    };
    if is_elf {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libutflane.so{version}");
    }
}
