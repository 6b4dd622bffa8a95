//! Sessions, schedulers and executors that know the tables and functions of `utflane-datafusion`.

pub use crate::client::Client;
use crate::{LogicalCodec, PhysicalCodec};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::config::BALLISTA_ADAPTIVE_PLANNER_ENABLED;
use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
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

/// A configuration of sessions whose plans are sent by this crate's codecs.
///
/// Plans are not adapted while they run: Ballista 55 does not run tasks again whose executor is
/// lost in the last stage of a plan that is, and such a query never ends.
pub fn session_config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, false)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// A session with all tables and functions.
fn with_all(state: SessionState) -> datafusion::common::Result<SessionState> {
    let session = SessionContext::new_with_state(state);
    utflane_datafusion::register_all(&session)?;
    Ok(session.state())
}

/// A session whose queries run on the cluster of a scheduler, as `http://127.0.0.1:50050`. They
/// wait for their result forever, if need be: those of a [`Client`] do not.
///
/// # Errors
///
/// Where `scheduler` is no address, and those of DataFusion.
pub async fn connect(
    scheduler: &str,
    config: SessionConfig,
) -> datafusion::common::Result<SessionContext> {
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_default_features()
        .build();
    let session = SessionContext::remote_with_state(scheduler, state).await?;
    utflane_datafusion::register_all(&session)?;
    Ok(session)
}

/// Runs a scheduler that listens where `listener` does. Its sessions are those of the builder in
/// `config`, if there is one, which gives them object stores, say, with what this crate has.
///
/// # Errors
///
/// Those of Ballista.
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

/// Runs an executor, until it is told to end by a signal. The `override_runtime_producer` of
/// `config`, if there is one, gives it object stores.
///
/// # Errors
///
/// Those of Ballista.
pub async fn run_executor(mut config: ExecutorProcessConfig) -> Result<()> {
    let functions =
        BallistaFunctionRegistry::from(&with_all(default_session_builder(session_config())?)?);
    config.override_function_registry = Some(Arc::new(functions));
    config.override_config_producer = Some(Arc::new(session_config));
    config.override_logical_codec = Some(Arc::new(LogicalCodec::default()));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::default()));
    ballista_executor::executor_process::start_executor_process(Arc::new(config)).await
}
