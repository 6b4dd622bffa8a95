//! Completion scripts and manual pages: both contain every command and option.

use std::fs;
use std::process::Command;

use crate::{folder, names_in, run, run_in};

/// The long options of each command, as its help lists them.
fn options() -> Vec<(String, Vec<String>)> {
    let help = run(&["--help"], b"");
    let commands = help.text().lines().skip_while(|line| *line != "Commands:");
    let commands = commands.skip(1).take_while(|line| !line.is_empty());
    let names = commands.map(|line| line.split_whitespace().next().unwrap());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 9, "{names:?}");
    let options_of = |name: &str| {
        let help = run(&[name, "--help"], b"");
        let words = help
            .text()
            .split(|c: char| c != '-' && !c.is_ascii_lowercase());
        let is_option = |word: &&str| word.starts_with("--") && word.len() > 2;
        let mut options: Vec<String> = words.filter(is_option).map(str::to_owned).collect();
        options.sort();
        options.dedup();
        options
    };
    names
        .iter()
        .map(|name| (name.to_string(), options_of(name)))
        .collect()
}

#[test]
fn every_shell_completes_every_option() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell], b"");
        assert_eq!((script.status, script.stderr.as_str()), (0, ""), "{shell}");
        for (command, options) in options() {
            assert!(script.text().contains(&command), "{shell}: {command}");
            for option in options {
                // In a script for fish, options have no dashes.
                let name = option.trim_start_matches('-');
                assert!(script.text().contains(name), "{shell}: {command} {option}");
            }
        }
    }
    assert_eq!(run(&["completions", "tcsh"], b"").status, 2);
}

/// Completions by bash. Skipped if bash is not installed.
#[cfg(unix)]
#[test]
fn bash_completes_options_and_encodings() {
    let folder = folder(&[("script", &run(&["completions", "bash"], b"").stdout)]);
    for (words, expected) in [
        ("check --lis", "--list --list-valid"),
        ("check --encoding utf-1", "utf-16le utf-16be utf-1"),
        ("check -e au", "auto"),
        ("stat --encoding windows-87", "windows-874"),
        ("convert --from koi", "koi8-r koi8-u"),
        ("convert -f shi", "shift_jis"),
        ("convert --to utf-3", "utf-32le utf-32be"),
        // `auto` is not offered for an output.
        ("convert -t aut", ""),
        ("convert --newline c", "crlf"),
    ] {
        let list: Vec<&str> = words.split(' ').collect();
        let [.., previous, last] = list[..] else {
            unreachable!("two words at least")
        };
        let ask = format!(
            ". ./script; COMP_WORDS=(utflane {words}); COMP_CWORD={}; \
             _utflane utflane {last} {previous}; echo ${{COMPREPLY[@]}}",
            list.len()
        );
        let bash = Command::new("bash")
            .args(["-c", &ask])
            .current_dir(folder.path())
            .output();
        if let Ok(bash) = bash {
            assert_eq!(
                String::from_utf8_lossy(&bash.stdout),
                format!("{expected}\n"),
                "{words}: {}",
                String::from_utf8_lossy(&bash.stderr)
            );
        }
    }
}

#[test]
fn every_shell_completes_every_encoding() {
    // The scripts for other shells do not complete values of options.
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], b"");
        let all = utflane::Charset::ALL.into_iter();
        for charset in all.filter(|charset| charset.aliases().next().is_some()) {
            let name = match charset {
                // Its name contains spaces.
                utflane::Charset::Rfc2279 => "utf-8-rfc2279".into(),
                _ => charset.name().to_ascii_lowercase(),
            };
            assert!(run(&["check", "-e", &name], b"").status == 0, "{name}");
            assert!(script.text().contains(&name), "{shell}: {name}");
        }
    }
    // The list is only for completion: it would clutter the help text.
    assert!(!run(&["convert", "--help"], b"").text().contains("koi8-u"));
}

/// Returns the command lines of the examples on a page.
#[cfg(unix)]
fn examples(page: &str) -> Vec<String> {
    let section = page.split(".SH EXAMPLES\n").nth(1).expect("examples");
    let blocks = section.split(".EX\n").skip(1);
    let lines = blocks.map(|block| block.split("\n.EE").next().unwrap().trim());
    lines
        .map(|line| line.replace("\\(aq", "'").replace("\\-", "-"))
        .collect()
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_pages_run() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_utflane"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let commands = options().into_iter().map(|(command, _)| command);
    for command in commands.map(Some).chain([None]) {
        let arguments: Vec<&str> = [Some("man"), command.as_deref()]
            .into_iter()
            .flatten()
            .collect();
        let page = run(&arguments, b"");
        let examples = examples(page.text());
        assert!(!examples.is_empty(), "{command:?}");
        for line in examples {
            let top = folder(&[
                ("list.csv", b"caf\xE9;d\xE9j\xE0 vu;Stra\xDFe\n"),
                ("notes.txt", "Grüße, 5 €\r\n".as_bytes()),
            ]);
            for name in ["data", "man"] {
                fs::create_dir(top.path().join(name)).unwrap();
            }
            fs::write(top.path().join("data/a.csv"), b"caf\xE9\n").unwrap();
            // `man` may not be installed.
            let line = line.replace("man -l -", "cat");
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(top.path())
                .env("PATH", &path)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let status = output.status.code();
            let is_check = line.starts_with("utflane check") && !said.contains("error");
            assert!(
                status == Some(0) || is_check && status == Some(1),
                "{line}: {said}"
            );
        }
    }
}

/// If mandoc is installed, it reports no problems.
#[test]
fn the_pages_are_well_formed() {
    let folder = folder(&[]);
    assert_eq!(run_in(folder.path(), &["man", "--dir", "."], b"").status, 0);
    for name in names_in(folder.path()) {
        let page = fs::read_to_string(folder.path().join(&name)).unwrap();
        for line in page.lines() {
            assert!(line == line.trim_end(), "{name}: {line:?}");
            assert!(line.len() <= 80 || !line.contains(' '), "{name}: {line}");
        }
        let lint = Command::new("mandoc")
            .args(["-Tlint", &name])
            .current_dir(folder.path())
            .output();
        if let Ok(lint) = lint {
            assert_eq!(String::from_utf8_lossy(&lint.stdout), "", "{name}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page_with_its_options() {
    let top = folder(&[("taken", b"")]);
    let outcome = run_in(top.path(), &["man", "--dir", "new/man1"], b"");
    assert_eq!((outcome.status, outcome.text()), (0, ""));
    let folder = top.path().join("new/man1");
    let options = options();
    let mut expected: Vec<String> = options
        .iter()
        .map(|(command, _)| format!("utflane-{command}.1"))
        .collect();
    expected.push("utflane.1".into());
    expected.sort();
    assert_eq!(names_in(&folder), expected);
    let main = run(&["man"], b"");
    assert_eq!(main.stdout, fs::read(folder.join("utflane.1")).unwrap());
    for (command, options) in options {
        assert!(
            main.text().contains(&format!("utflane\\-{command}(1)")),
            "{command}"
        );
        let page = run(&["man", &command], b"");
        let file = folder.join(format!("utflane-{command}.1"));
        assert_eq!(page.stdout, fs::read(file).unwrap());
        assert!(page.text().starts_with(".ie") && page.text().contains(".TH UTFLANE"));
        for option in options {
            let option = option.replace('-', "\\-");
            assert!(page.text().contains(&option), "{command} {option}");
        }
    }
    let nowhere = run_in(top.path(), &["man", "--dir", "taken"], b"");
    assert_eq!(nowhere.status, 2);
    assert!(
        nowhere.stderr.starts_with("utflane: taken: "),
        "{}",
        nowhere.stderr
    );
}
