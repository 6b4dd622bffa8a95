//! Sessions, schedulers and executors that support the tables and functions of
//! `utflane-datafusion`.

pub use crate::client::Client;
use crate::copy::EncodeCopyOptions;
use crate::engine::Engine;
pub use crate::jobs::Progress;
use crate::jobs::Scheduler;
use crate::service;
use crate::stores::Stores;
pub use crate::tls::Tls;
use crate::{LogicalCodec, PhysicalCodec};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::config::{BALLISTA_ADAPTIVE_PLANNER_ENABLED, TaskSchedulingPolicy};
use ballista_core::error::{BallistaError, Result};
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::{GrpcClientConfig, default_session_builder};
use ballista_executor::execution_engine::DefaultExecutionEngine;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::create_scheduler;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::execution::session_state::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::sync::Arc;
use tokio::net::TcpListener;

/// Returns a configuration for sessions that send their plans with the codecs of this crate.
///
/// It disables the adaptive planner. With that planner, Ballista 55 does not repeat tasks whose
/// executor is lost in the last stage, so such a query never ends.
pub fn session_config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, false)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// Registers all tables and functions with a session.
fn with_all(state: SessionState) -> datafusion::common::Result<SessionState> {
    let session = SessionContext::new_with_state(state);
    utflane_datafusion::register_all(&session)?;
    Ok(session.state())
}

/// Returns a runtime whose object stores are opened when their URLs are used.
fn runtime() -> datafusion::common::Result<Arc<RuntimeEnv>> {
    let builder = RuntimeEnvBuilder::new();
    builder
        .with_object_store_registry(Arc::new(Stores::default()))
        .build_arc()
}

/// Returns a session whose queries run on the cluster of a scheduler, such as
/// `http://127.0.0.1:50050`. Its queries have no time limit. Use a [`Client`] for queries that
/// always end.
///
/// # Errors
///
/// Returns an error if `scheduler` is not an address, and the errors of DataFusion.
pub async fn connect(
    scheduler: &str,
    config: SessionConfig,
) -> datafusion::common::Result<SessionContext> {
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(runtime()?)
        .with_default_features()
        .with_analyzer_rule(Arc::new(EncodeCopyOptions))
        .build();
    let session = SessionContext::remote_with_state(scheduler, state).await?;
    utflane_datafusion::register_all(&session)?;
    Ok(session)
}

/// Runs a scheduler on `listener`. Its sessions are created by the `override_session_builder` of
/// `config`, if it is set, and get the tables and functions of this crate. The builder can register
/// object stores, for example. If you pass `tls`, executors and clients must also use [`Tls`].
///
/// # Errors
///
/// Returns the errors of Ballista.
pub async fn run_scheduler(
    listener: TcpListener,
    config: SchedulerConfig,
    tls: Option<Tls>,
) -> Result<()> {
    let runtime = runtime()?;
    let default_sessions =
        move |config: SessionConfig| -> datafusion::common::Result<SessionState> {
            let state = SessionStateBuilder::from(default_session_builder(config)?);
            Ok(state.with_runtime_env(runtime.clone()).build())
        };
    let of_user = config.override_session_builder.clone();
    let sessions = of_user.unwrap_or_else(|| Arc::new(default_sessions));
    let mut config = config
        .with_override_config_producer(Arc::new(session_config))
        .with_override_session_builder(Arc::new(move |config| with_all(sessions(config)?)));
    config.override_logical_codec = Some(Arc::new(LogicalCodec::default()));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::default()));
    if let Some(tls) = &tls {
        config.override_create_grpc_client_endpoint =
            Some(tls.endpoint(GrpcClientConfig::default()));
        config.use_tls = true;
    }
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    service::serve(listener, scheduler, tls).await
}

/// Runs an executor until a signal ends it. The `override_runtime_producer` of `config`, if it is
/// set, can register object stores. The `override_execution_engine` is wrapped by an engine that
/// ends the tasks of failed and cancelled jobs, and returns readable error messages. With `tls`,
/// the scheduling policy must be `PullStaged`, because Ballista cannot encrypt the requests of
/// `PushStaged`.
///
/// # Errors
///
/// Returns the errors of Ballista.
pub async fn run_executor(mut config: ExecutorProcessConfig, tls: Option<Tls>) -> Result<()> {
    let is_pull = matches!(
        config.task_scheduling_policy,
        TaskSchedulingPolicy::PullStaged
    );
    if tls.is_some() && !is_pull {
        let message = "TLS requires the scheduling policy PullStaged".to_owned();
        return Err(BallistaError::Configuration(message));
    }
    let functions =
        BallistaFunctionRegistry::from(&with_all(default_session_builder(session_config())?)?);
    config.override_function_registry = Some(Arc::new(functions));
    config.override_config_producer = Some(Arc::new(session_config));
    if let Some(tls) = tls {
        let endpoint = tls.endpoint(GrpcClientConfig::default());
        config.override_create_grpc_client_endpoint = Some(endpoint);
        let of_session = tls.clone();
        config.override_config_producer =
            Some(Arc::new(move || of_session.configure(session_config())));
        config.override_arrow_flight_service = Some(tls.flight_service(&config));
    }
    let host = config.external_host.as_deref().unwrap_or("localhost");
    let engine = config.override_execution_engine.take();
    let endpoint = config.override_create_grpc_client_endpoint.clone();
    config.override_execution_engine = Some(Arc::new(Engine {
        executor: format!("{} at {host}:{}", config.executor_id, config.port),
        scheduler: Scheduler {
            url: format!("http://{}:{}", config.scheduler_host, config.scheduler_port),
            endpoint: endpoint.map(|endpoint| Arc::new(BallistaConfigGrpcEndpoint::new(endpoint))),
        },
        // By default, Ballista would create an engine that reuses connections between tasks. We
        // cannot, because the pool of connections is private.
        inner: engine.unwrap_or_else(|| Arc::new(DefaultExecutionEngine::new())),
    }));
    if config.override_runtime_producer.is_none() {
        let mut builder =
            RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(Stores::default()));
        if let Some(folder) = &config.work_dir {
            builder = builder.with_temp_file_path(folder);
        }
        config.override_runtime_producer = Some(Arc::new(move |_: &SessionConfig| {
            builder.clone().build_arc()
        }));
    }
    config.override_logical_codec = Some(Arc::new(LogicalCodec::default()));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::default()));
    ballista_executor::executor_process::start_executor_process(Arc::new(config)).await
}
