//! Encodes a plan that reads files in any charset as a message: the options of text, and the same
//! plan for UTF-8.

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::{GetExt, Result, exec_datafusion_err, internal_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use prost::Message as _;
use std::sync::Arc;
use utflane::Charset;
use utflane_datafusion::files::{AutoCharset, FileCharset, Layout, TextOptions};
use utflane_datafusion::functions::Policy;

/// The start of all messages of this crate, with a version number. Messages of other codecs begin
/// with the tag of a field, which is never 0.
const MAGIC: &[u8] = b"\0utflane 5\0";

/// The message for a plan.
#[derive(Clone, PartialEq, prost::Message)]
struct Message {
    /// The charset of all files. If `is_detected` is true, the charset of files that are in no
    /// Unicode encoding, or an empty string.
    #[prost(string, tag = "1")]
    charset: String,
    #[prost(bool, tag = "2")]
    is_detected: bool,
    #[prost(bool, tag = "3")]
    replaces: bool,
    #[prost(bool, tag = "4")]
    is_lines: bool,
    #[prost(string, tag = "5")]
    compression: String,
    #[prost(uint32, optional, tag = "6")]
    terminator: Option<u32>,
    #[prost(bytes = "vec", tag = "7")]
    plan: Vec<u8>,
    #[prost(uint64, tag = "8")]
    max_row_len: u64,
    #[prost(bool, tag = "9")]
    has_guesses: bool,
    /// The charset of lines that are malformed in `charset`, or an empty string.
    #[prost(string, tag = "10")]
    line_fallback: String,
    #[prost(bool, tag = "11")]
    sets_aside: bool,
    /// The schema of the files, if the rows of the plan are their bad rows.
    #[prost(message, optional, tag = "12")]
    bad_rows_of: Option<datafusion_proto::protobuf::Schema>,
}

/// The options for reading the files of a plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) options: TextOptions,
    pub(crate) compression: FileCompressionType,
    pub(crate) terminator: Option<u8>,
    pub(crate) bad_rows_of: Option<SchemaRef>,
}

impl Header {
    /// Appends the message for the header and the plan to `to`.
    pub(crate) fn write(&self, plan: Vec<u8>, to: &mut Vec<u8>) -> Result<()> {
        let (charset, auto) = match self.options.charset {
            FileCharset::Fixed(charset) => (Some(charset), None),
            FileCharset::Detected(auto) => (auto.fallback(), Some(auto)),
        };
        let name = |charset: Option<Charset>| {
            charset.map_or_else(String::new, |charset| charset.name().to_owned())
        };
        let message = Message {
            charset: name(charset),
            line_fallback: name(self.options.line_fallback),
            is_detected: auto.is_some(),
            has_guesses: auto.is_some_and(|auto| auto.has_guesses()),
            replaces: self.options.malformed == Policy::Replace,
            is_lines: self.options.layout == Layout::Lines,
            compression: self.compression.get_ext(),
            terminator: self.terminator.map(u32::from),
            plan,
            max_row_len: self.options.max_row_len as u64,
            sets_aside: self.options.sets_aside,
            bad_rows_of: match &self.bad_rows_of {
                Some(schema) => Some(schema.as_ref().try_into()?),
                None => None,
            },
        };
        to.extend_from_slice(MAGIC);
        message.encode(to).map_err(|error| {
            exec_datafusion_err!("a plan that reads text cannot be encoded: {error}")
        })
    }

    /// Returns the header and the plan, or `None` if another codec has written the message.
    pub(crate) fn read(message: &[u8]) -> Option<Result<(Header, Vec<u8>)>> {
        let message = message.strip_prefix(MAGIC)?;
        Some(match Message::decode(message) {
            Ok(message) => Header::of(message),
            Err(error) => internal_err!("a plan that reads text cannot be decoded: {error}"),
        })
    }

    fn of(message: Message) -> Result<(Header, Vec<u8>)> {
        let optional = |name: &str| (!name.is_empty()).then(|| charset(name)).transpose();
        let line_fallback = optional(&message.line_fallback)?;
        let charset = match (message.is_detected, message.charset.as_str()) {
            (false, name) => FileCharset::Fixed(charset(name)?),
            (true, name) => {
                let fallback = optional(name)?;
                let auto = AutoCharset::new().with_fallback(fallback);
                FileCharset::Detected(auto.with_guesses(message.has_guesses))
            }
        };
        let terminator = message.terminator.map(u8::try_from).transpose();
        let header = Header {
            options: TextOptions {
                charset,
                line_fallback,
                malformed: match message.replaces {
                    true => Policy::Replace,
                    false => Policy::Fail,
                },
                layout: match message.is_lines {
                    true => Layout::Lines,
                    false => Layout::Csv,
                },
                sets_aside: message.sets_aside,
                max_row_len: usize::try_from(message.max_row_len).unwrap_or(usize::MAX),
            },
            compression: message.compression.trim_start_matches('.').parse()?,
            terminator: terminator.map_err(|error| {
                exec_datafusion_err!("the terminator of rows in a plan is not a byte: {error}")
            })?,
            bad_rows_of: match &message.bad_rows_of {
                Some(schema) => Some(Arc::new(Schema::try_from(schema)?)),
                None => None,
            },
        };
        Ok((header, message.plan))
    }
}

/// Returns the charset of a plan.
pub(crate) fn charset(name: &str) -> Result<Charset> {
    Charset::named(name).ok_or_else(|| {
        exec_datafusion_err!(
            "the charset {name} of a plan is unknown: run the same version of utflane-ballista on \
             all machines"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::datatypes::{DataType, Field};

    #[test]
    fn every_header_comes_back() {
        let named = |charset: &Charset| charset.aliases().next().is_some();
        let field = Field::new("id", DataType::Int64, true);
        let auto = AutoCharset::new();
        for charset in Charset::ALL.into_iter().filter(named) {
            for charset in [
                FileCharset::Fixed(charset),
                FileCharset::Detected(auto.with_fallback(Some(charset))),
                FileCharset::Detected(auto),
                FileCharset::Detected(auto.with_guesses(true)),
            ] {
                let header = Header {
                    options: TextOptions {
                        charset,
                        line_fallback: Some(Charset::Windows1252),
                        malformed: Policy::Replace,
                        sets_aside: true,
                        layout: Layout::Lines,
                        max_row_len: 1000,
                    },
                    compression: FileCompressionType::GZIP,
                    terminator: Some(0),
                    bad_rows_of: Some(Arc::new(Schema::new(vec![field.clone()]))),
                };
                let mut message = Vec::new();
                header.write(b"plan\0".to_vec(), &mut message).unwrap();
                let (found, plan) = Header::read(&message).unwrap().unwrap();
                assert_eq!((found, plan), (header, b"plan\0".to_vec()));
            }
        }
        let plain = Header {
            options: TextOptions::csv(Charset::Utf16Le),
            compression: FileCompressionType::UNCOMPRESSED,
            terminator: None,
            bad_rows_of: None,
        };
        let mut message = Vec::new();
        plain.write(Vec::new(), &mut message).unwrap();
        assert_eq!(Header::read(&message).unwrap().unwrap(), (plain, vec![]));
        assert!(Header::read(b"\x0Aother").is_none());
        // An unknown charset, and a truncated message.
        message[MAGIC.len() + 2] = b'x';
        let error = Header::read(&message).unwrap().unwrap_err().to_string();
        assert!(error.contains("the charset xTF-16LE"), "{error}");
        message.truncate(MAGIC.len() + 4);
        assert!(Header::read(&message).unwrap().is_err());
    }
}
