//! Kills loads at random moments: the target is complete, or absent.

use crate::databases::{absolute, targets};
use crate::place::{Place, Result};
use crate::server::{drivers, query};
use std::collections::hash_map::RandomState;
use std::fmt::Write;
use std::hash::{BuildHasher, Hasher};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of files.
const FILES: u64 = 12;
/// The number of rows of a file.
const ROWS: u64 = 8000;

/// Returns the number of kills for each target.
fn kills() -> u64 {
    let kills = std::env::var("UTFLANE_KILLS").ok();
    kills.and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

fn place() -> Result<Place> {
    let place = Place::new(&[])?;
    for file in 0..FILES {
        let mut text = "id,name\n".to_owned();
        for row in 0..ROWS {
            writeln!(text, "{},\"größer {row}\"", file * ROWS + row)?;
        }
        std::fs::write(place.path("in").join(format!("{file}.csv")), text)?;
    }
    Ok(place)
}

/// Returns a random number below `limit`.
fn random(limit: u64) -> u64 {
    // Each hasher has other keys.
    RandomState::new().build_hasher().finish() % limit
}

/// Runs the program, and ends it with a signal after a random part of `duration`. Returns whether
/// it was ended.
fn kill(place: &Place, arguments: &[&str], signal: &str, duration: Duration) -> Result<bool> {
    let mut command = place.command(arguments);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    sleep(duration * u32::try_from(random(1000))? / 1000);
    let id = child.id().to_string();
    let _ = std::process::Command::new("kill")
        .args([signal, &id])
        .stderr(Stdio::null())
        .status()?;
    Ok(child.wait()?.code() != Some(0))
}

#[test]
fn folders() -> Result {
    let place = place()?;
    let start = Instant::now();
    place.load(&["--to", "first"], 0)?;
    let duration = start.elapsed();
    for number in 0..2 * kills() {
        let signal = if number % 2 == 0 { "-KILL" } else { "-INT" };
        let is_killed = kill(&place, &["in", "--to", "out"], signal, duration)?;
        match place.path("out").exists() {
            false => assert!(is_killed, "the load has ended without a target"),
            true => {
                let rows: u64 = place
                    .lines("out")?
                    .iter()
                    .map(|line| line.rows.parse::<u64>().unwrap_or(0))
                    .sum();
                assert_eq!(rows, FILES * ROWS);
                assert_eq!(place.parquet("out")?.len() as u64, rows);
                std::fs::remove_dir_all(place.path("out"))?;
            }
        }
        // After Ctrl-C nothing remains, not even a temporary folder.
        for name in place.names(".")? {
            if name.starts_with("out.partial-") {
                assert_eq!(signal, "-KILL");
                std::fs::remove_dir_all(place.path(&name))?;
            }
        }
    }
    Ok(())
}

#[test]
fn databases() -> Result {
    let place = place()?;
    for target in targets() {
        let full = absolute(&place, target);
        let folder = drivers()
            .ok_or("there are no drivers")?
            .to_string_lossy()
            .into_owned();
        let start = Instant::now();
        let load = ["in", "--to", target, "--drivers", &folder, "--table"];
        place.run(&[&load[..], &["first"]].concat(), 0)?;
        let duration = start.elapsed();
        for number in 0..kills() {
            let table = format!("killed{number}");
            let arguments = [&load[..], &[&table]].concat();
            let is_killed = kill(&place, &arguments, "-KILL", duration)?;
            let rows = rows(&full, &table)?;
            let report = place.path(&format!("{table}.load"));
            match rows {
                None => assert!(is_killed && !report.exists(), "{target}: no table"),
                Some(rows) => {
                    assert_eq!(rows, (FILES * ROWS).to_string(), "{target}");
                    // The report appears after the rows.
                    assert!(is_killed || report.exists(), "{target}: no report");
                }
            }
        }
        // A table that is replaced has the old rows or the new ones.
        for number in 0..kills() {
            let report = format!("replaced{number}.load");
            let arguments = [&load[..], &["first", "--replace", "--report", &report]].concat();
            kill(&place, &arguments, "-KILL", duration)?;
            let rows = rows(&full, "first")?;
            assert_eq!(rows, Some((FILES * ROWS).to_string()), "{target}");
        }
        for name in place.names(".")? {
            if name.contains(".load") {
                std::fs::remove_dir_all(place.path(&name))?;
            }
        }
    }
    Ok(())
}

/// Returns the number of rows in a table, or `None` without the table. Waits until the server has
/// noticed that the connection of the killed program is closed.
fn rows(target: &str, table: &str) -> Result<Option<String>> {
    if target.starts_with("postgres") {
        let others = "select count(*) from pg_stat_activity where backend_type = 'client backend' \
                      and query ilike '%KILLED%' and pid <> pg_backend_pid()";
        let end = Instant::now() + Duration::from_secs(30);
        while query(target, &others.replace("KILLED", table))? != ["0"] {
            assert!(
                Instant::now() < end,
                "the server does not end the connection"
            );
            sleep(Duration::from_millis(20));
        }
        let exists = query(target, &format!("select count(to_regclass('{table}'))"))?;
        if exists == ["0"] {
            return Ok(None);
        }
    } else {
        let list = match target.starts_with("sqlite") {
            true => "select name from sqlite_master",
            false => "select table_name from information_schema.tables",
        };
        if !query(target, list)?.iter().any(|name| name == table) {
            return Ok(None);
        }
    }
    let rows = query(target, &format!("select count(*) from {table}"))?;
    Ok(rows.into_iter().next())
}
