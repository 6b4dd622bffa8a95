//! `xutf`: conversion without validation, of any input. It selects its vector code by the CPU
//! alone.

use ::xutf::{AsciiCase, Utf8, Utf16, Utf32, transcode_into};

use crate::contender::{Case, Contender, Role};
use crate::tier::Tier;
use utflane_test_support::corpora::{Encoding, Verb};

/// One line for each pair: `Source(unit) Target(unit);`
macro_rules! pairs {
    ($case:ident, $role:ident; $($source:ident($from:ty) $target:ident($to:ty);)*) => {
        match ($case.work.source, $case.work.target) {
            $((Encoding::$source, Encoding::$target) => {
                let convert = |source: &[$from], target: &mut [$to]| {
                    Ok(transcode_into::<$source, $target>(source, target, AsciiCase::Preserve).1)
                };
                Contender::new("xutf", $role, $case, convert)
            })*
            _ => return Vec::new(),
        }
    };
}

pub(super) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    if case.work.verb != Verb::Unchecked {
        return Vec::new();
    }
    let role = match tier {
        Tier::Best | Tier::Avx512 => Role::Peer,
        _ => Role::Aside,
    };
    vec![pairs! { case, role;
        Utf8(u8) Utf16(u16);
        Utf8(u8) Utf32(u32);
        Utf16(u16) Utf8(u8);
        Utf16(u16) Utf32(u32);
        Utf32(u32) Utf8(u8);
        Utf32(u32) Utf16(u16);
    }]
}
