//! Creates the folder of hostile files of the tests, and prints what must become of each file:
//! `cargo run --profile engines --package utflane-loader --example hostile_files -- FOLDER`.

#[path = "../tests/loader/hostile.rs"]
mod hostile;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: hostile_files FOLDER");
        std::process::exit(2);
    };
    let files = hostile::create(Path::new(&folder))?;
    for file in &files {
        let (charset, found) = (file.charset, file.found);
        println!("{:?}: {:?} {charset} {found}", file.path, file.fate);
    }
    println!("{} files", files.len());
    println!("options: {}", hostile::OPTIONS.join(" "));
    Ok(())
}
