//! Where a call writes to.

use core::mem::MaybeUninit;
use utflane::stream::{AnyTranscoder, Status, Step};
use utflane::{Charset, Isa, Pair, TranscodeError};

/// The room for the output, of which the first part is written.
pub(crate) struct Output<'a> {
    room: Room<'a>,
    /// Bytes written.
    pub(crate) written: usize,
    /// Whether something was replaced.
    pub(crate) has_replaced: bool,
}

/// Memory that is initialised, or not. What is written to the latter is.
enum Room<'a> {
    Init(&'a mut [u8]),
    Uninit(&'a mut [MaybeUninit<u8>]),
}

impl<'a> Output<'a> {
    pub(crate) fn new(dst: &'a mut [u8]) -> Self {
        Self::of(Room::Init(dst))
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn uninit(dst: &'a mut [MaybeUninit<u8>]) -> Self {
        Self::of(Room::Uninit(dst))
    }

    fn of(room: Room<'a>) -> Self {
        Output {
            room,
            written: 0,
            has_replaced: false,
        }
    }

    /// Bytes that are free.
    pub(crate) fn free(&self) -> usize {
        let len = match &self.room {
            Room::Init(dst) => dst.len(),
            Room::Uninit(dst) => dst.len(),
        };
        len - self.written
    }

    /// Writes `bytes`, if they fit.
    #[must_use]
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        let range = self.written..self.written + bytes.len();
        match &mut self.room {
            Room::Init(dst) => match dst.get_mut(range) {
                Some(dst) => dst.copy_from_slice(bytes),
                None => return false,
            },
            Room::Uninit(dst) => match dst.get_mut(range) {
                Some(dst) => dst.iter_mut().zip(bytes).for_each(|(to, from)| {
                    to.write(*from);
                }),
                None => return false,
            },
        }
        self.written += bytes.len();
        true
    }

    /// A step of a stream.
    pub(crate) fn step(&mut self, stream: &mut AnyTranscoder, src: &[u8], lossy: bool) -> Step {
        let at = self.written;
        let before = stream.replacements();
        let step = match (&mut self.room, lossy) {
            (Room::Init(dst), false) => stream.transcode(src, &mut dst[at..]),
            (Room::Init(dst), true) => stream.transcode_lossy(src, &mut dst[at..]),
            (Room::Uninit(dst), false) => stream.transcode_uninit(src, &mut dst[at..]),
            (Room::Uninit(dst), true) => stream.transcode_lossy_uninit(src, &mut dst[at..]),
        };
        self.written += step.written;
        self.has_replaced |= stream.replacements() != before;
        step
    }

    /// The end of a stream. What it writes is written if it is not stopped.
    pub(crate) fn finish(&mut self, stream: &mut AnyTranscoder, lossy: bool) -> Status {
        // Eight units are always enough.
        let mut end = [0; 16];
        let room = self.free().min(end.len());
        let before = stream.replacements();
        let step = match lossy {
            false => stream.finish_into(&mut end[..room]),
            true => stream.finish_lossy(&mut end[..room]),
        };
        self.has_replaced |= stream.replacements() != before;
        let fits = matches!(step.status, Status::Stopped(_)) || self.push(&end[..step.written]);
        debug_assert!(fits);
        step.status
    }

    /// A strict conversion of a text that has no state, with the units of `src` that are read.
    /// The target counts bytes.
    pub(crate) fn convert(
        &mut self,
        pair: Pair,
        src: &[u8],
    ) -> (usize, Result<(), TranscodeError>) {
        let at = self.written;
        let isa = Isa::best();
        let result = match &mut self.room {
            Room::Init(dst) => pair.transcode(isa, src, &mut dst[at..]),
            Room::Uninit(dst) => pair.transcode_uninit(isa, src, &mut dst[at..]),
        };
        let (read, written, result) = match result {
            Ok(written) => (src.len() / pair.source().position_unit(), written, Ok(())),
            Err(error) => (error.read(), error.written(), Err(error)),
        };
        self.written += written;
        (read, result)
    }

    /// A conversion from UTF-16 to UTF-8 with replacement, with the units that are read.
    pub(crate) fn convert_utf16(&mut self, src: &[u16]) -> usize {
        let pair = pair(Charset::Utf16, Charset::Utf8);
        let at = self.written;
        let (isa, bytes) = (Isa::best(), utflane::unit_bytes(src));
        let result = match &mut self.room {
            Room::Init(dst) => pair.transcode_lossy(isa, bytes, &mut dst[at..]),
            Room::Uninit(dst) => pair.transcode_lossy_uninit(isa, bytes, &mut dst[at..]),
        };
        let (read, written) = match result {
            Ok(written) => (src.len(), written),
            Err(error) => (error.read(), error.written()),
        };
        self.written += written;
        read
    }
}

/// The conversion between two encodings without a state.
pub(crate) const fn pair(source: Charset, target: Charset) -> Pair {
    match Pair::new(source, target) {
        Some(pair) => pair,
        None => panic!("an encoding with a state"),
    }
}
