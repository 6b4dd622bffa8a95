//! Finds libutflane in the folder that UTFLANE_LIB names. It must have been built before.

fn main() {
    println!("cargo::rerun-if-env-changed=UTFLANE_LIB");
    if let Ok(folder) = std::env::var("UTFLANE_LIB") {
        println!("cargo::rustc-link-search=native={folder}");
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
