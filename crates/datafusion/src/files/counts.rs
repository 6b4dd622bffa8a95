//! What a scan has read, as `EXPLAIN ANALYZE` shows it.

use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, MetricBuilder, Time};

/// The metrics of the files of a partition.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Bytes of the files, decompressed.
    pub(super) bytes: Count,
    /// Malformed sequences that were replaced.
    pub(super) replacements: Count,
    /// Lines in which any was.
    pub(super) lines: Count,
    /// The time to convert, without that to read.
    pub(super) converting: Time,
}

impl Counts {
    pub(super) fn of(metrics: &ExecutionPlanMetricsSet, partition: usize) -> Counts {
        let count = |name| MetricBuilder::new(metrics).counter(name, partition);
        Counts {
            bytes: count("bytes_scanned"),
            replacements: count("replacements"),
            lines: count("lines_replaced"),
            converting: MetricBuilder::new(metrics).subset_time("time_converting", partition),
        }
    }
}
