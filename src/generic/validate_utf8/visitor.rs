//! What goes along with a scan of UTF-8: nothing, a copy of what is found well-formed, or a count of its units.

use super::BLOCK;
use super::scan;
use super::scan::{CHUNK, Kind, scan_chunks};
use crate::endian::Endian;
use crate::generic::short;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::Length;
use crate::simd::{Simd, Units};

/// What is done with text that is found well-formed.
pub(super) trait Visitor<S: Simd> {
    /// Takes so many bytes, whole vectors, from `at` on.
    #[inline(always)]
    fn part(&mut self, _simd: S, _src: &[u8], _at: usize, _len: usize) {}

    /// Takes the end from `at` on, less than a vector, given with zeros after it.
    #[inline(always)]
    fn end(&mut self, _simd: S, _src: &[u8], _at: usize, _end: S::Bytes) {}

    /// What bytes of [`Kind::Any`] are counted with: units, by the high four bits, and the counter of them.
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        None
    }

    /// The counter of continuations in [`Kind::Short`].
    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        None
    }

    /// Takes note of a chunk that has been looked through, of a kind.
    #[inline(always)]
    fn chunk(&mut self, _simd: S, _kind: Kind) {}

    /// Takes note of a chunk of a kind in which an error was found after it had been counted.
    #[inline(always)]
    fn fail(&mut self, _kind: Kind) {}
}

/// Nothing.
impl<S: Simd> Visitor<S> for () {}

/// Copies well-formed text, as far as there is room, while it is checked.
#[inline(always)]
pub(crate) fn copy<S: Units>(simd: S, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    if src.len() >= S::LANES
        && let Some(all) = short::ascii(simd, src, dst, 1, Endian::NATIVE)
    {
        return all;
    }
    let len = src.len().min(dst.len());
    let valid = scan(simd, &src[..len], &mut Copied(&mut dst[..len]));
    Progress {
        read: valid,
        written: valid,
    }
}

/// It is written to the same place of a slice with the same length.
struct Copied<'d>(&'d mut Output);

impl<S: Simd> Visitor<S> for Copied<'_> {
    #[inline(always)]
    fn part(&mut self, simd: S, src: &[u8], at: usize, len: usize) {
        let (src, dst) = (&src[at..at + len], &mut self.0[at..at + len]);
        let mut vector = 0;
        while vector < len {
            simd.store(simd.load(src, vector), dst, vector);
            vector += S::LANES;
        }
    }

    #[inline(always)]
    fn end(&mut self, simd: S, src: &[u8], at: usize, end: S::Bytes) {
        if at < S::LANES {
            simd.store_clipped(end, self.0, 0);
        } else {
            // With what has been copied: no branch by how much it is.
            self.part(simd, src, src.len() - S::LANES, S::LANES);
        }
    }
}

/// Counts the units that well-formed text has in UTF-16 or else in UTF-32: those of the bytes from [`MEASURED_AFTER`] on, before
/// which text is well-formed but for a character that is not complete. Goes on to the end of what is well-formed or to
/// somewhere before it, perhaps within a character.
#[inline(always)]
pub(crate) fn measure<S: Units>(simd: S, src: &[u8], length: Length) -> Progress {
    let mut counted = Counted::new(simd, length == Length::Utf16);
    let (Ok(at) | Err(at)) = scan_chunks(simd, src, &mut counted, MEASURED_AFTER);
    counted.take_back(simd, src, at);
    counted.sum_up(simd);
    Progress {
        read: at,
        written: counted.units,
    }
}

/// Bytes before those that are [measured](measure). It is quicker where these are aligned to as much.
pub(crate) const MEASURED_AFTER: usize = BLOCK;

/// Its units are counted.
struct Counted<S: Units> {
    /// Those that are not in counters. Bytes of chunks of other kinds than [`Kind::Any`] are one each, to begin with.
    units: usize,
    table: S::Bytes,
    more: S::Bytes,
    less: S::Bytes,
    /// Chunks for which there is room in the counters.
    out: usize,
    /// The kind of the chunk in which there is an error, or [`Kind::Ascii`], which is not counted.
    failed: Kind,
}

impl<S: Units> Counted<S> {
    /// Chunks for which there is room in counters.
    const MAX_OUTPUT: usize = 255 / (2 * CHUNK / S::LANES);

    #[inline(always)]
    fn new(simd: S, utf16: bool) -> Self {
        // ASCII, continuations, leads of two and three bytes, those of four.
        let table = [
            1,
            1,
            1,
            1,
            1,
            1,
            1,
            1,
            0,
            0,
            0,
            0,
            1,
            1,
            1,
            1 + u8::from(utf16),
        ];
        Counted {
            units: 0,
            table: simd.high_table(table),
            more: simd.splat(0),
            less: simd.splat(0),
            out: Self::MAX_OUTPUT,
            failed: Kind::Ascii,
        }
    }

    #[inline(always)]
    fn sum_up(&mut self, simd: S) {
        self.units += simd.sum_8([self.more]);
        self.units -= simd.sum_8([self.less]);
        self.more = simd.splat(0);
        self.less = simd.splat(0);
        self.out = Self::MAX_OUTPUT;
    }

    /// Takes the chunk at `at` out of the counters again, if it failed.
    #[inline(always)]
    fn take_back(&mut self, simd: S, src: &[u8], at: usize) {
        let chunk = if self.failed == Kind::Ascii {
            &[]
        } else {
            &src[at..src.len().min(at + CHUNK)]
        };
        let mut at = 0;
        while let Some(bytes) = chunk.get(at..at + S::LANES) {
            let bytes = simd.load(bytes, 0);
            if self.failed == Kind::Short {
                let less = simd.count_8(simd.splat(0), simd.continuation(bytes));
                self.less = simd.saturating_sub(self.less, less);
            } else {
                let more = simd.lookup_high(self.table, bytes);
                self.more = simd.saturating_sub(self.more, more);
            }
            at += S::LANES;
        }
    }
}

impl<S: Units> Visitor<S> for Counted<S> {
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        Some((self.table, &mut self.more))
    }

    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        Some(&mut self.less)
    }

    #[inline(always)]
    fn chunk(&mut self, simd: S, kind: Kind) {
        if kind != Kind::Any {
            self.units += CHUNK;
        }
        if kind != Kind::Ascii {
            self.out -= 1;
            if self.out == 0 {
                self.sum_up(simd);
            }
        }
    }

    #[inline(always)]
    fn fail(&mut self, kind: Kind) {
        self.failed = kind;
    }
}
