//! From sequences of bytes to code points.
//!
//! Nearly all characters of these encodings are two bytes, of which the lead and the trail add up
//! to a pointer into the encoding's index, as the WHATWG Encoding Standard calls both:
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

/// How an encoding is read.
pub(crate) struct Decoder {
    /// What a lead byte adds to the pointer; [`NONE`] for a byte that is none.
    pub(crate) rows: [u16; 256],
    /// What a trail byte adds to the pointer; [`NONE`] for a byte that is none.
    pub(crate) columns: [u16; 256],
    /// The units of UTF-16 by pointer: 0 where there is none, and where there are two. (Of Big5 the
    /// first pointers are left out, and EUC-KR has an order of its own.)
    pub(super) units: &'static [AtomicU16],
    /// The units of the bytes from 80 on that are characters by themselves; 0 for the others.
    pub(crate) singles: [u16; 128],
    /// The bytes that [`rows`](Self::rows) has: those that are from `leads[1]` to `leads[2]` when
    /// the bits of `leads[0]` are turned.
    pub(crate) leads: [u8; 3],
    /// By the lower bits of a lead, the first and the last trail of a run that all, but for those
    /// in the [gap](Self::gap), make characters of three bytes of UTF-8: U+0800 to U+FFFF. The
    /// first is greater than the last if there is none.
    pub(crate) plain: [[u8; 128]; 2],
    /// The first and the last byte among the trails that is none.
    pub(crate) gap: [u8; 2],
    /// The sequences that are not in [`units`](Self::units).
    #[cfg(feature = "multibyte")]
    pub(super) others: Others,
}

/// Sequences that [`rules`](super::rules) read, with their tables.
#[cfg(feature = "multibyte")]
pub(super) enum Others {
    None,
    /// Leads 8E and 8F: half-width katakana, and the units of JIS X 0212 by pointer, without the
    /// first [`JIS0212_START`].
    EucJp(&'static [AtomicU16]),
    /// Four bytes.
    Gb18030(&'static FourBytes),
    /// Characters of plane 2.
    Big5(&'static Plane2),
}

/// The pointers of characters of plane 2, which ascend, and the lower 16 bits of each.
#[cfg(feature = "multibyte")]
pub(super) type Plane2 = [Table<1713>; 2];

/// The first pointer of JIS X 0212 that is in the table.
pub(super) const JIS0212_START: usize = 108;
/// That of Big5.
pub(super) const BIG5_START: usize = 942;

/// In the place of a part of a pointer, where there is none: more than any pointer.
pub(crate) const NONE: u16 = 0xFFFF;

impl Decoder {
    /// The unit of UTF-16 of two bytes; 0 if there is none, or two.
    #[inline(always)]
    pub(crate) fn unit(&self, lead: u8, trail: u8) -> u16 {
        lazy::get(self.units, self.pointer(lead, trail))
    }

    /// Where the unit of two bytes is; behind all if there is none.
    #[inline(always)]
    pub(super) fn pointer(&self, lead: u8, trail: u8) -> usize {
        let row = usize::from(self.rows[usize::from(lead)]);
        row + usize::from(self.columns[usize::from(trail)])
    }
}
