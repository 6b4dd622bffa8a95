//! Checks every use of `unsafe` in the library and its packages: it is in a folder that docs/unsafe.md lists, and a comment
//! says why it is sound. Counts the uses of each folder in that page.

use std::fs;
use std::sync::LazyLock;

use anyhow::{Result, ensure};
use regex::Regex;

use crate::lexer::{Kind, closing, tokens};

const PAGE: &str = "docs/unsafe.md";

/// Words and punctuation of a file, and the comments directly before each.
struct File<'a> {
    tokens: Vec<&'a str>,
    comments: Vec<String>,
    failures: Vec<String>,
}

/// A row of the page's table: the prefix of paths, and the uses counted in files whose longest matching prefix it is.
struct Area {
    prefix: String,
    uses: usize,
}

/// Checks the uses, and writes their numbers to the page or compares them.
pub fn check(only_check: bool) -> Result<()> {
    static ROW: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^\| `([^`]+)` \| *\d+ \|").expect("a valid expression"));
    let old = fs::read_to_string(PAGE)?;
    let mut areas: Vec<Area> = ROW
        .captures_iter(&old)
        .map(|row| Area {
            prefix: row[1].to_owned(),
            uses: 0,
        })
        .collect();
    let mut failures = Vec::new();
    for (path, source) in &sources()? {
        let mut file = File::new(source);
        let uses = file.uses();
        let found = file.failures.iter();
        failures.extend(found.map(|failure| format!("{path}, {failure}")));
        let matching = areas
            .iter_mut()
            .filter(|area| path.starts_with(&area.prefix));
        match matching.max_by_key(|area| area.prefix.len()) {
            Some(area) => area.uses += uses,
            None if uses == 0 => {}
            None => failures.push(format!("{path}: `unsafe` is not allowed in this file")),
        }
    }
    for unused in areas.iter().filter(|area| area.uses == 0) {
        failures.push(format!("{PAGE}: no `unsafe` in `{}`", unused.prefix));
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    let new = ROW.replace_all(&old, |row: &regex::Captures<'_>| {
        let area = areas.iter().find(|area| area.prefix == row[1]);
        format!("| `{}` | {} |", &row[1], area.map_or(0, |area| area.uses))
    });
    if !only_check {
        fs::write(PAGE, new.as_bytes())?;
    }
    ensure!(
        !only_check || old == new,
        "the numbers in {PAGE} differ from the sources. If the sources are right, run: cargo xtask unsafe"
    );
    let all: usize = areas.iter().map(|area| area.uses).sum();
    println!("{all} uses of `unsafe`, each with a reason");
    Ok(())
}

fn sources() -> Result<Vec<(String, String)>> {
    let mut found = crate::sources("src")?;
    for entry in fs::read_dir("crates")? {
        let folder = format!("crates/{}/src", entry?.file_name().display());
        found.extend(crate::sources(&folder)?);
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

    /// Counts the uses that need a reason, and records those without one.
    fn uses(&mut self) -> usize {
        let tokens = self.tokens.clone();
        let (mut uses, mut function, mut in_macro) = (0, "the file", 0);
        for at in 0..tokens.len() {
            match tokens[at..] {
                ["fn", "$", name, ..] | ["fn", name, ..] if name != "(" => function = name,
                ["macro_rules", _, name, "{", ..] => {
                    function = name;
                    in_macro = closing(&tokens, at + 3);
                }
                // The names of a C interface, and declarations of the C standard library.
                ["unsafe", "(", ..] | ["unsafe", "extern", "{", ..] => {}
                ["unsafe", "fn" | "extern", ..] => {
                    let name = at
                        + tokens[at..]
                            .iter()
                            .position(|token| *token == "fn")
                            .unwrap_or(0)
                        + 1;
                    // A type of functions has no name.
                    if tokens[name] != "(" {
                        uses += 1;
                        self.require(at, "///", "\n# Safety\n", tokens[name]);
                    }
                }
                ["unsafe", "{" | "impl" | "trait" | ")", ..] => {
                    uses += 1;
                    self.require(at, "//", "\nSAFETY: ", function);
                }
                ["unsafe", ..] => self
                    .failures
                    .push(format!("{function}: unknown use of `unsafe`")),
                ["intrinsic", "!", "(", name, ..] if at >= in_macro => {
                    self.check_registers(name, function);
                }
                ["operations", "!", "{", ..] => {
                    let pairs = tokens[at..closing(&tokens, at + 2)].windows(2);
                    pairs
                        .filter(|pair| pair[0] == "=" && pair[1] != ">")
                        .for_each(|pair| self.check_registers(pair[1], "operations!"));
                }
                ["operators", "!", "(", ..] => {
                    let names =
                        tokens[at + 5..closing(&tokens, at + 2)].split(|token| *token == ",");
                    names.for_each(|name| self.check_registers(&name.concat(), "operators!"));
                }
                _ => {}
            }
        }
        uses
    }

    /// Requires a comment with `marker` before a token, from the start of its statement.
    fn require(&mut self, at: usize, prefix: &str, marker: &str, place: &str) {
        let mut before = (0..at).rev();
        let start = before.find(|before| matches!(self.tokens[*before], ";" | "{" | "}"));
        let comments = self.comments[start.map_or(0, |start| start + 1)..=at].concat();
        let lines = comments
            .lines()
            .filter_map(|line| line.strip_prefix(prefix));
        let text: String = lines
            .filter(|line| !line.starts_with('/'))
            .map(|line| format!("\n{}", line.trim_start()))
            .collect();
        if !(text + "\n").contains(marker) {
            self.failures
                .push(format!("{place}: no comment `{}`", marker.trim()));
        }
    }

    /// The macros that call intrinsics without a check must not call those that access memory.
    fn check_registers(&mut self, name: &str, place: &str) {
        static MEMORY: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"load|store|stream|gather|scatter|prefetch|lddqu|maskmove|vld\d|vst\d")
                .expect("a valid expression")
        });
        if MEMORY.is_match(name) {
            self.failures.push(format!(
                "{place}: `{name}` accesses memory, but a macro for intrinsics over registers calls it"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_with_and_without_a_reason() {
        let source = "/// # Safety\n///\n/// As `b`.\nunsafe fn a() {\n// SAFETY: it\n// is.\nlet x = unsafe { b() };\nunsafe { c() } }
            fn d() { intrinsic!(_mm_load); }\nunsafe fn e() {}";
        let mut file = File::new(source);
        assert_eq!(file.uses(), 4);
        let failures = [
            "a: no comment `SAFETY:`",
            "d: `_mm_load` accesses memory, but a macro for intrinsics over registers calls it",
            "e: no comment `# Safety`",
        ];
        assert_eq!(file.failures, failures);
    }
}
