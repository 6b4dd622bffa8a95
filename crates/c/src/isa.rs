//! The instruction set that all functions use: the best one, unless another is pinned.
#![forbid(unsafe_code)]

use core::ffi::CStr;
use core::sync::atomic::{AtomicU8, Ordering};
use core_utflane::Isa;

/// The pinned instruction set by its place in [`NAMES`], counted from 1; 0 for none.
static PINNED: AtomicU8 = AtomicU8::new(0);

const NAMES: [&CStr; 6] = [c"scalar", c"sse41", c"avx2", c"avx512", c"neon", c"simd128"];

/// The instruction set in use.
#[inline(always)]
pub(crate) fn current() -> Isa {
    match PINNED.load(Ordering::Relaxed) {
        0 => Isa::best(),
        number => pinned(number),
    }
}

/// The instruction set of a number.
#[cold]
fn pinned(number: u8) -> Isa {
    // The choice by a literal name costs next to nothing.
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

/// The name of an instruction set, as C has strings.
pub(crate) fn name(isa: Isa) -> &'static CStr {
    let named = |name: &&&CStr| name.to_bytes() == isa.name().as_bytes();
    NAMES.iter().find(named).copied().unwrap_or(c"")
}

/// Pins an instruction set that this CPU has, or with `None` the best one. Returns whether it has.
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
