//! The operations that are measured. Each one first checks that both libraries return the same.

use crate::texts::{self, Text};
use encoding_rs as theirs;
use std::hint::black_box;
use utflane_encoding_rs as ours;

/// An operation on all pieces of a text, with utflane-encoding-rs and with encoding_rs.
pub struct Operation {
    pub encoding: &'static str,
    pub ours: Box<dyn Fn()>,
    pub theirs: Box<dyn Fn()>,
}

pub struct Group {
    pub name: &'static str,
    pub operations: fn(&Text, usize) -> Vec<Operation>,
}

/// Declares an operation of both libraries. The expression is evaluated for each of the pieces.
macro_rules! operation {
    ($encoding:expr, $pieces:expr, |$library:ident, $piece:ident, $out:ident: $unit:ty| $body:expr) => {{
        let pieces = std::rc::Rc::new($pieces);
        let room = pieces.iter().map(|piece| 3 * piece.len() + 32).max().unwrap_or(0);
        operation!(@ check pieces, room, $library, $piece, $out, $unit, $body);
        Operation {
            encoding: $encoding,
            ours: operation!(@ run pieces, room, ours, $library, $piece, $out, $unit, $body),
            theirs: operation!(@ run pieces, room, theirs, $library, $piece, $out, $unit, $body),
        }
    }};
    (@ run $pieces:ident, $room:ident, $which:ident, $library:ident, $piece:ident, $out:ident, $unit:ty, $body:expr) => {{
        let pieces = $pieces.clone();
        let out = std::cell::RefCell::new(vec![<$unit>::default(); $room]);
        Box::new(move || {
            use $which as $library;
            let mut out = out.borrow_mut();
            for $piece in pieces.iter() {
                let $out = &mut out[..];
                let _ = black_box($body);
                black_box(&$out[0]);
            }
        })
    }};
    (@ check $pieces:ident, $room:ident, $library:ident, $piece:ident, $out:ident, $unit:ty, $body:expr) => {
        for $piece in $pieces.iter() {
            let [mut our, mut their] = [vec![<$unit>::default(); $room], vec![<$unit>::default(); $room]];
            let our_result = { use ours as $library; let $out = &mut our[..]; format!("{:?}", $body) };
            let their_result = { use theirs as $library; let $out = &mut their[..]; format!("{:?}", $body) };
            assert_eq!(our_result, their_result);
        }
    };
}

/// Returns one operation, or none if there are no pieces.
macro_rules! one {
    ($pieces:expr, |$library:ident, $piece:ident, $out:ident: $unit:ty| $body:expr) => {{
        let pieces: Vec<_> = $pieces;
        match pieces.is_empty() {
            true => vec![],
            false => vec![operation!("", pieces, |$library, $piece, $out: $unit| {
                $body
            })],
        }
    }};
}

fn units(text: &Text, length: usize) -> Vec<Vec<u16>> {
    texts::utf8(text, length)
        .iter()
        .map(|piece| piece.encode_utf16().collect())
        .collect()
}

fn utf16le(text: &Text, length: usize) -> Vec<Vec<u8>> {
    let pieces = units(text, length / 2);
    pieces
        .iter()
        .map(|piece| piece.iter().flat_map(|unit| unit.to_le_bytes()).collect())
        .collect()
}

/// Returns labels as programs find them, whatever the text.
fn labels(_: &Text, _: usize) -> Vec<&'static str> {
    vec![
        "utf-8",
        "UTF-8",
        "utf8",
        "iso-8859-1",
        "ISO-8859-1",
        "latin1",
        "us-ascii",
        "windows-1252",
        "Windows-1251",
        "Shift_JIS",
        "sjis",
        "EUC-JP",
        "iso-2022-jp",
        "gb2312",
        "GBK",
        "gb18030",
        "Big5",
        "euc-kr",
        "ks_c_5601-1987",
        "koi8-r",
        " utf-16le ",
        "iso-8859-15",
        "utf-7",
        "unknown-8bit",
    ]
}

fn latin1(text: &Text, length: usize) -> Vec<Vec<u8>> {
    let pieces = texts::of(text, theirs::WINDOWS_1252, length);
    let latin1 = |piece: &String| {
        piece
            .chars()
            .filter_map(|one| u8::try_from(one).ok())
            .collect()
    };
    pieces.iter().map(latin1).collect()
}

/// Returns an operation for each encoding that has the characters of the text.
macro_rules! each {
    ($text:ident, $length:ident, $pieces:ident, [$($name:ident)*], |$library:ident, $encoding:ident, $piece:ident, $out:ident: $unit:ty| $body:expr) => {{
        let mut all = vec![];
        $(
            let pieces = texts::of($text, theirs::$name, $length);
            if !pieces.is_empty() {
                let pieces = $pieces(theirs::$name, pieces);
                all.push(operation!(theirs::$name.name(), pieces, |$library, $piece, $out: $unit| {
                    let $encoding = $library::$name;
                    $body
                }));
            }
        )*
        all
    }};
}

fn encoded(encoding: &'static theirs::Encoding, pieces: Vec<String>) -> Vec<Vec<u8>> {
    pieces
        .iter()
        .map(|piece| encoding.encode(piece).0.into_owned())
        .collect()
}

fn same(_: &'static theirs::Encoding, pieces: Vec<String>) -> Vec<String> {
    pieces
}

fn to_units(_: &'static theirs::Encoding, pieces: Vec<String>) -> Vec<Vec<u16>> {
    pieces
        .iter()
        .map(|piece| piece.encode_utf16().collect())
        .collect()
}

/// Declares all groups: the operations on Unicode, and five operations for each kind of legacy
/// encoding.
macro_rules! groups {
    ($($kind:literal [$($name:ident)*])*) => {
        &[
            Group {
                name: "`for_label`",
                operations: |text, length| one!(labels(text, length), |library, piece, _out: u8|
                    library::Encoding::for_label(piece.as_bytes()).map(|encoding| encoding.name())),
            },
            Group {
                name: "`utf8_valid_up_to`",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, _out: u8|
                    library::Encoding::utf8_valid_up_to(piece.as_bytes())),
            },
            Group {
                name: "UTF-8 decoder to UTF-16",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, out: u16|
                    library::UTF_8.new_decoder_without_bom_handling().decode_to_utf16(piece.as_bytes(), out, true)),
            },
            Group {
                name: "UTF-8 decoder to UTF-8",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, out: u8|
                    library::UTF_8.new_decoder_without_bom_handling().decode_to_utf8(piece.as_bytes(), out, true)),
            },
            Group {
                name: "UTF-16LE decoder to UTF-8",
                operations: |text, length| one!(utf16le(text, length), |library, piece, out: u8|
                    library::UTF_16LE.new_decoder_without_bom_handling().decode_to_utf8(piece, out, true)),
            },
            Group {
                name: "UTF-16LE decoder to UTF-16",
                operations: |text, length| one!(utf16le(text, length), |library, piece, out: u16|
                    library::UTF_16LE.new_decoder_without_bom_handling().decode_to_utf16(piece, out, true)),
            },
            Group {
                name: "UTF-8 encoder from UTF-16",
                operations: |text, length| one!(units(text, length), |library, piece, out: u8|
                    library::UTF_8.new_encoder().encode_from_utf16(piece, out, true)),
            },
            Group {
                name: "`mem::convert_utf8_to_utf16`",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, out: u16|
                    library::mem::convert_utf8_to_utf16(piece.as_bytes(), out)),
            },
            Group {
                name: "`mem::convert_utf16_to_utf8`",
                operations: |text, length| one!(units(text, length), |library, piece, out: u8|
                    library::mem::convert_utf16_to_utf8(piece, out)),
            },
            Group {
                name: "`mem::convert_utf16_to_utf8_partial`",
                operations: |text, length| one!(units(text, length), |library, piece, out: u8|
                    library::mem::convert_utf16_to_utf8_partial(piece, out)),
            },
            Group {
                name: "`mem::convert_latin1_to_utf8`",
                operations: |text, length| one!(latin1(text, length), |library, piece, out: u8|
                    library::mem::convert_latin1_to_utf8(piece, out)),
            },
            Group {
                name: "`mem::utf16_valid_up_to`",
                operations: |text, length| one!(units(text, length), |library, piece, _out: u8|
                    library::mem::utf16_valid_up_to(piece)),
            },
            Group {
                name: "`mem::is_utf16_bidi`",
                operations: |text, length| one!(units(text, length), |library, piece, _out: u8|
                    library::mem::is_utf16_bidi(piece)),
            },
            Group {
                name: "`mem::is_str_bidi`",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, _out: u8|
                    library::mem::is_str_bidi(piece)),
            },
            Group {
                name: "`mem::check_utf8_for_latin1_and_bidi`",
                operations: |text, length| one!(texts::utf8(text, length), |library, piece, _out: u8|
                    library::mem::check_utf8_for_latin1_and_bidi(piece.as_bytes())),
            },
            $(
                Group {
                    name: concat!($kind, " decoder to UTF-16"),
                    operations: |text, length| each!(text, length, encoded, [$($name)*], |library, encoding, piece, out: u16|
                        encoding.new_decoder_without_bom_handling().decode_to_utf16(piece, out, true)),
                },
                Group {
                    name: concat!($kind, " decoder to UTF-8"),
                    operations: |text, length| each!(text, length, encoded, [$($name)*], |library, encoding, piece, out: u8|
                        encoding.new_decoder_without_bom_handling().decode_to_utf8(piece, out, true)),
                },
                Group {
                    name: concat!($kind, " `decode`"),
                    operations: |text, length| each!(text, length, encoded, [$($name)*], |library, encoding, piece, _out: u8|
                        encoding.decode_without_bom_handling(piece)),
                },
                Group {
                    name: concat!($kind, " encoder from UTF-8"),
                    operations: |text, length| each!(text, length, same, [$($name)*], |library, encoding, piece, out: u8|
                        encoding.new_encoder().encode_from_utf8(piece, out, true)),
                },
                Group {
                    name: concat!($kind, " encoder from UTF-16"),
                    operations: |text, length| each!(text, length, to_units, [$($name)*], |library, encoding, piece, out: u8|
                        encoding.new_encoder().encode_from_utf16(piece, out, true)),
                },
            )*
        ]
    };
}

pub const GROUPS: &[Group] = groups! {
    "code page" [
        IBM866 ISO_8859_10 ISO_8859_13 ISO_8859_14 ISO_8859_15 ISO_8859_16 ISO_8859_2 ISO_8859_3 ISO_8859_4 ISO_8859_5
        ISO_8859_6 ISO_8859_7 ISO_8859_8 ISO_8859_8_I KOI8_R KOI8_U MACINTOSH WINDOWS_1250 WINDOWS_1251 WINDOWS_1252
        WINDOWS_1253 WINDOWS_1254 WINDOWS_1255 WINDOWS_1256 WINDOWS_1257 WINDOWS_1258 WINDOWS_874 X_MAC_CYRILLIC
    ]
    "multi-byte" [BIG5 EUC_JP EUC_KR GBK GB18030 SHIFT_JIS]
    "ISO-2022-JP" [ISO_2022_JP]
};
