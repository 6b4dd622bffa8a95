//! Converts between UTF-8, CESU-8 and MUTF-8, which encode some characters in different bytes. All
//! other bytes are copied while they are validated.
//!
//! ```text
//! U+0000
//!   UTF-8              00
//!   MUTF-8             C0 80
//! from U+10000 on
//!   UTF-8              11110ddd 10ddcccc 10bbbbbb 10aaaaaa
//!   CESU-8 and MUTF-8  11101101 1010eeee 10ccccbb 11101101 1011bbbb 10aaaaaa  (eeee = ddddd - 1)
//! ```
//!
//! A block is copied as a whole and counts up to its first special character. This character is
//! converted on its own, and the next block begins after it. One or two bytes identify a special
//! character, so its position is known before the errors of the block are. The errors only decide a
//! branch.
//!
//! Runs of supplementary characters are converted in vectors. From UTF-8, each surrogate is encoded
//! as a unit of three bytes. To UTF-8, the bytes ED are dropped, so that each surrogate pair fills
//! a lane of 32 bits.
#![forbid(unsafe_code)]

mod rules;
mod runs;
mod same;

pub(crate) use same::convert_short;

use crate::encoding::scheme::Utf8Form;
use crate::kernels::scalar::last_boundary;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::encode_utf8::EncodeUtf8;
use rules::{Rules, special};
use runs::{join_runs, split_runs};
use same::convert_same;

/// Bytes of a block.
const BLOCK: usize = 64;
/// Bytes that are loaded to convert a special character.
const WORD: usize = 8;
/// Bytes of text that must follow the start of a block to convert the block.
const WINDOW: usize = BLOCK + WORD;
/// Number of blocks in a row without special characters after which ordinary text is likely.
const ORDINARY_BLOCKS: usize = 8;
/// Bytes before a block on which its errors depend.
const BEFORE: usize = 3;

/// Copies the block of `window` to `dst`. Returns two bit masks: the positions where a special
/// character may begin, and the malformed positions.
#[inline(always)]
fn copy_block<S: DecodeUtf8>(
    simd: S,
    window: &[u8; BEFORE + WINDOW],
    dst: &mut Output,
    rules: Rules,
) -> [u64; 2] {
    let (mut specials, mut malformed) = (0, 0);
    let mut at = 0;
    while at < BLOCK {
        let current = simd.load(window, BEFORE + at);
        let next = simd.load(window, BEFORE + at + 1);
        let [prev3, prev2, prev1] = [
            simd.load(window, at),
            simd.load(window, at + 1),
            simd.load(window, at + 2),
        ];
        simd.store(current, dst, at);
        specials |= simd.bits(rules.specials(simd, current, next)) << at;
        let errors = simd.errors([prev3, prev2, prev1, current]);
        malformed |= simd.bits(simd.at_least(1, errors)) << at;
        at += S::LANES;
    }
    [specials, malformed]
}

/// Converts the special characters at `at`, one after the other. Returns whether there was at least
/// one.
#[inline(always)]
fn convert_specials<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    rules: Rules,
) -> bool {
    let mut any = false;
    while let Some(word) = src[at.read..].first_chunk() {
        let Some(special) = special(u64::from_le_bytes(*word), rules) else {
            break;
        };
        let Some(out) = dst.get_mut(at.written..at.written + WORD) else {
            return false;
        };
        out.write(0, special.bytes.to_le_bytes());
        at.read += special.read;
        at.written += special.written;
        if any && special.read == 4 {
            split_runs(simd, src, dst, at);
        } else if any && special.written == 4 {
            join_runs(simd, src, dst, at);
        }
        any = true;
    }
    any
}

/// Converts `src` from `at` on in blocks. At least three bytes precede `at`.
///
/// Returns `true` if it stopped because the input or the output has less than a block left, or
/// because several blocks had no special characters. Returns `false` if it stopped at a position
/// where the conversion ends.
#[inline(always)]
fn convert_blocks<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    rules: Rules,
) -> bool {
    let mut ordinary = 0;
    let mut continues = true;
    while continues && ordinary < ORDINARY_BLOCKS {
        let Some(window) = src[at.read - BEFORE..].first_chunk() else {
            break;
        };
        let Some(out) = dst.get_mut(at.written..at.written + BLOCK) else {
            break;
        };
        let [specials, malformed] = copy_block(simd, window, out, rules);
        // The bits up to and including the first special position.
        let before = specials ^ specials.wrapping_sub(1);
        let copied = if malformed & before == 0 {
            BLOCK.min(specials.trailing_zeros() as usize)
        } else {
            malformed.trailing_zeros() as usize
        };
        at.read += copied;
        at.written += copied;
        ordinary += 1;
        if copied < BLOCK {
            ordinary = 0;
            continues = malformed & before == 0 && convert_specials(simd, src, dst, at, rules);
        }
    }
    // The position may be within a character.
    let back = at.read - last_boundary(src, at.read);
    at.read -= back;
    at.written -= back;
    continues
}

/// Converts text as long as it is well-formed, has no unpaired surrogates, and fits.
///
/// If the text is too short for a block or the output may not fit, a part of the text is converted
/// in buffers.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf8 + EncodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    forms: [Utf8Form; 2],
) -> Progress {
    let rules = Rules::new(forms);
    let mut at = Progress::START;
    let mut buffer = Buffer::<PART_OUTPUT>::new();
    loop {
        convert_same(simd, src, dst, &mut at, rules);
        if at.read == src.len() {
            return at;
        }
        let is_whole = at.read >= BEFORE
            && src.len() - at.read >= WINDOW
            && dst.len() - at.written >= BLOCK + WORD;
        let part = if is_whole {
            None
        } else {
            Some(Part::new(src, at.read))
        };
        let (text, out, mut step) = match &part {
            None => (src, &mut *dst, at),
            Some(part) => {
                let out = Output::from_init(buffer.first(PART_OUTPUT));
                (&part.text[..], out, Part::START)
            }
        };
        let mut continues = convert_blocks(simd, text, out, &mut step, rules);
        if let Some(part) = part {
            let step = part.end(step);
            match dst.get_mut(at.written..at.written + step.written) {
                Some(out) => out.fill_from(buffer.first(PART_OUTPUT)),
                None => return at,
            }
            at += step;
            // If more text follows the part, the part may have ended within a character.
            continues = step.read > 0 && (continues || at.read < src.len());
        } else {
            at = step;
        }
        if !continues {
            return at;
        }
    }
}

/// Bytes of the output buffer of a part.
const PART_OUTPUT: usize = 4 * WINDOW + BLOCK;

/// A part of a text, shorter than the window of a block, in a buffer.
struct Part {
    /// The three bytes before the part, the part, and padding with ASCII, which converts to itself.
    text: [u8; BEFORE + 2 * WINDOW],
    len: usize,
}

impl Part {
    /// The start of the part in its buffer.
    const START: Progress = Progress {
        read: BEFORE,
        written: 0,
    };

    /// Returns the part of `src` from `at` on.
    #[inline(always)]
    fn new(src: &[u8], at: usize) -> Part {
        let mut text = [b'a'; BEFORE + 2 * WINDOW];
        let len = (src.len() - at).min(WINDOW - 1);
        let before = at.min(BEFORE);
        text[BEFORE - before..BEFORE + len].copy_from_slice(&src[at - before..at + len]);
        Part { text, len }
    }

    /// Returns the progress in the part, without the padding after it.
    #[inline(always)]
    fn end(&self, step: Progress) -> Progress {
        let excess = step.read.saturating_sub(BEFORE + self.len);
        let read = step.read - excess;
        let back = read - last_boundary(&self.text, read);
        Progress {
            read: read - back - BEFORE,
            written: step.written - excess - back,
        }
    }
}
