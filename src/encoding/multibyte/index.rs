//! The indexes of the WHATWG Encoding Standard in compressed form: each character is stored as the
//! distance from the one before. `index/README.md` describes the format.

/// An index, which maps pointers to code points.
#[derive(Clone, Copy)]
pub(super) struct Index(&'static [u8]);

pub(super) static JIS0208: Index = Index(include_bytes!("index/jis0208.bin"));
pub(super) static JIS0212: Index = Index(include_bytes!("index/jis0212.bin"));
pub(super) static EUC_KR: Index = Index(include_bytes!("index/euckr.bin"));
pub(super) static GB18030: Index = Index(include_bytes!("index/gb18030.bin"));
pub(super) static BIG5: Index = Index(include_bytes!("index/big5.bin"));

/// The first code point that is stored in two bytes.
const FIRST_IDEOGRAPH: u32 = 0x4E00;

impl Index {
    /// Calls `visit` with each pointer that has a character, in ascending order, and its code
    /// point.
    #[cold]
    pub(super) fn each(self, visit: &mut dyn FnMut(u16, u32)) {
        let mut bytes = self.0.iter().copied();
        // `code_point` is the one after the last visited code point.
        let (mut pointer, mut code_point) = (0, 0);
        while let Some(byte) = bytes.next() {
            let mut next = || bytes.next().unwrap_or(0);
            let mut count = 1;
            match byte {
                0 => {
                    pointer += u16::from(next());
                    count = 0;
                }
                1 | 2 => {
                    let low = u16::from_le_bytes([next(), next()]);
                    code_point = u32::from(byte - 1) << 17 | u32::from(low);
                }
                3 => count = next(),
                4..0x80 => code_point += u32::from(byte) - 4,
                _ => {
                    let number = u16::from_be_bytes([byte & 0x7F, next()]);
                    code_point = FIRST_IDEOGRAPH + u32::from(number);
                }
            }
            for _ in 0..count {
                visit(pointer, code_point);
                pointer += 1;
                code_point += 1;
            }
        }
    }
}
