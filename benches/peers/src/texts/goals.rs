//! What the project aims at on texts that are read once, as ratios to the best peer: the worst of
//! all texts and their mean.

use crate::corpora::{Cut, Encoding::*, Verb::*, Work};
use crate::tier::Tier;

pub(super) struct Goal {
    pub(super) worst: f64,
    pub(super) mean: f64,
}

/// For AVX-512, AVX2 and SSE4.1.
type Tiers = [(f64, f64); 3];

const SHORT: Tiers = [(0.97, 1.25), (0.97, 1.4), (0.97, 1.3)];
const VALIDATE: Tiers = [(1.0, 1.6), (1.0, 1.35), (0.97, 1.3)];
const FROM_UTF8: Tiers = [(1.0, 1.8), (1.0, 2.1), (1.0, 1.9)];
const UTF16_TO_UTF8: Tiers = [(1.0, 1.6), (0.97, 1.3), (0.97, 1.2)];
const FROM_UTF32: Tiers = [(1.0, 1.4), (1.0, 1.25), (0.97, 1.15)];
const LATIN1: Tiers = [(1.0, 1.3), (1.0, 1.3), (1.0, 1.15)];
const COPY: Tiers = [(1.0, 1.6), (1.0, 1.4), (1.0, 1.3)];
const LOOK: Tiers = [(1.0, 1.1), (1.0, 1.5), (1.0, 1.2)];

/// The goal for a work, if there is one.
pub(super) fn goal(work: Work, cut: Cut, tier: Tier) -> Option<Goal> {
    let tiers = match (work.verb, work.source, work.target) {
        _ if cut == Cut::Column => return None,
        _ if cut.is_short() => SHORT,
        (Validate, Utf8, _) => VALIDATE,
        (Validate | CharCount | TranscodedLen, ..) => LOOK,
        (Transcode, Utf8, Utf8) => COPY,
        (Transcode, Utf8, Utf16 | Utf32) => FROM_UTF8,
        (Transcode, Utf16, Utf8) => UTF16_TO_UTF8,
        (Transcode, Utf32, Utf8 | Utf16) | (Transcode, Utf16, Utf32) => FROM_UTF32,
        (Transcode, Latin1, Utf8) => LATIN1,
        _ => return None,
    };
    let (worst, mean) = match tier {
        Tier::Avx512 => tiers[0],
        Tier::Avx2 => tiers[1],
        Tier::Sse41 => tiers[2],
        _ => return None,
    };
    Some(Goal { worst, mean })
}
