//! Encodes a plan that writes CSV files in any charset as a message: the options of text, and the
//! same plan for UTF-8.

use crate::header::charset;
use datafusion::common::{Result, exec_datafusion_err, internal_err};
use datafusion::datasource::file_format::csv::CsvSink;
use datafusion::datasource::physical_plan::FileSink;
use datafusion::datasource::sink::DataSinkExec;
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use datafusion_proto::bytes::{
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::physical_plan::PhysicalExtensionCodec;
use prost::Message as _;
use std::sync::Arc;
use utflane_datafusion::files::{TextSink, WriteOptions};

/// The start of messages for sinks, with a version number.
const MAGIC: &[u8] = b"\0utflane sink 5\0";

/// The message for a plan that writes files.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Sink {
    #[prost(string, tag = "1")]
    charset: String,
    #[prost(bool, tag = "2")]
    replaces: bool,
    #[prost(bool, tag = "3")]
    has_bom: bool,
    /// The plan that writes the same files in UTF-8, with an empty input.
    #[prost(bytes = "vec", tag = "4")]
    plan: Vec<u8>,
}

impl Sink {
    /// Returns the message for a plan, or `None` if it does not write text.
    pub(crate) fn encoded(
        plan: &Arc<dyn ExecutionPlan>,
        codec: &dyn PhysicalExtensionCodec,
    ) -> Result<Option<Sink>> {
        let Some(exec) = plan.downcast_ref::<DataSinkExec>() else {
            return Ok(None);
        };
        let Some(sink) = exec.sink().downcast_ref::<TextSink>() else {
            return Ok(None);
        };
        let csv = sink.csv();
        let csv = CsvSink::new(csv.config().clone(), csv.writer_options().clone());
        let input = Arc::new(EmptyExec::new(exec.input().schema()));
        let utf8 = DataSinkExec::new(input, Arc::new(csv), exec.sort_order().clone());
        let options = sink.options();
        Ok(Some(Sink {
            charset: options.charset.name().to_owned(),
            replaces: options.replaces,
            has_bom: options.has_bom,
            plan: physical_plan_to_bytes_with_extension_codec(Arc::new(utf8), codec)?.into(),
        }))
    }

    /// Appends the message to `to`.
    pub(crate) fn write(&self, to: &mut Vec<u8>) -> Result<()> {
        to.extend_from_slice(MAGIC);
        self.encode(to).map_err(|error| {
            exec_datafusion_err!("a plan that writes text cannot be encoded: {error}")
        })
    }

    /// Returns the message, or `None` if it is for another plan.
    pub(crate) fn read(message: &[u8]) -> Option<Result<Sink>> {
        let message = message.strip_prefix(MAGIC)?;
        Some(match Sink::decode(message) {
            Ok(sink) => Ok(sink),
            Err(error) => internal_err!("a plan that writes text cannot be decoded: {error}"),
        })
    }

    /// Returns the plan of the message, with its input.
    pub(crate) fn decoded(
        &self,
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        codec: &dyn PhysicalExtensionCodec,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let utf8 = physical_plan_from_bytes_with_extension_codec(&self.plan, context, codec)?;
        let exec = utf8.downcast_ref::<DataSinkExec>();
        let csv = exec.and_then(|exec| exec.sink().downcast_ref::<CsvSink>());
        let (Some(exec), Some(csv), [input]) = (exec, csv, inputs) else {
            return internal_err!(
                "the message for a TextSink has the plan {} and {} inputs, not a CsvSink with one",
                utf8.name(),
                inputs.len()
            );
        };
        let options = WriteOptions {
            charset: charset(&self.charset)?,
            replaces: self.replaces,
            has_bom: self.has_bom,
        };
        let (config, csv) = (csv.config().clone(), csv.writer_options().clone());
        let sink = Arc::new(TextSink::new(config, csv, options));
        let sort_order = exec.sort_order().clone();
        Ok(Arc::new(DataSinkExec::new(input.clone(), sink, sort_order)))
    }
}
