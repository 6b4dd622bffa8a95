//! Decoders with an output that is shorter than the input: each call fills the output, and the next
//! one continues.

use crate::operations::{Group, Operation};
use crate::texts::{self, Text};
use encoding_rs as theirs;
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use utflane_encoding_rs as ours;

/// Lengths of the output, in bytes.
pub const OUTPUTS: [usize; 6] = [16, 32, 64, 256, 1024, 8192];

/// Length of the input, in bytes of UTF-8.
const INPUT: usize = 8192;

/// Returns a function that decodes a text to UTF-8, in calls with an output of a given length. It
/// returns the whole text.
macro_rules! decode {
    ($library:ident, $encoding:ident) => {
        |mut src: &[u8], out: &mut [u8], mut all: Option<&mut Vec<u8>>| {
            let mut decoder = $library::$encoding.new_decoder_without_bom_handling();
            loop {
                let (result, read, written, _) = decoder.decode_to_utf8(src, out, true);
                src = &src[read..];
                if let Some(all) = &mut all {
                    all.extend_from_slice(&out[..written]);
                }
                black_box(&out[0]);
                if result == $library::CoderResult::InputEmpty {
                    return;
                }
            }
        }
    };
}

/// Decodes a text and appends the result to a vector, if there is one.
type Decode = fn(&[u8], &mut [u8], Option<&mut Vec<u8>>);

/// Returns the measured operation for a text, or none if the encoding lacks its characters.
fn operation(
    text: &Text,
    encoding: &'static theirs::Encoding,
    decoders: [Decode; 2],
    output: usize,
) -> Vec<Operation> {
    let pieces: Vec<Vec<u8>> = texts::of(text, encoding, INPUT)
        .iter()
        .map(|piece| match encoding == theirs::UTF_16LE {
            true => piece.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            false => encoding.encode(piece).0.into_owned(),
        })
        .collect();
    if pieces.is_empty() {
        return vec![];
    }
    for piece in &pieces {
        let [ours, theirs] = decoders.map(|decode| {
            let mut all = vec![];
            decode(piece, &mut vec![0; output], Some(&mut all));
            all
        });
        assert!(ours == theirs, "{} of {}", encoding.name(), text.name);
    }
    let pieces = Rc::new(pieces);
    let [ours, theirs] = decoders.map(|decode| {
        let pieces = pieces.clone();
        let out = RefCell::new(vec![0; output]);
        let run = move || {
            for piece in pieces.iter() {
                decode(piece, &mut out.borrow_mut(), None);
            }
        };
        Box::new(run) as Box<dyn Fn()>
    });
    vec![Operation {
        encoding: "",
        ours,
        theirs,
    }]
}

/// Declares a group for each encoding.
macro_rules! groups {
    ($($name:ident $encoding:literal)*) => {
        &[$(Group {
            name: $encoding,
            operations: |text, output| {
                let decoders: [Decode; 2] = [decode!(ours, $name), decode!(theirs, $name)];
                operation(text, theirs::$name, decoders, output)
            },
        },)*]
    };
}

pub const GROUPS: &[Group] = groups! {
    UTF_8 "UTF-8" UTF_16LE "UTF-16LE" BIG5 "Big5" EUC_JP "EUC-JP" EUC_KR "EUC-KR" GBK "GBK" GB18030 "gb18030"
    SHIFT_JIS "Shift_JIS" ISO_2022_JP "ISO-2022-JP" ISO_8859_2 "ISO-8859-2" ISO_8859_3 "ISO-8859-3"
    ISO_8859_4 "ISO-8859-4" ISO_8859_5 "ISO-8859-5" ISO_8859_6 "ISO-8859-6" ISO_8859_8 "ISO-8859-8"
    ISO_8859_10 "ISO-8859-10" ISO_8859_13 "ISO-8859-13" ISO_8859_14 "ISO-8859-14" ISO_8859_15 "ISO-8859-15"
    ISO_8859_16 "ISO-8859-16" IBM866 "IBM866" KOI8_R "KOI8-R" KOI8_U "KOI8-U" MACINTOSH "macintosh"
    WINDOWS_1250 "windows-1250" WINDOWS_1251 "windows-1251" WINDOWS_1252 "windows-1252"
    WINDOWS_1254 "windows-1254" WINDOWS_1255 "windows-1255" WINDOWS_1256 "windows-1256"
    WINDOWS_1257 "windows-1257" WINDOWS_1258 "windows-1258" X_MAC_CYRILLIC "x-mac-cyrillic"
};
