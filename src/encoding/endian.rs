//! Byte orders, and conversions between units and their bytes.

/// The order of the bytes of a unit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

impl Endian {
    /// The byte order of this machine, and of units in vectors.
    pub(crate) const NATIVE: Endian = if cfg!(target_endian = "big") {
        Endian::Big
    } else {
        Endian::Little
    };

    /// Returns the other byte order.
    pub(crate) const fn swapped(self) -> Endian {
        match self {
            Endian::Little => Endian::Big,
            Endian::Big => Endian::Little,
        }
    }

    /// Returns whether the most significant byte comes first. (`==` is not available in constants.)
    #[inline(always)]
    pub(crate) const fn is_big(self) -> bool {
        matches!(self, Endian::Big)
    }

    /// Returns the unit of 16 bits with these bytes.
    #[inline(always)]
    pub(crate) const fn unit_16(self, bytes: [u8; 2]) -> u16 {
        match self {
            Endian::Little => u16::from_le_bytes(bytes),
            Endian::Big => u16::from_be_bytes(bytes),
        }
    }

    /// Returns the bytes of a unit of 16 bits.
    #[inline(always)]
    pub(crate) const fn bytes_16(self, unit: u16) -> [u8; 2] {
        match self {
            Endian::Little => unit.to_le_bytes(),
            Endian::Big => unit.to_be_bytes(),
        }
    }

    /// Returns the unit of 32 bits with these bytes.
    #[inline(always)]
    pub(crate) const fn unit_32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Endian::Little => u32::from_le_bytes(bytes),
            Endian::Big => u32::from_be_bytes(bytes),
        }
    }

    /// Returns the bytes of a unit of 32 bits.
    #[inline(always)]
    pub(crate) const fn bytes_32(self, unit: u32) -> [u8; 4] {
        match self {
            Endian::Little => unit.to_le_bytes(),
            Endian::Big => unit.to_be_bytes(),
        }
    }
}

/// A byte order as a type. It distinguishes UTF-16LE from UTF-16BE at compile time.
pub trait ByteOrder: Copy + 'static {
    /// The byte order as a value.
    const ENDIAN: Endian;
}

/// Least significant byte first.
#[derive(Clone, Copy, Debug)]
pub struct Little;

/// Most significant byte first.
#[derive(Clone, Copy, Debug)]
pub struct Big;

impl ByteOrder for Little {
    const ENDIAN: Endian = Endian::Little;
}

impl ByteOrder for Big {
    const ENDIAN: Endian = Endian::Big;
}

/// The byte order of this machine.
#[cfg(target_endian = "little")]
pub(crate) type Native = Little;
/// The byte order of this machine.
#[cfg(target_endian = "big")]
pub(crate) type Native = Big;
