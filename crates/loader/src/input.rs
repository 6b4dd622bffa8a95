//! Opens files, and decompresses them.

use crate::interrupt;
use crate::progress::Progress;
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Compression {
    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
        }
    }
}

/// Splits the extension of a compressed file from its name, which is in lower case.
fn compression_of(path: &Path) -> (String, Option<Compression>) {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let compressions = [
        (".gz", Compression::Gzip),
        (".bz2", Compression::Bzip2),
        (".xz", Compression::Xz),
        (".zst", Compression::Zstd),
    ];
    for (extension, compression) in compressions {
        if let Some(name) = name.strip_suffix(extension) {
            return (name.to_owned(), Some(compression));
        }
    }
    (name, None)
}

/// Returns whether a file in a folder is loaded.
pub(crate) fn has_known_extension(path: &Path) -> bool {
    let (name, _) = compression_of(path);
    [".csv", ".tsv", ".txt"]
        .iter()
        .any(|extension| name.ends_with(extension))
}

/// Returns whether the delimiter is a comma by the extension.
pub(crate) fn is_comma_separated(path: &Path) -> bool {
    compression_of(path).0.ends_with(".csv")
}

/// Returns the name of a file without the extensions for text and compression.
pub(crate) fn stem_of(path: &Path) -> String {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (lower, _) = compression_of(path);
    let extensions = [".csv", ".tsv", ".txt"];
    let stem = extensions
        .iter()
        .find_map(|extension| lower.strip_suffix(extension));
    // Lower case can have another length.
    let len = stem.unwrap_or(&lower).len();
    name.get(..len).unwrap_or(&name).to_owned()
}

/// Opens a file for reading its decompressed bytes.
pub(crate) fn open<'a>(path: &Path, progress: &'a Progress) -> io::Result<Input<'a>> {
    let file = Counted {
        file: File::open(path)?,
        progress,
    };
    let (_, compression) = compression_of(path);
    let inner: Box<dyn Read + Send + 'a> = match compression {
        None => Box::new(file),
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(file)),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(file)),
        Some(Compression::Xz) => Box::new(XzDecoder::new_multi_decoder(file)),
        Some(Compression::Zstd) => Box::new(zstd::Decoder::new(file)?),
    };
    Ok(Input { inner, compression })
}

/// The decompressed bytes of a file.
pub(crate) struct Input<'a> {
    inner: Box<dyn Read + Send + 'a>,
    compression: Option<Compression>,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupt::check()?;
        self.inner
            .read(buffer)
            .map_err(|error| match self.compression {
                Some(compression) if error.kind() != io::ErrorKind::Interrupted => {
                    let name = compression.name();
                    io::Error::new(
                        error.kind(),
                        format!("cannot decompress the {name} file: {error}"),
                    )
                }
                _ => error,
            })
    }
}

impl Input<'_> {
    /// Appends bytes until `buffer` has `len` bytes. Returns whether the file has ended.
    pub(crate) fn fill(&mut self, buffer: &mut Vec<u8>, len: usize) -> io::Result<bool> {
        let missing = len.saturating_sub(buffer.len());
        let read = self.by_ref().take(missing as u64).read_to_end(buffer)?;
        Ok(read < missing)
    }
}

struct Counted<'a> {
    file: File,
    progress: &'a Progress,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(buffer)?;
        self.progress.add_bytes(len as u64);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions() {
        for (name, is_known, stem) in [
            ("a.csv", true, "a"),
            ("A.2024.CSV.GZ", true, "A.2024"),
            ("b.tsv.zst", true, "b"),
            ("c.txt.xz", true, "c"),
            ("d.csv.zip", false, "d.csv.zip"),
            ("e.gz", false, "e"),
            ("f", false, "f"),
            (".csv", true, ""),
        ] {
            let path = Path::new(name);
            assert_eq!(
                (has_known_extension(path), &stem_of(path)[..]),
                (is_known, stem)
            );
        }
        assert!(is_comma_separated(Path::new("a.CSV.bz2")));
        assert!(!is_comma_separated(Path::new("a.csv.tsv")));
    }
}
