//! Detects text that is in the target encoding already, as when a command is run twice.
//!
//! Every text is well-formed Latin-1, and most texts of even length are well-formed UTF-16, so a
//! second conversion would succeed and produce garbage. But Latin-1 that is not ASCII is hardly
//! ever well-formed UTF-8, UTF-16 without a NUL byte rarely is, the places of zero bytes indicate
//! UTF-16 and UTF-32, and EBCDIC reads as no text in other encodings, nor these in EBCDIC.

use utflane::stream::Validator;
use utflane::{Charset, Encoding};

use crate::charset::with_encoding;
use crate::ebcdic::Rivals;
use crate::guess::looks_like;
use crate::legacy::StatefulCheck;

/// The suspicion that a text is in the target encoding already, which lasts until some of the text
/// contradicts it.
pub(crate) struct Already {
    checker: Option<Box<dyn Check>>,
    rivals: Option<Rivals>,
    from: Charset,
    to: Charset,
    is_empty: bool,
    is_ascii: bool,
}

/// Whether an encoding is Latin-1, a code page or a legacy one, in which many texts in UTF-8 are
/// well-formed.
fn is_permissive(charset: Charset) -> bool {
    charset == Charset::Latin1 || charset.is_code_page() || charset.is_legacy()
}

/// A validator of any encoding.
pub(crate) trait Check {
    fn feed(&mut self, chunk: &[u8]) -> bool;
    fn finish(&mut self) -> bool;
}

impl<E: Encoding<Unit = u8>> Check for Validator<E> {
    fn feed(&mut self, chunk: &[u8]) -> bool {
        Validator::feed(self, chunk).is_ok()
    }

    fn finish(&mut self) -> bool {
        Validator::finish(self).is_ok()
    }
}

pub(crate) fn checker(charset: Charset) -> Box<dyn Check> {
    if charset.is_stateful() {
        return Box::new(StatefulCheck::new(charset));
    }
    with_encoding!(charset, E => Box::new(Validator::<E>::new()))
}

impl Already {
    /// No suspicion.
    pub(crate) const NO: Already = Already {
        checker: None,
        rivals: None,
        from: Charset::Utf8,
        to: Charset::Utf8,
        is_empty: true,
        is_ascii: true,
    };

    /// The suspicion that a text which starts with `start`, and is declared to be in `from`, is in
    /// `to`.
    pub(crate) fn new(from: Charset, to: Charset, start: &[u8]) -> Already {
        let rivals = Rivals::new(from, to);
        let is_possible = match to {
            _ if from == to => false,
            _ if rivals.is_some() => true,
            Charset::Utf8 => from.unit_len() == 2 || is_permissive(from),
            _ => looks_like(start) == Some(to),
        };
        let checker = is_possible.then(|| checker(to));
        Already {
            checker,
            rivals,
            from,
            to,
            is_empty: true,
            is_ascii: true,
        }
    }

    /// Checks the next part of the text.
    pub(crate) fn feed(&mut self, chunk: &[u8]) {
        let Some(checker) = &mut self.checker else {
            return;
        };
        self.is_empty = self.is_empty && chunk.is_empty();
        self.is_ascii = self.is_ascii && chunk.is_ascii();
        if let Some(rivals) = &mut self.rivals {
            rivals.feed(chunk);
        }
        let is_wide = self.to == Charset::Utf8 && chunk.contains(&0);
        if is_wide || !checker.feed(chunk) {
            self.checker = None;
        }
    }

    /// Whether the suspicion holds at the end of the text. It does not for pure ASCII, which has
    /// equal bytes in UTF-8 and Latin-1.
    pub(crate) fn at_end(self) -> bool {
        let is_other = match &self.rivals {
            Some(rivals) => rivals.is_other(),
            None => !(is_permissive(self.from) && self.to == Charset::Utf8 && self.is_ascii),
        };
        match self.checker {
            Some(mut checker) if !self.is_empty && is_other => checker.finish(),
            _ => false,
        }
    }
}
