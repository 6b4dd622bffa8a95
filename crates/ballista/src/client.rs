//! A client whose statements always end, even if parts of the cluster fail.

use crate::attempt::rows_written;
use crate::jobs::{Progress, Scheduler};
use crate::output::Output;
use crate::{engine, jobs, message};
use ballista_core::JobId;
use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::SessionConfigExt;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::LogicalPlanNode;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The interval between checks of the scheduler.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// The time limit for each of the requests that end a job.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// The interval between reports of the progress.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The time limit for an answer of the scheduler.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs statements on a cluster. Each statement ends, with a result or with an error.
///
/// Ballista waits for a result without a time limit. It waits forever if there is no executor, or
/// if an executor is killed at certain moments. A `Client` checks the scheduler every few seconds,
/// and cancels the job of a statement after a time limit.
///
/// `COPY` writes to a temporary name, and renames the output after all rows are written. The target
/// must be new. An object store has no rename. There, the files are copied to their final names,
/// and then `_SUCCESS` is written to mark the output as complete.
#[derive(Clone)]
pub struct Client {
    session: SessionContext,
    scheduler: Scheduler,
    timeout: Duration,
    report: Option<Report>,
}

/// A function that is called with the progress of a statement.
type Report = Arc<dyn Fn(Progress) + Send + Sync>;

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("scheduler", &self.scheduler.url)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// Returns a client of a scheduler, such as `http://127.0.0.1:50050`. The time limit of a
    /// statement is ten minutes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`connect`](crate::cluster::connect).
    pub async fn connect(scheduler: &str, config: SessionConfig) -> Result<Client> {
        // Poll the state of jobs. Otherwise the client would not know the name of a job before its
        // first task ends, and could not cancel the job.
        let config = config.set_bool(BALLISTA_CLIENT_PULL, true);
        Ok(Client {
            scheduler: Scheduler {
                url: scheduler.to_owned(),
                endpoint: config.ballista_override_create_grpc_client_endpoint(),
            },
            session: crate::cluster::connect(scheduler, config).await?,
            timeout: Duration::from_secs(600),
            report: None,
        })
    }

    /// Sets the time limit of a statement.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Client {
        self.timeout = timeout;
        self
    }

    /// Sets a function that is called with the progress of each statement about once per second.
    #[must_use]
    pub fn with_progress(mut self, report: impl Fn(Progress) + Send + Sync + 'static) -> Client {
        self.report = Some(Arc::new(report));
        self
    }

    /// Returns the session.
    pub fn session(&self) -> &SessionContext {
        &self.session
    }

    /// Runs a statement.
    ///
    /// # Errors
    ///
    /// Returns the errors of DataFusion and of Ballista, and an error if the time limit has passed
    /// or if the scheduler does not answer. After an error, `COPY` has not created its target.
    pub async fn run(&self, statement: &str) -> Result<Vec<RecordBatch>> {
        self.run_until(statement, std::future::pending()).await
    }

    /// Runs a statement until `stop` is ready, for example after a signal.
    ///
    /// ```no_run
    /// # async fn run(client: utflane_ballista::cluster::Client) -> datafusion::common::Result<()> {
    /// let stop = async { drop(tokio::signal::ctrl_c().await) };
    /// client.run_until("COPY t TO '/data/out/' STORED AS PARQUET", stop).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Client::run`], and an error if the statement was stopped. Then its
    /// job is cancelled, and `COPY` has not created its target. A statement whose result is already
    /// complete is not stopped. If you drop the future instead, the job continues to run.
    pub async fn run_until(
        &self,
        statement: &str,
        stop: impl Future<Output = ()>,
    ) -> Result<Vec<RecordBatch>> {
        let running = Running::default();
        // Whether the job must be cancelled, and the result of the statement.
        let (must_cancel, result) = {
            let mut result = pin!(self.result(statement, &running));
            let ended = tokio::select! {
                result = &mut result => Ok(result),
                reason = self.unreachable() => Err(self.unreachable_error(&reason)),
                never = self.report_progress(&running) => match never {},
                () = tokio::time::sleep(self.timeout) => Err(exec_datafusion_err!(
                    "no result in {} seconds, and nothing is written: check that executors of {} \
                     run, then run the statement again, with a longer time limit if necessary",
                    self.timeout.as_secs(),
                    self.scheduler.url
                )),
                () = stop => Err(exec_datafusion_err!(
                    "the statement was stopped: its job is cancelled, and nothing is written"
                )),
            };
            match ended {
                Ok(Ok(batches)) => (false, Ok(batches)),
                Ok(Err(error)) => match self.check().await {
                    Ok(()) => (false, Err(message::readable(error))),
                    Err(reason) => (false, Err(self.unreachable_error(&reason))),
                },
                Err(error) => {
                    if running.plan.get().is_some() {
                        // If the job was sent a moment ago, wait until the scheduler has returned
                        // its name.
                        let known = async {
                            tokio::select! { _ = result => {}, _ = running.known_job() => {} }
                        };
                        let _ = tokio::time::timeout(END_TIMEOUT, known).await;
                    }
                    (true, Err(error))
                }
            }
        };
        let job = running.job();
        if let Some(job) = job.clone() {
            let end = jobs::end(&self.scheduler, job.into(), must_cancel);
            // Ignore errors here, because the result of the statement is known.
            let _ = tokio::time::timeout(END_TIMEOUT, end).await;
        }
        match (result, running.output.into_inner()) {
            (Ok(batches), Some(output)) => {
                let rows = rows_written(&batches)?;
                output.publish(&self.session, rows).await?;
                Ok(batches)
            }
            (Err(error), Some(output)) => {
                let is_reachable = self.check().await.is_ok();
                if job.is_some() && is_reachable {
                    // Wait until running tasks have ended, because they could write after the
                    // output is removed.
                    tokio::time::sleep(engine::END_TIMEOUT).await;
                }
                output.discard(is_reachable).await;
                Err(error)
            }
            (result, None) => result,
        }
    }

    async fn result(&self, statement: &str, running: &Running) -> Result<Vec<RecordBatch>> {
        let frame = self.session.sql(statement).await?;
        let frame = match frame.logical_plan() {
            LogicalPlan::Copy(copy) => {
                let (output, copy) = Output::of(copy, &self.session, &self.scheduler).await?;
                running.output.get_or_init(|| output);
                let plan = LogicalPlan::Copy(copy);
                self.session.execute_logical_plan(plan).await?
            }
            _ => frame,
        };
        let context = Arc::new(frame.task_ctx());
        let plan = frame.create_physical_plan().await?;
        let plan = running.plan.get_or_init(|| plan);
        let record_job = async {
            let job = running.known_job().await;
            if let Some(output) = running.output.get() {
                output.set_job(&self.scheduler.url, job.as_str());
            }
            std::future::pending().await
        };
        tokio::select! {
            batches = collect(plan.clone(), context) => batches,
            batches = record_job => batches,
        }
    }

    fn unreachable_error(&self, reason: &str) -> DataFusionError {
        exec_datafusion_err!(
            "the scheduler {} does not answer, and nothing is written ({reason}): start it and its \
             executors, check that all use TLS with the same authority or none do, then run the \
             statement again",
            self.scheduler.url
        )
    }

    /// Reports the progress of a statement, and never returns.
    async fn report_progress(&self, running: &Running) -> Infallible {
        let Some(report) = &self.report else {
            return std::future::pending().await;
        };
        loop {
            tokio::time::sleep(REPORT_INTERVAL).await;
            if let Some(job) = running.job()
                && let Some(progress) = jobs::progress(&self.scheduler, job.as_str()).await
            {
                report(progress);
            }
        }
    }

    /// Waits until the scheduler no longer answers. Returns the reason.
    async fn unreachable(&self) -> String {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            if let Err(reason) = self.check().await {
                return reason;
            }
        }
    }

    /// Checks that the scheduler answers. Otherwise, returns the reason.
    async fn check(&self) -> std::result::Result<(), String> {
        let state = tokio::time::timeout(ANSWER_TIMEOUT, jobs::state(&self.scheduler, "none"));
        match state.await {
            Ok(state) => state.map(drop),
            Err(elapsed) => Err(elapsed.to_string()),
        }
    }
}

/// The state of a running statement.
#[derive(Default)]
struct Running {
    output: OnceLock<Output>,
    plan: OnceLock<Arc<dyn ExecutionPlan>>,
}

impl Running {
    fn job(&self) -> Option<JobId> {
        job_of(self.plan.get()?)
    }

    /// Waits until the scheduler has returned the name of the job.
    async fn known_job(&self) -> JobId {
        loop {
            if let Some(job) = self.job() {
                return job;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Returns the job of a plan that runs on a cluster.
fn job_of(plan: &Arc<dyn ExecutionPlan>) -> Option<JobId> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id(),
        None => plan.children().into_iter().find_map(job_of),
    }
}
