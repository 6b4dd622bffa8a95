//! Which Unicode encoding a text without a label is in.
//!
//! A byte order mark tells. Without one, text that is well-formed UTF-8 is UTF-8: other text hardly
//! ever is, but for UTF-16 and UTF-32 of alphabets, whose zeros and other control characters give
//! them away. What is not UTF-8 is judged as UTF-32 and as UTF-16 of either byte order: it has to
//! be well-formed, and its first characters have to be such as texts consist of, see
//! [`plausibility`]. In each case the encodings from before Unicode are [`rivals`]: the answer is
//! none where the text is shorter in one of them, counted in [`bits`].
//!
//! The kernels of the validators go over the whole text, everything else looks at its beginning.
#![forbid(unsafe_code)]

mod bits;
#[cfg(feature = "alloc")]
pub(crate) mod mojibake;
mod plausibility;
mod rivals;

use crate::buffer::memory::arrays;
use crate::{
    Ascii, Bom, Charset, Encoding, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, incomplete_tail,
    is_valid, validate,
};
use bits::Coder;
use core::ops::Range;
use plausibility::{looks_of_utf16, looks_of_utf32};

/// The encoding that [`detect`] has found.
///
/// ```
/// use utflane::{Certainty, Charset, detect};
///
/// let found = detect("Grüße".as_bytes());
/// assert_eq!(found.charset, Some(Charset::Utf8));
/// assert_eq!(found.certainty, Certainty::Certain);
/// assert!(found.exact);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// The encoding, `None` if the text is in none of Unicode's. Text of bytes below 80 is
    /// [`Charset::Ascii`], and with that every encoding that contains ASCII.
    pub charset: Option<Charset>,
    /// How much speaks for it.
    pub certainty: Certainty,
    /// Whether all of the text is well-formed in that encoding, but for a character at its end that
    /// may have been cut. With a cut one at its start it is not.
    pub exact: bool,
}

/// How much speaks for what was [detected](detect), from nothing to everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// Nothing speaks for any encoding.
    Unknown,
    /// The text is most probably in that encoding, but too short or too damaged to be sure.
    Likely,
    /// A byte order mark says so, or no encoding from before Unicode explains the bytes as well,
    /// with letters that are frequent in its languages.
    Certain,
}

/// Bytes at the start of a text that are judged by their characters: a multiple of every unit size.
const SAMPLE: usize = 1024;

/// Bytes from which on a text may have been cut within its last character. A shorter one is taken
/// for whole.
const PIECE: usize = 64;

/// Detects which of ASCII, UTF-8, UTF-16 and UTF-32 a text is in, by its byte order mark or by its
/// content.
///
/// `bytes` is a text or a piece of one. A piece of 64 bytes or more may begin and end within a
/// character, but not within a unit of UTF-16 or UTF-32: from an odd byte on, UTF-16 of one byte
/// order may well be text in the other, and what has an odd length is not UTF-16. An empty text is
/// ASCII. Text with the escape sequences of ISO-2022-JP is not. Text that is in no Unicode
/// encoding, but in a code page for example, has no `charset`.
///
/// ```
/// use utflane::{Charset, detect};
///
/// assert_eq!(detect(b"plain").charset, Some(Charset::Ascii));
/// assert_eq!(detect(b"\xFE\xFF\0h\0i").charset, Some(Charset::Utf16Be));
/// assert_eq!(detect(b"h\0i\0").charset, Some(Charset::Utf16Le));
/// assert_eq!(detect(b"caf\xE9 noir").charset, None);
/// ```
pub fn detect(bytes: &[u8]) -> Detection {
    if let Some(bom) = Bom::sniff(bytes) {
        let charset = Charset::from(bom);
        return found(charset, Certainty::Certain, is_text_in(charset, bytes));
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let cut = cut_utf8(bytes);
    let fault = validate::<Utf8>(&bytes[cut..]).err();
    let is_utf8 = fault.is_none_or(|error| {
        // One byte that is not ASCII, at the end, is no sign of UTF-8.
        let is_other = bytes.len() >= PIECE || !is_valid::<Ascii>(&bytes[..error.valid_up_to()]);
        error.error_len().is_none() && is_other
    });
    // Without control characters and well-formed, it is not UTF-16 or UTF-32.
    if !is_utf8 || sample.iter().copied().any(is_telling) {
        if let Some(wide) = detect_wide(bytes, sample, is_utf8) {
            return wide;
        }
    }
    match fault {
        _ if is_utf8 && cut > 0 => utf8_from_within(&bytes[cut..]),
        _ if is_utf8 => utf8(bytes),
        Some(error) => damaged_utf8(bytes, cut + error.valid_up_to()),
        None => UNKNOWN,
    }
}

/// Bytes at the start of a piece that may be the rest of a character of UTF-8.
fn cut_utf8(bytes: &[u8]) -> usize {
    if bytes.len() < PIECE {
        return 0;
    }
    let is_lead = |byte: &u8| byte & 0xC0 != 0x80;
    bytes[..4].iter().position(is_lead).unwrap_or_default()
}

/// The detection of a piece that is UTF-8 but for the rest of a character before it.
fn utf8_from_within(bytes: &[u8]) -> Detection {
    let found = utf8(bytes);
    if found.charset == Some(Charset::Ascii) || found.certainty != Certainty::Certain {
        return UNKNOWN;
    }
    Detection {
        exact: false,
        ..found
    }
}

const UNKNOWN: Detection = Detection {
    charset: None,
    certainty: Certainty::Unknown,
    exact: false,
};

fn found(charset: Charset, certainty: Certainty, exact: bool) -> Detection {
    Detection {
        charset: Some(charset),
        certainty,
        exact,
    }
}

/// Whether a byte is a control character that texts of single bytes do not contain, but UTF-16 and
/// UTF-32 have as the halves of units.
const fn is_telling(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B)
}

/// The detection of text that is well-formed UTF-8.
fn utf8(bytes: &[u8]) -> Detection {
    let Err(first) = validate::<Ascii>(bytes) else {
        if is_escaped(bytes) {
            return UNKNOWN;
        }
        return found(Charset::Ascii, Certainty::Certain, true);
    };
    // A few bytes of a legacy encoding may happen to be well-formed; more hardly are.
    let start = first.valid_up_to().saturating_sub(1);
    let rest = &bytes[start..bytes.len().min(start + SAMPLE)];
    let mut room = [0; 256];
    let rest = without_ascii(rest, &mut room);
    let certainty = match margin(Charset::Utf8, rest, bytes.len() >= PIECE) {
        CERTAIN_UTF8.. => Certainty::Certain,
        LIKELY_UTF8.. => Certainty::Likely,
        _ => return UNKNOWN,
    };
    found(Charset::Utf8, certainty, true)
}

/// The bytes that are not ASCII, each run of them between its neighbours, as many as there is room
/// for: in all encodings the rest takes as many bits.
fn without_ascii<'a>(bytes: &[u8], room: &'a mut [u8; 256]) -> &'a [u8] {
    let mut len = 0;
    let mut before = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        let after = bytes.get(index + 1).copied().unwrap_or_default();
        if (before | byte | after) >= 0x80 {
            let Some(place) = room.get_mut(len) else {
                break;
            };
            *place = byte;
            len += 1;
        }
        before = byte;
    }
    &room[..len]
}

/// Whether a text of bytes below 80 has the escape sequences of ISO-2022-JP and its variants, by
/// which they become Japanese, Korean or Chinese. Those of terminals are others.
fn is_escaped(bytes: &[u8]) -> bool {
    let is_start = |at: &[u8]| matches!(at, [0x1B, b'$', _] | [0x1B, b'(', b'I' | b'J']);
    // Which is compiled to vector instructions.
    let has_escape = |part: &[u8]| part.iter().fold(false, |has, &byte| has | (byte == 0x1B));
    bytes.chunks(256).any(has_escape) && bytes.windows(3).any(is_start)
}

/// The detection of text that is not well-formed UTF-8 from `fault` on: UTF-8 if most of what is
/// not ASCII is well-formed nevertheless.
fn damaged_utf8(bytes: &[u8], fault: usize) -> Detection {
    // The surroundings of the first fault.
    let window = around(fault, bytes.len());
    let (mut good, mut bad) = (0, 0);
    let surroundings = &bytes[window];
    for chunk in surroundings.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    if good >= 8 * bad && margin(Charset::Utf8, surroundings, bytes.len() >= PIECE) >= CERTAIN_UTF8
    {
        return found(Charset::Utf8, Certainty::Likely, false);
    }
    UNKNOWN
}

/// A sample of which about half lies before `at`.
fn around(at: usize, len: usize) -> Range<usize> {
    at.saturating_sub(SAMPLE / 2)..len.min(at.saturating_add(SAMPLE / 2))
}

/// Bits by which a text must be shorter in UTF-8, or in UTF-16 or UTF-32, than in the encodings
/// from before Unicode to be certainly or likely in it.
const CERTAIN_UTF8: i32 = 8;
const LIKELY_UTF8: i32 = -8;
const CERTAIN_WIDE: i32 = 32;
const LIKELY_WIDE: i32 = 10;

/// By how many bits the start of a text is shorter in `charset` than in the encodings from before
/// Unicode. `is_piece` tells whether a character may have been cut.
fn margin(charset: Charset, sample: &[u8], is_piece: bool) -> i32 {
    // For most texts the first characters are enough.
    let (len, enough) = match charset {
        Charset::Utf8 => (32, 3 * CERTAIN_UTF8),
        _ => (128, 4 * CERTAIN_WIDE),
    };
    if let Some(start) = sample.get(..len) {
        let margin = margin_of_all(charset, start, true);
        if margin >= enough {
            return margin;
        }
    }
    margin_of_all(charset, sample, is_piece)
}

/// The [margin] that all of a sample has.
fn margin_of_all(charset: Charset, sample: &[u8], is_piece: bool) -> i32 {
    let mut coder = Coder::default();
    match charset {
        Charset::Utf8 => {
            for chunk in sample.utf8_chunks() {
                chunk.valid().chars().for_each(|c| coder.add_utf8(c.into()));
                // At the end of a piece a character may have been cut.
                let bits = if is_piece { 5 } else { 12 };
                coder.bits += bits * chunk.invalid().len() as u32;
            }
        }
        Charset::Utf16Le | Charset::Utf16Be => {
            let unit = if charset == Charset::Utf16Le {
                u16::from_le_bytes
            } else {
                u16::from_be_bytes
            };
            let units = arrays(sample).map(|&bytes| unit(bytes));
            for c in char::decode_utf16(units) {
                coder.add(c.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from));
            }
        }
        _ => {
            let unit = if charset == Charset::Utf32Le {
                u32::from_le_bytes
            } else {
                u32::from_be_bytes
            };
            arrays(sample).for_each(|&bytes| coder.add(unit(bytes)));
        }
    }
    rivals::fewest_bits(sample, is_piece) as i32 - coder.bits as i32
}

/// UTF-16 or UTF-32, if the text looks like it and is well-formed.
fn detect_wide(bytes: &[u8], sample: &[u8], is_utf8: bool) -> Option<Detection> {
    let le = without_cut_pair(Charset::Utf16Le, sample);
    let le = &le[..le.len() - incomplete_tail::<Utf16Le>(le)];
    let be = without_cut_pair(Charset::Utf16Be, sample);
    let be = &be[..be.len() - incomplete_tail::<Utf16Be>(be)];
    // The last of equals is taken, which UTF-32 is: what could be both has zeros that UTF-16 does
    // not.
    let mut candidates = [
        (0, Charset::Utf16Be),
        (1, Charset::Utf16Le),
        (2, Charset::Utf32Be),
        (3, Charset::Utf32Le),
    ]
    .map(|(rank, charset)| {
        let looks = match charset {
            _ if bytes.len() % charset.unit_len() != 0 => return None,
            _ if !is_text_in(charset, sample) => return None,
            Charset::Utf32Le => looks_of_utf32(sample, u32::from_le_bytes),
            Charset::Utf32Be => looks_of_utf32(sample, u32::from_be_bytes),
            Charset::Utf16Le => looks_of_utf16(le, u16::from_le_bytes, is_utf8),
            _ => looks_of_utf16(be, u16::from_be_bytes, is_utf8),
        };
        looks.is_text().then_some((rank, charset, looks))
    });
    candidates.sort_unstable_by_key(|found| found.map(|(rank, _, looks)| (looks.score, rank)));
    let mut candidates = candidates.into_iter().rev().flatten();
    // So that one pass over all of it is enough.
    let (_, charset, looks) = candidates.find(|(_, charset, _)| is_text_in(*charset, bytes))?;
    let certainty = match margin(charset, sample, bytes.len() >= PIECE) {
        CERTAIN_WIDE.. if looks.units >= PIECE / 4 => Certainty::Certain,
        LIKELY_WIDE.. => Certainty::Likely,
        _ => return None,
    };
    let exact = without_cut_pair(charset, bytes).len() == bytes.len();
    Some(found(charset, certainty, exact))
}

/// `bytes` without a low surrogate at the start, if it may be a piece of UTF-16.
fn without_cut_pair(charset: Charset, bytes: &[u8]) -> &[u8] {
    let high_byte = match charset {
        Charset::Utf16Le => bytes.get(1),
        Charset::Utf16Be => bytes.first(),
        _ => None,
    };
    match high_byte {
        Some(0xDC..=0xDF) if bytes.len() >= PIECE => &bytes[2..],
        _ => bytes,
    }
}

/// Whether `bytes` is well-formed in `charset`, but for both ends if it may be a piece.
fn is_text_in(charset: Charset, bytes: &[u8]) -> bool {
    let is_piece = bytes.len() >= PIECE;
    let bytes = without_cut_pair(charset, bytes);
    match charset {
        Charset::Utf8 => is_text::<Utf8>(bytes, is_piece),
        Charset::Utf16Le => is_text::<Utf16Le>(bytes, is_piece),
        Charset::Utf16Be => is_text::<Utf16Be>(bytes, is_piece),
        Charset::Utf32Le => is_text::<Utf32Le>(bytes, is_piece),
        Charset::Utf32Be => is_text::<Utf32Be>(bytes, is_piece),
        _ => false,
    }
}

fn is_text<E: Encoding<Unit = u8>>(bytes: &[u8], is_piece: bool) -> bool {
    if !is_piece {
        return is_valid::<E>(bytes);
    }
    validate::<E>(bytes).map_or_else(|error| error.error_len().is_none(), |()| true)
}
