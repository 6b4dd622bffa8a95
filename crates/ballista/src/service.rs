//! The gRPC service of a scheduler.
//!
//! It forwards requests to Ballista's scheduler. An executor whose task has failed with an I/O
//! error gets no tasks for a while. Otherwise it would get the same task again at once, and the job
//! would fail if the error is local to this executor, such as a full disk.

use crate::tls::Tls;
use arrow_flight::flight_service_server::FlightServiceServer;
use async_trait::async_trait;
use ballista_core::error::Result;
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::flight_proxy_service::BallistaFlightProxyService;
use ballista_core::serde::protobuf::scheduler_grpc_server::{SchedulerGrpc, SchedulerGrpcServer};
use ballista_core::serde::protobuf::{
    CancelJobParams, CancelJobResult, CleanJobDataParams, CleanJobDataResult,
    CreateUpdateSessionParams, CreateUpdateSessionResult, ExecuteQueryParams, ExecuteQueryResult,
    ExecutorRegistration, ExecutorStoppedParams, ExecutorStoppedResult, FailedTask,
    GetJobMetricsParams, GetJobMetricsResult, GetJobStatusParams, GetJobStatusResult,
    HeartBeatParams, HeartBeatResult, PollWorkParams, PollWorkResult, RegisterExecutorParams,
    RegisterExecutorResult, RemoveSessionParams, RemoveSessionResult, TaskStatus,
    UpdateTaskStatusParams, UpdateTaskStatusResult, task_status::Status as State,
};
use ballista_scheduler::scheduler_server::SchedulerServer;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

type Scheduler = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// The time for which an executor gets no tasks after an I/O error.
const PAUSE: Duration = Duration::from_secs(60);

/// An executor that has not requested tasks for this time is not available. An executor whose slots
/// are all in use sends a request every 5 seconds.
const ABSENT: Duration = Duration::from_secs(10);

/// Serves a scheduler on `listener`.
pub(crate) async fn serve(
    listener: TcpListener,
    scheduler: Scheduler,
    tls: Option<Tls>,
) -> Result<()> {
    let config = scheduler.state.config.clone();
    let [decoding, encoding] = [
        config.grpc_server_max_decoding_message_size as usize,
        config.grpc_server_max_encoding_message_size as usize,
    ];
    let flight_proxy = config.enable_embedded_flight_proxy.then(|| {
        let customize = config.override_create_grpc_client_endpoint.clone();
        let customize =
            customize.map(|customize| Arc::new(BallistaConfigGrpcEndpoint::new(customize)));
        let proxy = BallistaFlightProxyService::new(decoding, encoding, config.use_tls, customize);
        FlightServiceServer::new(proxy)
            .max_decoding_message_size(decoding)
            .max_encoding_message_size(encoding)
    });
    let service = Service {
        scheduler,
        executors: Mutex::default(),
    };
    let service = SchedulerGrpcServer::new(service)
        .max_decoding_message_size(decoding)
        .max_encoding_message_size(encoding);
    let mut server = match tls {
        Some(tls) => tls.serve(Server::builder())?,
        None => Server::builder(),
    };
    server
        .add_service(service)
        .add_optional_service(flight_proxy)
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await?;
    Ok(())
}

struct Service {
    scheduler: Scheduler,
    executors: Mutex<Executors>,
}

/// The executors that request tasks, by their IDs.
#[derive(Debug, Default)]
struct Executors(HashMap<String, Executor>);

#[derive(Debug)]
struct Executor {
    /// The time of its last request.
    requested: Instant,
    /// The time of the last I/O error of a task.
    failed: Option<Instant>,
}

impl Executor {
    fn is_paused(&self, now: Instant) -> bool {
        self.failed.is_some_and(|failed| now - failed < PAUSE)
    }
}

impl Executors {
    /// Records a request for tasks, and an I/O error of a task if `has_failed` is true. Returns
    /// whether the executor gets no tasks: it had an error, and another executor is available.
    fn is_paused(&mut self, id: &str, has_failed: bool, now: Instant) -> bool {
        self.0
            .retain(|_, executor| now - executor.requested < PAUSE);
        let executor = self.0.entry(id.to_owned()).or_insert(Executor {
            requested: now,
            failed: None,
        });
        executor.requested = now;
        if has_failed {
            executor.failed = Some(now);
        }
        let is_available =
            |other: &Executor| now - other.requested < ABSENT && !other.is_paused(now);
        executor.is_paused(now) && self.0.values().any(is_available)
    }
}

/// Returns the I/O error of a task that runs again.
fn io_error(status: &TaskStatus) -> Option<&str> {
    match &status.status {
        Some(State::Failed(FailedTask {
            error,
            retryable: true,
            count_to_failures: true,
            ..
        })) => Some(error),
        _ => None,
    }
}

/// Sets the host of an executor to the address of its connection, unless it has one.
fn set_host(executor: Option<&mut ExecutorRegistration>, address: Option<SocketAddr>) {
    if let (Some(executor), Some(address)) = (executor, address) {
        executor
            .host
            .get_or_insert_with(|| address.ip().to_string());
    }
}

type Answer<T> = std::result::Result<Response<T>, Status>;

#[async_trait]
impl SchedulerGrpc for Service {
    type ExecuteQueryPushStream = <Scheduler as SchedulerGrpc>::ExecuteQueryPushStream;

    async fn poll_work(&self, mut request: Request<PollWorkParams>) -> Answer<PollWorkResult> {
        let address = request.remote_addr();
        let poll = request.get_mut();
        set_host(poll.metadata.as_mut(), address);
        if let Some(executor) = &poll.metadata {
            let error = poll.task_status.iter().find_map(io_error);
            if let Some(error) = error {
                log::warn!("an I/O error of the executor {}: {error}", executor.id);
            }
            let mut executors = self
                .executors
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if executors.is_paused(&executor.id, error.is_some(), Instant::now()) {
                poll.num_free_vcores = 0;
            }
        }
        self.scheduler.poll_work(request).await
    }

    async fn register_executor(
        &self,
        mut request: Request<RegisterExecutorParams>,
    ) -> Answer<RegisterExecutorResult> {
        let address = request.remote_addr();
        set_host(request.get_mut().metadata.as_mut(), address);
        self.scheduler.register_executor(request).await
    }

    async fn heart_beat_from_executor(
        &self,
        mut request: Request<HeartBeatParams>,
    ) -> Answer<HeartBeatResult> {
        let address = request.remote_addr();
        set_host(request.get_mut().metadata.as_mut(), address);
        self.scheduler.heart_beat_from_executor(request).await
    }

    async fn update_task_status(
        &self,
        request: Request<UpdateTaskStatusParams>,
    ) -> Answer<UpdateTaskStatusResult> {
        SchedulerGrpc::update_task_status(&self.scheduler, request).await
    }

    async fn create_update_session(
        &self,
        request: Request<CreateUpdateSessionParams>,
    ) -> Answer<CreateUpdateSessionResult> {
        self.scheduler.create_update_session(request).await
    }

    async fn remove_session(
        &self,
        request: Request<RemoveSessionParams>,
    ) -> Answer<RemoveSessionResult> {
        self.scheduler.remove_session(request).await
    }

    async fn execute_query_push(
        &self,
        request: Request<ExecuteQueryParams>,
    ) -> Answer<Self::ExecuteQueryPushStream> {
        self.scheduler.execute_query_push(request).await
    }

    async fn execute_query(
        &self,
        request: Request<ExecuteQueryParams>,
    ) -> Answer<ExecuteQueryResult> {
        self.scheduler.execute_query(request).await
    }

    async fn get_job_status(
        &self,
        request: Request<GetJobStatusParams>,
    ) -> Answer<GetJobStatusResult> {
        self.scheduler.get_job_status(request).await
    }

    async fn get_job_metrics(
        &self,
        request: Request<GetJobMetricsParams>,
    ) -> Answer<GetJobMetricsResult> {
        self.scheduler.get_job_metrics(request).await
    }

    async fn executor_stopped(
        &self,
        request: Request<ExecutorStoppedParams>,
    ) -> Answer<ExecutorStoppedResult> {
        self.scheduler.executor_stopped(request).await
    }

    async fn cancel_job(&self, request: Request<CancelJobParams>) -> Answer<CancelJobResult> {
        SchedulerGrpc::cancel_job(&self.scheduler, request).await
    }

    async fn clean_job_data(
        &self,
        request: Request<CleanJobDataParams>,
    ) -> Answer<CleanJobDataResult> {
        self.scheduler.clean_job_data(request).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_executor_with_an_error_is_paused_while_another_is_available() {
        let mut executors = Executors::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        // An executor that is alone always gets tasks.
        assert!(!executors.is_paused("a", false, at(0)));
        assert!(!executors.is_paused("a", true, at(1)));
        assert!(!executors.is_paused("b", false, at(2)));
        assert!(executors.is_paused("a", false, at(2)));
        // The other executor no longer sends requests.
        assert!(!executors.is_paused("a", false, at(12)));
        assert!(!executors.is_paused("b", false, at(13)));
        assert!(executors.is_paused("a", false, at(14)));
        // Both have had errors.
        assert!(!executors.is_paused("b", true, at(15)));
        assert!(!executors.is_paused("a", false, at(15)));
        // The pause ends after a minute.
        assert!(!executors.is_paused("a", false, at(61)));
        assert!(executors.is_paused("b", false, at(61)));
        assert!(!executors.is_paused("b", false, at(75)));
    }
}
