//! What several tests, benchmarks and fuzz targets need.
//!
//! - `corpora`: the texts of the benchmarks and of some tests.
//! - `detection`: the texts whose encoding must be detected.
//! - `hostile`: the files of `tests/hostile`, which are easily misjudged.
//! - `oracle` (feature `oracle`): expected results of utflane's functions.
//! - `random`: pseudo-random numbers.
//! - `standard` (features `oracle` and `encoding_rs`): expected results of legacy multi-byte encodings.

pub use bytemuck;

pub mod corpora;
pub mod detection;
pub mod hostile;
#[cfg(feature = "oracle")]
pub mod oracle;
pub mod random;
#[cfg(all(feature = "oracle", feature = "encoding_rs"))]
pub mod standard;

use std::path::{Path, PathBuf};

/// Defines two tests that call the same function: a short one for a sample, and a long one for all
/// cases, which runs only if asked for.
#[macro_export]
macro_rules! sample_and_all {
    ($check:ident: $short:ident($($few:expr),*), $long:ident($($all:expr),*) = $reason:literal) => {
        #[test]
        fn $short() {
            $check($($few),*);
        }

        #[test]
        #[ignore = $reason]
        fn $long() {
            $check($($all),*);
        }
    };
}

/// Returns the root folder of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder `shared` beside the checkout, which contains more test data. It may be missing.
fn shared() -> PathBuf {
    root().join("../shared")
}
