//! Conversion from and to code pages, through UTF-16. Each byte becomes one unit.
//!
//! ```text
//! code page ── lookup ──► UTF-16 ── kernel from UTF-16 to the target ──► target
//! source ── kernel from the source to UTF-16 ──► UTF-16 ── lookup ──► code page
//! ```
//!
//! The UTF-16 is in a buffer on the stack. The second step may stop within the buffer. From a code
//! page, the position in the UTF-16 is twice the position in the source. To a code page, the first
//! step then runs again, into a buffer that ends there. The progress of this run is the position in
//! the source.

mod ascii_runs;

use ascii_runs::{MAX_CREDIT, convert_ascii_runs};

use super::alternate::{Turn, alternate};
use crate::Isa;
use crate::convert::plan;
use crate::encoding::code_page::CodePageTables;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::scheme::{
    ASCII, CodePage, EncodingKind, Latin1, LengthUnit, Scheme, Utf16, is_kind,
};
use crate::kernels;
use crate::kernels::mode::Mode;
use crate::kernels::scalar;
use crate::memory;
use crate::memory::output::{Buffer, Output, Scratch};
use crate::memory::progress::Progress;

/// Size of the UTF-16 buffer, in bytes.
const UTF16_BUFFER: usize = 1 << 13;

/// Spare bytes after the UTF-16 of a source that is shorter than the buffer, so that the kernel to
/// UTF-16 does not stop early.
const SPARE: usize = 1 << 6;

/// Code units up to which text is converted to a code page one character at a time. From a code
/// page, half of this.
const SCALAR_UNITS: usize = 16;

/// Bytes of UTF-16 up to which scalar code converts to a code page faster than the kernel.
const SCALAR_MAX_BYTES: usize = 64;

/// Bytes of UTF-16 in the first round of a longer text. A short round limits the work that is
/// wasted if an error stops the conversion.
const FIRST_ROUND: usize = 1 << 8;

/// Minimum bytes of ASCII before a non-ASCII character for which scalar conversion of this
/// character is faster than a round through UTF-16.
const ASCII_RUN: usize = 64;

/// Bytes of text without long runs of ASCII that are converted before the next check for such runs.
const PART: usize = 1 << 14;

/// Minimum length of a run that is faster to convert as Latin-1 than as windows-1252. The run has
/// no byte from 0x80 to 0x9F, and the two encodings differ only in these bytes.
const LATIN1_RUN: usize = 128;

/// Returns the length in bytes of the blocks before the first block with a byte from 0x80 to 0x9F.
#[inline(always)]
fn latin1_run(bytes: &[u8]) -> usize {
    let is_other = |byte: &u8| byte & 0xE0 == 0x80;
    let mut blocks = bytes.chunks(LATIN1_RUN);
    // There is no branch per byte, so that the loop is vectorised.
    let other = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_other(byte));
    let first = blocks.position(other);
    first.map_or(bytes.len(), |block| block * LATIN1_RUN)
}

const UNITS: Utf16<Native> = Utf16::NEW;

/// Returns whether an encoding has a separate code path for short texts, because they are frequent.
const fn is_frequent(kind: EncodingKind) -> bool {
    use EncodingKind::{Utf8, Utf16, Utf32};
    matches!(kind, Utf8 | Utf16(Endian::NATIVE) | Utf32(Endian::NATIVE))
}

/// A buffer of UTF-16, which is filled in growing steps.
pub(crate) struct Units {
    /// The instruction set that converts the buffer to the code page.
    isa: Isa,
    buffer: Buffer<UTF16_BUFFER>,
    /// Bytes of the buffer that the next round fills. It doubles each round.
    size: usize,
}

impl Units {
    /// Creates a buffer. `stops` is true if the conversion stops at errors, and false if it
    /// replaces them.
    pub(crate) fn new(isa: Isa, stops: bool) -> Self {
        let size = if stops { FIRST_ROUND } else { UTF16_BUFFER };
        let buffer = Buffer::new();
        Units { isa, buffer, size }
    }
}

/// Converts to a code page from `at` on. `convert` converts the source to UTF-16 in the buffer
/// `units`.
#[inline(never)]
pub(crate) fn encode_through_utf16(
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    mut replaced: Option<&mut u64>,
    units: &mut Units,
    convert: &dyn Fn(&[u8], &mut [u8]) -> Progress,
) -> Progress {
    while at.read < src.len() {
        let rest = &src[at.read..];
        // A byte becomes at most one unit. The buffer has at least two units, so that a surrogate
        // pair fits.
        let most = rest.len().saturating_mul(2).saturating_add(SPARE);
        let size = units
            .size
            .min(most)
            .min(2 * (dst.len() - at.written).max(2));
        let output = units.buffer.first(size);
        let all = convert(rest, output);
        let text = &output[..all.written];
        let out = &mut dst[at.written..];
        let step = encode_page(units.isa, page, text, out, replaced.as_deref_mut());
        at.written += step.written;
        if step.read < text.len() {
            let before = convert(rest, units.buffer.first(step.read));
            at.read += before.read;
            // A sequence of Big5 can decode to two code points. If the conversion stopped between
            // them, remove the byte of the first one from the output.
            at.written -= usize::from(before.written < step.read);
            break;
        }
        at.read += all.read;
        if all.read == 0 {
            break;
        }
        units.size = (2 * units.size).min(UTF16_BUFFER);
    }
    at
}

/// Converts from a code page. Stops at the first unassigned byte, and at the first character
/// that `to` cannot represent. If `mode` is lossy and `to` is a code page, such characters may
/// be replaced.
#[inline(never)]
pub(super) fn convert_from_code_page<D: Scheme>(
    isa: Isa,
    page: &'static CodePageTables,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    if const { is_frequent(D::KIND) } && src.len() <= SCALAR_UNITS / 2 {
        return scalar::convert(CodePage(page), to, src, dst, Progress::START);
    }
    if is_kind!(D, Utf16(_)) {
        return decode_page(isa, page, D::KIND.endian(), src, dst);
    }
    let mut buffer = Buffer::new();
    let convert =
        |units: &[u8], dst: &mut _| plan::convert_in_mode(isa, UNITS, to, units, dst, mode);
    if !is_kind!(D, Utf8) {
        return decode_through_utf16_dyn(isa, page, src, dst, &mut buffer, &convert);
    }
    let is_near_latin1 = page.is_near_latin1();
    let mut at = Progress::START;
    while at.read < src.len() {
        let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
        let part = &src[..src.len().min(UTF16_BUFFER / 2)];
        let run = if is_near_latin1 { latin1_run(part) } else { 0 };
        let (len, step) = if run >= LATIN1_RUN {
            (run, plan::convert(isa, Latin1::NEW, to, &part[..run], dst))
        } else {
            let step = decode_through_utf16(isa, page, part, dst, &mut buffer, convert);
            (part.len(), step)
        };
        at += step;
        if step.read < len {
            break;
        }
    }
    at
}

/// Converts from a code page through UTF-16 in a buffer. `convert` converts the UTF-16 to the
/// target.
#[inline(always)]
fn decode_through_utf16(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    buffer: &mut Buffer<UTF16_BUFFER>,
    convert: impl Fn(&[u8], &mut Output) -> Progress,
) -> Progress {
    let mut at = Progress::START;
    while at.read < src.len() {
        // Each byte of the code page becomes at least one byte of output.
        let count = (dst.len() - at.written).clamp(1, UTF16_BUFFER / 2);
        let part = &src[at.read..];
        let part = &part[..part.len().min(count)];
        let output = buffer.first(2 * part.len() + SPARE);
        let decoded = decode_page(isa, page, Endian::NATIVE, part, memory::output(output));
        let step = convert(&output[..decoded.written], &mut dst[at.written..]);
        at.read += step.read / 2;
        at.written += step.written;
        if step.read < 2 * part.len() {
            break;
        }
    }
    at
}

/// Converts like [`decode_through_utf16`]. It is compiled once for the less frequent targets.
#[inline(never)]
pub(crate) fn decode_through_utf16_dyn(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    buffer: &mut Buffer<UTF16_BUFFER>,
    convert: &dyn Fn(&[u8], &mut Output) -> Progress,
) -> Progress {
    decode_through_utf16(isa, page, src, dst, buffer, convert)
}

/// Converts to a code page, up to the first malformed sequence or unrepresentable character.
///
/// If `replaced` is given, question marks may replace unrepresentable characters, and malformed
/// UTF-16 in native byte order. Their number is added to `replaced`. In very short text, nothing is
/// replaced. The caller must replace an incomplete character at the end.
#[inline(never)]
pub(crate) fn convert_to_code_page<S: Scheme>(
    isa: Isa,
    from: S,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    replaced: Option<&mut u64>,
) -> Progress {
    // Replaces nothing if the source is a legacy multi-byte encoding: a sequence of Big5 can decode
    // to two code points, and if the page lacks one of them, a single replacement must replace both.
    let mut replaced = replaced.filter(|_| !is_kind!(S, Multibyte));
    let mut at = Progress::START;
    let has_runs = is_kind!(S, Utf8) && page.has_ascii();
    if has_runs {
        at = kernels::single_byte_to_single_byte(isa, src, dst, ASCII);
        if at.read == src.len() {
            return at;
        }
        if at.read >= ASCII_RUN {
            let count = replaced.as_deref_mut();
            at = convert_ascii_runs(isa, page, src, dst, at, at.read, count);
        }
    }
    if const { is_frequent(S::KIND) } && src.len() - at.read <= SCALAR_UNITS * S::WIDTH {
        return scalar::convert(from, CodePage(page), src, dst, at);
    }
    if is_kind!(S, Utf16(Endian::NATIVE)) {
        // The caller replaces an incomplete character at the end.
        let tail = match replaced {
            Some(_) => from.incomplete_tail(src),
            None => 0,
        };
        return encode_page(isa, page, &src[..src.len() - tail], dst, replaced);
    }
    let convert =
        |src: &[u8], units: &mut [u8]| plan::convert(isa, from, UNITS, src, memory::output(units));
    let mut units = Units::new(isa, replaced.is_none());
    if !has_runs {
        return encode_through_utf16(page, src, dst, at, replaced, &mut units, &convert);
    }
    loop {
        let end = src.len().min(at.read + PART);
        let part = &src[..end];
        let part = if end == src.len() {
            part
        } else {
            &part[..end - from.incomplete_tail(part)]
        };
        let count = replaced.as_deref_mut();
        at = encode_through_utf16(page, part, dst, at, count, &mut units, &convert);
        if at.read < part.len() || part.len() == src.len() {
            return at;
        }
        let count = replaced.as_deref_mut();
        at = convert_ascii_runs(isa, page, src, dst, at, MAX_CREDIT, count);
    }
}

/// Converts a code page to UTF-16, up to the first unassigned byte or until the output is full.
/// Scalar code continues where the kernel stops.
pub(in crate::convert) fn decode_page(
    isa: Isa,
    page: &'static CodePageTables,
    to: Endian,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let mut at = match page.low_high_tables() {
        Some(tables) => kernels::code_page_to_utf16(isa, src, dst, tables, to),
        None => Progress::START,
    };
    let count = src.len().min(dst.len() / 2);
    for &byte in &src[at.read..count] {
        let Some(unit) = page.decode(byte) else {
            break;
        };
        dst.write(at.written, to.bytes_16(unit));
        at += Progress {
            read: 1,
            written: 2,
        };
    }
    at
}

/// Converts UTF-16 in native byte order to a code page, like
/// [`encode_utf16`](CodePageTables::encode_utf16), which continues where the kernel stops.
#[inline(never)]
fn encode_page(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
    mut replaced: Option<&mut u64>,
) -> Progress {
    let windows = match page.unit_windows() {
        Some(windows) if src.len() > SCALAR_MAX_BYTES => windows,
        _ => return page.encode_utf16(src, dst, replaced, usize::MAX),
    };
    alternate(isa, src.len() & !1, |mut at, turn| {
        let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
        at += match turn {
            Turn::Kernel => kernels::utf16_to_code_page(isa, src, dst, windows),
            Turn::Scalar(some) => page.encode_utf16(src, dst, replaced.as_deref_mut(), some),
        };
        at
    })
}

/// Returns the number of bytes before the first unassigned byte.
pub(super) fn valid_bytes_of_code_page(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
) -> usize {
    if page.is_complete {
        return src.len();
    }
    let mut scratch = Scratch::<UTF16_BUFFER>::new();
    let mut valid = 0;
    for part in src.chunks(UTF16_BUFFER / 2) {
        let at = decode_page(isa, page, Endian::NATIVE, part, scratch.output());
        valid += at.read;
        if at.read < part.len() {
            break;
        }
    }
    valid
}

/// Returns the progress of a conversion to UTF-8 into unlimited output. It stops at the first
/// unassigned byte.
pub(super) fn utf8_len_of_code_page(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
) -> Progress {
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    let mut at = Progress::START;
    for part in src.chunks(UTF16_BUFFER / 2) {
        let output = buffer.first(2 * part.len() + SPARE);
        let step = decode_page(isa, page, Endian::NATIVE, part, memory::output(output));
        let units = &output[..step.written];
        at.read += step.read;
        at.written += plan::count(isa, UNITS, units, LengthUnit::Utf8);
        if step.read < part.len() {
            break;
        }
    }
    at
}
