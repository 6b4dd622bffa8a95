//! A client whose statements end, whatever becomes of the cluster.

use crate::attempt::rows_written;
use crate::output::Output;
use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, CleanJobDataParams, GetJobStatusParams};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::LogicalPlanNode;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the scheduler is asked whether it is there, and how long it may take to answer.
const HEARTBEAT: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs statements on a cluster. Each of them ends: with its result, or with an error.
///
/// Ballista waits for a result as long as it takes. That is forever if an executor is killed at a
/// bad moment, or if there is none. Here a statement has a time limit, after which its job is
/// cancelled, and the scheduler is asked every few seconds whether it is there.
///
/// `COPY` writes under another name, and what it has written has its own only once all rows are
/// there. So it takes a target that is new. In an object store, where nothing can be renamed, files
/// are copied to their names, and the last one, `_SUCCESS`, says that all are there.
#[derive(Clone)]
pub struct Client {
    session: SessionContext,
    scheduler: String,
    timeout: Duration,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("scheduler", &self.scheduler)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// A client of a scheduler, as `http://127.0.0.1:50050`, whose statements take ten minutes at
    /// most.
    ///
    /// # Errors
    ///
    /// As for [`connect`](crate::cluster::connect).
    pub async fn connect(scheduler: &str, config: SessionConfig) -> Result<Client> {
        Ok(Client {
            session: crate::cluster::connect(scheduler, config).await?,
            scheduler: scheduler.to_owned(),
            timeout: Duration::from_secs(600),
        })
    }

    /// The client whose statements take this long at most.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Client {
        self.timeout = timeout;
        self
    }

    /// The session.
    pub fn session(&self) -> &SessionContext {
        &self.session
    }

    /// Runs a statement.
    ///
    /// # Errors
    ///
    /// Those of DataFusion and of Ballista; that the time limit is over, or that the scheduler does
    /// not answer. Then nothing is written.
    pub async fn run(&self, statement: &str) -> Result<Vec<RecordBatch>> {
        let running = Mutex::new(Running::default());
        // Whether the job is to be cancelled, and what came of it.
        let (is_broken_off, result) = tokio::select! {
            result = self.result(statement, &running) => match result {
                Err(_) if !self.is_there().await => (false, Err(self.is_gone())),
                result => (false, result),
            },
            () = self.silence() => (true, Err(self.is_gone())),
            () = tokio::time::sleep(self.timeout) => (true, Err(exec_datafusion_err!(
                "no result in {} seconds, and nothing is written: look whether executors of {} \
                 run, then run the statement again, with a longer time limit if it takes longer",
                self.timeout.as_secs(),
                self.scheduler
            ))),
        };
        let Running { plan, output } = running.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = plan.as_ref().and_then(job_of) {
            // The error, if there is one, is that of the statement.
            let _ = tokio::time::timeout(HEARTBEAT, self.end(job, is_broken_off)).await;
        }
        match (result, output) {
            (Ok(batches), Some(output)) => {
                let rows = rows_written(&batches)?;
                output.publish(&self.session, rows).await?;
                Ok(batches)
            }
            (result, output) => {
                if let Some(output) = output {
                    output.discard().await;
                }
                result
            }
        }
    }

    async fn result(&self, statement: &str, running: &Mutex<Running>) -> Result<Vec<RecordBatch>> {
        let known = || running.lock().unwrap_or_else(PoisonError::into_inner);
        let frame = self.session.sql(statement).await?;
        let frame = match frame.logical_plan() {
            LogicalPlan::Copy(copy) => {
                let (output, copy) = Output::of(copy, &self.session).await?;
                known().output = Some(output);
                let plan = LogicalPlan::Copy(copy);
                self.session.execute_logical_plan(plan).await?
            }
            _ => frame,
        };
        let context = Arc::new(frame.task_ctx());
        let plan = frame.create_physical_plan().await?;
        known().plan = Some(plan.clone());
        collect(plan, context).await
    }

    fn is_gone(&self) -> datafusion::common::DataFusionError {
        exec_datafusion_err!(
            "the scheduler {} does not answer, and nothing is written: start it and executors, \
             then run the statement again",
            self.scheduler
        )
    }

    /// Returns once the scheduler does not answer any more.
    async fn silence(&self) {
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            if !self.is_there().await {
                return;
            }
        }
    }

    /// Whether the scheduler answers, whatever it says.
    async fn is_there(&self) -> bool {
        let asked = async {
            let mut client = SchedulerGrpcClient::connect(self.scheduler.clone())
                .await
                .ok()?;
            let job_id = String::from("none");
            match client.get_job_status(GetJobStatusParams { job_id }).await {
                // What has a source comes from the connection, not from the scheduler.
                Err(status) if status.source().is_some() => None,
                _ => Some(()),
            }
        };
        matches!(tokio::time::timeout(PATIENCE, asked).await, Ok(Some(())))
    }

    /// Has the executors remove what they keep of a job, after it is cancelled if it is to be.
    async fn end(&self, job: JobId, is_broken_off: bool) {
        if let Ok(mut client) = SchedulerGrpcClient::connect(self.scheduler.clone()).await {
            let job_id = String::from(job);
            if is_broken_off {
                log::warn!("the job {job_id} is cancelled");
                let job_id = job_id.clone();
                let _ = client.cancel_job(CancelJobParams { job_id }).await;
            }
            let remove_stage_ids = Vec::new();
            let clean = CleanJobDataParams {
                job_id,
                remove_stage_ids,
            };
            let _ = client.clean_job_data(clean).await;
        }
    }
}

/// What is known of a statement that runs.
#[derive(Default)]
struct Running {
    plan: Option<Arc<dyn ExecutionPlan>>,
    output: Option<Output>,
}

/// The job of a plan that runs on a cluster.
fn job_of(plan: &Arc<dyn ExecutionPlan>) -> Option<JobId> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id(),
        None => plan.children().into_iter().find_map(job_of),
    }
}
