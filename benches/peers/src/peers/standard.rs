//! The standard library, and simple loops over slices that the compiler vectorises.

use crate::contender::{Case, Contender};
use utflane_test_support::corpora::{Encoding::*, Outcome, Verb};

const NAME: &str = "std";

pub(super) fn contenders(case: &Case) -> Vec<Contender<'_>> {
    let work = case.work;
    let contender = match (work.verb, work.source, work.target) {
        (Verb::Validate, Utf8, _) => {
            Contender::peer(NAME, case, |source, _: &mut [u8]| validate_utf8(source))
        }
        (Verb::IsValid, Utf8, _) => Contender::peer(NAME, case, |source, _: &mut [u8]| {
            Ok(usize::from(std::str::from_utf8(source).is_ok()))
        }),
        (Verb::IsValid, Ascii, _) => Contender::peer(NAME, case, |source: &[u8], _: &mut [u8]| {
            Ok(usize::from(source.is_ascii()))
        }),
        (Verb::CharCount, Utf8, _) => Contender::peer(NAME, case, |source, _: &mut [u8]| {
            Ok(trusted(source).chars().count())
        }),
        (Verb::TranscodedLen, Utf8, Utf16) => {
            Contender::peer(NAME, case, |source, _: &mut [u16]| {
                Ok(trusted(source).encode_utf16().count())
            })
        }
        (Verb::Transcode, Utf8, Utf8) => Contender::peer(NAME, case, |source, target| {
            copy_valid(validate_utf8(source), source, target)
        }),
        (Verb::Lossy, Utf8, Utf8) => Contender::peer(NAME, case, replace_malformed),
        (Verb::Transcode, Utf8, Utf16) => Contender::peer(NAME, case, |source, target| {
            let valid = validate_utf8(source);
            let text = match valid {
                Ok(_) => source,
                Err(position) => &source[..position],
            };
            // SAFETY: `valid` covers `text`.
            let text = unsafe { std::str::from_utf8_unchecked(text) };
            let written = put(text.encode_utf16(), target);
            valid.map(|_| written)
        }),
        (Verb::Unchecked, Utf8, Utf16) => Contender::peer(NAME, case, |source, target| {
            Ok(put(trusted(source).encode_utf16(), target))
        }),
        (Verb::Unchecked, Utf8, Utf32) => Contender::peer(NAME, case, |source, target| {
            Ok(put(trusted(source).chars().map(u32::from), target))
        }),
        (Verb::Transcode | Verb::Lossy | Verb::Unchecked, Latin1 | Ascii, _)
            if work.source == Latin1 || work.verb == Verb::Unchecked =>
        {
            return widen(case);
        }
        (Verb::Unchecked, Utf16, Latin1 | Ascii) => {
            Contender::peer(NAME, case, |source: &[u16], target| {
                Ok(put(source.iter().map(|&unit| unit as u8), target))
            })
        }
        (Verb::Unchecked, Utf32, Latin1 | Ascii) => {
            Contender::peer(NAME, case, |source: &[u32], target| {
                Ok(put(source.iter().map(|&unit| unit as u8), target))
            })
        }
        (Verb::Unchecked, Utf16Le, Utf16Be) | (Verb::Unchecked, Utf16Be, Utf16Le) => {
            Contender::peer(NAME, case, |source: &[u8], target: &mut [u8]| {
                let (from, to) = (source.as_chunks::<2>().0, target.as_chunks_mut::<2>().0);
                for (from, to) in from.iter().zip(to) {
                    *to = [from[1], from[0]];
                }
                Ok(source.len())
            })
        }
        (Verb::Unchecked, Utf32Le, Utf32Be) | (Verb::Unchecked, Utf32Be, Utf32Le) => {
            Contender::peer(NAME, case, |source: &[u8], target: &mut [u8]| {
                let (from, to) = (source.as_chunks::<4>().0, target.as_chunks_mut::<4>().0);
                for (from, to) in from.iter().zip(to) {
                    *to = [from[3], from[2], from[1], from[0]];
                }
                Ok(source.len())
            })
        }
        (Verb::Unchecked, source, target) if source == target && source.unit() == 1 => {
            Contender::peer(NAME, case, |source: &[u8], target| copy(source, target))
        }
        (Verb::Unchecked, Utf16, Utf16) => {
            Contender::peer(NAME, case, |source: &[u16], target| copy(source, target))
        }
        (Verb::Unchecked, Utf32, Utf32) => {
            Contender::peer(NAME, case, |source: &[u32], target| copy(source, target))
        }
        _ => return Vec::new(),
    };
    vec![contender]
}

/// From encodings of one byte per character, in which nothing is malformed.
fn widen(case: &Case) -> Vec<Contender<'_>> {
    let contender = match case.work.target {
        Utf16 => Contender::peer(NAME, case, |source: &[u8], target| {
            Ok(put(source.iter().map(|&byte| u16::from(byte)), target))
        }),
        Utf32 => Contender::peer(NAME, case, |source: &[u8], target| {
            Ok(put(source.iter().map(|&byte| u32::from(byte)), target))
        }),
        Latin1 => Contender::peer(NAME, case, |source: &[u8], target| copy(source, target)),
        Ascii | Utf8 if case.work.source == Ascii => {
            Contender::peer(NAME, case, |source: &[u8], target| copy(source, target))
        }
        _ => return Vec::new(),
    };
    vec![contender]
}

#[inline(always)]
pub(super) fn validate_utf8(source: &[u8]) -> Outcome {
    match std::str::from_utf8(source) {
        Ok(_) => Ok(0),
        Err(error) => Err(error.valid_up_to()),
    }
}

/// Returns the text of a sample, for operations that require well-formed text.
#[inline(always)]
pub(super) fn trusted(source: &[u8]) -> &str {
    // SAFETY: such rows exist only if `Case::is_clean`: each string of the sample was decoded to
    // its end without an error.
    unsafe { std::str::from_utf8_unchecked(source) }
}

/// Copies the text that has been validated: all, or up to the error.
#[inline(always)]
pub(super) fn copy_valid<T: Copy>(valid: Outcome, source: &[T], target: &mut [T]) -> Outcome {
    match valid {
        Ok(_) => copy(source, target),
        Err(position) => {
            copy(&source[..position], target)?;
            Err(position)
        }
    }
}

#[inline(always)]
pub(super) fn copy<T: Copy>(source: &[T], target: &mut [T]) -> Outcome {
    target[..source.len()].copy_from_slice(source);
    Ok(source.len())
}

/// Writes all units to the target, which must be long enough. Returns their number.
#[inline(always)]
fn put<T>(units: impl Iterator<Item = T>, target: &mut [T]) -> usize {
    let mut written = 0;
    for (unit, place) in units.zip(target) {
        *place = unit;
        written += 1;
    }
    written
}

fn replace_malformed(source: &[u8], target: &mut [u8]) -> Outcome {
    let mut written = 0;
    let mut append = |bytes: &[u8]| {
        target[written..written + bytes.len()].copy_from_slice(bytes);
        written += bytes.len();
    };
    for chunk in source.utf8_chunks() {
        append(chunk.valid().as_bytes());
        if !chunk.invalid().is_empty() {
            append("\u{fffd}".as_bytes());
        }
    }
    Ok(written)
}
