//! Shared steps of the conversions to UTF-8: from a vector of characters to their bytes.
//!
//! The bytes of a character are computed in reverse in one unit. So the last byte, which every
//! character has, is at the same position for all lengths. The stores then shuffle the bytes into
//! order and drop the bytes that the character does not have.
//!
//! ```text
//! character                       byte 3     byte 2     byte 1     byte 0
//!                     0aaaaaaa                                     0aaaaaaa
//!            00000bbb bbaaaaaa                          110bbbbb   10aaaaaa
//!            ccccbbbb bbaaaaaa               1110cccc   10bbbbbb   10aaaaaa
//!   000ddddd ccccbbbb bbaaaaaa    11110ddd   10ddcccc   10bbbbbb   10aaaaaa
//! ```
#![forbid(unsafe_code)]

#[allow(dead_code, reason = "an architecture may have a shorter way")]
pub(crate) mod by_tables;

use super::surrogates::are_surrogates;
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::UnitOps;

/// Stores that encode UTF-8, and constants that depend on how an instruction set encodes it.
///
/// The stores return the number of bytes that count and may overwrite several bytes after them.
/// They write nothing after the end of `dst`. Unless `CLIPPED`, they panic if `dst` is too short
/// for everything that may be written.
pub(crate) trait EncodeUtf8: UnitOps {
    /// Whether branches that end in the same stores share them, to save code. If masks are vectors,
    /// sharing needs more instructions, because the compiler narrows a mask that is passed from one
    /// block of code to another.
    const SHARES_STORES: bool = true;

    /// Whether [`encode_1_3`](EncodeUtf8::encode_1_3) keeps the lead byte of two-byte sequences in
    /// a separate position, like [`KEEP_1_3`](crate::simd::tables). Then `tags` can be arbitrary
    /// for units with three bytes, and a test for [`encode_3_x2`](EncodeUtf8::encode_3_x2) pays
    /// off.
    const SEPARATE_LEAD_OF_2: bool = false;

    /// Whether conversion to UTF-8 in chunks of one kind pays off, to reduce the number of branches
    /// to predict.
    const ENCODES_CHUNKS: bool = true;

    /// Whether sparse chunks (ASCII except for a few characters) are stored as ASCII around these
    /// characters. If so, the look-ahead over a chunk only computes a mask of the non-ASCII units,
    /// because with short vectors this takes less time than determining the kind of a chunk.
    const ENCODES_SPARSE: bool = false;

    /// Returns the tags of the last two bytes of a character, in the form in which the stores below
    /// accept `tags`. The upper two bits of `first` are the tag of the first of these bytes. The
    /// second one has the tag of a continuation byte.
    fn tags(self, first: u8) -> Self::Bytes;

    /// Writes units of 16 bits as one or two bytes. Where `two` is not set, it writes only the low
    /// byte of the unit. Where `two` is set, it writes bits 6 to 11 and then bits 0 to 5, each in a
    /// byte with its tag from `tags`. May overwrite up to `SLACK` bytes after two vectors.
    fn encode_1_2_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        tags: [Self::Bytes; 2],
        two: [Self::Mask16; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// Encodes like [`encode_1_2_x2`](EncodeUtf8::encode_1_2_x2), for one vector.
    #[inline(always)]
    fn encode_1_2<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        tags: Self::Bytes,
        two: Self::Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let none = self.equal_16(self.splat(0), self.splat(1));
        let (units, tags) = ([units, self.splat(0)], [tags, tags]);
        self.encode_1_2_x2::<CLIPPED>(units, tags, [two, none], dst, at) - Self::LANES / 2
    }

    /// Writes characters below 0x100, given as bytes. May overwrite up to `SLACK` bytes after two
    /// vectors.
    #[inline(always)]
    fn encode_latin1<const CLIPPED: bool>(
        self,
        bytes: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let [first, second] = self.widen_8(bytes);
        let parts = [
            TaggedUnits::below_800(self, first),
            TaggedUnits::below_800(self, second),
        ];
        encode::<Self, CLIPPED>(self, parts, true, &mut dst[at..])
    }

    /// Encodes like [`encode_1_2`](EncodeUtf8::encode_1_2), with units of three bytes. Where
    /// `three` is set, a lead byte with bits 12 to 15 precedes the other two bytes. There, `two`
    /// must be set, and `tags` must be [`CONTINUATION`]. May overwrite up to `SLACK` bytes after
    /// one and a half vectors.
    fn encode_1_3<const CLIPPED: bool>(
        self,
        units: Self::Bytes,
        tags: Self::Bytes,
        two: Self::Mask16,
        three: Self::Mask16,
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// Encodes like [`encode_1_3`](EncodeUtf8::encode_1_3), for two vectors, one after the other.
    #[inline(always)]
    fn encode_1_3_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        tags: [Self::Bytes; 2],
        two: [Self::Mask16; 2],
        three: [Self::Mask16; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let written = self.encode_1_3::<CLIPPED>(units[0], tags[0], two[0], three[0], dst, at);
        let at = at + written;
        written + self.encode_1_3::<CLIPPED>(units[1], tags[1], two[1], three[1], dst, at)
    }

    /// Returns whether any unit of two vectors is a surrogate.
    #[inline(always)]
    fn any_surrogate(self, [first, second]: [Self::Bytes; 2]) -> bool {
        self.any_16(are_surrogates(self, first) | are_surrogates(self, second))
    }

    /// Writes two vectors of units of 16 bits without surrogates.
    #[inline(always)]
    fn encode_basic_x2<const CLIPPED: bool>(
        self,
        [first, second]: [Self::Bytes; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let parts = [
            TaggedUnits::from_units(self, first),
            TaggedUnits::from_units(self, second),
        ];
        encode::<Self, CLIPPED>(self, parts, false, &mut dst[at..])
    }

    /// Writes two vectors of units of 16 bits that all have three bytes.
    #[inline(always)]
    fn encode_3_x2<const CLIPPED: bool>(
        self,
        units: [Self::Bytes; 2],
        dst: &mut Output,
        at: usize,
    ) -> usize {
        let all = [self.at_least_16(0, units[0]); 2];
        let tags = [self.tags(CONTINUATION); 2];
        self.encode_1_3_x2::<CLIPPED>(units, tags, all, all, dst, at)
    }

    /// Writes characters (units of 32 bits). May overwrite up to `SLACK` bytes after a vector.
    fn encode_1_4<const CLIPPED: bool>(
        self,
        characters: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) -> usize;

    /// Returns the bytes of characters (units of 32 bits) that all have four bytes.
    #[inline(always)]
    fn bytes_of_4(self, characters: Self::Bytes) -> Self::Bytes {
        let bytes = sextets_32(self, characters) | self.splat_32(TAGS_OF_4);
        self.shuffle_bytes(bytes, self.to_native_32(Endian::Big))
    }
}

/// The tag of a continuation byte.
pub(crate) const CONTINUATION: u8 = 0x80;
/// The tag of the lead byte of a 2-byte sequence.
pub(crate) const LEAD_OF_2: u8 = 0xC0;

/// Returns whether all units are below 0x800, so that each needs at most two bytes.
#[inline(always)]
pub(crate) fn are_below_800<S: UnitOps>(simd: S, [first, second]: [S::Bytes; 2]) -> bool {
    simd.is_zero((first | second) & simd.splat_16(0xF800))
}

/// Returns whether all units are 0x800 or more, so that each needs three bytes. Always returns
/// false if the instruction set has no faster code for such units.
#[inline(always)]
pub(crate) fn are_from_800<S: EncodeUtf8>(simd: S, units: [S::Bytes; 2]) -> bool {
    S::SEPARATE_LEAD_OF_2 && !simd.any_below_16(0x800, units)
}

/// The input of a store for each unit of 16 bits: the bits to encode, and the tags of the last two
/// bytes. The bits are usually those of the unit. For a surrogate, they are those of its half of
/// the four-byte sequence.
#[derive(Clone, Copy)]
pub(crate) struct TaggedUnits<S: EncodeUtf8> {
    /// The bits to encode.
    pub(crate) bits: S::Bytes,
    /// The tags of the last two bytes, see [`EncodeUtf8::tags`].
    pub(crate) tags: S::Bytes,
    /// A unit that needs the same number of bytes. (We do not keep masks here because they would
    /// move between kinds of registers where branches merge.)
    pub(crate) size: S::Bytes,
}

impl<S: EncodeUtf8> TaggedUnits<S> {
    /// Creates the input for units below 0x800.
    #[inline(always)]
    pub(crate) fn below_800(simd: S, units: S::Bytes) -> Self {
        TaggedUnits {
            bits: units,
            tags: simd.tags(LEAD_OF_2),
            size: units,
        }
    }

    /// Creates the input for units without surrogates.
    #[inline(always)]
    pub(crate) fn from_units(simd: S, units: S::Bytes) -> Self {
        let mut tags = simd.tags(LEAD_OF_2);
        if !S::SEPARATE_LEAD_OF_2 {
            let three = simd.at_least_16(0x800, units);
            tags = simd.select_16(three, simd.tags(CONTINUATION), tags);
        }
        TaggedUnits {
            bits: units,
            tags,
            size: units,
        }
    }

    /// Writes the sequences to `dst` from `at` on. Returns the number of bytes that count.
    #[inline(always)]
    pub(crate) fn encode<const CLIPPED: bool>(self, simd: S, dst: &mut Output, at: usize) -> usize {
        let two = simd.at_least_16(0x80, self.size);
        let three = simd.at_least_16(0x800, self.size);
        simd.encode_1_3::<CLIPPED>(self.bits, self.tags, two, three, dst, at)
    }
}

/// Writes the sequences of two vectors of units. `below_800` means that each needs at most two
/// bytes. Returns the number of bytes that count.
#[inline(always)]
pub(crate) fn encode<S: EncodeUtf8, const CLIPPED: bool>(
    simd: S,
    [first, second]: [TaggedUnits<S>; 2],
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

/// Returns units of 16 bits with bits 0 to 5 in the low byte, bits 6 to 11 in the high byte, and
/// `tags`.
#[allow(dead_code, reason = "an architecture may have a shorter way")]
#[inline(always)]
pub(crate) fn sextets_16<S: UnitOps>(simd: S, units: S::Bytes, tags: S::Bytes) -> S::Bytes {
    let low = units & simd.splat_16(0x003F);
    let high = simd.shift_left_16::<2>(units) & simd.splat_16(0x3F00);
    (low | high) | tags
}

/// Returns characters with bits 0 to 5 in the lowest byte, bits 6 to 11 in the next byte, and so
/// on.
#[inline(always)]
pub(crate) fn sextets_32<S: UnitOps>(simd: S, characters: S::Bytes) -> S::Bytes {
    let a = characters & simd.splat_32(0x0000_003F);
    let b = simd.shift_left_32::<2>(characters) & simd.splat_32(0x0000_3F00);
    let c = simd.shift_left_32::<4>(characters) & simd.splat_32(0x003F_0000);
    let d = simd.shift_left_32::<6>(characters) & simd.splat_32(0x0700_0000);
    (a | b) | (c | d)
}

/// The sequences of a vector of characters, each in a unit of 32 bits.
pub(crate) struct Sequences<S: UnitOps> {
    /// The bytes, the last one lowest.
    pub(crate) bytes: S::Bytes,
    /// The sequences of two or more bytes.
    pub(crate) two: S::Mask32,
    /// The sequences of three or more bytes.
    pub(crate) three: S::Mask32,
    /// The sequences of four bytes.
    pub(crate) four: S::Mask32,
}

impl<S: UnitOps> Sequences<S> {
    /// Returns the sequences of `characters`.
    #[inline(always)]
    pub(crate) fn from_characters(simd: S, characters: S::Bytes) -> Self {
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
