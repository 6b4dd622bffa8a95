//! The options and the list of files for `convert` and `repair` in place.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::num::NonZero;

use anyhow::ensure;
use clap::Args;

use crate::files::{Files, FoundFile};
use crate::identity::{Entry, Identity};
use crate::input::Input;
use crate::name::name_of;
use crate::output::Output;
use crate::progress::Progress;
use crate::replace::Overrides;
use crate::work::{default_jobs, parse_jobs};

#[derive(Args)]
pub(crate) struct InPlace {
    /// Rewrite each file in place. Files with errors, and files that would not change, are not
    /// touched. With a suffix, as in -i.bak or --in-place=.bak, keep the old file under its name
    /// with the suffix
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with = "output"
    )]
    in_place: Option<OsString>,

    /// The rest of -i.bak. A value of -i needs an equals sign, so that -if latin1 means -i -f
    /// latin1
    #[arg(short = '.', hide = true, value_name = "SUFFIX", requires = "in_place")]
    dotted: Option<OsString>,

    /// Give each output the date of its input
    #[arg(long, alias = "keepdate")]
    keep_date: bool,

    #[command(flatten)]
    overrides: Overrides,

    /// Number of files to process at a time, if each has its own output [default: the number of
    /// CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = parse_jobs,
        default_value_t = default_jobs(),
        hide_default_value = true
    )]
    jobs: NonZero<usize>,
}

impl InPlace {
    pub(crate) fn is_wanted(&self) -> bool {
        self.in_place.is_some()
    }

    pub(crate) fn keeps_date(&self) -> bool {
        self.keep_date
    }

    pub(crate) fn overrides(&self) -> Overrides {
        self.overrides
    }

    pub(crate) fn jobs(&self) -> NonZero<usize> {
        self.jobs
    }

    /// Returns the suffix of backups, if they are requested.
    fn suffix(&self) -> anyhow::Result<Option<OsString>> {
        let mut suffix = self.in_place.clone().unwrap_or_default();
        if let Some(dotted) = &self.dotted {
            ensure!(
                suffix.is_empty(),
                "--in-place: two suffixes given; pass only one"
            );
            suffix.push(".");
            suffix.push(dotted);
        }
        let is_separator = |byte: &u8| std::path::is_separator((*byte).into());
        ensure!(
            !suffix.as_encoded_bytes().iter().any(is_separator),
            "--in-place: the suffix must not contain a slash"
        );
        Ok(Some(suffix).filter(|suffix| !suffix.is_empty()))
    }

    /// Returns the files to rewrite. A file with several paths is listed once, under the first of
    /// them, because otherwise the result would be converted again.
    pub(crate) fn find(&self, files: &Files) -> anyhow::Result<Vec<FoundFile>> {
        files.ensure_named()?;
        let mut seen = BTreeSet::new();
        let files = files.find()?.into_iter().filter_map(|file| {
            let entry = Entry::at(&file.path);
            let linked = entry.as_ref().and_then(Entry::linked);
            let is_new = entry.is_none_or(|entry| seen.insert(entry));
            is_new.then_some((file, linked))
        });
        let files = gather_links(files);
        ensure!(
            !files.iter().any(|file| file.path.as_os_str() == "-"),
            "--in-place: standard input cannot be rewritten"
        );
        Ok(files)
    }

    /// Returns a function that opens the output of a file. In a dry run (`dry`), it writes nothing.
    pub(crate) fn revise(
        &self,
        dry: bool,
    ) -> anyhow::Result<
        impl Fn(&FoundFile) -> anyhow::Result<Output<'static>> + Send + Sync + 'static,
    > {
        let (overrides, keep_date) = (self.overrides, self.keep_date);
        let suffix = self.suffix()?;
        Ok(move |file: &FoundFile| {
            let mut output = Output::revise(&file.path, overrides, dry)?;
            if keep_date {
                output.keep_date();
            }
            if let Some(suffix) = &suffix {
                output.keep_with(suffix);
            }
            Ok(output)
        })
    }
}

/// Opens the input for an output. If the output replaces the file, this is the same open file.
pub(crate) fn open_input(
    file: &FoundFile,
    output: &Output,
    progress: &Progress,
    ahead: bool,
) -> anyhow::Result<Input> {
    match output.original() {
        Some(original) => Ok(Input::of_file(
            name_of(&file.path),
            original,
            progress,
            ahead,
        )),
        None => Input::open(&file.path, progress, ahead),
    }
}

/// Groups files whose outputs replace names (hard links) of one file, so that these are replaced
/// one after another. Each file comes with the identity of the file that its output replaces, if
/// that has several names.
pub(crate) fn gather_links(
    files: impl IntoIterator<Item = (FoundFile, Option<Identity>)>,
) -> Vec<FoundFile> {
    let mut first = BTreeMap::new();
    let placed = files
        .into_iter()
        .enumerate()
        .map(|(index, (mut file, linked))| {
            let place = linked.map_or(index, |linked| *first.entry(linked).or_insert(index));
            file.is_link = place < index;
            (place, file)
        });
    let mut placed: Vec<(usize, FoundFile)> = placed.collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, file)| file).collect()
}
