//! `utflane convert -o DIR/`: converts each file into a folder, under its own name.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};

use crate::convert::{Options, convert_each};
use crate::files::FoundFile;
use crate::identity::Entry;
use crate::inplace::gather_links;
use crate::input::Input;
use crate::name::name_of;
use crate::output::{Output, Place};
use crate::progress::Progress;
use crate::tree::Tree;
use crate::{Status, complain};

/// Whether an output is a folder: its name ends with a slash, or it is an existing folder. `-` is
/// standard output, even if there is a folder with that name.
pub(crate) fn is_folder(output: &Path) -> bool {
    if output.as_os_str() == "-" {
        return false;
    }
    let is_separator = |byte: &u8| std::path::is_separator((*byte).into());
    output
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(is_separator)
        || output.is_dir()
}

pub(crate) fn convert_into_folder(
    options: &Options,
    stdout: &mut dyn Write,
) -> anyhow::Result<Status> {
    let folder = options.output.clone();
    let mut files = options.files.find()?;
    let tree = Arc::new(Tree::new(&folder));
    tree.create_top(&files)?;
    let there = fs::canonicalize(&folder).with_context(|| name_of(&folder))?;
    // Files in the output folder are not inputs: most are outputs of an earlier run.
    let found = files.len();
    files.retain(|file| {
        let path = fs::canonicalize(&file.path);
        let is_output =
            path.is_ok_and(|path| path.starts_with(&there) && path != there.join(&file.below));
        file.is_named || !is_output
    });
    match found - files.len() {
        0 => {}
        1 => complain(format_args!(
            "{}: 1 file in it is skipped",
            name_of(&folder)
        )),
        count => complain(format_args!(
            "{}: {count} files in it are skipped",
            name_of(&folder)
        )),
    }
    ensure!(
        !files.is_empty(),
        "no file found outside the output directory {}",
        name_of(&folder)
    );
    check_names(&files)?;
    let files = gather_links(files.into_iter().map(|file| {
        let replaced = Entry::at(&folder.join(&file.below));
        (file, replaced.and_then(|entry| entry.linked()))
    }));
    let (overrides, keep_date) = (options.in_place.overrides(), options.in_place.keeps_date());
    let made = Arc::clone(&tree);
    let result = convert_each(files, options, stdout, move |file| {
        let path = folder.join(&file.below);
        let is_input = Entry::at(&path).is_some_and(|entry| Some(entry) == Entry::at(&file.path));
        ensure!(
            !is_input,
            "{}: would be replaced by its conversion; use --in-place for that",
            name_of(&path)
        );
        let source = fs::metadata(&file.path).with_context(|| name_of(&file.path))?;
        if source.is_dir() {
            // It is named without --recursive or cannot be listed. Opening it returns the reason.
            Input::open(&file.path, &Progress::NONE, false)?;
        }
        made.create_parents(file)?;
        let place = Place::of(&path).with_context(|| name_of(&path))?;
        Output::file(&path, place, source, keep_date, overrides)
    });
    match (result, tree.close()) {
        (Ok(status), closed) => closed.map(|()| status),
        (Err(error), closed) => {
            if let Err(other) = closed {
                complain(format_args!("{other:#}"));
            }
            Err(error)
        }
    }
}

/// Returns an error if two files would have the same name in the folder, because one would be lost.
fn check_names(files: &[FoundFile]) -> anyhow::Result<()> {
    let mut seen = BTreeMap::new();
    for file in files {
        if file.below.as_os_str().is_empty() {
            // A named folder that cannot be listed has no output.
            continue;
        }
        ensure!(
            file.path.as_os_str() != "-",
            "--output: standard input has no name, so it cannot be written into a directory"
        );
        if let Some(other) = seen.insert(&file.below, &file.path) {
            bail!(
                "{} and {} would have the same name in the directory",
                name_of(other),
                name_of(&file.path)
            );
        }
    }
    Ok(())
}
