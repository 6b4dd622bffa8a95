//! Contenders for columns in one call, which no other library supports. Their users validate all
//! values as one text and check that each row starts at a character boundary, or convert row by
//! row.

use ::simdutf as lib;

use super::{simdutf, simdutf8, standard};
use crate::contender::{Case, Contender, Role};
use crate::tier::Tier;
use utflane_test_support::corpora::{Encoding, Outcome, Verb};

/// Returns all peers for this case. (Peers that convert need not return the offsets of the rows.)
pub(crate) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    if case.work.verb != Verb::Validate || case.work.source != Encoding::Utf8 {
        return super::contenders(case, tier);
    }
    let mut all = vec![
        contender("std", case, standard::validate_utf8),
        contender(simdutf::NAME, case, |text| {
            simdutf::position(lib::validate_utf8_with_errors(text))
        }),
    ];
    all.extend(simdutf8::column(case, tier));
    all
}

pub(super) fn contender<'case>(
    name: &'static str,
    case: &'case Case,
    validate: impl Fn(&[u8]) -> Outcome + 'case,
) -> Contender<'case> {
    let call = move |values: &[u8], offsets: &[u32], _: &mut [u8], _: &mut [u32]| {
        let range = offsets[0] as usize..offsets[offsets.len() - 1] as usize;
        validate(&values[range])?;
        let is_inner = |&&offset: &&u32| {
            let first = values.get(offset as usize);
            first.is_some_and(|first| first & 0xc0 == 0x80)
        };
        match offsets.iter().filter(is_inner).count() {
            0 => Ok(0),
            _ => Err(0),
        }
    };
    Contender::of_column(name, Role::Peer, case, call)
}
