//! The steps of UTF-8 validation, as operations that an instruction set can override with shorter
//! code.
//!
//! In each vector, `current` contains the byte at each position, and `prev1`, `prev2` and `prev3`
//! contain the bytes one, two and three positions before it.
#![forbid(unsafe_code)]

use super::Simd;
use super::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH, must_continue};

/// The steps of checking UTF-8, with defaults that suit all instruction sets.
pub(crate) trait ValidateUtf8: Simd {
    /// Returns the errors that each byte of `second` shows together with the byte before it, in
    /// `first`. Each error is one bit: see `utf8_errors`.
    #[inline(always)]
    fn pair_errors(self, first: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        let (high, low) = (self.shift_right::<4>(first), first & self.splat(0x0F));
        let allowed_after = self.lookup(FIRST_HIGH, high) & self.lookup(FIRST_LOW, low);
        allowed_after & self.lookup(SECOND_HIGH, self.shift_right::<4>(second))
    }

    /// Returns nonzero where a byte of `current` is malformed after the three bytes before it. The
    /// argument is `[prev3, prev2, prev1, current]`. The default combines the errors of
    /// [pairs](ValidateUtf8::pair_errors) with those of third and fourth bytes.
    #[inline(always)]
    fn errors(self, [prev3, prev2, prev1, current]: [Self::Bytes; 4]) -> Self::Bytes {
        let must = must_continue(self, prev3, prev2);
        // Two continuation bytes in a row are well-formed exactly where the second one must be a
        // third or fourth byte.
        self.pair_errors(prev1, current) ^ must
    }

    /// Returns the state that [`errors_next`](ValidateUtf8::errors_next) needs of the vector before
    /// `at`, if any.
    #[inline(always)]
    fn state_before(self, _src: &[u8], _at: usize) -> Self::Bytes {
        self.splat(0)
    }

    /// Returns the [`errors`](ValidateUtf8::errors) of the vector at `at`, in a loop over
    /// consecutive vectors. `before` is the state from the vector before.
    #[inline(always)]
    fn errors_next(self, src: &[u8], at: usize, _before: &mut Self::Bytes) -> Self::Bytes {
        let (prev3, prev2) = (self.load(src, at - 3), self.load(src, at - 2));
        let (prev1, current) = (self.load(src, at - 1), self.load(src, at));
        self.errors([prev3, prev2, prev1, current])
    }

    /// Returns `rest` without its first `bytes` bytes, for the next iteration of a loop. `rest` is
    /// the end of `text`. WebAssembly overrides this, because its compiler produces slower loads
    /// for the default.
    #[inline(always)]
    fn after<'text>(self, _text: &'text [u8], rest: &'text [u8], bytes: usize) -> &'text [u8] {
        &rest[bytes..]
    }

    /// Sets bit 7 where bytes are continuation bytes. The other bits are unspecified.
    #[inline(always)]
    fn continues(self, bytes: Self::Bytes) -> Self::Bytes {
        bytes ^ self.saturating_sub(bytes, self.splat(0x40))
    }
}
