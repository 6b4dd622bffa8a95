//! Tests that a folder with a mark has all rows, after failures at each step.

use super::*;
use async_trait::async_trait;
use datafusion::dataframe::DataFrameWriteOptions;
use futures::stream::BoxStream;
use object_store::memory::InMemory;
use object_store::{
    CopyMode, CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload,
    PutMultipartOptions, PutPayload, PutResult,
};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A store that fails after a number of copies and marks. The `bool` says whether it supports the
/// operation that copies to a new name.
#[derive(Debug)]
struct Failing(InMemory, AtomicUsize, AtomicBool);

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
        if options.mode == CopyMode::Create && !self.2.load(Ordering::SeqCst) {
            return Err(Error::NotImplemented {
                operation: "copy to a new name".into(),
                implementer: "failing".into(),
            });
        }
        self.use_one()?;
        self.0.copy_opts(from, to, options).await
    }
}

/// Returns a session with a store that fails after `uses` copies and marks, the store, and output
/// in it.
fn output(uses: usize) -> (SessionContext, Arc<Failing>, Objects) {
    let session = SessionContext::new();
    let store = Arc::new(Failing(
        InMemory::new(),
        AtomicUsize::new(uses),
        AtomicBool::new(true),
    ));
    let root = url::Url::parse("memory://bucket").unwrap();
    session.register_object_store(&root, store.clone());
    let url = |url| ListingTableUrl::parse(url).unwrap();
    let target = url("memory://bucket/a b/out/");
    let partial = url("memory://bucket/a b/out.partial-1/");
    let objects = Objects::of(store.clone(), &target, partial);
    (session, store, objects)
}

/// Writes a file with `rows` rows.
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
    // One attempt was lost. Folders in Hive's style are kept.
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
    // A reader of the folder gets all rows.
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
    // The store fails at the first copy, at the second copy, or at the mark.
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
    // Another statement has written first. Its files are unchanged.
    let (session, store, objects) = output(usize::MAX);
    write(&session, "a_0.parquet", 30).await?;
    store
        .0
        .put(&Path::from("a b/out/x_0.parquet"), "x".into())
        .await?;
    assert!(objects.is_taken(false).await?);
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

/// An existing object is never replaced, with or without the operation that copies to a new name.
#[tokio::test]
async fn an_object_is_not_replaced() -> Result<()> {
    for has_create in [true, false] {
        let (_, store, objects) = output(usize::MAX);
        store.2.store(has_create, Ordering::SeqCst);
        store.0.put(&objects.partial, "all".into()).await?;
        assert!(!objects.is_taken(true).await?);
        objects.publish_file().await?;

        let (_, store, objects) = output(usize::MAX);
        store.2.store(has_create, Ordering::SeqCst);
        store.0.put(&objects.partial, "new".into()).await?;
        let target = objects.target.clone();
        store.0.put(&target, "old".into()).await?;
        assert!(objects.is_taken(true).await?);
        let error = objects.publish_file().await.unwrap_err().to_string();
        assert!(error.contains("another statement has written"), "{error}");
        assert_eq!(names(&store).await, ["a b/out"]);
        assert_eq!(store.0.get(&target).await?.bytes().await?, "old");
    }
    // A folder of objects is not replaced.
    let (_, store, objects) = output(usize::MAX);
    store.0.put(&Path::from("a b/out/x"), "x".into()).await?;
    assert!(objects.is_taken(true).await?);
    Ok(())
}
