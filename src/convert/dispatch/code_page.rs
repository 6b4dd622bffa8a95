//! Conversion from and to code pages, through UTF-16: each byte is one unit.
//!
//! ```text
//! code page ── lookup ──► UTF-16 ── the kernel of UTF-16 and the target ──► target
//! source ── the kernel of the source and UTF-16 ──► UTF-16 ── lookup ──► code page
//! ```
//!
//! A buffer of UTF-16 is on the stack. Where the second step stops within it, the first is asked
//! again how much of the source the units before are.

mod ascii_runs;

use ascii_runs::{MOST_CREDIT, convert_ascii_runs};

use super::in_turn::{Turn, in_turn};
use crate::Isa;
use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output, Scratch};
use crate::buffer::progress::Progress;
use crate::encoding::code_page::Page;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::scheme::{
    ASCII, CodePage, EncodingKind, Latin1, Length, Scheme, Utf16, is_kind,
};
use crate::kernels::mode::Mode;
use crate::kernels::scalar;

/// Size of the buffer of UTF-16, in bytes.
const BUFFER: usize = 1 << 13;

/// Bytes of the buffer beyond those that a text needs, so that the kernel goes to its end.
const ROOM: usize = 1 << 6;

/// Bytes of UTF-16 up to which characters are converted one by one.
const SHORT: usize = 32;

/// Bytes of UTF-16 up to which scalar code converts them to a page more quickly than the kernel.
const SHORT_UNITS: usize = 64;

/// Bytes of UTF-16 that come first of a longer text: a fault among them that stops the conversion
/// costs no more than that.
const FIRST: usize = 1 << 8;

/// Bytes of ASCII in a row from which on it pays to convert the character after them by itself.
const ASCII_RUN: usize = 64;

/// Bytes after which text without long runs is looked at again for such.
const PART: usize = 1 << 14;

/// Bytes from which on it pays that windows-1252 is Latin-1 but for the bytes 80 to 9F.
const LATIN1_RUN: usize = 128;

/// Number of bytes before one of 80 to 9F, or a few fewer.
#[inline(always)]
fn latin1_run(bytes: &[u8]) -> usize {
    const BLOCK: usize = 128;
    let is_other = |byte: &u8| byte & 0xE0 == 0x80;
    let mut blocks = bytes.chunks(BLOCK);
    // Without a branch for each byte, so that vectors do it.
    let other = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_other(byte));
    let first = blocks.position(other);
    first.map_or(bytes.len(), |block| block * BLOCK)
}

const UNITS: Utf16<Native> = Utf16::NEW;

/// Whether texts of a few characters are so frequent in an encoding that there is code for them.
const fn is_frequent(kind: EncodingKind) -> bool {
    match kind {
        EncodingKind::Utf8 => true,
        EncodingKind::Utf16(order) | EncodingKind::Utf32(order) => {
            order.is_big() == Endian::NATIVE.is_big()
        }
        _ => false,
    }
}

/// A buffer of UTF-16.
pub(crate) struct Units {
    /// The instruction set that reads it.
    isa: Isa,
    buffer: Buffer<BUFFER>,
    /// Bytes of it that are filled at a time: more and more.
    size: usize,
}

impl Units {
    /// One for a conversion that stops at a fault, or that goes on.
    pub(crate) fn new(isa: Isa, stops: bool) -> Self {
        let size = if stops { FIRST } else { BUFFER };
        let buffer = Buffer::new();
        Units { isa, buffer, size }
    }
}

/// Converts to a code page from `at` on, by way of `units`, which `convert` makes.
#[inline(never)]
pub(crate) fn convert_to_page_by(
    page: &'static Page,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    mut replaced: Option<&mut u64>,
    units: &mut Units,
    convert: &dyn Fn(&[u8], &mut [u8]) -> Progress,
) -> Progress {
    while at.read < src.len() {
        let rest = &src[at.read..];
        // No byte becomes more than a unit. A pair of surrogates must fit, so that what it is shows.
        let most = rest.len().saturating_mul(2) + ROOM;
        let size = units
            .size
            .min(most)
            .min(2 * (dst.len() - at.written).max(2));
        let room = units.buffer.first(size);
        let all = convert(rest, room);
        let text = &room[..all.written];
        let out = &mut dst[at.written..];
        let step = units
            .isa
            .utf16_to_page_all(page, text, out, replaced.as_deref_mut());
        at.written += step.written;
        if step.read < text.len() {
            let before = convert(rest, units.buffer.first(step.read));
            at.read += before.read;
            // Where the second of two code points of one sequence stopped it, the first, which is a
            // byte, is not written, either.
            at.written -= usize::from(before.written < step.read);
            break;
        }
        at.read += all.read;
        if all.read == 0 {
            break;
        }
        units.size = (2 * units.size).min(BUFFER);
    }
    at
}

impl Isa {
    /// Converts from a code page, up to the first byte without a character or character that `to`
    /// does not have; another page replaces those if `mode` says so.
    #[inline(never)]
    pub(super) fn convert_from_page<D: Scheme>(
        self,
        page: &'static Page,
        to: D,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
    ) -> Progress {
        if const { is_frequent(D::KIND) } && src.len() <= SHORT / 4 {
            return scalar::convert(CodePage(page), to, src, dst, Progress::START);
        }
        if is_kind!(D, Utf16(_)) {
            return self.page_to_utf16_all(page, D::KIND.endian(), src, dst);
        }
        let mut buffer = Buffer::new();
        let convert = |units: &[u8], dst: &mut _| self.convert_in_mode(UNITS, to, units, dst, mode);
        if !is_kind!(D, Utf8) {
            return self.convert_by_any_units(page, src, dst, &mut buffer, &convert);
        }
        let is_near_latin1 = page.is_near_latin1();
        let mut at = Progress::START;
        while at.read < src.len() {
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            let part = &src[..src.len().min(BUFFER / 2)];
            let run = if is_near_latin1 { latin1_run(part) } else { 0 };
            let (len, step) = if run >= LATIN1_RUN {
                (run, self.convert(Latin1::NEW, to, &part[..run], dst))
            } else {
                let step = self.convert_by_units(page, part, dst, &mut buffer, convert);
                (part.len(), step)
            };
            at += step;
            if step.read < len {
                break;
            }
        }
        at
    }

    /// Converts from a code page by way of units of UTF-16 in a buffer, which `convert` converts.
    #[inline(always)]
    fn convert_by_units(
        self,
        page: &'static Page,
        src: &[u8],
        dst: &mut Output,
        buffer: &mut Buffer<BUFFER>,
        convert: impl Fn(&[u8], &mut Output) -> Progress,
    ) -> Progress {
        let mut at = Progress::START;
        while at.read < src.len() {
            // Each byte of the page becomes at least one of output.
            let count = (dst.len() - at.written).clamp(1, BUFFER / 2);
            let part = &src[at.read..];
            let part = &part[..part.len().min(count)];
            let room = buffer.first(2 * part.len() + ROOM);
            let decoded = self.page_to_utf16_all(page, Endian::NATIVE, part, memory::output(room));
            let step = convert(&room[..decoded.written], &mut dst[at.written..]);
            at.read += step.read / 2;
            at.written += step.written;
            if step.read < 2 * part.len() {
                break;
            }
        }
        at
    }

    /// [`convert_by_units`](Self::convert_by_units), once for the encodings to which few convert.
    #[inline(never)]
    pub(crate) fn convert_by_any_units(
        self,
        page: &'static Page,
        src: &[u8],
        dst: &mut Output,
        buffer: &mut Buffer<BUFFER>,
        convert: &dyn Fn(&[u8], &mut Output) -> Progress,
    ) -> Progress {
        self.convert_by_units(page, src, dst, buffer, convert)
    }

    /// Converts to a code page, up to the first sequence that is malformed or character that the
    /// page does not have; if there is `replaced`, question marks replace these, and it counts
    /// them.
    #[inline(never)]
    pub(crate) fn convert_to_page<S: Scheme>(
        self,
        from: S,
        page: &'static Page,
        src: &[u8],
        dst: &mut Output,
        mut replaced: Option<&mut u64>,
    ) -> Progress {
        let mut at = Progress::START;
        let has_runs = is_kind!(S, Utf8) && page.has_ascii();
        if has_runs {
            at = self.single_byte_to_single_byte(src, dst, ASCII);
            if at.read == src.len() {
                return at;
            }
            if at.read >= ASCII_RUN {
                let count = replaced.as_deref_mut();
                at = convert_ascii_runs(self, page, src, dst, at, at.read, count);
            }
        }
        if const { is_frequent(S::KIND) } && src.len() - at.read <= SHORT / 2 * S::WIDTH {
            return scalar::convert(from, CodePage(page), src, dst, at);
        }
        if is_kind!(S, Utf16(Endian::NATIVE)) {
            return self.utf16_to_page_all(page, src, dst, replaced);
        }
        let convert =
            |src: &[u8], units: &mut [u8]| self.convert(from, UNITS, src, memory::output(units));
        let mut units = Units::new(self, replaced.is_none());
        if !has_runs {
            return convert_to_page_by(page, src, dst, at, replaced, &mut units, &convert);
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
            at = convert_to_page_by(page, part, dst, at, count, &mut units, &convert);
            if at.read < part.len() || part.len() == src.len() {
                return at;
            }
            let count = replaced.as_deref_mut();
            at = convert_ascii_runs(self, page, src, dst, at, MOST_CREDIT, count);
        }
    }

    /// [`convert_to_page`](Self::convert_to_page) for a part of a text, which may end within a
    /// character.
    pub(crate) fn convert_part_to_page<S: Scheme>(
        self,
        from: S,
        page: &'static Page,
        src: &[u8],
        dst: &mut Output,
        replaced: &mut u64,
    ) -> Progress {
        let whole = &src[..src.len() - from.incomplete_tail(src)];
        self.convert_to_page(from, page, whole, dst, Some(replaced))
    }

    /// Converts a code page to UTF-16: with the kernel, then to the exact end.
    fn page_to_utf16_all(
        self,
        page: &'static Page,
        to: Endian,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let mut at = match page.planes() {
            Some(planes) => self.page_to_utf16(src, dst, planes, to),
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

    /// Converts units of UTF-16, in the order of the machine, to a code page: with the kernel, and
    /// by [`encode_utf16`](Page::encode_utf16) where it stops and to the exact end.
    #[inline(never)]
    fn utf16_to_page_all(
        self,
        page: &'static Page,
        src: &[u8],
        dst: &mut Output,
        mut replaced: Option<&mut u64>,
    ) -> Progress {
        let windows = match page.unit_windows() {
            Some(windows) if src.len() > SHORT_UNITS => windows,
            _ => return page.encode_utf16(src, dst, replaced, usize::MAX),
        };
        in_turn(self, src.len() & !1, |mut at, turn| {
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            at += match turn {
                Turn::Kernel => self.utf16_to_page(src, dst, windows),
                Turn::Scalar(some) => page.encode_utf16(src, dst, replaced.as_deref_mut(), some),
            };
            at
        })
    }

    /// Number of bytes at the start of `src` that have characters.
    pub(super) fn valid_bytes_of_page(self, page: &'static Page, src: &[u8]) -> usize {
        if page.is_complete {
            return src.len();
        }
        let mut scratch = Scratch::<BUFFER>::new();
        let mut valid = 0;
        for part in src.chunks(BUFFER / 2) {
            let at = self.page_to_utf16_all(page, Endian::NATIVE, part, scratch.output());
            valid += at.read;
            if at.read < part.len() {
                break;
            }
        }
        valid
    }

    /// Number of bytes of UTF-8 for the bytes at the start of `src` that have characters.
    pub(super) fn utf8_len_of_page(self, page: &'static Page, src: &[u8]) -> Progress {
        let mut buffer = Buffer::<BUFFER>::new();
        let mut at = Progress::START;
        for part in src.chunks(BUFFER / 2) {
            let room = buffer.first(2 * part.len() + ROOM);
            let step = self.page_to_utf16_all(page, Endian::NATIVE, part, memory::output(room));
            let units = &room[..step.written];
            at.read += step.read;
            at.written += self.count(UNITS, units, Length::Utf8);
            if step.read < part.len() {
                break;
            }
        }
        at
    }
}
