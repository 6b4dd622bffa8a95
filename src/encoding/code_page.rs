//! Code pages: single-byte encodings for the characters of one region.
//!
//! In most of them, the bytes below 80 are ASCII. [`Cp864`] differs in one of these bytes, and
//! EBCDIC code pages in most. Each [`Encoding`](crate::Encoding) here is a row of a table, and all
//! share the same code.
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
//!
//! Other encodings are at the crate root: [`Latin1`](crate::Latin1), [`Ascii`](crate::Ascii), and
//! the legacy multi-byte encodings (feature `multibyte`), such as `ShiftJis` for code page 932.
//!
//! The tables come from the WHATWG Encoding Standard. For code pages that it does not define, they
//! are the vendor's tables as published in iconv. Where the standard differs from the vendor, these
//! tables follow the standard: bytes 80 to 9F that Microsoft's tables leave unassigned are C1
//! control characters.

mod encoder;
#[cfg(feature = "more-code-pages")]
mod more_pages;
#[cfg(feature = "code-pages")]
mod pages;
mod parse;
mod tables;

pub(crate) use encoder::UnitWindows;
#[cfg(feature = "more-code-pages")]
pub(crate) use more_pages::more_pages as rows;
#[cfg(feature = "more-code-pages")]
pub(crate) use pages::pages;
#[cfg(all(feature = "code-pages", not(feature = "more-code-pages")))]
pub(crate) use pages::pages as rows;
pub(crate) use tables::{CodePageTables, LowHighTables};

use super::Charset;
use super::scheme::CodePage;
use super::sealed::Sealed;
#[cfg(not(feature = "code-pages"))]
use super::table::rows;
use encoder::{Blocks, Hashes, Pool};

/// The high byte for a byte without a character. No code page has characters from U+FF00 on.
pub(crate) const UNASSIGNED: u8 = 0xFF;

/// The characters of all code pages: see [`parse`].
#[cfg(feature = "more-code-pages")]
const CHARACTERS: &str = concat!(
    include_str!("code_page/pages.txt"),
    include_str!("code_page/more_pages.txt")
);
#[cfg(all(feature = "code-pages", not(feature = "more-code-pages")))]
const CHARACTERS: &str = include_str!("code_page/pages.txt");
#[cfg(not(feature = "code-pages"))]
const CHARACTERS: &str = "";

/// Declares the types of the code pages in these rows, and their tables.
macro_rules! code_pages {
    ($(
        $(#[$doc:meta])*
        $name:ident = $number:literal {
            name: $text:literal, names: $names:literal $(, labels: $labels:literal)? $(,)?
        }
    )*) => {
        enum Index { $($name,)* }

        const NUMBERS: [usize; CODE_POINTS.len()] = [$($number),*];
        const CODE_POINTS: &[[u16; 256]] =
            &parse::code_points(&[$(stringify!($name)),*], CHARACTERS);
        const BLOCKS: &[Blocks] =
            &[$(encoder::blocks(&CODE_POINTS[Index::$name as usize]),)*];

        $(code_page!($(#[$doc])* $name = $number, $text, $names, concat!($($labels)?));)*

        /// All code pages, indexed by their number minus [`FIRST`].
        static PAGES: [Option<&CodePageTables>; SPAN] =
            by_number([$(<$name as Sealed>::SCHEME.0),*]);
    };
}

/// Declares the type of a code page. Its [`CodePageTables`] is a separate static, so that a program
/// contains only the code pages that it can use.
macro_rules! code_page {
    (
        $(#[$doc:meta])*
        $name:ident = $number:literal, $text:literal, $names:literal, $labels:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl Sealed for $name {
            type Scheme = CodePage;
            const SCHEME: CodePage = {
                const TABLE: &[u16; 256] = &CODE_POINTS[Index::$name as usize];
                static PAGE: CodePageTables = CodePageTables {
                    charset: Charset::$name,
                    name: $text,
                    names: $names,
                    labels: $labels,
                    low: &const { parse::byte_table::<{ parse::listed_len(TABLE) }>(TABLE, 0) },
                    high: &const { parse::byte_table::<{ parse::listed_len(TABLE) }>(TABLE, 8) },
                    rows: &const { page_rows(Index::$name as usize) },
                    #[cfg(feature = "more-code-pages")]
                    pool: if $number < FIRST_MORE { &POOL } else { &MORE_POOL },
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

/// Declares a macro for the program `utflane`, which passes the types of all code pages to another
/// macro.
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

/// The blocks of the code pages before [`FIRST_MORE`], and their hashes.
const POOL_AND_HASHES: (Pool, Hashes) = encoder::pool(BLOCKS.split_at(BASE_COUNT).0);

/// The blocks for encoding: see [`encoder`].
static POOL: Pool = POOL_AND_HASHES.0;
/// Used only at compile time.
const HASHES: Hashes = POOL_AND_HASHES.1;

/// The blocks of the feature `more-code-pages`, and their hashes. A pool has at most 256 blocks.
#[cfg(feature = "more-code-pages")]
const MORE_POOL_AND_HASHES: (Pool, Hashes) = encoder::pool(BLOCKS.split_at(BASE_COUNT).1);
#[cfg(feature = "more-code-pages")]
static MORE_POOL: Pool = MORE_POOL_AND_HASHES.0;
#[cfg(feature = "more-code-pages")]
const MORE_HASHES: Hashes = MORE_POOL_AND_HASHES.1;

/// Returns the block number of each row of a code page, which is given by its index.
const fn page_rows(index: usize) -> encoder::Rows {
    #[cfg(feature = "more-code-pages")]
    if index >= BASE_COUNT {
        return encoder::rows(&BLOCKS[index], &MORE_HASHES);
    }
    encoder::rows(&BLOCKS[index], &HASHES)
}

/// The smallest number of a code page. A number never changes. The numbers from 152 on are free for
/// new code pages.
const FIRST: usize = 32;
/// The smallest number of a code page of the feature `more-code-pages`. Their numbers are 79 to 95,
/// and 128 on.
const FIRST_MORE: usize = 79;
/// The number of code pages without the feature `more-code-pages`.
const BASE_COUNT: usize = {
    let mut count = 0;
    while count < NUMBERS.len() && NUMBERS[count] < FIRST_MORE {
        count += 1;
    }
    count
};
/// The size of the range of numbers from the smallest to the greatest.
const SPAN: usize = {
    let (mut span, mut index) = (0, 0);
    while index < NUMBERS.len() {
        let number = NUMBERS[index] - FIRST;
        span = if number < span { span } else { number + 1 };
        index += 1;
    }
    span
};

/// Returns the code pages indexed by their number minus [`FIRST`].
const fn by_number(
    pages: [&'static CodePageTables; NUMBERS.len()],
) -> [Option<&'static CodePageTables>; SPAN] {
    let mut all = [None; SPAN];
    let mut index = 0;
    while index < pages.len() {
        all[NUMBERS[index] - FIRST] = Some(pages[index]);
        index += 1;
    }
    all
}

impl Charset {
    /// Returns the code page, or `None` if this is another encoding.
    pub(crate) const fn page(self) -> Option<&'static CodePageTables> {
        match PAGES.split_at_checked((self as usize).wrapping_sub(FIRST)) {
            Some((_, [page, ..])) => *page,
            _ => None,
        }
    }
}
