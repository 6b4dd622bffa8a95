//! Draws the charts of the README: for each CPU from its newest record, below `benches/record`,
//! three pictures in `docs/charts`.
//!
//! ```sh
//! cargo run --manifest-path benches/peers/Cargo.toml --package charts
//! ```

mod ratios;
mod record;
mod speeds;
mod svg;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use record::Record;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let charts = root.join("docs/charts");
    fs::create_dir_all(&charts)?;
    for folder in sorted(&root.join("benches/record"))? {
        let Some(newest) = sorted(&folder)?.pop() else {
            continue;
        };
        let record = Record::read(&newest)?;
        let cpu = folder.file_name().unwrap_or_default().to_string_lossy();
        let pictures = [
            (
                "long",
                ratios::draw(&record, "fresh-64K", "in chunks of 64 KiB"),
            ),
            (
                "short",
                ratios::draw(
                    &record,
                    "mixed",
                    "as short texts of 32 bytes to 2 KiB, a call each",
                ),
            ),
            ("speed", speeds::draw(&record, "fresh-64K")),
        ];
        for (name, picture) in pictures {
            let file = charts.join(format!("{cpu}-{name}.svg"));
            fs::write(&file, picture)?;
            println!("{}", file.display());
        }
    }
    Ok(())
}

/// What is in a folder, by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
