//! The table of kernels in `docs/proofs.md`: a row for each, with the parts that are about it.

use std::format;
use std::prelude::v1::*;

macro_rules! names {
    ($(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// The names of the kernels.
        const KERNELS: &[&str] = &[$(stringify!($kernel)),*];
    };
}

crate::kernels::list!(names!());

const DOCUMENTED: &str = include_str!("../../docs/proofs.md");
const HEAD: &str = "| kernel | proved in |";

/// What is wrong with the table, if anything is: a kernel without a row, a row without a kernel, or
/// a part that there is not.
pub(crate) fn check(parts: &[&str]) -> Result<(), String> {
    let (_, table) = DOCUMENTED
        .split_once(HEAD)
        .ok_or("there is no table of kernels")?;
    let (table, _) = table.split_once("\n\n").unwrap_or((table, ""));
    let rows = table.lines().skip(2).map(|row| {
        let mut cells = row.trim_matches(['|', ' ']).split(" | ");
        let cell = cells.next().unwrap_or_default().trim_matches('`');
        (cell, cells.next().unwrap_or_default())
    });
    let rows: Vec<(&str, &str)> = rows.collect();
    for kernel in KERNELS {
        match rows.iter().filter(|(name, _)| name == kernel).count() {
            1 => {}
            count => return Err(format!("`{kernel}` has {count} rows")),
        }
    }
    for (kernel, proved) in rows {
        if !KERNELS.contains(&kernel) {
            return Err(format!("there is no kernel `{kernel}`"));
        }
        let mut named = proved.split('`').skip(1).step_by(2);
        if let Some(part) = named.find(|part| !parts.contains(part)) {
            return Err(format!("`{kernel}` has `{part}`, which is no part"));
        }
        if proved.is_empty() {
            return Err(format!("`{kernel}` says nothing"));
        }
    }
    Ok(())
}
