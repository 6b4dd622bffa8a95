//! Decodes sequences of bytes of the legacy multi-byte encodings to code points.
//!
//! Nearly all characters of these encodings are two bytes, a lead byte and a trail byte. A table
//! maps each byte to a number. The sum of the two numbers is a pointer into the encoding's index.
//! ("Pointer" and "index" are terms of the WHATWG Encoding Standard.)
//!
//! ```text
//! 88 9F    ROWS[88] = 1316    COLUMNS[9F] = 94    UNITS[1410] = 4E9C    亜 (Shift_JIS)
//! ```

#[cfg(feature = "multibyte")]
use super::four_bytes::FourBytes;
use super::lazy;
#[cfg(feature = "multibyte")]
use super::lazy::Table;
use core::sync::atomic::AtomicU16;

/// The tables for decoding an encoding.
pub(crate) struct Decoder {
    /// The number that a lead byte adds to the pointer, or [`NONE`] if the byte is not a lead byte.
    pub(crate) rows: [u16; 256],
    /// The number that a trail byte adds to the pointer, or [`NONE`] if the byte is not a trail
    /// byte.
    pub(crate) columns: [u16; 256],
    /// The units of UTF-16, indexed by pointer. The unit is 0 if the sequence has no character, or
    /// needs two units. (The table of Big5 omits the first pointers, and the table of EUC-KR has
    /// its own order.)
    pub(super) units: &'static [AtomicU16],
    /// The units of bytes from 80 on that are single-byte characters, or 0.
    pub(crate) singles: [u16; 128],
    /// The lead bytes of [`rows`](Self::rows): `byte` is a lead byte if `byte ^ leads[0]` is from
    /// `leads[1]` to `leads[2]`.
    pub(crate) leads: [u8; 3],
    /// For each lead byte, indexed by its low 7 bits: the first and last byte of a run of trail
    /// bytes. All trail bytes of the run except those in the [gap](Self::gap) make characters from
    /// U+0800 to U+FFFF, which have three bytes in UTF-8. If there is no run, the first is greater
    /// than the last.
    pub(crate) plain: [[u8; 128]; 2],
    /// The gap inside the [plain](Self::plain) runs: its first and last byte, which are not trail
    /// bytes.
    pub(crate) gap: [u8; 2],
    /// The decoder of sequences that are not in [`units`](Self::units).
    #[cfg(feature = "multibyte")]
    pub(super) others: Others,
}

/// The sequences that [`rules`](super::rules) decode, with their tables.
#[cfg(feature = "multibyte")]
pub(super) enum Others {
    None,
    /// Lead bytes 8E and 8F: half-width katakana, and the units of JIS X 0212, indexed by pointer
    /// minus [`JIS0212_START`].
    EucJp(&'static [AtomicU16]),
    /// Sequences of four bytes.
    Gb18030(&'static FourBytes),
    /// Characters of plane 2.
    Big5(&'static Plane2),
}

/// The pointers of the characters of plane 2, in ascending order, and the low 16 bits of each code
/// point.
#[cfg(feature = "multibyte")]
pub(super) type Plane2 = [Table<1713>; 2];

/// The first pointer of JIS X 0212 in the table.
pub(super) const JIS0212_START: usize = 108;
/// The first pointer of Big5 in the table.
pub(super) const BIG5_START: usize = 942;

/// Marks a byte that is not a lead byte or not a trail byte. It is greater than any pointer.
pub(crate) const NONE: u16 = 0xFFFF;

impl Decoder {
    /// Returns the unit of UTF-16 of two bytes, or 0 if they have no character or need two units.
    #[inline(always)]
    pub(crate) fn unit(&self, lead: u8, trail: u8) -> u16 {
        lazy::get(self.units, self.pointer(lead, trail))
    }

    /// Returns the index of the unit of two bytes. It is past the end of the table if the bytes are
    /// not a sequence.
    #[inline(always)]
    pub(super) fn pointer(&self, lead: u8, trail: u8) -> usize {
        let row = usize::from(self.rows[usize::from(lead)]);
        row + usize::from(self.columns[usize::from(trail)])
    }
}
