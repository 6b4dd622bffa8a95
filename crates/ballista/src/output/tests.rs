//! Tests which files are published and which are removed.

use super::*;
use datafusion::dataframe::DataFrameWriteOptions;

/// Writes a file with `rows` rows.
async fn write(file: &Path, rows: usize) -> Result<()> {
    let session = SessionContext::new();
    let table = session.sql(&format!("SELECT * FROM range({rows})")).await?;
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    let file = file.display().to_string();
    table.write_parquet(&file, options, None).await?;
    Ok(())
}

fn paths(place: &Path) -> [PathBuf; 2] {
    ["target", "target.partial"].map(|name| place.join(name))
}

fn output(place: &Path, is_parquet: bool) -> Output {
    let [target, partial] = paths(place);
    fs::create_dir(&partial).unwrap();
    Output {
        place: Place::Local(Local {
            target,
            partial,
            owner: None,
        }),
        is_file: false,
        is_parquet,
    }
}

fn names(folder: &Path) -> Vec<String> {
    let files = files_in(folder).unwrap();
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    let mut names: Vec<_> = files.iter().map(name).collect();
    names.sort();
    names
}

#[tokio::test]
async fn the_files_of_one_attempt_are_published() -> Result<()> {
    let place = tempfile::tempdir()?;
    let session = SessionContext::new();
    // The lost attempt has written some of the rows, or more, or none. In the last case, no attempt
    // has all rows.
    for (name, lost, rows, expected) in [
        (
            "some",
            vec![20],
            50,
            Some(vec!["b_0.parquet", "b_1.parquet"]),
        ),
        (
            "more",
            vec![20, 20, 20],
            50,
            Some(vec!["b_0.parquet", "b_1.parquet"]),
        ),
        ("none", vec![], 50, Some(vec!["b_0.parquet", "b_1.parquet"])),
        ("less", vec![20], 60, None),
    ] {
        let place = place.path().join(name);
        fs::create_dir(&place)?;
        let output = output(&place, true);
        let [target, partial] = paths(&place);
        for (number, rows) in lost.into_iter().enumerate() {
            write(&partial.join(format!("a_{number}.parquet")), rows).await?;
        }
        write(&partial.join("b_0.parquet"), 30).await?;
        write(&partial.join("b_1.parquet"), 20).await?;
        fs::write(partial.join("b_2.parquet#1"), "PAR1 and no more")?;
        let published = output.publish(&session, rows).await;
        assert!(!partial.exists());
        match expected {
            Some(expected) => assert_eq!(names(&target), expected, "{name}"),
            None => {
                let error = published.unwrap_err().to_string();
                assert!(error.contains("run the statement again"), "{error}");
                assert!(!target.exists());
            }
        }
    }
    // Rows of other formats are not counted, so there must be only one attempt.
    for (lost, is_published) in [(false, true), (true, false)] {
        let place = place.path().join(format!("CSV {lost}"));
        fs::create_dir(&place)?;
        let output = output(&place, false);
        let [target, partial] = paths(&place);
        fs::write(partial.join("b_0.csv"), "1\n")?;
        if lost {
            fs::write(partial.join("a_0.csv"), "1\n")?;
        }
        assert_eq!(output.publish(&session, 1).await.is_ok(), is_published);
        assert_eq!(target.exists(), is_published);
    }
    Ok(())
}

/// An existing target is never replaced: a file, a folder or a broken link.
#[tokio::test]
async fn nothing_is_replaced() -> Result<()> {
    let place = tempfile::tempdir()?;
    let at = |name: &str| place.path().join(name);
    let local = |name: &str| Local::of(at(name), ".partial-1");
    fs::create_dir(at("empty"))?;
    fs::create_dir(at("full"))?;
    for file in ["full/x", "file"] {
        fs::write(at(file), "old")?;
    }
    std::os::unix::fs::symlink(at("nowhere"), at("link"))?;
    for (name, file_is_taken, folder_is_taken) in [
        ("new", false, false),
        ("new/", false, false),
        ("none/new", false, false),
        ("empty", true, false),
        ("full", true, true),
        ("full/", true, true),
        ("file", true, true),
        ("link", true, true),
    ] {
        assert_eq!(local(name).is_taken(true)?, file_is_taken, "{name}");
        assert_eq!(local(name).is_taken(false)?, folder_is_taken, "{name}");
    }
    assert!(local("file/below").is_taken(true).is_err());
    // The same for a target that appears before the output is complete.
    for name in ["empty", "full", "file", "link"] {
        let local = local(name);
        fs::write(&local.partial, "new")?;
        let error = local.publish_file().unwrap_err().to_string();
        assert!(error.contains("cannot be renamed"), "{error}");
    }
    for name in ["full", "file", "link"] {
        let local = local(name);
        fs::create_dir(&local.partial)?;
        fs::write(local.partial.join("x"), "new")?;
        assert!(local.publish().is_err(), "{name}");
    }
    assert_eq!(fs::read_to_string(at("file"))?, "old");
    assert_eq!(fs::read_to_string(at("full/x"))?, "old");
    let new = local("new");
    fs::write(&new.partial, "new")?;
    // Incomplete files of a lost writer are removed.
    fs::write(at("new.partial-1#2"), "n")?;
    new.publish_file()?;
    assert_eq!(fs::read_to_string(at("new"))?, "new");
    let mut left: Vec<_> = fs::read_dir(&place)?
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["empty", "file", "full", "link", "new"]);
    Ok(())
}
