//! Columns of UTF-8 in one call. No other library has one; what their users do is to validate all
//! values as one text and then to look whether each row starts with a character.

use ::simdutf as lib;

use super::{simdutf, simdutf8, standard};
use crate::contender::{Case, Contender, Role};
use crate::corpora::Outcome;
use crate::tier::Tier;

/// Everyone but us who can validate UTF-8.
pub(crate) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
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
    Contender::of_column(name, Role::Peer, case, move |values, offsets| {
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
    })
}
