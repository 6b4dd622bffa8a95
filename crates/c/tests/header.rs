//! The header that is checked in is the one that cbindgen makes of the source.

use core_utflane::Charset;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The name of an encoding's number in C.
fn constant(charset: Charset) -> String {
    let mut name = String::from("UTFLANE");
    let variant = format!("{charset:?}")
        .replace("Le", "le")
        .replace("Be", "be")
        .replace("Windows", "Windows_")
        .replace("Iso", "Iso_");
    for character in variant.chars() {
        if character.is_uppercase() {
            name.push('_');
        }
        name.extend(character.to_uppercase());
    }
    name
}

/// The enumeration of the encodings, as Rust has it.
fn enumeration() -> String {
    let mut text = String::from(
        "/// An encoding. The values are part of the interface: none ever changes, new ones follow.
        #[repr(u32)]
        pub enum utflane_encoding {
        /// No encoding: the answer where none is known.
        UTFLANE_NONE = 0,\n",
    );
    for charset in Charset::ALL {
        let (name, unit) = (charset.name(), charset.position_unit());
        let units = match unit {
            1 => String::new(),
            _ => format!(" in the byte order of the machine, in units of {unit} bytes"),
        };
        let (constant, number) = (constant(charset), charset as u32);
        writeln!(text, "/// {name}{units}.\n{constant} = {number},").unwrap();
    }
    text + "}\n"
}

#[test]
fn header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    let encodings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("encodings.rs");
    fs::write(&encodings, enumeration()).unwrap();
    builder = builder.with_src(encodings);
    for file in [
        "types.rs",
        "stream.rs",
        "ffi.rs",
        "ffi/streams.rs",
        "ffi/names.rs",
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
