//! Validation of UTF-8 that arrives in blocks of 64 bytes, inside a loop that does other things with them.
//!
//! The lookups of [`utf8`](super::utf8). What stands before a vector comes out of the vector before, since that may be
//! anywhere in memory. A block of ASCII only has to follow a whole character. It does not take the place of the vector
//! before: where a whole character ended, the next one may begin, whatever stood between.
//!
//! The loop around keeps vectors of its own in registers: the state is two of them and a flag. A third one, for what is
//! unfinished, was spilled in such loops, and cost more than to compute it anew in the first block of ASCII.

use super::utf8::errors;
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
        let mut at = 0;
        while at < BLOCK {
            let bytes = simd.load(block, at);
            let third = simd.shift_in::<3>(self.before, bytes);
            let second = simd.shift_in::<2>(self.before, bytes);
            let first = simd.shift_in::<1>(self.before, bytes);
            self.errors = self.errors | errors(simd, third, second, first, bytes);
            self.before = bytes;
            at += S::LANES;
        }
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

    /// Whether all is well-formed, with `rest` behind the last block.
    #[inline(always)]
    pub(crate) fn finish(mut self, simd: S, mut rest: &[u8]) -> bool {
        while let Some((block, behind)) = rest.split_first_chunk() {
            self.push(simd, block);
            rest = behind;
        }
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        self.push(simd, &block);
        self.errors = self.errors | self.unfinished(simd);
        self.is_valid(simd)
    }
}
