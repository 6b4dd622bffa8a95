//! The table function `bad_rows`, which returns the rows that a table sets aside.

use super::aside;
use super::format::TextFormat;
use super::table::TextTable;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, TableReference, plan_err};
use datafusion::datasource::listing::{ListingTable, ListingTableConfig};
use datafusion::logical_expr::Expr;
use futures::FutureExt;
use std::sync::Arc;

/// The table function `bad_rows('table')`.
///
/// It reads the files of the table, and returns the rows that the table sets aside. Its columns are
/// `file`, `line`, `start`, `end`, `reason` and `bytes`, and the partition columns of the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct BadRowsFunction;

impl BadRowsFunction {
    /// The name of the function.
    pub const NAME: &str = "bad_rows";

    /// Returns a table of a session.
    fn table(name: TableReference, session: &dyn Session) -> Result<TextTable> {
        let catalog = &session.config_options().catalog;
        let name = name.resolve(&catalog.default_catalog, &catalog.default_schema);
        let catalog = session.catalog_list().catalog(&name.catalog);
        let Some(schema) = catalog.and_then(|catalog| catalog.schema(&name.schema)) else {
            return plan_err!(
                "bad_rows: there is no schema {}.{}",
                name.catalog,
                name.schema
            );
        };
        let table = match schema.table(&name.table).now_or_never() {
            Some(table) => table?,
            None => return plan_err!("bad_rows: the catalog of the table {name} is remote"),
        };
        match table.as_deref() {
            None => plan_err!("bad_rows: there is no table {name}"),
            Some(table) => match table.downcast_ref::<TextTable>() {
                Some(table) => Ok(table.clone()),
                None => plan_err!(
                    "bad_rows: the table {name} was not created with an option such as charset"
                ),
            },
        }
    }
}

impl TableFunctionImpl for BadRowsFunction {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let name = match args.exprs() {
            [Expr::Literal(name, _)] => name.try_as_str().flatten(),
            _ => None,
        };
        let Some(name) = name else {
            return plan_err!("bad_rows accepts the name of a table as text, as in bad_rows('t')");
        };
        let table = BadRowsFunction::table(TableReference::from(name), args.session())?;
        Ok(Arc::new(of_table(name, &table)?))
    }
}

/// Returns the table of the bad rows of a table.
fn of_table(name: &str, table: &TextTable) -> Result<TextTable> {
    let files = table.files();
    let mut options = files.options().clone();
    let format = match options.format.downcast_ref::<TextFormat>() {
        Some(format) if format.options().sets_aside => format,
        _ => {
            return plan_err!(
                "bad_rows: the table {name} has no bad rows, because its queries fail at a bad \
                 row: create it with the option on_bad 'set_aside'"
            );
        }
    };
    let schema = files.schema();
    let columns = schema.fields().len() - options.table_partition_cols.len();
    let of_files = schema.project(&(0..columns).collect::<Vec<_>>())?;
    let format = format.clone().with_bad_rows_of(Some(Arc::new(of_files)));
    options.format = Arc::new(format);
    // The order of the rows in the files is not that of any of these columns.
    options.file_sort_order = Vec::new();
    let config = ListingTableConfig::new_with_multi_paths(files.table_paths().clone())
        .with_listing_options(options)
        .with_schema(aside::schema());
    TextTable::try_new(ListingTable::try_new(config)?)
}
