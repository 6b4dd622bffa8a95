//! The instruction set of AArch64: NEON. It is part of the baseline, so there is nothing to detect.

pub(crate) mod neon;

/// Returns whether a feature is enabled at compile time, which NEON always is here.
macro_rules! detect {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
pub(crate) use detect;
