//! `simdutf8`: validation of UTF-8. `compat` reports the error position, `basic` does not.

use crate::contender::{Case, Contender};
use crate::peers::standard;
use crate::tier::Tier;
use utflane_test_support::corpora::{Encoding, Outcome, Verb};

pub(super) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    if case.work.source != Encoding::Utf8 {
        return Vec::new();
    }
    match tier {
        // Its scalar code is std's.
        Tier::Scalar => Vec::new(),
        #[cfg(target_arch = "x86_64")]
        Tier::Sse41 if !std::arch::is_x86_feature_detected!("sse4.2") => Vec::new(),
        #[cfg(target_arch = "x86_64")]
        Tier::Sse41 => list(case, sse::basic, sse::compat),
        _ => list(case, basic, compat),
    }
}

/// See `of_column`.
pub(super) fn column(case: &Case, tier: Tier) -> Option<Contender<'_>> {
    match tier {
        Tier::Scalar => None,
        #[cfg(target_arch = "x86_64")]
        Tier::Sse41 if !std::arch::is_x86_feature_detected!("sse4.2") => None,
        #[cfg(target_arch = "x86_64")]
        Tier::Sse41 => Some(super::column::contender("simdutf8", case, sse::compat)),
        _ => Some(super::column::contender("simdutf8", case, compat)),
    }
}

fn list<'case>(
    case: &'case Case,
    basic: impl Fn(&[u8]) -> bool + 'case,
    compat: impl Fn(&[u8]) -> Outcome + 'case,
) -> Vec<Contender<'case>> {
    let contender = match (case.work.verb, case.work.target) {
        (Verb::IsValid, _) => Contender::peer("simdutf8", case, move |source, _: &mut [u8]| {
            Ok(usize::from(basic(source)))
        }),
        (Verb::Validate, _) => {
            Contender::peer("simdutf8", case, move |source, _: &mut [u8]| compat(source))
        }
        (Verb::Transcode, Encoding::Utf8) => {
            Contender::peer("simdutf8", case, move |source, target: &mut [u8]| {
                standard::copy_valid(compat(source), source, target)
            })
        }
        _ => return Vec::new(),
    };
    vec![contender]
}

#[inline(always)]
fn basic(source: &[u8]) -> bool {
    ::simdutf8::basic::from_utf8(source).is_ok()
}

#[inline(always)]
fn compat(source: &[u8]) -> Outcome {
    match ::simdutf8::compat::from_utf8(source) {
        Ok(_) => Ok(0),
        Err(error) => Err(error.valid_up_to()),
    }
}

/// The results of the library's entry points on a CPU without AVX2.
#[cfg(target_arch = "x86_64")]
mod sse {
    use crate::peers::standard;
    use ::simdutf8::{basic, compat};
    use utflane_test_support::corpora::Outcome;

    /// From this length on it uses its vector code, below it std's.
    const CHUNK: usize = 64;

    #[inline(always)]
    pub(super) fn basic(source: &[u8]) -> bool {
        if source.len() < CHUNK {
            return std::str::from_utf8(source).is_ok();
        }
        // SAFETY: `contenders` checked that the CPU has SSE4.2.
        unsafe { basic::imp::x86::sse42::validate_utf8(source) }.is_ok()
    }

    #[inline(always)]
    pub(super) fn compat(source: &[u8]) -> Outcome {
        if source.len() < CHUNK {
            return standard::validate_utf8(source);
        }
        // SAFETY: `contenders` checked that the CPU has SSE4.2.
        match unsafe { compat::imp::x86::sse42::validate_utf8(source) } {
            Ok(_) => Ok(0),
            Err(error) => Err(error.valid_up_to()),
        }
    }
}
