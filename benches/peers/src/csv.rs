//! Every figure as one line of comma-separated values. No field needs quotes but the names of
//! contenders, which have a comma.

use std::fmt::Write;

use crate::contender::Role;
use crate::row::Measured;

pub(crate) fn write(rows: &[Measured], tier: &str, isa: &str) -> String {
    let mut text = String::from(
        "tier,isa,verb,pair,corpus,length,bytes,contender,role,minimum_ns,median_ns,gigabytes_per_second\n",
    );
    for measured in rows {
        let row = &measured.row;
        for timing in &measured.timings {
            let role = match timing.role {
                Role::Ours => "ours",
                Role::OursExact => "ours-exact",
                Role::Peer => "peer",
                Role::Aside => "aside",
            };
            writeln!(
                text,
                "{tier},{isa},{},{},{},{},{:.1},\"{}\",{role},{:.2},{:.2},{:.3}",
                row.work.verb,
                row.work.pair(),
                row.corpus,
                row.length,
                measured.bytes,
                timing.name,
                timing.minimum,
                timing.median,
                measured.throughput(timing.minimum),
            )
            .expect("writing to a string");
        }
    }
    text
}
