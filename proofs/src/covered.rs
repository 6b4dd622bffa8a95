//! Checks the table of kernels in `docs/proofs.md`: one row for each kernel, with the parts that
//! prove something about it.

use std::format;
use std::prelude::v1::*;

macro_rules! names {
    ($list:ident $(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        const $list: &[&str] = &[$(stringify!($kernel)),*];
    };
}

crate::kernels::validation_signatures!(names!(VALIDATION));
crate::kernels::conversion_signatures!(names!(CONVERSION));

const DOCUMENTED: &str = include_str!("../../docs/proofs.md");
const HEAD: &str = "| kernel | proved in |";

/// Returns an error if a kernel has no row, or if a row names no kernel or an unknown part.
pub(crate) fn check(parts: &[&str]) -> Result<(), String> {
    let (_, table) = DOCUMENTED
        .split_once(HEAD)
        .ok_or("the table of kernels is missing")?;
    let (table, _) = table.split_once("\n\n").unwrap_or((table, ""));
    let rows = table.lines().skip(2).map(|row| {
        let mut cells = row.trim_matches(['|', ' ']).split(" | ");
        let cell = cells.next().unwrap_or_default().trim_matches('`');
        (cell, cells.next().unwrap_or_default())
    });
    let rows: Vec<(&str, &str)> = rows.collect();
    let kernels = [VALIDATION, CONVERSION].concat();
    for kernel in &kernels {
        match rows.iter().filter(|(name, _)| name == kernel).count() {
            1 => {}
            count => return Err(format!("`{kernel}` has {count} rows")),
        }
    }
    for (kernel, proved) in rows {
        if !kernels.contains(&kernel) {
            return Err(format!("unknown kernel `{kernel}`"));
        }
        let mut named = proved.split('`').skip(1).step_by(2);
        if let Some(part) = named.find(|part| !parts.contains(part)) {
            return Err(format!("unknown part `{part}` for `{kernel}`"));
        }
        if proved.is_empty() {
            return Err(format!("the row of `{kernel}` is empty"));
        }
    }
    Ok(())
}
