//! Code pages to UTF-16: each byte from 80 on is looked up among 128 characters. Their low and high
//! bytes are in separate tables.
//!
//! ```text
//! byte    61    E4          the page's bytes from 80 on, low   .. 34 ..
//! low     61    34  ◄─────────────────────────────── and high  .. 04 ..
//! high    00    04
//! units   0061  0434
//! ```
#![forbid(unsafe_code)]

use super::one_to_one::{self, Map, Vectors};
use crate::encoding::code_page::{LowHighTables, UNASSIGNED};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;

/// Converts bytes of a code page to units of 16 bits. `order` is the shuffle to their byte order.
#[derive(Clone, Copy)]
struct PageTo16<S: UnitOps> {
    page: LowHighTables,
    order: S::Bytes,
}

impl<S: UnitOps> Map<S> for PageTo16<S> {
    const FROM: usize = 1;
    const TO: usize = 2;
    /// The high bytes minus the maximum high byte of a character: above 0 if a byte is unassigned.
    type Digest = S::Bytes;

    #[inline(always)]
    fn map(self, simd: S, units: Vectors<S>) -> (Vectors<S>, S::Bytes) {
        let bytes = units[0];
        let zero = simd.splat(0);
        if S::LANES < 64 && simd.is_ascii(bytes) {
            return (self.units(simd, bytes, zero), zero);
        }
        let [low, high] = self.page;
        let others = simd.non_ascii(bytes);
        let [low, high] = simd.lookup_128([low, high], bytes);
        let low = simd.select(others, low, bytes);
        let high = simd.keep(others, high);
        let digest = simd.saturating_sub(high, simd.splat(UNASSIGNED - 1));
        (self.units(simd, low, high), digest)
    }

    #[inline(always)]
    fn is_unconvertible(self, simd: S, digest: S::Bytes) -> bool {
        !simd.is_zero(digest)
    }

    #[inline(always)]
    fn merge(_simd: S, one: S::Bytes, other: S::Bytes) -> S::Bytes {
        one | other
    }
}

impl<S: UnitOps> PageTo16<S> {
    /// Returns the units with these low and high bytes.
    #[inline(always)]
    fn units(self, simd: S, low: S::Bytes, high: S::Bytes) -> Vectors<S> {
        let ([a, b], [c, d]) = (simd.widen_8(low), simd.widen_8(high));
        let first = simd.shuffle_bytes(a | simd.shift_left_16::<8>(c), self.order);
        let second = simd.shuffle_bytes(b | simd.shift_left_16::<8>(d), self.order);
        [first, second, first, second]
    }
}

/// Converts all bytes that fit, up to a block with an unassigned byte.
#[inline(always)]
pub(crate) fn convert<S: UnitOps>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (page, to): (LowHighTables, Endian),
) -> Progress {
    let order = simd.to_native_16(to);
    one_to_one::convert_bulk(simd, PageTo16::<S> { page, order }, src, dst)
}
