//! The output buffer of a decoder or encoder call.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use utflane::stream::{AnyTranscoder, Status, Step};
use utflane::{Charset, Pair, TranscodeError};

/// An output buffer and the number of bytes written to it.
pub(crate) struct Output<'a> {
    memory: Memory<'a>,
    /// The end of the space for text. The bytes after it are reserved.
    end: usize,
    /// Bytes written.
    pub(crate) written: usize,
    /// Whether malformed sequences or unmappable characters were replaced.
    pub(crate) has_replaced: bool,
}

/// Initialised or uninitialised memory. Of uninitialised memory, the written part is initialised.
enum Memory<'a> {
    Init(&'a mut [u8]),
    #[cfg_attr(not(feature = "alloc"), expect(dead_code))]
    Uninit(&'a mut [MaybeUninit<u8>]),
}

impl<'a> Output<'a> {
    pub(crate) fn new(dst: &'a mut [u8]) -> Self {
        Self::of(Memory::Init(dst))
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn uninit(dst: &'a mut [MaybeUninit<u8>]) -> Self {
        Self::of(Memory::Uninit(dst))
    }

    fn of(memory: Memory<'a>) -> Self {
        let end = match &memory {
            Memory::Init(dst) => dst.len(),
            Memory::Uninit(dst) => dst.len(),
        };
        Output {
            memory,
            end,
            written: 0,
            has_replaced: false,
        }
    }

    /// Returns whether the memory is uninitialised.
    pub(crate) fn is_uninit(&self) -> bool {
        matches!(self.memory, Memory::Uninit(_))
    }

    /// Returns the number of free bytes, without reserved ones.
    pub(crate) fn free(&self) -> usize {
        self.end.saturating_sub(self.written)
    }

    /// Reserves `len` bytes at the end for [`push_reserved`](Self::push_reserved).
    pub(crate) fn reserve(&mut self, len: usize) {
        self.end -= len;
    }

    /// Writes `bytes`, which may extend into the reserved space. They must fit.
    pub(crate) fn push_reserved(&mut self, bytes: &[u8]) {
        let end = self.end;
        self.end = self.written + bytes.len();
        let fits = self.push(bytes);
        debug_assert!(fits);
        self.end = end;
    }

    /// Writes `bytes` if they fit. Returns whether they did.
    #[must_use]
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > self.free() {
            return false;
        }
        let range = self.written..self.written + bytes.len();
        match &mut self.memory {
            Memory::Init(dst) => match dst.get_mut(range) {
                Some(dst) => dst.copy_from_slice(bytes),
                None => return false,
            },
            Memory::Uninit(dst) => match dst.get_mut(range) {
                Some(dst) => dst.iter_mut().zip(bytes).for_each(|(to, from)| {
                    to.write(*from);
                }),
                None => return false,
            },
        }
        self.written += bytes.len();
        true
    }

    /// Runs a step of a stream.
    pub(crate) fn step(&mut self, stream: &mut AnyTranscoder, src: &[u8], lossy: bool) -> Step {
        let (at, end) = (self.written, self.written + self.free());
        let before = stream.replacements();
        let step = match (&mut self.memory, lossy) {
            (Memory::Init(dst), false) => stream.transcode(src, &mut dst[at..end]),
            (Memory::Init(dst), true) => stream.transcode_lossy(src, &mut dst[at..end]),
            (Memory::Uninit(dst), false) => stream.transcode_uninit(src, &mut dst[at..end]),
            (Memory::Uninit(dst), true) => stream.transcode_lossy_uninit(src, &mut dst[at..end]),
        };
        self.written += step.written;
        self.has_replaced |= stream.replacements() != before;
        step
    }

    /// Finishes a stream. Its output is dropped if the stream reports an error.
    pub(crate) fn finish(&mut self, stream: &mut AnyTranscoder, lossy: bool) -> Status {
        // No stream writes more than eight units at its end.
        let mut end = [0; 16];
        let capacity = self.free().min(end.len());
        let before = stream.replacements();
        let step = match lossy {
            false => stream.finish_into(&mut end[..capacity]),
            true => stream.finish_lossy(&mut end[..capacity]),
        };
        self.has_replaced |= stream.replacements() != before;
        let fits = matches!(step.status, Status::Stopped(_)) || self.push(&end[..step.written]);
        debug_assert!(fits);
        step.status
    }

    /// Converts `src` without a state and without replacement. Returns the number of units read.
    pub(crate) fn convert(
        &mut self,
        pair: Pair,
        src: &[u8],
    ) -> (usize, Result<(), TranscodeError>) {
        let (at, end) = (self.written, self.written + self.free());
        let result = match &mut self.memory {
            Memory::Init(dst) => pair.transcode(src, &mut dst[at..end]),
            Memory::Uninit(dst) => pair.transcode_uninit(src, &mut dst[at..end]),
        };
        let (read, written, result) = match result {
            Ok(written) => (src.len() / pair.source().unit_size(), written, Ok(())),
            Err(error) => (error.read(), error.written(), Err(error)),
        };
        self.written += written * pair.target().unit_size();
        (read, result)
    }

    /// Converts UTF-16 to UTF-8 with replacement. Returns the number of units read. It leaves the
    /// rest of the buffer untouched.
    pub(crate) fn convert_utf16(&mut self, src: &[u16]) -> usize {
        let pair = preserving_tail(Charset::Utf16, Charset::Utf8);
        let (at, end) = (self.written, self.written + self.free());
        let bytes = utflane::unit_bytes(src);
        let result = match &mut self.memory {
            Memory::Init(dst) => pair.transcode_lossy(bytes, &mut dst[at..end]),
            Memory::Uninit(dst) => pair.transcode_lossy_uninit(bytes, &mut dst[at..end]),
        };
        let (read, written) = match result {
            Ok(written) => (src.len(), written),
            Err(error) => (error.read(), error.written()),
        };
        self.written += written;
        read
    }
}

/// Calls `write` with the spare capacity of `dst`, and appends the written bytes.
#[cfg(feature = "alloc")]
pub(crate) fn append<T>(dst: &mut Vec<u8>, write: impl FnOnce(&mut Output) -> T) -> T {
    let mut out = Output::uninit(dst.spare_capacity_mut());
    let result = write(&mut out);
    let len = out.written;
    let len = dst.len() + len;
    // SAFETY: the first `out.written` bytes of the spare capacity are initialised.
    unsafe { dst.set_len(len) };
    result
}

/// Returns the conversion between two encodings that have no state.
pub(crate) const fn pair(source: Charset, target: Charset) -> Pair {
    match Pair::new(source, target) {
        Some(pair) => pair,
        None => panic!("an encoding with a state"),
    }
}

/// Returns the conversion that leaves the rest of the output buffer untouched.
pub(crate) const fn preserving_tail(source: Charset, target: Charset) -> Pair {
    let mut pair = pair(source, target);
    pair.preserve_tail = true;
    pair
}
