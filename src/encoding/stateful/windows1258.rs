//! windows-1258 for text in normalization form C (NFC), as on the web and in databases.
//!
//! The code page has a byte for each tone mark, but for few letters with one. Here a letter and the
//! tone mark after it are one character, in both directions:
//!
//! ```text
//! ế (U+1EBF)    EA EC    ê and the acute accent
//! ```

use super::{Bytes, Item};
use crate::CodePoint;
use crate::code_page::Windows1258;
use crate::encoding::code_page::CodePageTables;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::sealed::Sealed;

/// The bytes of the tone marks: grave accent, hook above, tilde, acute accent, dot below.
const TONES: [u8; 5] = [0xCC, 0xD2, 0xDE, 0xEC, 0xF2];

/// The units of UTF-16 of a letter, and of the characters that Unicode composes of it and each of
/// [`TONES`]. The unit is 0 if there is no such character.
type Row = [u16; 1 + TONES.len()];

/// All characters of the code page that Unicode composes with tone marks, in ascending order.
static COMPOSED: [Row; 69] = {
    const TEXT: &str = "\
        AÀẢÃÁẠ B----Ḅ C---Ć- D----Ḍ EÈẺẼÉẸ G---Ǵ- H----Ḥ IÌỈĨÍỊ K---ḰḲ L---ĹḶ M---ḾṂ NǸ-ÑŃṆ \
        OÒỎÕÓỌ P---Ṕ- R---ŔṚ S---ŚṢ T----Ṭ UÙỦŨÚỤ V--Ṽ-Ṿ WẀ--ẂẈ YỲỶỸÝỴ Z---ŹẒ aàảãáạ b----ḅ \
        c---ć- d----ḍ eèẻẽéẹ g---ǵ- h----ḥ iìỉĩíị k---ḱḳ l---ĺḷ m---ḿṃ nǹ-ñńṇ oòỏõóọ p---ṕ- \
        r---ŕṛ s---śṣ t----ṭ uùủũúụ v--ṽ-ṿ wẁ--ẃẉ yỳỷỹýỵ z---źẓ ¨῭--΅- ÂẦẨẪẤẬ Å---Ǻ- Æ---Ǽ- \
        Ç---Ḉ- ÊỀỂỄẾỆ Ï---Ḯ- ÔỒỔỖỐỘ Ø---Ǿ- ÜǛ--Ǘ- âầẩẫấậ å---ǻ- æ---ǽ- ç---ḉ- êềểễếệ ï---ḯ- \
        ôồổỗốộ ø---ǿ- üǜ--ǘ- ĂẰẲẴẮẶ ăằẳẵắặ ƠỜỞỠỚỢ ơờởỡớợ ƯỪỬỮỨỰ ưừửữứự";
    let text = TEXT.as_bytes();
    let (mut rows, mut at, mut count) = ([[0; 1 + TONES.len()]; 69], 0, 0);
    while at < text.len() {
        let [middle, low] = match text.len() - at {
            1 => [0, 0],
            2 => [text[at + 1], 0],
            _ => [text[at + 1], text[at + 2]],
        };
        let [middle, low] = [(middle & 0x3F) as u16, (low & 0x3F) as u16];
        let (unit, len) = match text[at] {
            b'-' => (0, 1),
            lead @ ..0x80 => (lead as u16, 1),
            lead @ ..0xE0 => ((lead as u16 & 0x1F) << 6 | middle, 2),
            lead => ((lead as u16 & 0xF) << 12 | middle << 6 | low, 3),
        };
        at += len;
        // A space is between the rows.
        if count % 7 < 6 {
            rows[count / 7][count % 7] = unit;
        }
        count += 1;
    }
    assert!(count == 69 * 7 - 1);
    rows
};

/// Returns the row of a letter, if it can have a tone mark.
fn row(letter: u16) -> Option<&'static Row> {
    let found = COMPOSED.binary_search_by_key(&letter, |row| row[0]);
    found.ok().map(|at| &COMPOSED[at])
}

/// Returns the composed character of a letter and the byte of a tone mark.
fn composed(letter: u16, tone: u8) -> Option<u16> {
    let tone = TONES.iter().position(|other| *other == tone)?;
    Some(row(letter)?[1 + tone]).filter(|composed| *composed != 0)
}

/// Returns the bytes of a composed character.
fn decomposed(unit: u16) -> Option<[u8; 2]> {
    let at = COMPOSED
        .as_flattened()
        .iter()
        .position(|one| *one == unit)?;
    let tone = (at % COMPOSED[0].len()).checked_sub(1)?;
    let letter = COMPOSED[at / COMPOSED[0].len()][0];
    Some([page().encode(letter.into())?, TONES[tone]])
}

fn page() -> &'static CodePageTables {
    <Windows1258 as Sealed>::SCHEME.0
}

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(src: &[u8], more: bool) -> Item {
    let Some((&byte, rest)) = src.split_first() else {
        return Item::Incomplete;
    };
    let Some(unit) = page().decode(byte) else {
        return Item::malformed(ErrorKind::Unassigned, 1);
    };
    let next = rest.first().copied();
    match next.and_then(|tone| composed(unit, tone)) {
        Some(composed) => Item::Character(CodePoint(composed.into()), 2),
        None if next.is_none() && more && row(unit).is_some() => Item::Incomplete,
        None => Item::Character(CodePoint(unit.into()), 1),
    }
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(CodePoint(code_point): CodePoint) -> Bytes {
    if let Some(byte) = page().encode(code_point) {
        return Bytes::from_slice(&[byte]);
    }
    let two = u16::try_from(code_point).ok().and_then(decomposed);
    two.map_or(Bytes::default(), |two| Bytes::from_slice(&two))
}

/// See [`Shift::is_ascii`](super::Shift::is_ascii). A letter may be the first part of a composed
/// character.
pub(super) fn is_ascii(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphabetic()
}
