//! What the conversions to UTF-8 share: from a vector of characters to their bytes.
//!
//! A character's bytes are made in reverse, in one unit, so that the last byte, which every
//! character has, is in one place however many bytes there are. The stores then shuffle the bytes
//! into order and drop those that the character does not have.
//!
//! ```text
//! character                       byte 3     byte 2     byte 1     byte 0
//!                     0aaaaaaa                                     0aaaaaaa
//!            00000bbb bbaaaaaa                          110bbbbb   10aaaaaa
//!            ccccbbbb bbaaaaaa               1110cccc   10bbbbbb   10aaaaaa
//!   000ddddd ccccbbbb bbaaaaaa    11110ddd   10ddcccc   10bbbbbb   10aaaaaa
//! ```

use crate::output::Output;
use crate::simd::Units;

/// The tag of a continuation byte.
pub(crate) const CONTINUATION: u8 = 0x80;
/// The tag of the lead byte of a 2-byte sequence.
pub(crate) const LEAD_OF_2: u8 = 0xC0;

/// Whether all units are below 0x800, so that none takes more than two bytes.
#[inline(always)]
pub(crate) fn are_below_800<S: Units>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    simd.is_zero((first | second) & simd.splat_16(0xF800))
}

/// Whether all units are 0x800 or more, so that none takes fewer than three bytes; false also where
/// the instruction set has no faster way for such units.
#[inline(always)]
pub(crate) fn are_from_800<S: Units>(simd: S, units: [S::Bytes; 2]) -> bool {
    S::APART && !simd.any_below_16(0x800, units)
}

/// What a store encodes for each unit of 16 bits: some bits, with tags for the last two bytes. Most
/// often the bits are those of the unit; a surrogate's are those of its half of the sequence.
#[derive(Clone, Copy)]
pub(crate) struct Parts<S: Units> {
    /// The bits to be encoded.
    pub(crate) bits: S::Bytes,
    /// The tags of the last two bytes, see [`Units::tags`].
    pub(crate) tags: S::Bytes,
    /// A unit that takes as many bytes. (Masks instead would move between kinds of registers where
    /// branches meet.)
    pub(crate) size: S::Bytes,
}

impl<S: Units> Parts<S> {
    /// For units below 0x800.
    #[inline(always)]
    pub(crate) fn below_800(simd: S, units: S::Bytes) -> Self {
        Parts {
            bits: units,
            tags: simd.tags(LEAD_OF_2),
            size: units,
        }
    }

    /// For units of which none is a surrogate.
    #[inline(always)]
    pub(crate) fn of(simd: S, units: S::Bytes) -> Self {
        let mut tags = simd.tags(LEAD_OF_2);
        if !S::APART {
            let three = simd.at_least_16(0x800, units);
            tags = simd.select_16(three, simd.tags(CONTINUATION), tags);
        }
        Parts {
            bits: units,
            tags,
            size: units,
        }
    }

    /// Writes the sequences to `dst` from `at` on. Returns how many bytes count.
    #[inline(always)]
    pub(crate) fn encode<const CLIPPED: bool>(self, simd: S, dst: &mut Output, at: usize) -> usize {
        let two = simd.at_least_16(0x80, self.size);
        let three = simd.at_least_16(0x800, self.size);
        simd.encode_1_3::<CLIPPED>(self.bits, self.tags, two, three, dst, at)
    }
}

/// Writes the sequences of two vectors of units, of which none takes more than two bytes if they
/// are all `below_800`. Returns how many bytes count.
#[inline(always)]
pub(crate) fn encode<S: Units, const CLIPPED: bool>(
    simd: S,
    [first, second]: [Parts<S>; 2],
    below_800: bool,
    dst: &mut Output,
) -> usize {
    let (bits, tags) = ([first.bits, second.bits], [first.tags, second.tags]);
    if below_800 {
        let two = [
            simd.at_least_15(0x80, first.size),
            simd.at_least_15(0x80, second.size),
        ];
        return simd.encode_1_2_x2::<CLIPPED>(bits, tags, two, dst, 0);
    }
    let two = [
        simd.at_least_16(0x80, first.size),
        simd.at_least_16(0x80, second.size),
    ];
    let three = [
        simd.at_least_16(0x800, first.size),
        simd.at_least_16(0x800, second.size),
    ];
    simd.encode_1_3_x2::<CLIPPED>(bits, tags, two, three, dst, 0)
}

/// Units of 16 bits with bits 0 to 5 in the low byte, bits 6 to 11 in the high one, and `tags`.
#[allow(dead_code, reason = "an architecture may have a shorter way")]
#[inline(always)]
pub(crate) fn sextets_16<S: Units>(simd: S, units: S::Bytes, tags: S::Bytes) -> S::Bytes {
    let low = units & simd.splat_16(0x003F);
    let high = simd.shift_left_16::<2>(units) & simd.splat_16(0x3F00);
    (low | high) | tags
}

/// Characters with bits 0 to 5 in the lowest byte, bits 6 to 11 in the next one, and so on.
#[inline(always)]
pub(crate) fn sextets_32<S: Units>(simd: S, characters: S::Bytes) -> S::Bytes {
    let a = characters & simd.splat_32(0x0000_003F);
    let b = simd.shift_left_32::<2>(characters) & simd.splat_32(0x0000_3F00);
    let c = simd.shift_left_32::<4>(characters) & simd.splat_32(0x003F_0000);
    let d = simd.shift_left_32::<6>(characters) & simd.splat_32(0x0700_0000);
    (a | b) | (c | d)
}

/// The sequences of a vector of characters, each in its unit of 32 bits.
pub(crate) struct Sequences<S: Units> {
    /// The bytes, the last one lowest.
    pub(crate) bytes: S::Bytes,
    /// Where there are two bytes or more.
    pub(crate) two: S::Mask32,
    /// Where there are three bytes or more.
    pub(crate) three: S::Mask32,
    /// Where there are four bytes.
    pub(crate) four: S::Mask32,
}

impl<S: Units> Sequences<S> {
    /// The sequences of `characters`.
    #[inline(always)]
    pub(crate) fn of(simd: S, characters: S::Bytes) -> Self {
        let two = simd.at_least_32(0x80, characters);
        let three = simd.at_least_32(0x800, characters);
        let four = simd.at_least_32(0x1_0000, characters);
        let tags = simd.select_32(three, simd.splat_32(0x00E0_8080), simd.splat_32(0xC080));
        let tags = simd.select_32(four, simd.splat_32(TAGS_OF_4), tags);
        let bytes = sextets_32(simd, characters) | tags;
        Sequences {
            bytes: simd.select_32(two, bytes, characters),
            two,
            three,
            four,
        }
    }
}

/// The tags of a 4-byte sequence, the last byte lowest.
pub(crate) const TAGS_OF_4: u32 = 0xF080_8080;
