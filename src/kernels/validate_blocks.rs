//! Validation of UTF-8 in blocks of 64 bytes, for use inside another vector loop over the same
//! data.
//!
//! The errors are those of [`utf8_errors`](crate::simd::utf8_errors). The preceding bytes are
//! shifted in from the preceding vector. They are not loaded, because a block may be anywhere in
//! memory:
//!
//! ```text
//! vector before     … x y z │ a b c d …     current
//!                     w x y │ z a b c …     prev1
//! ```
//!
//! A block of ASCII needs no lookups, only a test that the block before it does not end within a
//! character. The state keeps the last vector that is not ASCII. If that vector ends at a character
//! boundary, checking later bytes as if they followed it directly gives the same result.
//!
//! The errors that a byte allows after it are looked up at the position of the byte. The result is
//! then shifted by one position, which saves a lookup of the shifted bytes. The surrounding loop
//! keeps its own vectors in registers, so the state is as small as possible. `docs/experiments.md`
//! lists slower alternatives.
#![forbid(unsafe_code)]

use crate::simd::utf8_errors::{
    FIRST_HIGH, FIRST_LOW, SECOND_HIGH, first_allows, incomplete_at_end, must_continue,
};
use crate::simd::validate_utf8::ValidateUtf8;
use core::fmt;

/// Bytes of a block.
pub(crate) const BLOCK: usize = 64;

/// The state between blocks.
#[derive(Clone, Copy)]
pub(crate) struct State<S: ValidateUtf8> {
    /// The last vector of the last block that is not ASCII.
    before: S::Bytes,
    /// The errors that the bytes of `before` allow after them.
    allowed: S::Bytes,
    /// Whether `before` is from the last block, so that it may end with an incomplete character.
    open: bool,
    /// Nonzero if any block so far was malformed.
    errors: S::Bytes,
}

/// Omits the vectors.
impl<S: ValidateUtf8> fmt::Debug for State<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

impl<S: ValidateUtf8> State<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Self {
        State {
            before: simd.splat(0),
            allowed: simd.splat(first_allows(0)),
            open: false,
            errors: simd.splat(0),
        }
    }

    /// Checks the next block.
    #[inline(always)]
    pub(crate) fn push(&mut self, simd: S, block: &[u8; BLOCK]) {
        let mut any = simd.load(block, 0);
        let mut at = S::LANES;
        while at < BLOCK {
            any = any | simd.load(block, at);
            at += S::LANES;
        }
        if simd.is_ascii(any) {
            if self.open {
                self.open = false;
                self.errors = self.errors | incomplete_at_end(simd, self.before);
            }
            return;
        }
        let mut errors = simd.splat(0);
        let mut at = 0;
        while at < BLOCK {
            let bytes = simd.load(block, at);
            let (high, low) = (simd.shift_right::<4>(bytes), bytes & simd.splat(0x0F));
            let allowed = simd.lookup(FIRST_HIGH, high) & simd.lookup(FIRST_LOW, low);
            let allowed_before = simd.lookup(SECOND_HIGH, simd.shift_right::<4>(bytes));
            let pair = simd.shift_in::<1>(self.allowed, allowed) & allowed_before;
            let prev3 = simd.shift_in::<3>(self.before, bytes);
            let prev2 = simd.shift_in::<2>(self.before, bytes);
            errors = errors | (pair ^ must_continue(simd, prev3, prev2));
            self.allowed = allowed;
            self.before = bytes;
            at += S::LANES;
        }
        self.errors = self.errors | errors;
        self.open = true;
    }

    /// Returns whether all blocks so far are well-formed, except for an incomplete character at the
    /// end.
    #[inline(always)]
    pub(crate) fn is_valid(&self, simd: S) -> bool {
        simd.is_zero(self.errors)
    }

    /// Returns whether the whole text, `rest` after the last block included, is well-formed.
    #[inline(always)]
    pub(crate) fn finish(mut self, simd: S, mut rest: &[u8]) -> bool {
        while let Some((block, after)) = rest.split_first_chunk() {
            self.push(simd, block);
            rest = after;
        }
        // At least one zero follows the text. It causes an error after an incomplete character.
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        self.push(simd, &block);
        self.is_valid(simd)
    }
}
