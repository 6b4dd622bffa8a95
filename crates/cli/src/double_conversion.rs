//! Detects text that is in the target encoding already, for example because a command was run
//! twice.
//!
//! Every text is well-formed Latin-1, and most texts of even length are well-formed UTF-16, so a
//! second conversion would succeed and produce garbage. But the other direction is unlikely by
//! chance:
//!
//! - Latin-1 that is not ASCII is hardly ever well-formed UTF-8.
//! - UTF-16 without a NUL byte is rarely well-formed UTF-8.
//! - The positions of zero bytes indicate UTF-16 and UTF-32.
//! - EBCDIC does not look like text in other encodings, nor do these in EBCDIC.
//!
//! Some words in legacy multi-byte encodings are well-formed UTF-8. For these, the frequency of the
//! resulting letters decides: `系统` in GBK is `ϵͳ` in UTF-8, and `für` in UTF-8 is `f眉r` in GBK.

use utflane::stream::AnyTranscoder;
use utflane::{__text_bits as text_bits, Charset};

use crate::detection::wide;
use crate::ebcdic::EbcdicVote;
use crate::validator::{Validate, validator};

/// Number of bytes that are decoded both in the declared encoding and as UTF-8.
const SAMPLE: usize = 16 << 10;

/// A text seems to be UTF-8 if its estimated size in UTF-8 is this many bits smaller than in the
/// declared encoding. A word with one accented letter is enough, even if it is the first letter.
const MARGIN: u32 = 8;

/// The margin for legacy multi-byte encodings, in which more words are also well-formed UTF-8.
const LEGACY_MARGIN: u32 = 10;

/// The suspicion that a text is in the target encoding already. It ends when part of the text
/// contradicts it.
pub(crate) struct DoubleConversion {
    validator: Option<Box<dyn Validate>>,
    ebcdic_vote: Option<EbcdicVote>,
    from: Charset,
    to: Charset,
    is_empty: bool,
    /// The text from the first non-ASCII byte on, or from the start if it is declared as UTF-16.
    sample: Vec<u8>,
}

/// Whether an encoding is Latin-1, a code page or a legacy multi-byte encoding. Many UTF-8 texts
/// are well-formed in these.
fn is_permissive(charset: Charset) -> bool {
    charset == Charset::Latin1 || charset.is_code_page() || charset.is_multibyte()
}

impl DoubleConversion {
    /// No suspicion.
    pub(crate) const UNLIKELY: DoubleConversion = DoubleConversion {
        validator: None,
        ebcdic_vote: None,
        from: Charset::Utf8,
        to: Charset::Utf8,
        is_empty: true,
        sample: Vec::new(),
    };

    /// Creates the suspicion that a text is in `to`. It starts with `start` and is declared to be
    /// in `from`.
    pub(crate) fn new(from: Charset, to: Charset, start: &[u8]) -> DoubleConversion {
        let ebcdic_vote = EbcdicVote::new(from, to);
        let is_possible = match to {
            _ if from == to => false,
            // UCS-2 and UTF-16.
            _ if from.width() > 1 && from.bom() == to.bom() => false,
            _ if ebcdic_vote.is_some() => true,
            Charset::Utf8 => from.width() == 2 || is_permissive(from),
            _ => wide(start).is_some_and(|wide| wide.bom() == to.bom()),
        };
        let validator = is_possible.then(|| validator(to));
        DoubleConversion {
            validator,
            ebcdic_vote,
            from,
            to,
            is_empty: true,
            sample: Vec::new(),
        }
    }

    /// Checks the next part of the text.
    pub(crate) fn feed(&mut self, chunk: &[u8]) {
        let Some(validator) = &mut self.validator else {
            return;
        };
        self.is_empty = self.is_empty && chunk.is_empty();
        if let Some(vote) = &mut self.ebcdic_vote {
            vote.feed(chunk);
        }
        let is_wide = self.to == Charset::Utf8 && chunk.contains(&0);
        if is_wide || validator.feed(chunk).is_err() {
            self.validator = None;
            return;
        }
        let start = match self.sample.is_empty() && self.from.width() == 1 {
            false => Some(0),
            true if chunk.is_ascii() => None,
            // The character before a letter also influences the estimate.
            true => chunk
                .iter()
                .position(|byte| !byte.is_ascii())
                .map(|at| at.saturating_sub(1)),
        };
        let rest = &chunk[start.unwrap_or(chunk.len())..];
        let capacity = SAMPLE - self.sample.len();
        self.sample
            .extend_from_slice(&rest[..rest.len().min(capacity)]);
    }

    /// Whether the suspicion holds at the end of the text.
    pub(crate) fn at_end(self) -> bool {
        let is_other = match &self.ebcdic_vote {
            Some(vote) => vote.is_other(),
            None => self.to != Charset::Utf8 || self.is_rather_utf8(),
        };
        match self.validator {
            Some(mut validator) if !self.is_empty && is_other => validator.finish().is_ok(),
            _ => false,
        }
    }

    /// Whether the sample, which is well-formed UTF-8, is more plausible as UTF-8 than in the
    /// declared encoding. Pure ASCII is the same in both.
    fn is_rather_utf8(&self) -> bool {
        let sample = &self.sample[..];
        let mut named = vec![0; 3 * sample.len()];
        let mut transcoder = AnyTranscoder::new(self.from, Charset::Utf8);
        let written = transcoder.transcode_lossy(sample, &mut named).written;
        let named = std::str::from_utf8(&named[..written]).unwrap_or_default();
        // The last character may be cut.
        let utf8 = sample.utf8_chunks().next();
        let utf8 = utf8.map_or("", |chunk| chunk.valid());
        let margin = match self.from.is_multibyte() {
            true => LEGACY_MARGIN,
            false => MARGIN,
        };
        text_bits(utf8) + margin <= text_bits(named)
    }
}
