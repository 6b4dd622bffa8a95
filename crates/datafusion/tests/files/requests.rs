//! Tests the number and the size of requests to an object store.

use super::*;
use async_trait::async_trait;
use futures::StreamExt;
use futures::stream::BoxStream;
use object_store::path::Path;
use object_store::{
    CopyOptions, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult,
};
use std::fmt;
use std::sync::Mutex;

/// The requests to a store. `bytes` is the number of requested bytes, and `read` the number of
/// bytes that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Requests {
    gets: usize,
    heads: usize,
    bytes: u64,
    read: u64,
}

/// A store that counts requests.
#[derive(Clone, Debug)]
struct Counting(Arc<InMemory>, Arc<Mutex<Requests>>);

impl Counting {
    fn new() -> Counting {
        Counting(Arc::new(InMemory::new()), Arc::default())
    }

    fn take(&self) -> Requests {
        std::mem::take(&mut self.1.lock().unwrap())
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[async_trait]
impl ObjectStore for Counting {
    async fn get_opts(&self, at: &Path, options: GetOptions) -> object_store::Result<GetResult> {
        let is_head = options.head;
        let mut result = self.0.get_opts(at, options).await?;
        let mut requests = self.1.lock().unwrap();
        match is_head {
            true => requests.heads += 1,
            false => {
                requests.gets += 1;
                requests.bytes += result.range.end - result.range.start;
                let GetResultPayload::Stream(bytes) = result.payload else {
                    unreachable!("it is in memory");
                };
                // Like a network, return small chunks, and count only chunks that are read.
                let counted = self.1.clone();
                let chunks = bytes.flat_map(|bytes| {
                    let bytes = bytes.expect("bytes of memory");
                    let ends = (0..bytes.len()).step_by(4096);
                    let cut = move |at: usize| bytes.slice(at..bytes.len().min(at + 4096));
                    futures::stream::iter(ends.map(cut).collect::<Vec<_>>())
                });
                let chunks = chunks.map(move |chunk| {
                    counted.lock().unwrap().read += chunk.len() as u64;
                    Ok(chunk)
                });
                result.payload = GetResultPayload::Stream(chunks.boxed());
            }
        }
        Ok(result)
    }

    async fn put_opts(
        &self,
        at: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> object_store::Result<PutResult> {
        self.0.put_opts(at, payload, options).await
    }

    async fn put_multipart_opts(
        &self,
        at: &Path,
        options: PutMultipartOptions,
    ) -> object_store::Result<Box<dyn MultipartUpload>> {
        self.0.put_multipart_opts(at, options).await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, object_store::Result<Path>>,
    ) -> BoxStream<'static, object_store::Result<Path>> {
        self.0.delete_stream(locations)
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
        self.0.copy_opts(from, to, options).await
    }
}

/// Without the option `charset`, DataFusion's own table reads the file.
const CHARSETS: [(&str, Charset); 4] = [
    ("", Charset::Utf8),
    ("charset 'utf-16le'", Charset::Utf16Le),
    ("charset 'auto', fallback_charset 'latin1'", Charset::Latin1),
    ("charset 'auto'", Charset::Utf16Be),
];

/// Creates a table of `files` files with `rows` rows each. Returns the store, the length of a file,
/// and the requests for inferring the columns.
async fn table(
    session: &SessionContext,
    (options, charset): (&str, Charset),
    files: usize,
    rows: usize,
) -> Result<(Counting, u64, Requests)> {
    let store = Counting::new();
    let text = "id,name\n".to_owned() + &"12345,Zoë from Málaga\n".repeat(rows);
    let bytes = encoded(&text, charset);
    for file in 0..files {
        let path = Path::from(format!("folder/{file}.csv"));
        store.0.put(&path, bytes.clone().into()).await?;
    }
    let url = url::Url::parse("memory://bucket").unwrap();
    session.register_object_store(&url, Arc::new(store.clone()));
    let options = match options {
        "" => "has_header 'true'",
        options => options,
    };
    create_as(session, "", "CSV", "memory://bucket/folder/", options).await?;
    let inferred = store.take();
    Ok((store, bytes.len() as u64, inferred))
}

#[tokio::test]
async fn a_small_file_is_one_request() -> Result<()> {
    for charset in CHARSETS {
        let session = session_with(SessionConfig::new());
        let (store, size, inferred) = table(&session, charset, 10, 100).await?;
        assert_eq!(count(&session).await?, 1000);
        let requests = store.take();
        println!("{:45} columns: {inferred:?}, rows: {requests:?}", charset.0);
        for requests in [inferred, requests] {
            let whole = Requests {
                gets: 10,
                heads: 0,
                bytes: 10 * size,
                read: 10 * size,
            };
            assert_eq!(requests, whole, "{}", charset.0);
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_range_is_one_request_and_a_sample_one_for_a_file() -> Result<()> {
    const PARTS: usize = 8;
    for charset in CHARSETS {
        let session = session_of(PARTS);
        let (store, size, inferred) = table(&session, charset, 1, 50_000).await?;
        assert_eq!(inferred.gets, 1);
        // Columns are inferred from the first rows, so only a prefix of the file is read.
        assert!(inferred.read < 512 << 10, "{inferred:?} of {size}");
        assert_eq!(partitions(&session).await?, PARTS);
        assert_eq!(count(&session).await?, 50_000);
        let requests = store.take();
        println!("{:45} {size} bytes: {requests:?}", charset.0);
        let samples = usize::from(charset.0.contains("auto"));
        assert_eq!(
            (requests.gets, requests.heads),
            (PARTS + samples, 0),
            "{}",
            charset.0
        );
        let more = (PARTS as u64 * (16 << 10)) + samples as u64 * (64 << 10);
        assert!(requests.bytes <= size + more, "{requests:?} of {size}");
        assert!(requests.read <= requests.bytes);
    }
    Ok(())
}
