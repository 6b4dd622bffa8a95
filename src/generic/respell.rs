//! Between UTF-8 and those of its relatives that write some characters in other bytes: CESU-8 and
//! MUTF-8. All other bytes are copied while they are validated.
//!
//! ```text
//!                        UTF-8                                CESU-8 and MUTF-8
//! U+0000                 00                                   C0 80 (MUTF-8 only)
//! from U+10000 on        11110ddd 10dddddd 10cccccc 10aaaaaa  11101101 1010dddd 10dddddc 11101101 1011cccc 10aaaaaa
//! ```
//!
//! A block is copied as a whole, and counts up to the first special character in it, which is
//! converted by itself; the next block begins after that. What is special shows in one or two
//! bytes, so the place is known before the errors of the block are: these only decide a branch.
//!
//! Runs of supplementary characters are converted in vectors: from UTF-8 each surrogate is encoded
//! as a unit of three bytes, and to UTF-8 the bytes ED are dropped, so that each pair fills a lane
//! of 32 bits.

mod rules;
mod runs;
mod same;

pub(crate) use same::convert_row;

use super::encode_utf8::EncodeUtf8;
use super::utf8_errors::{errors, last_boundary};
use crate::generic::count::Count;
use crate::generic::decode_utf8::DecodeUtf8;
use crate::output::{Output, Scratch};
use crate::progress::Progress;
use crate::scheme::Form;
use rules::{Rules, special};
use runs::{join_runs, split_runs};
use same::convert_same;

/// Bytes of a block.
const BLOCK: usize = 64;
/// Bytes of which a special character is read.
const WORD: usize = 8;
/// Bytes of text from the start of a block on that are needed to convert it.
const WINDOW: usize = BLOCK + WORD;
/// Blocks in a row without anything special after which plain text is likely to follow.
const PLAIN_BLOCKS: usize = 8;
/// Bytes before a block that its errors depend on.
const BEFORE: usize = 3;

/// Copies the block of `window` to `dst`, if there is one, and returns where in it the first
/// special character may begin (64 if none does) and where the first error is.
#[inline(always)]
fn copy_block<S: DecodeUtf8>(
    simd: S,
    window: &[u8; BEFORE + WINDOW],
    mut dst: Option<&mut Output>,
    rules: Rules,
) -> [u64; 2] {
    let (mut specials, mut wrong) = (0, 0);
    let mut at = 0;
    while at < BLOCK {
        let current = simd.load(window, BEFORE + at);
        let next = simd.load(window, BEFORE + at + 1);
        let [prev3, prev2, prev1] = [
            simd.load(window, at),
            simd.load(window, at + 1),
            simd.load(window, at + 2),
        ];
        if let Some(dst) = &mut dst {
            simd.store(current, dst, at);
        }
        specials |= simd.bits(rules.specials(simd, current, next)) << at;
        let errors = errors(simd, prev3, prev2, prev1, current);
        wrong |= simd.bits(simd.at_least(1, errors)) << at;
        at += S::LANES;
    }
    [specials, wrong]
}

/// Converts the special characters that stand at `at`, one after the other. Returns whether there
/// was one.
#[inline(always)]
fn convert_specials<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    mut dst: Option<&mut Output>,
    at: &mut Progress,
    rules: Rules,
) -> bool {
    let mut any = false;
    while let Some(word) = src[at.read..].first_chunk()
        && let Some(special) = special(u64::from_le_bytes(*word), rules)
    {
        if let Some(dst) = &mut dst {
            let Some(out) = dst.get_mut(at.written..at.written + WORD) else {
                return false;
            };
            out.write(0, special.bytes.to_le_bytes());
        }
        at.read += special.read;
        at.written += special.written;
        if any && special.read == 4 {
            split_runs(simd, src, dst.as_deref_mut(), at);
        } else if any && special.written == 4 {
            join_runs(simd, src, dst.as_deref_mut(), at);
        }
        any = true;
    }
    any
}

/// Converts the text of `src` from `at` on, before which three bytes stand, in blocks. Returns
/// whether it stopped because there was no whole window or space for one, or nothing special for a
/// while, not at something else that ends the conversion. May stop within a character then.
#[inline(always)]
fn convert_blocks<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    mut dst: Option<&mut Output>,
    at: &mut Progress,
    rules: Rules,
) -> bool {
    let mut plain = 0;
    while plain < PLAIN_BLOCKS
        && let Some(window) = src[at.read - BEFORE..].first_chunk()
    {
        let out = match &mut dst {
            Some(dst) => match dst.get_mut(at.written..at.written + BLOCK) {
                Some(out) => Some(out),
                None => return true,
            },
            None => None,
        };
        let [specials, wrong] = copy_block(simd, window, out, rules);
        if specials == 0 && wrong == 0 {
            at.read += BLOCK;
            at.written += BLOCK;
            plain += 1;
            continue;
        }
        plain = 0;
        // The bits of the places up to the first special one.
        let before = specials ^ specials.wrapping_sub(1);
        let copied = if wrong & before == 0 {
            specials.trailing_zeros() as usize
        } else {
            wrong.trailing_zeros() as usize
        };
        at.read += copied;
        at.written += copied;
        if wrong & before != 0 || !convert_specials(simd, src, dst.as_deref_mut(), at, rules) {
            take_back(src, at);
            return false;
        }
    }
    true
}

/// Takes the progress back to the last boundary of a character.
#[inline(always)]
fn take_back(src: &[u8], at: &mut Progress) {
    let back = at.read - last_boundary(src, at.read);
    at.read -= back;
    at.written -= back;
}

/// Bytes of the buffer for a part of a text that is too short for the window of a block.
const PART: usize = BEFORE + 2 * WINDOW;

/// Converts from `at` on what is too short for the loop over blocks, or for whose output there may
/// be too little space, a part of it, in buffers. Returns whether all of the part was converted.
#[inline(always)]
fn convert_part<S: DecodeUtf8 + EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: Option<&mut Output>,
    at: &mut Progress,
    rules: Rules,
) -> bool {
    // ASCII comes after the part, and counts as what it is.
    let mut part = [b'a'; PART];
    let len = (src.len() - at.read).min(WINDOW - 1);
    let before = at.read.min(BEFORE);
    part[BEFORE - before..BEFORE + len].copy_from_slice(&src[at.read - before..at.read + len]);
    let mut space = Scratch::<{ 4 * WINDOW + BLOCK }>::new();
    let mut step = Progress {
        read: BEFORE,
        written: 0,
    };
    convert_blocks(simd, &part, Some(space.output()), &mut step, rules);
    if step.read > BEFORE + len {
        step.written -= step.read - (BEFORE + len);
        step.read = BEFORE + len;
    }
    take_back(&part, &mut step);
    step.read -= BEFORE;
    if let Some(dst) = dst {
        match dst.get_mut(at.written..at.written + step.written) {
            Some(out) => space.copy_to(out),
            None => return false,
        }
    }
    let more = at.read + len < src.len();
    *at += step;
    // More text may follow what the part has cut off.
    step.read == len || more && step.read > 0
}

/// Converts, or measures without a `dst`.
#[inline(always)]
fn respell<S: DecodeUtf8 + EncodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    mut dst: Option<&mut Output>,
    rules: Rules,
) -> Progress {
    let mut at = Progress::START;
    loop {
        convert_same(simd, src, dst.as_deref_mut(), &mut at, rules);
        if at.read == src.len() {
            return at;
        }
        if at.read >= BEFORE {
            let start = at.read;
            if !convert_blocks(simd, src, dst.as_deref_mut(), &mut at, rules) {
                return at;
            }
            take_back(src, &mut at);
            if at.read > start && src.len() - at.read >= 2 * WINDOW {
                continue;
            }
        }
        if !convert_part(simd, src, dst.as_deref_mut(), &mut at, rules) || at.read == src.len() {
            return at;
        }
    }
}

/// Converts as much as is well-formed and fits, and has no lone surrogates.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf8 + EncodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    forms: [Form; 2],
) -> Progress {
    respell(simd, src, Some(dst), Rules::new(forms))
}

/// The progress of [`convert`] into unlimited output.
#[inline(always)]
pub(crate) fn measure<S: DecodeUtf8 + EncodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    forms: [Form; 2],
) -> Progress {
    respell(simd, src, None, Rules::new(forms))
}
