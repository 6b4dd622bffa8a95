//! Prints the public interface of a crate, one item per line, from the JSON that rustdoc writes.
//!
//! rustdoc lists an `impl` of a trait of the crate for a type of the crate at both. It is printed once. Left out are the
//! headers of inherent `impl` blocks and the constant `NAME` of each encoding, because they add nothing.

use std::collections::HashSet;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("api: expected the path of a JSON file")?;
    let api = public_api::Builder::from_rustdoc_json(path)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?
        .to_string();
    let mut seen = HashSet::new();
    // The type of the `impl` that is printed already, whose items are skipped.
    let mut repeated = None;
    for line in api.lines() {
        let of_trait = line
            .strip_prefix("impl")
            .and_then(|rest| rest.split_once(" for "));
        if let Some((_, implementor)) = of_trait {
            repeated = (!seen.insert(line)).then(|| format!(" {implementor}::"));
            if repeated.is_some() {
                continue;
            }
        } else if let Some(implementor) = &repeated {
            if line.contains(implementor) {
                continue;
            }
            repeated = None;
        }
        let is_inherent = line.starts_with("impl") && of_trait.is_none();
        if is_inherent || line.ends_with("::NAME: &'static str") {
            continue;
        }
        println!("{line}");
    }
    Ok(())
}
