//! The codec for physical plans, which a scheduler sends to executors.

use crate::header::Header;
use crate::sink::Sink;
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::{Result, internal_err};
use datafusion::datasource::physical_plan::{
    CsvSource, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::bytes::{
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use std::sync::Arc;
use utflane_datafusion::files::TextSource;

/// A codec for physical plans with the scans and functions of `utflane-datafusion`. Uses Ballista's
/// codec for everything else.
#[derive(Debug, Default)]
pub struct PhysicalCodec {
    others: BallistaPhysicalExtensionCodec,
}

/// Returns the configuration and the source of a plan that scans text.
fn text_of(plan: &dyn ExecutionPlan) -> Option<(&FileScanConfig, &TextSource)> {
    let scan = plan.downcast_ref::<DataSourceExec>()?;
    let (config, source) = scan.downcast_to_file_source::<TextSource>()?;
    Some((config, source))
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_encode(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        message: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        if let Some(encoded) = Sink::encoded(&plan, self)? {
            return encoded.write(message);
        }
        let Some((config, source)) = text_of(plan.as_ref()) else {
            return self.others.try_encode(plan, message, converter);
        };
        let header = Header {
            options: source.options(),
            compression: config.file_compression_type,
            terminator: source.csv().terminator(),
            bad_rows_of: source.bad_rows_of().cloned(),
        };
        // Encode the same scan for UTF-8, which DataFusion's codec supports.
        let config = FileScanConfigBuilder::from(config.clone())
            .with_source(Arc::new(source.csv().clone()))
            .build();
        let scan = DataSourceExec::from_data_source(config);
        let scan = physical_plan_to_bytes_with_extension_codec(scan, self)?;
        header.write(scan.into(), message)
    }

    fn try_decode(
        &self,
        message: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if let Some(sink) = Sink::read(message) {
            return sink?.decoded(inputs, context, self);
        }
        let Some(read) = Header::read(message) else {
            return self.others.try_decode(message, inputs, context, converter);
        };
        let (header, scan) = read?;
        let scan = physical_plan_from_bytes_with_extension_codec(&scan, context, self)?;
        let utf8 = scan.downcast_ref::<DataSourceExec>();
        let utf8 = utf8.and_then(|scan| scan.downcast_to_file_source::<CsvSource>());
        let Some((config, csv)) = utf8 else {
            return internal_err!(
                "the message for a TextSource has the plan {}, not a scan of CSV files",
                scan.name()
            );
        };
        let csv = csv.with_terminator(header.terminator);
        let source = TextSource::new(csv, header.options).with_bad_rows_of(header.bad_rows_of);
        let source: Arc<dyn FileSource> = Arc::new(source);
        let config = FileScanConfigBuilder::from(config.clone())
            .with_file_compression_type(header.compression)
            .with_source(source)
            .build();
        Ok(DataSourceExec::from_data_source(config))
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
}
