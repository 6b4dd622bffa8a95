//! Requests to a scheduler about its jobs.

use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, CleanJobDataParams, GetJobMetricsParams, GetJobStatusParams,
    job_status::Status, operator_metric::Metric,
};
use ballista_core::utils::create_grpc_client_endpoint;
use std::error::Error;
use std::sync::Arc;
use tonic::transport::Channel;

/// A scheduler, and how to connect to it.
#[derive(Clone)]
pub(crate) struct Scheduler {
    pub(crate) url: String,
    /// Configures TLS, for example.
    pub(crate) endpoint: Option<Arc<BallistaConfigGrpcEndpoint>>,
}

impl Scheduler {
    async fn connect(&self) -> Result<SchedulerGrpcClient<Channel>, Box<dyn Error + Send + Sync>> {
        let mut endpoint = create_grpc_client_endpoint(self.url.clone(), None)?;
        if let Some(configured) = &self.endpoint {
            endpoint = configured.configure_endpoint(endpoint)?;
        }
        Ok(SchedulerGrpcClient::new(endpoint.connect().await?))
    }
}

/// Returns the messages of an error and of its sources, each once.
fn with_sources(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let text = error.to_string();
        if !message.contains(&text) {
            message = message + ": " + &text;
        }
        source = error.source();
    }
    message
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobState {
    /// It is queued or running.
    Active,
    Successful,
    /// It failed or was cancelled.
    Failed,
    /// The scheduler does not have this job, or no longer has it.
    Unknown,
}

/// Returns the state of a job. If the scheduler does not answer, returns the reason.
pub(crate) async fn state(scheduler: &Scheduler, job: &str) -> Result<JobState, String> {
    let connected = scheduler.connect().await;
    let mut client = connected.map_err(|error| with_sources(&*error))?;
    let job_id = job.to_owned();
    let status = match client.get_job_status(GetJobStatusParams { job_id }).await {
        Ok(answer) => answer.into_inner().status,
        // A status with a source is an error of the connection, not an answer of the scheduler.
        Err(status) => match status.source() {
            Some(error) => return Err(with_sources(error)),
            None => None,
        },
    };
    Ok(match status.map(|status| status.status) {
        None => JobState::Unknown,
        Some(None | Some(Status::Queued(_) | Status::Running(_))) => JobState::Active,
        Some(Some(Status::Successful(_))) => JobState::Successful,
        Some(Some(Status::Failed(_))) => JobState::Failed,
    })
}

/// The progress of a statement on a cluster. The scheduler reports a stage after its last task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of finished stages.
    pub stages: usize,
    /// The number of rows that the finished stages have read from files.
    pub rows: u64,
    /// The number of bytes that the finished stages have read from files.
    pub bytes: u64,
}

/// Returns the progress of a job, or `None` if it is unknown.
pub(crate) async fn progress(scheduler: &Scheduler, job: &str) -> Option<Progress> {
    let mut client = scheduler.connect().await.ok()?;
    let job_id = job.to_owned();
    let metrics = client.get_job_metrics(GetJobMetricsParams { job_id }).await;
    let stages = metrics.ok()?.into_inner().stages;
    let mut progress = Progress {
        stages: stages.len(),
        ..Progress::default()
    };
    let operators = stages.iter().flat_map(|stage| &stage.operators);
    let scans = operators.filter(|operator| operator.operator_type == "DataSourceExec");
    for metric in scans.flat_map(|scan| &scan.metrics) {
        match &metric.metric {
            Some(Metric::OutputRows(rows)) => progress.rows += rows,
            Some(Metric::Count(count)) if count.name == "bytes_scanned" => {
                progress.bytes += count.value;
            }
            _ => {}
        }
    }
    Some(progress)
}

/// Cancels a job if `must_cancel` is true. Then makes the executors remove the files of the job.
pub(crate) async fn end(scheduler: &Scheduler, job_id: String, must_cancel: bool) {
    if let Ok(mut client) = scheduler.connect().await {
        if must_cancel {
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
