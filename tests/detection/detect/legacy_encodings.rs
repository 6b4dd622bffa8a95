//! Detection of legacy encodings by `detect_any`.

use proptest::prelude::*;
use utflane::{Certainty, Charset, Pair, detect, detect_any};

fn encode(text: &str, encoding: &str) -> Vec<u8> {
    let charset = Charset::named(encoding).unwrap();
    let pair = Pair::new(Charset::Utf8, charset).unwrap();
    pair.transcode_to_vec(text.as_bytes()).unwrap()
}

/// A sentence, its language, and encodings in which it is written.
const SENTENCES: [(&str, &str, &str); 20] = [
    (
        "fr",
        "Le garçon a répondu qu'il n'était pas prêt à partir, malgré l'été déjà terminé.",
        "windows-1252 macintosh IBM850 IBM437 IBM037",
    ),
    (
        "de",
        "Natürlich müssen wir später noch über die Größe der Häuser und Gärten sprechen.",
        "windows-1252 macintosh IBM850 IBM437 IBM273",
    ),
    (
        "es",
        "Mañana por la mañana el niño irá también a la montaña con su compañía.",
        "windows-1252 macintosh IBM850",
    ),
    (
        "pl",
        "Wszyscy ludzie wiedzą, że pieniądze są ważne, ale szczęście można znaleźć gdzie indziej.",
        "windows-1250 ISO-8859-2 IBM852",
    ),
    (
        "cs",
        "Příliš žluťoučký kůň úpěl ďábelské ódy, a proto jsme večer šli ještě dál.",
        "windows-1250 ISO-8859-2 IBM852",
    ),
    (
        "hu",
        "Az idő gyönyörű volt, és a gyerekek együtt játszottak a kertben egész délután.",
        "windows-1250 ISO-8859-2 IBM852",
    ),
    (
        "lt",
        "Šiandien žmonės čia gyvena ilgiau, nes jų sveikata yra geresnė už ankstesnę.",
        "windows-1257 ISO-8859-13 ISO-8859-4",
    ),
    (
        "tr",
        "Çocuklar bugün güneşli bir günde dışarıda şarkı söyleyip ağaçların altında oynadı.",
        "windows-1254 ISO-8859-9 IBM857",
    ),
    (
        "ru",
        "Вчера вечером мы долго говорили о том, как быстро меняется наша жизнь.",
        "windows-1251 KOI8-R ISO-8859-5 IBM866 IBM855 x-mac-cyrillic",
    ),
    (
        "uk",
        "Сьогодні ввечері ми їдемо до міста, щоб побачити своїх друзів і їхніх дітей.",
        "windows-1251 KOI8-U ISO-8859-5",
    ),
    (
        "bg",
        "Днес времето е хубаво и децата играят навън, докато майките им разговарят.",
        "windows-1251",
    ),
    (
        "el",
        "Σήμερα ο καιρός είναι πολύ καλός και τα παιδιά παίζουν έξω στον κήπο.",
        "windows-1253 ISO-8859-7 IBM869",
    ),
    (
        "he",
        "היום מזג האוויר יפה מאוד והילדים משחקים בחוץ עם החברים שלהם",
        "windows-1255 ISO-8859-8 IBM862",
    ),
    (
        "ar",
        "الجو اليوم جميل جدا والأطفال يلعبون في الخارج مع أصدقائهم",
        "windows-1256 ISO-8859-6",
    ),
    (
        "th",
        "วันนี้อากาศดีมากและเด็กๆ กำลังเล่นอยู่ข้างนอกกับเพื่อนของพวกเขา",
        "windows-874",
    ),
    (
        "ja",
        "今日は天気がとても良いので、子供たちは友達と一緒に外で遊んでいます。",
        "Shift_JIS EUC-JP",
    ),
    (
        "zh",
        "今天天气很好，孩子们和他们的朋友一起在外面玩。",
        "GB18030",
    ),
    (
        "zh",
        "今天天氣很好，孩子們和他們的朋友一起在外面玩。",
        "Big5",
    ),
    (
        "ko",
        "오늘은 날씨가 아주 좋아서 아이들이 친구들과 함께 밖에서 놀고 있습니다.",
        "EUC-KR",
    ),
    (
        "en",
        "The quick brown fox jumps over the lazy dog, and nobody knows why.",
        "IBM037",
    ),
];

#[test]
fn sentences_are_recognised_in_each_encoding() {
    for (language, text, encodings) in SENTENCES {
        for encoding in encodings.split(' ') {
            if Charset::named(encoding).is_none() {
                // Without the feature `multibyte`.
                continue;
            }
            let bytes = encode(text, encoding);
            let found = detect_any(&bytes);
            let charset = found
                .charset
                .unwrap_or_else(|| panic!("{language} {encoding} {found:?}"));
            let pair = Pair::new(charset, Charset::Utf8).unwrap();
            let decoded = pair.transcode_to_vec(&bytes).unwrap();
            assert_eq!(decoded, text.as_bytes(), "{language} {encoding} {found:?}");
            assert_eq!(found.language, Some(language), "{encoding}");
            assert_ne!(found.runner_up, found.name);
            if !charset.is_code_page() {
                assert_eq!(found.certainty, Certainty::Likely, "{found:?}");
            }
            assert!(found.exact, "{language} {encoding}");
            assert_eq!(
                found.is_reliable(),
                found.certainty == Certainty::Likely,
                "{found:?}"
            );
        }
    }
}

/// Texts with too little evidence, as bytes in windows-1252, or in the encoding that is named.
const SHORT: [(&str, &str); 12] = [
    ("של", "windows-1255"),
    ("في", "windows-1256"),
    ("да", "windows-1251"),
    ("Да.", "KOI8-R"),
    ("à", "windows-1252"),
    ("Où ?", "windows-1252"),
    ("20 °C", "windows-1252"),
    (
        "The price is 5 £ for each of the boxes that we sent you.",
        "windows-1252",
    ),
    (
        "All the text is in English, except for one café.",
        "windows-1252",
    ),
    ("- Ça va ?\n- Oui.", "windows-1252"),
    ("Ano, děkuji.", "windows-1250"),
    ("- Né?", "IBM850"),
];

#[test]
fn short_texts_are_at_most_guesses() {
    for (text, encoding) in SHORT {
        let found = detect_any(&encode(text, encoding));
        assert!(found.certainty <= Certainty::Guess, "{text} {found:?}");
        assert!(!found.is_reliable(), "{text} {found:?}");
    }
}

#[test]
fn one_letter_in_a_long_text_is_a_guess() {
    let text = "A long text in English, without accents, repeated many times.\n".repeat(2000);
    for at in [0, 1000, text.len()] {
        let (before, after) = text.as_bytes().split_at(at);
        let bytes = [before, b"caf\xE9 ", after].concat();
        let found = detect_any(&bytes);
        assert_eq!(
            (found.name, found.certainty),
            (Some("windows-1252"), Certainty::Guess)
        );
    }
}

#[test]
fn the_whole_text_decides() {
    // The first words are the same in both encodings. The bytes that differ come late.
    let start = "Größe über alles, schöne Grüße aus Köln und München.\n".repeat(500);
    for (encoding, end) in [
        ("windows-1252", "Das kostet 5 €, “sagt” er – so.\n"),
        ("ISO-8859-15", "Das kostet 5 €.\n"),
    ] {
        let bytes = encode(&(start.clone() + end), encoding);
        assert_eq!(detect_any(&bytes).name, Some(encoding));
    }
}

#[test]
fn rare_bytes_are_judged_in_their_words() {
    // Only one word has a letter or symbol that tells the encodings apart.
    let estonian =
        "Öösel sõitsid mõned külalised järve äärde ja tulid hommikul tagasi.\n".repeat(80);
    let english = "The naïve café in Orléans, open from May to June, is closed.\n".repeat(80);
    for (text, word, encoding) in [
        (&estonian, "Pärast mängu käis ta duši all.\n", "ISO-8859-15"),
        (&english, "A list [of names] of Orléans\n", "IBM500"),
        (&english, "A list [of names] of Orléans\n", "IBM037"),
    ] {
        let all = [text, word, text].concat();
        let found = detect_any(&encode(&all, encoding));
        assert_eq!(found.name, Some(encoding), "{word}");
    }
}

#[test]
fn markup_is_not_in_the_language_of_the_text() {
    let item = "<title>Türkçe altyazısı</title><link>http://example.com/subtitles/show</link>\n";
    let found = detect_any(&encode(&item.repeat(20), "ISO-8859-9"));
    // ISO-8859-9 has the same bytes for these letters.
    assert_eq!(found.name, Some("windows-1254"));
}

#[test]
fn quotation_marks_that_nothing_opened_are_letters() {
    for (text, encoding) in [
        ("Lunedì 16 dicembre 2013.", "macintosh"),
        ("Mas porque é que isso acontece?", "IBM850"),
    ] {
        assert_eq!(detect_any(&encode(text, encoding)).name, Some(encoding));
    }
    let text = "Er sagte „Grüße“ und ging. „Schön“, sagte sie.";
    let found = detect_any(&encode(text, "windows-1252"));
    assert_eq!(found.name, Some("windows-1252"));
}

#[test]
fn drawings_are_those_of_dos() {
    let text = "╔══════════╗\n║ Hallo!   ║\n╚══════════╝\n┌──────┐\n│ für  │\n└──────┘\n";
    let bytes = encode(text, "IBM437");
    let charset = detect_any(&bytes).charset.unwrap();
    // Other code pages of DOS have the same drawing characters.
    let pair = Pair::new(charset, Charset::Utf8).unwrap();
    let decoded = pair.transcode_to_vec(&bytes).unwrap();
    assert_eq!(decoded, text.as_bytes(), "{charset:?}");
}

#[test]
fn shift_sequences_have_names() {
    for (bytes, name) in [
        (&b"Gr+APwA3w-e aus M+APw-nchen\n"[..], "UTF-7"),
        (b"~{VPND~} and ~{<:Ky~}\n", "HZ-GB-2312"),
        (b"\x1B$B4A;z\x1B(B\n", "ISO-2022-JP"),
        (b"\x1B$)C\x0E0!3*\x0F\n", "ISO-2022-KR"),
        (b"\x1B$)A\x0E<:\x0F\n", "ISO-2022-CN"),
    ] {
        assert_eq!(detect_any(bytes).name, Some(name));
    }
}

#[test]
fn binary_files_have_no_encoding() {
    for bytes in [
        &b"\x7FELF\x02\x01\x01\0\0\0\0\0\x90\xF0"[..],
        b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR",
        b"\x1F\x8B\x08\x00\xC4\x1E\x99\x02\xFF",
    ] {
        assert_eq!(detect_any(bytes).name, None, "{}", bytes.escape_ascii());
    }
}

proptest! {
    #[test]
    fn unicode_results_are_those_of_detect(bytes: Vec<u8>, text in ".{0,40}") {
        for bytes in [&bytes, text.as_bytes()] {
            let (any, unicode) = (detect_any(bytes), detect(bytes));
            if any.mixed.is_none() && unicode.charset.is_some() {
                prop_assert_eq!((any.charset, any.certainty, any.exact), (unicode.charset, unicode.certainty, unicode.exact));
            }
            // Only Unicode encodings and ASCII are certain.
            prop_assert!(any.certainty < Certainty::Certain || unicode.certainty == Certainty::Certain);
            if any.exact {
                let charset = any.charset.unwrap();
                prop_assert!(charset.incomplete_tail(bytes) > 0 || charset.validate(bytes).is_ok() || bytes.len() >= 64);
            }
        }
    }
}
