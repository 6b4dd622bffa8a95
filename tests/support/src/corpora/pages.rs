//! Generates pages like those on the web: markup, addresses, numbers and several scripts in a line.

use crate::random::Random;

const BYTES: usize = 128 * 1024;

/// Generates the page corpus with this name.
pub(super) fn generate(name: &str) -> String {
    let mut random = Random(name.len() as u64);
    let mut text = String::with_capacity(BYTES + 4096);
    while text.len() < BYTES {
        match name {
            "page-german" => push_section(&mut text, &GERMAN, &mut random),
            "page-vietnamese" => push_section(&mut text, &VIETNAMESE, &mut random),
            "page-turkish" => push_section(&mut text, &TURKISH, &mut random),
            "page-korean" => push_section(&mut text, &KOREAN, &mut random),
            _ => push_element(&mut text, &mut random),
        }
    }
    text
}

type Words = [&'static str; 48];

/// The name of a planet in many scripts, as in the first line of an encyclopedia article.
const NAMES: [&str; 12] = [
    "(lateinisch _Mars_)",
    "(russisch Марс)",
    "(griechisch Άρης)",
    "(arabisch المريخ)",
    "(hebräisch מאדים)",
    "(火星, _Huǒxīng_)",
    "(Hindi मंगल)",
    "(화성)",
    "(ดาวอังคาร)",
    "– 4,6 · 10⁹ Jahre –",
    "„♂“",
    "(≈ 227,9 × 10⁶ km)",
];

/// A heading, paragraphs with links and notes, a list or a table, and a picture.
fn push_section(text: &mut String, words: &Words, random: &mut Random) {
    text.push_str(random.pick(&["## ", "### "]));
    push_words(text, words, random, 3);
    text.push_str("\n\n");
    for _ in 0..random.within(1..=4) {
        push_paragraph(text, words, random);
    }
    match random.below(4) {
        0 => push_table(text, words, random),
        1 => push_list(text, words, random),
        2 => push_picture(text, words, random),
        _ => {}
    }
}

fn push_paragraph(text: &mut String, words: &Words, random: &mut Random) {
    let mut line_start = text.len();
    for _ in 0..random.within(20..=120) {
        match random.below(40) {
            0..=2 => push_link(text, words, random),
            3 => text.push_str(random.pick(&NAMES)),
            4 => text.push_str(&format!("{},{}", random.below(300), random.below(10))),
            5 => text.push_str(&format!("[{}](#note-{0})", random.below(200))),
            _ => text.push_str(random.pick(words)),
        }
        text.push_str(random.pick(&[" ", " ", " ", " ", " ", " ", " ", ", ", ". "]));
        if text.len() - line_start > 76 {
            text.push('\n');
            line_start = text.len();
        }
    }
    text.push_str("\n\n");
}

/// `[word word](/wiki/W%C3%B6rter "Wörter")`
fn push_link(text: &mut String, words: &Words, random: &mut Random) {
    let title = random.pick(words);
    text.push('[');
    push_words(text, words, random, 1);
    text.push_str(&format!(" {title}](/wiki/"));
    for byte in title.bytes() {
        if byte.is_ascii_alphanumeric() {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text.push_str(&format!(" \"{title}\")"));
}

fn push_table(text: &mut String, words: &Words, random: &mut Random) {
    for _ in 0..random.within(3..=12) {
        text.push_str("| ");
        push_words(text, words, random, 1);
        text.push_str(&format!(
            " | {}.{} km | −{} °C | {}-{:02}-{:02} |\n",
            random.below(10_000),
            random.below(10),
            random.below(140),
            1877 + random.below(148),
            1 + random.below(12),
            1 + random.below(28),
        ));
    }
    text.push('\n');
}

fn push_list(text: &mut String, words: &Words, random: &mut Random) {
    for _ in 0..random.within(3..=9) {
        text.push_str("  * ");
        push_words(text, words, random, 5);
        text.push('\n');
    }
    text.push('\n');
}

fn push_picture(text: &mut String, words: &Words, random: &mut Random) {
    text.push_str("![");
    push_words(text, words, random, 4);
    let number = random.below(256);
    text.push_str(&format!(
        "\n](//images.example.org/commons/thumb/{:x}/{number:02x}/\nMars_{number}.svg/{}px-\nMars_{number}.svg.png)\n\n",
        number >> 4,
        10 * random.within(2..=40),
    ));
}

fn push_words(text: &mut String, words: &Words, random: &mut Random, count: usize) {
    for number in 0..count {
        if number > 0 {
            text.push(' ');
        }
        text.push_str(random.pick(words));
    }
}

/// Appends one element of an HTML page that lists news in many languages.
fn push_element(text: &mut String, random: &mut Random) {
    let lists = [&GERMAN, &VIETNAMESE, &TURKISH, &KOREAN, &RUSSIAN, &JAPANESE];
    let words: &Words = random.pick(&lists);
    let number = random.below(100_000);
    let tag = random.pick(&["p", "li", "td", "h3", "span"]);
    text.push_str(&format!(
        "<{tag} id=\"item-{number}\" class=\"entry wide\">"
    ));
    text.push_str(&format!(
        "<a href=\"https://example.org/{number}?page=2&amp;sort=new\">"
    ));
    push_words(text, words, random, random_count(number, 3));
    text.push_str("</a> ");
    push_words(text, words, random, random_count(number, 12));
    text.push_str(&format!(
        "<time datetime=\"2024-05-{:02}\"></time></{tag}>\n",
        number % 28
    ));
}

/// Returns 1 to `most`, depending on the number of the element.
fn random_count(number: usize, most: usize) -> usize {
    1 + number % most
}

#[rustfmt::skip]
const GERMAN: Words = [
    "der", "die", "das", "und", "ist", "ein", "eine", "von", "im", "mit", "auf", "für", "als",
    "auch", "Planet", "Planeten", "Sonne", "Erde", "Oberfläche", "Atmosphäre", "während",
    "größte", "größer", "Krater", "Vulkan", "Monde", "Jahre", "Süden", "Höhe", "über", "später",
    "früher", "Masse", "Umlaufbahn", "Eis", "Wasser", "Kohlenstoffdioxid", "beträgt", "etwa",
    "Kilometer", "Durchmesser", "wurde", "durch", "Raumsonde", "Messungen", "gefunden",
    "mögliche", "Flüsse",
];

#[rustfmt::skip]
const VIETNAMESE: Words = [
    "của", "và", "là", "một", "những", "các", "trong", "được", "với", "cho", "có", "không",
    "người", "hành", "tinh", "Sao", "Hỏa", "Mặt", "Trời", "Trái", "Đất", "bề", "mặt", "khí",
    "quyển", "nước", "đường", "kính", "khoảng", "năm", "tại", "từ", "thứ", "tư", "hệ", "vệ",
    "tinh", "núi", "lửa", "lớn", "nhất", "đã", "phát", "hiện", "nhiệt", "độ", "quỹ", "đạo",
];

#[rustfmt::skip]
const TURKISH: Words = [
    "ve", "bir", "bu", "ile", "için", "olarak", "olan", "daha", "çok", "en", "gezegen",
    "gezegeni", "Güneş", "Dünya", "yüzey", "yüzeyi", "atmosfer", "uydusu", "büyük", "küçük",
    "yıl", "gün", "arasında", "kadar", "sonra", "önce", "su", "buz", "dağ", "yanardağ", "çapı",
    "yaklaşık", "kilometre", "sıcaklık", "yörünge", "keşfedildi", "araştırma", "olduğu",
    "değil", "şekilde", "göre", "üzerinde", "ışık", "kırmızı", "toprak", "çöl", "güney",
    "kuzey",
];

#[rustfmt::skip]
const KOREAN: Words = [
    "화성은", "태양계의", "네", "번째", "행성이다", "지구와", "표면", "대기", "위성", "물", "얼음", "온도", "궤도", "탐사선",
    "발견", "연구", "크기", "지름", "약", "킬로미터", "년", "그리고", "또는", "가장", "큰", "화산", "남쪽", "북쪽", "있다",
    "없다", "하였다", "때문에", "대한", "것으로", "이후", "이전", "사이에", "과학자", "관측", "결과", "생명체", "존재", "가능성",
    "붉은", "산화철", "계곡", "자전", "공전",
];

#[rustfmt::skip]
const RUSSIAN: Words = [
    "и", "в", "на", "с", "по", "из", "что", "это", "как", "Марс", "планета", "Солнца", "Земли",
    "поверхность", "атмосфера", "спутник", "вулкан", "вода", "лёд", "год", "года",
    "температура", "орбита", "диаметр", "около", "километров", "крупнейший", "южный",
    "северный", "исследования", "аппарат", "был", "была", "обнаружен", "после", "между",
    "также", "может", "быть", "масса", "кратер", "время", "сутки", "период", "вращения",
    "наблюдения", "красный", "пыль",
];

#[rustfmt::skip]
const JAPANESE: Words = [
    "火星は", "太陽系の", "惑星", "地球", "表面", "大気", "衛星", "水", "氷", "温度", "軌道", "探査機", "発見", "研究", "直径",
    "約", "キロメートル", "年", "および", "または", "最大の", "火山", "南", "北", "ある", "ない", "された", "ために", "に対して",
    "こと", "その後", "以前", "間に", "科学者", "観測", "結果", "生命", "存在", "可能性", "赤い", "酸化鉄", "峡谷", "自転",
    "公転", "重力", "クレーター", "である", "また",
];
