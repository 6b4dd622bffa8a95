//! Text in chunks.
#![forbid(unsafe_code)]

use crate::isa;
use crate::text::stopped;
use crate::types::utflane_status::{UTFLANE_OK, UTFLANE_OUTPUT_FULL};
use crate::types::{utflane_mode, utflane_result};
use core::mem::MaybeUninit;
use core_utflane::stream::{PairTranscoder, Status, Step};
use core_utflane::{AnyEncoding, AnyPair};

/// Bytes of output that a validation has, to be overwritten.
const SCRATCH: usize = 1 << 10;

/// The state of a text that arrives in chunks: of a conversion or of a validation.
#[allow(non_camel_case_types, reason = "a name of C")]
pub struct utflane_stream {
    transcoder: PairTranscoder,
    mode: utflane_mode,
    /// Whether it converts to nothing: a validation converts to its own encoding.
    validates: bool,
}

impl utflane_stream {
    pub(crate) fn converting(pair: AnyPair, mode: utflane_mode) -> utflane_stream {
        utflane_stream {
            transcoder: PairTranscoder::new(isa::current(), pair),
            mode,
            validates: false,
        }
    }

    pub(crate) fn validating(encoding: AnyEncoding) -> utflane_stream {
        utflane_stream {
            validates: true,
            ..Self::converting(
                AnyPair::new(encoding, encoding),
                utflane_mode::UTFLANE_STRICT,
            )
        }
    }

    pub(crate) fn pair(&self) -> AnyPair {
        self.transcoder.pair()
    }

    pub(crate) fn transcoder(&self) -> &PairTranscoder {
        &self.transcoder
    }

    /// Takes the next chunk.
    pub(crate) fn feed(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        if !self.validates {
            let step = self.step(src, dst);
            return self.result(step);
        }
        let mut scratch = [MaybeUninit::uninit(); SCRATCH];
        let unit = self.pair().source().unit_len();
        let mut read = 0;
        loop {
            let step = self.step(&src[read * unit..], &mut scratch);
            read += step.read;
            if step.status != Status::OutputFull {
                return self.result(Step {
                    read,
                    written: 0,
                    ..step
                });
            }
        }
    }

    fn step(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Step {
        match self.mode {
            utflane_mode::UTFLANE_STRICT => self.transcoder.transcode_uninit(src, dst),
            utflane_mode::UTFLANE_LOSSY => self.transcoder.transcode_lossy_uninit(src, dst),
        }
    }

    /// Ends the text.
    pub(crate) fn finish(&mut self, dst: &mut [MaybeUninit<u8>]) -> utflane_result {
        let mut scratch = [MaybeUninit::uninit(); SCRATCH];
        let dst = if self.validates { &mut scratch } else { dst };
        let mut step = match self.mode {
            utflane_mode::UTFLANE_STRICT => self.transcoder.finish_into_uninit(dst),
            utflane_mode::UTFLANE_LOSSY => self.transcoder.finish_lossy_uninit(dst),
        };
        if self.validates {
            step.written = 0;
        }
        self.result(step)
    }

    fn result(&self, step: Step) -> utflane_result {
        let (result, position) = match step.status {
            Status::InputEmpty => (utflane_result::of(UTFLANE_OK), None),
            Status::OutputFull => (utflane_result::of(UTFLANE_OUTPUT_FULL), None),
            Status::Stopped(error) => (stopped(error.reason()), Some(error.position())),
        };
        utflane_result {
            read: step.read,
            written: step.written,
            position: position.unwrap_or_else(|| self.transcoder.position()),
            ..result
        }
    }
}
