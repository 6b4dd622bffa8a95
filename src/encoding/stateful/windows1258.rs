//! windows-1258 for text in normalization form C (NFC), as on the web and in databases.
//!
//! The code page has a byte for each tone mark, but for few letters with one. Here a letter and the
//! tone mark after it are one character, in both directions:
//!
//! ```text
//! ế (U+1EBF)    EA EC    ê and the acute accent
//! ```

use super::{Bytes, Item, Shift};
use crate::CodePoint;
use crate::code_page::Windows1258;
use crate::encoding::code_page::CodePageTables;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::scheme::Encoded;
use crate::encoding::sealed::Sealed;
use crate::memory::output::Output;

/// The only state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State;

/// The bytes of the tone marks: grave accent, hook above, tilde, acute accent, dot below.
const TONES: [u8; 5] = [0xCC, 0xD2, 0xDE, 0xEC, 0xF2];

/// Each character of the code page that Unicode composes with a tone mark, followed by the composed
/// characters in the order of [`TONES`].
static COMPOSED: &str = "\
    AÀẢÃÁẠ B----Ḅ C---Ć- D----Ḍ EÈẺẼÉẸ G---Ǵ- H----Ḥ IÌỈĨÍỊ K---ḰḲ L---ĹḶ M---ḾṂ NǸ-ÑŃṆ \
    OÒỎÕÓỌ P---Ṕ- R---ŔṚ S---ŚṢ T----Ṭ UÙỦŨÚỤ V--Ṽ-Ṿ WẀ--ẂẈ YỲỶỸÝỴ Z---ŹẒ aàảãáạ b----ḅ \
    c---ć- d----ḍ eèẻẽéẹ g---ǵ- h----ḥ iìỉĩíị k---ḱḳ l---ĺḷ m---ḿṃ nǹ-ñńṇ oòỏõóọ p---ṕ- \
    r---ŕṛ s---śṣ t----ṭ uùủũúụ v--ṽ-ṿ wẁ--ẃẉ yỳỷỹýỵ z---źẓ ¨῭--΅- ÂẦẨẪẤẬ ĂẰẲẴẮẶ Å---Ǻ- \
    Æ---Ǽ- Ç---Ḉ- ÊỀỂỄẾỆ Ï---Ḯ- ÔỒỔỖỐỘ ƠỜỞỠỚỢ Ø---Ǿ- ÜǛ--Ǘ- ƯỪỬỮỨỰ âầẩẫấậ ăằẳẵắặ å---ǻ- \
    æ---ǽ- ç---ḉ- êềểễếệ ï---ḯ- ôồổỗốộ ơờởỡớợ ø---ǿ- üǜ--ǘ- ưừửữứự";

/// Returns the row of a character, if it can have a tone mark.
fn row(character: char) -> Option<&'static str> {
    COMPOSED.split(' ').find(|row| row.starts_with(character))
}

/// Returns the composed character of a letter and the byte of a tone mark.
fn composed(letter: char, tone: u8) -> Option<char> {
    let tone = TONES.iter().position(|other| *other == tone)?;
    let composed = row(letter)?.chars().nth(1 + tone);
    composed.filter(|composed| *composed != '-')
}

/// Returns the bytes of a composed character.
fn bytes(character: char) -> Option<[u8; 2]> {
    let row = COMPOSED
        .split(' ')
        .find(|row| character != '-' && row.contains(character))?;
    let tone = row.chars().skip(1).position(|one| one == character)?;
    let letter = row.chars().next()?;
    Some([page().encode(letter.into())?, *TONES.get(tone)?])
}

fn page() -> &'static CodePageTables {
    <Windows1258 as Sealed>::SCHEME.0
}

impl Shift for State {
    fn decode(self, src: &[u8], more: bool) -> (Item, State) {
        let Some((&byte, rest)) = src.split_first() else {
            return (Item::Incomplete, State);
        };
        let character = page().decode(byte).map(u32::from).and_then(char::from_u32);
        let Some(character) = character else {
            return (Item::malformed(ErrorKind::Unassigned, 1), State);
        };
        let next = rest.first().copied();
        let item = match next.and_then(|tone| composed(character, tone)) {
            Some(composed) => Item::Character(composed.into(), 2),
            None if next.is_none() && more && row(character).is_some() => Item::Incomplete,
            None => Item::Character(character.into(), 1),
        };
        (item, State)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, State) {
        let two = || bytes(code_point.to_char()?);
        let bytes = match page().encode(code_point.0) {
            Some(byte) => Bytes::from_slice(&[byte]),
            None => match two() {
                Some(two) => Bytes::from_slice(&two),
                None => return (Encoded::Unrepresentable, State),
            },
        };
        (bytes.write(dst), State)
    }

    fn end(self) -> Bytes {
        Bytes::default()
    }

    fn restarted(self) -> State {
        State
    }

    /// A letter may be the first part of a composed character.
    fn is_ascii(self, byte: u8) -> bool {
        byte.is_ascii() && !byte.is_ascii_alphabetic()
    }
}
