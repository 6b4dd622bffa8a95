//! UTF-32 to UTF-8, four vectors of characters at a time.
//!
//! A block of the Basic Multilingual Plane is narrowed to two vectors of 16-bit units, which are
//! encoded like those of UTF-16. Other blocks are encoded as characters of 32 bits.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::utf32::{any_malformed, are_supplementary};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::SLACK;
use crate::simd::encode_utf8::{self, EncodeUtf8, TaggedUnits};

#[derive(Clone, Copy)]
struct ToUtf8<S: EncodeUtf8> {
    /// The shuffle from the byte order of the text to the native one.
    to_native: S::Bytes,
    /// The shuffle that also narrows characters to units of 16 bits: see
    /// [`narrowing`](crate::simd::UnitOps::narrowing).
    narrowing: S::Bytes,
}

impl<S: EncodeUtf8> ToUtf8<S> {
    /// Converts a block. Each kind of block has its own code, including the stores. The "or" of all
    /// characters determines the kind before the characters are shuffled.
    #[inline(always)]
    fn convert_by_kind(
        self,
        simd: S,
        [a, b, c, d]: Vectors<S>,
        dst: &mut Output,
    ) -> Option<Progress> {
        let read = 4 * S::LANES;
        let any = simd.shuffle_bytes((a | b) | (c | d), self.to_native);
        let magnitude = simd.magnitude_32(any);
        if magnitude >= 0x1_0000 {
            let native = simd.shuffle_four([a, b, c, d], Some(self.to_native));
            return encode_any::<S, false>(simd, native, dst);
        }
        let first = simd.narrow_32_from([a, b], self.narrowing);
        let second = simd.narrow_32_from([c, d], self.narrowing);
        let written = if magnitude < 0x80 {
            simd.store(simd.narrow_16([first, second]), dst, 0);
            S::LANES
        } else if magnitude < 0x800 {
            let tagged = [
                TaggedUnits::below_800(simd, first),
                TaggedUnits::below_800(simd, second),
            ];
            encode_utf8::encode::<S, false>(simd, tagged, true, dst)
        } else if simd.any_surrogate([first, second]) {
            return None;
        } else {
            simd.encode_basic_x2::<false>([first, second], dst, 0)
        };
        Some(Progress { read, written })
    }
}

impl<S: EncodeUtf8> BlockConversion<S> for ToUtf8<S> {
    const VECTORS: usize = 4;
    const MAX_OUTPUT: usize = 4 * S::LANES + SLACK;
    const UNIT: usize = 4;
    const ZERO_OUTPUT: usize = 1;
    const COMMON_OUTPUT: usize = S::LANES;

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        let lanes = S::LANES;
        let not_ascii = simd.shuffle_bytes(simd.splat_32(!0x7F), self.to_native);
        let (mut at, mut written) = (0, 0);
        while let Some(block) = src.get(at..at + 4 * lanes) {
            let Some(out) = dst.get_mut(written..written + lanes) else {
                break;
            };
            let [a, b, c, d] = simd.load_four(block, 0);
            if !simd.is_zero(((a | b) | (c | d)) & not_ascii) {
                break;
            }
            simd.store(
                simd.narrow_32_to_8_from([a, b, c, d], self.narrowing),
                out,
                0,
            );
            at += 4 * lanes;
            written += lanes;
        }
        Progress { read: at, written }
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let [a, b, c, d] = simd.shuffle_four(vectors, Some(self.to_native));
        if !simd.is_zero(((a | b) | (c | d)) & simd.splat_32(!0x7F)) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(simd.narrow_32_to_8([a, b, c, d]), dst, 0);
        Some(Progress {
            read: 4 * S::LANES,
            written: S::LANES,
        })
    }

    #[inline(always)]
    fn convert_block<const CLIPPED: bool>(
        self,
        simd: S,
        vectors: Vectors<S>,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        if !S::SHARES_STORES && !S::SEPARATE_LEAD_OF_2 && !CLIPPED {
            return self.convert_by_kind(simd, vectors, dst);
        }
        if let Some(step) = self.convert_common_block::<CLIPPED>(simd, vectors, src, dst) {
            return Some(step);
        }
        let read = 4 * S::LANES;
        let [a, b, c, d] = simd.shuffle_four(vectors, Some(self.to_native));
        let any = (a | b) | (c | d);
        if simd.is_zero(any & simd.splat_32(0xFFFF_0000)) {
            let [first, second] = [simd.narrow_32([a, b]), simd.narrow_32([c, d])];
            let below_800 = encode_utf8::are_below_800(simd, [first, second]);
            let tagged = if below_800 {
                let tagged = [
                    TaggedUnits::below_800(simd, first),
                    TaggedUnits::below_800(simd, second),
                ];
                if !S::SHARES_STORES && !CLIPPED {
                    let written = encode_utf8::encode::<S, CLIPPED>(simd, tagged, true, dst);
                    return Some(Progress { read, written });
                }
                tagged
            } else {
                if simd.any_surrogate([first, second]) {
                    return None;
                }
                if !S::SHARES_STORES && !CLIPPED {
                    let written = simd.encode_basic_x2::<CLIPPED>([first, second], dst, 0);
                    return Some(Progress { read, written });
                }
                [
                    TaggedUnits::from_units(simd, first),
                    TaggedUnits::from_units(simd, second),
                ]
            };
            let written = encode_utf8::encode::<S, CLIPPED>(simd, tagged, below_800, dst);
            return Some(Progress { read, written });
        }
        encode_any::<S, CLIPPED>(simd, [a, b, c, d], dst)
    }
}

/// Converts a block with characters outside the Basic Multilingual Plane. Returns `None` if any
/// unit is malformed.
#[inline(always)]
fn encode_any<S: EncodeUtf8, const CLIPPED: bool>(
    simd: S,
    [a, b, c, d]: Vectors<S>,
    dst: &mut Output,
) -> Option<Progress> {
    let lanes = S::LANES;
    let read = 4 * lanes;
    if any_malformed(simd, [a, b]) || any_malformed(simd, [c, d]) {
        return None;
    }
    let above =
        are_supplementary(simd, a) & are_supplementary(simd, b) & are_supplementary(simd, c);
    if !simd.any_32(!(above & are_supplementary(simd, d))) {
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(a), dst, 0);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(b), dst, lanes);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(c), dst, 2 * lanes);
        simd.store_or_clip::<CLIPPED>(simd.bytes_of_4(d), dst, 3 * lanes);
        let written = read;
        return Some(Progress { read, written });
    }
    let mut written = simd.encode_1_4::<CLIPPED>(a, dst, 0);
    written += simd.encode_1_4::<CLIPPED>(b, dst, written);
    written += simd.encode_1_4::<CLIPPED>(c, dst, written);
    written += simd.encode_1_4::<CLIPPED>(d, dst, written);
    Some(Progress { read, written })
}

/// Converts all characters that are well-formed and fit.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    from: Endian,
) -> Progress {
    let to_native = simd.to_native_32(from);
    let blocks = ToUtf8 {
        to_native,
        narrowing: simd.narrowing(to_native),
    };
    block_loop::convert(simd, blocks, src, dst)
}
