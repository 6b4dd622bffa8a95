//! How much of a text a caller wants converted, and in which byte orders.

use super::Map;
use super::bulk::convert;
use super::short::{convert_short, convert_up_to_8};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::simd::Units;

/// Strategy a text is converted, which is for the caller to choose.
pub(crate) trait Strategy {
    /// Whether byte orders may be others than that of vectors.
    const ORDERED: bool = true;
    type Outcome;
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output)
    -> Self::Outcome;
    /// What turns units of the byte order `order` into those of vectors, if that is needed.
    #[inline(always)]
    fn to_native_16<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ORDERED {
            Some(simd.to_native_16(endian))
        } else {
            None
        }
    }
    #[inline(always)]
    fn to_native_32<S: Units>(simd: S, endian: Endian) -> Option<S::Bytes> {
        if Self::ORDERED {
            Some(simd.to_native_32(endian))
        } else {
            None
        }
    }
}

/// As many units as can be.
pub(crate) struct Long;

impl Strategy for Long {
    type Outcome = Progress;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// The same in the order of vectors.
pub(crate) struct Native;

impl Strategy for Native {
    const ORDERED: bool = false;
    type Outcome = Progress;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(simd: S, map: M, src: &[u8], dst: &mut Output) -> Progress {
        convert(simd, map, src, dst)
    }
}

/// A short text in the order of vectors, all or nothing.
pub(crate) struct Short;

impl Strategy for Short {
    const ORDERED: bool = false;
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

/// A text of less than a block, all or nothing, with vectors of 16 bytes.
pub(crate) struct Ends;

impl Strategy for Ends {
    type Outcome = Option<Progress>;
    #[inline(always)]
    fn convert<S: Units, M: Map<S>>(
        simd: S,
        map: M,
        src: &[u8],
        dst: &mut Output,
    ) -> Option<Progress> {
        convert_up_to_8(simd, map, src, dst)
    }
}
