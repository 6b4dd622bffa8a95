//! Detection: how often it is right, by encoding and length, over texts of many languages. The
//! table is printed with `--nocapture`.

#[path = "../benches/corpora/mod.rs"]
mod corpora;

use corpora::Corpus;
use utflane::{Certainty, Charset, Encoding, detect};
use utflane::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, transcode_to_vec};

/// A sentence each of languages that no corpus has.
const SENTENCES: [&str; 14] = [
    "Toute personne a droit à l'éducation. L'éducation doit être gratuite, où que l'on soit né. ",
    "Każdy człowiek ma prawo do nauki. Nauka jest bezpłatna, przynajmniej na stopniu początkowym. ",
    "Herkes eğitim hakkına sahiptir. Eğitim parasızdır, hiç olmazsa ilk öğretim aşamasında. ",
    "Mọi người đều có quyền được giáo dục. Giáo dục phải được miễn phí, ít nhất ở cấp sơ đẳng. ",
    "Καθένας έχει δικαίωμα στην εκπαίδευση. Η εκπαίδευση πρέπει να παρέχεται δωρεάν. ",
    "Кожна людина має право на освіту. Освіта повинна бути безкоштовною, хоча б початкова. ",
    "ทุกคนมีสิทธิในการศึกษา การศึกษาจะต้องให้เปล่าอย่างน้อยในขั้นประถมศึกษาและขั้นพื้นฐาน ",
    "ყველა ადამიანს აქვს განათლების უფლება. განათლება უფასო უნდა იყოს. ",
    "Յուրաքանչյուր մարդ ունի կրթության իրավունք։ Կրթությունը պետք է լինի անվճար։ ",
    "ஒவ்வொருவருக்கும் கல்விக்கான உரிமை உண்டு. கல்வி இலவசமாக இருத்தல் வேண்டும். ",
    "প্রত্যেকেরই শিক্ষালাভের অধিকার রয়েছে। শিক্ষা অবৈতনিক হবে। ",
    "每个人都有受教育的权利，教育应当免费，至少在初级和基本阶段应如此。初级教育应属义务性质。",
    "すべて人は、教育を受ける権利を有する。教育は、少なくとも初等の段階では無償でなければならない。",
    "모든 사람은 교육을 받을 권리를 가진다. 교육은 최소한 초등 및 기초단계에서는 무상이어야 한다. ",
];

#[cfg(not(emulated))]
const LEGACY: [&encoding_rs::Encoding; 18] = [
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::KOI8_U,
    encoding_rs::IBM866,
    encoding_rs::MACINTOSH,
    encoding_rs::GBK,
    encoding_rs::GB18030,
    encoding_rs::BIG5,
    encoding_rs::SHIFT_JIS,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
];

const LENGTHS: [usize; 9] = [16, 32, 64, 128, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16];

/// Well-formed texts of many languages.
fn texts() -> Vec<String> {
    let names = corpora::SCRIPTS.iter().chain(&corpora::PAGES);
    let named = names.map(|name| Corpus::named(name).expect("a corpus").text);
    let sentences = SENTENCES.iter().map(|sentence| sentence.repeat(800));
    let chain = named.chain(sentences);
    chain
        .map(|text| text.trim_start_matches('\u{FEFF}').to_string())
        .collect()
}

fn encode<E: Encoding<Unit = u8>>(text: &str) -> Option<Vec<u8>> {
    transcode_to_vec::<Utf8, E>(text.as_bytes()).ok()
}

/// Pieces of a text: many of a length, which begin with a character and end anywhere.
fn pieces(bytes: &[u8], length: usize, boundaries: &[usize]) -> Vec<Vec<u8>> {
    let fits = |start: &&usize| **start + length <= bytes.len();
    let starts: Vec<usize> = boundaries.iter().filter(fits).copied().collect();
    let step = (starts.len() / if length > 4096 { 3 } else { 40 }).max(1);
    let pieces = starts.iter().step_by(step);
    pieces
        .map(|&start| bytes[start..start + length].to_vec())
        .collect()
}

/// The bytes of an encoding at which characters of a text start.
fn boundaries<E: Encoding<Unit = u8>>(text: &str) -> Vec<usize> {
    let mut at = 0;
    let starts = text.chars().map(|character| {
        let start = at;
        at += encode::<E>(character.encode_utf8(&mut [0; 4])).map_or(0, |bytes| bytes.len());
        start
    });
    starts.collect()
}

/// Counts of right answers, of none and of wrong ones, by length.
type Tally = [[usize; 3]; LENGTHS.len()];

fn tally<E: Encoding<Unit = u8>>(expected: Option<Charset>) -> Tally {
    let mut tally = Tally::default();
    for text in texts() {
        let Some(bytes) = encode::<E>(&text) else {
            continue;
        };
        let boundaries = boundaries::<E>(&text);
        for (row, &length) in tally.iter_mut().zip(&LENGTHS) {
            for piece in pieces(&bytes, length, &boundaries) {
                let found = detect(&piece);
                let expected = match expected {
                    Some(Charset::Utf8) | None if piece.is_ascii() => Some(Charset::Ascii),
                    expected => expected,
                };
                row[match found.charset {
                    charset if charset == expected => 0,
                    None => 1,
                    Some(_) => 2,
                }] += 1;
                if found.charset != expected && std::env::var_os("SHOW").is_some() {
                    println!("{} {found:?} {piece:02X?}", E::NAME);
                }
            }
        }
    }
    tally
}

fn print(name: &str, tally: &Tally) {
    print!("{name:12}");
    for [right, none, wrong] in tally {
        print!(" {right:6}/{none:3}/{wrong:3}");
    }
    println!();
}

#[test]
fn no_unicode_text_of_64_bytes_is_taken_for_another() {
    print!("{:12}", "right/none/wrong");
    LENGTHS.iter().for_each(|length| print!(" {length:14}"));
    println!();
    for (name, tally) in [
        ("UTF-8", tally::<Utf8>(Some(Charset::Utf8))),
        ("UTF-16LE", tally::<Utf16Le>(Some(Charset::Utf16Le))),
        ("UTF-16BE", tally::<Utf16Be>(Some(Charset::Utf16Be))),
        ("UTF-32LE", tally::<Utf32Le>(Some(Charset::Utf32Le))),
        ("UTF-32BE", tally::<Utf32Be>(Some(Charset::Utf32Be))),
        ("ISO-8859-1", tally::<Latin1>(None)),
    ] {
        print(name, &tally);
        for ([right, none, wrong], length) in tally.into_iter().zip(LENGTHS) {
            if length >= 64 {
                assert_eq!(wrong, 0, "{name}: wrong answers at {length} bytes");
                assert!(none * 100 <= right, "{name}: no answers at {length} bytes");
            }
        }
    }
}

/// Texts of legacy encodings of single bytes and of several.
#[cfg(not(emulated))]
#[test]
fn no_legacy_text_is_taken_for_unicode() {
    let mut tally = [[0; 2]; LENGTHS.len()];
    for encoding in LEGACY {
        for text in texts() {
            let (bytes, _, has_unmappable) = encoding.encode(&text);
            if has_unmappable {
                continue;
            }
            let starts: Vec<usize> = (0..bytes.len()).collect();
            for (row, &length) in tally.iter_mut().zip(&LENGTHS) {
                for piece in pieces(&bytes, length, &starts) {
                    let found = detect(&piece).charset;
                    let right = found.is_none() || piece.is_ascii();
                    row[usize::from(!right)] += 1;
                    if !right && std::env::var_os("SHOW").is_some() {
                        println!("{} {found:?} {piece:02X?}", encoding.name());
                    }
                }
            }
        }
    }
    println!("legacy {tally:?}");
    for ([right, wrong], length) in tally.into_iter().zip(LENGTHS) {
        assert!(
            right > 50 && (length < 64 || wrong == 0),
            "{length} bytes: {wrong} wrong"
        );
    }
}

#[test]
fn marks_are_certain() {
    let text = "Grüße, 漢字";
    for (charset, bytes) in [
        (Charset::Utf8, encode::<Utf8>(text)),
        (Charset::Utf16Le, encode::<Utf16Le>(text)),
        (Charset::Utf16Be, encode::<Utf16Be>(text)),
        (Charset::Utf32Le, encode::<Utf32Le>(text)),
        (Charset::Utf32Be, encode::<Utf32Be>(text)),
    ] {
        let marked = [charset.bom(), &bytes.expect("every character")].concat();
        let found = detect(&marked);
        let seen = (found.charset, found.certainty, found.exact);
        assert_eq!(seen, (Some(charset), Certainty::Certain, true));
        let broken = [charset.bom(), &[0xD8; 8][..]].concat();
        assert!(!detect(&broken).exact, "{charset}");
        assert_eq!(detect(&broken).charset, Some(charset));
    }
}
