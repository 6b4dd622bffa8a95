//! The texts that detection must recognise: the files of `shared/corpora` beside the checkout or
//! generated text of the same make-up, and repeated sentences.

use crate::corpora::{self, Corpus};

/// A sentence in each of several languages without a corpus.
pub const SENTENCES: [&str; 15] = [
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
    "人人都有受教育的權利，教育應當免費，至少在初級和基本階段應如此。初級教育應屬義務性質。",
    "すべて人は、教育を受ける権利を有する。教育は、少なくとも初等の段階では無償でなければならない。",
    "모든 사람은 교육을 받을 권리를 가진다. 교육은 최소한 초등 및 기초단계에서는 무상이어야 한다. ",
];

/// Lengths of the pieces, in bytes.
pub const LENGTHS: [usize; 9] = [16, 32, 64, 128, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16];

/// Well-formed texts of many languages.
pub fn texts() -> Vec<String> {
    let names = corpora::SCRIPTS.iter().chain(&corpora::PAGES);
    let named = names.map(|name| Corpus::named(name).expect("a corpus").text);
    let sentences = SENTENCES.iter().map(|sentence| sentence.repeat(800));
    let chain = named.chain(sentences);
    chain
        .map(|text| text.trim_start_matches('\u{FEFF}').to_string())
        .collect()
}

/// Writes a table to the folder that the environment variable `TABLES` names, if it is set.
pub fn write(name: &str, table: &str) {
    println!("{table}");
    if let Some(folder) = std::env::var_os("TABLES") {
        let path = std::path::Path::new(&folder)
            .join(name)
            .with_extension("md");
        std::fs::write(path, table).expect("TABLES must name a writable folder");
    }
}
