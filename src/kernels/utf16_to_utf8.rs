//! UTF-16 to UTF-8. Each surrogate is encoded separately, as two of the four bytes of its pair, so
//! that surrogates can be encoded like other units. The first byte of a low surrogate contains two
//! bits of the unit before:
//!
//! ```text
//! high   110110cc ccccccbb  + 0x40 =  11011ddd ccccccbb           11110ddd 10cccccc
//! low    110111bb bbaaaaaa  with the bb of the high surrogate     10bbbbbb 10aaaaaa
//! ```
//!
//! Long text without surrogates is converted in chunks: see [`to_utf8_chunks`]. Other text, and all
//! non-ASCII text on NEON, is converted block by block: see [`block_loop`]. A block that consists
//! of surrogate pairs only is converted as characters of 32 bits.
#![forbid(unsafe_code)]

use super::block_loop::{self, BlockConversion, Vectors};
use super::to_utf8_chunks::{self, ChunkConversion};
use super::utf16_blocks::{self, block_end, without_last};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::SLACK;
use crate::simd::encode_utf8::{self, CONTINUATION, EncodeUtf8, LEAD_OF_2, TaggedUnits};
use crate::simd::surrogates::{
    HALF_BITS, HIGH, LOW, SURROGATE, SURROGATE_BITS, SurrogateTest, are_surrogate_pairs,
    characters_of_surrogate_pairs,
};

#[derive(Clone, Copy)]
struct ToUtf8<S: EncodeUtf8> {
    endian: Endian,
    /// The shuffle from the byte order of the text to the native one.
    to_native: S::Bytes,
}

impl<S: EncodeUtf8> ChunkConversion<S> for ToUtf8<S> {
    const CHUNK_UNITS: usize = if S::LANES < 64 { 64 } else { 128 };

    #[inline(always)]
    fn kind(self, simd: S, any: S::Bytes) -> u32 {
        let any = simd.shuffle_bytes(any, self.to_native);
        u32::from(!simd.is_zero(any & simd.splat_16(0xFF80)))
            + u32::from(!simd.is_zero(any & simd.splat_16(0xF800)))
    }

    #[inline(always)]
    fn are_ascii(self, simd: S, any: S::Bytes) -> bool {
        simd.is_zero(any & simd.shuffle_bytes(simd.splat_16(0xFF80), self.to_native))
    }

    #[inline(always)]
    fn non_ascii(self, simd: S, [first, second, ..]: Vectors<S>) -> u64 {
        let not_ascii = simd.shuffle_bytes(simd.splat_16(0xFF80), self.to_native);
        let zero = simd.splat(0);
        simd.bits_16([
            !simd.equal_16(first & not_ascii, zero),
            !simd.equal_16(second & not_ascii, zero),
        ])
    }

    #[inline(always)]
    fn narrowed(self, simd: S, [first, second, ..]: Vectors<S>) -> S::Bytes {
        let first = simd.shuffle_bytes(first, self.to_native);
        let second = simd.shuffle_bytes(second, self.to_native);
        simd.narrow_16([first, second])
    }

    #[inline(always)]
    fn encode_below_800(self, simd: S, [first, second, ..]: Vectors<S>, dst: &mut Output) -> usize {
        let first = TaggedUnits::below_800(simd, simd.shuffle_bytes(first, self.to_native));
        let second = TaggedUnits::below_800(simd, simd.shuffle_bytes(second, self.to_native));
        encode_utf8::encode::<S, false>(simd, [first, second], true, dst)
    }

    #[inline(always)]
    fn has_surrogates(self, simd: S, part: &[u8]) -> bool {
        SurrogateTest::new(simd, Some(self.to_native)).any_in(simd, part)
    }

    #[inline(always)]
    fn encode_any(
        self,
        simd: S,
        [first, second, ..]: Vectors<S>,
        likely_3: bool,
        dst: &mut Output,
    ) -> usize {
        let first = simd.shuffle_bytes(first, self.to_native);
        let second = simd.shuffle_bytes(second, self.to_native);
        if likely_3 && encode_utf8::are_from_800(simd, [first, second]) {
            return simd.encode_3_x2::<false>([first, second], dst, 0);
        }
        simd.encode_basic_x2::<false>([first, second], dst, 0)
    }

    #[inline(always)]
    fn character(self, src: &[u8]) -> Option<u32> {
        let unit = self.endian.unit_16(*src.first_chunk()?);
        (unit & SURROGATE_BITS != SURROGATE).then_some(unit.into())
    }
}

impl<S: EncodeUtf8> BlockConversion<S> for ToUtf8<S> {
    const VECTORS: usize = 2;
    const MAX_OUTPUT: usize = 3 * S::LANES + SLACK;
    const UNIT: usize = 2;
    const ZERO_OUTPUT: usize = 1;
    const COMMON_OUTPUT: usize = if S::ENCODES_CHUNKS {
        usize::MAX
    } else {
        S::LANES
    };
    const OTHER_BLOCKS: usize = if S::ENCODES_CHUNKS {
        1024 / S::LANES
    } else {
        usize::MAX
    };

    #[inline(always)]
    fn convert_common(self, simd: S, src: &[u8], dst: &mut Output) -> Progress {
        to_utf8_chunks::convert(simd, self, src, dst)
    }

    #[inline(always)]
    fn convert_common_block<const CLIPPED: bool>(
        self,
        simd: S,
        [first, second, ..]: Vectors<S>,
        _src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        let first = simd.shuffle_bytes(first, self.to_native);
        let second = simd.shuffle_bytes(second, self.to_native);
        if !simd.is_zero((first | second) & simd.splat_16(0xFF80)) {
            return None;
        }
        simd.store_or_clip::<CLIPPED>(simd.narrow_16([first, second]), dst, 0);
        Some(Progress {
            read: 2 * S::LANES,
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
        let mut read = 2 * S::LANES;
        let first = simd.shuffle_bytes(vectors[0], self.to_native);
        let mut second = simd.shuffle_bytes(vectors[1], self.to_native);
        let mut ends_within_pair = false;
        let mut below_800 = encode_utf8::are_below_800(simd, [first, second]);
        if below_800 {
            if let Some(step) = self.convert_common_block::<CLIPPED>(simd, vectors, src, dst) {
                return Some(step);
            }
        }
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
        } else if !simd.any_surrogate([first, second]) {
            if !S::SHARES_STORES && !CLIPPED {
                let written = simd.encode_basic_x2::<CLIPPED>([first, second], dst, 0);
                return Some(Progress { read, written });
            }
            [
                TaggedUnits::from_units(simd, first),
                TaggedUnits::from_units(simd, second),
            ]
        } else {
            if !simd.any_32(!(are_surrogate_pairs(simd, first) & are_surrogate_pairs(simd, second)))
            {
                simd.store_or_clip::<CLIPPED>(
                    simd.bytes_of_4(characters_of_surrogate_pairs(simd, first)),
                    dst,
                    0,
                );
                let second = simd.bytes_of_4(characters_of_surrogate_pairs(simd, second));
                simd.store_or_clip::<CLIPPED>(second, dst, S::LANES);
                let written = read;
                return Some(Progress { read, written });
            }
            ends_within_pair = utf16_blocks::ends_within_pair(self.endian, src, read);
            second = without_last(simd, second, ends_within_pair);
            let before_first = simd.shift_in_zeros::<2>(first);
            let before_second = simd.shift_in::<2>(first, second);
            let (first, mispaired_first) = tagged_with_surrogates(simd, first, before_first);
            let (second, mispaired_second) = tagged_with_surrogates(simd, second, before_second);
            if simd.any_16(mispaired_first | mispaired_second) {
                return None;
            }
            below_800 = !S::SEPARATE_LEAD_OF_2
                && encode_utf8::are_below_800(simd, [first.size, second.size]);
            [first, second]
        };
        if CLIPPED && src.len() <= S::LANES && !below_800 {
            // Only the first half of the block is text.
            read = S::LANES;
            let [first, _] = tagged;
            let written = first.encode::<CLIPPED>(simd, dst, 0);
            return Some(Progress { read, written });
        }
        let written = encode_utf8::encode::<S, CLIPPED>(simd, tagged, below_800, dst);
        Some(block_end(Progress { read, written }, ends_within_pair, 1))
    }
}

/// Returns the input of the stores for units that include surrogates, and a mask of mispaired
/// units: low surrogates that do not follow a high surrogate, and other units that do. `before`
/// contains the unit before each.
#[inline(always)]
pub(super) fn tagged_with_surrogates<S: EncodeUtf8>(
    simd: S,
    units: S::Bytes,
    before: S::Bytes,
) -> (TaggedUnits<S>, S::Mask16) {
    let bits = units & simd.splat_16(HALF_BITS);
    let low = simd.equal_16(bits, simd.splat_16(LOW));
    let high = simd.equal_16(bits, simd.splat_16(HIGH));
    let bits_before = before & simd.splat_16(HALF_BITS);
    let after_high = simd.equal_16(bits_before, simd.splat_16(HIGH));
    // `ddcccc` for the last byte, with `110ddd` above it.
    let of_high = simd.add_16(units, simd.splat_16(0x3040u16.wrapping_sub(HIGH)));
    let of_high = simd.shift_right_16::<2>(of_high);
    let carried = simd.shift_left_16::<10>(before) & simd.splat_16(0x0C00);
    let of_low = (units & simd.splat_16(0x03FF)) | carried;
    let bits = simd.select_16(low, of_low, units);
    let surrogate = high | low;
    // Each surrogate is encoded as two bytes, like the unit 0x80.
    let size = simd.select_16(surrogate, simd.splat_16(0x80), units);
    let continuing = if S::SEPARATE_LEAD_OF_2 {
        low
    } else {
        low | simd.at_least_16(0x800, size)
    };
    let tags = simd.select_16(continuing, simd.tags(CONTINUATION), simd.tags(LEAD_OF_2));
    let tagged = TaggedUnits {
        bits: simd.select_16(high, of_high, bits),
        tags,
        size,
    };
    (tagged, low ^ after_high)
}

/// Converts well-formed units, up to a block that is malformed or whose output does not fit.
/// Without cheap masked access, converts no text of less than 16 bytes.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    endian: Endian,
) -> Progress {
    let to_native = simd.to_native_16(endian);
    block_loop::convert(simd, ToUtf8 { endian, to_native }, src, dst)
}
