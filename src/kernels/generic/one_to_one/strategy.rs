//! Which text a map is applied to: how long it may be, whether as much of it as converts or all or
//! nothing, and in which byte orders. The kernels choose.

use super::Map;
use super::bulk::convert;
use super::short::{convert_below_block, convert_short};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::kernels::simd::Units;

/// How a text is converted.
pub(crate) trait Strategy {
    /// Whether text may be in any byte order, or else in the native one, that of vectors, only:
    /// then there are no shuffles.
    const ANY_ENDIAN: bool = true;
    /// How far the conversion gets; an option if it is all or nothing.
    type Outcome;

    /// Converts `src` to `dst`.
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output)
    -> Self::Outcome;

    /// The shuffle of units of 16 bits between the byte order `endian` and the native one, if any.
    #[inline(always)]
    fn to_native_16<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ANY_ENDIAN {
            Some(simd.to_native_16(endian))
        } else {
            None
        }
    }

    /// The shuffle of units of 32 bits between the byte order `endian` and the native one, if any.
    #[inline(always)]
    fn to_native_32<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ANY_ENDIAN {
            Some(simd.to_native_32(endian))
        } else {
            None
        }
    }
}

/// Text of any length and byte order, as far as it converts.
pub(crate) struct Bulk;

impl Strategy for Bulk {
    type Outcome = Progress;

    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// Text of any length in the native byte order, as far as it converts.
pub(crate) struct BulkNative;

impl Strategy for BulkNative {
    const ANY_ENDIAN: bool = false;
    type Outcome = Progress;

    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// Short text in the native byte order, all or nothing.
pub(crate) struct WholeNative;

impl Strategy for WholeNative {
    const ANY_ENDIAN: bool = false;
    type Outcome = Option<Progress>;

    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_short(simd, map, src, dst)
    }
}

/// Text of less than a block in any byte order, all or nothing, with vectors of 16 bytes.
pub(crate) struct WholeBelowBlock;

impl Strategy for WholeBelowBlock {
    type Outcome = Option<Progress>;

    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_below_block(simd, map, src, dst)
    }
}
