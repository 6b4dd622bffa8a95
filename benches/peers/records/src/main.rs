//! Draws charts from the figures in `benches/record`, or compares two records.
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
        _ => Err("expected two records to compare, or no arguments to draw the charts".into()),
    }
}

/// Draws three charts in `docs/charts` for each CPU, from its newest record, and one of malformed
/// text if the record has it.
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
        let mut pictures = vec![
            (
                "long",
                ratios::draw(&record, &ratios::works("fresh-64K"), "in chunks of 64 KiB"),
            ),
            (
                "short",
                ratios::draw(
                    &record,
                    &ratios::works("mixed"),
                    "in short calls of 32 bytes to 2 KiB",
                ),
            ),
            ("speed", speeds::draw(&record, "fresh-64K")),
        ];
        if record.rows.iter().any(|row| row.cut.starts_with("bad-")) {
            let how = "with malformed sequences";
            let picture = ratios::draw(&record, &ratios::malformed(), how);
            pictures.push(("malformed", picture));
        }
        for (name, picture) in pictures {
            let file = charts.join(format!("{cpu}-{name}.svg"));
            fs::write(&file, picture)?;
            println!("{}", file.display());
        }
    }
    Ok(())
}

/// Returns the paths in a folder, sorted by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
