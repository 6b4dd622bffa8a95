//! The way into a kernel: a table of its entry points by instruction set, and the entry points.
//!
//! Each table is a `static` of its own, so that a program links only the kernels that it can call.

use crate::Isa;
use crate::kernels::arch::by_instruction_set;

/// The entry point of each kernel.
#[allow(unused_macros, reason = "an architecture may have no vectors")]
macro_rules! entry_points {
    ($token:ident, $features:tt
     $(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $($crate::kernels::arch::entry::with_features! { $features
            #[doc = concat!("The kernel `", stringify!($kernel), "`.")]
            ///
            /// # Safety
            ///
            /// The CPU has the features.
            pub(crate) unsafe fn $kernel($($argument: $type),*) -> $result {
                // SAFETY: the features are enabled here.
                $crate::kernels::Kernels::$kernel(unsafe { $token::new() }, $($argument),*)
            }
        })*
    };
}

/// For each kernel, a table, and a method of [`Isa`] that calls the entry point of its instruction
/// set. A kernel whose feature is off has no table, so that nothing of it is compiled, and does
/// nothing, as those of scalar code.
macro_rules! tables {
    ($(fn $kernel:ident [$($feature:tt)?] ($($argument:ident: $type:ty),*)
        -> $result:ty;)*) => {
        impl Isa {
            $(
                #[doc = concat!("The kernel `", stringify!($kernel), "`.")]
                #[allow(unused_variables, reason = "its feature may be off")]
                #[inline(always)]
                pub(crate) fn $kernel(self, $($argument: $type),*) -> $result {
                    $(#[cfg(feature = $feature)])?
                    {
                        static TABLE: [unsafe fn($($type),*) -> $result; InstructionSet::COUNT] =
                            by_instruction_set!($kernel);
                        // SAFETY: an `Isa` exists only where the CPU has its instructions.
                        unsafe { TABLE[self.set() as usize]($($argument),*) }
                    }
                    $(
                        #[cfg(not(feature = $feature))]
                        {
                            <$result>::default()
                        }
                    )?
                }
            )*
        }
    };
}
use crate::kernels::arch::InstructionSet;
#[allow(unused_imports, reason = "an architecture may have no vectors")]
pub(crate) use entry_points;

super::list!(tables!());
