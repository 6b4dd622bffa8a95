//! The code pages ("pages") in which UTF-8 may have been decoded by mistake, and the bytes of their
//! characters.

use crate::Charset;
use crate::encoding::code_page::{self, CodePageTables};
use crate::encoding::sealed::Sealed;

/// A set of pages: one bit for each, by its index in [`PAGES`].
pub(super) type PageSet = u32;

/// The tables of the pages. `None` is Latin-1.
pub(super) const PAGES: [Option<&CodePageTables>; 21] = {
    use code_page::*;
    [
        Some(Windows1252::SCHEME.0),
        Some(Windows1250::SCHEME.0),
        Some(Windows1251::SCHEME.0),
        Some(Windows1253::SCHEME.0),
        Some(Windows1254::SCHEME.0),
        Some(Windows1255::SCHEME.0),
        Some(Windows1256::SCHEME.0),
        Some(Windows1257::SCHEME.0),
        None,
        Some(Cp437::SCHEME.0),
        Some(Macintosh::SCHEME.0),
        Some(Iso8859_2::SCHEME.0),
        Some(Iso8859_5::SCHEME.0),
        Some(Iso8859_7::SCHEME.0),
        Some(Iso8859_9::SCHEME.0),
        Some(Iso8859_15::SCHEME.0),
        Some(Koi8R::SCHEME.0),
        Some(Cp850::SCHEME.0),
        Some(Cp852::SCHEME.0),
        Some(Ibm866::SCHEME.0),
        Some(XMacCyrillic::SCHEME.0),
    ]
};

/// Number of Windows code pages, which are first in [`PAGES`]. Programs that decode in them often
/// replace unassigned bytes with U+FFFD or `?`.
const WINDOWS_PAGES: usize = 8;

/// The index of Latin-1.
pub(super) const LATIN1: usize = 8;

/// The index of ISO-8859-2.
const ISO_8859_2: usize = 11;

/// Returns whether programs often replace bytes of a page that have no character.
pub(super) fn is_lossy(page: usize) -> bool {
    page < WINDOWS_PAGES
}

/// Returns the cost in bits of the assumption that a text was decoded in a page.
pub(super) fn cost(page: usize) -> u32 {
    match page {
        ..ISO_8859_2 => 0,
        // ISO-8859-2 has much in common with windows-1250.
        ISO_8859_2 => 8,
        _ => 3,
    }
}

/// Returns the encoding of a page.
pub(super) fn charset(page: usize) -> Charset {
    PAGES[page].map_or(Charset::Latin1, |tables| tables.charset)
}

/// Returns the character of a byte from 0x80 on. For a byte that a page does not assign, this is
/// the character of Latin-1, as in programs that neither report nor replace such a byte.
const fn character(page: usize, byte: u8) -> u16 {
    let assigned = match PAGES[page] {
        Some(tables) => tables.decode(byte),
        None => None,
    };
    match assigned {
        Some(character) => character,
        None => byte as u16,
    }
}

/// Returns the byte from 0x80 on that a page decodes to this character, or `None` if no byte does.
/// Bytes that the page does not assign have the character of Latin-1.
pub(super) fn byte_of(page: usize, character: char) -> Option<u8> {
    let value = u32::from(character);
    let tables = PAGES[page];
    let assigned = tables.and_then(|tables| tables.encode(value));
    let byte = assigned.or_else(|| {
        let latin1 = u8::try_from(value).ok()?;
        let is_assigned = tables.is_some_and(|tables| tables.decode(latin1).is_some());
        (!is_assigned).then_some(latin1)
    });
    byte.filter(|byte| *byte >= 0x80)
}

/// Returns whether byte A0 is a space in a page.
pub(super) fn has_space(page: usize) -> bool {
    character(page, 0xA0) == 0xA0
}

/// The role of a character in each page, as a byte of UTF-8. A page has one bit in each of the two
/// sets:
///
/// | `leads` | `later_or_long` | role                                           |
/// |---------|-----------------|------------------------------------------------|
/// | 0       | 0               | none                                           |
/// | 0       | 1               | continuation byte                              |
/// | 1       | 0               | lead byte of a sequence of two bytes           |
/// | 1       | 1               | lead byte of a sequence of three or four bytes |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    leads: PageSet,
    later_or_long: PageSet,
}

impl Roles {
    /// Returns the roles of a character.
    #[inline]
    pub(super) fn of(character: char) -> Roles {
        match u16::try_from(u32::from(character)) {
            Ok(value) if value >= 0x80 => {
                let row = TABLE.rows[usize::from(value) / ROW];
                TABLE.roles[usize::from(row)][usize::from(value) % ROW]
            }
            _ => Roles::default(),
        }
    }

    /// Returns the pages in which the character is the first byte of a sequence.
    pub(super) fn leads(self) -> PageSet {
        self.leads
    }

    /// Returns the pages in which the character is the first byte of a sequence of three or four
    /// bytes.
    pub(super) fn long_leads(self) -> PageSet {
        self.leads & self.later_or_long
    }
}

/// Returns the pages in which a character is a byte of a sequence after the first one. A space may
/// stand for U+00A0, and `?` or U+FFFD for any character.
#[inline]
pub(super) fn continues(character: char, roles: Roles) -> PageSet {
    match character {
        ' ' | '?' | '\u{FFFD}' => PageSet::MAX,
        _ => roles.later_or_long & !roles.leads,
    }
}

/// Characters per row of the table.
const ROW: usize = 64;

/// The number of rows. Row 0 is shared by all groups of [`ROW`] characters that contain no
/// character of any page.
const ROWS: usize = 32;

struct Table {
    rows: [u8; 0x1_0000 / ROW],
    roles: [[Roles; ROW]; ROWS],
}

static TABLE: Table = table();

const fn table() -> Table {
    const NONE: Roles = Roles {
        leads: 0,
        later_or_long: 0,
    };
    let mut table = Table {
        rows: [0; 0x1_0000 / ROW],
        roles: [[NONE; ROW]; ROWS],
    };
    let mut count = 1;
    let mut page = 0;
    while page < PAGES.len() {
        let mut byte = 0x80;
        while byte <= 0xF4 {
            let character = character(page, byte) as usize;
            let row = &mut table.rows[character / ROW];
            if *row == 0 {
                *row = count;
                count += 1;
            }
            let roles = &mut table.roles[*row as usize][character % ROW];
            match byte {
                0x80..=0xBF => roles.later_or_long |= 1 << page,
                0xC2..=0xDF => roles.leads |= 1 << page,
                0xE0..=0xF4 => {
                    roles.leads |= 1 << page;
                    roles.later_or_long |= 1 << page;
                }
                _ => {}
            }
            byte += 1;
        }
        page += 1;
    }
    table
}
