//! Detection of legacy encodings: the function of `include/utflane_detect.h`, which describes it.
#![allow(non_camel_case_types, reason = "names of C")]

use super::input;
use crate::encodings;
use crate::encodings::utflane_encoding;
use crate::types::utflane_status::*;
use crate::types::{utflane_certainty, utflane_status};
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core_utflane::Charset;

/// A name, followed by at least one NUL.
pub type Name = [c_char; 24];

/// The result of `utflane_detect_any`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_any_detection {
    /// The encoding, or UTFLANE_NONE.
    pub encoding: utflane_encoding,
    /// The confidence.
    pub certainty: utflane_certainty,
    /// Whether the whole text is well-formed in the encoding, and has no NUL character.
    pub exact: bool,
    /// Whether a program may decode the text in this encoding without asking the user.
    pub reliable: bool,
    /// The name of the encoding.
    pub name: Name,
    /// The code of the language.
    pub language: [c_char; 8],
    /// The name of the next best legacy encoding.
    pub runner_up: Name,
    /// The name of the second encoding of a text in two encodings.
    pub mixed_name: Name,
    /// The offset of the second encoding in bytes.
    pub mixed_offset: usize,
    /// Always 0. Reserved for later versions.
    pub reserved: [u32; 4],
}

/// Copies a name, and fills the rest with NULs. A name that is too long loses its end.
fn terminated<const LEN: usize>(name: Option<&str>) -> [c_char; LEN] {
    let mut copy = [0; LEN];
    let bytes = name.unwrap_or_default().bytes();
    for (to, from) in copy.iter_mut().zip(bytes.take(LEN - 1)) {
        *to = from as c_char;
    }
    copy
}

/// # Safety
///
/// `src` points to `src_len` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_detect_any(
    src: *const c_void,
    src_len: usize,
    detection: Option<&mut MaybeUninit<utflane_any_detection>>,
) -> utflane_status {
    let Some(detection) = detection else {
        return UTFLANE_BAD_POINTER;
    };
    // SAFETY: the caller guarantees it.
    let found = match unsafe { input(src, src_len, Charset::Utf8) } {
        Ok(src) => core_utflane::detect_any(src),
        Err(status) => return status,
    };
    detection.write(utflane_any_detection {
        encoding: encodings::number(found.charset),
        certainty: found.certainty.into(),
        exact: found.exact,
        reliable: found.is_reliable(),
        name: terminated(found.name),
        language: terminated(found.language),
        runner_up: terminated(found.runner_up),
        mixed_name: terminated(found.mixed.map(|mixed| mixed.name)),
        mixed_offset: found.mixed.map_or(0, |mixed| mixed.offset),
        reserved: [0; 4],
    });
    UTFLANE_OK
}
