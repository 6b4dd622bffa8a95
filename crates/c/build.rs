//! Sets the SONAME of the shared library. Without a SONAME, a program that is linked with the
//! library by path always looks for it at that path. cargo-c sets another one that contains the
//! version.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(cargo_c)");
    let is_set = |name: &str| env::var_os(name).is_some();
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let vendor = env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    if family == "unix" && vendor != "apple" && !is_set("CARGO_CFG_CARGO_C") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libutflane.so");
    }
}
