//! Decompresses files.

use super::range::FileBytes;
use datafusion::common::Result;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;

/// Returns the decompressed bytes of a file.
///
/// A file may consist of several compressed streams, as `pbzip2`, `pzstd` and `cat` write it.
/// DataFusion's [`FileCompressionType::convert_stream`] reads all of them for gzip. For the other
/// formats, it ignores everything after the first stream without an error.
#[cfg(feature = "compression")]
pub(super) fn decompressed(
    bytes: FileBytes,
    compression: FileCompressionType,
) -> Result<FileBytes> {
    use async_compression::tokio::bufread::{BzDecoder, GzipDecoder, XzDecoder, ZstdDecoder};
    use datafusion::common::DataFusionError;
    use datafusion::common::parsers::CompressionTypeVariant;
    use futures::{StreamExt, TryStreamExt};
    use tokio_util::io::{ReaderStream, StreamReader};

    macro_rules! all_streams {
        ($decoder:ident) => {{
            let mut decoder = $decoder::new(StreamReader::new(bytes));
            decoder.multiple_members(true);
            let bytes = ReaderStream::new(decoder);
            bytes.map_err(DataFusionError::from).boxed()
        }};
    }
    Ok(match compression.get_variant() {
        CompressionTypeVariant::GZIP => all_streams!(GzipDecoder),
        CompressionTypeVariant::BZIP2 => all_streams!(BzDecoder),
        CompressionTypeVariant::XZ => all_streams!(XzDecoder),
        CompressionTypeVariant::ZSTD => all_streams!(ZstdDecoder),
        CompressionTypeVariant::UNCOMPRESSED => bytes,
    })
}

/// Returns the bytes of a file that is not compressed.
///
/// # Errors
///
/// The file is compressed.
#[cfg(not(feature = "compression"))]
pub(super) fn decompressed(
    bytes: FileBytes,
    compression: FileCompressionType,
) -> Result<FileBytes> {
    match compression.is_compressed() {
        true => datafusion::common::not_impl_err!(
            "compressed files need the feature compression of utflane-datafusion"
        ),
        false => Ok(bytes),
    }
}
