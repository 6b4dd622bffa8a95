//! Checks which texts `repair_mojibake` repairs, and that it leaves correct text unchanged.
#![cfg(all(feature = "alloc", feature = "full"))]

mod twice;

use std::borrow::Cow;
use std::io::Write;
use utflane::code_page::{Cp437, Windows1252};
use utflane::{Encoding, Latin1, Utf8, repair_mojibake, transcode_to_vec};
use utflane_test_support::corpora;

/// Decodes the UTF-8 bytes of `text` as `E`.
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

/// Returns both texts around their first difference, for messages.
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
        let most = if cfg!(emulated) { 2_000 } else { 40_000 };
        let text: String = text.replace('\u{FEFF}', "").chars().take(most).collect();
        let once = misread::<Windows1252>(&text);
        for (how, wrong) in [
            ("windows-1252", once.clone()),
            ("Latin-1", misread::<Latin1>(&text)),
            ("CP437", misread::<Cp437>(&text)),
            ("twice", misread::<Windows1252>(&once)),
        ] {
            let repaired = repair_mojibake(&wrong);
            // Web pages contain single letters that could also be correct. In CP437, some lines
            // begin like a drawing.
            let left = repaired.chars().count() - text.chars().count();
            let may_stay = corpora::PAGES.contains(&name) || how == "CP437";
            let is_near = may_stay && left * 200 < text.chars().count();
            assert!(
                repaired == text || is_near,
                "{name} {how}: {}",
                first_difference(&repaired, &text)
            );
        }
    }
}

/// The horned letters of Vietnamese are small letters.
#[test]
fn single_words_with_horns_are_restored() {
    assert_eq!(repair_mojibake("thÆ°"), "thư");
    assert_eq!(repair_mojibake("sÆ° phá»¥"), "sư phụ");
}

/// Signs among the code points of Greek and Cyrillic letters are no letters.
#[test]
fn signs_beside_letters_are_restored() {
    for text in ["ναί\u{387}", "α\u{387}", "т\u{482}"] {
        assert_eq!(repair_mojibake(&misread::<Windows1252>(text)), text);
    }
}

/// Words that begin or end with letters whose bytes are also part of UTF-8 sequences, and the
/// frames around them.
const WORDS: &str = "Úžasné Úštěk BANGLADÉŠ TÉŽ SLÚŽI PRÉŒDIPIEN KÔŠ OÄŽ PIÄŠTY LÄŽÄ ÚŽAS ÍŠ \
    AMANHÃ IRMÃ MAÇÃ CAFÉ LIBERTÉ È É Å Ø Ö Ä Ñ ESPAÑ URÂ HÂLÂ COBORÎ MEÐ BLÅ KØ SLØ ÉTÉ à á å \
    voilà está café hâlâ urâ mládež káž tuž así così Ça Ñandú École Übersicht öffnen été älter";

const FRAMES: [&str; 36] = [
    "{}",
    "“{}”",
    "„{}“",
    "«{}»",
    "»{}«",
    "‘{}’",
    "\"{}\"",
    "'{}'",
    "– {}",
    "–{}",
    "—{}—",
    "{}…",
    "{}™",
    "{}’s",
    "«\u{A0}{}\u{A0}»",
    "«{}»…",
    "“{}…”",
    "{}–",
    "({})²",
    "{}²",
    "─{}─",
    "│{}│",
    "──{}──┐",
    "┤{}├",
    "├─{}─┐",
    "{}─┐",
    "├{}",
    "┤ {} ├",
    "├── {}",
    "═{}═╗",
    "░{}░",
    "{}½",
    "{}°",
    "{}®",
    "a {} b",
    "\u{A0}{}\u{A0}",
];

/// Checks that a word stays unchanged in lower, upper and title case, in every frame.
fn check_word(word: &str, all: &mut String) {
    let mut rest = word.chars();
    let first: String = rest
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let title = first + &rest.as_str().to_lowercase();
    for form in [word.into(), word.to_lowercase(), word.to_uppercase(), title] {
        for frame in FRAMES {
            let text = frame.replace("{}", &form);
            assert_eq!(repair_mojibake(&text), text);
            if all.len() & 4 == 0 || word.len() > 8 {
                all.push_str(&text);
            }
            all.push(if all.len() & 3 == 0 { '\n' } else { ' ' });
        }
    }
}

#[test]
fn words_stay_in_any_case_and_beside_any_mark() {
    let mut all = String::new();
    WORDS
        .split_whitespace()
        .for_each(|word| check_word(word, &mut all));
    assert!(matches!(repair_mojibake(&all), Cow::Borrowed(_)));
}

/// Checks the words of the dictionaries that are installed on this machine.
#[test]
fn words_of_dictionaries_stay() {
    let folder = std::fs::read_dir("/usr/share/hunspell");
    let mut count = 0;
    for entry in folder.into_iter().flatten().flatten() {
        let is_list = entry.path().extension().is_some_and(|end| end == "dic");
        // The others are in legacy encodings.
        let Some(text) = std::fs::read_to_string(entry.path())
            .ok()
            .filter(|_| is_list)
        else {
            continue;
        };
        let words = text
            .lines()
            .filter_map(|line| line.split(['/', '\t']).next());
        // Only these letters, alone on a line, are taken for the first half of another character.
        // They are exclamations in Vietnamese and Breton.
        let is_other =
            |word: &&str| !word.is_ascii() && !["Ã", "Â"].contains(&&*word.to_uppercase());
        let words: Vec<&str> = words.filter(is_other).collect();
        let whole = words.join("\n");
        for text in [whole.to_lowercase(), whole.to_uppercase(), whole] {
            assert!(
                matches!(repair_mojibake(&text), Cow::Borrowed(_)),
                "{entry:?}"
            );
        }
        let mut all = String::new();
        for word in words.iter().step_by(words.len().div_ceil(500).max(1)) {
            check_word(word, &mut all);
        }
        assert!(
            matches!(repair_mojibake(&all), Cow::Borrowed(_)),
            "{entry:?}"
        );
        count += 1;
    }
    if count == 0 {
        // `eprintln!` would be captured if the test passes.
        let words = "NOT TESTED: no dictionary in UTF-8 in /usr/share/hunspell";
        let _ = writeln!(std::io::stderr(), "{words}");
    }
}

#[test]
fn right_text_stays_beside_wrong_text() {
    for text in [
        "`Ã©` is what becomes of `é`",
        "cafÃ© instead of café, naÃ¯ve instead of naïve",
        "the letter “Ã©”",
        "┌──Can hold in memory─┐ ─┤",
        "\"ÄÖÜäöüßâêéñà\"",
        "Dosya sistemine bütün G/Ç’lar eşzamanlı",
        "0 mijë\u{A0}¤",
        "12 Å², Ø¼, 2\u{A0}×\u{A0}3, «Ñ»",
    ] {
        assert_eq!(repair_mojibake(text), text);
    }
    // Mojibake in one line is no evidence about the next line, or about correct text beside it.
    for (wrong, right) in [
        ("byÅ‚o\n«BLÅ»\n", "było\n«BLÅ»\n"),
        // Nothing explains the whole line.
        ("memory─┐ caf├⌐ ─┤", "memory─┐ caf├⌐ ─┤"),
        (
            "Ã©tÃ© «liberté\u{A0}», é\u{A0}»",
            "été «liberté\u{A0}», é\u{A0}»",
        ),
    ] {
        assert_eq!(repair_mojibake(wrong), right);
    }
}

#[test]
fn letters_are_restored_alone() {
    for right in [
        "při",
        "řeka",
        "było",
        "Łódź",
        "tērē",
        "cœur",
        "Œuvre",
        "Österreich",
        "λ, β und μm",
        "mənim",
        "știe, țară",
        "Škoda – žlutá",
        "Việt Nam",
        "が",
        "안녕",
        "გამარჯობა",
        "Здравствуйте",
        "ă în",
        "İstanbul",
        "10 €",
        "→",
        "😀",
        "\u{FEFF}mark",
    ] {
        let wrong = misread::<Windows1252>(right);
        assert_eq!(repair_mojibake(&wrong), right);
        let wrong = misread::<Windows1252>(&wrong);
        assert_eq!(repair_mojibake(&wrong), right);
    }
    for right in [
        "café",
        "menú",
        "clôture",
        "Malmö",
        "Panel zu öffnen",
        "um es zu ändern",
        "’",
        "Привет",
        "năm",
        "año",
    ] {
        assert_eq!(repair_mojibake(&misread::<Cp437>(right)), right);
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

/// Texts that are correct, or that quote mojibake on purpose.
#[test]
fn hostile_texts_stay() {
    for text in [
        "5×£35",
        "3×¥500",
        "4×¢25",
        "10×§5",
        "NESCAFÉ© 2020",
        "NESCAFÉ® 2020",
        "CAFÉ€ 5",
        "MANHÃ–TARDE",
        "fix('schÃ¶n')",
        "s/Ã¼/ue/g",
        "„Ã©“",
        "« Ã© »",
        "「Ã©」",
        "<td>Ã¼</td>",
        "| Ã¼ | ü |",
        "| `schÃ¶n` | broken |",
        "the word “schÃ¶n”",
        "220 кВ",
        "TОЈ",
        "TУК",
        "AХ©",
        "Burslarıİ",
        "Con il corpo,\u{A0}è come se",
        "\u{85}",
        "line\u{85}\n",
    ] {
        assert_eq!(repair_mojibake(text), text);
    }
}

#[test]
fn other_pages_are_repaired_as_a_whole() {
    for (wrong, right) in [
        ("MÃŒller", "Müller"),
        ("Gr├Â├ƒe", "Größe"),
        ("profiter‚Ä¶", "profiter…"),
        ("PĹ™Ă\u{AD}mĂ˝ vstup", "Přímý vstup"),
        ("дорогРѕРіРµ РґРѕСЂРѕРіРµ", "дорогРѕРіРµ РґРѕСЂРѕРіРµ"),
        ("РґРѕСЂРѕРіРµ", "дороге"),
        ("п©п╟п©", "пап"),
        ("voilÃ le travail", "voilà le travail"),
        ("com atenÃ§Ã£o Ã s crianÃ§as", "com atenção às crianças"),
        ("SlovenÄ\u{FFFD}ina", "Sloven\u{FFFD}ina"),
        ("\u{84}Ja\u{93} und nein", "„Ja“ und nein"),
        ("Hi \u{ED}\u{A0}\u{BD}\u{ED}\u{B8}\u{8D}", "Hi 😍"),
    ] {
        assert_eq!(repair_mojibake(wrong), right);
        assert!(
            matches!(repair_mojibake(right), Cow::Borrowed(_)),
            "{right}"
        );
    }
    let repairs = utflane::mojibake_repairs("ok\ncafÃƒÂ© noir");
    assert_eq!(
        (repairs[0].range.clone(), repairs[0].layers().len()),
        (3..14, 2)
    );
}

/// A line without a sign of mojibake is repaired as its neighbour is.
#[test]
fn neighbours_are_evidence() {
    assert_eq!(repair_mojibake("byÅ‚o\nÃ©\n"), "było\né\n");
    assert_eq!(repair_mojibake("Ã©\nbyÅ‚o\n"), "é\nbyło\n");
    assert_eq!(repair_mojibake("Ã©\nok\n"), "Ã©\nok\n");
}

#[test]
fn the_context_of_a_line_does_not_matter() {
    for text in [
        "cafÃ©\r\n",
        "\u{FEFF}cafÃ©\n",
        "Ã©tÃ©\u{202E}",
        "Ã©\u{202E}tÃ©",
    ] {
        assert_eq!(repair_mojibake(text), text.replace("Ã©", "é"));
    }
    assert_eq!(repair_mojibake(&"Ã¶".repeat(20_000)), "ö".repeat(20_000));
}
