//! Chooses the columns of the target, and finds them in each file.

use crate::head::Head;
use crate::options::Options;
use crate::schema::Schema as Given;
use crate::target::Target;
use anyhow::bail;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use utflane_arrow::arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use utflane_arrow::files::ValueKinds;

/// The names and values of the folders `name=value` of a file.
pub(crate) type Partitions = Vec<(String, Option<String>)>;

/// A file, as far as its columns are concerned.
pub(crate) struct Table {
    pub(crate) head: Head,
    pub(crate) partitions: Partitions,
    /// The kinds of values in the columns of the header, or empty if types are given.
    pub(crate) kinds: Vec<ValueKinds>,
}

impl Table {
    /// # Errors
    ///
    /// A folder has the name of a column in the header.
    pub(crate) fn new(head: Head, partitions: Partitions) -> Result<Table, String> {
        let mut names: Vec<_> = head.names.iter().collect();
        for (name, _) in &partitions {
            if names.contains(&name) {
                return Err(format!("a folder has the name of another column: {name:?}"));
            }
            names.push(name);
        }
        Ok(Table {
            head,
            partitions,
            kinds: Vec::new(),
        })
    }

    /// Returns the names of its columns, those of the header first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.head
            .names
            .iter()
            .chain(self.partitions.iter().map(|(name, _)| name))
    }

    fn set(&self) -> BTreeSet<&String> {
        self.names().collect()
    }
}

/// The columns of the target.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) schema: SchemaRef,
    /// Whether the types were inferred.
    is_inferred: bool,
}

/// The origin of a column of the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Origin {
    /// The column of the file with this index.
    File(usize),
    /// The folder `name=value` with this index.
    Folder(usize),
}

impl Columns {
    /// Returns the columns that most files have, or the given ones. If several sets of columns are
    /// equally frequent, the first file decides.
    ///
    /// # Errors
    ///
    /// There is no file.
    pub(crate) fn choose(
        tables: &[&Table],
        given: Option<&Given>,
        options: &Options,
    ) -> anyhow::Result<Columns> {
        if let Some(given) = given {
            return Columns::given(tables, given);
        }
        let mut counts: HashMap<BTreeSet<&String>, usize> = HashMap::new();
        for table in tables {
            *counts.entry(table.set()).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or_default();
        let Some(first) = tables.iter().find(|table| counts[&table.set()] == most) else {
            bail!("there is no file to load");
        };
        let same: Vec<_> = tables
            .iter()
            .filter(|table| table.set() == first.set())
            .collect();
        let mut fields = Vec::new();
        for name in first.names() {
            let mut kinds = ValueKinds::default();
            for table in &same {
                if let Some(at) = table.head.names.iter().position(|other| other == name) {
                    kinds.merge(table.kinds.get(at).copied().unwrap_or_default());
                }
                kinds.merge(partition_kinds(table, name));
            }
            let data_type = match options.all_text {
                true => DataType::Utf8,
                false => storable(kinds.data_type(), &options.to),
            };
            fields.push(Field::new(name, data_type, true));
        }
        Ok(Columns {
            schema: Arc::new(Schema::new(fields)),
            is_inferred: true,
        })
    }

    /// Returns the given columns, and the folders that are not among them.
    ///
    /// # Errors
    ///
    /// The type of a folder is neither text nor integer.
    fn given(tables: &[&Table], given: &Given) -> anyhow::Result<Columns> {
        let mut fields: Vec<_> = given
            .0
            .iter()
            .map(|(name, data_type)| Field::new(name, data_type.clone(), true))
            .collect();
        for table in tables {
            for (name, _) in &table.partitions {
                if let Some((_, data_type)) = given.0.iter().find(|(other, _)| other == name)
                    && !matches!(data_type, DataType::Utf8 | DataType::Int64)
                {
                    bail!("--schema: the type of the folders {name:?} must be text or integer");
                }
                if fields.iter().all(|field| field.name() != name) {
                    let mut kinds = ValueKinds::default();
                    tables
                        .iter()
                        .for_each(|table| kinds.merge(partition_kinds(table, name)));
                    let data_type = kinds.data_type().unwrap_or(DataType::Utf8);
                    fields.push(Field::new(name, data_type, true));
                }
            }
        }
        Ok(Columns {
            schema: Arc::new(Schema::new(fields)),
            is_inferred: false,
        })
    }

    /// Returns the origin of each column.
    ///
    /// # Errors
    ///
    /// The file has other columns.
    pub(crate) fn origins(&self, table: &Table) -> Result<Vec<Origin>, String> {
        let found = table.set();
        let wanted: BTreeSet<_> = self
            .schema
            .fields()
            .iter()
            .map(|field| field.name())
            .collect();
        let missing: Vec<_> = wanted.difference(&found).collect();
        let additional: Vec<_> = found.difference(&wanted).collect();
        let mut parts = Vec::new();
        for (word, names) in [("without", missing), ("with", additional)] {
            if !names.is_empty() {
                parts.push(format!("{word} {names:?}"));
            }
        }
        if !parts.is_empty() {
            let parts = parts.join(", ");
            return Err(format!("it has other columns than the table: {parts}"));
        }
        let header = &table.head.names;
        let origin = |name: &String| {
            let in_file = header.iter().position(|other| other == name);
            let in_folder = || table.partitions.iter().position(|(other, _)| other == name);
            in_file
                .map(Origin::File)
                .or_else(|| in_folder().map(Origin::Folder))
        };
        let fields = self.schema.fields().iter();
        Ok(fields.filter_map(|field| origin(field.name())).collect())
    }

    /// Returns the schema of the columns of a file, in the order of its header, and the indices of
    /// those whose type was inferred.
    pub(crate) fn of_file(&self, head: &Head) -> (Schema, Vec<usize>) {
        let field = |name: &String| self.schema.field_with_name(name).ok().cloned();
        let fields: Vec<_> = head.names.iter().filter_map(field).collect();
        let inferred = match self.is_inferred {
            true => (0..fields.len()).collect(),
            false => Vec::new(),
        };
        (Schema::new(fields), inferred)
    }
}

/// Returns the kind of the value of a folder: an integer, or text.
fn partition_kinds(table: &Table, name: &str) -> ValueKinds {
    let mut kinds = ValueKinds::default();
    for (other, value) in &table.partitions {
        if let (true, Some(value)) = (other == name, value) {
            kinds.add(value);
            if kinds.data_type() != Some(DataType::Int64) {
                kinds.add("");
            }
        }
    }
    kinds
}

/// Returns a type that the target can store without loss: text, if it has no such type.
fn storable(data_type: Option<DataType>, target: &Target) -> DataType {
    let data_type = match data_type {
        // Parquet has no timestamps in seconds: they would be integers for other programs.
        Some(DataType::Timestamp(TimeUnit::Second, zone)) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone)
        }
        other => other.unwrap_or(DataType::Utf8),
    };
    let has_it = match (&data_type, target) {
        (_, Target::Folder(_)) => true,
        // A timestamp with a time zone has microseconds in DuckDB.
        (DataType::Timestamp(unit, zone), Target::DuckDb(_)) => {
            *unit != TimeUnit::Nanosecond || zone.is_none()
        }
        (DataType::Timestamp(unit, _), Target::PostgreSql(_)) => *unit != TimeUnit::Nanosecond,
        // SQLite has neither booleans nor dates, and stores NaN as null.
        (DataType::Int64, Target::Sqlite(_)) => true,
        (_, Target::Sqlite(_)) => data_type == DataType::Float64,
        _ => true,
    };
    if has_it { data_type } else { DataType::Utf8 }
}
