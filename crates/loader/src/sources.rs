//! Finds the files to load, and all other files with the reason why they are not loaded.

use crate::input::has_known_extension;
use crate::name::shown;
use crate::options::pattern_matcher;
use anyhow::{Context, bail};
use globset::GlobMatcher;
use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::{Component, Path, PathBuf};

/// A file or folder that was found.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    /// The length in bytes, if it is known.
    pub(crate) bytes: Option<u64>,
    pub(crate) status: Status,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Status {
    /// A file to load.
    Data,
    /// A file that is not loaded, with the reason.
    Skipped(String),
    /// A file that cannot be loaded, with the reason.
    Failed(String),
}

/// Finds the files of all sources, in the order of the sources and of their names. Links in folders
/// are followed after that, so that a file or folder is found under its own name if possible.
///
/// # Errors
///
/// A source does not exist, or a pattern matches no file.
pub(crate) fn find(sources: &[PathBuf]) -> anyhow::Result<Vec<Entry>> {
    let mut search = Search::default();
    for source in sources {
        match fs::metadata(source) {
            Ok(metadata) if metadata.is_dir() => {
                // Names in the current folder need no `./`.
                let is_current = source == Path::new(".");
                search.folder(if is_current { Path::new("") } else { source }, &metadata);
            }
            Ok(metadata) => search.file(source, &metadata, true),
            Err(error) => match source.to_str().filter(|name| is_pattern(name)) {
                Some(pattern) => search.pattern(pattern)?,
                None => return Err(error).with_context(|| shown(source)),
            },
        }
    }
    search.follow_links();
    Ok(search.found)
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '[', '{'])
}

#[derive(Default)]
struct Search {
    found: Vec<Entry>,
    /// The first path of each file.
    files: HashMap<Identity, PathBuf>,
    /// The first path of each folder.
    folders: HashMap<Identity, PathBuf>,
    /// Selects paths in the folders of a pattern. A folder that it matches is loaded as a whole.
    pattern: Option<GlobMatcher>,
    /// Links in folders, with the pattern that applies to them.
    links: Vec<(PathBuf, Option<GlobMatcher>)>,
    follows_links: bool,
}

impl Search {
    /// Adds the files that match a pattern.
    fn pattern(&mut self, pattern: &str) -> anyhow::Result<()> {
        let matcher = pattern_matcher(pattern)?;
        let is_plain = |part: &Component| !part.as_os_str().to_str().is_some_and(is_pattern);
        let base: PathBuf = Path::new(pattern)
            .components()
            .take_while(is_plain)
            .collect();
        let before = self.found.len() + self.links.len();
        let result = self.with_pattern(matcher, |search| search.entries(&base));
        result.with_context(|| shown(&base))?;
        if self.found.len() + self.links.len() == before {
            bail!("no file matches the pattern {pattern:?}");
        }
        Ok(())
    }

    /// Searches files that match a pattern. The folders that it searches do not count as searched:
    /// another source may name one of them, and then all of its files are loaded.
    fn with_pattern<T>(
        &mut self,
        pattern: GlobMatcher,
        search: impl FnOnce(&mut Search) -> T,
    ) -> T {
        let folders = std::mem::take(&mut self.folders);
        self.pattern = Some(pattern);
        let result = search(self);
        self.pattern = None;
        self.folders = folders;
        result
    }

    fn follow_links(&mut self) {
        self.follows_links = true;
        for (path, pattern) in std::mem::take(&mut self.links) {
            match pattern {
                Some(pattern) => self.with_pattern(pattern, |search| search.entry(&path)),
                None => self.entry(&path),
            }
        }
    }

    /// Adds the files of a folder that was not searched before.
    fn folder(&mut self, path: &Path, metadata: &Metadata) {
        if let Some(other) = first_of(&mut self.folders, path, metadata) {
            let other = if other.as_os_str().is_empty() {
                Path::new(".")
            } else {
                &other
            };
            let reason = format!("it is the same folder as {}", shown(other));
            return self.add(path, None, Status::Skipped(reason));
        }
        if ["files.csv", "rejected.csv"]
            .iter()
            .all(|name| path.join(name).exists())
        {
            let reason = "it contains the report of a load".to_owned();
            return self.add(path, None, Status::Skipped(reason));
        }
        if let Err(error) = self.entries(path) {
            self.add(
                path,
                None,
                Status::Failed(format!("cannot read the folder: {error}")),
            );
        }
    }

    fn entries(&mut self, folder: &Path) -> std::io::Result<()> {
        let is_current = folder.as_os_str().is_empty();
        let entries = fs::read_dir(if is_current { Path::new(".") } else { folder })?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(entry?.file_name());
        }
        names.sort();
        for name in names {
            self.entry(&folder.join(name));
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path) {
        let is_match = self.pattern.as_ref().map(|pattern| pattern.is_match(path));
        let may_match = is_match != Some(false) || path.is_dir();
        if !self.follows_links && may_match && path.is_symlink() {
            let pattern = self.pattern.clone();
            return self.links.push((path.to_owned(), pattern));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let pattern = self.pattern.take_if(|_| is_match == Some(true));
                self.folder(path, &metadata);
                self.pattern = self.pattern.take().or(pattern);
            }
            _ if is_match == Some(false) => {}
            Ok(metadata) => self.file(path, &metadata, is_match == Some(true)),
            Err(error) => {
                let reason = format!("cannot read the file: {error}");
                let status = match has_known_extension(path) {
                    true => Status::Failed(reason),
                    false => Status::Skipped(reason),
                };
                self.add(path, None, status);
            }
        }
    }

    /// Adds a file. Files that were named are loaded whatever their extension is.
    fn file(&mut self, path: &Path, metadata: &Metadata, is_named: bool) {
        let is_data = is_named || has_known_extension(path);
        let status = if !metadata.is_file() {
            // Reading from a pipe could block.
            let reason = "it is not a regular file".to_owned();
            match is_data {
                true => Status::Failed(reason),
                false => Status::Skipped(reason),
            }
        } else if !is_data {
            let reason = "its extension is not .csv, .tsv or .txt, or one of these with .gz, .bz2, \
                          .xz or .zst";
            Status::Skipped(reason.to_owned())
        } else if let Some(other) = first_of(&mut self.files, path, metadata) {
            Status::Skipped(format!("it is the same file as {}", shown(&other)))
        } else {
            Status::Data
        };
        self.add(path, Some(metadata.len()), status);
    }

    fn add(&mut self, path: &Path, bytes: Option<u64>, status: Status) {
        let path = path.to_owned();
        self.found.push(Entry {
            path,
            bytes,
            status,
        });
    }
}

/// Returns the other path under which a file or folder was found before.
fn first_of(
    seen: &mut HashMap<Identity, PathBuf>,
    path: &Path,
    metadata: &Metadata,
) -> Option<PathBuf> {
    let identity = identity_of(path, metadata)?;
    let other = seen.get(&identity).cloned();
    if other.is_none() {
        seen.insert(identity, path.to_owned());
    }
    other
}

#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity_of(_: &Path, metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity_of(path: &Path, _: &Metadata) -> Option<Identity> {
    path.canonicalize().ok()
}

/// Returns the names and values of the folders `name=value` in a path. The value is `None` for
/// Hive's name of null.
///
/// # Errors
///
/// A name or value is not UTF-8.
pub(crate) fn partitions(path: &Path) -> Result<Vec<(String, Option<String>)>, String> {
    let mut partitions = Vec::new();
    let folders = path.parent().into_iter().flat_map(Path::components);
    for folder in folders {
        let bytes = folder.as_os_str().as_encoded_bytes();
        let Some(at) = bytes
            .iter()
            .position(|byte| *byte == b'=')
            .filter(|at| *at > 0)
        else {
            continue;
        };
        let texts = [&bytes[..at], &bytes[at + 1..]].map(|part| String::from_utf8(unescaped(part)));
        let [Ok(name), Ok(value)] = texts else {
            return Err(format!(
                "the folder {} is not UTF-8",
                shown(Path::new(&folder))
            ));
        };
        let value = (value != "__HIVE_DEFAULT_PARTITION__").then_some(value);
        partitions.push((name, value));
    }
    Ok(partitions)
}

/// Replaces escapes such as `%3A`, which Hive writes for characters such as `:`.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let digits = after
            .get(..2)
            .and_then(|digits| str::from_utf8(digits).ok());
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_columns() {
        let path =
            Path::new("in/year=2024/=x/at=12%3A30/b=__HIVE_DEFAULT_PARTITION__/c=d=5%/n=1.csv");
        let found = partitions(path).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(name, value)| (&name[..], value.as_deref()))
            .collect();
        let expected = [
            ("year", Some("2024")),
            ("at", Some("12:30")),
            ("b", None),
            ("c", Some("d=5%")),
        ];
        assert_eq!(found, expected);
        assert!(partitions(Path::new("a=%FF/b.csv")).is_err());
    }
}
