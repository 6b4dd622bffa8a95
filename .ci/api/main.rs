//! Prints the public interface of a crate, an item a line, given rustdoc's description in JSON.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("api: no file named")?;
    let api = public_api::Builder::from_rustdoc_json(path)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    println!("{api}");
    Ok(())
}
