//! The entry points for CPUs without vectors. They convert nothing, so
//! [scalar code](crate::kernels::scalar) processes the whole text.
#![forbid(unsafe_code)]

use super::*;

macro_rules! scalar_entry_points {
    ($(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            pub(super) fn $kernel($(_: $type),*) -> $result {
                <$result>::default()
            }
        )*
    };
}

validation_signatures!(scalar_entry_points!());
#[cfg(feature = "convert")]
conversion_signatures!(scalar_entry_points!());
