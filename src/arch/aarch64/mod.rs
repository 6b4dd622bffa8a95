//! AArch64.
//!
//! NEON is a part of the baseline: there is nothing to detect.

pub(crate) mod block;
pub(crate) mod neon;

/// Whether code may use a feature.
macro_rules! detect {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
pub(crate) use detect;
