//! Lists every use of `unsafe` in the library and its packages: where it is, why it is sound, and which tests cover it.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use regex::Regex;

use crate::lexer::{Kind, closing, tokens};

const LIST: &str = "docs/unsafe.md";

/// Reasons of declarations, for which they are always the same.
const NAMES: &str = "the names are the C interface; no other linked code defines them";
const FOREIGN: &str =
    "the signatures are those of the C standard library; each call has its own reason";

/// Words and punctuation of a file, and the comments directly before each.
struct File<'a> {
    tokens: Vec<&'a str>,
    comments: Vec<String>,
    failures: Vec<String>,
}

/// Writes the list to docs/unsafe.md, or compares it.
pub fn list(only_check: bool) -> Result<()> {
    let old = fs::read_to_string(LIST)?;
    // Everything before the sections is written by hand. Its table has, for each prefix of a path (the longest one that
    // matches counts), the title of a section and the tests.
    let header = &old[..old.find("\n## ").context("docs/unsafe.md has no section")?];
    let rows = header
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let areas: Vec<(&str, &str)> = rows
        .map(|(area, rest)| (area, rest.split(" | ").next().unwrap_or(rest)))
        .collect();
    let mut sections: Vec<String> = areas
        .iter()
        .map(|(_, title)| {
            format!(
                "\n## {title}\n\n| file | function | use | why it is sound |\n|---|---|---|---|\n"
            )
        })
        .collect();

    let mut failures = Vec::new();
    let mut count = 0;
    for (path, source) in &sources()? {
        let mut file = File::new(source);
        let rows = file.uses();
        failures.extend(
            file.failures
                .iter()
                .map(|failure| format!("{path}, {failure}")),
        );
        let matching = (0..areas.len()).filter(|area| path.starts_with(areas[*area].0));
        match matching.max_by_key(|area| areas[*area].0.len()) {
            Some(area) => rows
                .iter()
                .for_each(|row| sections[area] += &format!("| `{path}` | {row} |\n")),
            None if rows.is_empty() => {}
            None => failures.push(format!("{path}: `unsafe` is not allowed in this file")),
        }
        count += rows.len();
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    let new = format!("{header}{}", sections.concat());
    if !only_check {
        fs::write(LIST, new)?;
    } else if old != new {
        let (olds, news) = (
            BTreeSet::from_iter(old.lines()),
            BTreeSet::from_iter(new.lines()),
        );
        old.lines()
            .filter(|line| !news.contains(line))
            .for_each(|line| println!("-{line}"));
        new.lines()
            .filter(|line| !olds.contains(line))
            .for_each(|line| println!("+{line}"));
        bail!("{LIST} differs from the sources. If the sources are right, run: cargo xtask unsafe");
    }
    println!("{count} rows of `unsafe`, each with a reason");
    Ok(())
}

fn sources() -> Result<Vec<(String, String)>> {
    let mut found = crate::sources("src")?;
    for entry in fs::read_dir("crates")? {
        found.extend(crate::sources(&format!(
            "crates/{}/src",
            entry?.file_name().display()
        ))?);
    }
    found.sort();
    Ok(found)
}

impl<'a> File<'a> {
    fn new(source: &'a str) -> File<'a> {
        let mut file = File {
            tokens: Vec::new(),
            comments: Vec::new(),
            failures: Vec::new(),
        };
        let mut comment = String::new();
        for token in tokens(source) {
            match token.kind {
                Kind::Comment => comment = comment + token.text + "\n",
                Kind::Text => {}
                Kind::Word | Kind::Sign => {
                    file.tokens.push(token.text);
                    file.comments.push(std::mem::take(&mut comment));
                }
            }
        }
        file
    }

    /// The rows of a table, without the path: place, use and reason of each use. Summaries of several uses come last.
    fn uses(&mut self) -> Vec<String> {
        let tokens = self.tokens.clone();
        let (mut rows, mut opened, mut pending) = (Vec::new(), Vec::new(), None);
        let (mut registers, mut names) = (0, 0);
        for at in 0..tokens.len() {
            match tokens[at..] {
                ["fn", "$", name, ..] => pending = Some(format!("${name}")),
                ["fn", name, ..] if name != "(" => pending = Some(name.to_owned()),
                ["macro_rules", _, name, ..] => pending = Some(format!("{name}!")),
                ["{", ..] => opened.push(pending.take()),
                ["}", ..] => _ = opened.pop(),
                [";", ..] if opened.is_empty() => pending = None,
                _ => {}
            }
            let named = || opened.iter().flatten();
            let in_macro = named().find(|name| name.ends_with('!'));
            let place = match in_macro.or(named().last()) {
                Some(name) => format!("`{name}`"),
                None => "the file".to_owned(),
            };
            // The function after this token, with its name.
            let function = || {
                at + tokens[at..]
                    .iter()
                    .take_while(|token| **token != "fn")
                    .count()
                    + 1
            };
            match tokens[at..] {
                ["unsafe", "(", ..] => names += 1,
                ["unsafe", "{", ..] => {
                    rows.push(format!("{place} | block | {}", self.reason(at, &place)))
                }
                ["unsafe", "extern", "{", ..] => {
                    let end = closing(&tokens, at + 2);
                    let listed = (at..end).filter(|index| tokens[*index] == "fn");
                    let listed: Vec<String> = listed
                        .map(|index| format!("`{}`", tokens[index + 1]))
                        .collect();
                    rows.push(format!(
                        "{place} | declaration of {} | {FOREIGN}",
                        listed.join(", ")
                    ));
                }
                // A type of functions has no name.
                ["unsafe", "fn" | "extern", ..] if tokens[function()] == "(" => {}
                ["unsafe", "fn" | "extern", ..] => {
                    let name = match tokens[function()..] {
                        ["$", name, ..] => format!("`${name}`"),
                        _ => format!("`{}`", tokens[function()]),
                    };
                    rows.push(format!("{name} | function | {}", self.contract(at, &name)));
                }
                ["unsafe", kind @ ("impl" | "trait"), ..] => {
                    rows.push(format!("{place} | {kind} | {}", self.reason(at, &place)));
                }
                ["unsafe", ")", ..] => {
                    rows.push(format!(
                        "`{}` | attribute | {}",
                        tokens[function()],
                        self.reason(at, &place)
                    ));
                }
                ["unsafe", ..] => _ = self.lacks(&place, "unknown kind of use of `unsafe`"),
                [name @ ("load" | "store"), "!", "(", ..] => {
                    let arguments = written(&tokens[at + 3..closing(&tokens, at + 2)]);
                    let first: Vec<&str> = arguments.split(", ").take(2).collect();
                    rows.push(format!(
                        "{place} | `{name}!`: `{}` | that of `{name}!`",
                        first.join(", ")
                    ));
                }
                ["intrinsic", "!", "(", name, ..] if in_macro.is_none() => {
                    registers += 1;
                    self.check_registers(name, &place);
                }
                ["operations", "!", "{", ..] => {
                    for pair in tokens[at..closing(&tokens, at + 2)]
                        .windows(2)
                        .filter(|pair| pair[0] == "=" && pair[1] != ">")
                    {
                        registers += 1;
                        self.check_registers(pair[1], "`operations!`");
                    }
                }
                ["operators", "!", "(", ..] => {
                    for name in
                        tokens[at + 5..closing(&tokens, at + 2)].split(|token| *token == ",")
                    {
                        registers += 1;
                        self.check_registers(&name.concat(), "`operators!`");
                    }
                }
                _ => {}
            }
        }
        if registers > 0 {
            rows.push(format!(
                "the file | {registers} × `intrinsic!`, over registers alone | that of `intrinsic!`"
            ));
        }
        if names > 0 {
            rows.push(format!(
                "the file | {names} × `#[unsafe(no_mangle)]` | {NAMES}"
            ));
        }
        rows
    }

    /// The comments before a token, from the start of its statement, whose lines begin with `marker`; without it.
    fn before(&self, at: usize, marker: &str) -> String {
        let start = (0..at)
            .rev()
            .find(|before| matches!(self.tokens[*before], ";" | "{" | "}"));
        let comments = self.comments[start.map_or(0, |start| start + 1)..=at].concat();
        let lines = comments
            .lines()
            .filter_map(|line| line.strip_prefix(marker));
        lines
            .filter(|line| !line.starts_with('/'))
            .map(|line| format!("\n{}", line.trim_start()))
            .collect()
    }

    fn reason(&mut self, at: usize, place: &str) -> String {
        match self.before(at, "//").split_once("\nSAFETY: ") {
            Some((_, reason)) => cell(reason),
            None => self.lacks(place, "no SAFETY comment before it"),
        }
    }

    fn contract(&mut self, at: usize, place: &str) -> String {
        match self.before(at, "///").split_once("\n# Safety\n") {
            Some((_, rest)) => {
                let rest = rest.trim_start();
                let end = rest.find("\n\n").into_iter().chain(rest.find("\n# ")).min();
                format!("for callers: {}", cell(&rest[..end.unwrap_or(rest.len())]))
            }
            None => self.lacks(place, "no section `# Safety`"),
        }
    }

    /// The macros that call intrinsics without a check must not call those that access memory.
    fn check_registers(&mut self, name: &str, place: &str) {
        static MEMORY: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"load|store|stream|gather|scatter|prefetch|lddqu|maskmove|vld\d|vst\d")
                .expect("a valid expression")
        });
        if MEMORY.is_match(name) {
            self.lacks(place, &format!("`{name}` accesses memory, but is called by a macro for intrinsics over registers"));
        }
    }

    fn lacks(&mut self, place: &str, what: &str) -> String {
        self.failures.push(format!("{place}: {what}"));
        String::new()
    }
}

/// Formats a comment as the cell of a table.
fn cell(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').replace('|', r"\|")
}

/// Formats tokens as they are written in the call of a macro.
fn written(tokens: &[&str]) -> String {
    static TIGHT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r" ?([(){}\[\]<>:;.,&]) ?").expect("a valid expression"));
    let text = TIGHT.replace_all(&tokens.join(" "), "$1").into_owned();
    text.replace(';', "; ")
        .replace(',', ", ")
        .replace('|', r"\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_with_and_without_a_reason() {
        let source = "/// # Safety\n///\n/// As `b`.\n///\n/// More.\nunsafe fn a() {\n// SAFETY: it\n// is.\nlet x = unsafe { b() };\nunsafe { c() } }
            fn d() { intrinsic!(_mm_load); }";
        let mut file = File::new(source);
        let rows = [
            "`a` | function | for callers: As `b`",
            "`a` | block | it is",
            "`a` | block | ",
        ];
        assert_eq!(file.uses()[..3], rows);
        assert_eq!(file.failures.len(), 2);
    }
}
