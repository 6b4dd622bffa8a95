//! Recognises files that are not text, although their names say so.

use anyhow::bail;

/// The first bytes of other kinds of files, their names, and advice.
const SIGNATURES: [(&[u8], &str, &str); 9] = [
    (b"\x1F\x8B\x08", "a gzip file", "add .gz to its name"),
    (b"BZh91AY&SY", "a bzip2 file", "add .bz2 to its name"),
    (b"\xFD7zXZ\0", "an xz file", "add .xz to its name"),
    (b"\x28\xB5\x2F\xFD", "a zstd file", "add .zst to its name"),
    (
        b"PK\x03\x04",
        "a zip archive or a spreadsheet such as .xlsx",
        "extract it, or export it as CSV",
    ),
    (
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        "a spreadsheet such as .xls",
        "export it as CSV",
    ),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive", "extract it"),
    (b"PAR1\x15", "a Parquet file", "no load is necessary"),
    (b"%PDF-", "a PDF document", "export its tables as CSV"),
];

/// Checks the first decompressed bytes of a file.
///
/// # Errors
///
/// The file is not text.
pub(crate) fn check(start: &[u8]) -> anyhow::Result<()> {
    for (signature, kind, advice) in SIGNATURES {
        if start.starts_with(signature) {
            bail!("the file is {kind}, not text: {advice}");
        }
    }
    Ok(())
}
