//! Checks that `include/utflane.h` is up to date: cbindgen generates it from the source.

use core_utflane::Charset;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Returns the name of the constant for an encoding in C.
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

/// Whether this is a code page of the feature `more-code-pages`, by its number.
fn is_more(charset: Charset) -> bool {
    charset.is_code_page() && charset as u8 >= Charset::Cp277 as u8
}

/// Returns the enumeration of the encodings as Rust source.
fn enumeration() -> String {
    let mut text = String::from(
        "/// An encoding. The values are part of the interface: existing values never change.
        #[repr(u32)]
        pub enum utflane_encoding {
        /// No encoding: returned if no encoding is known.
        UTFLANE_NONE = 0,\n",
    );
    for charset in Charset::ALL {
        let (name, unit) = (charset.name(), charset.unit_size());
        let units = match unit {
            1 if charset == Charset::Iso2022Jp => {
                String::from(", with the feature `multibyte`: it is stateful")
            }
            1 if charset.is_stateful() => {
                String::from(", with the feature `more-charsets`: it is stateful")
            }
            1 if charset.is_multibyte() => String::from(", with the feature `multibyte`"),
            1 if is_more(charset) => String::from(", with the feature `more-code-pages`"),
            1 => String::new(),
            _ => format!(" in native byte order, in units of {unit} bytes"),
        };
        let (constant, number) = (constant(charset), charset as u32);
        writeln!(text, "/// {name}{units}.\n{constant} = {number},").unwrap();
    }
    text + "}\n"
}

/// Returns declarations for the functions of `src/ffi/direct.rs`, which macros generate.
fn direct() -> String {
    let mut text = String::from(
        "/// The progress of a function, in whole characters.
        #[repr(C)]
        pub struct utflane_progress {
        /// Units of the input that were processed: all, or those before the first malformed
        /// sequence or unrepresentable character.
        pub read: usize,
        /// Units written.
        pub written: usize,
        }\n",
    );
    let unit = |name: &str| match name {
        "utf16le" | "utf16be" => " of 16 bits",
        "utf32" => " of 32 bits",
        _ => "",
    };
    let names = |name: &str| match name {
        "utf32" => String::from("native UTF-32"),
        "latin1" => String::from("Latin-1"),
        "ascii" => String::from("ASCII"),
        other => other.to_uppercase().replace("UTF", "UTF-"),
    };
    let source =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ffi/direct.rs"))
            .unwrap();
    let rows = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("utflane_"));
    for row in rows.filter(|row| row.ends_with(';') && row.contains(": ")) {
        let name = row.split(':').next().unwrap();
        let must_use = if name.contains("_to_") {
            ""
        } else {
            "#[must_use]\n"
        };
        let (doc, arguments, answer) = if let Some((from, to)) = name.split_once("_to_") {
            let doc = format!(
                "Converts {} units{} of {} to {}.
                 ///
                 /// Stops at the first malformed sequence or unrepresentable character, and leaves `dst` after
                 /// the written units untouched. `dst` must have enough capacity for the result.",
                "`len`", unit(from), names(from), names(to)
            );
            (
                doc,
                "src: *const c_void, len: usize, dst: *mut c_void",
                "utflane_progress",
            )
        } else if let Some((to, from)) = name.split_once("_len_of_") {
            let doc = format!(
                "Returns the length in {} of {} units{} of {}, exact if they are well-formed.",
                names(to).replace("native ", ""),
                "`len`",
                unit(from),
                names(from)
            );
            (doc, "src: *const c_void, len: usize", "usize")
        } else {
            let of = name.strip_prefix("valid_").unwrap();
            let doc = format!(
                "Returns the length of the well-formed prefix of {} units{}: {} if all of them are {}.",
                "`len`",
                unit(of),
                "`len`",
                names(of)
            );
            (doc, "src: *const c_void, len: usize", "usize")
        };
        writeln!(
            text,
            "/// {doc}\n{must_use}#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn utflane_{name}({arguments}) -> {answer} {{ loop {{}} }}"
        )
        .unwrap();
    }
    text
}

/// Makes the enumerations types in C before C23 as well, so that compilers warn of mixing them up.
/// They have 32 bits, unless options or the platform select the smallest type.
fn typed(header: &str) -> String {
    let mut text = String::new();
    for line in header.lines() {
        let Some(name) = line
            .strip_prefix("typedef uint32_t utflane_")
            .and_then(|rest| rest.strip_suffix(';'))
        else {
            text += &format!("{line}\n");
            continue;
        };
        let name = format!("utflane_{name}");
        text += &format!(
            "#ifdef UTFLANE_SMALL_ENUMERATIONS\n{line}\n#else\ntypedef enum {name} {name};\n\
             _Static_assert(sizeof({name}) == 4, \"define UTFLANE_SMALL_ENUMERATIONS\");\n#endif\n"
        );
    }
    text
}

#[test]
fn header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    let encodings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("encodings.rs");
    fs::write(&encodings, enumeration() + &direct()).unwrap();
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
    // The `# Safety` sections are only for Rust.
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
    let header = typed(&(lines.join("\n") + "\n"));
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
