//! Validation of UTF-8: the lookups of [`utf8`](super::utf8), with three changes to the published algorithm.
//!
//! - The bytes one, two and three places back come from unaligned loads, not from shifts across registers.
//! - Text is taken in stretches of 256 bytes, each of one kind, and each kind has a loop of its own. Within a stretch there is
//!   nothing to guess: branches for single blocks or letters are fast where a short text is read again and again, so that the
//!   CPU knows it by heart, and cost up to half of the speed where it is new.
//! - Where a stretch has no character of more than two bytes, it needs no lookups: each continuation follows a lead, and no
//!   other byte does.
//!
//! What was tried and lost (Zen 4, whole corpora): leads as bits of mask registers with one unaligned load in the place of
//! three, on AVX-512 24 GB/s for 31; a look at whether each block of 64 bytes is ASCII in text that has none, 10 % slower than
//! stretches; a scalar look at the last bytes before each ASCII block for a saturating subtraction, no gain; the first byte's
//! lookups before the shift by a place, in the place of a third unaligned load, -14 % on AVX2, -23 % on AVX-512; a further
//! kind for characters of up to three bytes, which saves a load, 6 % on SSE4.1, nothing elsewhere, -2 to -5 % for emoji; one
//! loop for all kinds, whose constants do not fit the registers, -30 % on AVX2; stretches of 128 bytes, 4 to 30 % faster where
//! letters are rare, 5 to 12 % slower where they are not, 23 to 39 % in new German text.

use super::short_ascii;
use super::utf8::{errors, last_boundary, leads};
use crate::kernels::Progress;
use crate::scheme::Output;
use crate::simd::{Simd, Units};

/// Bytes that are checked, or found to be ASCII, together.
const BLOCK: usize = 64;
/// Blocks between two looks at whether anything was wrong.
const BLOCKS: usize = 4;
/// Bytes in them.
const STRETCH: usize = BLOCK * BLOCKS;

/// The block at `at`, joined: for a look at what no byte has.
#[inline(always)]
fn any_of_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let mut any = simd.load(src, at);
    let mut vector = S::LANES;
    while vector < BLOCK {
        any = any | simd.load(src, at + vector);
        vector += S::LANES;
    }
    any
}

/// Bytes of a text that is not likely to be in a cache.
const PAST_CACHES: usize = 1 << 24;

/// Whether a stretch is ASCII.
///
/// What comes from memory is read `slowly`, with a look at each vector: asked for by whole stretches, it arrives a fifth later
/// on Zen 4, and later still with prefetches. In a cache that takes up to twice as long.
#[inline(always)]
fn is_ascii<S: Simd>(simd: S, stretch: &[u8; STRETCH], slowly: bool) -> bool {
    if slowly {
        let mut at = 0;
        while at < STRETCH && simd.is_ascii(simd.load(stretch, at)) {
            at += S::LANES;
        }
        return at == STRETCH;
    }
    simd.is_ascii(
        (any_of_block(simd, stretch, 0) | any_of_block(simd, stretch, BLOCK))
            | (any_of_block(simd, stretch, 2 * BLOCK) | any_of_block(simd, stretch, 3 * BLOCK)),
    )
}

/// The errors of the block at `at`, joined, where at least three bytes stand before it.
#[inline(always)]
fn errors_of_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    // With a branch between vectors: it is much code without.
    let block = &src[at - 3..src.len().min(at + BLOCK)];
    let mut errors = simd.splat(0);
    let mut vector = 0;
    while let Some(bytes) = block.get(vector..vector + 3 + S::LANES) {
        errors = errors | errors_at(simd, bytes, 3);
        vector += S::LANES;
    }
    errors
}

/// The errors of the vector at `at`, where at least three bytes stand before it.
#[inline(always)]
fn errors_at<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    let (third, second) = (simd.load(src, at - 3), simd.load(src, at - 2));
    errors(
        simd,
        third,
        second,
        simd.load(src, at - 1),
        simd.load(src, at),
    )
}

/// The errors of `bytes`, which follow the vector `before`.
#[inline(always)]
fn errors_after<S: Simd>(simd: S, before: S::Bytes, bytes: S::Bytes) -> S::Bytes {
    let third = simd.shift_in::<3>(before, bytes);
    let second = simd.shift_in::<2>(before, bytes);
    errors(
        simd,
        third,
        second,
        simd.shift_in::<1>(before, bytes),
        bytes,
    )
}

/// Nonzero where the vector before `at` ends in the middle of a character: what is wrong with ASCII at `at`.
#[inline(always)]
fn cut_off<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    const COMPLETE: [u8; 64] = {
        let mut limits = [0xFF; 64];
        limits[61] = 0xEF;
        limits[62] = 0xDF;
        limits[63] = 0xBF;
        limits
    };
    let limits = simd.load(&COMPLETE, 64 - S::LANES);
    simd.saturating_sub(simd.load(src, at - S::LANES), limits)
}

/// The errors of the block at `at`, joined, in text that may be mostly ASCII. Between this block and the next no error is
/// overlooked if that one is checked too.
#[inline(always)]
fn errors_of_sparse_block<S: Simd>(simd: S, src: &[u8], at: usize) -> S::Bytes {
    if simd.is_ascii(any_of_block(simd, src, at)) {
        cut_off(simd, src, at)
    } else {
        errors_of_block(simd, src, at)
    }
}

/// Bytes of well-formed text at the start of `src`: all, or up to a character boundary near the first error.
#[inline(always)]
pub(crate) fn validate<S: Units>(simd: S, src: &[u8]) -> usize {
    if short_ascii::is(simd, src) {
        return src.len();
    }
    scan(simd, src, &mut ())
}

/// Copies well-formed text, as far as there is room, while it is checked.
#[inline(always)]
pub(crate) fn copy<S: Units>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    if src.len() >= S::LANES
        && let Some(all) = short_ascii::convert(simd, src, dst, 1)
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

/// Counts the units that well-formed text has in UTF-16 or else in UTF-32: those of the bytes from [`MEASURED_FROM`] on, before
/// which text is well-formed but for a character that is not complete. Goes on to the end of what is well-formed or to
/// somewhere before it, perhaps within a character.
#[inline(always)]
pub(crate) fn measure<S: Units>(simd: S, src: &[u8], utf16: bool) -> Progress {
    let mut counted = Counted::new(simd, utf16);
    let (Ok(at) | Err(at)) = scan_stretches(simd, src, &mut counted, MEASURED_FROM);
    counted.take_back(simd, src, at);
    counted.sum_up(simd);
    Progress {
        read: at,
        written: counted.units,
    }
}

/// Bytes before those that are [measured](measure). It is quicker where these are aligned to as much.
pub(crate) const MEASURED_FROM: usize = BLOCK;

/// What is done with text that is found well-formed.
trait Along<S: Simd> {
    /// Takes so many bytes, whole vectors, from `at` on.
    #[inline(always)]
    fn part(&mut self, _simd: S, _src: &[u8], _at: usize, _len: usize) {}

    /// Takes the end from `at` on, less than a vector, given with zeros behind it.
    #[inline(always)]
    fn end(&mut self, _simd: S, _src: &[u8], _at: usize, _end: S::Bytes) {}

    /// What bytes of [`Kind::Any`] are counted with: units, by the high four bits, and the tally of them.
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        None
    }

    /// The tally of continuations in [`Kind::Short`].
    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        None
    }

    /// Takes note of a stretch that has been looked through, of a kind.
    #[inline(always)]
    fn stretch(&mut self, _simd: S, _kind: Kind) {}

    /// Takes note of a stretch of a kind in which an error was found after it had been tallied.
    #[inline(always)]
    fn fail(&mut self, _kind: Kind) {}
}

/// Nothing.
impl<S: Simd> Along<S> for () {}

/// It is written to the same place of a slice with the same length.
struct Copied<'d>(&'d mut Output);

impl<S: Simd> Along<S> for Copied<'_> {
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

/// Its units are counted.
struct Counted<S: Units> {
    /// Those that are not in tallies. Bytes of stretches of other kinds than [`Kind::Any`] are one each, to begin with.
    units: usize,
    table: S::Bytes,
    more: S::Bytes,
    less: S::Bytes,
    /// Stretches for which there is room in the tallies.
    room: usize,
    /// The kind of the stretch in which there is an error, or [`Kind::Ascii`], which is not tallied.
    failed: Kind,
}

impl<S: Units> Counted<S> {
    /// Stretches for which there is room in tallies.
    const ROOM: usize = 255 / (2 * STRETCH / S::LANES);

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
            room: Self::ROOM,
            failed: Kind::Ascii,
        }
    }

    #[inline(always)]
    fn sum_up(&mut self, simd: S) {
        self.units += simd.sum_8([self.more]);
        self.units -= simd.sum_8([self.less]);
        self.more = simd.splat(0);
        self.less = simd.splat(0);
        self.room = Self::ROOM;
    }

    /// Takes the stretch at `at` out of the tallies again, if it failed.
    #[inline(always)]
    fn take_back(&mut self, simd: S, src: &[u8], at: usize) {
        let stretch = if self.failed == Kind::Ascii {
            &[]
        } else {
            &src[at..src.len().min(at + STRETCH)]
        };
        let mut at = 0;
        while let Some(bytes) = stretch.get(at..at + S::LANES) {
            let bytes = simd.load(bytes, 0);
            if self.failed == Kind::Short {
                let less = simd.tally_8(simd.splat(0), simd.continuation(bytes));
                self.less = simd.saturating_sub(self.less, less);
            } else {
                let more = simd.lookup_high(self.table, bytes);
                self.more = simd.saturating_sub(self.more, more);
            }
            at += S::LANES;
        }
    }
}

impl<S: Units> Along<S> for Counted<S> {
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        Some((self.table, &mut self.more))
    }

    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        Some(&mut self.less)
    }

    #[inline(always)]
    fn stretch(&mut self, simd: S, kind: Kind) {
        if kind != Kind::Any {
            self.units += STRETCH;
        }
        if kind != Kind::Ascii {
            self.room -= 1;
            if self.room == 0 {
                self.sum_up(simd);
            }
        }
    }

    #[inline(always)]
    fn fail(&mut self, kind: Kind) {
        self.failed = kind;
    }
}

/// Bytes of well-formed text at the start of `src`.
#[inline(always)]
fn scan<S: Units>(simd: S, src: &[u8], along: &mut impl Along<S>) -> usize {
    let lanes = S::LANES;
    let mut at = 0;
    if src.len() >= lanes {
        let first = simd.load(src, 0);
        if !simd.is_ascii(first) && !simd.is_zero(errors_after(simd, simd.splat(0), first)) {
            return 0;
        }
        along.part(simd, src, 0, lanes);
        at = lanes;
    }
    while at < BLOCK && src.len() - at >= lanes {
        if !simd.is_zero(errors_at(simd, src, at)) {
            return last_boundary(src, at);
        }
        along.part(simd, src, at, lanes);
        at += lanes;
    }
    if at == BLOCK {
        if src.len() >= 2 * BLOCK + STRETCH {
            // From here on, one load of each byte is aligned.
            let errors = errors_of_sparse_block(simd, src, BLOCK);
            if !simd.is_zero(errors) {
                return last_boundary(src, BLOCK);
            }
            along.part(simd, src, BLOCK, BLOCK);
            at += src.as_ptr().addr().wrapping_neg() % BLOCK;
        }
        at = match scan_stretches(simd, src, along, at) {
            Ok(end) => end,
            Err(near) => return last_boundary(src, near),
        };
        while src.len() - at >= BLOCK {
            let errors = errors_of_sparse_block(simd, src, at);
            if !simd.is_zero(errors) {
                return last_boundary(src, at);
            }
            along.part(simd, src, at, BLOCK);
            at += BLOCK;
        }
        while src.len() - at >= lanes {
            if !simd.is_zero(errors_at(simd, src, at)) {
                return last_boundary(src, at);
            }
            along.part(simd, src, at, lanes);
            at += lanes;
        }
    }
    // The end, followed by at least one zero: what it cuts off is an error there too.
    let end = simd.load_partial(&src[at..]);
    let errors = match (simd.is_ascii(end), at < lanes) {
        (true, true) => simd.splat(0),
        (true, false) => cut_off(simd, src, at),
        (false, true) => errors_after(simd, simd.splat(0), end),
        (false, false) => errors_after(simd, simd.load(src, at - lanes), end),
    };
    if !simd.is_zero(errors) {
        return last_boundary(src, at);
    }
    along.end(simd, src, at, end);
    src.len()
}

/// What the main loop takes at once, behind a block of what stands before it.
type Window = [u8; BLOCK + STRETCH];

/// The stretch at `at`, with the block before it, if there is so much.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&Window> {
    src[at - BLOCK..].first_chunk()
}

/// What a stretch is made of: the first of these that is true.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ascii,
    /// Characters of one or two bytes, and so are those that end just before it.
    Short,
    Any,
    /// There is no whole stretch.
    End,
}

/// The kind of the stretch at `at`.
#[inline(always)]
fn kind<S: Simd>(simd: S, src: &[u8], at: usize) -> Kind {
    let Some(stretch) = window(src, at) else {
        return Kind::End;
    };
    let greatest = greatest_rank(simd, stretch);
    if simd.is_ascii(greatest) {
        Kind::Ascii
    } else if has_more(simd, greatest, stretch) {
        Kind::Any
    } else {
        Kind::Short
    }
}

/// The main loop, from `at` on: where it ended, or near which position it found an error.
///
/// What follows a stretch is likely to be like it, so each kind has a loop of its own.
#[inline(always)]
fn scan_stretches<S: Units>(
    simd: S,
    src: &[u8],
    along: &mut impl Along<S>,
    mut at: usize,
) -> Result<usize, usize> {
    let slowly = src.len() >= PAST_CACHES;
    let mut next = kind(simd, src, at);
    while next != Kind::End {
        if next == Kind::Ascii {
            if !simd.is_zero(cut_off(simd, src, at)) {
                return Err(at);
            }
            while let Some(stretch) = src[at..].first_chunk()
                && is_ascii(simd, stretch, slowly)
            {
                along.part(simd, src, at, STRETCH);
                along.stretch(simd, Kind::Ascii);
                at += STRETCH;
            }
            next = kind(simd, src, at);
        }
        while next == Kind::Short {
            if !simd.is_zero(errors_of_short(simd, src, at, along.continuations())) {
                along.fail(Kind::Short);
                return Err(at);
            }
            along.part(simd, src, at, STRETCH);
            along.stretch(simd, Kind::Short);
            at += STRETCH;
            next = kind(simd, src, at);
        }
        while next == Kind::Any {
            if !simd.is_zero(errors_of_any(simd, src, at, along.units())) {
                along.fail(Kind::Any);
                return Err(at);
            }
            along.part(simd, src, at, STRETCH);
            along.stretch(simd, Kind::Any);
            at += STRETCH;
            if let Some(stretch) = window(src, at)
                && has_long(simd, simd.load(stretch, BLOCK))
            {
                continue;
            }
            next = kind(simd, src, at);
        }
    }
    Ok(at)
}

/// Bytes of a stretch between which and the next is a branch: all of them would be much code with short vectors.
const fn part_of<S: Simd>() -> usize {
    4 * S::LANES
}

/// The errors of a stretch. The units of bytes are added to a tally, if they are asked for with their table.
#[inline(always)]
fn errors_of_any<S: Simd>(
    simd: S,
    src: &[u8],
    at: usize,
    mut units: Option<(S::Bytes, &mut S::Bytes)>,
) -> S::Bytes {
    let length = const { part_of::<S>() };
    let mut errors = simd.splat(0);
    let stretch = &src[at - 3..src.len().min(at + STRETCH)];
    let mut from = 0;
    while let Some(part) = stretch.get(from..from + 3 + length) {
        let mut vector = 3;
        while vector < 3 + length {
            errors = errors | errors_at(simd, part, vector);
            if let Some((table, tally)) = &mut units {
                let units = simd.lookup_high(*table, simd.load(part, vector));
                **tally = simd.add(**tally, units);
            }
            vector += S::LANES;
        }
        from += length;
    }
    errors
}

/// The errors of a stretch in which, and three bytes before which, all characters have one or two bytes and none of those is
/// C0 or C1.
#[inline(always)]
fn errors_of_short<S: Units>(
    simd: S,
    src: &[u8],
    at: usize,
    mut continuations: Option<&mut S::Bytes>,
) -> S::Bytes {
    let length = const { part_of::<S>() };
    let mut errors = simd.splat(0);
    let stretch = &src[at - 1..src.len().min(at + STRETCH)];
    let mut from = 0;
    while let Some(part) = stretch.get(from..from + 1 + length) {
        let mut vector = 0;
        while vector < length {
            let (first, last) = (simd.load(part, vector), simd.load(part, vector + 1));
            // A continuation follows a lead, and nothing else does.
            errors = errors | (leads(simd, first) ^ simd.continues(last));
            if let Some(tally) = &mut continuations {
                **tally = simd.tally_8(**tally, simd.continuation(last));
            }
            vector += S::LANES;
        }
        from += length;
    }
    errors & simd.splat(0x80)
}

/// The bytes in another order: ASCII below 80, continuations, leads of two bytes, C0 and C1, longer leads.
#[inline(always)]
fn ranks<S: Simd>(simd: S, bytes: S::Bytes) -> S::Bytes {
    bytes ^ simd.splat(0x1E)
}

/// The highest rank of a lead of two bytes, that of C3.
const LEAD_OF_TWO: u8 = 0xC3 ^ 0x1E;

/// Whether a byte is E0 or more.
#[inline(always)]
fn has_long<S: Simd>(simd: S, bytes: S::Bytes) -> bool {
    !simd.is_zero(simd.saturating_sub(bytes, simd.splat(0xDF)))
}

/// Whether a byte is E0 or more, C0 or C1.
#[inline(always)]
fn has_more<S: Simd>(simd: S, greatest: S::Bytes, stretch: &Window) -> bool {
    let greatest = simd.max(greatest, ranks(simd, simd.load(stretch, BLOCK - 3)));
    !simd.is_zero(simd.saturating_sub(greatest, simd.splat(LEAD_OF_TWO)))
}

/// The greatest ranks of bytes of a stretch.
#[inline(always)]
fn greatest_rank<S: Simd>(simd: S, stretch: &Window) -> S::Bytes {
    let mut any = ranks(simd, simd.load(stretch, BLOCK));
    let mut at = BLOCK + S::LANES;
    while at < BLOCK + STRETCH {
        any = simd.max(any, ranks(simd, simd.load(stretch, at)));
        at += S::LANES;
    }
    any
}
