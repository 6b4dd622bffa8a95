//! The table in the documentation of [`super`] agrees with the code of the instruction sets.

use std::string::String;
use std::vec::Vec;

const LIST: &str = include_str!("../kernels.rs");
const DOCUMENTED: &str = include_str!("own.md");
/// The file in which each instruction set overrides kernels.
const ISAS: [(&str, &str); 5] = [
    ("avx512", include_str!("arch/x86/avx512/kernels.rs")),
    ("avx2", include_str!("arch/x86/avx2/kernels.rs")),
    ("sse41", include_str!("arch/x86/sse41.rs")),
    ("neon", include_str!("arch/aarch64/neon.rs")),
    ("simd128", include_str!("arch/wasm/simd128.rs")),
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

/// The table: a row for each kernel that some instruction set overrides.
fn table() -> String {
    let names: Vec<&str> = ISAS.iter().map(|(name, _)| *name).collect();
    let mut table = std::format!(
        "| | {} |\n|---|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    let own = ISAS.map(|(_, source)| {
        let (_, rest) = source.split_once("impl Kernels for ").expect("kernels");
        functions(rest, " {")
    });
    let kernels = functions(LIST, "trait Kernels;\n");
    assert!(own.iter().flatten().all(|name| kernels.contains(name)));
    for kernel in kernels {
        let cells = own.each_ref().map(|own| match own.contains(&kernel) {
            true => " own |",
            false => " shared |",
        });
        if cells.contains(&" own |") {
            table += &std::format!("| `{kernel}` |{}\n", cells.concat());
        }
    }
    table
}

#[test]
fn documentation_names_the_kernels_that_instruction_sets_override() {
    let table = table();
    assert!(table.lines().count() > 5);
    assert_eq!(DOCUMENTED, table, "src/kernels/own.md is to be:\n{table}");
}
