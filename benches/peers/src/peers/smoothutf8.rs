//! `smoothutf8`: validation of UTF-8, made for short text. It does not report the error position.
//! As compiled here it has no vector code, whatever the tier.

use crate::contender::{Case, Contender};
use utflane_test_support::corpora::{Encoding, Verb};

pub(super) fn contenders(case: &Case) -> Vec<Contender<'_>> {
    let contender = match (case.work.verb, case.work.source) {
        (Verb::IsValid, Encoding::Utf8) => {
            Contender::peer("smoothutf8", case, |source, _: &mut [u8]| {
                Ok(usize::from(::smoothutf8::verify(source)))
            })
        }
        (Verb::Validate, Encoding::Utf8) => {
            Contender::aside("smoothutf8, no position", case, |source, _: &mut [u8]| {
                ::smoothutf8::verify(source).then_some(0).ok_or(0)
            })
        }
        _ => return Vec::new(),
    };
    vec![contender]
}
