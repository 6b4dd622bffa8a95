//! Code pages: encodings of single bytes with characters of one region.
//!
//! Most have ASCII in the bytes below 80 and 128 other characters above; those of EBCDIC and
//! [`Cp864`] have their own in all 256. Every [`Encoding`](crate::Encoding) here is a row of a
//! table: all share the same code.
//!
//! ```
//! use utflane::code_page::{Cp037, Windows1251};
//! use utflane::{Utf8, transcode_to_vec};
//!
//! assert_eq!(transcode_to_vec::<Windows1251, Utf8>(b"\xE4\xE0")?, "да".as_bytes());
//! assert_eq!(transcode_to_vec::<Utf8, Cp037>(b"yes")?, b"\xA8\x85\xA2");
//! # Ok::<(), utflane::TranscodeError>(())
//! ```
//!
//! A byte without a character is malformed ([`Unassigned`](crate::ErrorKind::Unassigned), 1 byte).
//! Where the WHATWG Encoding Standard and the vendor differ, the standard wins: the bytes 80 to 9F
//! without a character in Microsoft's tables of the windows pages are C1 control characters.
//! Sources: the indexes of that standard; for the other pages the tables of the vendors as iconv
//! has them.
#![forbid(unsafe_code)]

mod dos;
mod ebcdic;
mod encoder;
mod iso;
mod parse;
mod windows;

pub use dos::*;
pub use ebcdic::*;
pub use iso::*;
pub use windows::*;

use encoder::{Hashes, Pool};

use crate::Charset;

/// A code page as a value.
#[derive(Debug)]
pub struct Page {
    pub(crate) charset: Charset,
    /// Its name in IANA's spelling.
    pub(crate) name: &'static str,
    /// Its names, in lower case and without punctuation, between spaces.
    pub(crate) names: &'static str,
    /// The low and the high bytes of the code points of the last bytes, 128 or all. A high byte
    /// [`UNASSIGNED`] is that of none.
    low: &'static [u8],
    high: &'static [u8],
    /// The way back: see [`encoder`].
    rows: &'static encoder::Rows,
    /// Whether every byte has a character.
    pub(crate) is_complete: bool,
}

/// The low and the high bytes of the code points of the bytes from 80 on.
pub(crate) type Planes = [&'static [u8; 128]; 2];

/// The high byte for a byte without a character: no page has characters from U+FF00 on.
pub(crate) const UNASSIGNED: u8 = 0xFF;

impl Page {
    /// Whether the bytes below 80 are ASCII.
    #[inline(always)]
    pub(crate) fn has_ascii(&self) -> bool {
        self.low.len() == 128
    }

    /// The low and the high bytes of the code points of the bytes from 80 on, if those below are
    /// ASCII.
    #[inline(always)]
    pub(crate) fn planes(&self) -> Option<Planes> {
        Some([self.low.try_into().ok()?, self.high.try_into().ok()?])
    }

    /// The code point of a byte.
    #[inline(always)]
    pub(crate) fn decode(&self, byte: u8) -> Option<u16> {
        if self.has_ascii() && byte < 0x80 {
            return Some(byte.into());
        }
        let index = usize::from(byte) - (256 - self.low.len());
        let high = self.high[index];
        (high != UNASSIGNED).then(|| u16::from_be_bytes([high, self.low[index]]))
    }
}

/// All code pages, in the order of the variants of [`Charset`].
pub(crate) static GROUPS: [&[&Page]; 4] =
    [&windows::PAGES, &iso::PAGES, &dos::PAGES, &ebcdic::PAGES];

const POOL_AND_HASHES: (Pool, Hashes) =
    encoder::pool(&[windows::TABLES, iso::TABLES, dos::TABLES, ebcdic::TABLES]);

/// The way from code points to bytes, see [`encoder`].
static POOL: Pool = POOL_AND_HASHES.0;
/// For the compiler alone.
const HASHES: Hashes = POOL_AND_HASHES.1;

/// The code page of a number, counted from the first; `None` if there is none.
pub(crate) const fn numbered(mut number: usize) -> Option<&'static Page> {
    let mut group = 0;
    while group < GROUPS.len() {
        if number < GROUPS[group].len() {
            return Some(GROUPS[group][number]);
        }
        number -= GROUPS[group].len();
        group += 1;
    }
    None
}

/// Declares the types of code pages, and `PAGES` with a row for each: name, names without
/// punctuation, code points (see [`parse`]). Each row is a static of its own, so that a program has
/// only those that it can use.
macro_rules! code_pages {
    ($($(#[$doc:meta])* $name:ident: $text:literal, $names:literal, $code_points:literal;)*) => {
        enum Index { $($name,)* }

        pub(crate) const TABLES: &[[u16; 256]] = &[$(super::parse::code_points($code_points),)*];

        pub(crate) static PAGES: [&super::Page; TABLES.len()] = [$({
            const TABLE: &[u16; 256] = &TABLES[Index::$name as usize];
            const LEN: usize = super::parse::len(TABLE);
            static PAGE: super::Page = super::Page {
                charset: crate::Charset::$name,
                name: $text,
                names: $names,
                low: &const { super::parse::plane::<LEN>(TABLE, 0) },
                high: &const { super::parse::plane::<LEN>(TABLE, 8) },
                rows: &const { super::encoder::rows(TABLE, &super::POOL, &super::HASHES) },
                is_complete: super::parse::is_complete(TABLE),
            };
            &PAGE
        },)*];

        $(super::code_page!($(#[$doc])* $name: $text);)*
    };
}
use code_pages;

/// Declares the type of a code page.
macro_rules! code_page {
    ($(#[$doc:meta])* $name:ident: $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl crate::encoding::sealed::Sealed for $name {
            type Scheme = crate::encoding::scheme::CodePage;
            const SCHEME: crate::encoding::scheme::CodePage =
                crate::encoding::scheme::CodePage(PAGES[Index::$name as usize]);
            const CHARSET: crate::Charset = crate::Charset::$name;
        }

        impl crate::Encoding for $name {
            type Unit = u8;
            const NAME: &'static str = $text;
        }
    };
}
use code_page;
