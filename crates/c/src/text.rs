//! Validation, conversion and counting of whole texts, with results in the types of the header.
#![forbid(unsafe_code)]

use crate::isa;
use crate::stream::utflane_stream;
use crate::types::utflane_status::{UTFLANE_MALFORMED, UTFLANE_OK, UTFLANE_OUTPUT_FULL};
use crate::types::{utflane_kind, utflane_mode, utflane_result, utflane_status};
use core::mem::MaybeUninit;
use core_utflane::{Charset, DecodeError, ErrorKind, Pair, Reason, TranscodeError};

/// Converts an error kind to that of the header.
fn kind(kind: ErrorKind) -> utflane_kind {
    match kind {
        ErrorKind::UnexpectedContinuation => utflane_kind::UTFLANE_UNEXPECTED_CONTINUATION,
        ErrorKind::InvalidByte => utflane_kind::UTFLANE_INVALID_BYTE,
        ErrorKind::Overlong => utflane_kind::UTFLANE_OVERLONG,
        ErrorKind::Surrogate => utflane_kind::UTFLANE_SURROGATE,
        ErrorKind::TooLarge => utflane_kind::UTFLANE_TOO_LARGE,
        ErrorKind::MissingContinuation => utflane_kind::UTFLANE_MISSING_CONTINUATION,
        ErrorKind::UnpairedSurrogate => utflane_kind::UTFLANE_UNPAIRED_SURROGATE,
        ErrorKind::FourBytes => utflane_kind::UTFLANE_FOUR_BYTES,
        ErrorKind::Nul => utflane_kind::UTFLANE_NUL,
        ErrorKind::Unassigned => utflane_kind::UTFLANE_UNASSIGNED,
        ErrorKind::Incomplete => utflane_kind::UTFLANE_INCOMPLETE,
        _ => utflane_kind::UTFLANE_OTHER_KIND,
    }
}

/// The result for an input of `units` that was processed completely.
#[inline]
pub(crate) fn all(units: usize, written: usize) -> utflane_result {
    utflane_result {
        read: units,
        written,
        position: units as u64,
        ..utflane_result::of(UTFLANE_OK)
    }
}

/// Creates a result from the reason why a conversion stopped.
pub(crate) fn stopped(reason: Reason) -> utflane_result {
    match reason {
        Reason::Malformed(error) => utflane_result {
            kind: kind(error.kind()),
            error_len: error.error_len().unwrap_or(0) as u32,
            ..utflane_result::of(UTFLANE_MALFORMED)
        },
        Reason::Unrepresentable(character) => utflane_result {
            code_point: character.0,
            ..utflane_result::of(utflane_status::UTFLANE_UNREPRESENTABLE)
        },
        _ => utflane_result::of(UTFLANE_OUTPUT_FULL),
    }
}

#[cold]
#[inline(never)]
fn report_stop(
    result: Option<&mut MaybeUninit<utflane_result>>,
    error: TranscodeError,
) -> utflane_status {
    report(result, stopped_at(error))
}

#[cold]
pub(crate) fn stopped_at(error: TranscodeError) -> utflane_result {
    utflane_result {
        read: error.read(),
        written: error.written(),
        position: error.read() as u64,
        skip: error.skip() as u32,
        ..stopped(error.reason())
    }
}

#[cold]
fn malformed(error: DecodeError, units: usize) -> utflane_result {
    utflane_result {
        read: error.valid_up_to(),
        position: error.valid_up_to() as u64,
        skip: error.error_len().unwrap_or(units - error.valid_up_to()) as u32,
        ..stopped(Reason::Malformed(error))
    }
}

/// The number of whole units in `src`.
#[inline]
pub(crate) fn units(encoding: Charset, src: &[u8]) -> usize {
    src.len() / encoding.unit_size()
}

#[inline]
pub(crate) fn validate(
    encoding: Charset,
    src: &[u8],
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let units = units(encoding, src);
    match isa::current().validate_charset(encoding, src) {
        Ok(()) => {
            if let Some(result) = result {
                result.write(all(units, 0));
            }
            UTFLANE_OK
        }
        Err(error) => report(result, malformed(error, units)),
    }
}

/// Converts `src`, which has `src_len` units, and writes the result. Only the most frequent path is
/// inlined.
#[inline(always)]
pub(crate) fn transcode(
    encodings: [Charset; 2],
    (mode, preserve_tail): (utflane_mode, bool),
    (src, src_len): (&[u8], usize),
    dst: &mut [MaybeUninit<u8>],
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let Some(mut pair) = pair(encodings) else {
        return report(
            result,
            utflane_stream::whole(encodings, mode, src, Some(dst)),
        );
    };
    pair.preserve_tail = preserve_tail;
    let converted = match mode {
        utflane_mode::UTFLANE_STRICT | utflane_mode::UTFLANE_STRICT_TIDY => {
            pair.transcode_uninit(src, dst)
        }
        utflane_mode::UTFLANE_LOSSY | utflane_mode::UTFLANE_LOSSY_TIDY => {
            pair.transcode_lossy_uninit(src, dst)
        }
    };
    match converted {
        Ok(written) => {
            if let Some(result) = result {
                result.write(all(src_len, written));
            }
            UTFLANE_OK
        }
        Err(error) => report_stop(result, error),
    }
}

/// Writes a result, and returns its status.
pub(crate) fn report(
    result: Option<&mut MaybeUninit<utflane_result>>,
    outcome: utflane_result,
) -> utflane_status {
    if let Some(result) = result {
        result.write(outcome);
    }
    outcome.status
}

/// Returns the pair of two encodings, on the instruction set in use. Returns `None` if one of them
/// is stateful.
#[inline(always)]
fn pair([source, target]: [Charset; 2]) -> Option<Pair> {
    Some(Pair::new(source, target)?.with_isa(isa::current()))
}

pub(crate) fn transcoded_len(encodings: [Charset; 2], src: &[u8]) -> usize {
    match pair(encodings) {
        Some(pair) => pair.transcoded_len(src),
        None => lossy_len(encodings, src),
    }
}

pub(crate) fn lossy_len(encodings: [Charset; 2], src: &[u8]) -> usize {
    match pair(encodings) {
        Some(pair) => pair.lossy_len(src),
        None => utflane_stream::whole(encodings, utflane_mode::UTFLANE_LOSSY, src, None).written,
    }
}

pub(crate) fn max_len([source, target]: [Charset; 2], units: usize) -> Option<usize> {
    if let Some(pair) = pair([source, target]) {
        return pair.max_len(units);
    }
    // The conversion goes through UTF-16. A byte of a stateful encoding becomes at most one unit of
    // it.
    let units = match source.is_stateful() {
        true => units,
        false => pair([source, Charset::Utf16])?.max_len(units)?,
    };
    match target.is_stateful() {
        // Each unit becomes at most an escape sequence of three bytes and two bytes. ISO-2022-UTF-8
        // writes one byte more, but only once. An escape sequence may follow at the end.
        true => units.checked_mul(5)?.checked_add(4),
        false => pair([Charset::Utf16, target])?.max_len(units),
    }
}

pub(crate) fn measure(encodings: [Charset; 2], mode: utflane_mode, src: &[u8]) -> utflane_result {
    let Some(pair) = pair(encodings) else {
        return utflane_stream::whole(encodings, mode, src, None);
    };
    let measured = match mode {
        utflane_mode::UTFLANE_STRICT | utflane_mode::UTFLANE_STRICT_TIDY => pair.measure(src),
        utflane_mode::UTFLANE_LOSSY | utflane_mode::UTFLANE_LOSSY_TIDY => Ok(pair.lossy_len(src)),
    };
    match measured {
        Ok(written) => all(units(pair.source(), src), written),
        Err(error) => stopped_at(error),
    }
}
