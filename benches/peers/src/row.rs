//! From a row that is wanted to one that is measured.

use anyhow::Result;
use utflane::Isa;

use crate::arguments::{Corpora, Row};
use crate::canary::Canary;
use crate::contender::{Case, Role};
use crate::corpora::Sample;
use crate::measure::{Effort, Timing, measure};
use crate::tier::Tier;
use crate::{ours, peers};

/// A row with its figures.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) row: Row,
    /// Mean bytes of a string.
    pub(crate) bytes: f64,
    pub(crate) timings: Vec<Timing>,
    /// Whether the machine had other things to do all the time.
    pub(crate) busy: bool,
}

/// What all rows of one run share.
pub(crate) struct Bench {
    pub(crate) tier: Tier,
    pub(crate) isa: Isa,
    pub(crate) effort: Effort,
    pub(crate) corpora: Corpora,
    pub(crate) canary: Canary,
}

impl Bench {
    /// The case of a row; `None` where it means nothing: text that the target cannot represent, a
    /// verb that trusts its input on malformed text.
    fn case(&mut self, row: &Row) -> Result<Option<Case>> {
        let corpus = self.corpora.get(&row.corpus)?;
        let well_formed = corpus.is_well_formed();
        let sample = Sample::new(corpus, row.work.source, row.length);
        let case = sample.map(|sample| Case::new(row.work, &row.corpus, sample));
        let makes_sense = |case: &Case| case.is_clean() || !(well_formed || row.work.verb.trusts());
        Ok(case.filter(makes_sense))
    }

    /// Measures a row; `None` where it means nothing, or where `need_peer` and there is none.
    pub(crate) fn measure(&mut self, row: &Row, need_peer: bool) -> Result<Option<Measured>> {
        let Some(case) = self.case(row)? else {
            return Ok(None);
        };
        let peers = peers::contenders(&case, self.tier);
        if need_peer && peers.is_empty() {
            return Ok(None);
        }
        let mut contenders = ours::contenders(&case, self.isa);
        contenders.extend(peers);
        Ok(Some(Measured {
            row: row.clone(),
            bytes: case.bytes(),
            timings: measure(&contenders, self.effort, &mut self.canary),
            busy: self.canary.is_busy(),
        }))
    }

    /// How many times as fast ours does `row` as it does `other`, by the byte of input.
    pub(crate) fn compare_own(&mut self, row: &Row, other: &Row) -> Result<Option<f64>> {
        let (Some(case), Some(other)) = (self.case(row)?, self.case(other)?) else {
            return Ok(None);
        };
        let contenders = [&case, &other].map(|case| ours::contender(case, self.isa, Role::Ours));
        let timings = measure(&contenders, self.effort, &mut self.canary);
        let [ours, other] = [(&timings[0], &case), (&timings[1], &other)]
            .map(|(timing, case)| timing.minimum / case.bytes());
        Ok(Some(other / ours))
    }
}

impl Measured {
    pub(crate) fn ours(&self, role: Role) -> Option<&Timing> {
        self.timings.iter().find(|timing| timing.role == role)
    }

    /// The fastest that does the same work.
    pub(crate) fn best_peer(&self) -> Option<&Timing> {
        self.timings
            .iter()
            .filter(|timing| timing.role == Role::Peer)
            .min_by(|one, other| one.minimum.total_cmp(&other.minimum))
    }

    /// How many times as fast as that library we are, whatever its role.
    pub(crate) fn ratio_to(&self, library: &str) -> Option<f64> {
        let mut timings = self.timings.iter();
        let other = timings.find(|timing| timing.library() == library)?;
        Some(other.minimum / self.ours(Role::Ours)?.minimum)
    }

    /// How many times as fast as the best peer we are: above 1 is faster.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.minimum / self.ours(Role::Ours)?.minimum)
    }

    /// Who is faster than the best peer by doing less, and the ratio to it.
    pub(crate) fn faster_aside(&self) -> Option<(&'static str, f64)> {
        let best = self.best_peer()?.minimum;
        let aside = self
            .timings
            .iter()
            .filter(|timing| timing.role == Role::Aside && timing.minimum < best * 0.97)
            .min_by(|one, other| one.minimum.total_cmp(&other.minimum))?;
        Some((aside.name, aside.minimum / self.ours(Role::Ours)?.minimum))
    }

    /// The ratio by medians: far from the other where the machine was busy.
    pub(crate) fn median_ratio(&self) -> Option<f64> {
        let medians = self
            .timings
            .iter()
            .filter(|timing| timing.role == Role::Peer);
        let best = medians.map(|timing| timing.median).min_by(f64::total_cmp)?;
        Some(best / self.ours(Role::Ours)?.median)
    }

    /// Bytes of input a nanosecond.
    pub(crate) fn throughput(&self, nanoseconds: f64) -> f64 {
        self.bytes / nanoseconds
    }
}
