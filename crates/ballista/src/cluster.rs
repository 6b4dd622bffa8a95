//! Sessions, schedulers and executors that support the tables and functions of
//! `utflane-datafusion`.

pub use crate::client::Client;
use crate::copy::CopyOptions;
use crate::engine::Engine;
pub use crate::jobs::Progress;
use crate::{LogicalCodec, PhysicalCodec};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::config::BALLISTA_ADAPTIVE_PLANNER_ENABLED;
use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::execution_engine::DefaultExecutionEngine;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::SessionStateBuilder;
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
        .with_default_features()
        .with_analyzer_rule(Arc::new(CopyOptions))
        .build();
    let session = SessionContext::remote_with_state(scheduler, state).await?;
    utflane_datafusion::register_all(&session)?;
    Ok(session)
}

/// Runs a scheduler on `listener`. Its sessions are created by the `override_session_builder` of
/// `config`, if it is set, and get the tables and functions of this crate. The builder can register
/// object stores, for example.
///
/// # Errors
///
/// Returns the errors of Ballista.
pub async fn run_scheduler(listener: TcpListener, config: SchedulerConfig) -> Result<()> {
    let of_user = config.override_session_builder.clone();
    let sessions = of_user.unwrap_or_else(|| Arc::new(default_session_builder));
    let mut config = config
        .with_override_config_producer(Arc::new(session_config))
        .with_override_session_builder(Arc::new(move |config| with_all(sessions(config)?)));
    config.override_logical_codec = Some(Arc::new(LogicalCodec::default()));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::default()));
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    start_grpc_service_with_listener(listener, scheduler).await
}

/// Runs an executor until a signal ends it. The `override_runtime_producer` of `config`, if it is
/// set, can register object stores. The `override_execution_engine` is wrapped by an engine that
/// ends the tasks of failed jobs and returns readable error messages.
///
/// # Errors
///
/// Returns the errors of Ballista.
pub async fn run_executor(mut config: ExecutorProcessConfig) -> Result<()> {
    let functions =
        BallistaFunctionRegistry::from(&with_all(default_session_builder(session_config())?)?);
    config.override_function_registry = Some(Arc::new(functions));
    let host = config.external_host.as_deref().unwrap_or("localhost");
    let engine = config.override_execution_engine.take();
    config.override_execution_engine = Some(Arc::new(Engine {
        executor: format!("{} at {host}:{}", config.executor_id, config.port),
        scheduler: format!("http://{}:{}", config.scheduler_host, config.scheduler_port),
        // The engine that Ballista would create reuses connections between tasks, but its pool is
        // private.
        inner: engine.unwrap_or_else(|| Arc::new(DefaultExecutionEngine::new())),
    }));
    config.override_config_producer = Some(Arc::new(session_config));
    config.override_logical_codec = Some(Arc::new(LogicalCodec::default()));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::default()));
    ballista_executor::executor_process::start_executor_process(Arc::new(config)).await
}
