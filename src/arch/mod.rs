//! The instruction sets. This is the only place that names an architecture or a CPU feature.

// Iterators and closures between vectors are functions of their own, without the features: they are not inlined.
#![allow(clippy::needless_range_loop, clippy::manual_map)]

mod plain;

use crate::kernels::Table;

/// The entry points of a vector instruction set and its [`Table`]: vectors for the bulk, plain code to the end.
/// `$token` is made from `()` where `$feature`s are enabled; detection asks for the same ones.
macro_rules! entry_points {
    ($name:literal, $token:ident, [$($feature:tt),+]) => {
        use $crate::kernels::{Progress, Table};
        use $crate::scheme::{Output, Scheme, Utf8};

        pub(crate) static TABLE: Table = $crate::kernels::table!($name);

        /// Whether this CPU can run the kernels.
        pub(crate) fn detected() -> bool {
            true $(&& $crate::arch::detect!($feature))+
        }

        $(#[target_feature(enable = $feature)])+
        fn validate<S: Scheme>(src: &[u8]) -> usize {
            let valid = S::validate($token(()), src);
            if valid == src.len() { valid } else { $crate::scalar::validate::<S>(src, valid) }
        }

        $(#[target_feature(enable = $feature)])+
        fn convert<S: Scheme, D: Scheme>(src: &[u8], dst: &mut Output) -> Progress {
            let at = S::convert::<_, D>($token(()), src, dst);
            if at.read == src.len() { at } else { $crate::scalar::convert::<S, D>(src, dst, at) }
        }

        $(#[target_feature(enable = $feature)])+
        fn convert_unchecked<D: Scheme>(src: &[u8], dst: &mut Output) -> Progress {
            let at = D::from_utf8::<_, false>($token(()), src, dst);
            if at.read == src.len() { at } else { $crate::scalar::convert::<Utf8, D>(src, dst, at) }
        }

        $(#[target_feature(enable = $feature)])+
        fn count<S: Scheme, D: Scheme>(src: &[u8]) -> usize {
            $crate::scalar::count::<S, D>(src, S::count::<_, D>($token(()), src))
        }
    };
}

/// An instruction set, and whether this CPU has it.
pub(crate) type Candidate = (&'static Table, fn() -> bool);

use entry_points;

cfg_if::cfg_if! {
    if #[cfg(any(target_arch = "x86", target_arch = "x86_64"))] {
        mod x86;
        use x86::{avx2, avx512, detect, sse41};

        /// Every instruction set of this architecture, best first, and whether this CPU has it.
        pub(crate) static ALL: &[Candidate] = &[
            (&avx512::TABLE, avx512::detected),
            (&avx2::TABLE, avx2::detected),
            (&sse41::TABLE, sse41::detected),
            (SCALAR, plain::detected),
        ];
    } else {
        /// Every instruction set of this architecture, best first, and whether this CPU has it.
        pub(crate) static ALL: &[Candidate] = &[(SCALAR, plain::detected)];
    }
}

/// The instruction set that every CPU has.
pub(crate) static SCALAR: &Table = &plain::TABLE;
