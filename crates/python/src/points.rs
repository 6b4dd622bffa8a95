//! The code points of a `str` in place: CPython stores 1, 2 or 4 bytes for each.
//!
//! The stable ABI can only copy them. From CPython 3.14 on, two exported functions return the kind
//! and the address of the code points. Earlier releases only have macros. For them, this module
//! reads the object itself, whose layout does not change within a release. Before the first use, it
//! compares strings of each kind with their known content. If that fails, code points are copied.

use crate::strings;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::borrow::Cow;
use utflane::{Ascii, Charset, Utf16, char_count, is_valid, unit_bytes};

/// The code points of a string.
pub(crate) enum Points<'a> {
    Ascii(&'a [u8]),
    Latin1(&'a [u8]),
    Ucs2(&'a [u16]),
    Ucs4(Cow<'a, [u32]>),
}

impl<'a> Points<'a> {
    pub(crate) fn of(text: &'a Bound<'_, PyString>) -> PyResult<Points<'a>> {
        match layout::in_place(text) {
            Some(points) => Ok(points),
            None => Points::copied(text),
        }
    }

    /// Copies the code points, so that each is one unit of UTF-32.
    pub(crate) fn copied(text: &Bound<'_, PyString>) -> PyResult<Points<'static>> {
        Ok(Points::Ucs4(strings::to_ucs4(text)?.into()))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Points::Ascii(text) | Points::Latin1(text) => text.len(),
            Points::Ucs2(text) => text.len(),
            Points::Ucs4(text) => text.len(),
        }
    }

    /// Returns the encoding that the code points are stored in, and their bytes.
    pub(crate) fn encoded(&self) -> (Charset, &[u8]) {
        match self {
            Points::Ascii(text) | Points::Latin1(text) => (Charset::Latin1, text),
            Points::Ucs2(text) => (Charset::Utf16, unit_bytes(text)),
            Points::Ucs4(text) => (Charset::Utf32, unit_bytes(text)),
        }
    }

    /// Whether two code points would be one character of UTF-16. Such a string contains surrogates,
    /// which are code points of their own in Python.
    pub(crate) fn has_pairs(&self) -> bool {
        match self {
            Points::Ucs2(text) => char_count::<Utf16>(text) != text.len(),
            _ => false,
        }
    }
}

/// A code point in 1, 2 or 4 bytes.
pub(crate) trait Point: Copy {
    const CHARSET: Charset;

    /// A question mark.
    const MARK: Self;

    fn value(self) -> u32;

    /// Returns the code points if they have 4 bytes each.
    fn wide(_points: &[Self]) -> Option<&[u32]> {
        None
    }

    fn bytes(points: &[Self]) -> &[u8];
}

impl Point for u8 {
    const CHARSET: Charset = Charset::Latin1;
    const MARK: u8 = b'?';

    #[inline]
    fn value(self) -> u32 {
        self.into()
    }

    fn bytes(points: &[u8]) -> &[u8] {
        points
    }
}

impl Point for u16 {
    const CHARSET: Charset = Charset::Utf16;
    const MARK: u16 = b'?' as u16;

    #[inline]
    fn value(self) -> u32 {
        self.into()
    }

    fn bytes(points: &[u16]) -> &[u8] {
        unit_bytes(points)
    }
}

impl Point for u32 {
    const CHARSET: Charset = Charset::Utf32;
    const MARK: u32 = b'?' as u32;

    #[inline]
    fn value(self) -> u32 {
        self
    }

    fn wide(points: &[u32]) -> Option<&[u32]> {
        Some(points)
    }

    fn bytes(points: &[u32]) -> &[u8] {
        unit_bytes(points)
    }
}

/// Creates the slice of code points.
///
/// # Safety
///
/// `data` must be the start of `len` code points of `kind` bytes that live as long as the string.
unsafe fn points<'a>(
    kind: u32,
    is_ascii: Option<bool>,
    data: *const u8,
    len: usize,
) -> Option<Points<'a>> {
    // SAFETY: the caller guarantees it. CPython aligns the code points.
    let bytes = unsafe { std::slice::from_raw_parts(data, len * kind as usize) };
    Some(match kind {
        1 if is_ascii.unwrap_or_else(|| is_valid::<Ascii>(bytes)) => Points::Ascii(bytes),
        1 => Points::Latin1(bytes),
        2 => {
            // SAFETY: as above.
            Points::Ucs2(unsafe { std::slice::from_raw_parts(data.cast(), len) })
        }
        4 => {
            // SAFETY: as above.
            Points::Ucs4(Cow::Borrowed(unsafe {
                std::slice::from_raw_parts(data.cast(), len)
            }))
        }
        _ => return None,
    })
}

#[cfg(feature = "abi3")]
mod layout {
    use super::{Points, points};
    use crate::strings;
    use pyo3::ffi::PyObject;
    use pyo3::prelude::*;
    use pyo3::types::PyString;
    use std::ffi::{c_uint, c_void};
    use std::mem::transmute;
    use std::sync::OnceLock;

    const WORD: usize = size_of::<usize>();

    /// The number of words before the field `state`: reference count, type, length and hash.
    const STATE: usize = 4;

    /// The position of the fields `kind` (3 bits), `compact` and `ascii` (1 bit each) in `state`.
    const KIND: u32 = 2;

    type Kind = unsafe extern "C" fn(*mut PyObject) -> c_uint;
    type Data = unsafe extern "C" fn(*mut PyObject) -> *mut c_void;

    /// How the code points are found.
    #[derive(Clone, Copy)]
    enum Layout {
        /// After the object, whose length in words depends on whether it is ASCII.
        Words { ascii: usize, compact: usize },
        /// By `PyUnicode_KIND` and `PyUnicode_DATA`.
        Functions(Kind, Data),
    }

    pub(super) fn in_place<'a>(text: &'a Bound<'_, PyString>) -> Option<Points<'a>> {
        static LAYOUT: OnceLock<Option<Layout>> = OnceLock::new();
        let layout = (*LAYOUT.get_or_init(|| find(text.py())))?;
        read(layout, text)
    }

    /// Returns the layout of this interpreter, if it is known.
    #[cold]
    fn find(py: Python<'_>) -> Option<Layout> {
        let version = py.version_info();
        let layout = match (version.major, version.minor) {
            // They have more fields, for `wchar_t`.
            (3, 10 | 11) => Layout::Words {
                ascii: 6,
                compact: 9,
            },
            (3, 12 | 13) => Layout::Words {
                ascii: 5,
                compact: 7,
            },
            (3, 14..) => functions()?,
            _ => return None,
        };
        is_right(layout, py).then_some(layout)
    }

    fn functions() -> Option<Layout> {
        let kind = strings::symbol(c"PyUnicode_KIND")?;
        let data = strings::symbol(c"PyUnicode_DATA")?;
        // SAFETY: this is its signature in all releases that export it.
        let kind = unsafe { transmute::<*mut c_void, Kind>(kind) };
        // SAFETY: as above.
        let data = unsafe { transmute::<*mut c_void, Data>(data) };
        Some(Layout::Functions(kind, data))
    }

    /// Compares strings of each kind with their content.
    fn is_right(layout: Layout, py: Python<'_>) -> bool {
        let is_read = |content: &str| {
            let text = PyString::new(py, content);
            let expected: Vec<u32> = content.chars().map(u32::from).collect();
            let wide = |units: &[u8]| units.iter().copied().map(u32::from).collect::<Vec<_>>();
            match (read(layout, &text), expected.iter().max()) {
                (Some(Points::Ascii(found)), None | Some(0..0x80)) => wide(found) == expected,
                (Some(Points::Latin1(found)), Some(0x80..0x100)) => wide(found) == expected,
                (Some(Points::Ucs2(found)), Some(0x100..0x1_0000)) => {
                    found.iter().copied().map(u32::from).eq(expected)
                }
                (Some(Points::Ucs4(found)), Some(0x1_0000..)) => *found == expected,
                _ => false,
            }
        };
        ["", "a", "kind 1", "kind Ü", "kind €", "kind 👋"]
            .into_iter()
            .all(is_read)
    }

    #[inline]
    fn read<'a>(layout: Layout, text: &'a Bound<'_, PyString>) -> Option<Points<'a>> {
        let (kind, is_ascii, data) = match layout {
            Layout::Words { ascii, compact } => {
                let start = text.as_ptr().cast_const().cast::<u8>();
                let state = start.wrapping_add(STATE * WORD).cast::<u32>();
                // SAFETY: each string object of these releases has this field.
                let state = unsafe { state.read() };
                let bits = state >> KIND;
                // A string that is not compact, such as that of a subclass, is somewhere else.
                if bits & 8 == 0 {
                    return None;
                }
                let is_ascii = bits & 16 != 0;
                let words = if is_ascii { ascii } else { compact };
                // SAFETY: the code points of a compact string follow the object.
                let data = unsafe { start.add(words * WORD) };
                (bits & 7, Some(is_ascii), data)
            }
            Layout::Functions(kind, data) => {
                // SAFETY: the object is a string.
                let kind = unsafe { kind(text.as_ptr()) };
                // SAFETY: as above.
                let data = unsafe { data(text.as_ptr()) };
                (kind, None, data.cast_const().cast())
            }
        };
        // SAFETY: these are the code points of the string.
        unsafe { points(kind, is_ascii, data, strings::len(text)) }
    }
}

/// Without the stable ABI, PyO3 has the layout of the release.
#[cfg(not(feature = "abi3"))]
mod layout {
    use super::{Points, points};
    use crate::strings;
    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    pub(super) fn in_place<'a>(text: &'a Bound<'_, PyString>) -> Option<Points<'a>> {
        // SAFETY: the object is a string.
        let kind = unsafe { ffi::PyUnicode_KIND(text.as_ptr()) };
        // SAFETY: as above.
        let data = unsafe { ffi::PyUnicode_DATA(text.as_ptr()) };
        // SAFETY: these are the code points of the string.
        unsafe { points(kind, None, data.cast_const().cast(), strings::len(text)) }
    }
}
