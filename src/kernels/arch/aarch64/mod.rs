//! AArch64.
//!
//! NEON is a part of the baseline: there is nothing to detect.

pub(crate) mod block;
pub(crate) mod neon;

/// Whether a feature may be used: always.
macro_rules! detect {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
pub(crate) use detect;
