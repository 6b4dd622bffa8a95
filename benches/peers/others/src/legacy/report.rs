//! Prints the figures as tables.

use super::jobs::{Contender, Operation, Text};
use std::time::Duration;

pub(crate) struct Report<'a> {
    contenders: &'a [Contender],
    /// A line for each text and operation: name, operation, and GB/s.
    lines: Vec<(String, Operation, Vec<Option<f64>>)>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(contenders: &'a [Contender]) -> Report<'a> {
        Report {
            contenders,
            lines: Vec::new(),
        }
    }

    /// Adds the best times of an operation, if the text has any.
    pub(crate) fn add(&mut self, text: &Text, job: Operation, best: &[Duration]) {
        let speed = |time: &Duration| {
            let is_done = *time < Duration::MAX;
            is_done.then(|| text.len(job) as f64 / time.as_secs_f64() / 1e9)
        };
        let name = format!("{} {}", text.name, text.charset);
        let speeds: Vec<Option<f64>> = best.iter().map(speed).collect();
        if speeds.iter().any(Option::is_some) {
            self.lines.push((name, job, speeds));
        }
    }

    pub(crate) fn print(&self) {
        let names: Vec<&str> = self
            .contenders
            .iter()
            .map(|contender| contender.name())
            .collect();
        println!("| GB/s of input | | {} |", names.join(" | "));
        println!("|---|---{}|", "|---".repeat(names.len()));
        for (name, job, speeds) in &self.lines {
            let speeds: Vec<String> = speeds
                .iter()
                .map(|speed| speed.map_or(String::new(), |speed| format!("{speed:.2}")))
                .collect();
            println!("| {name} | {job:?} | {} |", speeds.join(" | "));
        }
        self.print_ratios();
    }

    /// Prints our speed relative to `encoding_rs`.
    fn print_ratios(&self) {
        let ours = self
            .contenders
            .iter()
            .take_while(|one| matches!(one, Contender::Ours(_)));
        let names: Vec<&str> = ours.map(|contender| contender.name()).collect();
        println!("\n| worst, mean | {} |", names.join(" | "));
        println!("|---{}|", "|---".repeat(names.len()));
        for job in Operation::ALL {
            if self.lines.iter().all(|line| line.1 != job) {
                continue;
            }
            print!("| {job:?} |");
            for which in 0..names.len() {
                let lines = self.lines.iter().filter(|line| line.1 == job);
                let ratios: Vec<f64> = lines
                    .filter_map(|line| Some(line.2[which]? / line.2[names.len()]?))
                    .collect();
                let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
                let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
                let mean = (sum / ratios.len() as f64).exp();
                print!(" {worst:.2}, {mean:.2} |");
            }
            println!();
        }
    }
}
