//! Numeric character references, which replace characters that an encoding cannot represent.

use core::fmt::{self, Write};

/// A numeric character reference of HTML.
pub(crate) struct Reference {
    bytes: [u8; Reference::LONGEST],
    len: usize,
}

impl Reference {
    /// Length of the longest reference, in bytes.
    pub(crate) const LONGEST: usize = "&#1114111;".len();

    pub(crate) fn new(character: char) -> Reference {
        let mut reference = Reference {
            bytes: [0; Reference::LONGEST],
            len: 0,
        };
        let written = write!(reference, "&#{};", u32::from(character));
        debug_assert!(written.is_ok());
        reference
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Write for Reference {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let dst = self.bytes.get_mut(self.len..self.len + text.len());
        dst.ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}
