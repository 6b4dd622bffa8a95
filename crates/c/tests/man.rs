//! Checks that `man/utflane.3` is up to date: it has a section for each function in the headers,
//! with its comment there.

use std::fmt::Write;
use std::fs;
use std::path::Path;

const HEAD: &str = r#".\" SPDX-License-Identifier: MIT OR Apache-2.0
.\" Generated from include/utflane.h, include/utflane_detect.h and include/utflane_iconv.h by `UTFLANE_WRITE=1 cargo test`; do not edit.
.Dd November 24, 2026
.Dt UTFLANE 3
.Os
.Sh NAME
.Nm utflane
.Nd validation of Unicode text, and conversion between its encodings and code pages
.Sh LIBRARY
libutflane, linked with
.Fl lutflane
.Sh SYNOPSIS
.In utflane.h
.In utflane_detect.h
.In utflane_iconv.h
.Sh DESCRIPTION
Lengths, capacities and positions count code units of the encoding: 2 bytes for UTFLANE_UTF16 and
UTFLANE_WTF16, 4 bytes for UTFLANE_UTF32 and UTFLANE_UCS4, 1 byte for all others.
Pointers to text need no alignment, and may be NULL if the length is 0.
Only functions with _new or _alloc in their names allocate memory.
All functions are thread-safe, but a stream must be used by only one thread at a time.
Types and constants are described in the header.
A library that was built with the feature detect-legacy also has the function of utflane_detect.h.
A library that was built with the feature iconv also has the functions of utflane_iconv.h.
.Sh FUNCTIONS
"#;

/// Formats a line of text for roff, and removes the backticks.
fn line(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('`', "");
    match text.chars().next() {
        Some('.' | '\'') => format!("\\&{text}"),
        _ => text,
    }
}

/// Formats a comment and the declaration after it.
fn section(comment: &str, declaration: &str) -> String {
    let declaration = declaration.replace("UTFLANE_MUST_USE", "");
    let name = declaration.split('(').next().unwrap_or_default();
    let name = name.rsplit([' ', '*', '\n']).next().unwrap_or_default();
    let mut text = format!(
        ".Ss {name}\n.Bd -literal\n{}\n.Ed\n.Pp\n",
        declaration.trim()
    );
    for words in comment
        .lines()
        .map(|line| line.trim().trim_start_matches('*').trim())
    {
        match words {
            "" => text.push_str(".Pp\n"),
            words => writeln!(text, "{}", line(words)).unwrap(),
        }
    }
    text.trim_end_matches(".Pp\n")
        .replace(".Pp\n.Pp\n", ".Pp\n")
}

#[test]
fn man_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name| fs::read_to_string(root.join(name)).unwrap();
    let headers = [
        "include/utflane.h",
        "include/utflane_detect.h",
        "include/utflane_iconv.h",
    ]
    .map(read);
    let mut page = String::from(HEAD);
    let mut functions = 0;
    for part in headers
        .iter()
        .flat_map(|header| header.split("/**").skip(1))
    {
        let (comment, rest) = part.split_once("*/").unwrap();
        let Some((declaration, _)) = rest.split_once(';') else {
            continue;
        };
        if declaration.contains("utflane_") && declaration.ends_with(')') {
            page += &section(comment, declaration);
            functions += 1;
        }
    }
    assert!(functions > 54, "{functions} functions");
    let path = root.join("man/utflane.3");
    if std::env::var_os("UTFLANE_WRITE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == page,
        "man/utflane.3 differs: UTFLANE_WRITE=1 cargo test writes it"
    );
}
