//! Validation of UTF-8 that arrives in blocks of 64 bytes, inside a loop that does other things with them.
//!
//! The lookups of [`utf8_errors`](super::utf8_errors). What stands before a vector comes out of the vector before, since that may be
//! anywhere in memory. A block of ASCII only has to follow a whole character. It does not take the place of the vector
//! before: where a whole character ended, the next one may begin, whatever stood between.
//!
//! What a byte allows after it is looked up where the byte stands, and moved by a place then: both bytes of a pair share
//! the work on their nibbles. With the lookups after the move, SSE4.1 was 9 % slower and AVX2 5 %; with what the last vector
//! allows computed anew in each block, slower still.
//!
//! The loop around keeps vectors of its own in registers. A further one in this state, for what is unfinished, cost more than
//! to compute it anew in the first block of ASCII.

use super::utf8_errors::{SECOND_HIGH, allowed_behind, must_continue};
use crate::simd::Simd;

/// Bytes of a block.
pub(crate) const BLOCK: usize = 64;

/// The highest last bytes of a vector that ends with a whole character.
const COMPLETE: [u8; BLOCK] = {
    let mut limits = [0xFF; BLOCK];
    limits[BLOCK - 3] = 0xEF;
    limits[BLOCK - 2] = 0xDF;
    limits[BLOCK - 1] = 0xBF;
    limits
};

/// What is known of the blocks so far.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<S: Simd> {
    /// The last vector of the last block that is not ASCII.
    before: S::Bytes,
    /// The errors that its bytes allow the next ones to complete.
    allowed: S::Bytes,
    /// Whether that may still end within a character.
    open: bool,
    /// Nonzero if anything was wrong.
    errors: S::Bytes,
}

impl<S: Simd> Blocks<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Self {
        Blocks {
            before: simd.splat(0),
            allowed: allowed_behind(simd, simd.splat(0)),
            open: false,
            errors: simd.splat(0),
        }
    }

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
                self.errors = self.errors | self.unfinished(simd);
            }
            return;
        }
        let mut errors = simd.splat(0);
        let mut at = 0;
        while at < BLOCK {
            let bytes = simd.load(block, at);
            let allowed = allowed_behind(simd, bytes);
            let pair = simd.shift_in::<1>(self.allowed, allowed)
                & simd.lookup(SECOND_HIGH, simd.shift_right::<4>(bytes));
            let third = simd.shift_in::<3>(self.before, bytes);
            let second = simd.shift_in::<2>(self.before, bytes);
            errors = errors | (pair ^ must_continue(simd, third, second));
            self.allowed = allowed;
            self.before = bytes;
            at += S::LANES;
        }
        self.errors = self.errors | errors;
        self.open = true;
    }

    /// Nonzero if what is known ends within a character.
    #[inline(always)]
    fn unfinished(&self, simd: S) -> S::Bytes {
        simd.saturating_sub(self.before, simd.load(&COMPLETE, BLOCK - S::LANES))
    }

    #[inline(always)]
    pub(crate) fn is_valid(&self, simd: S) -> bool {
        simd.is_zero(self.errors)
    }

    /// Whether all is well-formed, with `rest` after the last block.
    #[inline(always)]
    pub(crate) fn finish(mut self, simd: S, mut rest: &[u8]) -> bool {
        while let Some((block, after)) = rest.split_first_chunk() {
            self.push(simd, block);
            rest = after;
        }
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        self.push(simd, &block);
        self.errors = self.errors | self.unfinished(simd);
        self.is_valid(simd)
    }
}
