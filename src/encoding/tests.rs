//! Tests of the names of encodings.

use super::*;
use crate::Bom;
use std::string::ToString;

/// The names in the spelling of the registries.
const SPELLINGS: [(Charset, &str); 11] = [
    (
        Charset::Utf8,
        "UTF-8 csUTF8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 65001 \
         utf8mb4",
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
fn every_name_is_unique() {
    let names = || Charset::ALL.into_iter().flat_map(Charset::aliases);
    for name in names() {
        assert!(!name.is_empty());
        assert_eq!(names().filter(|other| *other == name).count(), 1, "{name}");
    }
}

#[test]
fn charsets_are_in_the_order_of_their_numbers() {
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
fn ambiguous_names_are_unknown() {
    for name in "utf-16 utf-32 ucs-2 unicode csunicode iso-10646-ucs-2 windows-1259 cp1259 \
                 iso-8859-12 euc-tw utf-8-sig utf8mb3 gb2312 gb_2312-80 1259 1200"
        .split_whitespace()
        .chain(["", "-", "utf-8é"])
    {
        assert_eq!(Charset::named(name), None, "{name}");
    }
}

#[test]
fn numbers_are_those_of_code_pages() {
    for (number, charset) in [
        ("1252", Charset::Windows1252),
        ("874", Charset::Windows874),
        ("037", Charset::Cp037),
        ("367", Charset::Ascii),
        ("819", Charset::Latin1),
    ] {
        assert_eq!(Charset::named(number), Some(charset));
    }
    let names = || Charset::ALL.into_iter().flat_map(Charset::aliases);
    for number in names().filter_map(|name| name.strip_prefix("cp")) {
        if number.bytes().all(|byte| byte.is_ascii_digit()) {
            let named = Charset::named(number).unwrap();
            assert_eq!(std::format!("cp{number}").parse(), Ok(named));
        }
    }
}

/// Each name and the name that is suggested for it, or "".
#[test]
fn the_nearest_name_is_suggested() {
    for (name, nearest) in [
        ("utf16x", "utf-16le"),
        ("uft-8", "utf-8"),
        ("UTF_8X", "utf-8"),
        ("windws-1252", "windows-1252"),
        ("windows-1259", ""),
        ("iso-8859-12", ""),
        ("is-8859-1", "ISO-8859-1"),
        ("lattin1", "latin1"),
        ("koi8rr", "koi8-r"),
        ("ibm-437x", "IBM437"),
        ("macintsoh", "macintosh"),
        ("utf-8", ""),
        ("klingon", ""),
        ("binary", ""),
        ("8", ""),
        ("", ""),
        ("é", ""),
        ("iso-8859-1 with much more than a name has", ""),
    ] {
        let found = Charset::nearest(name);
        assert_eq!(found.unwrap_or_default(), nearest, "{name}");
        assert!(found.is_none_or(|found| Charset::named(found).is_some()));
    }
    // After one edit, every name still has a known nearest name.
    for charset in Charset::ALL {
        for alias in charset.aliases().filter(|alias| alias.len() > 5) {
            if alias.len() <= 32 {
                let found = Charset::nearest(&std::format!("!{}", &alias[1..]));
                let found = found.and_then(Charset::named);
                assert!(found.is_some(), "{alias}");
            }
        }
    }
}

#[test]
fn unknown_names_are_shown_with_advice() {
    let shown = |name: &str| name.parse::<Charset>().unwrap_err().to_string();
    for (name, expected) in [
        (
            "utf16x",
            r#"unknown encoding "utf16x" (did you mean "utf-16le"?)"#,
        ),
        (
            " UTF-16\n",
            r#"encoding "UTF-16" needs a byte order: use "utf-16le" or "utf-16be", or let a byte order mark decide"#,
        ),
        (
            "utf-8-sig",
            r#"encoding "utf-8-sig" is UTF-8 with a restriction or a byte order mark: use "utf-8""#,
        ),
        (
            "gb2312",
            r#"encoding "gb2312" is a part of GBK: use "gbk" to read it"#,
        ),
        ("euc-tw", r#"encoding "euc-tw" is not supported"#),
    ] {
        assert_eq!(shown(name), expected);
    }
    // Control characters are escaped, and long names are truncated.
    assert!(shown("a\x1B[31m").starts_with(r#"unknown encoding "a\u{1b}[31m""#));
    let long = shown(&"é".repeat(1000));
    assert!(long.starts_with(&std::format!("unknown encoding \"{}\"...", "é".repeat(23))));
    assert!(size_of::<crate::UnknownCharset>() <= 48);
}

/// The advice suggests known names, and is given only for unknown ones.
#[test]
fn advice_is_for_unknown_names() {
    for name in crate::encoding::unknown::ADVICE
        .iter()
        .flat_map(|row| row.0.split(' '))
    {
        let error = match name.parse::<Charset>() {
            Ok(charset) => {
                assert!(charset.is_stateful());
                continue;
            }
            Err(error) => error,
        };
        let text = error.to_string();
        assert!(
            text.starts_with(&std::format!("encoding \"{name}\" ")),
            "{text}"
        );
        for advised in text.split('"').skip(3).step_by(2) {
            let is_known = Charset::named(advised).is_some();
            assert!(is_known || !cfg!(feature = "multibyte"), "{text}");
        }
    }
}

#[test]
fn byte_order_marks_are_sniffed() {
    for charset in Charset::ALL {
        let sniffed = Bom::sniff(charset.bom());
        let expected = match charset {
            Charset::Wtf8 | Charset::Cesu8 | Charset::Mutf8 | Charset::Rfc2279 => {
                Some(Charset::Utf8)
            }
            #[cfg(feature = "more-charsets")]
            Charset::Utf8Cesu8 => Some(Charset::Utf8),
            #[cfg(feature = "more-charsets")]
            Charset::Ucs2Le => Some(Charset::Utf16Le),
            #[cfg(feature = "more-charsets")]
            Charset::Ucs2Be => Some(Charset::Utf16Be),
            _ => (!charset.bom().is_empty()).then_some(charset),
        };
        assert_eq!(sniffed.map(Charset::from), expected);
    }
}
