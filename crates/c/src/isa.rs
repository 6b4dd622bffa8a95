//! The instruction set that all functions use: the best one, unless another one is pinned.
#![forbid(unsafe_code)]

use core::ffi::CStr;
use core::sync::atomic::{AtomicU8, Ordering};
use core_utflane::Isa;

/// The pinned instruction set: its index in [`NAMES`] plus 1, or 0 for none.
static PINNED: AtomicU8 = AtomicU8::new(0);

const NAMES: [&CStr; 6] = [c"scalar", c"sse41", c"avx2", c"avx512", c"neon", c"simd128"];

/// Returns the instruction set in use.
#[inline(always)]
pub(crate) fn current() -> Isa {
    match PINNED.load(Ordering::Relaxed) {
        0 => Isa::best(),
        number => pinned(number),
    }
}

/// Returns the instruction set with this number.
#[cold]
fn pinned(number: u8) -> Isa {
    // `Isa::named` with a literal costs next to nothing.
    let pinned = match number {
        1 => Isa::named("scalar"),
        2 => Isa::named("sse41"),
        3 => Isa::named("avx2"),
        4 => Isa::named("avx512"),
        5 => Isa::named("neon"),
        _ => Isa::named("simd128"),
    };
    pinned.unwrap_or_else(Isa::best)
}

/// Returns the name of an instruction set as a C string.
pub(crate) fn name(isa: Isa) -> &'static CStr {
    let named = |name: &&&CStr| name.to_bytes() == isa.name().as_bytes();
    NAMES.iter().find(named).copied().unwrap_or(c"")
}

/// Pins the instruction set with this name, or with `None` the best one. Returns false if this CPU
/// does not have it.
pub(crate) fn pin(name: Option<&CStr>) -> bool {
    let Some(name) = name else {
        PINNED.store(0, Ordering::Relaxed);
        return true;
    };
    let number = NAMES.iter().position(|known| *known == name);
    let isa = name.to_str().ok().and_then(Isa::named);
    let (Some(number), Some(_)) = (number, isa) else {
        return false;
    };
    PINNED.store(number as u8 + 1, Ordering::Relaxed);
    true
}
