//! A string that is assembled from code points, two bytes each until one needs more.

use crate::strings;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::RefCell;
use utflane::{Utf16, char_count};

/// Number of code points after which a part of the string is created.
const PART: usize = 1 << 20;

thread_local! {
    /// Memory for the next string, because allocating it costs more than filling it.
    static KEPT: RefCell<Vec<u16>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Text<'py> {
    py: Python<'py>,
    narrow: Vec<u16>,
    /// All code points of the part, after one that needs more than two bytes.
    wide: Vec<u32>,
    is_wide: bool,
    parts: Vec<Bound<'py, PyString>>,
}

impl<'py> Text<'py> {
    pub(crate) fn new(py: Python<'py>) -> Text<'py> {
        let mut narrow = KEPT.take();
        narrow.clear();
        Text {
            py,
            narrow,
            wide: Vec::new(),
            is_wide: false,
            parts: Vec::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.narrow.is_empty() && self.wide.is_empty() && self.parts.is_empty()
    }

    #[inline]
    pub(crate) fn push(&mut self, point: u32) {
        match u16::try_from(point) {
            Ok(point) if !self.is_wide => self.narrow.push(point),
            _ => self.push_wide(point),
        }
    }

    #[cold]
    fn push_wide(&mut self, point: u32) {
        self.widen();
        self.wide.push(point);
    }

    fn widen(&mut self) {
        if !self.is_wide {
            self.is_wide = true;
            self.wide.clear();
            self.wide.extend(self.narrow.drain(..).map(u32::from));
        }
    }

    /// Returns the code points of the part, if they have two bytes each.
    #[inline]
    pub(crate) fn narrow(&mut self) -> Option<&mut Vec<u16>> {
        (!self.is_wide).then_some(&mut self.narrow)
    }

    /// Appends Latin-1.
    #[inline]
    pub(crate) fn push_latin1(&mut self, text: &[u8]) {
        match self.is_wide {
            false => self.narrow.extend(text.iter().copied().map(u16::from)),
            true => self.wide.extend(text.iter().copied().map(u32::from)),
        }
    }

    /// Appends UTF-16, in which surrogate pairs are one code point.
    pub(crate) fn push_utf16(&mut self, units: &[u16]) {
        if !self.is_wide && char_count::<Utf16>(units) == units.len() {
            self.narrow.extend_from_slice(units);
            return;
        }
        self.widen();
        self.wide.extend(strings::code_points(units));
    }

    pub(crate) fn push_str(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        for point in strings::to_ucs4(text)? {
            self.push(point);
        }
        Ok(())
    }

    pub(crate) fn push_chars(&mut self, text: &str) {
        for character in text.chars() {
            self.push(character.into());
        }
    }

    /// Appends a string as a part of its own.
    pub(crate) fn push_part(&mut self, part: Bound<'py, PyString>) -> PyResult<()> {
        self.cut()?;
        self.parts.push(part);
        Ok(())
    }

    /// Creates a part if there are enough code points for one.
    pub(crate) fn cut_if_long(&mut self) -> PyResult<()> {
        match self.narrow.len().max(self.wide.len()) {
            0..PART => Ok(()),
            _ => self.cut(),
        }
    }

    fn cut(&mut self) -> PyResult<()> {
        if self.narrow.is_empty() && self.wide.is_empty() {
            return Ok(());
        }
        let part = self.last()?;
        self.parts.push(part);
        self.narrow.clear();
        self.wide.clear();
        self.is_wide = false;
        Ok(())
    }

    fn last(&self) -> PyResult<Bound<'py, PyString>> {
        match self.is_wide {
            true => strings::from_ucs4(self.py, &self.wide),
            false => strings::from_ucs2(self.py, &self.narrow),
        }
    }

    pub(crate) fn finish(mut self) -> PyResult<Bound<'py, PyString>> {
        if self.parts.is_empty() {
            return self.last();
        }
        self.cut()?;
        strings::joined(self.py, std::mem::take(&mut self.parts))
    }
}

impl Drop for Text<'_> {
    fn drop(&mut self) {
        if self.narrow.capacity() <= 2 * PART {
            KEPT.set(std::mem::take(&mut self.narrow));
        }
    }
}
