//! The encodings: their names, and their numbers, which equal those of [`Charset`].
#![forbid(unsafe_code)]
#![allow(non_camel_case_types, reason = "names of C")]

use core::ffi::CStr;
use core_utflane::Charset;

/// The number of an encoding; the header lists them.
pub type utflane_encoding = u32;

/// No encoding: returned if no encoding is known.
pub(crate) const NONE: utflane_encoding = 0;

/// The greatest number.
const LAST: usize = Charset::ALL[Charset::ALL.len() - 1] as usize;

/// Length of the longest name in bytes, with its NUL.
const LONGEST: usize = 20;

/// The values by number, for fast lookup.
static VALUES: [Option<Charset>; LAST + 1] = {
    let mut values = [None; LAST + 1];
    let mut index = 0;
    while index < Charset::ALL.len() {
        let charset = Charset::ALL[index];
        values[charset as usize] = Some(charset);
        index += 1;
    }
    values
};

/// The name of an encoding in C. Looking the name up returns the same encoding, so the native
/// encodings have names of their own: "UTF-16" alone would leave the byte order to the byte order
/// mark.
const fn name_in_c(charset: Charset) -> &'static str {
    match charset {
        Charset::Utf16 => "UTF-16 (native)",
        Charset::Utf32 => "UTF-32 (native)",
        other => other.name(),
    }
}

/// The names by number, each with a NUL.
static NAMES: [[u8; LONGEST]; LAST + 1] = {
    let mut names = [[0; LONGEST]; LAST + 1];
    let mut index = 0;
    while index < Charset::ALL.len() {
        let name = name_in_c(Charset::ALL[index]).as_bytes();
        assert!(name.len() < LONGEST);
        let row = &mut names[Charset::ALL[index] as usize];
        row.split_at_mut(name.len()).0.copy_from_slice(name);
        index += 1;
    }
    names
};

/// Returns the encoding with this number.
#[inline]
pub(crate) fn numbered(number: utflane_encoding) -> Option<Charset> {
    *VALUES.get(number as usize)?
}

/// Returns the name of an encoding.
pub(crate) fn name(charset: Charset) -> &'static CStr {
    CStr::from_bytes_until_nul(&NAMES[charset as usize]).unwrap_or_default()
}

/// Finds an encoding by the exact spelling of its name here, for names that no standard has.
pub(crate) fn exactly_named(name: &CStr) -> Option<Charset> {
    let mut all = Charset::ALL.into_iter();
    all.find(|charset| self::name(*charset) == name)
}

/// Returns the number of an encoding, or `NONE`.
pub(crate) fn number(charset: Option<Charset>) -> utflane_encoding {
    charset.map_or(NONE, |charset| charset as utflane_encoding)
}
