//! The man page that is checked in has what the header says of each function.

use std::fmt::Write;
use std::fs;
use std::path::Path;

const HEAD: &str = r#".\" SPDX-License-Identifier: MIT OR Apache-2.0
.\" Generated from include/utflane.h by `UTFLANE_WRITE=1 cargo test`; do not edit.
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
.Sh DESCRIPTION
Lengths, capacities and positions count units of the encoding: 2 bytes of UTFLANE_UTF16 and
UTFLANE_WTF16, 4 of UTFLANE_UTF32 and UTFLANE_UCS4, single bytes of all others.
Pointers to text need no alignment, and may be NULL where the length is 0.
No function but those with _new or _alloc in their names allocates.
All may be called from any thread at any time; of a stream, one function at a time.
Types and constants are described in the header.
.Sh FUNCTIONS
"#;

/// A line of text that is no macro, without the marks of code.
fn line(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('`', "");
    match text.chars().next() {
        Some('.' | '\'') => format!("\\&{text}"),
        _ => text,
    }
}

/// A comment and the declaration after it.
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
    let header = fs::read_to_string(root.join("include/utflane.h")).unwrap();
    let mut page = String::from(HEAD);
    let mut functions = 0;
    for part in header.split("/**").skip(1) {
        let (comment, rest) = part.split_once("*/").unwrap();
        let Some((declaration, _)) = rest.split_once(';') else {
            continue;
        };
        if declaration.contains("utflane_") && declaration.ends_with(')') {
            page += &section(comment, declaration);
            functions += 1;
        }
    }
    assert!(functions > 50, "{functions} functions");
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
