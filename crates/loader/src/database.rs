//! Loads all files into a table of a database, in one transaction.
//!
//! Threads read the files. One connection receives their rows, file by file, and the database is
//! asked how many rows it has stored of each.

use crate::driver;
use crate::interrupt;
use crate::load::{Job, Planned};
use crate::name::shown;
use crate::options::Options;
use crate::report::{Outcome, Record};
use crate::rows::Counts;
use crate::schema::Schema;
use crate::stream::{self, End, FileRows, Message};
use crate::target::Target;
use adbc_core::options::{OptionConnection, OptionStatement, OptionValue};
use adbc_core::{Connection as _, Optionable as _, Statement as _};
use adbc_driver_manager::ManagedConnection;
use anyhow::{Context, bail};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::types::Int64Type;
use utflane_arrow::arrow_schema::SchemaRef;

/// A connection to the database, in a transaction.
pub(crate) struct Database {
    connection: ManagedConnection,
    target: Target,
    /// The table that receives the rows.
    table: String,
    /// The table that it replaces at the end. Until then, others can read the old table.
    replaced: Option<String>,
    /// The columns of the table to append to.
    columns: Option<Schema>,
    /// The number of rows that were in the table before.
    before: i64,
}

/// A load that is complete, except that it is not committed.
pub(crate) struct Ready(Database);

impl Ready {
    pub(crate) fn commit(mut self) -> anyhow::Result<()> {
        if let Some(replaced) = self.0.replaced.take() {
            let (old, new) = (quoted(&replaced), quoted(&self.0.table));
            self.0.execute(&format!("drop table {old}"))?;
            self.0
                .execute(&format!("alter table {new} rename to {old}"))?;
        }
        let committed = self.0.connection.commit();
        committed
            .map_err(error_of)
            .context("cannot commit the load")
    }
}

impl Database {
    /// Connects, and begins a transaction.
    ///
    /// # Errors
    ///
    /// The table exists, and is neither replaced nor appended to. Or it is missing, but must be
    /// appended to.
    pub(crate) fn open(options: &Options) -> anyhow::Result<Database> {
        let connection = driver::connect(&options.to, options.drivers.as_deref())?;
        let table = options.table.clone().unwrap_or_default();
        if table.contains('\0') {
            bail!("--table: the name has a NUL character");
        }
        let mut database = Database {
            connection,
            target: options.to.clone(),
            table,
            replaced: None,
            columns: None,
            before: 0,
        };
        let exists = database.exists()?;
        let table = database.table.clone();
        if exists && !options.append && !options.replace {
            bail!("the table {table:?} exists: use --append or --replace");
        }
        if !exists && options.append {
            bail!("there is no table {table:?} to append to");
        }
        let manual = OptionValue::String("false".to_owned());
        let begun = database
            .connection
            .set_option(OptionConnection::AutoCommit, manual);
        begun
            .map_err(error_of)
            .context("cannot begin a transaction")?;
        if options.append {
            if let Target::PostgreSql(_) = database.target {
                // The number of rows must not include those of other transactions.
                database.execute("set transaction isolation level repeatable read")?;
            }
            let schema = database
                .connection
                .get_table_schema(None, None, &database.table);
            let schema = schema.map_err(error_of);
            let schema = schema.with_context(|| format!("the columns of {table:?}"))?;
            let fields = schema.fields().iter();
            let columns = fields.map(|field| (field.name().clone(), field.data_type().clone()));
            database.columns = Some(Schema(columns.collect()));
            database.before = database.rows()?;
        } else if exists {
            // Databases limit the length of names, so it does not contain that of the table.
            database.table = format!("utflane-load {}", std::process::id());
            database.replaced = Some(table);
        }
        Ok(database)
    }

    /// Returns the columns of the table to append to.
    pub(crate) fn columns(&self) -> Option<&Schema> {
        self.columns.as_ref()
    }

    fn exists(&mut self) -> anyhow::Result<bool> {
        let text = |name: &str| format!("'{}'", name.replace('\'', "''"));
        let query = match self.target {
            Target::PostgreSql(_) => {
                format!("select count(to_regclass({}))", text(&quoted(&self.table)))
            }
            Target::Sqlite(_) => format!(
                "select count(*) from sqlite_master where lower(name) = lower({})",
                text(&self.table)
            ),
            _ => format!(
                "select count(*) from information_schema.tables where table_schema = \
                 current_schema() and lower(table_name) = lower({})",
                text(&self.table)
            ),
        };
        Ok(self.number(&query)? > 0)
    }

    /// Returns the number of rows in the table.
    fn rows(&mut self) -> anyhow::Result<i64> {
        let query = format!("select count(*) from {}", quoted(&self.table));
        self.number(&query)
    }

    /// Returns a number that grows by one for each row that this transaction inserts, without
    /// reading the table. Returns `None` if the database has no such number.
    fn inserted(&mut self) -> anyhow::Result<Option<i64>> {
        let query = match self.target {
            Target::PostgreSql(_) => {
                let table = quoted(&self.table).replace('\'', "''");
                format!(
                    "select coalesce(pg_stat_get_xact_tuples_inserted(to_regclass('{table}')), 0)"
                )
            }
            Target::Sqlite(_) => "select total_changes()".to_owned(),
            _ => return Ok(None),
        };
        self.number(&query).map(Some)
    }

    fn number(&mut self, query: &str) -> anyhow::Result<i64> {
        let mut run = || -> anyhow::Result<i64> {
            let mut statement = self.connection.new_statement().map_err(error_of)?;
            statement.set_sql_query(query).map_err(error_of)?;
            let batches = statement.execute().map_err(error_of)?;
            let mut number = None;
            // DuckDB ends the transaction if a result is not read to its end.
            for batch in batches {
                let batch = batch?;
                let numbers = batch.column(0).as_primitive_opt::<Int64Type>();
                let numbers = numbers.context("the result is not a 64-bit integer")?;
                number = number.or(numbers.iter().flatten().next());
            }
            number.context("there is no result")
        };
        run().with_context(|| format!("cannot run {query:?}"))
    }

    fn execute(&mut self, sql: &str) -> anyhow::Result<()> {
        self.run(sql).with_context(|| format!("cannot run {sql:?}"))
    }

    fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        let mut run = || {
            let mut statement = self.connection.new_statement()?;
            statement.set_sql_query(sql)?;
            statement.execute_update()
        };
        run().map(drop).map_err(error_of)
    }

    /// Inserts rows, and creates the table for the first of them.
    fn insert(&mut self, rows: FileRows, creates: bool) -> anyhow::Result<()> {
        // DuckDB's driver drops the error of a constraint, but its SQL does not.
        let is_staged = self.columns.is_some() && matches!(self.target, Target::DuckDb(_));
        if !is_staged {
            let mode = if creates { "create" } else { "append" };
            return self.ingest(rows, &self.table.clone(), mode, false);
        }
        let staged = format!("utflane-load {}", std::process::id());
        self.ingest(rows, &staged, "create", true)?;
        let (table, staged) = (quoted(&self.table), quoted(&staged));
        self.run(&format!(
            "insert into {table} by name select * from temp.{staged}"
        ))?;
        self.run(&format!("drop table temp.{staged}"))
    }

    fn ingest(
        &mut self,
        rows: FileRows,
        table: &str,
        mode: &str,
        is_temporary: bool,
    ) -> anyhow::Result<()> {
        let text = |value: &str| OptionValue::String(value.to_owned());
        let ingest = || {
            let mut statement = self.connection.new_statement()?;
            statement.set_option(OptionStatement::TargetTable, text(table))?;
            let mode = format!("adbc.ingest.mode.{mode}");
            statement.set_option(OptionStatement::IngestMode, text(&mode))?;
            if is_temporary {
                statement.set_option(OptionStatement::Temporary, text("true"))?;
            }
            statement.bind_stream(Box::new(rows))?;
            statement.execute_update()
        };
        ingest().map(drop).map_err(error_of)
    }

    /// Loads one file, and checks that the database has stored all of its rows. `stored` is the
    /// number of rows of the files before.
    fn load(
        &mut self,
        planned: &Planned,
        schema: &SchemaRef,
        messages: Receiver<Message>,
        creates: bool,
        stored: u64,
    ) -> anyhow::Result<Counts> {
        let earlier = self.inserted()?;
        let (rows, end) = FileRows::new(schema, messages);
        let inserted = self.insert(rows, creates);
        let end = end.lock().expect("no panic").take();
        let counts = match (inserted, end) {
            (_, Some(End::Failed(error))) => return Err(error),
            (Err(error), _) => return Err(error.context("the database refuses the rows")),
            (Ok(()), None) => bail!("the database did not read all rows"),
            (Ok(()), Some(End::Done(counts))) => counts,
        };
        planned.check(&counts)?;
        let later = self.inserted()?;
        let has_all = match earlier.zip(later) {
            Some((earlier, later)) => u64::try_from(later - earlier) == Ok(counts.rows),
            None => false,
        };
        // A trigger or a partitioned table can change the number of inserted rows.
        if !has_all {
            self.check_all(stored + counts.rows)?;
        }
        Ok(counts)
    }

    /// Checks the number of all rows that were loaded.
    fn check_all(&mut self, rows: u64) -> anyhow::Result<()> {
        let stored = self.rows()? - self.before;
        if u64::try_from(stored) != Ok(rows) {
            bail!("the database has stored {stored} rows of {rows}");
        }
        Ok(())
    }
}

fn error_of(error: adbc_core::error::Error) -> anyhow::Error {
    anyhow::Error::msg(error.message.trim_end().to_owned())
}

/// Returns a name as an identifier in SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Loads the files into the table, and updates their records. The load is not committed.
///
/// # Errors
///
/// A file fails, or the database refuses a row or has not stored all rows.
pub(crate) fn write(
    job: &Job,
    planned: &[Planned],
    mut database: Database,
    records: &mut [Record],
) -> anyhow::Result<Ready> {
    let (files, ready) = mpsc::channel();
    let queue = Mutex::new((0, files));
    let work = || {
        loop {
            let (at, sender) = {
                let mut queue = queue.lock().expect("no panic");
                let at = queue.0;
                let (sender, receiver) = stream::channel();
                if at == planned.len() || queue.1.send(receiver).is_err() {
                    return;
                }
                queue.0 += 1;
                (at, sender)
            };
            stream::send_file(job, &planned[at], &sender);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..job.options.threads().min(planned.len()) {
            scope.spawn(work);
        }
        // After an error, dropping this ends the threads.
        let ready = ready;
        let mut stored = 0;
        for (at, planned) in planned.iter().enumerate() {
            let messages = ready.recv().context("the threads have ended")?;
            let creates = at == 0 && !job.options.append;
            let schema = &job.columns.schema;
            let loaded = database.load(planned, schema, messages, creates, stored);
            interrupt::check()?;
            let counts = loaded.with_context(|| shown(&planned.path))?;
            job.progress.add_file();
            stored += counts.rows;
            let table = database.replaced.as_ref().unwrap_or(&database.table);
            records[planned.number].outcome = Outcome::Loaded(counts, table.clone());
        }
        database.check_all(stored)?;
        anyhow::Ok(())
    })?;
    Ok(Ready(database))
}
