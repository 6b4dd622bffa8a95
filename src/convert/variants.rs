//! Conversion from and to the variants of UTF-8, UTF-16 and UTF-32.
//!
//! Most text in a variant is also text in its base encoding, and the kernels of the base convert
//! it. They stop at characters that the base does not have. A few characters are then converted one
//! by one before the kernels continue.
//!
//! CESU-8 and MUTF-8 encode some characters in other bytes than UTF-8. A kernel,
//! [`utf8_variants`](kernels::utf8_variants()), converts between them and the rest of the UTF-8
//! family. Conversions between them and other encodings go through UTF-8 in a buffer.
//!
//! ```text
//! WTF-8  ── kernel of UTF-8 to UTF-16 ──► WTF-16
//! CESU-8 ── utf8_variants ──► UTF-8 in a buffer ── kernel of UTF-8 to UTF-32 ──► UTF-32
//! ```
//!
//! The code for single characters is compiled once, for all pairs.
#![forbid(unsafe_code)]

use crate::convert::plan;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, EncodingKind, LengthUnit, Scheme, Utf8, Utf8Form, Variant};
use crate::kernels;
use crate::kernels::scalar::{CharacterCodec, clean_run_after};
use crate::memory;
use crate::memory::output::{Buffer, Output, Scratch};
use crate::memory::progress::Progress;
use crate::{CodePoint, Isa};

/// Size of the buffer of UTF-8 or UTF-16, in bytes.
pub(super) const BUFFER: usize = 1 << 13;

/// Bytes of UTF-8 in the buffer for each byte of text. Well-formed text in UTF-8, UTF-16, UTF-32,
/// Latin-1, ASCII and their variants needs no more. A byte of a code page can become 3 bytes. If
/// this fills the buffer, the rest of the text is converted as the next part.
pub(super) const MOST_PER_BYTE: usize = 2;

/// Spare bytes at the end of the buffer, so that kernels do not stop before the end of the text.
const SPARE: usize = 1 << 6;

/// Size in bytes of the buffer into which a text is converted to measure it.
const SCRATCH: usize = 1 << 12;

/// A codec that validates and writes nothing.
struct Checked<S>(S);

impl<S: Scheme> CharacterCodec for Checked<S> {
    fn decode(&self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode(src)
    }

    fn encode(&self, _: CodePoint, _: &mut Output) -> Encoded {
        Encoded::Written(0)
    }
}

/// Returns whether kernels may have stopped at this code point.
fn is_special(CodePoint(value): CodePoint) -> bool {
    matches!(value, 0 | 0xD800..0xE000 | 0x1_0000..)
}

/// Converts characters one by one from `at` on, until `clean_run` bytes in a row had no special
/// code point. Returns `false` if the conversion ended before that: at the end of the text, at an
/// error, or at a full output.
fn convert_some(
    codec: &dyn CharacterCodec,
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

/// Continues a conversion at `at`, where the kernels stopped. Converts single characters and calls
/// the kernels, `bulk`, in turn, until an error, the end of the input, or a full output.
#[inline(never)]
pub(super) fn convert_rest(
    codec: &dyn CharacterCodec,
    bulk: &dyn Fn(&[u8], &mut Output) -> Progress,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let mut last = at;
    while convert_some(codec, src, dst, &mut at, clean_run_after(last.read)) {
        last = bulk(&src[at.read..], &mut dst[at.written..]);
        at += last;
    }
    at
}

/// Converts through UTF-8 or UTF-16 in a buffer. `first` converts a part of the text into the
/// buffer, and `second` converts the buffer. Both must stop only at an error, at the end of their
/// input, or at a full output.
#[inline(never)]
pub(super) fn convert_through(
    first: &dyn Fn(&[u8], &mut Output) -> Progress,
    second: &dyn Fn(&[u8], &mut Output) -> Progress,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let mut buffer = Buffer::<BUFFER>::new();
    let mut at = Progress::START;
    loop {
        let rest = &src[at.read..];
        let output = buffer.first(rest.len().saturating_mul(MOST_PER_BYTE) + SPARE);
        let all = first(rest, memory::output(output));
        let text = &output[..all.written];
        let mut step = second(text, &mut dst[at.written..]);
        let stopped = step.read < text.len();
        if stopped {
            // Convert again, into a buffer that ends where `second` stopped, to find the position
            // in the source.
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

/// Converts like [`convert`](plan::convert), for pairs with a variant.
#[inline(always)]
pub(crate) fn convert_variant<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let at = convert_bulk(isa, from, to, src, dst);
    if at.read == src.len() {
        return at;
    }
    let bulk = |src: &[u8], dst: &mut Output| convert_bulk(isa, from, to, src, dst);
    convert_rest(&(from, to), &bulk, src, dst, at)
}

/// Converts with kernels, until they stop.
#[inline]
fn convert_bulk<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    match (from.utf8_form(), to.utf8_form()) {
        (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
            kernels::utf8_variants(isa, src, dst, [from, to])
        }
        (Some(_), Some(_)) => plan::convert(isa, Utf8, Utf8, src, dst),
        (Some(form), None) if form.has_pairs() => convert_through(
            &|src, dst| {
                let part = cut_at_boundary(src, BUFFER, |part| from.incomplete_tail(part));
                convert_variant(isa, from, Utf8, part, dst)
            },
            &|src, dst| plan::convert(isa, Utf8, to.base(), src, dst),
            src,
            dst,
        ),
        (None, Some(form)) if form.has_pairs() => convert_through(
            &|src, dst| {
                let part = cut_at_boundary(src, BUFFER / MOST_PER_BYTE, |part| {
                    from.incomplete_tail(part)
                });
                plan::convert(isa, from.base(), Utf8, part, dst)
            },
            &|src, dst| convert_variant(isa, Utf8, to, src, dst),
            src,
            dst,
        ),
        _ => plan::convert(isa, from.base(), to.base(), src, dst),
    }
}

/// Returns the progress of [`utf8_variants`](kernels::utf8_variants()) into unlimited output.
#[inline(never)]
fn measure_utf8_variants(isa: Isa, src: &[u8], forms: [Utf8Form; 2]) -> Progress {
    let mut scratch = Scratch::<SCRATCH>::new();
    let mut at = Progress::START;
    loop {
        let step = kernels::utf8_variants(isa, &src[at.read..], scratch.output(), forms);
        at += step;
        if step.read == 0 || at.read == src.len() {
            return at;
        }
    }
}

/// Returns [`valid_bytes`](plan::valid_bytes) for a variant.
pub(crate) fn valid_bytes_of_variant<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> usize {
    if S::KIND == EncodingKind::Variant(Variant::Wtf16) {
        // Every unit is well-formed. Only half a unit at the end is not.
        return src.len() & !1;
    }
    let mut at = Progress::START;
    loop {
        let rest = &src[at.read..];
        let read = match scheme.utf8_form() {
            Some(form) if form.has_pairs() => measure_utf8_variants(isa, rest, [form, form]).read,
            _ => plan::valid_bytes(isa, scheme.base(), rest),
        };
        at.read += read;
        if !convert_some(
            &Checked(scheme),
            src,
            Default::default(),
            &mut at,
            clean_run_after(read),
        ) {
            return at.read;
        }
    }
}

/// Returns the number of bytes that a strict conversion into unlimited output would read, and
/// of code units that it would write.
pub(crate) fn measure_variant<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
) -> (usize, usize) {
    let (mut read, mut units) = (0, 0);
    loop {
        match (from.utf8_form(), to.utf8_form()) {
            (Some(from), Some(to)) if from.has_pairs() || to.has_pairs() => {
                let step = measure_utf8_variants(isa, &src[read..], [from, to]);
                read += step.read;
                units += step.written;
                if read == src.len() {
                    return (read, units);
                }
            }
            _ => {}
        }
        let mut scratch = Scratch::<SCRATCH>::new();
        let step = plan::convert(isa, from, to, &src[read..], scratch.output());
        read += step.read;
        units += step.written / D::WIDTH;
        if step.read == 0 || read == src.len() {
            return (read, units);
        }
    }
}

/// Returns the number of characters of a text in a variant. For malformed text the number is
/// unspecified.
pub(crate) fn characters_of_variant<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> usize {
    if S::KIND == EncodingKind::Variant(Variant::Wtf16) {
        // An unpaired surrogate counts as one character, like its replacement.
        let whole = src.len() - scheme.incomplete_tail(src);
        let mut at = kernels::lossy_characters_of_utf16(isa, &src[..whole], Endian::NATIVE);
        while let Some(rest @ [_, ..]) = src.get(at.read..) {
            at.read += scheme.decode(rest).map_or(rest.len(), |(_, len)| len);
            at.written += 1;
        }
        return at.written;
    }
    let all = plan::count(isa, scheme.base(), src, LengthUnit::Characters);
    let pairs = match scheme.utf8_form() {
        Some(form) if form.has_pairs() => src.windows(6).filter(|six| is_pair(six)).count(),
        _ => 0,
    };
    all - pairs
}

/// Returns whether six bytes are a high and a low surrogate.
#[inline(always)]
fn is_pair(bytes: &[u8]) -> bool {
    bytes[0] == 0xED && bytes[1] & 0xF0 == 0xA0 && bytes[3] == 0xED && bytes[4] & 0xF0 == 0xB0
}

/// Returns at most the first `len` bytes of `src`, without an incomplete character at the end,
/// whose length `incomplete_tail` returns.
pub(super) fn cut_at_boundary(
    src: &[u8],
    len: usize,
    incomplete_tail: impl Fn(&[u8]) -> usize,
) -> &[u8] {
    match src.get(..len) {
        Some(part) => &part[..part.len() - incomplete_tail(part)],
        None => src,
    }
}
