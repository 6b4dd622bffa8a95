//! Whether text that is to be converted is in the target encoding already, as when a command is
//! given twice.
//!
//! Every text is well-formed Latin-1, and most of even length is well-formed UTF-16, so a second
//! conversion would go through and make garbage. But hardly any Latin-1 is well-formed UTF-8 beyond
//! ASCII, UTF-16 without a single NUL byte rarely is, and zeros tell UTF-16 and UTF-32.

use utflane::stream::Validator;
use utflane::{Charset, Encoding};

use crate::charset::with_encoding;
use crate::guess::looks_like;

/// The suspicion, which lasts as long as nothing speaks against it.
pub(crate) struct Already {
    checker: Option<Box<dyn Check>>,
    from: Charset,
    to: Charset,
    is_empty: bool,
    is_ascii: bool,
}

/// A validator of any encoding.
trait Check {
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

impl Already {
    /// No suspicion.
    pub(crate) const NO: Already = Already {
        checker: None,
        from: Charset::Utf8,
        to: Charset::Utf8,
        is_empty: true,
        is_ascii: true,
    };

    /// The suspicion that text which starts with `start`, and is said to be in `from`, is in `to`.
    pub(crate) fn suspect(from: Charset, to: Charset, start: &[u8]) -> Already {
        let is_possible = match to {
            _ if from == to => false,
            Charset::Utf8 => matches!(from, Charset::Latin1 | Charset::Utf16Le | Charset::Utf16Be),
            _ => looks_like(start) == Some(to),
        };
        let checker: Option<Box<dyn Check>> = is_possible
            .then(|| with_encoding!(to, E => Box::new(Validator::<E>::new()) as Box<dyn Check>));
        Already {
            checker,
            from,
            to,
            is_empty: true,
            is_ascii: true,
        }
    }

    /// Looks at more of the text.
    pub(crate) fn feed(&mut self, chunk: &[u8]) {
        let Some(checker) = &mut self.checker else {
            return;
        };
        self.is_empty = self.is_empty && chunk.is_empty();
        self.is_ascii = self.is_ascii && chunk.is_ascii();
        let is_wide = self.to == Charset::Utf8 && chunk.contains(&0);
        if is_wide || !checker.feed(chunk) {
            self.checker = None;
        }
    }

    /// Whether nothing has spoken against it by the end of the text. ASCII is as much UTF-8 as
    /// Latin-1, and the same.
    pub(crate) fn at_end(self) -> bool {
        let is_same = self.from == Charset::Latin1 && self.to == Charset::Utf8 && self.is_ascii;
        match self.checker {
            Some(mut checker) if !self.is_empty && !is_same => checker.finish(),
            _ => false,
        }
    }
}
