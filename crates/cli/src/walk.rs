//! Finds the files in folders.

use std::fs::{self, DirEntry, ReadDir};
use std::path::Path;

use clap::Args;
use globset::{GlobBuilder, GlobMatcher};

use crate::files::Found;

/// Names of folders and files of version control, which are passed over even if they contain text.
const VERSION_CONTROL: [&str; 11] = [
    ".bzr", ".git", ".hg", ".jj", ".pijul", ".sl", ".svn", "CVS", "RCS", "SCCS", "_darcs",
];

#[derive(Args)]
pub(crate) struct Filter {
    /// With --recursive, read only files that match this; can be given several times. A pattern
    /// without a slash is for the name, others are for the path below the directory named. `*`,
    /// `?`, `[a-z]`, `{a,b}` and `**` are special
    #[arg(long, value_name = "GLOB", value_parser = parse_pattern, requires = "recursive")]
    include: Vec<Pattern>,

    /// With --recursive, pass over files and directories that match this; can be given several
    /// times
    #[arg(long, value_name = "GLOB", value_parser = parse_pattern, requires = "recursive")]
    exclude: Vec<Pattern>,
}

/// Which files a search in folders passes over.
#[derive(Clone, Copy, Default)]
pub(crate) struct Skips {
    pub(crate) hidden: bool,
    pub(crate) version_control: bool,
}

#[derive(Clone)]
struct Pattern {
    matcher: GlobMatcher,
    is_path: bool,
}

fn parse_pattern(text: &str) -> Result<Pattern, globset::Error> {
    let glob = text.strip_prefix("./").unwrap_or(text).trim_matches('/');
    Ok(Pattern {
        matcher: GlobBuilder::new(glob)
            .literal_separator(true)
            .build()?
            .compile_matcher(),
        is_path: text.trim_end_matches('/').contains('/'),
    })
}

impl Pattern {
    /// Whether the pattern matches `path`, relative to the named folder.
    fn is_match(&self, path: &Path) -> bool {
        match path.file_name() {
            Some(name) if !self.is_path => self.matcher.is_match(name),
            _ => self.matcher.is_match(path),
        }
    }
}

/// A search below a folder.
pub(crate) struct Walk<'a> {
    filter: &'a Filter,
    skips: Skips,
    /// The folder that the command line names.
    top: &'a Path,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(filter: &'a Filter, skips: Skips, top: &'a Path) -> Walk<'a> {
        Walk { filter, skips, top }
    }

    /// Adds the files in a folder, in the order of their names. Anything that is neither a file nor
    /// a folder is passed over: reading a named pipe would not end. A folder that cannot be listed
    /// is added itself, so that reading it reports the error.
    pub(crate) fn collect(&self, folder: ReadDir, files: &mut Vec<Found>) {
        let mut entries: Vec<DirEntry> = folder.filter_map(Result::ok).collect();
        entries.sort_unstable_by_key(DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if self.is_passed_over(&entry, &path) {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    if self.skips.version_control && is_repository(&path) {
                        continue;
                    }
                    if let Ok(folder) = fs::read_dir(&path) {
                        self.collect(folder, files);
                        continue;
                    }
                }
                Ok(kind) if !kind.is_file() || !self.is_included(&path) => continue,
                Ok(_) | Err(_) => {}
            }
            files.push(Found {
                below: self.below(&path).to_owned(),
                path,
                is_named: false,
            });
        }
    }

    fn below<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(self.top).unwrap_or(path)
    }

    fn is_included(&self, path: &Path) -> bool {
        let (include, path) = (&self.filter.include, self.below(path));
        include.is_empty() || include.iter().any(|pattern| pattern.is_match(path))
    }

    fn is_passed_over(&self, entry: &DirEntry, path: &Path) -> bool {
        let name = entry.file_name();
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        let is_version_control = VERSION_CONTROL.iter().any(|other| name == *other);
        let (exclude, path) = (&self.filter.exclude, self.below(path));
        self.skips.hidden && is_hidden
            || self.skips.version_control && is_version_control
            || exclude.iter().any(|pattern| pattern.is_match(path))
    }
}

/// Whether a folder is a bare repository of Git, whose name can be any.
fn is_repository(folder: &Path) -> bool {
    let has = |name| fs::symlink_metadata(folder.join(name)).is_ok();
    has("HEAD") && has("objects") && has("refs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names_or_paths() {
        let cases = [
            ("*.txt", "a.txt", true),
            ("*.txt", "b/a.txt", true),
            ("*.txt", "a.txt.gz", false),
            ("*.{txt,csv}", "b/a.csv", true),
            ("target/", "b/target", true),
            ("b/*.txt", "b/a.txt", true),
            ("b/*.txt", "b/c/a.txt", false),
            ("b/*.txt", "a/b/a.txt", false),
            ("b/**/*.txt", "b/c/d/a.txt", true),
            ("/a.txt", "a.txt", true),
            ("/a.txt", "b/a.txt", false),
            ("./a.txt", "b/a.txt", false),
            ("[a-c].txt", "b/d.txt", false),
        ];
        for (pattern, path, expected) in cases {
            let found = parse_pattern(pattern).unwrap().is_match(Path::new(path));
            assert_eq!(found, expected, "{pattern} {path}");
        }
    }
}
