//! The instruction set without vectors: its kernels do nothing, and [`crate::kernels::scalar`] does
//! it all.

/// Every CPU runs scalar code.
pub(crate) fn detect() -> bool {
    true
}

macro_rules! nothing {
    ($(fn $kernel:ident [$($_:tt)?] ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            pub(crate) fn $kernel($(_: $type),*) -> $result {
                <$result>::default()
            }
        )*
    };
}

crate::kernels::list!(nothing!());
