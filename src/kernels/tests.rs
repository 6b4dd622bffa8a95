//! The table in the documentation follows from the list.

use std::string::String;
use std::vec::Vec;

const LIST: &str = include_str!("../kernels.rs");
const DOCUMENTED: &str = include_str!("../kernels.md");
/// Where each instruction set says which kernels it has its own algorithms for.
const ISAS: [(&str, &str); 4] = [
    ("avx512", include_str!("../arch/x86/avx512/kernels.rs")),
    ("avx2", include_str!("../arch/x86/avx2/kernels.rs")),
    ("sse41", include_str!("../arch/x86/sse41.rs")),
    ("neon", include_str!("../arch/aarch64/neon.rs")),
];

/// The names of the functions in the block of `source` that begins with `start`.
fn functions<'a>(source: &'a str, start: &str) -> Vec<&'a str> {
    let (_, block) = source.split_once(start).expect("a block");
    if block.starts_with('}') {
        return Vec::new();
    }
    let (block, _) = block.split_once("\n}").expect("an end");
    let names = block.split("\n    fn ").skip(1);
    names
        .map(|rest| rest.split(['(', '<']).next().expect("a name"))
        .collect()
}

fn table() -> String {
    let names: Vec<&str> = ISAS.iter().map(|(name, _)| *name).collect();
    let mut table = std::format!("| | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(4));
    let own = ISAS.map(|(_, source)| {
        let (_, rest) = source.split_once("impl Kernels for ").expect("kernels");
        functions(rest, " {")
    });
    for kernel in functions(LIST, "trait Kernels:\n") {
        table += &std::format!("| `{kernel}` |");
        for own in &own {
            table += if own.contains(&kernel) {
                " own |"
            } else {
                " shared |"
            };
        }
        table.push('\n');
    }
    table
}

#[test]
fn documentation_has_the_list() {
    let table = table();
    assert!(table.lines().count() > 20);
    assert_eq!(DOCUMENTED, table, "src/kernels.md is to be:\n{table}");
}
