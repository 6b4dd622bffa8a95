//! Runs of characters whose bytes in a code page are UTF-8.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::encoding::code_page::{CodePageTables, Cp437, Windows1252};
use crate::encoding::sealed::Sealed;

/// The code page in which UTF-8 was decoded by mistake. `Windows` includes Latin-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misdecoding {
    Windows,
    Dos,
}

const WINDOWS: &CodePageTables = Windows1252::SCHEME.0;
const DOS: &CodePageTables = Cp437::SCHEME.0;

impl Misdecoding {
    /// Returns the byte of a character that is not ASCII. Bytes that windows-1252 does not define
    /// are those of Latin-1.
    fn byte(self, character: char) -> Option<u8> {
        let value = u32::from(character);
        let byte = match self {
            Misdecoding::Windows if value < 0x100 => Some(value as u8),
            Misdecoding::Windows => WINDOWS.encode(value),
            Misdecoding::Dos => DOS.encode(value),
        };
        byte.filter(|byte| *byte >= 0x80)
    }

    /// Returns the byte of a character, if it can be a lead byte of UTF-8.
    fn lead(self, character: char) -> Option<u8> {
        let may_lead = match self {
            Misdecoding::Windows => matches!(character, '\u{C2}'..='\u{F4}'),
            // Lines and blocks, Greek letters and mathematical signs.
            Misdecoding::Dos => {
                matches!(character, '\u{2200}'..='\u{25FF}' | '\u{393}'..='\u{3C6}')
                    || matches!(character, '\u{B1}' | '\u{B5}' | '\u{DF}')
            }
        };
        let byte = if may_lead { self.byte(character) } else { None };
        byte.filter(|byte| matches!(byte, 0xC2..=0xF4))
    }

    /// Returns whether a text begins like a sequence of more than two bytes.
    fn begins(self, text: &str) -> bool {
        let mut characters = text.chars();
        let lead = characters.next().and_then(|first| self.lead(first));
        let next = characters.next().and_then(|next| self.byte(next));
        lead.is_some_and(|lead| lead >= 0xE0) && next.is_some_and(|next| next < 0xC0)
    }
}

/// A character that was decoded as several characters.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// The characters that the wrong decoding produced.
    pub(super) literal: ShortChars,
    pub(super) decoded: char,
}

/// Two to four characters, and their number.
pub(super) type ShortChars = ([char; 4], usize);

impl Sequence {
    pub(super) fn literal(&self) -> &[char] {
        &self.literal.0[..self.literal.1]
    }

    /// Returns the sequence at the start of a text, if there is one.
    fn at(text: &str, misdecoding: Misdecoding) -> Option<Sequence> {
        let mut characters = text.chars();
        let first = characters.next()?;
        let lead = misdecoding.lead(first)?;
        let len = 2 + usize::from(lead >= 0xE0) + usize::from(lead >= 0xF0);
        let (mut bytes, mut literal) = ([lead, 0, 0, 0], [first; 4]);
        for index in 1..len {
            literal[index] = characters.next()?;
            bytes[index] = misdecoding.byte(literal[index])?;
        }
        let decoded = crate::from_utf8(&bytes[..len]).ok()?.chars().next()?;
        Some(Sequence {
            literal: (literal, len),
            decoded,
        })
    }
}

/// Consecutive sequences without other characters between them.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) misdecoding: Misdecoding,
    pub(super) sequences: Vec<Sequence>,
    /// Whether an incomplete sequence follows. Then the text was also changed in another way.
    pub(super) is_cut: bool,
}

impl Run {
    /// Returns the run at index `start` of `text`, if there is one.
    pub(super) fn at(text: &str, start: usize) -> Option<Run> {
        [Misdecoding::Windows, Misdecoding::Dos]
            .into_iter()
            .find_map(|misdecoding| {
                let (mut end, mut sequences) = (start, Vec::new());
                while let Some(sequence) = Sequence::at(&text[end..], misdecoding) {
                    end += sequence
                        .literal()
                        .iter()
                        .map(|c| c.len_utf8())
                        .sum::<usize>();
                    sequences.push(sequence);
                }
                (!sequences.is_empty()).then_some(Run {
                    range: start..end,
                    misdecoding,
                    sequences,
                    is_cut: misdecoding.begins(&text[end..]),
                })
            })
    }

    pub(super) fn decoded(&self) -> String {
        self.sequences.iter().map(|each| each.decoded).collect()
    }
}
