//! Legacy multi-byte encodings from and to UTF-16: ASCII in words, characters with a table entry in
//! runs, all others one by one.
//!
//! All units of a word are written, and those before the first non-ASCII unit count. So a branch
//! that the CPU may mispredict occurs at each change between ASCII and other text, not at each
//! character:
//!
//! ```text
//! Shift_JIS    a b c 88 9F 8A BF 0A    3 units of a word count, two characters, next word
//! ```

use crate::CodePoint;
use crate::encoding::endian::{Big, Endian, Little, Native};
use crate::encoding::multibyte::four_bytes::FourBytes;
use crate::encoding::multibyte::{Decoder, Encoder, Multibyte};
use crate::encoding::scheme::{Encoded, LengthUnit, Scheme, Utf16, encode_each};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::memory::window;

const UNITS: Utf16<Native> = Utf16::NEW;

/// The highest bit of each byte of a word.
const NOT_ASCII: u64 = u64::MAX / 0xFF * 0x80;

/// The highest bit of each byte of two words.
const NOT_ASCII_128: u128 = u128::MAX / 0xFF * 0x80;

/// The bits that are clear in an ASCII unit, for each unit of a word.
const NOT_ASCII_16: u64 = u64::MAX / 0xFFFF * 0xFF80;

/// Converts to UTF-16 from `at` on, until the end of the text, a malformed sequence, or a character
/// that does not fit. Once `some` bytes are read, it may also stop at any character boundary.
#[inline(never)]
pub(crate) fn decode(
    multibyte: &Multibyte,
    to: Endian,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    some: usize,
) -> Progress {
    let end = src.len().min(at.read.saturating_add(some));
    let from = multibyte.decoder();
    loop {
        at = decode_runs(from, to, src, dst, at, end);
        if at.read >= end {
            return at;
        }
        let rest = &src[at.read..];
        let [first, second] = [0, 1].map(|i| rest.get(i).copied().unwrap_or(0));
        let (single, double) = match first {
            0x80.. => (
                from.singles[usize::from(first & 0x7F)],
                from.unit(first, second),
            ),
            _ => (first.into(), 0),
        };
        let (code_point, read) = if double != 0 {
            (CodePoint(double.into()), 2)
        } else if single != 0 || first == 0 {
            (CodePoint(single.into()), 1)
        } else if let Ok(decoded) = from.decode(rest) {
            decoded
        } else {
            return at;
        };
        let Some(written) = write_units(code_point, to, &mut dst[at.written..]) else {
            return at;
        };
        at += Progress { read, written };
    }
}

/// Writes 8 bytes of ASCII as units of UTF-16.
#[inline(always)]
fn write_word(word: [u8; 8], to: Endian, out: &mut Output) {
    let word = u64::from_le_bytes(word);
    let shift = if to.is_big() { 8 } else { 0 };
    out.write(0, (spread(word as u32) << shift).to_le_bytes());
    out.write(8, (spread((word >> 32) as u32) << shift).to_le_bytes());
}

/// Zero-extends four bytes to units of 16 bits. The first byte becomes the lowest unit.
#[inline(always)]
fn spread(bytes: u32) -> u64 {
    let bytes = u64::from(bytes);
    let pairs = (bytes | bytes << 16) & (u64::MAX / 0xFFFF_FFFF * 0xFFFF);
    (pairs | pairs << 8) & (u64::MAX / 0xFFFF * 0xFF)
}

/// Returns the 8 bytes of `src` from `at` on. If fewer bytes follow, zeros fill the end of the
/// word. Returns `None` if `src` is shorter than 8 bytes.
#[inline(always)]
fn word_at(src: &[u8], at: usize) -> Option<[u8; 8]> {
    if let Some(word) = src[at..].first_chunk() {
        return Some(*word);
    }
    let missing = at + 8 - src.len();
    let word = u64::from_le_bytes(*src.last_chunk()?);
    let shifted = word.checked_shr(8 * missing as u32);
    Some(shifted.unwrap_or(0).to_le_bytes())
}

/// Converts ASCII in words, and characters of two or four bytes. Stops before any other character,
/// where a word exceeds the text or the output, or at `end` or a few characters after it.
#[inline(always)]
fn decode_runs(
    from: &Decoder,
    to: Endian,
    src: &[u8],
    dst: &mut Output,
    at: Progress,
    end: usize,
) -> Progress {
    let Progress {
        mut read,
        mut written,
    } = at;
    let four_bytes = from.four_bytes();
    while read < end {
        while let (Some(words), Some(out)) = (
            src[read..].first_chunk::<16>(),
            dst[written..].get_mut(..32),
        ) {
            if u128::from_le_bytes(*words) & NOT_ASCII_128 != 0 {
                break;
            }
            let out = out.first::<32>();
            write_word(*window(words, 0), to, out);
            write_word(*window(words, 8), to, &mut out[16..]);
            read += 16;
            written += 32;
        }
        let (Some(word), Some(out)) = (word_at(src, read), dst[written..].get_mut(..16)) else {
            break;
        };
        write_word(word, to, out);
        let others = u64::from_le_bytes(word) & NOT_ASCII;
        if others == 0 {
            let count = (src.len() - read).min(8);
            read += count;
            written += 2 * count;
            continue;
        }
        let ascii = (others.trailing_zeros() / 8) as usize;
        read += ascii;
        written += 2 * ascii;
        loop {
            let (Some(&[lead, trail]), Some(out)) =
                (src[read..].first_chunk(), dst[written..].get_mut(..2))
            else {
                return Progress { read, written };
            };
            if lead < 0x80 {
                break;
            }
            let unit = from.unit(lead, trail);
            if unit != 0 {
                out.write(0, to.bytes_16(unit));
                read += 2;
                written += 2;
                continue;
            }
            let (Some(four_bytes), Some(four)) = (four_bytes, src[read..].first_chunk()) else {
                return Progress { read, written };
            };
            let Some(code_point) = four_bytes.decode(*four) else {
                return Progress { read, written };
            };
            let out = &mut dst[written..];
            let Some(len) = write_units(CodePoint(code_point), to, out) else {
                return Progress { read, written };
            };
            read += 4;
            written += len;
        }
    }
    Progress { read, written }
}

/// Writes one or two code points as UTF-16, either all units or none. Returns the number of bytes
/// written, or `None` if they do not fit.
#[inline(always)]
fn write_units(code_point: CodePoint, to: Endian, dst: &mut Output) -> Option<usize> {
    let encoded = encode_each(code_point, dst, |one, dst| match to {
        Endian::Little => Utf16::<Little>::NEW.encode(one, dst),
        Endian::Big => Utf16::<Big>::NEW.encode(one, dst),
    });
    match encoded {
        Encoded::Written(written) => Some(written),
        _ => None,
    }
}

/// Converts native-endian UTF-16 from `at` on, until the end of the text, an unpaired surrogate, or
/// a character that is unrepresentable or does not fit. Once `some` bytes are read, it may also
/// stop at any character boundary.
#[inline(never)]
pub(crate) fn encode(
    multibyte: &Multibyte,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    some: usize,
) -> Progress {
    // An incomplete unit at the end is not converted.
    let src = &src[..src.len() & !1];
    let end = src.len().min(at.read.saturating_add(some));
    let to = multibyte.encoder();
    let four_bytes = multibyte.four_bytes_written();
    loop {
        at = encode_runs((to, four_bytes), src, dst, at, end);
        if at.read >= end {
            return at;
        }
        let rest = &src[at.read..];
        if let Some(&unit) = rest.first_chunk() {
            let bytes = to.bytes(u16::from_ne_bytes(unit));
            let [lead, trail] = bytes.to_be_bytes();
            let written = 1 + usize::from(lead != 0);
            if bytes != 0 && dst.len() - at.written >= written {
                dst.write(at.written, [if lead != 0 { lead } else { trail }]);
                dst.write(at.written + written - 1, [trail]);
                at += Progress { read: 2, written };
                continue;
            }
        }
        let Ok((code_point, read)) = UNITS.decode(rest) else {
            return at;
        };
        let Encoded::Written(written) = multibyte.encode(code_point, &mut dst[at.written..]) else {
            return at;
        };
        at += Progress { read, written };
    }
}

/// Loads four units into one word. The first unit is the lowest.
#[inline(always)]
fn native_units(units: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(units);
    if Endian::NATIVE.is_big() {
        const LOW: u64 = u64::MAX / 0xFFFF * 0xFF;
        return (word & LOW) << 8 | word >> 8 & LOW;
    }
    word
}

/// Narrows four ASCII units to bytes. The bytes of other units are unspecified.
#[inline(always)]
fn narrowed(word: u64) -> [u8; 4] {
    let pairs = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    ((pairs | pairs >> 16) as u32).to_le_bytes()
}

/// Converts ASCII in words, and characters with a table entry. Stops before any other character,
/// where a word exceeds the text or the output, or at `end` or a few characters after it.
#[inline(always)]
fn encode_runs(
    (to, four_bytes): (&Encoder, Option<&FourBytes>),
    src: &[u8],
    dst: &mut Output,
    at: Progress,
    end: usize,
) -> Progress {
    let Progress {
        mut read,
        mut written,
    } = at;
    while read < end {
        while let (Some(units), Some(out)) =
            (src[read..].first_chunk::<16>(), dst[written..].get_mut(..8))
        {
            let [first, second] = [0, 8].map(|at| native_units(*window(units, at)));
            if (first | second) & NOT_ASCII_16 != 0 {
                break;
            }
            let out = out.first::<8>();
            out.write(0, narrowed(first));
            out.write(4, narrowed(second));
            read += 16;
            written += 8;
        }
        let (Some(units), Some(out)) = (word_at(src, read), dst[written..].get_mut(..4)) else {
            break;
        };
        let word = native_units(units);
        out.write(0, narrowed(word));
        let others = word & NOT_ASCII_16;
        if others == 0 {
            let count = (src.len() - read).min(8) / 2;
            read += 2 * count;
            written += count;
            continue;
        }
        let ascii = (others.trailing_zeros() / 16) as usize;
        read += 2 * ascii;
        written += ascii;
        while let Some(&unit) = src[read..].first_chunk() {
            let unit = u16::from_ne_bytes(unit);
            if unit < 0x80 {
                break;
            }
            let bytes = to.bytes(unit);
            let Some(out) = dst[written..].get_mut(..2) else {
                return Progress { read, written };
            };
            if bytes == 0 {
                let (Some(four_bytes), Some(out)) = (four_bytes, dst[written..].get_mut(..4))
                else {
                    return Progress { read, written };
                };
                let Some(four) = four_bytes.encode(unit.into()) else {
                    return Progress { read, written };
                };
                out.write(0, four);
                read += 2;
                written += 4;
                continue;
            }
            let is_two = bytes > 0xFF;
            let in_order = if is_two { bytes.swap_bytes() } else { bytes };
            out.write(0, in_order.to_le_bytes());
            read += 2;
            written += 1 + usize::from(is_two);
        }
    }
    Progress { read, written }
}

/// Measures a text from `at` on, up to its end or a malformed sequence. Once `some` bytes are read,
/// it may also stop at any character boundary. `written` counts units of `length`.
#[inline(never)]
pub(crate) fn measure(
    multibyte: &Multibyte,
    src: &[u8],
    mut at: Progress,
    length: LengthUnit,
    some: usize,
) -> Progress {
    let from = multibyte.decoder();
    let end = src.len().min(at.read.saturating_add(some));
    while at.read < end {
        let rest = &src[at.read..];
        if let Some(&eight) = rest.first_chunk() {
            if u64::from_ne_bytes(eight) & NOT_ASCII == 0 {
                at += Progress::all(8, 1);
                continue;
            }
        }
        let stop = src.len().min(at.read + 8);
        while at.read < stop {
            let Ok((code_point, read)) = from.decode(&src[at.read..]) else {
                return at;
            };
            at += Progress {
                read,
                written: length.of_decoded(code_point),
            };
        }
    }
    at
}
