//! Whatever happens, a folder with a mark has all rows, and one without it is known to have not.

use super::*;
use async_trait::async_trait;
use datafusion::dataframe::DataFrameWriteOptions;
use futures::stream::BoxStream;
use object_store::memory::InMemory;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, PutMultipartOptions,
    PutPayload, PutResult,
};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A store that has so many copies and marks left before it fails.
#[derive(Debug)]
struct Failing(InMemory, AtomicUsize);

impl Failing {
    fn use_one(&self) -> object_store::Result<()> {
        let use_one = |left: usize| left.checked_sub(1);
        let left = self
            .1
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, use_one);
        left.map(|_| ()).map_err(|_| Error::Generic {
            store: "failing",
            source: "the network is down".into(),
        })
    }
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[async_trait]
impl ObjectStore for Failing {
    async fn put_opts(
        &self,
        at: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> object_store::Result<PutResult> {
        if at.filename() == Some(MARK) {
            self.use_one()?;
        }
        self.0.put_opts(at, payload, options).await
    }

    async fn put_multipart_opts(
        &self,
        at: &Path,
        options: PutMultipartOptions,
    ) -> object_store::Result<Box<dyn MultipartUpload>> {
        self.0.put_multipart_opts(at, options).await
    }

    async fn get_opts(&self, at: &Path, options: GetOptions) -> object_store::Result<GetResult> {
        self.0.get_opts(at, options).await
    }

    fn delete_stream(
        &self,
        places: BoxStream<'static, object_store::Result<Path>>,
    ) -> BoxStream<'static, object_store::Result<Path>> {
        self.0.delete_stream(places)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, object_store::Result<ObjectMeta>> {
        self.0.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> object_store::Result<ListResult> {
        self.0.list_with_delimiter(prefix).await
    }

    async fn copy_opts(
        &self,
        from: &Path,
        to: &Path,
        options: CopyOptions,
    ) -> object_store::Result<()> {
        self.use_one()?;
        self.0.copy_opts(from, to, options).await
    }
}

/// A session with a store that fails after so many copies and marks, and output in it.
fn output(uses: usize) -> (SessionContext, Arc<Failing>, Objects) {
    let session = SessionContext::new();
    let store = Arc::new(Failing(InMemory::new(), AtomicUsize::new(uses)));
    let root = url::Url::parse("memory://bucket").unwrap();
    session.register_object_store(&root, store.clone());
    let url = |url| ListingTableUrl::parse(url).unwrap();
    let target = url("memory://bucket/a b/out/");
    let partial = url("memory://bucket/a b/out.partial-1/");
    let objects = Objects::of(store.clone(), &target, partial);
    (session, store, objects)
}

/// Writes a file of so many rows.
async fn write(session: &SessionContext, name: &str, rows: usize) -> Result<()> {
    let table = session.sql(&format!("SELECT * FROM range({rows})")).await?;
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    let place = format!("memory://bucket/a b/out.partial-1/{name}");
    table.write_parquet(&place, options, None).await?;
    Ok(())
}

async fn names(store: &Failing) -> Vec<String> {
    let objects: Vec<_> = store.0.list(None).try_collect().await.unwrap();
    let mut names: Vec<_> = objects
        .into_iter()
        .map(|object| object.location.to_string())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_mark_is_there_with_all_rows() -> Result<()> {
    let (session, store, objects) = output(usize::MAX);
    // One attempt has been lost; folders of Hive's style are kept.
    for (name, rows) in [
        ("a_0.parquet", 30),
        ("k=1/b_0.parquet", 30),
        ("k=2/b_1.parquet", 20),
    ] {
        write(&session, name, rows).await?;
    }
    objects.publish(&session, true, 50).await?;
    let files = ["_SUCCESS", "k=1/b_0.parquet", "k=2/b_1.parquet"];
    assert_eq!(
        names(&store).await,
        files.map(|name| format!("a b/out/{name}"))
    );
    let mark = store
        .0
        .get(&Path::from("a b/out/_SUCCESS"))
        .await?
        .bytes()
        .await?;
    assert_eq!(
        mark,
        "rows 50\nfile k=1/b_0.parquet\nfile k=2/b_1.parquet\n"
    );
    // Who reads the folder reads its rows.
    let table = session
        .read_parquet("memory://bucket/a b/out/", Default::default())
        .await?;
    assert_eq!(table.count().await?, 50);
    Ok(())
}

#[tokio::test]
async fn without_all_rows_there_is_nothing() -> Result<()> {
    let (session, store, objects) = output(usize::MAX);
    write(&session, "a_0.parquet", 30).await?;
    let error = objects
        .publish(&session, true, 50)
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("run the statement again"), "{error}");
    assert_eq!(names(&store).await, [""; 0]);
    // The store fails at each step: a copy, another, the mark.
    for uses in 0..3 {
        let (session, store, objects) = output(uses);
        write(&session, "a_0.parquet", 30).await?;
        write(&session, "a_1.parquet", 20).await?;
        let error = objects
            .publish(&session, true, 50)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("the network is down"), "{error}");
        assert_eq!(names(&store).await, [""; 0], "{uses}");
    }
    // Another statement is quicker: its files are left alone.
    let (session, store, objects) = output(usize::MAX);
    write(&session, "a_0.parquet", 30).await?;
    store
        .0
        .put(&Path::from("a b/out/x_0.parquet"), "x".into())
        .await?;
    assert!(objects.is_taken().await?);
    let error = objects
        .publish(&session, true, 30)
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("another statement has written"), "{error}");
    assert_eq!(names(&store).await, ["a b/out/x_0.parquet"]);
    Ok(())
}

#[tokio::test]
async fn an_object_is_copied_as_a_whole() -> Result<()> {
    for uses in 0..2 {
        let (_, store, objects) = output(uses);
        store.0.put(&objects.partial, "all".into()).await?;
        assert_eq!(objects.publish_file().await.is_ok(), uses == 1);
        let expected: &[&str] = if uses == 1 { &["a b/out"] } else { &[] };
        assert_eq!(names(&store).await, expected);
    }
    Ok(())
}
