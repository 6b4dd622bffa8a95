//! Opens object stores by the URLs of their files, with settings from environment variables.

use datafusion::common::Result;
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use object_store::ObjectStore;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use url::{Position, Url};

/// The prefixes of the environment variables that are settings. The crate `object_store` would also
/// accept general names, such as `TOKEN`.
const PREFIXES: [&str; 3] = ["AWS_", "AZURE_", "GOOGLE_"];

/// A registry that opens an object store when its URL is used for the first time.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    /// The stores that were registered by code, and the local file system.
    registered: DefaultObjectStoreRegistry,
    /// The stores by their URLs without a path.
    opened: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
}

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.registered.register_store(url, store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.registered.deregister_store(url)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        let unknown = match self.registered.get_store(url) {
            Ok(store) => return Ok(store),
            Err(error) => error,
        };
        if object_store::ObjectStoreScheme::parse(url).is_err() {
            return Err(unknown);
        }
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let root = &url[..Position::BeforePath];
        if let Some(store) = opened.get(root) {
            return Ok(store.clone());
        }
        let (store, _) = object_store::parse_url_opts(url, settings(url))?;
        let store: Arc<dyn ObjectStore> = Arc::from(store);
        opened.insert(root.to_owned(), store.clone());
        Ok(store)
    }
}

/// Returns the settings of object stores.
fn settings(url: &Url) -> Vec<(String, String)> {
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        let is_setting = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        is_setting.then_some((name, value.into_string().ok()?))
    });
    let mut settings: Vec<_> = variables.collect();
    if url.scheme() == "http" {
        settings.push(("allow_http".to_owned(), "true".to_owned()));
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::memory::InMemory;

    #[test]
    fn stores_are_opened_once_and_registered_stores_are_preferred() {
        let stores = Stores::default();
        let get = |url: &str| stores.get_store(&Url::parse(url).unwrap());
        let first = get("s3://bucket/a").unwrap();
        assert!(first.to_string().contains("AmazonS3"), "{first}");
        assert!(Arc::ptr_eq(&first, &get("s3://bucket/b/c").unwrap()));
        assert!(!Arc::ptr_eq(&first, &get("s3://other/a").unwrap()));
        // The container of Azure is the user name of a URL.
        let of_container = |name: &str| {
            let url = format!("abfss://{name}@account.dfs.core.windows.net/a");
            get(&url).unwrap().to_string()
        };
        assert!(of_container("first").contains("first"));
        assert!(of_container("second").contains("second"));
        for (url, name) in [
            ("gs://bucket/a", "Google"),
            ("https://example.com/a", "Http"),
            ("http://example.com/a", "Http"),
            ("file:///a", "LocalFileSystem"),
        ] {
            let store = get(url).unwrap().to_string();
            assert!(store.contains(name), "{store}");
        }
        let error = get("hdfs://host/a").unwrap_err().to_string();
        assert!(error.contains("hdfs://host"), "{error}");

        let own: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
        stores.register_store(&Url::parse("s3://bucket").unwrap(), own.clone());
        assert!(Arc::ptr_eq(&own, &get("s3://bucket/a").unwrap()));
    }
}
