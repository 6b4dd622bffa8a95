//! Tests `COPY` into an object store in memory, with a cluster in this process.

use super::*;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::logical_expr::LogicalPlan;
use futures::TryStreamExt;
use object_store::memory::InMemory;
use object_store::{ObjectStore, ObjectStoreExt};
use std::sync::Arc;
use utflane_ballista::cluster::Client;

/// Returns the runtime that all sessions share.
fn runtime(store: Arc<InMemory>) -> Arc<RuntimeEnv> {
    let runtime = Arc::new(RuntimeEnv::default());
    runtime.register_object_store(&url::Url::parse("memory://bucket").unwrap(), store);
    runtime
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_store_has_all_rows_and_a_mark() -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let [csv, work] = ["csv", "work"].map(|name| place.path().join(name));
    std::fs::create_dir(&csv)?;
    write_files(&csv);
    let store = Arc::new(InMemory::new());
    let shared = runtime(store.clone());

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let of_scheduler = shared.clone();
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        override_session_builder: Some(Arc::new(move |config| {
            let state = ballista_core::utils::default_session_builder(config)?;
            let state = SessionStateBuilder::from(state);
            Ok(state.with_runtime_env(of_scheduler.clone()).build())
        })),
        ..SchedulerConfig::default()
    };
    tokio::spawn(async move {
        cluster::run_scheduler(listener, config, None)
            .await
            .unwrap()
    });
    let ports = [0, 1].map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let [port, grpc_port] = ports.map(|port| port.local_addr().unwrap().port());
    let of_executor = shared.clone();
    let config = ExecutorProcessConfig {
        external_host: Some("127.0.0.1".into()),
        port,
        grpc_port,
        scheduler_host: "127.0.0.1".into(),
        scheduler_port: address.port(),
        scheduler_connect_timeout_seconds: 20,
        vcores: 2,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: Some(work.display().to_string()),
        override_runtime_producer: Some(Arc::new(move |_| Ok(of_executor.clone()))),
        ..ExecutorProcessConfig::default()
    };
    tokio::spawn(async move { cluster::run_executor(config, None).await.unwrap() });

    let scheduler = format!("http://{address}");
    while tokio::net::TcpStream::connect(address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let config = cluster::session_config().with_target_partitions(4);
    let client = Client::connect(&scheduler, config).await?;
    let client = client.with_timeout(Duration::from_secs(60));
    let create = format!(
        "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}/' \
         OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')",
        csv.display()
    );
    client.run(&create).await?;
    let copy = "COPY (SELECT * FROM t) TO 'memory://bucket/some/out/' STORED AS PARQUET";
    // If the store is not registered with the client, the statement fails before anything runs.
    let error = client.run(copy).await.unwrap_err().to_string();
    assert!(error.contains("the client has no object store"), "{error}");
    let root = url::Url::parse("memory://bucket").unwrap();
    client.session().register_object_store(&root, store.clone());
    client.run(copy).await?;
    // The intermediate files of executors are removed.
    let begun = std::time::Instant::now();
    while has_file(&work) {
        assert!(begun.elapsed() < Duration::from_secs(10), "files are left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    let objects: Vec<_> = store.list(None).try_collect().await?;
    let names: Vec<_> = objects
        .iter()
        .map(|object| object.location.as_ref())
        .collect();
    let mark = names
        .iter()
        .find(|name| name.ends_with("/_SUCCESS"))
        .expect("a mark");
    assert!(
        names.iter().all(|name| name.starts_with("some/out/")),
        "{names:?}"
    );
    let mark = store.get(&(*mark).into()).await?.bytes().await?;
    let mark = String::from_utf8(mark.to_vec()).expect("text");
    assert_eq!(
        mark.lines().next(),
        Some(&*format!("rows {}", FILES * ROWS))
    );
    assert_eq!(mark.lines().count(), names.len(), "{mark}\n{names:?}");
    let session = SessionContext::new_with_config_rt(Default::default(), shared);
    let table = session
        .read_parquet("memory://bucket/some/out/", Default::default())
        .await?;
    assert_eq!(table.count().await?, FILES * ROWS);

    // A second copy fails. A statement that fails leaves no objects.
    let error = client.run(copy).await.unwrap_err().to_string();
    assert!(error.contains("exists already"), "{error}");
    let bad = "COPY (SELECT decode_text(arrow_cast(name, 'Binary'), 'ascii') AS a FROM t) \
               TO 'memory://bucket/some/bad/' STORED AS PARQUET";
    let error = client.run(bad).await.unwrap_err().to_string();
    assert!(error.contains("decode_text: row"), "{error}");
    assert_eq!(
        store.list(None).try_collect::<Vec<_>>().await?.len(),
        names.len()
    );

    // A single file is one object.
    client
        .run("COPY (SELECT * FROM t) TO 'memory://bucket/one.parquet'")
        .await?;
    let objects: Vec<_> = store.list(None).try_collect().await?;
    assert_eq!(objects.len(), names.len() + 1);
    let table = session
        .read_parquet("memory://bucket/one.parquet", Default::default())
        .await?;
    assert!(matches!(table.logical_plan(), LogicalPlan::TableScan(_)));
    assert_eq!(table.count().await?, FILES * ROWS);
    // A single object is not replaced.
    let copy = "COPY (SELECT 1 AS a) TO 'memory://bucket/one.parquet'";
    let error = client.run(copy).await.unwrap_err().to_string();
    assert!(error.contains("exists already"), "{error}");
    let table = session
        .read_parquet("memory://bucket/one.parquet", Default::default())
        .await?;
    assert_eq!(table.count().await?, FILES * ROWS);
    Ok(())
}
