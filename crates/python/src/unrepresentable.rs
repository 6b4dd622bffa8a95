//! Encodes a text with unrepresentable characters: kernels convert long runs of other characters,
//! and the text around an unrepresentable one is encoded character by character.

use crate::codes::{Codes, Slot};
use crate::dense::{self, Simple, Streak};
use crate::encoding::Encoding;
use crate::faults::{Builtin, Errors, Fault, Interrupts, PendingException, Replacement};
use crate::points::{Point, Points};
use crate::stateful;
use crate::steps::ILLEGAL;
use crate::strings;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::CStr;
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Pair};

/// Number of characters that are filtered at a time.
const FILTERED: usize = 1 << 12;

/// Maximum length of a run of characters whose names are kept.
const NAMED: usize = 16;

/// Number of characters whose names CPython is asked for at a time.
const NAME_PART: usize = 1 << 14;

/// If a kernel encodes fewer characters than this, errors are near each other.
const NEAR: usize = 256;

/// Number of characters that a kernel converts at first, and at most, before the output grows.
const FIRST: usize = 256;
const MOST: usize = 1 << 16;

/// Maximum capacity of the memory that a thread keeps.
const KEPT_LEN: usize = 1 << 22;

thread_local! {
    /// Memory for the next bytes, because allocating it costs more than filling it.
    static KEPT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The encoding of a text with unrepresentable characters.
pub(crate) struct Progress<'a, 'py> {
    text: &'a Bound<'py, PyString>,
    encoding: &'a Encoding,
    errors: Errors<'a>,
    codes: Option<Codes>,
    /// The encoder of a stateful encoding.
    pub(crate) stateful: Option<AnyTranscoder>,
    pub(crate) bytes: Vec<u8>,
    /// The replacements of characters by `namereplace`.
    names: HashMap<u32, String>,
    raised: Option<PendingException<'py>>,
    interrupts: Interrupts,
    streak: Streak,
}

impl<'a, 'py> Progress<'a, 'py> {
    pub(crate) fn new(
        text: &'a Bound<'py, PyString>,
        encoding: &'a Encoding,
        errors: &Errors<'a>,
    ) -> PyResult<Self> {
        let charset = encoding.charset;
        let errors = errors.registered(text.py())?;
        let mut bytes = KEPT.take();
        bytes.clear();
        Ok(Progress {
            text,
            encoding,
            errors,
            codes: (!charset.is_stateful()).then(|| Codes::of(charset)),
            stateful: None,
            bytes,
            names: HashMap::new(),
            raised: None,
            interrupts: Interrupts::default(),
            streak: Streak::FEW_ERRORS,
        })
    }

    /// Encodes the text from an index on. `is_stopped` says that the character there is known to be
    /// unrepresentable.
    pub(crate) fn all(
        &mut self,
        points: &Points<'_>,
        index: usize,
        is_stopped: bool,
    ) -> PyResult<()> {
        match points {
            Points::Ascii(points) | Points::Latin1(points) => self.from(points, index, is_stopped),
            Points::Ucs2(points) => self.from(points, index, is_stopped),
            Points::Ucs4(points) => self.from(points, index, is_stopped),
        }
    }

    fn from<P: Point>(
        &mut self,
        points: &[P],
        mut index: usize,
        mut is_stopped: bool,
    ) -> PyResult<()> {
        loop {
            if !is_stopped {
                let len = self.convert(&points[index..])?;
                index += len;
                self.streak = Streak::after(len, NEAR);
            }
            is_stopped = false;
            if index == points.len() {
                return Ok(());
            }
            index = match self.codes {
                Some(codes) => self.by_character(codes, points, index)?,
                None => self.replace(points, index)?,
            };
        }
    }

    /// Encodes with kernels up to the end or an unrepresentable character. Returns the number of
    /// characters.
    fn convert<P: Point>(&mut self, points: &[P]) -> PyResult<usize> {
        if let (Some(encoder), Some(points)) = (&mut self.stateful, P::wide(points)) {
            return Ok(stateful::append(encoder, points, &mut self.bytes));
        }
        let pair = Pair::new(P::CHARSET, self.encoding.charset).expect("no state");
        let (mut read, mut len) = (0, FIRST);
        while read < points.len() {
            let part = &points[read..points.len().min(read + len)];
            let start = self.bytes.len();
            let most = pair.max_len(part.len()).unwrap_or(usize::MAX);
            self.bytes.resize(start + most, 0);
            let (taken, written) = pair.transcode_prefix(P::bytes(part), &mut self.bytes[start..]);
            self.bytes.truncate(start + written);
            read += taken;
            if taken < part.len() {
                return Ok(read);
            }
            self.interrupts.after(self.text.py(), part.len())?;
            len = MOST.min(2 * len);
        }
        Ok(read)
    }

    /// Encodes character by character until enough of them were representable in a row. Returns the
    /// index reached.
    fn by_character<P: Point>(
        &mut self,
        codes: Codes,
        points: &[P],
        mut index: usize,
    ) -> PyResult<usize> {
        let simple = match self.errors {
            Errors::Ignore => Some(Simple::Ignore),
            Errors::Replace => Some(Simple::Replace),
            _ if !self.encoding.has_ascii => None,
            Errors::Builtin(Builtin::BackslashReplace) => Some(Simple::Backslash),
            Errors::Builtin(Builtin::XmlCharRefReplace) => Some(Simple::XmlCharRef),
            _ => None,
        };
        let charset = self.encoding.charset;
        let has_filter = matches!(codes, Codes::Unicode(_)) || charset.is_code_page();
        if let Some(simple @ (Simple::Ignore | Simple::Replace)) = simple
            && has_filter
        {
            index = self.without_errors(codes, points, index, simple)?;
        }
        // The replacement is written as ASCII.
        let simple = simple.filter(|_| self.encoding.has_ascii);
        loop {
            let rest = &points[index..];
            let (read, stop) =
                dense::encode(codes, rest, simple, &mut self.streak, &mut self.bytes);
            index += read;
            self.interrupts.after(self.text.py(), read)?;
            match stop {
                dense::Stop::Full if index < points.len() => {}
                dense::Stop::Full | dense::Stop::Streak => return Ok(index),
                dense::Stop::Other => index = self.replace(points, index)?,
            }
        }
    }

    /// Encodes parts of the text with kernels, after the unrepresentable characters were removed or
    /// replaced. Returns the index reached.
    fn without_errors<P: Point>(
        &mut self,
        codes: Codes,
        points: &[P],
        mut index: usize,
        simple: Simple,
    ) -> PyResult<usize> {
        let mut kept = vec![P::MARK; FILTERED.min(points.len() - index)];
        for part in points[index..].chunks(FILTERED) {
            let len = dense::filter(codes, part, simple, &mut kept);
            let start = self.bytes.len();
            if self.convert(&kept[..len])? < len {
                self.bytes.truncate(start);
                break;
            }
            index += part.len();
        }
        Ok(index)
    }

    /// Returns to the initial state, in which another text may begin.
    pub(crate) fn end(&mut self) {
        let mut sequence = [0; 8];
        let encoder = self.stateful.as_mut();
        let len = encoder.map_or(0, |encoder| encoder.finish_into(&mut sequence).written);
        self.bytes.extend(&sequence[..len]);
    }

    /// Appends code points up to the first that cannot be represented. Returns the number of these.
    fn append(&mut self, points: &[u32]) -> usize {
        match (&mut self.stateful, self.codes) {
            (Some(encoder), _) => stateful::append(encoder, points, &mut self.bytes),
            (None, Some(codes)) => {
                let mut points = points.iter();
                let len = points.len();
                match points.position(|point| !codes.push(*point, &mut self.bytes)) {
                    Some(index) => index,
                    None => len,
                }
            }
            (None, None) => 0,
        }
    }

    /// Appends ASCII, or fails with the error of the characters that it replaces.
    #[inline]
    fn append_ascii(&mut self, text: &[u8], fault: &Fault) -> PyResult<()> {
        if self.encoding.has_ascii {
            self.bytes.extend_from_slice(text);
            return Ok(());
        }
        let points: Vec<u32> = text.iter().copied().map(u32::from).collect();
        match self.append(&points) == points.len() {
            true => Ok(()),
            false => Err(self.raise(fault)?.to_err()),
        }
    }

    /// Replaces an unrepresentable character, or several of them. Returns the index at which
    /// encoding continues.
    fn replace<P: Point>(&mut self, points: &[P], start: usize) -> PyResult<usize> {
        let mut fault = self.fault(points, start)?;
        self.interrupts.after(self.text.py(), 1)?;
        match self.errors {
            Errors::Ignore => Ok(fault.end),
            Errors::Strict => Err(self.raise(&fault)?.to_err()),
            Errors::Replace => self.each(points, &fault, Simple::Replace),
            Errors::Builtin(Builtin::BackslashReplace) => {
                self.each(points, &fault, Simple::Backslash)
            }
            Errors::Builtin(Builtin::XmlCharRefReplace) => {
                self.each(points, &fault, Simple::XmlCharRef)
            }
            Errors::Builtin(Builtin::SurrogateEscape) => self.escape(points, &mut fault),
            Errors::Builtin(Builtin::SurrogatePass) => self.pass(points, &fault),
            Errors::Builtin(Builtin::NameReplace) => self.name(points, &fault),
            Errors::Named(name) => {
                let (replacement, index) = self.raise(&fault)?.handle(name)?;
                self.append_replacement(replacement, &fault)?;
                Ok(index)
            }
        }
    }

    /// Replaces each character by ASCII.
    fn each<P: Point>(&mut self, points: &[P], fault: &Fault, simple: Simple) -> PyResult<usize> {
        for point in &points[fault.start..fault.end] {
            let mut text = Slot::default();
            let len = simple.write(point.value(), &mut text);
            self.append_ascii(&text[..len], fault)?;
            self.interrupts.after(self.text.py(), 1)?;
        }
        Ok(fault.end)
    }

    /// Writes the bytes that surrogates represent.
    fn escape<P: Point>(&mut self, points: &[P], fault: &mut Fault) -> PyResult<usize> {
        let charset = self.encoding.charset;
        let run = &points[fault.start..fault.end];
        let is_byte = |point: &&P| matches!(point.value(), 0xDC80..=0xDCFF);
        let len = run.iter().take_while(is_byte).count();
        // In some of CPython's codecs, the error is that of the first other character.
        let is_split = matches!(charset, Charset::Utf8 | Charset::Ascii | Charset::Latin1);
        let taken = match len < run.len() {
            true if !is_split => 0,
            _ if charset.width() > 1 => 0,
            _ => len,
        };
        let bytes = run[..taken].iter().map(|point| point.value() as u8);
        self.bytes.extend(bytes);
        fault.start += taken;
        match fault.start == fault.end {
            true => Ok(fault.end),
            false => Err(self.raise(fault)?.to_err()),
        }
    }

    /// Writes surrogates in a Unicode encoding.
    fn pass<P: Point>(&mut self, points: &[P], fault: &Fault) -> PyResult<usize> {
        for point in &points[fault.start..fault.end] {
            let point = point.value();
            let unit = point as u16;
            let bytes = &mut self.bytes;
            match self.encoding.charset {
                Charset::Utf8 | Charset::JdkUtf8 => bytes.extend([
                    0xE0 | (point >> 12) as u8,
                    0x80 | (point >> 6 & 0x3F) as u8,
                    0x80 | (point & 0x3F) as u8,
                ]),
                Charset::Utf16Le => bytes.extend(unit.to_le_bytes()),
                Charset::Utf16Be => bytes.extend(unit.to_be_bytes()),
                Charset::Utf32Le => bytes.extend(point.to_le_bytes()),
                Charset::Utf32Be => bytes.extend(point.to_be_bytes()),
                _ => return Err(self.raise(fault)?.to_err()),
            }
        }
        Ok(fault.end)
    }

    /// Replaces characters by their names, for which CPython is asked once.
    fn name<P: Point>(&mut self, points: &[P], fault: &Fault) -> PyResult<usize> {
        let run = &points[fault.start..fault.end];
        let is_known = |point: &P| self.names.contains_key(&point.value());
        if run.len() <= NAMED && run.iter().all(is_known) {
            let names = run
                .iter()
                .filter_map(|point| self.names.get(&point.value()));
            let names: String = names.map(|name| &name[..]).collect();
            self.append_ascii(names.as_bytes(), fault)?;
            return Ok(fault.end);
        }
        for start in (fault.start..fault.end).step_by(NAME_PART) {
            let part = Fault {
                start,
                end: fault.end.min(start + NAME_PART),
                reason: fault.reason,
            };
            let handler = Builtin::NameReplace.name();
            let (replacement, _) = self.raise(&part)?.handle(handler)?;
            if let Replacement::Text(all) = replacement {
                let all: String = all.extract()?;
                self.append_ascii(all.as_bytes(), fault)?;
                if run.len() <= NAMED {
                    for (point, name) in run.iter().zip(all.split('\\').skip(1)) {
                        self.names.insert(point.value(), format!("\\{name}"));
                    }
                }
            }
            self.text.py().check_signals()?;
        }
        Ok(fault.end)
    }

    /// Appends what a handler of the user returns.
    fn append_replacement(&mut self, replacement: Replacement<'_>, fault: &Fault) -> PyResult<()> {
        let charset = self.encoding.charset;
        let width = charset.width();
        let text = match replacement {
            Replacement::Bytes(bytes) if bytes.as_bytes().len().is_multiple_of(width) => {
                self.bytes.extend_from_slice(bytes.as_bytes());
                return Ok(());
            }
            Replacement::Bytes(_) => return Err(self.raise(fault)?.to_err()),
            Replacement::Text(text) => text,
        };
        let points = strings::to_ucs4(&text)?;
        // CPython accepts only ASCII as a replacement in Unicode encodings.
        let is_unicode = width > 1 || charset == Charset::Utf8;
        if is_unicode && points.iter().any(|point| *point >= 0x80) {
            return Err(self.raise(fault)?.to_err());
        }
        let len = self.append(&points);
        if len == points.len() {
            return Ok(());
        }
        if charset.is_multibyte() || charset.is_stateful() {
            // The error is about the replacement.
            let fault = Fault {
                start: len,
                end: len + 1,
                reason: ILLEGAL,
            };
            let name = self.encoding.error_name();
            return Err(PendingException::encoding(name, &text, &fault)?.to_err());
        }
        Err(self.raise(fault)?.to_err())
    }

    fn raise(&mut self, fault: &Fault) -> PyResult<&mut PendingException<'py>> {
        if let Some(raised) = &mut self.raised {
            raised.set(fault)?;
        } else {
            let name = self.encoding.error_name();
            let raised = PendingException::encoding(name, self.text, fault)?;
            let is_multibyte = self.encoding.charset.is_multibyte();
            self.raised = Some(raised.of_multibyte(is_multibyte));
        }
        Ok(self.raised.as_mut().expect("it is set"))
    }

    /// Describes an unrepresentable character in the words of CPython's codec. Most codecs report a
    /// run of such characters as one error.
    fn fault<P: Point>(&mut self, points: &[P], start: usize) -> PyResult<Fault> {
        let charset = self.encoding.charset;
        let (is_run, reason): (bool, &'static CStr) = match charset {
            Charset::Ascii => (true, c"ordinal not in range(128)"),
            Charset::Latin1 => (true, c"ordinal not in range(256)"),
            Charset::Utf8 | Charset::Cesu8 => (true, c"surrogates not allowed"),
            _ if charset.width() > 1 => (false, c"surrogates not allowed"),
            _ if charset.is_code_page() => (true, c"character maps to <undefined>"),
            _ => (false, ILLEGAL),
        };
        let mut end = start + 1;
        if let (true, Some(codes)) = (is_run, self.codes) {
            loop {
                let part = &points[end..points.len().min(end + Interrupts::STEP)];
                let len = part
                    .iter()
                    .position(|point| codes.contains(point.value()))
                    .unwrap_or(part.len());
                end += len;
                self.interrupts.after(self.text.py(), len)?;
                if len < Interrupts::STEP {
                    break;
                }
            }
        }
        Ok(Fault { start, end, reason })
    }
}

impl Drop for Progress<'_, '_> {
    fn drop(&mut self) {
        if self.bytes.capacity() <= KEPT_LEN {
            KEPT.set(std::mem::take(&mut self.bytes));
        }
    }
}
