//! What is sent before a plan that reads UTF-8, so that it reads files in any charset.

use datafusion::common::{GetExt, Result, exec_datafusion_err, internal_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use prost::Message as _;
use utflane::Charset;
use utflane_datafusion::files::{FileCharset, Layout, TextOptions};
use utflane_datafusion::functions::Policy;

/// The beginning of what this crate encodes, and the release of it. Messages of others begin with
/// the tag of a field, which is never 0.
const MAGIC: &[u8] = b"\0utflane 1\0";

/// A plan as it is sent.
#[derive(Clone, PartialEq, prost::Message)]
struct Message {
    /// That of all files, or if it is detected, that of the files in which none is.
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
}

/// How the files of a plan are to be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) options: TextOptions,
    pub(crate) compression: FileCompressionType,
    pub(crate) terminator: Option<u8>,
}

impl Header {
    /// Appends the header with the plan.
    pub(crate) fn write(&self, plan: Vec<u8>, to: &mut Vec<u8>) -> Result<()> {
        let (charset, is_detected) = match self.options.charset {
            FileCharset::Fixed(charset) => (charset, false),
            FileCharset::Detected(other) => (other, true),
        };
        let message = Message {
            charset: charset.name().to_owned(),
            is_detected,
            replaces: self.options.malformed == Policy::Replace,
            is_lines: self.options.layout == Layout::Lines,
            compression: self.compression.get_ext(),
            terminator: self.terminator.map(u32::from),
            plan,
        };
        to.extend_from_slice(MAGIC);
        message
            .encode(to)
            .map_err(|error| exec_datafusion_err!("a plan of text cannot be sent: {error}"))
    }

    /// The header and the plan; `None` if this is no message of this crate.
    pub(crate) fn read(message: &[u8]) -> Option<Result<(Header, Vec<u8>)>> {
        let message = message.strip_prefix(MAGIC)?;
        Some(match Message::decode(message) {
            Ok(message) => Header::of(message),
            Err(error) => internal_err!("a plan of text cannot be read: {error}"),
        })
    }

    fn of(message: Message) -> Result<(Header, Vec<u8>)> {
        let name = message.charset;
        let charset = Charset::named(&name).ok_or_else(|| {
            exec_datafusion_err!("the charset {name} of a plan is not known on this machine")
        })?;
        let terminator = message.terminator.map(u8::try_from).transpose();
        let header = Header {
            options: TextOptions {
                charset: match message.is_detected {
                    true => FileCharset::Detected(charset),
                    false => FileCharset::Fixed(charset),
                },
                malformed: match message.replaces {
                    true => Policy::Replace,
                    false => Policy::Fail,
                },
                layout: match message.is_lines {
                    true => Layout::Lines,
                    false => Layout::Csv,
                },
            },
            compression: message.compression.trim_start_matches('.').parse()?,
            terminator: terminator
                .map_err(|error| exec_datafusion_err!("the terminator of a plan: {error}"))?,
        };
        Ok((header, message.plan))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_header_comes_back() {
        let named = |charset: &Charset| charset.aliases().next().is_some();
        for charset in Charset::ALL.into_iter().filter(named) {
            for charset in [FileCharset::Fixed(charset), FileCharset::Detected(charset)] {
                let header = Header {
                    options: TextOptions {
                        charset,
                        malformed: Policy::Replace,
                        layout: Layout::Lines,
                    },
                    compression: FileCompressionType::GZIP,
                    terminator: Some(0),
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
        };
        let mut message = Vec::new();
        plain.write(Vec::new(), &mut message).unwrap();
        assert_eq!(Header::read(&message).unwrap().unwrap(), (plain, vec![]));
        assert!(Header::read(b"\x0Aother").is_none());
        // Another charset, and what is no message.
        message[MAGIC.len() + 2] = b'x';
        let error = Header::read(&message).unwrap().unwrap_err().to_string();
        assert!(error.contains("the charset xTF-16LE"), "{error}");
        message.truncate(MAGIC.len() + 4);
        assert!(Header::read(&message).unwrap().is_err());
    }
}
