//! A row of results: the operation, and the figures of all contenders.

use crate::contender::Role;
use utflane_test_support::corpora::{Length, Work};

/// Times of one contender, for a string of mean length.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    /// In nanoseconds.
    pub(crate) minimum: f64,
    pub(crate) median: f64,
}

impl Timing {
    /// Returns the name without the remark after the comma.
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
    /// Mean length of a string in bytes.
    pub(crate) bytes: f64,
    /// Ours first.
    pub(crate) timings: Vec<Timing>,
}

impl Measured {
    pub(crate) fn ours(&self) -> &Timing {
        &self.timings[0]
    }

    /// Returns a library's timing in a role.
    pub(crate) fn timing(&self, library: &str, role: Role) -> Option<&Timing> {
        let mut timings = self.timings.iter();
        timings.find(|timing| timing.role == role && timing.library() == library)
    }

    /// Returns the fastest peer that does the same work.
    pub(crate) fn best_peer(&self) -> Option<&Timing> {
        let peers = self.with_role(Role::Peer);
        peers.min_by(|one, other| one.minimum.total_cmp(&other.minimum))
    }

    /// Returns our speed relative to the best peer. Above 1, ours is faster.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.minimum / self.ours().minimum)
    }

    /// Returns the ratio of the medians. It differs much from `ratio` if the machine was busy.
    pub(crate) fn median_ratio(&self) -> Option<f64> {
        let medians = self.with_role(Role::Peer).map(|timing| timing.median);
        Some(medians.min_by(f64::total_cmp)? / self.ours().median)
    }

    /// Returns a contender that is faster than the best peer because it does less, and our ratio to
    /// it.
    pub(crate) fn faster_not_compared(&self) -> Option<(&'static str, f64)> {
        let best = self.best_peer()?.minimum;
        let aside = self
            .with_role(Role::Aside)
            .filter(|timing| timing.minimum < best * 0.97)
            .min_by(|one, other| one.minimum.total_cmp(&other.minimum))?;
        Some((aside.name, aside.minimum / self.ours().minimum))
    }

    fn with_role(&self, role: Role) -> impl Iterator<Item = &Timing> {
        self.timings
            .iter()
            .filter(move |timing| timing.role == role)
    }

    /// Returns the bytes of input per nanosecond.
    pub(crate) fn throughput(&self, nanoseconds: f64) -> f64 {
        self.bytes / nanoseconds
    }
}
