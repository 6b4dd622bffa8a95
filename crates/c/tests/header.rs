//! The header that is checked in is the one that cbindgen makes of the source.

use std::fs;
use std::path::Path;

#[test]
fn header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in [
        "types.rs",
        "stream.rs",
        "border.rs",
        "border/streams.rs",
        "border/names.rs",
    ] {
        builder = builder.with_src(root.join("src").join(file));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    // What Rust's documentation must say, and C's need not.
    let header = String::from_utf8(header).unwrap();
    let mut lines = Vec::new();
    let mut safety = false;
    for line in header.lines() {
        if line.trim() == "* # Safety" {
            safety = true;
            lines.pop();
        }
        safety &= line.trim() != "*/";
        if !safety {
            lines.push(line.trim_end());
        }
    }
    let header = lines.join("\n") + "\n";
    let path = root.join("include/utflane.h");
    if std::env::var_os("UTFLANE_WRITE").is_some() {
        fs::write(&path, &header).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == header,
        "include/utflane.h differs: UTFLANE_WRITE=1 cargo test writes it"
    );
}
