//! Conversion from and to the variants of UTF-8, UTF-16 and UTF-32.
//!
//! Most text in a variant is text of its base, too, and the kernels of that convert it. Where they
//! stop, at what the base does not have, a few characters are converted one by one, and the kernels
//! go on. Two variants of UTF-8 write some characters of it in other bytes (CESU-8 and MUTF-8):
//! between these and others of the family there is a kernel,
//! [`crate::kernels::generic::utf8_variants`], and to or from the rest the way is through UTF-8 in a
//! buffer.
//!
//! ```text
//! WTF-8  ── kernel of UTF-8 to UTF-16 ──► WTF-16
//! CESU-8 ── utf8_variants ──► UTF-8 in a buffer ── kernel of UTF-8 to UTF-32 ──► UTF-32
//! ```
//!
//! What is done character by character exists once, for all pairs.
#![forbid(unsafe_code)]

use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output, Scratch};
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, EncodingKind, Form, Length, Scheme, Utf8, Variant};
use crate::kernels::scalar::{CLEAN_RUN, Codec};
use crate::{CodePoint, Isa};

/// Bytes of the buffer of UTF-8.
pub(super) const BUFFER: usize = 1 << 13;

/// Bytes of UTF-8 that a byte of any encoding becomes at most, if it is well-formed.
pub(super) const MOST_PER_BYTE: usize = 2;

/// Bytes of the buffer beyond those that a text needs, so that kernels go to its end.
const ROOM: usize = 1 << 6;

/// Bytes of the buffer into which a text is converted to measure it.
const SCRATCH: usize = 1 << 12;

/// A codec that writes nothing.
struct Checked<S>(S);

impl<S: Scheme> Codec for Checked<S> {
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode(src)
    }

    fn encode(&self, _: CodePoint, _: &mut Output) -> Encoded {
        Encoded::Written(0)
    }
}

/// Whether a code point is one for which kernels may have stopped.
fn is_special(CodePoint(value): CodePoint) -> bool {
    matches!(value, 0 | 0xD800..0xE000 | 0x1_0000..)
}

/// Converts characters one by one from `at` on until `clean_run` bytes in a row had nothing
/// special. Returns whether it got so far; if not, it stopped at the end of the text or at a
/// character that cannot be converted.
fn convert_some(
    codec: &dyn Codec,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
) -> bool {
    let mut special_end = at.read;
    while at.read < src.len() {
        let Ok((code_point, read)) = codec.decode(&src[at.read..]) else {
            break;
        };
        let Encoded::Written(written) = codec.encode(code_point, &mut dst[at.written..]) else {
            break;
        };
        *at += Progress { read, written };
        if is_special(code_point) {
            special_end = at.read;
        }
        if at.read - special_end >= clean_run {
            return true;
        }
    }
    false
}

/// Bytes that [`convert_some`] must convert after a run of the kernels that long: after a long run,
/// what follows is taken for a single special character.
const fn clean_run(last: Progress) -> usize {
    if last.read < CLEAN_RUN { CLEAN_RUN } else { 1 }
}

/// Goes on where the kernels, `bulk`, have stopped first, with `at`, to the exact end.
#[inline(never)]
pub(super) fn convert_rest(
    codec: &dyn Codec,
    bulk: &dyn Fn(&[u8], &mut Output) -> Progress,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let mut last = at;
    while convert_some(codec, src, dst, &mut at, clean_run(last)) {
        last = bulk(&src[at.read..], &mut dst[at.written..]);
        at += last;
    }
    at
}

/// Converts through UTF-8 in a buffer: `first` a part of the text, as much as it takes at a time,
/// and `second` what that has become. Both go to the exact end.
#[inline(never)]
pub(super) fn convert_through_utf8(
    first: &dyn Fn(&[u8], &mut Output) -> Progress,
    second: &dyn Fn(&[u8], &mut Output) -> Progress,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let mut buffer = Buffer::<BUFFER>::new();
    let mut at = Progress::START;
    loop {
        let rest = &src[at.read..];
        let room = buffer.first(rest.len().saturating_mul(MOST_PER_BYTE) + ROOM);
        let all = first(rest, memory::output(room));
        let text = &room[..all.written];
        let mut step = second(text, &mut dst[at.written..]);
        let stopped = step.read < text.len();
        if stopped {
            // How much of the source that is, converting it again tells.
            let part = buffer.first(step.read);
            step.read = first(rest, memory::output(part)).read;
        } else {
            step.read = all.read;
        }
        at += step;
        if stopped || all.read == 0 || at.read == src.len() {
            return at;
        }
    }
}

impl Isa {
    /// [`convert`](Isa::convert) where one of the two is a variant.
    #[inline(always)]
    pub(crate) fn convert_variant<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let at = self.convert_bulk(from, to, src, dst);
        if at.read == src.len() {
            return at;
        }
        let bulk = |src: &[u8], dst: &mut Output| self.convert_bulk(from, to, src, dst);
        convert_rest(&(from, to), &bulk, src, dst, at)
    }

    /// Converts with kernels, to wherever they stop.
    #[inline]
    fn convert_bulk<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        match (from.utf8_form(), to.utf8_form()) {
            (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                self.utf8_variants(src, dst, [from, to])
            }
            (Some(_), Some(_)) => self.convert(Utf8, Utf8, src, dst),
            (Some(form), None) if form.has_pairs() => convert_through_utf8(
                &|src, dst| {
                    let part = whole_part(src, BUFFER, |part| from.incomplete_tail(part));
                    self.convert_variant(from, Utf8, part, dst)
                },
                &|src, dst| self.convert(Utf8, to.base(), src, dst),
                src,
                dst,
            ),
            (None, Some(form)) if form.has_pairs() => convert_through_utf8(
                &|src, dst| {
                    let part = whole_part(src, BUFFER / MOST_PER_BYTE, |part| {
                        from.incomplete_tail(part)
                    });
                    self.convert(from.base(), Utf8, part, dst)
                },
                &|src, dst| self.convert_variant(Utf8, to, src, dst),
                src,
                dst,
            ),
            _ => self.convert(from.base(), to.base(), src, dst),
        }
    }

    /// The progress of [`utf8_variants`](Isa::utf8_variants) into unlimited output.
    #[inline(never)]
    fn measure_utf8_variants(self, src: &[u8], forms: [Form; 2]) -> Progress {
        let mut scratch = Scratch::<SCRATCH>::new();
        let mut at = Progress::START;
        loop {
            let step = self.utf8_variants(&src[at.read..], scratch.output(), forms);
            at += step;
            if step.read == 0 || at.read == src.len() {
                return at;
            }
        }
    }

    /// [`valid_bytes`](Isa::valid_bytes) for a variant.
    pub(crate) fn valid_bytes_of_variant<S: Scheme>(self, scheme: S, src: &[u8]) -> usize {
        if S::KIND == EncodingKind::Variant(Variant::Wtf16) {
            // All but half of a unit, which bytes may end with.
            return src.len() & !1;
        }
        let mut at = Progress::START;
        loop {
            let rest = &src[at.read..];
            let read = match scheme.utf8_form() {
                Some(form) if form.has_pairs() => {
                    self.measure_utf8_variants(rest, [form, form]).read
                }
                _ => self.valid_bytes(scheme.base(), rest),
            };
            at.read += read;
            let last = Progress { read, written: 0 };
            if !convert_some(
                &Checked(scheme),
                src,
                Default::default(),
                &mut at,
                clean_run(last),
            ) {
                return at.read;
            }
        }
    }

    /// The bytes that a strict conversion into unlimited output would read, and the code units that
    /// it would write.
    pub(crate) fn measure_variant<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
    ) -> (usize, usize) {
        let (mut read, mut units) = (0, 0);
        loop {
            match (from.utf8_form(), to.utf8_form()) {
                (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                    let step = self.measure_utf8_variants(&src[read..], [from, to]);
                    read += step.read;
                    units += step.written;
                    if read == src.len() {
                        return (read, units);
                    }
                }
                _ => {}
            }
            let mut scratch = Scratch::<SCRATCH>::new();
            let step = self.convert(from, to, &src[read..], scratch.output());
            read += step.read;
            units += step.written / D::WIDTH;
            if step.read == 0 || read == src.len() {
                return (read, units);
            }
        }
    }

    /// Number of characters of a text in a variant; for malformed text some number.
    pub(crate) fn characters_of_variant<S: Scheme>(self, scheme: S, src: &[u8]) -> usize {
        if S::KIND == EncodingKind::Variant(Variant::Wtf16) {
            // A lone surrogate counts as what replaces it does.
            let whole = src.len() - scheme.incomplete_tail(src);
            let mut at = self.lossy_characters_of_utf16(&src[..whole], Endian::NATIVE);
            while let Some(rest @ [_, ..]) = src.get(at.read..) {
                at.read += scheme.decode(rest).map_or(rest.len(), |(_, len)| len);
                at.written += 1;
            }
            return at.written;
        }
        let all = self.count(scheme.base(), src, Length::Characters);
        let pairs = match scheme.utf8_form() {
            Some(form) if form.has_pairs() => src.windows(6).filter(|six| is_pair(six)).count(),
            _ => 0,
        };
        all - pairs
    }
}

/// Whether six bytes are a high and a low surrogate.
#[inline(always)]
fn is_pair(bytes: &[u8]) -> bool {
    bytes[0] == 0xED && bytes[1] & 0xF0 == 0xA0 && bytes[3] == 0xED && bytes[4] & 0xF0 == 0xB0
}

/// The first `len` bytes of `src` at most, without the character that this cuts off: its bytes
/// `incomplete_tail` counts.
pub(super) fn whole_part(
    src: &[u8],
    len: usize,
    incomplete_tail: impl Fn(&[u8]) -> usize,
) -> &[u8] {
    match src.get(..len) {
        Some(part) => &part[..part.len() - incomplete_tail(part)],
        None => src,
    }
}
