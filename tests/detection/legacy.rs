//! Lines of pages in encodings from before Unicode: no Unicode encoding may be certain, and hardly
//! one likely. Beside the lines below, those of `shared/corpora` are read if the folder is there.
#![cfg(not(emulated))]

use crate::texts::corpora::{Corpus, folder};
use encoding_rs::*;
use utflane::{Certainty, Charset, detect};

/// A language, the corpus in it, its encodings, and lines such as manuals, pages and letters have.
pub(crate) struct Language {
    name: &'static str,
    corpus: Option<&'static str>,
    encodings: &'static [&'static encoding_rs::Encoding],
    pub(crate) lines: &'static [&'static str],
}

pub(crate) const LANGUAGES: [Language; 7] = [
    Language {
        name: "Japanese",
        corpus: Some("japanese"),
        encodings: &[SHIFT_JIS, EUC_JP, ISO_2022_JP],
        lines: &[
            "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            "ファイルを開く",
            "設定を保存しますか?",
            "このコマンドは、標準入力から読み込んだ文字列を並べ替えて、標準出力に書き出す。",
            "エラーが発生しました。",
            "次のページ",
            "東京都千代田区",
            "お問い合わせはこちらまで",
            "パスワードの変更 (passwd)",
            "書式",
            "著作権は放棄されていません。配布は自由です。",
            "ネットワークの接続に失敗したため、更新を中止します。",
            "日本語の文書",
            "-v, --verbose 詳しい情報を表示する。",
        ],
    },
    Language {
        name: "Chinese, simplified",
        corpus: Some("chinese"),
        encodings: &[GBK, GB18030],
        lines: &[
            "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
            "打开文件",
            "保存设置吗?",
            "该命令从标准输入读取文本,排序后写到标准输出。",
            "发生错误。",
            "下一页",
            "北京市海淀区",
            "联系我们",
            "修改密码 (passwd)",
            "版权所有,可以自由分发。",
            "由于网络连接失败,更新已经停止。",
            "-v, --verbose 显示详细信息。",
        ],
    },
    Language {
        name: "Chinese, traditional",
        corpus: None,
        encodings: &[BIG5, GBK],
        lines: &[
            "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神相對待。",
            "開啟檔案",
            "儲存設定嗎?",
            "這個命令從標準輸入讀取文字,排序後寫到標準輸出。",
            "發生錯誤。",
            "下一頁",
            "臺北市中正區",
            "聯絡我們",
            "變更密碼 (passwd)",
            "版權所有,可以自由散布。",
            "由於網路連線失敗,更新已經停止。",
            "-v, --verbose 顯示詳細訊息。",
        ],
    },
    Language {
        name: "Korean",
        corpus: Some("korean"),
        encodings: &[EUC_KR],
        lines: &[
            "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
            "파일 열기",
            "설정을 저장하시겠습니까?",
            "이 명령은 표준 입력에서 읽은 글을 정렬하여 표준 출력에 쓴다.",
            "오류가 발생했습니다.",
            "다음 쪽",
            "서울특별시 중구",
            "문의하기",
            "비밀번호 바꾸기 (passwd)",
            "저작권이 있으나 자유롭게 배포할 수 있습니다.",
            "네트워크에 연결하지 못하여 업데이트를 멈춥니다.",
            "-v, --verbose 자세한 정보를 보여준다.",
        ],
    },
    Language {
        name: "Russian",
        corpus: Some("russian"),
        encodings: &[WINDOWS_1251, KOI8_R, ISO_8859_5, IBM866, X_MAC_CYRILLIC],
        lines: &[
            "Все люди рождаются свободными и равными в своём достоинстве и правах.",
            "Открыть файл",
            "Сохранить настройки?",
            "Эта команда читает текст со стандартного ввода и сортирует его.",
            "Произошла ошибка.",
            "город Москва",
            "Смена пароля (passwd)",
            "Авторские права защищены, распространение свободно.",
            "-v, --verbose подробный вывод.",
        ],
    },
    Language {
        name: "Greek",
        corpus: None,
        encodings: &[WINDOWS_1253, ISO_8859_7],
        lines: &[
            "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
            "Άνοιγμα αρχείου",
            "Αποθήκευση των ρυθμίσεων;",
            "Η εντολή διαβάζει κείμενο από την τυπική είσοδο και το ταξινομεί.",
            "Παρουσιάστηκε σφάλμα.",
            "Επόμενη σελίδα",
            "Αθήνα",
            "Αλλαγή κωδικού (passwd)",
            "ή",
            "-v, --verbose αναλυτικές πληροφορίες.",
        ],
    },
    Language {
        name: "Thai",
        corpus: None,
        encodings: &[WINDOWS_874],
        lines: &[
            "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
            "เปิดแฟ้ม",
            "บันทึกการตั้งค่าหรือไม่",
            "คำสั่งนี้อ่านข้อความจากข้อมูลเข้ามาตรฐานแล้วเรียงลำดับ",
            "เกิดข้อผิดพลาด",
            "หน้าถัดไป",
            "กรุงเทพมหานคร",
            "เปลี่ยนรหัสผ่าน (passwd)",
            "-v, --verbose แสดงรายละเอียด",
        ],
    },
];

/// Groups of one to five lines, each with both line ends, and as text and with markup.
fn groups(lines: &[&str]) -> Vec<String> {
    let mut groups = Vec::new();
    for count in 1..=5 {
        for lines in lines.chunks(count) {
            let items: Vec<String> = lines
                .iter()
                .map(|line| format!("  <li class=\"item\"><a href=\"page.html\">{line}</a></li>"))
                .collect();
            let joined = [lines.join("\n"), format!("<p>{}</p>", lines.join("<br>\n"))];
            for text in joined.into_iter().chain([items.join("\n")]) {
                groups.push(text.replace('\n', "\r\n") + "\r\n");
                groups.push(text.clone() + "\n");
                groups.push(text);
            }
        }
    }
    groups
}

/// The groups of a language that `encoding` has, as bytes.
fn encoded(language: &Language, encoding: &'static encoding_rs::Encoding) -> Vec<Vec<u8>> {
    let mut all = groups(language.lines);
    let name = language.corpus.filter(|_| folder().is_some());
    if let Some(corpus) = name.and_then(Corpus::named) {
        let lines: Vec<&str> = corpus
            .text
            .lines()
            .filter(|line| !line.is_empty())
            .collect();
        all.extend(groups(&lines[..lines.len().min(40)]));
        // Sentences, and parts of them.
        let parts = corpus.text.split_inclusive(['。', '、', '.', ',']);
        let parts: Vec<&str> = parts
            .map(str::trim)
            .filter(|part| !part.is_ascii())
            .collect();
        all.extend(groups(&parts[..parts.len().min(200)]));
    }
    let encoded = all.iter().map(|text| encoding.encode(text));
    let known = encoded.filter(|(_, _, has_unmappable)| !has_unmappable);
    known.map(|(bytes, ..)| bytes.into_owned()).collect()
}

/// How many pieces of all languages are certainly, and likely, in a Unicode encoding, once `change`
/// was made to them, and how many there are.
fn wrong(change: fn(&mut Vec<u8>, usize)) -> [usize; 3] {
    let mut wrong = [0; 3];
    for language in &LANGUAGES {
        for encoding in language.encodings {
            let pieces = encoded(language, encoding);
            assert!(pieces.len() > 100, "{} {}", language.name, encoding.name());
            for (index, mut piece) in pieces.into_iter().enumerate() {
                change(&mut piece, index);
                let found = detect(&piece);
                if found.charset.is_some() {
                    wrong[usize::from(found.certainty != Certainty::Certain)] += 1;
                    println!("{} {found:?} {piece:02X?}", encoding.name());
                }
                wrong[2] += 1;
            }
        }
    }
    let [certain, likely, all] = wrong;
    println!("{all} pieces, {certain} certain, {likely} likely");
    wrong
}

#[test]
fn no_line_of_a_legacy_encoding_is_certainly_unicode() {
    let [certain, likely, all] = wrong(|_, _| ());
    assert_eq!(certain, 0);
    assert!(500 * likely <= all, "{likely} of {all} likely");
}

/// Control characters that files of text have, too: the end of a file of DOS, bold type of
/// printers, names that end with NUL.
#[test]
fn a_control_character_does_not_make_it_certain() {
    let [certain, likely, all] = wrong(|piece, index| {
        piece.push([0x1A, 0x08, 0x0B, 0x00][index % 4]);
    });
    assert_eq!(certain, 0);
    assert!(500 * likely <= all, "{likely} of {all} likely");
}

/// Words whose bytes are well-formed UTF-8 of other letters.
#[test]
fn no_word_of_a_legacy_encoding_that_is_utf8_is_certain() {
    let words: [(&encoding_rs::Encoding, &[&str]); 6] = [
        (GBK, &["系统", "目录", "詳見", "訊息摘要", "色盲", "值"]),
        (EUC_KR, &["키", "첫째", "체첸", "청천"]),
        (IBM866, &["только", "так", "тип", "уже"]),
        (KOI8_R, &["её"]),
        (WINDOWS_874, &["รถ", "แกน", "แดง"]),
        (MACINTOSH, &["l’écran", "’à"]),
    ];
    for (encoding, words) in words {
        for word in words {
            for text in [
                word.to_string(),
                format!("{word}\r\n"),
                format!("<p>{word}</p>\n"),
            ] {
                let (bytes, ..) = encoding.encode(&text);
                assert!(str::from_utf8(&bytes).is_ok(), "{text:?}");
                let found = detect(&bytes);
                assert_ne!(found.certainty, Certainty::Certain, "{text:?} {found:?}");
            }
        }
    }
}

/// UTF-8 with a few letters that are no ASCII leaves no doubt where they stand in words.
#[test]
fn accents_in_words_are_certainly_utf8() {
    for text in [
        "Grüße",
        "über\n",
        "café",
        "naïve",
        "każdy",
        "<p>Jürgen</p>\n",
        "Menü\r\n",
    ] {
        let found = detect(text.as_bytes());
        let seen = (found.charset, found.certainty);
        assert_eq!(seen, (Some(Charset::Utf8), Certainty::Certain), "{text:?}");
    }
}

/// Groups of lines of 64 bytes and more.
#[test]
fn lines_in_utf16_are_certain() {
    for language in &LANGUAGES {
        for text in groups(language.lines) {
            let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for (charset, bytes) in [(Charset::Utf16Le, le), (Charset::Utf16Be, be)] {
                let found = detect(&bytes);
                let seen = (found.charset, found.certainty);
                let expected = (Some(charset), Certainty::Certain);
                assert!(bytes.len() < 64 || seen == expected, "{text:?} {found:?}");
            }
        }
    }
}

#[test]
fn escapes_of_terminals_are_ascii_and_those_of_iso_2022_are_not() {
    assert_eq!(
        detect(b"\x1B[1mbold\x1B(B\x1B[m\n").charset,
        Some(Charset::Ascii)
    );
    for text in [
        "\x1B$B4A;z\x1B(B\n",
        "\x1B(J~\x1B(B\n",
        "\x1B(I1\x1B(B\n",
        "\x1B$)C\x0E0!\x0F\n",
    ] {
        let long = "plain text\n".repeat(500) + text;
        assert_eq!(detect(text.as_bytes()).charset, None, "{text:?}");
        assert_eq!(detect(long.as_bytes()).charset, None, "{text:?}");
    }
}

/// Text of a length that is no number of units is in no encoding with such units.
#[test]
fn an_odd_length_is_not_utf16() {
    for language in &LANGUAGES {
        let text = language.lines.join("\n") + "\n";
        for (len, charset, bytes) in [
            (
                2,
                Charset::Utf16Le,
                text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ),
            (
                2,
                Charset::Utf16Be,
                text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            ),
            (
                4,
                Charset::Utf32Le,
                text.chars()
                    .flat_map(|c| u32::from(c).to_le_bytes())
                    .collect(),
            ),
            (
                4,
                Charset::Utf32Be,
                text.chars()
                    .flat_map(|c| u32::from(c).to_be_bytes())
                    .collect(),
            ),
        ] {
            let bytes: Vec<u8> = bytes;
            let found = detect(&bytes);
            let seen = (found.charset, found.certainty);
            assert_eq!(
                seen,
                (Some(charset), Certainty::Certain),
                "{}",
                language.name
            );
            for less in 1..len {
                let found = detect(&bytes[..bytes.len() - less]).charset;
                assert_ne!(found, Some(charset), "{}: {less} fewer", language.name);
            }
        }
    }
}

/// Damage for which text that is mostly UTF-8 is taken for it nevertheless: eight good characters
/// for each fault.
#[test]
fn damaged_utf8_has_eight_good_characters_a_fault() {
    for (good, expected) in [
        (4, None),
        (7, None),
        (8, Some(Charset::Utf8)),
        (9, Some(Charset::Utf8)),
    ] {
        let text = ["й".repeat(good).as_bytes(), b"\xFF "].concat().repeat(40);
        let found = detect(&text);
        assert_eq!(found.charset, expected, "{good} good characters a fault");
        if expected.is_some() {
            assert_eq!((found.certainty, found.exact), (Certainty::Likely, false));
        }
    }
}
