//! Generates a text for timing: words of several scripts in lines of prose.

/// Words, an array for each script. Their characters have 1, mostly 1, 2, 3, 3 and 4 bytes in
/// UTF-8.
const SCRIPTS: [&[&str]; 6] = [
    &[
        "the", "lanes", "of", "a", "vector", "carry", "text", "side", "by", "side",
    ],
    &[
        "Straße", "über", "größer", "und", "schöner", "als", "die", "alte", "Brücke",
    ],
    &[
        "быстрый",
        "текст",
        "идёт",
        "по",
        "широкой",
        "дороге",
        "без",
        "остановки",
    ],
    &[
        "文字", "編碼", "轉換", "驗證", "向量", "指令", "快速", "可靠",
    ],
    &["पाठ", "तेज़", "और", "सही", "चलता", "है", "हर", "बार"],
    &["😀", "🚀", "👍", "🎉", "🧵", "🔤"],
];

const WORDS_A_LINE: usize = 12;

/// About `bytes` bytes of UTF-8, equal at every call.
pub(crate) fn sample(bytes: usize) -> String {
    let mut random = Random(1);
    let mut text = String::with_capacity(bytes + 1024);
    while text.len() < bytes {
        let script = SCRIPTS[random.below(SCRIPTS.len())];
        for _ in 0..WORDS_A_LINE {
            text.push_str(script[random.below(script.len())]);
            text.push(' ');
        }
        text.push('\n');
    }
    text
}

/// A linear congruential generator with Knuth's constants: enough to shuffle words.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}
