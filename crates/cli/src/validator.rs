//! Validation in chunks of a text in any encoding.

use utflane::stream::{AnyTranscoder, Status, StreamError, Validator};
use utflane::{Charset, Encoding};

/// Chooses the validator of the type for `$charset`, from the names of encodings and code pages.
macro_rules! validator_of_type {
    ($charset:expr, $($name:ident)*; $($page:ident)*) => {
        match $charset {
            $(Charset::$name => Box::new(Validator::<utflane::$name>::new()),)*
            $(Charset::$page => Box::new(Validator::<utflane::code_page::$page>::new()),)*
            charset => unreachable!("{charset} is not known here"),
        }
    };
}

/// A [`Validator`] of an encoding that is chosen at run time.
pub(crate) trait Validate {
    /// See [`Validator::feed`].
    fn feed(&mut self, chunk: &[u8]) -> Result<(), StreamError>;
    /// See [`Validator::finish`].
    fn finish(&mut self) -> Result<(), StreamError>;
    /// See [`Validator::resume`].
    fn resume(&mut self);
    /// See [`Validator::position`].
    fn position(&self) -> u64;
    /// See [`Validator::pending`].
    fn pending(&self) -> usize;
}

impl<E: Encoding<Unit = u8>> Validate for Validator<E> {
    fn feed(&mut self, chunk: &[u8]) -> Result<(), StreamError> {
        Validator::feed(self, chunk)
    }

    fn finish(&mut self) -> Result<(), StreamError> {
        Validator::finish(self)
    }

    fn resume(&mut self) {
        Validator::resume(self);
    }

    fn position(&self) -> u64 {
        Validator::position(self)
    }

    fn pending(&self) -> usize {
        Validator::pending(self)
    }
}

/// A validator of a stateful encoding, which has no type in the library. The text is converted.
struct StatefulValidator {
    transcoder: AnyTranscoder,
    utf8: Box<[u8]>,
}

impl Validate for StatefulValidator {
    fn feed(&mut self, mut chunk: &[u8]) -> Result<(), StreamError> {
        while !chunk.is_empty() {
            let step = self.transcoder.transcode(chunk, &mut self.utf8);
            if let Status::Stopped(error) = step.status {
                return Err(error);
            }
            chunk = &chunk[step.read..];
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StreamError> {
        self.transcoder.finish()
    }

    /// The transcoder needs no call to continue.
    fn resume(&mut self) {}

    fn position(&self) -> u64 {
        self.transcoder.position()
    }

    fn pending(&self) -> usize {
        self.transcoder.pending()
    }
}

pub(crate) fn validator(charset: Charset) -> Box<dyn Validate> {
    if charset.is_stateful() {
        return Box::new(StatefulValidator {
            transcoder: AnyTranscoder::new(charset, Charset::Utf8),
            utf8: vec![0; 64 << 10].into_boxed_slice(),
        });
    }
    utflane::__code_page_types!(
        [validator_of_type]
        charset, Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii
        Wtf8 Cesu8 Mutf8 Rfc2279 Gbk Gb18030 Big5 ShiftJis EucJp EucKr;
    )
}
