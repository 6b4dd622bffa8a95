//! The conversions of iconv: encodings with glibc's names, and calls with its results.
#![forbid(unsafe_code)]

use crate::isa;
use crate::stream::utflane_stream;
use crate::text;
use crate::types::utflane_status::{
    UTFLANE_MALFORMED, UTFLANE_OK, UTFLANE_OUTPUT_FULL, UTFLANE_UNREPRESENTABLE,
};
use crate::types::{utflane_kind, utflane_mode, utflane_result};
use core::mem::MaybeUninit;
use core_utflane::{Bom, Charset, Pair, TranscodeError};

/// Size in bytes of the buffer for output that is not written directly.
const BUFFER: usize = 256;

/// Why a call fails, under the name of its errno value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// E2BIG: the output is full.
    TooBig,
    /// EILSEQ: the text is malformed, or the target cannot represent a character.
    IllegalSequence,
    /// EINVAL: the text ends within a character.
    Incomplete,
}

/// The number of bytes that a call has read and written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

const NATIVE_UTF16: Charset = match cfg!(target_endian = "little") {
    true => Charset::Utf16Le,
    false => Charset::Utf16Be,
};

const NATIVE_UTF32: Charset = match cfg!(target_endian = "little") {
    true => Charset::Utf32Le,
    false => Charset::Utf32Be,
};

/// How iconv uses an encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    /// A byte order mark selects the byte order of the source, and is written to the target.
    Marked,
    /// UTF-16 without surrogates.
    Ucs2,
    MarkedUcs2,
}

/// Names in glibc that IANA does not have, or with another meaning. Without `-` and `_`.
static NAMES: [(&str, Charset, Form); 34] = [
    ("UTF16", NATIVE_UTF16, Form::Marked),
    ("UTF32", NATIVE_UTF32, Form::Marked),
    ("UNICODE", NATIVE_UTF16, Form::MarkedUcs2),
    ("CSUNICODE", NATIVE_UTF16, Form::MarkedUcs2),
    ("UCS2", NATIVE_UTF16, Form::Ucs2),
    ("ISO10646UCS2", NATIVE_UTF16, Form::Ucs2),
    ("UCS2LE", Charset::Utf16Le, Form::Ucs2),
    ("UNICODELITTLE", Charset::Utf16Le, Form::Ucs2),
    ("UCS2BE", Charset::Utf16Be, Form::Ucs2),
    ("UNICODEBIG", Charset::Utf16Be, Form::Ucs2),
    ("UCS4", Charset::Utf32Be, Form::Plain),
    ("UCS4LE", Charset::Utf32Le, Form::Plain),
    ("UCS4BE", Charset::Utf32Be, Form::Plain),
    ("ISO10646UCS4", Charset::Utf32Be, Form::Plain),
    ("CSUCS4", Charset::Utf32Be, Form::Plain),
    ("WCHART", NATIVE_UTF32, Form::Plain),
    ("INTERNAL", NATIVE_UTF32, Form::Plain),
    ("MSANSI", Charset::Windows1252, Form::Plain),
    ("MSEE", Charset::Windows1250, Form::Plain),
    ("MSCYRL", Charset::Windows1251, Form::Plain),
    ("MSGREEK", Charset::Windows1253, Form::Plain),
    ("MSTURK", Charset::Windows1254, Form::Plain),
    ("MSHEBR", Charset::Windows1255, Form::Plain),
    ("MSARAB", Charset::Windows1256, Form::Plain),
    ("WINBALTRIM", Charset::Windows1257, Form::Plain),
    ("TIS6200", Charset::Iso8859_11, Form::Plain),
    ("SJISWIN", Charset::ShiftJis, Form::Plain),
    ("SJISOPEN", Charset::ShiftJis, Form::Plain),
    ("UJIS", Charset::EucJp, Form::Plain),
    ("MSCP949", Charset::EucKr, Form::Plain),
    ("WINDOWS936", Charset::Gbk, Form::Plain),
    ("BIGFIVE", Charset::Big5, Form::Plain),
    ("GB2312", Charset::EucCn, Form::Plain),
    ("CSGB2312", Charset::EucCn, Form::Plain),
];

/// Finds an encoding by its name in glibc, which ignores case, `-` and `_`.
fn named(name: &str) -> Option<(Charset, Form)> {
    let significant = || name.bytes().filter(|byte| !b"-_".contains(byte));
    let is_named = |known: &str| {
        significant()
            .map(|byte| byte.to_ascii_uppercase())
            .eq(known.bytes())
    };
    if let Some((_, charset, form)) = NAMES.iter().find(|row| is_named(row.0)) {
        return Some((*charset, *form));
    }
    // Names such as 8859_1.
    let charset = match name.strip_prefix("8859") {
        Some(part) => {
            let part = part.trim_start_matches(['-', '_']);
            let is_part =
                |charset: &Charset| charset.name().strip_prefix("ISO-8859-") == Some(part);
            Charset::ALL.into_iter().find(is_part)
        }
        None => Charset::named(name),
    };
    // iconv counts lengths in bytes. In windows-1258-nfc, a letter at the end would be incomplete.
    let is_other =
        |charset: &Charset| charset.unit_size() > 1 || *charset == Charset::Windows1258Nfc;
    let charset = charset.filter(|charset| !is_other(charset))?;
    Some((charset, Form::Plain))
}

/// The source or the target.
struct Side {
    /// The encoding, with the byte order in use.
    encoding: Charset,
    /// The encoding of a text without a byte order mark. `None` if the mark has no special meaning.
    unmarked: Option<Charset>,
    /// Whether the encoding has no characters above U+FFFF.
    is_ucs2: bool,
    /// Whether the mark has been read or written.
    is_begun: bool,
}

/// Encodes a character that the encoding of the target does not encode, but decodes. glibc also
/// encodes it. The variants encode it, but only with a stream, which is slower.
fn encode_by_variant(target: Charset, code_point: u32) -> Option<([MaybeUninit<u8>; 8], usize)> {
    let variant = match target {
        Charset::ShiftJis => Charset::XMsCp932,
        // It does not decode private-use characters.
        Charset::EucJp if !(0xE000..0xF900).contains(&code_point) => Charset::EucJpMs,
        _ => return None,
    };
    let encodings = [NATIVE_UTF32, variant];
    let mut stream = utflane_stream::converting(encodings, utflane_mode::UTFLANE_STRICT);
    let mut bytes = [MaybeUninit::uninit(); 8];
    let done = stream.feed(&code_point.to_ne_bytes(), &mut bytes);
    (done.status == UTFLANE_OK).then_some((bytes, done.written))
}

impl Side {
    fn named(name: &str) -> Option<Side> {
        let (encoding, form) = named(name)?;
        Some(Side {
            encoding,
            unmarked: matches!(form, Form::Marked | Form::MarkedUcs2).then_some(encoding),
            is_ucs2: matches!(form, Form::Ucs2 | Form::MarkedUcs2),
            is_begun: false,
        })
    }
}

/// A conversion between two calls.
pub(crate) struct Conversion {
    from: Side,
    to: Side,
    is_ignoring: bool,
    /// Converts if one of the encodings is stateful. `None` at the start of a text.
    stream: Option<utflane_stream>,
}

impl Conversion {
    /// Parses the names of two encodings. `locale` is the encoding that the empty name stands for.
    pub(crate) fn open(to: &str, from: &str, locale: Option<&str>) -> Option<Conversion> {
        let split = |name| match str::split_once(name, "//") {
            Some(("", suffix)) => Some((locale?, suffix)),
            Some(parts) => Some(parts),
            None if name.is_empty() => Some((locale?, "")),
            None => Some((name, "")),
        };
        let ((to, suffix), (from, _)) = (split(to)?, split(from)?);
        let has = |option: &str| {
            let suffix = suffix.as_bytes();
            suffix
                .windows(option.len())
                .any(|part| part.eq_ignore_ascii_case(option.as_bytes()))
        };
        Some(Conversion {
            from: Side::named(from)?,
            to: Side::named(to).filter(|_| !has("TRANSLIT"))?,
            is_ignoring: has("IGNORE"),
            stream: None,
        })
    }

    /// Ends a text: writes the pending output of a stateful encoding, if there is an output, and
    /// resets the state.
    pub(crate) fn reset(
        &mut self,
        dst: Option<&mut [MaybeUninit<u8>]>,
    ) -> (Progress, Result<(), Failure>) {
        let mut progress = Progress::default();
        if let (Some(stream), Some(dst)) = (&mut self.stream, dst) {
            let done = stream.finish(dst);
            progress.written = done.written;
            if done.status == UTFLANE_OUTPUT_FULL {
                return (progress, Err(Failure::TooBig));
            }
        }
        self.stream = None;
        self.from.is_begun = false;
        self.to.is_begun = false;
        (progress, Ok(()))
    }

    /// Converts the text that is complete and fits.
    pub(crate) fn convert(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> (Progress, Result<(), Failure>) {
        let mut progress = Progress::default();
        let Some(mark_len) = self.read_mark(src) else {
            return (progress, Err(Failure::Incomplete));
        };
        progress.read = mark_len;
        let mut is_skipped = false;
        loop {
            let (src, dst) = (&src[progress.read..], &mut dst[progress.written..]);
            let (done, mark_len) = self.convert_after_mark(src, dst);
            progress.read += done.read;
            progress.written += mark_len + done.written;
            let rest = &mut dst[mark_len + done.written..];
            if done.status == UTFLANE_UNREPRESENTABLE
                && let Some((bytes, len)) = encode_by_variant(self.to.encoding, done.code_point)
            {
                if rest.len() < len {
                    return (progress, Err(Failure::TooBig));
                }
                rest[..len].copy_from_slice(&bytes[..len]);
                progress.read += done.skip as usize;
                progress.written += len;
                continue;
            }
            match done.status {
                // Perhaps only the buffer was full.
                UTFLANE_OUTPUT_FULL if self.is_buffered() && mark_len + done.written > 0 => {
                    continue;
                }
                UTFLANE_OUTPUT_FULL => return (progress, Err(Failure::TooBig)),
                UTFLANE_MALFORMED if done.kind == utflane_kind::UTFLANE_INCOMPLETE => {
                    return (progress, Err(Failure::Incomplete));
                }
                // With no capacity left, glibc does not check whether the target has the character.
                UTFLANE_UNREPRESENTABLE if mark_len + done.written == dst.len() => {
                    return (progress, Err(Failure::TooBig));
                }
                UTFLANE_OK if !is_skipped => return (progress, Ok(())),
                UTFLANE_OK => return (progress, Err(Failure::IllegalSequence)),
                _ if !self.is_ignoring => return (progress, Err(Failure::IllegalSequence)),
                _ => is_skipped = true,
            }
            progress.read += done.skip as usize;
        }
    }

    /// Reads the byte order mark at the start of a text, and returns its length, or `None` if the
    /// text is shorter than a mark.
    fn read_mark(&mut self, src: &[u8]) -> Option<usize> {
        let from = &mut self.from;
        let Some(unmarked) = from.unmarked.filter(|_| !from.is_begun && !src.is_empty()) else {
            return Some(0);
        };
        let unit = unmarked.width();
        let mark = Bom::sniff(src.get(..unit)?).filter(|mark| mark.len() == unit);
        from.encoding = mark.map_or(unmarked, Charset::from);
        from.is_begun = true;
        Some(mark.map_or(0, Bom::len))
    }

    /// Converts after the byte order mark of the target, which is written before the first
    /// character, even if that does not fit or cannot be represented. Returns the length of the
    /// mark.
    fn convert_after_mark(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> (utflane_result, usize) {
        let is_marked = self.to.unmarked.is_some() && !self.to.is_begun;
        let mark = if is_marked {
            self.to.encoding.bom()
        } else {
            &[]
        };
        let Some((start, rest)) = dst.split_at_mut_checked(mark.len()) else {
            return (self.step(src, &mut []), 0);
        };
        let done = self.step(src, rest);
        let has_begun = done.written > 0
            || matches!(done.status, UTFLANE_OUTPUT_FULL | UTFLANE_UNREPRESENTABLE);
        if !has_begun {
            return (done, 0);
        }
        self.to.is_begun |= is_marked;
        write(start, mark);
        (done, mark.len())
    }

    /// Whether the output goes through a buffer.
    fn is_buffered(&self) -> bool {
        self.to.is_ucs2 || self.stream.is_some()
    }

    /// Converts up to an error or the end of the output, or of the buffer.
    fn step(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        let plain = match self.from.is_ucs2 {
            true => first_surrogate(self.from.encoding, src),
            false => src.len(),
        };
        let text = &src[..plain];
        let pair = Pair::new(self.from.encoding, self.to.encoding);
        let done = match pair.map(|pair| pair.with_isa(isa::current())) {
            None => self.by_stream(text, dst),
            Some(pair) if self.to.is_ucs2 => to_ucs2(pair, text, dst),
            Some(mut pair) => {
                pair.preserve_tail = true;
                result(text, pair.transcode_uninit(text, dst))
            }
        };
        if done.status != UTFLANE_OK || plain == src.len() {
            return done;
        }
        utflane_result {
            status: UTFLANE_MALFORMED,
            kind: utflane_kind::UTFLANE_SURROGATE,
            skip: 2,
            ..done
        }
    }

    /// Converts with a stream, because one of the encodings is stateful.
    fn by_stream(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        let encodings = [self.from.encoding, self.to.encoding];
        let new = || utflane_stream::converting(encodings, utflane_mode::UTFLANE_STRICT);
        let stream = self.stream.get_or_insert_with(new);
        let (start, position) = (stream.clone(), stream.transcoder().position());
        // A stream may also change the output after the written bytes.
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let buffer = &mut buffer[..dst.len().min(BUFFER)];
        let mut done = stream.feed(src, buffer);
        dst[..done.written].copy_from_slice(&buffer[..done.written]);
        let passed = (stream.transcoder().position() - position) as usize;
        let converted = (done.position - position) as usize;
        if passed < done.read {
            // The stream keeps an incomplete character. The caller of iconv passes it again.
            *stream = start;
            stream.feed(&src[..passed], buffer);
            if done.status == UTFLANE_OK {
                done.status = UTFLANE_MALFORMED;
                done.kind = utflane_kind::UTFLANE_INCOMPLETE;
            }
        }
        done.read = converted;
        done.skip = (passed - converted) as u32;
        done
    }
}

fn result(src: &[u8], outcome: Result<usize, TranscodeError>) -> utflane_result {
    outcome.map_or_else(text::stopped_at, |written| text::all(src.len(), written))
}

/// Returns the offset in bytes of the first surrogate in UTF-16, or the length if there is none.
fn first_surrogate(encoding: Charset, text: &[u8]) -> usize {
    let high = usize::from(encoding == Charset::Utf16Le);
    let mut units = text.chunks_exact(2);
    let index = units.position(|unit| unit[high] & 0xF8 == 0xD8);
    index.map_or(text.len(), |index| 2 * index)
}

/// Converts to UCS-2 through a buffer of UTF-16, up to a malformed sequence, a character above
/// U+FFFF, the end of the output, or the end of the buffer.
fn to_ucs2(pair: Pair, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> utflane_result {
    let mut units = [0; BUFFER];
    let mut done = result(src, pair.transcode(src, &mut units));
    let plain = first_surrogate(pair.target(), &units[..done.written]);
    let fits = if plain <= dst.len() {
        plain
    } else {
        dst.len() & !1
    };
    if fits < done.written {
        // Another conversion with exactly this capacity returns the length of the input for it.
        done = result(src, pair.transcode(src, &mut units[..fits]));
        if fits == plain && dst.len() - fits >= 2 {
            let rest = &src[done.read..];
            let is_character = |len: &usize| pair.source().validate(&rest[..*len]).is_ok();
            done.status = UTFLANE_UNREPRESENTABLE;
            done.skip = (1..rest.len()).find(is_character).unwrap_or(rest.len()) as u32;
        }
    }
    write(dst, &units[..done.written]);
    done
}

fn write(dst: &mut [MaybeUninit<u8>], bytes: &[u8]) {
    for (to, from) in dst.iter_mut().zip(bytes) {
        to.write(*from);
    }
}
