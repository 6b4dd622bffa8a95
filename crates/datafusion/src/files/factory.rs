//! Creates formats of text from options in SQL.

use super::format::TextFormat;
use super::options::{FileCharset, Layout, TextOptions, own_name, value_of};
use super::write::WriteOptions;
use datafusion::catalog::Session;
use datafusion::common::{GetExt, Result, internal_err};
use datafusion::config::CsvOptions;
use datafusion::datasource::file_format::csv::{CsvFormat, CsvFormatFactory};
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use std::collections::HashMap;
use std::sync::Arc;

/// The options of `COPY` that tables do not have.
pub(super) const WRITE_OPTIONS: [&str; 2] = ["unmappable", "bom"];

/// Creates [`TextFormat`]s from options in SQL.
#[derive(Clone, Copy, Debug)]
pub struct TextFormatFactory {
    layout: Layout,
}

impl TextFormatFactory {
    /// Returns a factory for formats with this layout.
    pub const fn new(layout: Layout) -> TextFormatFactory {
        TextFormatFactory { layout }
    }
}

/// Returns whether an option in SQL belongs to this crate.
fn is_own(key: &str) -> bool {
    TextOptions::is_own(key) || WRITE_OPTIONS.contains(&own_name(key))
}

impl FileFormatFactory for TextFormatFactory {
    fn create(
        &self,
        state: &dyn Session,
        options: &HashMap<String, String>,
    ) -> Result<Arc<dyn FileFormat>> {
        let text = TextOptions::from_sql(self.layout, options)?;
        let write = match text.charset {
            FileCharset::Fixed(charset) => {
                let [unmappable, bom] = WRITE_OPTIONS.map(|name| value_of(options, name));
                Some(WriteOptions::new(charset).with_sql(unmappable, bom)?)
            }
            FileCharset::Detected(_) => None,
        };
        let mut others = options.clone();
        others.retain(|key, _| !is_own(key));
        let csv = CsvFormatFactory::new().create(state, &others)?;
        match csv.downcast_ref::<CsvFormat>() {
            Some(csv) => {
                let format = TextFormat::new(csv.options().clone(), text);
                Ok(Arc::new(format.with_write_options(write)))
            }
            None => internal_err!("CsvFormatFactory has not created a CsvFormat"),
        }
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        let options = TextOptions {
            layout: self.layout,
            ..TextOptions::csv(utflane::Charset::Utf8)
        };
        Arc::new(TextFormat::new(CsvOptions::default(), options))
    }
}

impl GetExt for TextFormatFactory {
    fn get_ext(&self) -> String {
        // The name of the format in a session. `CsvFactory` has the name `csv`.
        let name = match self.layout {
            Layout::Csv => "text_csv",
            Layout::Lines => "lines",
        };
        name.to_owned()
    }
}

/// Creates the formats of `STORED AS CSV`: a [`TextFormat`] if there is an option of this crate, or
/// else the format of another factory.
#[derive(Clone, Debug)]
pub struct CsvFactory {
    others: Arc<dyn FileFormatFactory>,
}

impl CsvFactory {
    /// Returns a factory that uses `others` if there is no option of this crate.
    pub fn new(others: Arc<dyn FileFormatFactory>) -> CsvFactory {
        CsvFactory { others }
    }

    /// Returns the factory for formats without an option of this crate.
    pub fn others(&self) -> &Arc<dyn FileFormatFactory> {
        &self.others
    }
}

impl FileFormatFactory for CsvFactory {
    fn create(
        &self,
        state: &dyn Session,
        options: &HashMap<String, String>,
    ) -> Result<Arc<dyn FileFormat>> {
        match options.keys().any(|key| is_own(key)) {
            true => TextFormatFactory::new(Layout::Csv).create(state, options),
            false => self.others.create(state, options),
        }
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        self.others.default()
    }
}

impl GetExt for CsvFactory {
    fn get_ext(&self) -> String {
        self.others.get_ext()
    }
}
