//! A row: what was measured, with the figures of all contenders.

use crate::contender::Role;
use crate::corpora::{Length, Work};

/// The times of one contender for one string of the mean length.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    /// Nanoseconds.
    pub(crate) minimum: f64,
    pub(crate) median: f64,
}

impl Timing {
    /// The name without what it says about the way the work is done.
    pub(crate) fn library(&self) -> &'static str {
        self.name
            .split_once(',')
            .map_or(self.name, |(library, _)| library)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) work: Work,
    pub(crate) text: String,
    pub(crate) length: Length,
    /// Mean bytes of a string.
    pub(crate) bytes: f64,
    /// Ours first.
    pub(crate) timings: Vec<Timing>,
}

impl Measured {
    pub(crate) fn ours(&self) -> &Timing {
        &self.timings[0]
    }

    /// A library's timing in a role.
    pub(crate) fn timing(&self, library: &str, role: Role) -> Option<&Timing> {
        let mut timings = self.timings.iter();
        timings.find(|timing| timing.role == role && timing.library() == library)
    }

    /// The fastest that does the same work.
    pub(crate) fn best_peer(&self) -> Option<&Timing> {
        let peers = self.of_role(Role::Peer);
        peers.min_by(|one, other| one.minimum.total_cmp(&other.minimum))
    }

    /// How many times as fast as the best peer we are: above 1 is faster.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.minimum / self.ours().minimum)
    }

    /// The ratio by medians: far from the other where the machine was busy.
    pub(crate) fn median_ratio(&self) -> Option<f64> {
        let medians = self.of_role(Role::Peer).map(|timing| timing.median);
        Some(medians.min_by(f64::total_cmp)? / self.ours().median)
    }

    /// Who is faster than the best peer by doing less, and the ratio to it.
    pub(crate) fn faster_aside(&self) -> Option<(&'static str, f64)> {
        let best = self.best_peer()?.minimum;
        let aside = self
            .of_role(Role::Aside)
            .filter(|timing| timing.minimum < best * 0.97)
            .min_by(|one, other| one.minimum.total_cmp(&other.minimum))?;
        Some((aside.name, aside.minimum / self.ours().minimum))
    }

    fn of_role(&self, role: Role) -> impl Iterator<Item = &Timing> {
        self.timings
            .iter()
            .filter(move |timing| timing.role == role)
    }

    /// Bytes of input a nanosecond.
    pub(crate) fn throughput(&self, nanoseconds: f64) -> f64 {
        self.bytes / nanoseconds
    }
}
