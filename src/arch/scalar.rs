//! The instruction set without vectors: its kernels do nothing, and [`crate::scalar`] does it all.

use crate::code_page::Planes;
use crate::endian::Endian;
use crate::mode::Mode;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::{Form, Length};

/// Every CPU runs scalar code.
pub(crate) fn detect() -> bool {
    true
}

macro_rules! nothing {
    ($(fn $kernel:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            pub(crate) fn $kernel($(_: $type),*) -> $result {
                <$result>::default()
            }
        )*
    };
}

crate::kernels::list!(nothing!());
