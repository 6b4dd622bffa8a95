//! The names and types of columns: the file of `--schema`, and the types of a database.

use crate::columns::Partitions;
use anyhow::{Context, bail};
use std::collections::HashSet;
use std::str::FromStr;
use utflane_arrow::arrow_schema::{DataType, TimeUnit};

/// The names and types of columns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schema(pub(crate) Vec<(String, DataType)>);

impl Schema {
    /// Returns the names of the columns that are in the files, not in the names of their folders.
    pub(crate) fn names_without(&self, partitions: &Partitions) -> Vec<String> {
        let is_folder = |name: &String| partitions.iter().any(|(folder, _)| folder == name);
        let names = self.0.iter().map(|(name, _)| name);
        names.filter(|name| !is_folder(name)).cloned().collect()
    }
}

/// Returns the name of a type as `--schema` accepts it.
pub(crate) fn name_of(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 => "text".to_owned(),
        DataType::Int64 => "integer".to_owned(),
        DataType::Float64 => "float".to_owned(),
        DataType::Boolean => "boolean".to_owned(),
        DataType::Date32 => "date".to_owned(),
        DataType::Timestamp(_, None) => "timestamp".to_owned(),
        DataType::Timestamp(_, Some(_)) => "timestamptz".to_owned(),
        DataType::Decimal128(precision, scale) => format!("decimal({precision},{scale})"),
        other => other.to_string(),
    }
}

impl FromStr for Schema {
    type Err = anyhow::Error;

    /// Parses lines `name TYPE`. A name may contain spaces. Empty lines and lines that begin with
    /// `#` are skipped.
    fn from_str(text: &str) -> anyhow::Result<Schema> {
        let mut columns = Vec::new();
        let mut names = HashSet::new();
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let column = parse_column(line).with_context(|| format!("line {number}"))?;
            if !names.insert(column.0.clone()) {
                bail!("line {number}: a column {:?} exists already", column.0);
            }
            columns.push(column);
        }
        if columns.is_empty() {
            bail!("there is no column");
        }
        Ok(Schema(columns))
    }
}

fn parse_column(line: &str) -> anyhow::Result<(String, DataType)> {
    let Some((name, data_type)) = line.rsplit_once(char::is_whitespace) else {
        bail!("expected a name and a type, not {line:?}");
    };
    let Some(data_type) = parse_type(&data_type.to_ascii_lowercase()) else {
        bail!(
            "unknown type {data_type:?}: expected text, integer, float, decimal(P,S), boolean, date, \
             timestamp or timestamptz"
        );
    };
    Ok((name.trim_end().to_owned(), data_type))
}

fn parse_type(name: &str) -> Option<DataType> {
    Some(match name {
        "text" => DataType::Utf8,
        "integer" | "int" | "bigint" => DataType::Int64,
        "float" | "double" => DataType::Float64,
        "boolean" | "bool" => DataType::Boolean,
        "date" => DataType::Date32,
        "timestamp" => DataType::Timestamp(TimeUnit::Microsecond, None),
        "timestamptz" => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        _ => {
            let digits = name.strip_prefix("decimal(")?.strip_suffix(')')?;
            let (precision, scale) = digits.split_once(',')?;
            let (precision, scale) = (precision.parse().ok()?, scale.parse().ok()?);
            let is_valid = (1..=38).contains(&precision) && (0..=precision as i8).contains(&scale);
            return is_valid.then_some(DataType::Decimal128(precision, scale));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types() {
        for name in [
            "text",
            "integer",
            "float",
            "boolean",
            "date",
            "timestamp",
            "timestamptz",
            "decimal(10,2)",
        ] {
            assert_eq!(name_of(&parse_type(name).unwrap()), name);
        }
    }

    #[test]
    fn schema_files() {
        let text = "\u{FEFF}# orders\nid integer\n\n unit price  DECIMAL(10,2)\r\nday date\n";
        let columns = [
            ("id", DataType::Int64),
            ("unit price", DataType::Decimal128(10, 2)),
            ("day", DataType::Date32),
        ];
        let columns = columns.map(|(name, data_type)| (name.to_owned(), data_type));
        assert_eq!(text.parse::<Schema>().unwrap(), Schema(columns.to_vec()));
        for (wrong, message) in [
            ("", "no column"),
            ("id\n", "line 1: expected a name"),
            ("id int\nid text\n", "line 2: a column \"id\" exists"),
            ("id string\n", "unknown type \"string\""),
            ("id decimal(39,0)\n", "unknown type"),
            ("id decimal(4,5)\n", "unknown type"),
        ] {
            let error = format!("{:#}", wrong.parse::<Schema>().unwrap_err());
            assert!(error.contains(message), "{wrong:?}: {error}");
        }
    }
}
