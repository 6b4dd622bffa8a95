//! Sample texts that these encodings can represent.

use super::{Random, standard};
use utflane::Charset;

const CHINESE: &str = "每个人都有受教育的权利，教育应当免费，至少在初级和基本阶段应如此。§3\n";
const TAIWAN: &str = "人人都有受教育的權利，教育應當免費，至少在初級和基本階段應如此。\u{00B1}3\n";
const JAPANESE: &str = "すべて人は、教育を受ける権利を有する。ABC カナ ｶﾅ 1948\n";
const KOREAN: &str = "모든 사람은 교육을 받을 권리를 가진다. 똠방각하, 펲시콜라 1948\n";

/// The charsets, and a text for each.
pub(crate) const LEGACY: [(Charset, &str); 7] = [
    (Charset::Gbk, CHINESE),
    (Charset::Gb18030, "每个人都有受教育的权利 漢字 ｶﾅ é 😀 Ā\n"),
    (Charset::Big5, TAIWAN),
    (Charset::ShiftJis, JAPANESE),
    (Charset::EucJp, JAPANESE),
    (Charset::EucKr, KOREAN),
    (
        Charset::Iso2022Jp,
        "すべて人は、教育を受ける権利を有する。ABC ¥‾ カナ 1948\n",
    ),
];

/// Encodes a text. The encoding must have all of its characters.
pub(crate) fn encoded(charset: Charset, text: &str) -> Vec<u8> {
    let (bytes, _, has_unmappable) = standard(charset).encode(text);
    assert!(!has_unmappable, "{charset}: {text}");
    bytes.into_owned()
}

/// Returns a text with some of its bytes changed, removed or doubled.
pub(crate) fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const TELLING: &[u8] = b"\x1B\x1B\x1B($BJI@\x24\x80\x8E\x8F\xFF\x81\x30\x39\xFE\x0E\n";
    let mut damaged = Vec::new();
    for &byte in bytes {
        match random.below(12) {
            0 => {}
            1 => damaged.extend([byte, byte]),
            2 => damaged.push(random.below(256) as u8),
            3 => damaged.push(TELLING[random.below(TELLING.len())]),
            4 => damaged.extend(*b"\x1B(J\x1B(B"),
            _ => damaged.push(byte),
        }
    }
    damaged
}
