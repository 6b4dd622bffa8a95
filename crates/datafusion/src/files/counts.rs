//! The metrics of a scan, for `EXPLAIN ANALYZE`.

use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, MetricBuilder, Time};

/// The metrics of the files in a partition.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Bytes read, after decompression.
    pub(super) bytes: Count,
    /// Malformed sequences that were replaced.
    pub(super) replacements: Count,
    /// Lines with at least one replacement.
    pub(super) lines: Count,
    /// Bad rows that were set aside.
    pub(super) set_aside: Count,
    /// Lines in the fallback charset of lines.
    pub(super) fallback_lines: Count,
    /// The time for conversion, without reading.
    pub(super) converting: Time,
}

impl Counts {
    pub(super) fn of(metrics: &ExecutionPlanMetricsSet, partition: usize) -> Counts {
        let count = |name| MetricBuilder::new(metrics).counter(name, partition);
        Counts {
            bytes: count("bytes_scanned"),
            replacements: count("replacements"),
            lines: count("lines_replaced"),
            set_aside: count("rows_set_aside"),
            fallback_lines: count("lines_in_fallback"),
            converting: MetricBuilder::new(metrics).subset_time("time_converting", partition),
        }
    }
}
