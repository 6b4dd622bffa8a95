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

pub(crate) use encoder::UnitWindows;
pub(crate) use {dos::dos, ebcdic::ebcdic, iso::iso, windows::windows};

use super::Charset;
use super::scheme::CodePage;
use super::sealed::Sealed;
use encoder::{Blocks, Hashes, Pool};

/// A code page as a value.
#[derive(Debug)]
pub struct Page {
    pub(crate) charset: Charset,
    /// Its name in IANA's spelling.
    pub(crate) name: &'static str,
    /// Its names, in lower case and without punctuation, between spaces.
    pub(crate) names: &'static str,
    /// Its labels in the WHATWG Encoding Standard, in lower case, between spaces.
    pub(crate) labels: &'static str,
    /// The low and the high bytes of the code points of the last bytes, 128 or all. A high byte
    /// [`UNASSIGNED`] is that of none.
    low: &'static [u8],
    high: &'static [u8],
    /// The way back: see [`encoder`].
    rows: &'static encoder::Rows,
    /// The number of the [window](UnitWindows).
    window: u8,
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

    /// Whether all bytes but those from 80 to 9F are the characters of Latin-1.
    pub(crate) fn is_near_latin1(&self) -> bool {
        #[cfg(feature = "code-pages")]
        return matches!(self.charset, Charset::Windows1252);
        #[cfg(not(feature = "code-pages"))]
        false
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

/// Passes the rows of all pages to a macro `then!(first ..)`, after `first ..`. Each group has its
/// rows in a macro of its own, which gives what it gets, and its rows, back to this one. Without the
/// feature `code-pages` there are no rows.
macro_rules! rows {
    ($then:ident!($($first:tt)*)) => {
        #[cfg(feature = "code-pages")]
        $crate::encoding::code_page::rows! { @ [windows iso dos ebcdic] $then { $($first)* } }
        #[cfg(not(feature = "code-pages"))]
        $crate::encoding::code_page::rows! { @ [] $then { $($first)* } }
    };
    (@ [$group:ident $($groups:ident)*] $($before:tt)*) => {
        $crate::encoding::code_page::$group! { @ [$($groups)*] $($before)* }
    };
    (@ [] $then:ident { $($first:tt)* } $($rows:tt)*) => { $then! { $($first)* $($rows)* } };
}
pub(crate) use rows;

/// Declares the types of the pages of these rows, and makes their tables.
macro_rules! code_pages {
    ($(
        $(#[$doc:meta])*
        $name:ident = $number:literal {
            name: $text:literal,
            names: $names:literal,
            $(labels: $labels:literal,)?
            characters: $characters:literal,
        }
    )*) => {
        enum Index { $($name,)* }

        const NUMBERS: [usize; CODE_POINTS.len()] = [$($number),*];
        const CODE_POINTS: &[[u16; 256]] = &[$(parse::code_points($characters),)*];
        const BLOCKS: &[Blocks] =
            &[$(encoder::blocks(&CODE_POINTS[Index::$name as usize]),)*];

        $(code_page!($(#[$doc])* $name, $text, $names, concat!($($labels)?));)*

        /// All code pages, at their numbers less [`FIRST`].
        static PAGES: [Option<&Page>; SPAN] = by_number([$(<$name as Sealed>::SCHEME.0),*]);
    };
}

/// Declares the type of a code page. Its [`Page`] is a static of its own, so that a program has only
/// those that it can use.
macro_rules! code_page {
    ($(#[$doc:meta])* $name:ident, $text:literal, $names:literal, $labels:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Sealed for $name {
            type Scheme = CodePage;
            const SCHEME: CodePage = {
                const TABLE: &[u16; 256] = &CODE_POINTS[Index::$name as usize];
                static PAGE: Page = Page {
                    charset: Charset::$name,
                    name: $text,
                    names: $names,
                    labels: $labels,
                    low: &const { parse::plane::<{ parse::len(TABLE) }>(TABLE, 0) },
                    high: &const { parse::plane::<{ parse::len(TABLE) }>(TABLE, 8) },
                    rows: &const { encoder::rows(&BLOCKS[Index::$name as usize], &HASHES) },
                    window: encoder::window(TABLE),
                    is_complete: parse::is_complete(TABLE),
                };
                CodePage(&PAGE)
            };
            const CHARSET: Charset = Charset::$name;
        }

        impl crate::Encoding for $name {
            type Unit = u8;
            const NAME: &'static str = $text;
        }
    };
}

/// Declares a macro for the program `utflane`, which passes the types of all pages to another.
macro_rules! code_page_types {
    ($dollar:tt $($(#[$_:meta])* $name:ident = $number:literal $row:tt)*) => {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __code_page_types {
            ([$dollar($dollar then:tt)*] $dollar($dollar first:tt)*) => {
                $dollar($dollar then)*! { $dollar($dollar first)* $($name)* }
            };
        }
    };
}

rows!(code_pages!());
rows!(code_page_types!($));

const POOL_AND_HASHES: (Pool, Hashes) = encoder::pool(BLOCKS);

/// The way from code points to bytes, see [`encoder`].
static POOL: Pool = POOL_AND_HASHES.0;
/// For the compiler alone.
const HASHES: Hashes = POOL_AND_HASHES.1;

/// The least number of a page.
const FIRST: usize = 32;
/// Numbers from the least to the greatest.
const SPAN: usize = {
    let (mut span, mut index) = (0, 0);
    while index < NUMBERS.len() {
        let number = NUMBERS[index] - FIRST;
        span = if number < span { span } else { number + 1 };
        index += 1;
    }
    span
};

/// The pages at their numbers.
const fn by_number(pages: [&'static Page; NUMBERS.len()]) -> [Option<&'static Page>; SPAN] {
    let mut all = [None; SPAN];
    let mut index = 0;
    while index < pages.len() {
        all[NUMBERS[index] - FIRST] = Some(pages[index]);
        index += 1;
    }
    all
}

impl Charset {
    /// The code page, if it is one.
    pub(crate) const fn page(self) -> Option<&'static Page> {
        match PAGES.split_at_checked((self as usize).wrapping_sub(FIRST)) {
            Some((_, [page, ..])) => *page,
            _ => None,
        }
    }
}
