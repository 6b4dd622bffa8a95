//! Sends the options of `COPY` to the scheduler.
//!
//! DataFusion's message for `COPY` contains the format, but not the options of the statement. So an
//! analyzer rule of the client ([`EncodeCopyOptions`]) makes the options a part of the format
//! ([`FormatWithOptions`]).

use datafusion::catalog::Session;
use datafusion::common::config::ConfigOptions;
use datafusion::common::{GetExt, Result, exec_datafusion_err, internal_err};
use datafusion::datasource::file_format::{
    FileFormat, FileFormatFactory, file_type_to_format, format_as_file_type,
};
use datafusion::logical_expr::LogicalPlan;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::optimizer::AnalyzerRule;
use prost::Message as _;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use utflane_datafusion::files::CsvFactory;

/// The start of messages for formats, with a version number.
const MAGIC: &[u8] = b"\0utflane format 5\0";

/// The message for a format.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Message {
    #[prost(btree_map = "string, string", tag = "1")]
    options: BTreeMap<String, String>,
    /// Whether the format is that of a [`CsvFactory`].
    #[prost(bool, tag = "2")]
    is_csv: bool,
    /// The message of another codec for the format without options.
    #[prost(bytes = "vec", tag = "3")]
    format: Vec<u8>,
}

/// A format with the options of a `COPY`.
#[derive(Clone, Debug)]
pub(crate) struct FormatWithOptions {
    format: Arc<dyn FileFormatFactory>,
    options: HashMap<String, String>,
}

impl FormatWithOptions {
    pub(crate) fn new(
        format: Arc<dyn FileFormatFactory>,
        options: HashMap<String, String>,
    ) -> FormatWithOptions {
        FormatWithOptions { format, options }
    }

    /// Appends the message for this format to `to`. `encode` encodes other formats.
    pub(crate) fn write(
        &self,
        encode: impl Fn(&Arc<dyn FileFormatFactory>) -> Result<Vec<u8>>,
        to: &mut Vec<u8>,
    ) -> Result<()> {
        let csv = self.format.downcast_ref::<CsvFactory>();
        let message = Message {
            options: self.options.clone().into_iter().collect(),
            is_csv: csv.is_some(),
            format: encode(csv.map_or(&self.format, CsvFactory::others))?,
        };
        to.extend_from_slice(MAGIC);
        message
            .encode(to)
            .map_err(|error| exec_datafusion_err!("the format of COPY cannot be sent: {error}"))
    }

    /// Returns the message, or `None` if another codec has written it.
    pub(crate) fn read(message: &[u8]) -> Option<Result<Message>> {
        let message = message.strip_prefix(MAGIC)?;
        Some(match Message::decode(message) {
            Ok(message) => Ok(message),
            Err(error) => internal_err!("the format of COPY cannot be read: {error}"),
        })
    }
}

impl Message {
    /// Returns the format of the message. `decode` decodes other formats.
    pub(crate) fn decoded(
        self,
        decode: impl Fn(&[u8]) -> Result<Arc<dyn FileFormatFactory>>,
    ) -> Result<FormatWithOptions> {
        let others = decode(&self.format)?;
        let format = match self.is_csv {
            true => Arc::new(CsvFactory::new(others)),
            false => others,
        };
        let options = self.options.into_iter().collect();
        Ok(FormatWithOptions::new(format, options))
    }
}

impl FileFormatFactory for FormatWithOptions {
    fn create(
        &self,
        state: &dyn Session,
        options: &HashMap<String, String>,
    ) -> Result<Arc<dyn FileFormat>> {
        let mut all = self.options.clone();
        all.extend(options.clone());
        self.format.create(state, &all)
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        self.format.default()
    }
}

impl GetExt for FormatWithOptions {
    fn get_ext(&self) -> String {
        self.format.get_ext()
    }
}

/// Makes the options of `COPY` a part of the format.
#[derive(Debug)]
pub(crate) struct EncodeCopyOptions;

impl AnalyzerRule for EncodeCopyOptions {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        let LogicalPlan::Copy(copy) = &plan else {
            return Ok(plan);
        };
        let format = file_type_to_format(&copy.file_type)?;
        let mut options = copy.options.clone();
        // Keep only the options of the format.
        options.retain(|key, _| key != "single_file_output" && !key.starts_with("execution."));
        if options.is_empty() || format.is::<FormatWithOptions>() {
            return Ok(plan);
        }
        Ok(LogicalPlan::Copy(CopyTo::new(
            copy.input.clone(),
            copy.output_url.clone(),
            copy.partition_by.clone(),
            format_as_file_type(Arc::new(FormatWithOptions::new(format, options))),
            copy.options.clone(),
        )))
    }

    fn name(&self) -> &str {
        "utflane_copy_options"
    }
}
