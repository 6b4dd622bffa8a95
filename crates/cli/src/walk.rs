//! Finds the files in folders, by the rules of ripgrep: skips hidden files, the data of version
//! control, and files that `.gitignore` and similar files exclude.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use globset::{GlobBuilder, GlobMatcher};
use ignore::{DirEntry, WalkBuilder};

use crate::complain;
use crate::files::FoundFile;
use crate::name::{is_invisible, name_of};

/// Names of folders and files of version control, which are skipped even if they contain text.
const VERSION_CONTROL: [&str; 11] = [
    ".bzr", ".git", ".hg", ".jj", ".pijul", ".sl", ".svn", "CVS", "RCS", "SCCS", "_darcs",
];

#[derive(Args)]
pub(crate) struct Filter {
    /// With --recursive, read only files that match this pattern. It can be given several times. A
    /// pattern without a slash matches the name; others match the path relative to the named
    /// directory. `*`, `?`, `[a-z]`, `{a,b}` and `**` are special
    #[arg(long, value_name = "GLOB", value_parser = parse_pattern, requires = "recursive")]
    include: Vec<Pattern>,

    /// With --recursive, skip files and directories that match this pattern. It can be given
    /// several times
    #[arg(long, value_name = "GLOB", value_parser = parse_pattern, requires = "recursive")]
    exclude: Vec<Pattern>,

    /// With --recursive, also read hidden files and files in hidden directories; the data of
    /// version control is still skipped
    #[arg(long, requires = "recursive")]
    hidden: bool,

    /// With --recursive, also read files that a `.gitignore`, `.ignore` or another file of Git
    /// excludes
    #[arg(long, requires = "recursive")]
    no_ignore: bool,
}

#[derive(Clone)]
struct Pattern {
    /// The pattern as typed on the command line.
    text: String,
    matcher: GlobMatcher,
    is_path: bool,
}

fn parse_pattern(text: &str) -> Result<Pattern, globset::Error> {
    let glob = text.strip_prefix("./").unwrap_or(text).trim_matches('/');
    Ok(Pattern {
        text: text.to_owned(),
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

/// A search in several folders, one after another.
pub(crate) struct Walk<'a> {
    filter: &'a Filter,
    exclude: Arc<[Pattern]>,
    /// Whether a file was found for each pattern of `--include`.
    is_used: Vec<bool>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(filter: &'a Filter) -> Walk<'a> {
        Walk {
            filter,
            exclude: filter.exclude.clone().into(),
            is_used: vec![false; filter.include.len()],
        }
    }

    /// Adds the files in the folder `top`, sorted by name. Anything that is neither a file nor a
    /// folder is skipped, because reading a named pipe might not end. A folder that cannot be
    /// listed is added itself, so that reading it reports the error.
    pub(crate) fn collect(&mut self, top: &Path, files: &mut Vec<FoundFile>) {
        let (exclude, folder) = (Arc::clone(&self.exclude), top.to_owned());
        let mut search = WalkBuilder::new(top);
        search
            .standard_filters(!self.filter.no_ignore)
            .hidden(!self.filter.hidden)
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| {
                entry.depth() == 0 || !is_passed_over(entry, &folder, &exclude)
            });
        for entry in search.build() {
            let path = match entry {
                Ok(entry) => {
                    if let Some(error) = entry.error() {
                        warn(error);
                    }
                    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                    if !is_file || !self.is_included(below(entry.path(), top)) {
                        continue;
                    }
                    entry.into_path()
                }
                Err(error) => match path_of(&error) {
                    Some(path) => path.to_owned(),
                    None => {
                        warn(&error);
                        continue;
                    }
                },
            };
            files.push(FoundFile {
                below: below(&path, top).to_owned(),
                path,
                is_named: false,
                is_link: false,
            });
        }
    }

    /// Whether a file is selected. Each pattern that matches it is marked as used.
    fn is_included(&mut self, path: &Path) -> bool {
        let mut is_included = self.filter.include.is_empty();
        for (pattern, is_used) in self.filter.include.iter().zip(&mut self.is_used) {
            let is_match = pattern.is_match(path);
            *is_used |= is_match;
            is_included |= is_match;
        }
        is_included
    }

    /// Warns of patterns that match no file. Returns an error if no file was found.
    pub(crate) fn finish(&self, files: &[FoundFile]) -> anyhow::Result<()> {
        let patterns = self.filter.include.iter().zip(&self.is_used);
        let unused = patterns.filter(|(_, is_used)| !**is_used);
        let texts = unused.map(|(pattern, _)| name_of(Path::new(&pattern.text)).to_string());
        let texts = texts.collect::<Vec<_>>().join(", ");
        let message = match texts.is_empty() {
            true => "no file found".to_owned(),
            false => format!("--include {texts}: no file found that matches"),
        };
        if files.is_empty() {
            let wider = match (self.filter.hidden, self.filter.no_ignore) {
                (false, false) => "; --hidden and --no-ignore include more files",
                (false, true) => "; --hidden includes more files",
                (true, false) => "; --no-ignore includes more files",
                (true, true) => "",
            };
            bail!("{message}{wider}");
        }
        if !texts.is_empty() {
            complain(format_args!("warning: {message}"));
        }
        Ok(())
    }
}

/// Returns the path relative to the folder that the command line names.
fn below<'p>(path: &'p Path, top: &Path) -> &'p Path {
    path.strip_prefix(top).unwrap_or(path)
}

fn is_passed_over(entry: &DirEntry, top: &Path, exclude: &[Pattern]) -> bool {
    let (name, path) = (entry.file_name(), below(entry.path(), top));
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    VERSION_CONTROL.iter().any(|other| name == *other)
        || is_folder && is_repository(entry.path())
        || exclude.iter().any(|pattern| pattern.is_match(path))
}

/// Warns of an error in an ignore file. The message may quote the file, so invisible characters are
/// escaped.
fn warn(error: &ignore::Error) {
    if let ignore::Error::Partial(errors) = error {
        return errors.iter().for_each(warn);
    }
    let mut words = String::new();
    for character in error.to_string().chars() {
        match is_invisible(character) {
            true => words.extend(character.escape_unicode()),
            false => words.push(character),
        }
    }
    complain(format_args!("warning: {words}"));
}

/// Returns the path in an error of a search.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

/// Whether a folder is a bare Git repository, which can have any name.
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
