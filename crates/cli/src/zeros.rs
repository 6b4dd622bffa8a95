//! Finds NUL characters in text. They are well-formed, but rarely intended: usually the text is in
//! another encoding.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use utflane::Charset;

use crate::input::Input;
use crate::position::{Position, count_units};
use crate::validator::validator;

/// Counts the NUL characters in `text`, which is well-formed.
pub(crate) fn count_nuls(charset: Charset, text: &[u8]) -> u64 {
    match (charset, charset.width()) {
        // The byte C0 occurs only in U+0000.
        (Charset::Mutf8, _) => count_units(text, [0xC0]),
        (_, 1) => count_units(text, [0]),
        (_, 2) => count_units(text, [0; 2]),
        _ => count_units(text, [0; 4]),
    }
}

/// Returns the bytes of `text`, which is well-formed, before its first NUL character.
pub(crate) fn before_nul(charset: Charset, text: &[u8]) -> &[u8] {
    let width = charset.width();
    let nul = &nul(charset)[..width];
    let index = text.chunks(width).position(|unit| unit == nul);
    index.map_or(text, |index| &text[..index * width])
}

/// Returns U+0000 in this encoding.
pub(crate) fn nul(charset: Charset) -> &'static [u8] {
    match charset {
        Charset::Mutf8 => &[0xC0, 0x80],
        _ => &[0; 4][..charset.width()],
    }
}

/// Whether an input, from its start, is well-formed and has no NUL character.
pub(crate) fn is_well_formed_without_nul(
    charset: Charset,
    input: &mut Input,
) -> anyhow::Result<bool> {
    let mut validator = validator(charset);
    let mut offset = 0;
    let mut seen = 0;
    loop {
        let chunk = input.from(offset)?;
        if chunk.is_empty() {
            return Ok(validator.finish().is_ok());
        }
        if validator.feed(chunk).is_err() {
            return Ok(false);
        }
        offset += chunk.len() as u64;
        let valid = validator.position();
        if count_nuls(charset, input.slice(seen..valid)) > 0 {
            return Ok(false);
        }
        seen = valid;
    }
}

/// The number of NUL characters in a text, and the position of the first one.
pub(crate) struct Nuls {
    pub(crate) first: Position,
    pub(crate) count: u64,
}

impl fmt::Display for Nuls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.first)?;
        match self.count {
            1 => f.write_str("NUL character"),
            count => write!(f, "the first of {count} NUL characters"),
        }
    }
}

impl Serialize for Nuls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("line", &self.first.line)?;
        map.serialize_entry("column", &self.first.column)?;
        map.serialize_entry("offset", &self.first.offset)?;
        map.serialize_entry("count", &self.count)?;
        map.end()
    }
}
