//! Requests to a scheduler about its jobs.

use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, CleanJobDataParams, GetJobStatusParams, job_status::Status,
};
use std::error::Error;

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

/// Returns the state of a job, or `None` if the scheduler does not answer.
pub(crate) async fn state(scheduler: &str, job: &str) -> Option<JobState> {
    let mut client = SchedulerGrpcClient::connect(scheduler.to_owned())
        .await
        .ok()?;
    let job_id = job.to_owned();
    let status = match client.get_job_status(GetJobStatusParams { job_id }).await {
        Ok(answer) => answer.into_inner().status,
        // A status with a source is an error of the connection, not an answer of the scheduler.
        Err(status) if status.source().is_some() => return None,
        Err(_) => None,
    };
    Some(match status.map(|status| status.status) {
        None => JobState::Unknown,
        Some(None | Some(Status::Queued(_) | Status::Running(_))) => JobState::Active,
        Some(Some(Status::Successful(_))) => JobState::Successful,
        Some(Some(Status::Failed(_))) => JobState::Failed,
    })
}

/// Cancels a job if `is_broken_off` is true. Then makes the executors remove the files of the job.
pub(crate) async fn end(scheduler: &str, job_id: String, is_broken_off: bool) {
    if let Ok(mut client) = SchedulerGrpcClient::connect(scheduler.to_owned()).await {
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
