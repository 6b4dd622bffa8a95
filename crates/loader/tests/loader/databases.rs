//! Tests loads into PostgreSQL, SQLite and DuckDB.

use crate::accounting::check_hostile;
use crate::hostile;
use crate::place::{Place, Result};
use crate::server::{drivers, execute, find, postgresql, query};

/// Returns values of `--to`. Those of files are in the folder of a test.
pub(crate) fn targets() -> Vec<&'static str> {
    if drivers().is_none() {
        return Vec::new();
    }
    postgresql()
        .into_iter()
        .chain(["sqlite:db.sqlite", "duckdb:db.duckdb"])
        .collect()
}

/// Returns a target with the path of its file.
pub(crate) fn absolute(place: &Place, target: &str) -> String {
    match target.split_once(":db.") {
        Some((kind, file)) => format!("{kind}:{}", place.path(&format!("db.{file}")).display()),
        None => target.to_owned(),
    }
}

fn load(place: &Place, target: &str, table: &str, options: &[&str], status: i32) -> Result<String> {
    let drivers = drivers().ok_or("there are no drivers")?;
    let drivers = drivers.to_string_lossy().into_owned();
    let arguments = ["--to", target, "--table", table, "--drivers", &drivers];
    place.load(&[&arguments[..], options].concat(), status)
}

/// Parquet and all databases contain the same rows after a load, and `files.csv` has the same
/// numbers.
#[test]
fn the_hostile_folder() -> Result {
    let place = Place::new(&[])?;
    let files = hostile::create(&place.path("in"))?;
    let options = [&["--to", "out", "--nul", "reject"], &hostile::OPTIONS[..]].concat();
    place.load(&options, 3)?;
    let rows = place.parquet("out")?;
    for target in targets() {
        let table = "Other \"people's\" files";
        load(&place, target, table, &hostile::OPTIONS, 3)?;
        let report = format!("{table}.load");
        check_hostile(&place, &files, &report)?;
        assert_eq!(place.lines(&report)?, place.lines("out")?, "{target}");
        let rejected = |folder: &str| std::fs::read(place.path(folder).join("rejected.csv"));
        assert_eq!(rejected(&report)?, rejected("out")?);
        let target = absolute(&place, target);
        let mut stored = query(&target, "select * from \"Other \"\"people's\"\" files\"")?;
        stored.sort();
        assert_eq!(stored, rows, "{target}");
        std::fs::remove_dir_all(place.path(&report))?;
    }
    Ok(())
}

#[test]
fn existing_tables() -> Result {
    for target in targets() {
        let place = Place::new(&[
            ("a.csv", b"id,name\n1,a\n"),
            ("b.csv", b"id,name\n2,b\nx\n"),
        ])?;
        let full = absolute(&place, target);
        let rows = || query(&full, "select id, name from existing order by id, name");
        load(&place, target, "existing", &["--append"], 2)?;
        load(&place, target, "existing", &[], 3)?;
        assert_eq!(rows()?, ["1|a", "2|b"], "{target}");
        let text = load(&place, target, "existing", &["--report", "new"], 2)?;
        assert!(text.contains("the table \"existing\" exists"), "{text}");
        assert!(
            load(&place, target, "other", &["--report", "existing.load"], 2)?.contains("exists")
        );
        // The types of the table apply.
        std::fs::write(place.path("in/b.csv"), "name,id\nc,3\nd,four\n")?;
        load(
            &place,
            target,
            "existing",
            &["--append", "--report", "second"],
            3,
        )?;
        assert_eq!(rows()?, ["1|a", "1|a", "2|b", "3|c"], "{target}");
        assert_eq!(place.line("second", "b.csv")?.rejected, "1");
        load(
            &place,
            target,
            "existing",
            &["--replace", "--report", "second"],
            0,
        )?;
        assert_eq!(
            rows()?,
            ["1|a", "3|c", "four|d"][..rows()?.len()],
            "{target}"
        );
        assert_eq!(query(&full, "select count(*) from existing")?, ["3"]);
        execute(&full, "drop table existing")?;
    }
    Ok(())
}

/// The columns of a file without a header are those of the table.
#[test]
fn rows_without_a_header_are_appended() -> Result {
    for target in targets() {
        let place = Place::new(&[("a.csv", b"name,id\nx,1\ny,2\n")])?;
        let full = absolute(&place, target);
        load(&place, target, "headless", &[], 0)?;
        std::fs::write(place.path("in/a.csv"), "z,3\n,4\n")?;
        let options = ["--append", "--no-header", "--report", "second"];
        load(&place, target, "headless", &options, 0)?;
        let rows = query(&full, "select id, name from headless order by id")?;
        assert_eq!(rows, ["1|x", "2|y", "3|z", "4|NULL"], "{target}");
        std::fs::write(place.path("in/a.csv"), "1\n")?;
        let options = ["--append", "--no-header", "--report", "third"];
        let text = load(&place, target, "headless", &options, 1)?;
        assert!(
            text.contains("fields than the table has columns: 1, expected 2"),
            "{text}"
        );
        execute(&full, "drop table headless")?;
    }
    Ok(())
}

/// Values that a database cannot store as their inferred type are text.
#[test]
fn values_without_loss() -> Result {
    let text = "t,z,f,b\n\
                2024-01-01T00:00:00.123456789,2024-01-01T00:00:00.123456789Z,NaN,true\n\
                2024-01-01T00:00:00.000000001,2024-01-01T00:00:00.000000001Z,0.1,false\n";
    for target in targets() {
        let place = Place::new(&[("a.csv", text.as_bytes())])?;
        load(&place, target, "exact", &[], 0)?;
        let full = absolute(&place, target);
        let rows = query(
            &full,
            "select cast(t as varchar(40)), z, f, b from exact order by t desc",
        )?;
        let first = rows[0].replace(' ', "T");
        let expected = "2024-01-01T00:00:00.123456789|2024-01-01T00:00:00.123456789Z|NaN|true";
        assert_eq!(first, expected, "{target}");
        execute(&full, "drop table exact")?;
    }
    Ok(())
}

#[test]
fn types_of_a_schema() -> Result {
    let text = "n,p,z,b,d,f\n1,2.50,2024-01-01T00:00:00+02,true,2024-01-01,NaN\n";
    let types = "n integer\np decimal(10,2)\nz timestamptz\nb boolean\nd date\nf float\n";
    for target in targets() {
        let place = Place::new(&[("a.csv", text.as_bytes()), ("../types", types.as_bytes())])?;
        let full = absolute(&place, target);
        if target.starts_with("sqlite") {
            // SQLite has no decimals and no NaN.
            let types = types.replace("decimal(10,2)", "text");
            std::fs::write(place.path("types"), types)?;
            let message = load(&place, target, "typed", &["--schema", "types"], 1)?;
            assert!(
                message.contains("SQLite would store NaN as null"),
                "{message}"
            );
            std::fs::write(place.path("in/a.csv"), text.replace("NaN", "0.5"))?;
        }
        load(&place, target, "typed", &["--schema", "types"], 0)?;
        let rows = query(&full, "select n, d from typed")?;
        assert_eq!(rows, ["1|2024-01-01"], "{target}");
        let is_exact = "select count(*) from typed where p = 2.5 or p = '2.50'";
        assert_eq!(query(&full, is_exact)?, ["1"], "{target}");
        execute(&full, "drop table typed")?;
    }
    Ok(())
}

/// If types are given, the first reading counts rows without their values. It counts the same rows
/// as the second, also those that are set aside.
#[test]
fn bad_rows_with_given_types() -> Result {
    let text = b"id,name\n1,a\0b\n2,\xFF\n3\nx,c\n4,\"d\n5,e\n";
    for target in targets() {
        let place = Place::new(&[("a.csv", text), ("../types", b"id integer\nname text\n")])?;
        let full = absolute(&place, target);
        for (types, rows, bad) in [
            (&["--schema", "types"][..], "1", 5),
            (&["--all-text"], "2", 4),
        ] {
            let options = [types, &["--charset", "utf-8", "--replace"]].concat();
            load(&place, target, "counted", &options, 3)?;
            let line = place.line("counted.load", "a.csv")?;
            let count = query(&full, "select count(*) from counted")?;
            assert_eq!((&line.rows[..], &count[0][..]), (rows, rows), "{target}");
            assert_eq!(place.check_rejected("counted.load")?, bad);
        }
        execute(&full, "drop table counted")?;
    }
    Ok(())
}

/// If the database refuses a row, nothing is loaded.
#[test]
fn refused_rows() -> Result {
    for target in targets() {
        let rows: String = (0..20_000).map(|id| format!("{id}\n")).collect();
        let place = Place::new(&[
            ("a.csv", format!("id\n{rows}").as_bytes()),
            ("b.csv", b"id\n-1\n"),
        ])?;
        let full = absolute(&place, target);
        execute(&full, "create table strict_ids (id bigint check (id >= 0))")?;
        let text = load(&place, target, "strict_ids", &["--append"], 1)?;
        let reason = text.split_once("in/b.csv: the database refuses the rows: ");
        let (_, reason) = reason.ok_or(text.clone())?;
        let reason = reason.to_lowercase();
        assert!(reason.contains("check constraint"), "{text}");
        assert_eq!(
            query(&full, "select count(*) from strict_ids")?,
            ["0"],
            "{target}"
        );
        assert!(!place.path("strict_ids.load").exists());
        execute(&full, "drop table strict_ids")?;
    }
    Ok(())
}

/// A trigger drops a row without an error. The load notices that, and nothing is loaded.
#[test]
fn lost_rows() -> Result {
    let triggers: [(&str, &[&str]); 2] = [
        (
            "postgresql",
            &[
                "create function lose() returns trigger as $$ begin \
                 if new.id = 2 then return null; end if; return new; end $$ language plpgsql",
                "create trigger lose before insert on lossy for each row execute function lose()",
            ],
        ),
        (
            "sqlite",
            &[
                "create trigger lose before insert on lossy when new.id = 2 \
               begin select raise(ignore); end",
            ],
        ),
    ];
    for target in targets() {
        let Some((_, triggers)) = triggers.iter().find(|(kind, _)| target.starts_with(kind)) else {
            // DuckDB has no triggers.
            continue;
        };
        let place = Place::new(&[("a.csv", b"id\n1\n2\n3\n")])?;
        let full = absolute(&place, target);
        execute(&full, "create table lossy (id bigint)")?;
        for trigger in *triggers {
            execute(&full, trigger)?;
        }
        let text = load(&place, target, "lossy", &["--append"], 1)?;
        assert!(
            text.contains("in/a.csv: the database has stored 2 rows of 3"),
            "{text}"
        );
        assert_eq!(
            query(&full, "select count(*) from lossy")?,
            ["0"],
            "{target}"
        );
        assert!(!place.path("lossy.load").exists());
        execute(&full, "drop table lossy")?;
    }
    Ok(())
}

/// Drivers that pip has installed are found.
#[test]
fn installed_drivers() -> Result {
    let Some(drivers) = drivers() else {
        return Ok(());
    };
    let place = Place::new(&[("a.csv", b"id\n1\n")])?;
    let packages = place.path("venv/lib/python3.12/site-packages");
    std::fs::create_dir_all(&packages)?;
    let sqlite = find(&drivers, "libadbc_driver_sqlite.so").ok_or("the driver")?;
    let package = packages.join("adbc_driver_sqlite");
    std::fs::create_dir(&package)?;
    std::fs::copy(sqlite, package.join("libadbc_driver_sqlite.so"))?;
    let mut command = place.command(&["in", "--to", "sqlite:a.db", "--table", "t"]);
    command
        .env_remove("UTFLANE_DRIVERS")
        .env("VIRTUAL_ENV", place.path("venv"));
    assert!(command.output()?.status.success());
    assert_eq!(
        query(
            &format!("sqlite:{}", place.path("a.db").display()),
            "select id from t"
        )?,
        ["1"]
    );
    Ok(())
}

/// The file of a database that cannot be written is named in the message.
#[test]
fn files_that_cannot_be_written() -> Result {
    if drivers().is_none() {
        return Ok(());
    }
    let place = Place::new(&[("a.csv", b"id\n1\n")])?;
    load(&place, "sqlite:old.db", "t", &[], 0)?;
    let old = place.path("old.db");
    let mut permissions = std::fs::metadata(&old)?.permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&old, permissions)?;
    let mut files = vec!["in", "missing/x.db"];
    // For root, all files can be written.
    if std::fs::File::options().append(true).open(&old).is_err() {
        files.push("old.db");
    }
    for file in files {
        let target = format!("sqlite:{file}");
        let text = load(&place, &target, "u", &[], 2)?;
        let expected = format!("the file {file} cannot be written: ");
        assert!(text.contains(&expected), "{text}");
    }
    assert_eq!(place.names(".")?, ["in", "old.db", "t.load"]);
    Ok(())
}

/// Without a driver, the message says how to install it.
#[test]
fn missing_drivers() -> Result {
    let place = Place::new(&[("a.csv", b"id\n1\n")])?;
    for (target, install) in [
        (
            "postgresql:///x",
            "run `pip install --no-deps --target drivers adbc-driver-postgresql`, and add --drivers \
             drivers",
        ),
        (
            "sqlite:x.db",
            "run `pip install --no-deps --target drivers adbc-driver-sqlite`, and add --drivers \
             drivers",
        ),
        ("duckdb:x.db", "@duckdb/node-bindings"),
    ] {
        let mut command = place.command(&["in", "--to", target, "--table", "t"]);
        for variable in ["UTFLANE_DRIVERS", "VIRTUAL_ENV", "HOME", "LD_LIBRARY_PATH"] {
            command.env_remove(variable);
        }
        let output = command.output()?;
        let text = String::from_utf8(output.stderr)?;
        assert!(
            output.status.code() == Some(2) && text.contains(install),
            "{text}"
        );
        let text = place.load(&["--to", target, "--table", "t", "--drivers", "in"], 2)?;
        assert!(text.contains("is not in in: run `"), "{text}");
        assert!(text.contains("add --drivers in"), "{text}");
        assert_eq!(place.names(".")?, ["in"]);
    }
    Ok(())
}
