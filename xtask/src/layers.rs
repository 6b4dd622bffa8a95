//! Checks that each layer of the library uses only lower layers. A layer is a module of `src/lib.rs`, and
//! docs/architecture.md lists the layers from the lowest to the highest.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use regex::Regex;

use crate::lexer::{closing, code};

const MOST_LAYERS: usize = 14;
const MOST_LINES: usize = 400;

/// A file of the library without its tests, with the index of its layer from the lowest on.
struct File<'a> {
    path: &'a str,
    layer: usize,
    tokens: Vec<&'a str>,
}

pub fn check() -> Result<()> {
    let layers = documented(&fs::read_to_string("docs/architecture.md")?);
    let root = fs::read_to_string("src/lib.rs")?;
    let mut modules: Vec<&str> = Regex::new(r"(?m)^(?:pub )?mod (\w+);")?
        .captures_iter(&root)
        .map(|found| found.extract::<1>().1[0])
        // Is compiled only for the proofs.
        .filter(|module| *module != "proofs")
        .collect();
    modules.sort_unstable();
    let mut sorted = layers.clone();
    sorted.sort_unstable();
    ensure!(
        modules == sorted,
        "src/lib.rs has the layers {modules:?}, docs/architecture.md has {sorted:?}"
    );
    ensure!(
        layers.len() <= MOST_LAYERS,
        "{} layers, the limit is {MOST_LAYERS}",
        layers.len()
    );

    let mut failures = Vec::new();
    let mut files = Vec::new();
    let sources = crate::sources("src")?;
    for (path, source) in &sources {
        let lines = source.lines().count();
        if lines > MOST_LINES {
            failures.push(format!("{path}: {lines} lines, the limit is {MOST_LINES}"));
        }
        let module = path.split('/').nth(1).context("a file of src")?;
        let module = module.trim_end_matches(".rs");
        let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
        let layer = layers.iter().position(|layer| layer == module);
        if let Some(layer) = layer.filter(|_| !is_test) {
            let tokens = code(without_tests(source));
            files.push(File {
                path,
                layer,
                tokens,
            });
        }
    }

    let names = names(&layers, &root, &files);
    let imports = check_imports(&layers, &files, &names, &mut failures);
    let calls = check_calls(&layers, &files, &mut failures);
    ensure!(imports > 0 && calls > 0, "no use of another layer found");
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    println!(
        "{} layers: {imports} imports and {calls} calls of methods from other layers, all from below",
        layers.len()
    );
    Ok(())
}

/// The layers, in the order of the first table of docs/architecture.md.
fn documented(text: &str) -> Vec<String> {
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `src/")?.split_once("` |"));
    let modules = rows.map(|(path, _)| {
        path.trim_end_matches('/')
            .trim_end_matches(".rs")
            .to_owned()
    });
    modules.filter(|module| !module.contains('/')).collect()
}

/// Tests are at the end of a file, and may use all layers.
fn without_tests(source: &str) -> &str {
    let tests = Regex::new(r"(?m)^#\[cfg\([^\n]*\btest\b[^\n]*\)\]\nmod \w+ \{")
        .expect("a valid expression");
    tests
        .find(source)
        .map_or(source, |found| &source[..found.start()])
}

/// Maps each name at the root of the library to its layer.
fn names(layers: &[String], root: &str, files: &[File<'_>]) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (index, layer) in layers.iter().enumerate() {
        names.insert(layer.clone(), index);
    }
    let tokens = code(root);
    for at in (0..tokens.len()).filter(|at| tokens[*at..].starts_with(&["pub", "use"])) {
        if let Some(&layer) = names.get(tokens[at + 2]) {
            for name in tokens[at + 3..].iter().take_while(|token| **token != ";") {
                names.entry((*name).to_owned()).or_insert(layer);
            }
        }
    }
    let is_verb = |file: &&File<'_>| file.path.starts_with("src/convert/verbs/");
    for file in files.iter().filter(is_verb) {
        for pair in file.tokens.windows(2).filter(|pair| pair[0] == "fn") {
            names.entry(pair[1].to_owned()).or_insert(file.layer);
        }
    }
    names
}

/// The first name of each path that begins with `crate::`.
fn imported<'a>(tokens: &[&'a str]) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    for at in (0..tokens.len()).filter(|at| tokens[*at..].starts_with(&["crate", ":", ":"])) {
        let first = at + 3;
        if tokens.get(first) != Some(&"{") {
            found.extend(tokens.get(first));
            continue;
        }
        let (mut next, end) = (first + 1, closing(tokens, first));
        while next < end {
            match tokens[next] {
                "{" => next = closing(tokens, next),
                name if matches!(tokens[next - 1], "{" | ",") => _ = found.insert(name),
                _ => {}
            }
            next += 1;
        }
    }
    found
}

fn check_imports(
    layers: &[String],
    files: &[File<'_>],
    names: &BTreeMap<String, usize>,
    failures: &mut Vec<String>,
) -> usize {
    let mut imports = 0;
    for file in files {
        for name in imported(&file.tokens) {
            let Some(&layer) = names.get(name).filter(|layer| **layer != file.layer) else {
                continue;
            };
            imports += 1;
            if layer > file.layer {
                failures.push(format!(
                    "{}: imports {name} of the layer {}, which is above {}",
                    file.path, layers[layer], layers[file.layer]
                ));
            }
        }
    }
    imports
}

/// The names of all functions, each with its type if it is a method of a type without a trait.
///
/// A method of a trait needs an import of the trait, which [`check_imports`] sees.
fn functions<'a>(tokens: &[&'a str]) -> Vec<(&'a str, Option<&'a str>)> {
    let mut found = Vec::new();
    let (mut methods, mut of) = (0..0, "");
    for (at, token) in tokens.iter().enumerate() {
        let starts = at == 0 || matches!(tokens[at - 1], ";" | "}" | "{" | "]" | "unsafe");
        if *token == "impl" && starts {
            let header = tokens[at + 1..].split(|token| *token == "{").next();
            let header = header.unwrap_or_default();
            let open = at + 1 + header.len();
            let of_trait = |pair: &[&str]| pair[0] == "for" && pair[1] != "<";
            (methods, of) = match header.windows(2).any(of_trait) {
                true => (0..0, ""),
                false => (open..closing(tokens, open), type_name(header)),
            };
        } else if let ["fn", name, ..] = tokens[at..] {
            found.push((name, methods.contains(&at).then_some(of)));
        }
    }
    found
}

/// The name of the type in `<T: U> path::Type<T> where ..`.
fn type_name<'a>(header: &[&'a str]) -> &'a str {
    let (mut depth, mut name) = (0, "");
    for (at, token) in header.iter().enumerate() {
        match *token {
            "<" => depth += 1,
            ">" if header[at - 1] != "-" => depth -= 1,
            "where" => break,
            word if depth == 0 => name = word,
            _ => {}
        }
    }
    name
}

/// The calls `.name(` and `Type::name(`, also with type arguments, each with its type if the call has one.
fn called<'a>(tokens: &[&'a str]) -> BTreeSet<(Option<&'a str>, &'a str)> {
    let ends = (3..tokens.len()).filter(|at| {
        tokens[*at..].starts_with(&["("]) || tokens[*at..].starts_with(&[":", ":", "<"])
    });
    let calls = ends.filter_map(|at| match tokens[at.saturating_sub(4)..at] {
        [.., of, ":", ":", name] => Some((Some(of), name)),
        [.., ".", name] => Some((None, name)),
        _ => None,
    });
    calls.collect()
}

/// Checks the calls of methods that are defined in a higher layer than their type. A lower layer can call them without an
/// import. (Other types of a higher layer have to be imported.)
fn check_calls(layers: &[String], files: &[File<'_>], failures: &mut Vec<String>) -> usize {
    let mut types = BTreeSet::new();
    // The lowest layer that defines a function of each name.
    let mut lowest = BTreeMap::new();
    let mut methods = Vec::new();
    for file in files {
        let pairs = file.tokens.windows(2);
        let defined = pairs.filter(|pair| matches!(pair[0], "struct" | "enum" | "union"));
        types.extend(defined.map(|pair| (pair[1], file.layer)));
        for (name, of) in functions(&file.tokens) {
            let layer = lowest.entry(name).or_insert(file.layer);
            *layer = file.layer.min(*layer);
            methods.extend(of.map(|of| (name, of, file)));
        }
    }
    methods.retain(|(_, of, file)| !types.contains(&(*of, file.layer)));
    let mut calls = 0;
    for file in files {
        for (of, name) in called(&file.tokens) {
            let mut named = methods.iter().filter(|method| method.0 == name);
            let is_owner = |owner| of.is_none_or(|of| of == "Self" || of == owner);
            let Some((_, owner, method)) = named.find(|method| is_owner(method.1)) else {
                continue;
            };
            calls += 1;
            if lowest[name] > file.layer {
                failures.push(format!(
                    "{}: calls {owner}::{name} of {}, which is in the layer {} above {}",
                    file.path, method.path, layers[method.layer], layers[file.layer]
                ));
            }
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_nested_groups() {
        let source = "use crate::{a, b::{c, d::{e}}, f as g}; // crate::no\nlet _ = crate::h::i(\"crate::no\");";
        assert_eq!(
            Vec::from_iter(imported(&code(source))),
            ["a", "b", "f", "h"]
        );
    }

    #[test]
    fn methods_with_and_without_a_trait() {
        let source = "impl<T: for<'a> Fn(&'a u8) -> u8> x::A<T> { fn a() { fn b() {} } } impl T for A { fn c() {} } fn d() {}";
        let expected = [("a", Some("A")), ("b", Some("A")), ("c", None), ("d", None)];
        assert_eq!(functions(&code(source)), expected);
        let source = "(x).a(1); A::b::<u8>(2); c(3); x.d; x.0.e(); 1..f(4)";
        let expected = [(None, "a"), (None, "e"), (None, "f"), (Some("A"), "b")];
        assert_eq!(Vec::from_iter(called(&code(source))), expected);
    }

    fn failures(low: &str, high: &str) -> Vec<String> {
        let file = |layer, path, source| File {
            path,
            layer,
            tokens: code(source),
        };
        let files = [file(0, "low.rs", low), file(1, "high.rs", high)];
        let mut failures = Vec::new();
        check_calls(&["low", "high"].map(str::to_owned), &files, &mut failures);
        failures
    }

    #[test]
    fn a_call_of_a_higher_layer() {
        let high = "impl A { fn verb(self) {} }";
        let expected = ["low.rs: calls A::verb of high.rs, which is in the layer high above low"];
        for call in ["a.verb()", "A::verb(a)"] {
            let low = format!("struct A; fn f(a: A) {{ {call} }}");
            assert_eq!(failures(&low, high), expected);
            // Several types have a method of this name.
            for high in ["B", "A", "C"].map(|of| format!("impl {of} {{ fn verb() {{}} }} {high}")) {
                assert_eq!(failures(&low, &high).len(), 1);
            }
        }
        // A lower layer also has a method of this name.
        let low = "struct A; impl B { fn verb(self) {} } fn f(b: B) { b.verb() }";
        assert!(failures(low, high).is_empty());
        // The method is that of a type of the higher layer.
        let high = "struct A; impl A { fn verb(self) {} }";
        assert!(failures("fn f(b: B) { b.verb() }", high).is_empty());
    }

    #[test]
    fn layers_of_the_table() {
        let text = "| module |\n| `src/a.rs` | x |\n| `src/b/` | y |\n\n| `src/b/c/` | z |\n";
        assert_eq!(documented(text), ["a", "b"]);
        assert_eq!(
            without_tests("fn f() {}\n#[cfg(test)]\nmod tests {\n}\n"),
            "fn f() {}\n"
        );
    }
}
