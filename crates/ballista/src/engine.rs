//! Wraps the execution engine of an executor, for two reasons:
//!
//! - Ballista sends the debug output of an error to the scheduler. The wrapper adds the task and
//!   the executor, and makes the message readable.
//! - Ballista does not notify executors in pull mode that a job was cancelled. Its tasks would
//!   continue to write files that nobody removes. The wrapper requests the state of the job, and
//!   ends the tasks when it has failed.
//!
//! Ballista runs the plan of a stage in separate Tokio tasks, which dropping the future of the
//! stage does not end. So the wrapper inserts a plan, [`Stop`], which ends its stream after a
//! signal.

use crate::jobs::{self, JobState, Scheduler};
use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{ExecutionEngine, QueryStageExecutor};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, internal_err};
use datafusion::datasource::sink::DataSinkExec;
use datafusion::execution::TaskContext;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PhysicalExpr, PlanProperties,
    SendableRecordBatchStream, replace_children_if_necessary,
};
use datafusion::prelude::SessionConfig;
use futures::stream::{self, TryStreamExt};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The interval between checks of the state of the job.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// The maximum time until tasks end after their job was cancelled.
pub(crate) const END_TIMEOUT: Duration = Duration::from_millis(1500);

/// An engine that wraps another engine.
pub(crate) struct Engine {
    pub(crate) inner: Arc<dyn ExecutionEngine>,
    /// The name of the executor in errors.
    pub(crate) executor: String,
    pub(crate) scheduler: Scheduler,
}

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job_id: JobId,
        stage_id: usize,
        task_id: usize,
        global_output_partition_ids: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let job = String::from(job_id.clone());
        let (stop, stopped) = watch::channel(false);
        let writer = plan.children().first().map(|child| (*child).clone());
        let (plan, has_stop) = match writer {
            Some(sink) if sink.is::<DataSinkExec>() => {
                let input = Arc::new(Stop {
                    input: sink,
                    stopped,
                });
                (replace_children_if_necessary(plan, vec![input])?, true)
            }
            _ => (plan, false),
        };
        let inner = self.inner.create_query_stage_exec(
            job_id,
            stage_id,
            task_id,
            global_output_partition_ids,
            plan,
            work_dir,
            config,
        )?;
        Ok(Arc::new(Stage {
            inner,
            job,
            stop,
            has_stop,
            executor: self.executor.clone(),
            work_folder: work_dir.to_owned(),
            scheduler: self.scheduler.clone(),
        }))
    }
}

/// A stage of a job on this executor.
struct Stage {
    inner: Arc<dyn QueryStageExecutor>,
    job: String,
    /// Signals [`Stop`] to end its stream.
    stop: watch::Sender<bool>,
    /// Whether the second plan of the stage is a [`Stop`].
    has_stop: bool,
    executor: String,
    work_folder: String,
    scheduler: Scheduler,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.inner, f)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl Stage {
    /// Returns when the job has failed.
    async fn job_failed(&self) {
        while jobs::state(&self.scheduler, &self.job).await != Ok(JobState::Failed) {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }
}

#[async_trait]
impl QueryStageExecutor for Stage {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        tokio::select! {
            result = self.inner.execute_query_stage(task_id, context) => {
                let place = (&*self.executor, &*self.work_folder);
                result.map_err(|error| with_task(error, task_id, place))
            }
            () = self.job_failed() => {
                self.stop.send_replace(true);
                Err(BallistaError::Cancelled.into_datafusion())
            }
        }
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        let mut metrics = self.inner.collect_plan_metrics();
        // The scheduler only expects metrics of the plans that it has sent. So we remove those of
        // [`Stop`].
        if self.has_stop && metrics.len() > 1 {
            metrics.remove(1);
        }
        metrics
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}

/// A plan that forwards its input, and ends with an error after a signal.
#[derive(Debug)]
struct Stop {
    input: Arc<dyn ExecutionPlan>,
    stopped: watch::Receiver<bool>,
}

impl DisplayAs for Stop {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ExecutionPlan for Stop {
    fn name(&self) -> &str {
        "Stop"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.input.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let stopped = self.stopped.clone();
        match children.pop() {
            Some(input) if children.is_empty() => Ok(Arc::new(Stop { input, stopped })),
            _ => internal_err!("{} has one input", self.name()),
        }
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let input = self.input.execute(partition, context)?;
        let (schema, stopped) = (input.schema(), self.stopped.clone());
        let batches = stream::try_unfold(input, move |mut input| {
            let mut stopped = stopped.clone();
            async move {
                tokio::select! {
                    batch = input.try_next() => Ok(batch?.map(|batch| (batch, input))),
                    _ = stopped.wait_for(|is| *is) => {
                        Err(BallistaError::Cancelled.into_datafusion())
                    }
                }
            }
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, batches)))
    }
}

/// Adds the task and the executor to the message of an error, and the work folder to that of an I/O
/// error. Keeps the kinds of errors that Ballista distinguishes.
fn with_task(
    error: DataFusionError,
    task: usize,
    (executor, folder): (&str, &str),
) -> DataFusionError {
    let message = || format!("task {task} on executor {executor}: {}", cause(&error));
    match kind(&error) {
        Kind::Unchanged => error,
        Kind::Io(kind) => {
            // The work folder may be full.
            let message = format!("{} (work folder {folder})", message());
            DataFusionError::IoError(io::Error::new(kind, message))
        }
        Kind::Other => DataFusionError::Execution(message()),
    }
}

/// The kinds of errors that Ballista distinguishes.
enum Kind {
    /// The task was cancelled, or could not fetch its input. In the second case, Ballista runs the
    /// tasks that write this input again. These errors stay unchanged.
    Unchanged,
    /// Ballista runs the task again, a limited number of times.
    Io(io::ErrorKind),
    Other,
}

fn kind(error: &DataFusionError) -> Kind {
    match error.find_root() {
        DataFusionError::IoError(error) => Kind::Io(error.kind()),
        DataFusionError::External(error) => match error.downcast_ref() {
            Some(BallistaError::FetchFailed(..) | BallistaError::Cancelled) => Kind::Unchanged,
            Some(BallistaError::IoError(error)) => Kind::Io(error.kind()),
            Some(BallistaError::DataFusionError(error)) => kind(error),
            _ => Kind::Other,
        },
        _ => Kind::Other,
    }
}

/// Returns the message of an error, without the prefixes for its kind.
fn cause(error: &DataFusionError) -> String {
    match error {
        DataFusionError::Context(context, error) => format!("{context}: {}", cause(error)),
        DataFusionError::Shared(error) => cause(error),
        DataFusionError::External(external) => match external.downcast_ref() {
            Some(BallistaError::DataFusionError(error)) => cause(error),
            Some(BallistaError::ArrowError(error)) => error.to_string(),
            _ => external.to_string(),
        },
        error => error.message().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_their_task_and_keep_their_kind() {
        let message = |error| with_task(error, 3, ("E", "/work")).to_string();
        let plain = DataFusionError::Execution("decode_text: row 1".into());
        let context = DataFusionError::Shared(Arc::new(plain)).context("file a.csv");
        assert_eq!(
            message(context),
            "Execution error: task 3 on executor E: file a.csv: decode_text: row 1"
        );
        let io = DataFusionError::IoError(io::Error::new(io::ErrorKind::StorageFull, "no space"));
        let io = with_task(io.context("out.parquet"), 3, ("E", "/work"));
        assert_eq!(
            io.to_string(),
            "IO error: task 3 on executor E: out.parquet: no space (work folder /work)"
        );
        assert!(matches!(io, DataFusionError::IoError(error)
            if error.kind() == io::ErrorKind::StorageFull));
        let text = || DataFusionError::Execution("decode_text: row 1".into());
        let carried = BallistaError::DataFusionError(Box::new(text())).into_datafusion();
        assert_eq!(
            message(carried),
            "Execution error: task 3 on executor E: decode_text: row 1"
        );
        // Because of this error, Ballista runs the tasks that write the input again.
        let fetch = BallistaError::FetchFailed("E".into(), 1, 2, "gone".into());
        let fetch = with_task(
            fetch.into_datafusion().context("reading"),
            3,
            ("E", "/work"),
        );
        assert!(matches!(
            BallistaError::from(fetch),
            BallistaError::DataFusionError(error) if error.find_root().to_string().contains("gone")
        ));
    }
}
