//! Scripts that complete command lines, and manual pages: both know every command and option.

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
                // In a script for fish an option has no dashes.
                let name = option.trim_start_matches('-');
                assert!(script.text().contains(name), "{shell}: {command} {option}");
            }
        }
    }
    assert_eq!(run(&["completions", "tcsh"], b"").status, 2);
}

/// What bash makes of a beginning of a word; where there is no bash, nothing is asked of it.
#[test]
fn bash_completes_a_word() {
    let folder = folder(&[("script", &run(&["completions", "bash"], b"").stdout)]);
    let ask = ". ./script; COMP_WORDS=(utflane check --lis); COMP_CWORD=2; \
               _utflane utflane --lis check; echo ${COMPREPLY[@]}";
    let bash = Command::new("bash")
        .args(["-c", ask])
        .current_dir(folder.path())
        .output();
    if let Ok(bash) = bash {
        assert_eq!(
            String::from_utf8_lossy(&bash.stdout),
            "--list --list-valid\n",
            "{}",
            String::from_utf8_lossy(&bash.stderr)
        );
    }
}

#[test]
fn every_command_has_a_manual_page_with_its_options() {
    let folder = folder(&[]);
    let outcome = run_in(folder.path(), &["man", "--dir", "."], b"");
    assert_eq!((outcome.status, outcome.text()), (0, ""));
    let options = options();
    let mut expected: Vec<String> = options
        .iter()
        .map(|(command, _)| format!("utflane-{command}.1"))
        .collect();
    expected.push("utflane.1".into());
    expected.sort();
    assert_eq!(names_in(folder.path()), expected);
    let main = run(&["man"], b"");
    assert_eq!(
        main.stdout,
        fs::read(folder.path().join("utflane.1")).unwrap()
    );
    for (command, options) in options {
        assert!(
            main.text().contains(&format!("utflane\\-{command}(1)")),
            "{command}"
        );
        let page = run(&["man", &command], b"");
        let file = folder.path().join(format!("utflane-{command}.1"));
        assert_eq!(page.stdout, fs::read(file).unwrap());
        assert!(page.text().starts_with(".ie") && page.text().contains(".TH utflane"));
        for option in options {
            let option = option.replace('-', "\\-");
            assert!(page.text().contains(&option), "{command} {option}");
        }
    }
    let nowhere = run_in(folder.path(), &["man", "--dir", "none"], b"");
    assert_eq!(nowhere.status, 2);
    assert!(
        nowhere.stderr.starts_with("utflane: none/utflane.1: "),
        "{}",
        nowhere.stderr
    );
}
