//! Tests how the charset of a file is found.

use crate::hostile::encoded;
use crate::place::{Place, Result};
use utflane::Charset;

/// Returns a table of 40 rows. A few words are not enough to be sure of a charset.
fn russian() -> String {
    let rows = "1,Все люди рождаются свободными и равными в своем достоинстве и правах\n\
                2,Они наделены разумом и совестью и должны поступать в духе братства\n";
    format!("id,name\n{}", rows.repeat(20))
}

#[test]
fn named_marked_detected_guessed_and_fallback() -> Result {
    let short = encoded("id,name\n1,Москва\n", Charset::Windows1251);
    let long = encoded(&russian(), Charset::Windows1251);
    let latin = b"id,name\n1,caf\xE9\n";
    let marked = "\u{FEFF}id,name\n1,é\n";
    let place = Place::new(&[
        ("short.csv", &short),
        ("long.csv", &long),
        ("latin.csv", latin),
        ("marked.csv", marked.as_bytes()),
        ("ascii.csv", b"id,name\n1,a\n"),
    ])?;
    // Options, exit status, and a file with how its charset was found.
    type Case<'a> = (
        &'a [&'a str],
        i32,
        &'a [(&'a str, &'a str, &'a str, &'a str)],
    );
    let cases: [Case; 5] = [
        (
            &[],
            3,
            &[
                ("long.csv", "windows-1251", "detected", "likely"),
                ("marked.csv", "UTF-8", "mark", "certain"),
                ("ascii.csv", "UTF-8", "detected", "certain"),
                ("short.csv", "", "", ""),
                ("latin.csv", "", "", ""),
            ],
        ),
        (
            &["--guess"],
            0,
            &[("latin.csv", "windows-1252", "guessed", "guess")],
        ),
        (
            &["--fallback-charset", "windows-1251"],
            0,
            &[
                ("latin.csv", "windows-1251", "fallback", ""),
                ("short.csv", "windows-1251", "fallback", ""),
                ("long.csv", "windows-1251", "detected", "likely"),
            ],
        ),
        (
            // The first rule applies.
            &[
                "--charset-for",
                "l*.csv=KOI8-R",
                "--charset-for",
                "*.csv=cp1252",
            ],
            0,
            &[
                ("long.csv", "KOI8-R", "named", ""),
                ("short.csv", "windows-1252", "named", ""),
                ("marked.csv", "UTF-8", "mark", "certain"),
            ],
        ),
        (
            &[
                "--charset",
                "windows-1251",
                "--charset-for",
                "in/latin.csv=windows-1252",
            ],
            0,
            &[
                ("short.csv", "windows-1251", "named", ""),
                ("latin.csv", "windows-1252", "named", ""),
            ],
        ),
    ];
    for (number, (options, status, files)) in cases.into_iter().enumerate() {
        let target = format!("out{number}");
        place.load(&[options, &["--to", &target]].concat(), status)?;
        for (file, charset, found, confidence) in files {
            let line = place.line(&target, file)?;
            let expected = [&line.charset, &line.found, &line.confidence];
            assert_eq!(
                expected,
                [charset, found, confidence],
                "{options:?}: {file}"
            );
        }
    }
    assert!(place.parquet("out4")?.contains(&"1|Москва".to_owned()));
    assert!(place.parquet("out4")?.contains(&"1|café".to_owned()));
    Ok(())
}

/// A file that begins with more than 1 MiB of ASCII.
#[test]
fn text_after_the_sample() -> Result {
    let ascii = format!("id,name\n{}", "1,only ascii\n".repeat(100_000));
    let long = russian();
    let long = long.strip_prefix("id,name\n").ok_or("a header")?;
    let text = encoded(&(ascii.clone() + long), Charset::Windows1251);
    let latin = [ascii.as_bytes(), b"2,caf\xE9\n"].concat();
    let place = Place::new(&[("text.csv", &text), ("latin.csv", &latin)])?;
    place.load(&["--to", "out"], 3)?;
    let line = place.line("out", "text.csv")?;
    let found = [&line.charset, &line.found, &line.rows, &line.rejected];
    assert_eq!(found, ["windows-1251", "detected", "100040", "0"]);
    // The charset of one letter is unknown, so its row is set aside.
    let line = place.line("out", "latin.csv")?;
    assert_eq!(
        [&line.charset, &line.rows, &line.rejected],
        ["UTF-8", "100000", "1"]
    );
    place.load(&["--to", "out2", "--fallback-charset", "windows-1252"], 0)?;
    let line = place.line("out2", "latin.csv")?;
    assert_eq!([&line.charset, &line.found], ["windows-1252", "fallback"]);
    Ok(())
}

#[test]
fn lines_may_have_another_charset() -> Result {
    let wide = [
        b"\xFF\xFE".to_vec(),
        encoded("id,name\n3,ë\n", Charset::Utf16Le),
    ]
    .concat();
    let place = Place::new(&[
        ("a.csv", b"id,name\n1,Zo\xC3\xAB\n2,Zo\xEB\n"),
        ("b.csv", &wide),
        ("c.csv", b"id,n\xE4me\n4,Zo\xEB\n"),
    ])?;
    let options = [
        "--to",
        "out",
        "--charset-per-line",
        "--fallback-charset",
        "windows-1252",
    ];
    place.load(&options, 3)?;
    assert_eq!(place.parquet("out")?, ["1|Zoë", "2|Zoë", "3|ë"]);
    let line = place.line("out", "a.csv")?;
    assert_eq!(
        [&line.charset, &line.found],
        ["UTF-8 or windows-1252", "per line"]
    );
    assert_eq!(place.line("out", "b.csv")?.found, "mark");
    assert!(place.line("out", "c.csv")?.reason.contains("\"näme\""));
    Ok(())
}

#[test]
fn values_with_nul() -> Result {
    let place = Place::new(&[("a.csv", b"id,name\n1,a\0b\n2,c\n")])?;
    for (nul, rows, status) in [
        ("keep", &["1|a\0b", "2|c"][..], 0),
        ("reject", &["2|c"], 3),
        ("replace", &["1|a\u{FFFD}b", "2|c"], 0),
        ("strip", &["1|ab", "2|c"], 0),
    ] {
        place.load(&["--to", nul, "--nul", nul], status)?;
        assert_eq!(place.parquet(nul)?, rows, "{nul}");
    }
    place.load(&["--to", "default"], 0)?;
    assert_eq!(place.parquet("default")?, ["1|a\0b", "2|c"]);
    Ok(())
}

/// In EBCDIC, NEL ends lines, and the ends of rows are not found in the bytes.
#[test]
fn ebcdic_and_shifted_text() -> Result {
    let ebcdic = encoded("id,name\u{85}1,Größe\u{85}2,x,y\u{85}", Charset::Cp037);
    let japanese = encoded("id,name\n3,日本語\n", Charset::Iso2022Jp);
    let place = Place::new(&[("e.csv", &ebcdic), ("j.csv", &japanese)])?;
    let options = [
        "--charset-for",
        "e.csv=IBM037",
        "--charset-for",
        "j.csv=ISO-2022-JP",
    ];
    place.load(&[&["--to", "out"], &options[..]].concat(), 3)?;
    assert_eq!(place.parquet("out")?, ["1|Größe", "3|日本語"]);
    assert_eq!(place.check_rejected("out")?, 1);
    Ok(())
}
