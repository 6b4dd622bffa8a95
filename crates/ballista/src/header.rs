//! What is sent before a plan that reads UTF-8, so that it reads files in any charset.

use datafusion::common::{GetExt, Result, exec_datafusion_err, internal_datafusion_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use utflane::Charset;
use utflane_datafusion::files::{FileCharset, Layout, TextOptions};
use utflane_datafusion::functions::{Policy, policy};

/// The beginning of what this crate encodes. Messages of others begin with the tag of a field.
const MAGIC: &[u8] = b"\0utflane 1\0";

/// How the files of a plan are to be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) options: TextOptions,
    pub(crate) compression: FileCompressionType,
    pub(crate) terminator: Option<u8>,
}

impl Header {
    /// Appends the header, and behind it the plan.
    pub(crate) fn write(&self, plan: &[u8], to: &mut Vec<u8>) {
        let (found, charset) = match self.options.charset {
            FileCharset::Fixed(charset) => ("fixed", charset),
            FileCharset::Detected(other) => ("detected", other),
        };
        let malformed = match self.options.malformed {
            Policy::Replace => "replace",
            _ => "strict",
        };
        let layout = match self.options.layout {
            Layout::Csv => "csv",
            Layout::Lines => "lines",
        };
        let terminator = self
            .terminator
            .map_or(String::new(), |byte| byte.to_string());
        let fields = [
            found,
            charset.name(),
            malformed,
            layout,
            &self.compression.get_ext(),
            &terminator,
        ];
        to.extend_from_slice(MAGIC);
        to.extend_from_slice(fields.join("\t").as_bytes());
        to.push(0);
        to.extend_from_slice(plan);
    }

    /// The header and the plan behind it; `None` if this is no message of this crate.
    pub(crate) fn read(message: &[u8]) -> Option<Result<(Header, &[u8])>> {
        let message = message.strip_prefix(MAGIC)?;
        let end = message.iter().position(|&byte| byte == 0)?;
        let header = Header::parse(&message[..end]);
        Some(header.map(|header| (header, &message[end + 1..])))
    }

    fn parse(header: &[u8]) -> Result<Header> {
        let wrong = || internal_datafusion_err!("a plan of text has a header of another release");
        let header = utflane::from_utf8(header).map_err(|_| wrong())?;
        let fields: Vec<&str> = header.split('\t').collect();
        let &[found, name, malformed, layout, compression, terminator] = fields.as_slice() else {
            return Err(wrong());
        };
        let charset = Charset::named(name).ok_or_else(|| {
            exec_datafusion_err!("the charset {name} of a plan is not known on this machine")
        })?;
        Ok(Header {
            options: TextOptions {
                charset: match found {
                    "fixed" => FileCharset::Fixed(charset),
                    "detected" => FileCharset::Detected(charset),
                    _ => return Err(wrong()),
                },
                malformed: policy(malformed)?,
                layout: match layout {
                    "csv" => Layout::Csv,
                    "lines" => Layout::Lines,
                    _ => return Err(wrong()),
                },
            },
            compression: compression.trim_start_matches('.').parse()?,
            terminator: match terminator {
                "" => None,
                byte => Some(byte.parse().map_err(|_| wrong())?),
            },
        })
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
                header.write(b"plan\0", &mut message);
                let (found, plan) = Header::read(&message).unwrap().unwrap();
                assert_eq!((found, plan), (header, &b"plan\0"[..]));
            }
        }
        let plain = Header {
            options: TextOptions::csv(Charset::Utf16Le),
            compression: FileCompressionType::UNCOMPRESSED,
            terminator: None,
        };
        let mut message = Vec::new();
        plain.write(b"", &mut message);
        assert_eq!(Header::read(&message).unwrap().unwrap(), (plain, &b""[..]));
        assert!(Header::read(b"\x0Aother").is_none());
        message[MAGIC.len()] = b'x';
        assert!(Header::read(&message).unwrap().is_err());
    }
}
