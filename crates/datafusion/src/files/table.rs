//! Tables of files in any charset, and `CREATE EXTERNAL TABLE` for them.

use super::bad_rows::BadRowsFunction;
use super::factory::{CsvFactory, TextFormatFactory, WRITE_OPTIONS};
use super::format::TextFormat;
use super::options::{Layout, TextOptions, value_of};
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{ScanArgs, ScanResult, Session, TableProvider, TableProviderFactory};
use datafusion::common::{Constraints, GetExt, Result, internal_err, not_impl_err, plan_err};
use datafusion::datasource::TableType;
use datafusion::datasource::file_format::csv::CsvFormatFactory;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::logical_expr::dml::InsertOp;
use datafusion::logical_expr::{CreateExternalTable, Expr, TableProviderFilterPushDown};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;
use std::sync::Arc;

/// A table of files in any charset: a [`ListingTable`] whose format is a [`TextFormat`].
///
/// It is a separate type so that codecs can recognize it in a plan that is sent to another machine.
#[derive(Clone, Debug)]
pub struct TextTable {
    files: ListingTable,
}

impl TextTable {
    /// Returns the table of `files`.
    ///
    /// # Errors
    ///
    /// Returns an error if the format of `files` is not a [`TextFormat`].
    pub fn try_new(files: ListingTable) -> Result<TextTable> {
        match files.options().format.is::<TextFormat>() {
            true => Ok(TextTable { files }),
            false => plan_err!("the format of a TextTable must be a TextFormat"),
        }
    }

    /// Returns the files.
    pub const fn files(&self) -> &ListingTable {
        &self.files
    }
}

#[async_trait]
impl TableProvider for TextTable {
    fn schema(&self) -> SchemaRef {
        self.files.schema()
    }

    fn constraints(&self) -> Option<&Constraints> {
        self.files.constraints()
    }

    fn table_type(&self) -> TableType {
        self.files.table_type()
    }

    fn get_table_definition(&self) -> Option<&str> {
        self.files.get_table_definition()
    }

    fn get_column_default(&self, column: &str) -> Option<&Expr> {
        self.files.get_column_default(column)
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        self.files.supports_filters_pushdown(filters)
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.files.scan(state, projection, filters, limit).await
    }

    async fn scan_with_args<'a>(
        &self,
        state: &dyn Session,
        args: ScanArgs<'a>,
    ) -> Result<ScanResult> {
        self.files.scan_with_args(state, args).await
    }

    async fn insert_into(
        &self,
        _state: &dyn Session,
        _input: Arc<dyn ExecutionPlan>,
        _operation: InsertOp,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match self.files.options().format.downcast_ref::<TextFormat>() {
            Some(format) => not_impl_err!("{}", format.read_only_message("a table")),
            None => internal_err!("the format of a TextTable is not a TextFormat"),
        }
    }
}

/// Creates tables for `CREATE EXTERNAL TABLE`.
#[derive(Debug)]
struct TextTableFactory {
    layout: Layout,
    /// The factory for tables that have no option of this crate.
    others: Option<Arc<dyn TableProviderFactory>>,
}

#[async_trait]
impl TableProviderFactory for TextTableFactory {
    async fn create(
        &self,
        state: &dyn Session,
        command: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        for name in WRITE_OPTIONS {
            if value_of(&command.options, name).is_some() {
                return plan_err!("{name} is an option of COPY, not of a table");
            }
        }
        let is_own = command.options.keys().any(|key| TextOptions::is_own(key));
        if !is_own && let Some(others) = &self.others {
            return others.create(state, command).await;
        }
        let command = CreateExternalTable {
            file_type: TextFormatFactory::new(self.layout).get_ext(),
            ..command.clone()
        };
        let files = ListingTableFactory::new().create(state, &command).await?;
        match files.downcast_ref::<ListingTable>() {
            Some(files) => Ok(Arc::new(TextTable::try_new(files.clone())?)),
            None => internal_err!("ListingTableFactory has not created a ListingTable"),
        }
    }
}

/// Registers `STORED AS LINES`, the options of this crate for `STORED AS CSV` and for `COPY`, and
/// the table function `bad_rows` with a session.
///
/// # Errors
///
/// Returns the errors of DataFusion.
pub fn register(session: &SessionContext) -> Result<()> {
    let state = session.state_ref();
    let mut state = state.write();
    for (name, layout) in [("CSV", Layout::Csv), ("LINES", Layout::Lines)] {
        state.register_file_format(Arc::new(TextFormatFactory::new(layout)), true)?;
        let factories = state.table_factories_mut();
        let others = match layout {
            Layout::Csv => factories.remove(name),
            Layout::Lines => None,
        };
        factories.insert(name.into(), Arc::new(TextTableFactory { layout, others }));
    }
    let csv = state.get_file_format_factory("csv");
    let csv = csv.unwrap_or_else(|| Arc::new(CsvFormatFactory::new()));
    if !csv.is::<CsvFactory>() {
        state.register_file_format(Arc::new(CsvFactory::new(csv)), true)?;
    }
    state.register_udtf(BadRowsFunction::NAME, Arc::new(BadRowsFunction));
    Ok(())
}
