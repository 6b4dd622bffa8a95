//! A client whose statements end, whatever becomes of the cluster.

use crate::output::{Output, rows_written};
use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobStatusParams};
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
/// there. So it takes a target of local files, which is new.
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
        // Why the job is to be cancelled, if it did not end by itself.
        let plan = Mutex::new(None);
        let error = tokio::select! {
            result = self.result(statement, &plan) => return match result {
                Ok(batches) => Ok(batches),
                Err(error) if self.is_there().await => Err(error),
                Err(_) => Err(self.is_gone()),
            },
            () = self.silence() => self.is_gone(),
            () = tokio::time::sleep(self.timeout) => exec_datafusion_err!(
                "no result in {} seconds, and nothing is written: look whether executors of {} \
                 run, then run the statement again, with a longer time limit if it takes longer",
                self.timeout.as_secs(),
                self.scheduler
            ),
        };
        let plan = plan.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = plan.as_ref().and_then(job_of) {
            // The error is that of the statement.
            let _ = tokio::time::timeout(HEARTBEAT, self.cancel(job)).await;
        }
        Err(error)
    }

    async fn result(
        &self,
        statement: &str,
        running: &Mutex<Option<Arc<dyn ExecutionPlan>>>,
    ) -> Result<Vec<RecordBatch>> {
        let frame = self.session.sql(statement).await?;
        let (output, frame) = match frame.logical_plan() {
            LogicalPlan::Copy(copy) => {
                let (output, copy) = Output::of(copy)?;
                let plan = LogicalPlan::Copy(copy);
                (Some(output), self.session.execute_logical_plan(plan).await?)
            }
            _ => (None, frame),
        };
        let context = Arc::new(frame.task_ctx());
        let plan = frame.create_physical_plan().await?;
        *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan.clone());
        let batches = collect(plan, context).await?;
        if let Some(output) = output {
            output.publish(rows_written(&batches)?).await?;
        }
        Ok(batches)
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

    async fn cancel(&self, job: JobId) {
        if let Ok(mut client) = SchedulerGrpcClient::connect(self.scheduler.clone()).await {
            let job_id = job.into();
            let _ = client.cancel_job(CancelJobParams { job_id }).await;
        }
    }
}

/// The job of a plan that runs on a cluster.
fn job_of(plan: &Arc<dyn ExecutionPlan>) -> Option<JobId> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id(),
        None => plan.children().into_iter().find_map(job_of),
    }
}
