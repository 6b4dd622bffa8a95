//! Validators of an instruction set that the caller chooses: the feature `public_imp`.
//!
//! The functions and traits are `unsafe`, as in simdutf8, because the CPU must have the instruction
//! set. This module contains no unsafe operation: the compiler checks that each method enables the
//! features of the validator that it calls.

/// Declares the modules of the instruction sets of an architecture, for `basic` and for `compat`.
macro_rules! architectures {
    ($(
        #[$configuration:meta] $architecture:ident {
            $($(#[$doc:meta])+ $set:ident = $isa:literal, $feature:literal, $block:ident;)+
        }
    )+) => {
        $(
            #[$configuration]
            mod $architecture {
                $(pub(super) mod $set {
                    use crate::imp::basic::{ChunkedUtf8Validator, Utf8Validator};
                    use crate::{basic, compat};
                    use utflane::{Isa, Utf8, block, stream};

                    /// Returns the instruction set of this module. A build for a newer CPU can lack
                    /// it, and then has a better one.
                    fn isa() -> Isa {
                        Isa::named($isa).unwrap_or(Isa::best())
                    }

                    /// Checks that `input` is well-formed UTF-8.
                    ///
                    /// # Errors
                    ///
                    /// Returns an error if `input` is malformed.
                    ///
                    /// # Safety
                    ///
                    /// The CPU must have the instruction set of the module.
                    pub unsafe fn validate_basic(input: &[u8]) -> Result<(), basic::Utf8Error> {
                        match isa().is_valid::<Utf8>(input) {
                            true => Ok(()),
                            false => Err(basic::Utf8Error),
                        }
                    }

                    /// Checks that `input` is well-formed UTF-8.
                    ///
                    /// # Errors
                    ///
                    /// Returns the position and length of the first malformed sequence.
                    ///
                    /// # Safety
                    ///
                    /// The CPU must have the instruction set of the module.
                    pub unsafe fn validate_compat(input: &[u8]) -> Result<(), compat::Utf8Error> {
                        let result = isa().validate::<Utf8>(input);
                        result.map_err(compat::Utf8Error::from_decode_error)
                    }

                    /// Validates a text in chunks of any length.
                    #[derive(Clone, Debug)]
                    pub struct Utf8ValidatorImp(stream::Validator<Utf8>);

                    impl Utf8Validator for Utf8ValidatorImp {
                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        unsafe fn new() -> Self {
                            Self(stream::Validator::with_isa(isa()))
                        }

                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        unsafe fn update(&mut self, input: &[u8]) {
                            // The validator stores the error for `finish`.
                            let _ = self.0.feed(input);
                        }

                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        unsafe fn finalize(mut self) -> Result<(), basic::Utf8Error> {
                            self.0.finish().map_err(|_| basic::Utf8Error)
                        }
                    }

                    /// Validates a text in blocks of 64 bytes. The methods are inlined into your own
                    /// vector loop.
                    #[derive(Clone, Debug)]
                    pub struct ChunkedUtf8ValidatorImp(block::$block);

                    impl ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        #[target_feature(enable = $feature)]
                        #[inline]
                        unsafe fn new() -> Self {
                            Self(block::$block::new())
                        }

                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        #[target_feature(enable = $feature)]
                        #[inline]
                        unsafe fn update_from_chunks(&mut self, mut input: &[u8]) {
                            while let Some((block, rest)) = input.split_first_chunk() {
                                self.0.push(block);
                                input = rest;
                            }
                            assert!(input.is_empty(), "the length is not a multiple of 64");
                        }

                        /// # Safety
                        ///
                        /// The CPU must have the instruction set of the module.
                        #[target_feature(enable = $feature)]
                        #[inline]
                        unsafe fn finalize(self, rest: Option<&[u8]>) -> Result<(), basic::Utf8Error> {
                            match self.0.finish(rest.unwrap_or_default()) {
                                true => Ok(()),
                                false => Err(basic::Utf8Error),
                            }
                        }
                    }
                })+
            }
        )+

        /// The traits and validators of `basic::imp`.
        pub(crate) mod basic {
            pub use super::traits::{ChunkedUtf8Validator, Utf8Validator};

            $(
                #[$configuration]
                #[doc = concat!("Instruction sets of ", stringify!($architecture), ".")]
                pub mod $architecture {
                    $($(#[$doc])+
                    pub mod $set {
                        pub use crate::imp::$architecture::$set::{
                            ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_basic as validate_utf8,
                        };
                    })+
                }
            )+
        }

        /// The functions of `compat::imp`.
        pub(crate) mod compat {
            $(
                #[$configuration]
                #[doc = concat!("Instruction sets of ", stringify!($architecture), ".")]
                pub mod $architecture {
                    $($(#[$doc])+
                    pub mod $set {
                        pub use crate::imp::$architecture::$set::validate_compat as validate_utf8;
                    })+
                }
            )+
        }
    };
}

architectures! {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    x86 {
        /// AVX2.
        avx2 = "avx2", "avx2", Avx2Validator;
        /// SSE4.2. The code uses only instructions of SSE4.1.
        sse42 = "sse41", "sse4.2", Sse41Validator;
    }
    #[cfg(all(feature = "aarch64_neon", target_arch = "aarch64", target_endian = "little"))]
    aarch64 {
        /// NEON.
        neon = "neon", "neon", NeonValidator;
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    wasm32 {
        /// The vectors of WebAssembly.
        simd128 = "simd128", "simd128", Simd128Validator;
    }
}

mod traits {
    use crate::basic::Utf8Error;

    /// Validates a text in chunks of any length. [`compat::Utf8Validator`] is safe to use, and
    /// reports positions.
    ///
    /// [`compat::Utf8Validator`]: crate::compat::Utf8Validator
    pub trait Utf8Validator {
        /// Creates a validator at the start of a text.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        #[must_use]
        unsafe fn new() -> Self
        where
            Self: Sized;

        /// Validates the next chunk. [`finalize`](Self::finalize) reports errors.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        unsafe fn update(&mut self, input: &[u8]);

        /// Ends the text.
        ///
        /// # Errors
        ///
        /// Returns an error if the text is malformed.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        unsafe fn finalize(self) -> Result<(), Utf8Error>;
    }

    /// Validates a text in chunks whose lengths are multiples of 64, for use in your own vector
    /// loop.
    pub trait ChunkedUtf8Validator {
        /// Creates a validator at the start of a text.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        #[must_use]
        unsafe fn new() -> Self
        where
            Self: Sized;

        /// Validates the next chunk. [`finalize`](Self::finalize) reports errors.
        ///
        /// # Panics
        ///
        /// Panics if the length of `input` is not a multiple of 64.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        unsafe fn update_from_chunks(&mut self, input: &[u8]);

        /// Validates the rest of the text, of any length, and ends it.
        ///
        /// # Errors
        ///
        /// Returns an error if the text is malformed.
        ///
        /// # Safety
        ///
        /// The CPU must have the instruction set of the implementation.
        unsafe fn finalize(self, remaining_input: Option<&[u8]>) -> Result<(), Utf8Error>;
    }
}
