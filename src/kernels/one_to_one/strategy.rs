//! The strategies from which the kernels choose. They differ in the length of the text, in its byte
//! orders, and in whether they may convert only a part of it.

use super::Map;
use super::bulk::convert;
use super::short::{convert_below_block, convert_short};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::UnitOps;

/// Applies a map to a text.
pub(crate) trait Strategy {
    /// Whether the text can have any byte order. If not, it has the native one, and there are no
    /// shuffles.
    const ANY_ENDIAN: bool = true;
    /// The progress. It is an `Option` if the conversion is all or nothing.
    type Outcome;

    /// Converts `src` to `dst`.
    fn convert<S: UnitOps, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Self::Outcome;

    /// Returns the shuffle of units of `WIDTH` bytes, 2 or 4, between the byte order `endian` and
    /// the native one, if any.
    #[inline(always)]
    fn to_native<const WIDTH: usize, S: UnitOps>(simd: S, endian: Endian) -> Option<S::Bytes> {
        match WIDTH {
            _ if !Self::ANY_ENDIAN => None,
            2 => Some(simd.to_native_16(endian)),
            _ => Some(simd.to_native_32(endian)),
        }
    }
}

/// Text of any length, up to a block that cannot be converted. It can have any byte order, or only
/// the native one.
pub(crate) struct Bulk<const ANY_ENDIAN: bool = true>;

impl<const ANY_ENDIAN: bool> Strategy for Bulk<ANY_ENDIAN> {
    const ANY_ENDIAN: bool = ANY_ENDIAN;
    type Outcome = Progress;

    #[inline(always)]
    fn convert<S: UnitOps, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// Short text in the native byte order, all or nothing.
pub(crate) struct WholeNative;

impl Strategy for WholeNative {
    const ANY_ENDIAN: bool = false;
    type Outcome = Option<Progress>;

    #[inline(always)]
    fn convert<S: UnitOps, M: Map<S>>(
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
    fn convert<S: UnitOps, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_below_block(simd, map, src, dst)
    }
}
