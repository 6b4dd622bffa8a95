//! Tests of names.

use super::*;
use crate::Bom;
use std::string::ToString;

/// The names as the registries spell them.
const SPELLINGS: [(Charset, &str); 11] = [
    (
        Charset::Utf8,
        "UTF-8 csUTF8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    ),
    (Charset::Utf16Le, "UTF-16LE csUTF16LE unicodefeff"),
    (Charset::Utf16Be, "UTF-16BE csUTF16BE unicodefffe"),
    (Charset::Utf32Le, "UTF-32LE csUTF32LE"),
    (Charset::Utf32Be, "UTF-32BE csUTF32BE"),
    (
        Charset::Latin1,
        "ISO_8859-1:1987 iso-ir-100 ISO_8859-1 ISO-8859-1 latin1 l1 IBM819 CP819 csISOLatin1",
    ),
    (
        Charset::Ascii,
        "US-ASCII iso-ir-6 ANSI_X3.4-1968 ANSI_X3.4-1986 ISO_646.irv:1991 ISO646-US us IBM367 \
         cp367 csASCII ascii",
    ),
    (Charset::Wtf8, "WTF-8 wtf8"),
    (Charset::Cesu8, "CESU-8 csCESU-8"),
    (Charset::Mutf8, "MUTF-8 modified-utf-8"),
    (Charset::Rfc2279, "utf-8-rfc2279 UTF-8(RFC2279) rfc2279"),
];

#[test]
fn every_spelling_names_its_encoding() {
    for (charset, spellings) in SPELLINGS {
        for spelling in spellings.split_whitespace() {
            assert_eq!(spelling.parse(), Ok(charset), "{spelling}");
            assert_eq!(Charset::named(&spelling.to_uppercase()), Some(charset));
            assert_eq!(
                Charset::named(&std::format!(" {spelling}\n")),
                Some(charset)
            );
        }
        assert_eq!(charset.to_string().parse(), Ok(charset));
    }
}

#[test]
fn no_name_stands_for_two() {
    let names = || Charset::ALL.into_iter().flat_map(Charset::aliases);
    for name in names() {
        assert!(!name.is_empty());
        assert_eq!(names().filter(|other| *other == name).count(), 1, "{name}");
    }
}

#[test]
fn rows_stand_at_their_numbers() {
    assert!(Charset::ALL.is_sorted_by_key(|charset| *charset as u8));
    for charset in Charset::ALL {
        assert!(charset.page().is_none_or(|page| page.charset == charset));
        assert!(!charset.name().is_empty(), "{charset:?}");
    }
    assert_eq!(Charset::JdkUtf8.name(), crate::JdkUtf8::NAME);
    assert_eq!(
        Charset::Cp1140.name(),
        crate::encoding::code_page::Cp1140::NAME
    );
}

#[test]
fn what_means_something_else_is_unknown() {
    for name in "utf-16 utf-32 ucs-2 unicode csunicode iso-10646-ucs-2 windows-1259 cp1259 \
                 iso-8859-12 utf-7"
        .split_whitespace()
        .chain(["", "-", "utf-8é"])
    {
        assert_eq!(Charset::named(name), None, "{name}");
    }
}

#[test]
fn marks_are_those_that_are_sniffed() {
    for charset in Charset::ALL {
        let sniffed = Bom::sniff(charset.bom());
        let expected = match charset {
            Charset::Wtf8 | Charset::Cesu8 | Charset::Mutf8 | Charset::Rfc2279 => {
                Some(Charset::Utf8)
            }
            _ => (!charset.bom().is_empty()).then_some(charset),
        };
        assert_eq!(sniffed.map(Charset::from), expected);
    }
}
