//! Converts and validates text in chunks.
#![forbid(unsafe_code)]

use crate::isa;
use crate::text::stopped;
use crate::types::utflane_status::{UTFLANE_OK, UTFLANE_OUTPUT_FULL};
use crate::types::{utflane_mode, utflane_result};
use core::mem::MaybeUninit;
use core_utflane::Charset;
use core_utflane::stream::{AnyTranscoder, Status, Step};

/// Size in bytes of the buffer for output that is discarded or copied.
const SCRATCH: usize = 1 << 10;

/// Maximum number of bytes of output at the end of a text.
const END: usize = 32;

/// The state of a conversion or validation in chunks.
#[allow(non_camel_case_types, reason = "a name of C")]
#[cfg_attr(feature = "iconv", derive(Clone))]
pub struct utflane_stream {
    transcoder: AnyTranscoder,
    source: Charset,
    target: Charset,
    mode: utflane_mode,
    /// Whether the output is discarded: a validation converts to its own encoding.
    validates: bool,
}

impl utflane_stream {
    pub(crate) fn converting([source, target]: [Charset; 2], mode: utflane_mode) -> utflane_stream {
        utflane_stream {
            transcoder: AnyTranscoder::with_isa(isa::current(), source, target),
            source,
            target,
            mode,
            validates: false,
        }
    }

    pub(crate) fn validating(encoding: Charset) -> utflane_stream {
        utflane_stream {
            validates: true,
            ..Self::converting([encoding; 2], utflane_mode::UTFLANE_STRICT)
        }
    }

    pub(crate) fn source(&self) -> Charset {
        self.source
    }

    pub(crate) fn target(&self) -> Charset {
        self.target
    }

    pub(crate) fn transcoder(&self) -> &AnyTranscoder {
        &self.transcoder
    }

    /// Converts a whole text to `dst`, or only measures it. The output goes through a buffer, so
    /// `dst` is untouched after the written units.
    pub(crate) fn whole(
        encodings: [Charset; 2],
        mode: utflane_mode,
        src: &[u8],
        mut dst: Option<&mut [MaybeUninit<u8>]>,
    ) -> utflane_result {
        let [source, target] = encodings.map(Charset::unit_size);
        let capacity = dst.as_ref().map_or(usize::MAX, |dst| dst.len());
        let mut stream = Self::converting(encodings, mode);
        let mut scratch = [MaybeUninit::uninit(); SCRATCH];
        let (mut read, mut written) = (0, 0);
        loop {
            let limit = (capacity - written).min(SCRATCH);
            let is_end = read == src.len();
            let step = match is_end {
                true => stream.finish(&mut scratch[..limit]),
                false => stream.feed(&src[read..], &mut scratch[..limit]),
            };
            let len = step.written * target;
            if let Some(dst) = &mut dst {
                dst[written..][..len].copy_from_slice(&scratch[..len]);
            }
            read += step.read * source;
            written += len;
            let continues = match step.status {
                UTFLANE_OK => !is_end,
                UTFLANE_OUTPUT_FULL => limit == SCRATCH,
                _ => false,
            };
            if !continues {
                let after = stream.transcoder.position() / source as u64;
                return utflane_result {
                    read: step.position as usize,
                    written: written / target,
                    skip: (after - step.position) as u32,
                    ..step
                };
            }
        }
    }

    /// Processes the next chunk.
    pub(crate) fn feed(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        if !self.validates {
            let step = self.step(src, dst);
            return self.result(step);
        }
        let mut scratch = [MaybeUninit::uninit(); SCRATCH];
        let mut read = 0;
        loop {
            let mut step = self.step(&src[read..], &mut scratch);
            read += step.read;
            if step.status != Status::OutputFull {
                (step.read, step.written) = (read, 0);
                return self.result(step);
            }
        }
    }

    fn step(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        match self.mode {
            utflane_mode::UTFLANE_STRICT | utflane_mode::UTFLANE_STRICT_TIDY => {
                self.transcoder.transcode_uninit(src, dst)
            }
            utflane_mode::UTFLANE_LOSSY | utflane_mode::UTFLANE_LOSSY_TIDY => {
                self.transcoder.transcode_lossy_uninit(src, dst)
            }
        }
    }

    /// Ends the text.
    pub(crate) fn finish(&mut self, dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        let mut end = [0; END];
        let capacity = if self.validates {
            END
        } else {
            dst.len().min(END)
        };
        let mut step = match self.mode {
            utflane_mode::UTFLANE_STRICT | utflane_mode::UTFLANE_STRICT_TIDY => {
                self.transcoder.finish_into(&mut end[..capacity])
            }
            utflane_mode::UTFLANE_LOSSY | utflane_mode::UTFLANE_LOSSY_TIDY => {
                self.transcoder.finish_lossy(&mut end[..capacity])
            }
        };
        if self.validates {
            step.written = 0;
        }
        for (to, from) in dst.iter_mut().zip(&end[..step.written]) {
            to.write(*from);
        }
        self.result(step)
    }

    fn result(&self, step: Step) -> utflane_result {
        let (result, position) = match step.status {
            Status::InputEmpty => (utflane_result::of(UTFLANE_OK), None),
            Status::Stopped(error) => (stopped(error.reason()), Some(error.position())),
            _ => (utflane_result::of(UTFLANE_OUTPUT_FULL), None),
        };
        let [source, target] = [self.source, self.target].map(Charset::unit_size);
        utflane_result {
            read: step.read / source,
            written: step.written / target,
            position: position.unwrap_or_else(|| self.transcoder.position() / source as u64),
            ..result
        }
    }
}
