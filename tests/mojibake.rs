//! What is repaired, and that nothing else is.
#![cfg(feature = "alloc")]

#[path = "../benches/corpora/mod.rs"]
mod corpora;

use std::borrow::Cow;
use utflane::code_page::{Cp437, Windows1252};
use utflane::{Encoding, Latin1, Utf8, repair_mojibake, transcode_to_vec};

/// UTF-8 read as `E`.
fn misread<E: Encoding<Unit = u8>>(text: &str) -> String {
    let bytes = transcode_to_vec::<E, Utf8>(text.as_bytes()).expect("every byte has a character");
    String::from_utf8(bytes).expect("UTF-8")
}

fn texts() -> impl Iterator<Item = (&'static str, String)> {
    let names = corpora::SCRIPTS.into_iter().chain(corpora::PAGES);
    names.map(|name| (name, corpora::Corpus::named(name).expect("a corpus").text))
}

#[test]
fn texts_that_are_right_stay_borrowed() {
    for (name, text) in texts() {
        assert!(
            matches!(repair_mojibake(&text), Cow::Borrowed(same) if same == text),
            "{name}"
        );
    }
    for text in [
        "",
        "plain",
        "« déjà vu » – « liberté\u{A0}», où\u{A0}? «\u{A0}là\u{A0}»",
        "„Fuß“ und „Maß“, 2×½ m, 30\u{A0}°C, Ø¼, Ä“ Ö”",
        "“AMANHÃ” e “IRMÔ.",
        "┌─┬─┐\n│é│ß│\n├─┼─┤\n└─┴─┘ ─┤ ═╗ ├┤ ░▒▓",
        "naïve Größe ÄÖÜ ñ ¿qué? ½ €uro Σ Γ π",
        "Ελληνικά, русский, עברית, العربية, हिन्दी, ไทย, 日本語, 한국어, 😀👍",
    ] {
        assert!(
            matches!(repair_mojibake(text), Cow::Borrowed(same) if same == text),
            "{text}"
        );
    }
}

/// The longest beginning that differs, for messages.
fn first_difference(left: &str, right: &str) -> String {
    let at = left
        .chars()
        .zip(right.chars())
        .take_while(|(l, r)| l == r)
        .count();
    let part =
        |text: &str| -> String { text.chars().skip(at.saturating_sub(8)).take(24).collect() };
    format!("{:?} {:?}", part(left), part(right))
}

#[test]
fn texts_are_restored() {
    for (name, text) in texts() {
        let text: String = text.replace('\u{FEFF}', "").chars().take(40_000).collect();
        let once = misread::<Windows1252>(&text);
        for (how, wrong) in [
            ("windows-1252", once.clone()),
            ("Latin-1", misread::<Latin1>(&text)),
            ("CP437", misread::<Cp437>(&text)),
            ("twice", misread::<Windows1252>(&once)),
        ] {
            let repaired = repair_mojibake(&wrong);
            // In pages there are single letters that could be right as they are.
            let left = repaired.chars().count() - text.chars().count();
            let is_page = corpora::PAGES.contains(&name);
            let is_near = is_page && left * 200 < text.chars().count();
            assert!(
                repaired == text || is_near,
                "{name} {how}: {}",
                first_difference(&repaired, &text)
            );
        }
    }
}

#[test]
fn runs_are_judged_one_by_one() {
    for (wrong, right) in [
        ("rÃ©sumÃ© und Größe", "résumé und Größe"),
        ("itâ€™s â€œfineâ€\u{9D}", "it’s “fine”"),
        ("byÅ‚o, deÄŸil", "było, değil"),
        ("Ð² Ð´Ð¾Ð¼Ðµ", "в доме"),
        ("ðŸ˜€ ok", "😀 ok"),
        ("10Â\u{A0}â‚¬, 30\u{A0}Â°C", "10\u{A0}€, 30\u{A0}°C"),
        ("Gr├╢├ƒe ΓÇô na├»ve", "Größe – naïve"),
        ("ÃƒÂ©tÃƒÂ© and Ã©tÃ©", "été and été"),
    ] {
        assert_eq!(repair_mojibake(wrong), right);
    }
}
