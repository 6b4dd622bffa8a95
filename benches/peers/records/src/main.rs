//! What to do with the figures below `benches/record`.
//!
//! ```sh
//! cargo run --manifest-path benches/peers/Cargo.toml --package records              # docs/charts
//! cargo run --manifest-path benches/peers/Cargo.toml --package records OLD NEW      # what changed
//! ```

mod changes;
mod ratios;
mod record;
mod speeds;
mod svg;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use record::Record;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => draw(),
        [old, new] => {
            let [old, new] = [Record::read(Path::new(old))?, Record::read(Path::new(new))?];
            changes::print(&old, &new);
            Ok(())
        }
        _ => Err("give two records to compare, or nothing to draw the charts".into()),
    }
}

/// Three pictures in `docs/charts` for each CPU, from its newest record.
fn draw() -> Result<(), Box<dyn Error>> {
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
                ratios::draw(&record, "mixed", "in short calls of 32 bytes to 2 KiB"),
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
