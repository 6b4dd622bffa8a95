//! The instruction sets. This is the only place that names an architecture or a CPU feature.

// Iterators and closures between vectors are functions of their own, without the features: they are not inlined.
#![allow(clippy::needless_range_loop, clippy::manual_map)]

#[allow(
    unused_macros,
    unused_imports,
    reason = "an architecture may have no vectors"
)]
mod intrinsics;
#[allow(dead_code, reason = "an architecture may have no vectors")]
mod partial;
mod plain;

use crate::kernels::Table;

/// The entry points of a vector instruction set and its [`Table`].
/// `$token` is made from `()` where `$feature`s are enabled; detection asks for the same ones.
macro_rules! entry_points {
    ($name:literal, $token:ident, [$($feature:tt),+]) => {
        use $crate::generic::{short_ascii, short_units};
        use $crate::kernels::{Form, Progress, Table};
        use $crate::scheme::{Ascii, Latin1, Output, Scheme, Utf8};

        /// The byte order is said where it matters.
        const TOKEN: $token = $token($crate::scheme::LITTLE);

        pub(crate) const NAME: &str = $name;
        pub(crate) static TABLE: Table = $crate::kernels::table!(NAME);

        /// Whether this CPU can run the kernels.
        pub(crate) fn detected() -> bool {
            true $(&& $crate::arch::detect!($feature))+
        }

        $(#[target_feature(enable = $feature)])+
        fn validate<S: Scheme>(src: &[u8], form: Form) -> usize {
            S::validate(TOKEN, src, form)
        }

        $(#[target_feature(enable = $feature)])+
        fn convert<S: Scheme, D: Scheme>(
            src: &[u8],
            dst: &mut Output,
            from: Form,
            to: Form,
        ) -> Progress {
            // ASCII is the same bytes in UTF-8.
            let of_ascii = S::INDEX == Ascii::INDEX && D::INDEX == Utf8::INDEX;
            if of_ascii || S::INDEX == Utf8::INDEX && D::INDEX == Ascii::INDEX {
                if SPLIT && let Some(all) = short_ascii::convert(TOKEN, src, dst, 1) {
                    return all;
                }
                return convert_part::<Latin1, Latin1, true>(src, dst, Ascii::FORM, Ascii::FORM);
            }
            if !SPLIT && D::INDEX != D::Family::INDEX {
                return convert::<S, D::Family>(src, dst, from, to);
            }
            let whole = if S::INDEX == Utf8::INDEX { !SPLIT } else { !short_units::has::<$token, S, D>() };
            if whole {
                return S::convert::<_, D>(TOKEN, src, dst, from, to);
            }
            if S::INDEX != Utf8::INDEX {
                if let Some(all) = short_units::convert_plain::<_, S, D>(TOKEN, src, dst, from, to) {
                    return all;
                }
                return if SPLIT && short_units::has_other::<S, D>() {
                    convert_part::<S, D, false>(src, dst, from, to)
                } else {
                    convert_part::<S, D, true>(src, dst, from, to)
                };
            }
            // Where texts are short, a byte order is better constant.
            let ordered = $token(D::FORM.order());
            if let Some(all) = short_ascii::convert(ordered, src, dst, D::WIDTH) {
                return all;
            }
            if src.len() > SHORT {
                convert_part::<S, D::Family, true>(src, dst, from, to)
            } else {
                convert_part::<S, D, false>(src, dst, from, to)
            }
        }

        /// Whether UTF-8 takes one of three ways, where the end of a vector is no trouble: short ASCII as what it is, and what
        /// else is one vector needs little of what a long text does.
        const SPLIT: bool = <$token as $crate::simd::Simd>::CLIPS;
        const SHORT: usize = <$token as $crate::simd::Simd>::LANES;

        $(#[target_feature(enable = $feature)])+
        #[inline(never)]
        fn convert_part<S: Scheme, D: Scheme, const LONG: bool>(
            src: &[u8],
            dst: &mut Output,
            from: Form,
            to: Form,
        ) -> Progress {
            if !LONG && short_units::has_other::<S, D>() {
                if let Some(all) = short_units::convert_other::<_, S, D>(TOKEN, src, dst, from, to) {
                    return all;
                }
                return convert_part::<S, D, true>(src, dst, from, to);
            }
            // Tells the compiler what to leave out here.
            if S::INDEX == Utf8::INDEX && LONG != (src.len() > SHORT) {
                return Progress::START;
            }
            let to = if !LONG && S::INDEX == Utf8::INDEX { D::FORM } else { to };
            S::convert::<_, D>(TOKEN, src, dst, from, to)
        }

        /// Runs it with a byte order that the compiler knows.
        #[allow(dead_code, reason = "an instruction set may have no use for it")]
        $(#[target_feature(enable = $feature)])+
        #[inline(never)]
        fn apart<W: $crate::simd::Work<$token>, const ORDER: bool>(work: W) -> W::Done {
            work.run($token(ORDER))
        }

        /// Runs what is seldom needed.
        $(#[target_feature(enable = $feature)])+
        #[cold]
        #[inline(never)]
        fn aside<W: $crate::simd::Work<$token>>(simd: $token, work: W) -> W::Done {
            work.run(simd)
        }

        $(#[target_feature(enable = $feature)])+
        fn swap_16(src: &[u8], dst: &mut Output, _: Form, _: Form) -> Progress {
            $crate::kernels::Kernels::utf16_swapped(TOKEN, src, dst)
        }

        $(#[target_feature(enable = $feature)])+
        fn replace_16(src: &[u8], dst: &mut Output, from: Form, to: Form) -> Progress {
            let (from, to) = (from.order(), to.order());
            $crate::kernels::Kernels::utf16_replaced(TOKEN, from, to, src, dst)
        }

        $(#[target_feature(enable = $feature)])+
        fn count<S: Scheme, D: Scheme>(src: &[u8], form: Form) -> Progress {
            S::count::<_, D>(TOKEN, src, form)
        }

        $(#[target_feature(enable = $feature)])+
        fn measure_utf8(src: &[u8], form: Form) -> Progress {
            $crate::kernels::Kernels::measure_utf8(TOKEN, form.utf16(), src)
        }

        $(#[target_feature(enable = $feature)])+
        fn count_lossy<D: Scheme>(src: &[u8], form: Form) -> Progress {
            $crate::scheme::count_lossy_utf16::<_, D>(TOKEN, src, form)
        }
    };
}

/// A validator of blocks of UTF-8 for the instruction set of `$token`, made from `()` where `$features` are enabled.
#[allow(unused_macros, reason = "an architecture may have no vectors")]
macro_rules! block_validator {
    ($(#[$doc:meta])* $name:ident: $token:ident, $features:tt) => {
        $(#[$doc])*
        ///
        #[doc = concat!("Features: `", $features, "`")]
        #[derive(Clone, Copy)]
        pub struct $name($crate::generic::validate_blocks::Blocks<$token>);

        impl $name {
            /// A validator at the start of a text.
            ///
            /// # Safety
            ///
            /// Safe where the features are enabled; elsewhere the CPU must have them.
            #[target_feature(enable = $features)]
            #[inline]
            pub fn new() -> Self {
                Self($crate::generic::validate_blocks::Blocks::new($token($crate::scheme::LITTLE)))
            }

            /// Takes the next block of the text. Characters may lie across blocks.
            ///
            /// # Safety
            ///
            /// Safe where the features are enabled; elsewhere the CPU must have them.
            #[target_feature(enable = $features)]
            #[inline]
            pub fn push(&mut self, block: &[u8; 64]) {
                self.0.push($token($crate::scheme::LITTLE), block);
            }

            /// Whether all is well-formed so far; a character that is not complete yet is no error. Once `false`,
            /// always `false`: it need not be asked for each block.
            ///
            /// # Safety
            ///
            /// Safe where the features are enabled; elsewhere the CPU must have them.
            #[target_feature(enable = $features)]
            #[inline]
            pub fn is_valid(&self) -> bool {
                self.0.is_valid($token($crate::scheme::LITTLE))
            }

            /// Takes what is left of the text, of any length, and returns whether all of the text is well-formed.
            /// Where it is not, [`validate`](crate::validate()) says.
            ///
            /// # Safety
            ///
            /// Safe where the features are enabled; elsewhere the CPU must have them.
            #[target_feature(enable = $features)]
            #[inline]
            #[must_use]
            pub fn finish(self, rest: &[u8]) -> bool {
                self.0.finish($token($crate::scheme::LITTLE), rest)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}

/// The name of an instruction set, its table, and whether this CPU has it.
///
/// Constants, with the names, are seen in other crates, where a static is not: there a name that is
/// known is looked up by the compiler.
pub(crate) type Candidate = (&'static str, &'static Table, fn() -> bool);

#[allow(unused_imports, reason = "an architecture may have no vectors")]
use {block_validator, entry_points};

cfg_if::cfg_if! {
    // Without SSE2, as in kernels and firmware, vector registers are not to be touched at all.
    if #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))] {
        mod x86;
        pub(crate) use x86::block;
        use x86::{avx2, avx512, detect, sse41};

        /// Every instruction set of this architecture, best first, and whether this CPU has it.
        pub(crate) const ALL: &[Candidate] = &[
            (avx512::NAME, &avx512::TABLE, avx512::detected),
            (avx2::NAME, &avx2::TABLE, avx2::detected),
            (sse41::NAME, &sse41::TABLE, sse41::detected),
            (plain::NAME, SCALAR, plain::detected),
        ];
    } else if #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))] {
        mod aarch64;
        pub(crate) use aarch64::block;
        use aarch64::{detect, neon};

        /// Every instruction set of this architecture, best first, and whether this CPU has it.
        pub(crate) const ALL: &[Candidate] = &[
            (neon::NAME, &neon::TABLE, neon::detected),
            (plain::NAME, SCALAR, plain::detected),
        ];
    } else {
        pub(crate) mod block {}

        /// Every instruction set of this architecture, best first, and whether this CPU has it.
        pub(crate) const ALL: &[Candidate] = &[(plain::NAME, SCALAR, plain::detected)];
    }
}

/// The instruction set that every CPU has.
pub(crate) const SCALAR: &Table = &plain::TABLE;
