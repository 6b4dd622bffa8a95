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

use ratios::{malformed, overview, random, works};
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

/// Draws the charts of each CPU in `docs/charts`, from its newest record. Leaves out charts whose
/// figures the record does not have.
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
        let write = |name: &str, picture: String| -> Result<(), Box<dyn Error>> {
            let file = charts.join(format!("{cpu}-{name}.svg"));
            fs::write(&file, picture)?;
            println!("{}", file.display());
            Ok(())
        };
        let short = "in short calls of 32 bytes to 2 KiB";
        let ratios = [
            ("overview", overview(), "long, short and malformed"),
            ("long", works("fresh-64K"), "in chunks of 64 KiB"),
            ("short", works("mixed"), short),
            ("random", random(), "of random lengths in bytes"),
            ("malformed", malformed(), "with malformed sequences"),
        ];
        for (name, lines, how) in ratios {
            if lines.iter().all(|line| record.has(line.work, line.cut)) {
                write(name, ratios::draw(&record, &lines, how))?;
            }
        }
        write("speed", speeds::draw(&record, "fresh-64K"))?;
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
