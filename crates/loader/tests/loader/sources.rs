//! Tests which files are loaded.

use crate::place::{Place, Result};

fn place() -> Result<Place> {
    Place::new(&[
        ("a.csv", b"id\n1\n"),
        ("b.dat", b"id\n2\n"),
        ("c/d.csv", b"id\n3\n"),
        ("c/e/f.tsv", b"id\n4\n"),
    ])
}

#[test]
fn files_folders_and_patterns() -> Result {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["in"], &["1", "3", "4"]),
        (&["in/a.csv"], &["1"]),
        // A file that is named is loaded whatever its extension is.
        (&["in/b.dat", "in/a.csv"], &["1", "2"]),
        (&["in/*"], &["1", "2", "3", "4"]),
        (&["in/*.csv"], &["1"]),
        (&["in/**/*.csv"], &["1", "3"]),
        (&["in/c/*/f.*"], &["4"]),
        (&["in/[a-b].*"], &["1", "2"]),
        // No file is loaded twice.
        (
            &["in/c/e/*.tsv", "in/a.csv", "in", "./in/c"],
            &["1", "3", "4"],
        ),
    ];
    let place = place()?;
    for (number, (sources, rows)) in cases.into_iter().enumerate() {
        let target = format!("out{number}");
        place.run(&[sources, &["--to", &target]].concat(), 0)?;
        assert_eq!(place.parquet(&target)?, rows, "{sources:?}");
    }
    Ok(())
}

/// A file is loaded once, under its own name, in whatever order its links are found.
#[cfg(unix)]
#[test]
fn links() -> Result {
    use std::os::unix::fs::symlink;
    let place = Place::new(&[
        ("m.csv", b"id\n1\n"),
        ("year/n.csv", b"id\n2\n"),
        ("../other/o.csv", b"id\n3\n"),
        ("hard 1.csv", b"id\n4\n"),
    ])?;
    for (target, link) in [
        ("m.csv", "in/a.csv"),
        ("m.csv", "in/z.csv"),
        ("year", "in/a link"),
        ("year/n.csv", "in/n link.csv"),
        ("../other", "in/other"),
    ] {
        symlink(target, place.path(link))?;
    }
    std::fs::hard_link(place.path("in/hard 1.csv"), place.path("in/hard 2.csv"))?;
    let mut expected = [
        ("a link", "skipped", "it is the same folder as in/year"),
        ("a.csv", "skipped", "it is the same file as in/m.csv"),
        ("hard 1.csv", "loaded", ""),
        (
            "hard 2.csv",
            "skipped",
            "it is the same file as in/hard 1.csv",
        ),
        ("m.csv", "loaded", ""),
        (
            "n link.csv",
            "skipped",
            "it is the same file as in/year/n.csv",
        ),
        ("other/o.csv", "loaded", ""),
        ("year/n.csv", "loaded", ""),
        ("z.csv", "skipped", "it is the same file as in/m.csv"),
    ];
    for (target, source) in [("out", "in"), ("out2", "in/*")] {
        place.run(&[source, "--to", target], 0)?;
        assert_eq!(place.parquet(target)?, ["1", "2", "3", "4"]);
        let mut lines = place.lines(target)?;
        lines.sort();
        let lines: Vec<_> = lines
            .iter()
            .map(|line| {
                let name = line.file.strip_prefix("in/").unwrap_or_default();
                (name, &line.status[..], &line.reason[..])
            })
            .collect();
        assert_eq!(lines, expected, "{source}");
        // A pattern can match a part of a folder. So its folders are searched again.
        expected[0] = (
            "a link/n.csv",
            "skipped",
            "it is the same file as in/year/n.csv",
        );
    }
    Ok(())
}

#[test]
fn the_current_folder() -> Result {
    let place = place()?;
    let mut command = place.command(&[".", "--to", "../out"]);
    assert!(command.current_dir(place.path("in")).status()?.success());
    let files: Vec<_> = place
        .lines("out")?
        .into_iter()
        .map(|line| line.file)
        .collect();
    assert_eq!(files, ["a.csv", "b.dat", "c/d.csv", "c/e/f.tsv"]);
    Ok(())
}

/// Earlier results in a source are not data.
#[test]
fn the_report_of_a_load_is_not_loaded() -> Result {
    let place = place()?;
    place.run(&["in", "--to", "in/out"], 0)?;
    place.run(&["in", "--to", "out"], 0)?;
    assert_eq!(place.parquet("out")?, ["1", "3", "4"]);
    let line = place.line("out", "out")?;
    assert_eq!(
        (&line.status[..], &line.reason[..]),
        ("skipped", "it contains the report of a load")
    );
    Ok(())
}

/// One thread and many write the same.
#[test]
fn threads() -> Result {
    let place = place()?;
    place.run(&["in", "--to", "one", "--threads", "1"], 0)?;
    place.run(&["in", "--to", "many", "--threads", "9"], 0)?;
    assert_eq!(place.lines("one")?, place.lines("many")?);
    assert_eq!(place.parquet("one")?, place.parquet("many")?);
    assert!(
        place
            .run(&["in", "--to", "none", "--threads", "0"], 2)?
            .contains("--threads")
    );
    Ok(())
}
