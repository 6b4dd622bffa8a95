//! The codec for logical plans, which a client sends to a scheduler.

use crate::copy::FormatWithOptions;
use crate::header::Header;
use ballista_core::serde::BallistaLogicalExtensionCodec;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference, internal_err};
use datafusion::config::CsvOptions;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::listing::{ListingTable, ListingTableConfig};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan, LogicalPlanBuilder, ScalarUDF};
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use std::collections::HashMap;
use std::sync::Arc;
use utflane_datafusion::files::{CsvFactory, TextFormat, TextTable};

/// A codec for logical plans with the tables and functions of `utflane-datafusion`. Uses Ballista's
/// codec for everything else.
#[derive(Debug, Default)]
pub struct LogicalCodec {
    others: BallistaLogicalExtensionCodec,
}

/// Returns a table of the same files in another format.
fn in_format(files: &ListingTable, format: Arc<dyn FileFormat>) -> Result<ListingTable> {
    let mut options = files.options().clone();
    options.format = format;
    let partitions = options.table_partition_cols.len();
    let schema = files.schema();
    let columns: Vec<usize> = (0..schema.fields().len() - partitions).collect();
    let config = ListingTableConfig::new_with_multi_paths(files.table_paths().clone())
        .with_listing_options(options)
        .with_schema(Arc::new(schema.project(&columns)?));
    ListingTable::try_new(config)
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        message: &mut Vec<u8>,
    ) -> Result<()> {
        let Some(text) = table.downcast_ref::<TextTable>() else {
            return self.others.try_encode_table_provider(name, table, message);
        };
        let files = text.files();
        let Some(format) = files.options().format.downcast_ref::<TextFormat>() else {
            return internal_err!("the format of a TextTable is not a TextFormat");
        };
        let csv = format.csv();
        let header = Header {
            options: format.options(),
            compression: csv.compression.into(),
            terminator: csv.terminator,
            bad_rows_of: format.bad_rows_of().cloned(),
        };
        // Encode the same table for UTF-8, which DataFusion's codec supports.
        let utf8 = CsvFormat::default().with_options(csv.clone());
        let utf8 = provider_as_source(Arc::new(in_format(files, Arc::new(utf8))?));
        let scan = LogicalPlanBuilder::scan(name.clone(), utf8, None)?.build()?;
        let scan = logical_plan_to_bytes_with_extension_codec(&scan, self)?;
        header.write(scan.into(), message)
    }

    fn try_decode_table_provider(
        &self,
        message: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let Some(read) = Header::read(message) else {
            return self
                .others
                .try_decode_table_provider(message, name, schema, context);
        };
        let (header, scan) = read?;
        let scan = logical_plan_from_bytes_with_extension_codec(&scan, context, self)?;
        let LogicalPlan::TableScan(scan) = &scan else {
            return internal_err!("the message for a TextTable has no table scan");
        };
        let utf8 = source_as_provider(&scan.source)?;
        let Some(files) = utf8.downcast_ref::<ListingTable>() else {
            return internal_err!("the message for a TextTable has no ListingTable");
        };
        let Some(format) = files.options().format.downcast_ref::<CsvFormat>() else {
            return internal_err!("the message for a TextTable has no CsvFormat");
        };
        let csv = CsvOptions {
            compression: header.compression.into(),
            terminator: header.terminator,
            ..format.options().clone()
        };
        let format = TextFormat::new(csv, header.options);
        let format = Arc::new(format.with_bad_rows_of(header.bad_rows_of));
        Ok(Arc::new(TextTable::try_new(in_format(files, format)?)?))
    }

    fn try_decode_udf(&self, name: &str, message: &[u8]) -> Result<Arc<ScalarUDF>> {
        match crate::function(name) {
            Some(function) => Ok(function),
            None => self.others.try_decode_udf(name, message),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, message: &mut Vec<u8>) -> Result<()> {
        self.others.try_encode_udf(function, message)
    }

    fn try_decode(
        &self,
        message: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.others.try_decode(message, inputs, context)
    }

    fn try_encode(&self, node: &Extension, message: &mut Vec<u8>) -> Result<()> {
        self.others.try_encode(node, message)
    }

    fn try_decode_file_format(
        &self,
        message: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        match FormatWithOptions::read(message) {
            None => self.others.try_decode_file_format(message, context),
            Some(format) => {
                let decode = |others: &[u8]| self.others.try_decode_file_format(others, context);
                Ok(Arc::new(format?.decoded(decode)?))
            }
        }
    }

    fn try_encode_file_format(
        &self,
        message: &mut Vec<u8>,
        format: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        let encode = |format: &Arc<dyn FileFormatFactory>| {
            let mut message = Vec::new();
            let encoded = self
                .others
                .try_encode_file_format(&mut message, format.clone());
            encoded.map(|()| message)
        };
        if let Some(format) = format.downcast_ref::<FormatWithOptions>() {
            return format.write(encode, message);
        }
        if format.is::<CsvFactory>() {
            let format = FormatWithOptions::new(format, HashMap::new());
            return format.write(encode, message);
        }
        self.others.try_encode_file_format(message, format)
    }
}
