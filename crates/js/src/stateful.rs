//! Conversion from and to stateful encodings.
//!
//! The state of a stream is one value here, the transcoder. JavaScript copies its bytes before and
//! after each call, so it can have any number of streams.

use crate::buffers::{Buffers, OUTPUT, with_buffers};
use crate::{Answer, Status, encodings, kind_number};
use core::mem::MaybeUninit;
use core_utflane::Reason;
use core_utflane::stream::{AnyTranscoder, Status as StepStatus, Step, StreamError};

static mut TRANSCODER: MaybeUninit<AnyTranscoder> = MaybeUninit::uninit();

/// A replacement: the position in the text and the length of the malformed sequence or the
/// character in bytes, and the character (0 for a malformed sequence).
type Entry = [u32; 3];

/// The number of entries of a report. JavaScript passes at most this number of characters, and an
/// incomplete character may be left from the previous call.
const ENTRIES: usize = 1032;

/// The report, and the number of its entries.
static mut REPORT: ([Entry; ENTRIES], usize) = ([[0; 3]; ENTRIES], 0);

/// The value of the argument `lossy` of [`push`] for a conversion with a report.
const REPORTING: u32 = 2;

/// Returns the address of the report of the last call of [`push`].
#[unsafe(no_mangle)]
pub extern "C" fn report() -> *const u8 {
    (&raw const REPORT).cast()
}

/// Returns the number of entries of the report.
#[unsafe(no_mangle)]
pub extern "C" fn reported() -> usize {
    // SAFETY: nothing else runs meanwhile: see `with_buffers`.
    unsafe { REPORT.1 }
}

fn entry_of(error: StreamError) -> Entry {
    let code_point = match error.reason() {
        Reason::Unrepresentable(code_point) => code_point.0,
        _ => 0,
    };
    [error.position() as u32, error.skip() as u32, code_point]
}

/// Returns the address of the transcoder.
#[unsafe(no_mangle)]
pub extern "C" fn transcoder() -> *const u8 {
    (&raw const TRANSCODER).cast()
}

/// Returns the size of the transcoder in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn transcoder_size() -> usize {
    size_of::<AnyTranscoder>()
}

/// Sets the transcoder to the start of a text. Returns whether the encodings exist.
#[unsafe(no_mangle)]
pub extern "C" fn begin(from: u32, to: u32) -> u32 {
    let (Some(from), Some(to)) = (encodings::numbered(from), encodings::numbered(to)) else {
        return 0;
    };
    let mut transcoder = AnyTranscoder::new(from, to);
    // As the WHATWG Encoding Standard requires.
    transcoder.set_reject_repeated_escapes(true);
    let place = &raw mut TRANSCODER;
    // SAFETY: it points to a static, and nothing else runs meanwhile: see `with_buffers`.
    unsafe { (*place).write(transcoder) };
    1
}

/// Converts the bytes `start` to `end` of the input to the output, with the transcoder, which
/// [`begin`] or JavaScript has set. If `last`, also ends the text. `lossy` is 0 for a strict
/// conversion, 1 for replacement, and [`REPORTING`] for replacement with a report.
///
/// On an error, `read` includes the sequence, which ends at [`position`]. The next call resumes
/// after it.
#[unsafe(no_mangle)]
pub extern "C" fn push(start: u32, end: u32, lossy: u32, last: u32, capacity: u32) -> Status {
    let place = &raw mut TRANSCODER;
    // SAFETY: JavaScript calls this only after `begin`, or after it has copied back the bytes of a
    // transcoder of this instance. A transcoder owns no memory. Nothing else runs meanwhile.
    let transcoder = unsafe { (*place).assume_init_mut() };
    let place = &raw mut REPORT;
    // SAFETY: nothing else runs meanwhile.
    let (report, count) = unsafe { &mut *place };
    *count = 0;
    with_buffers(|buffers| {
        let Buffers {
            input,
            output,
            answer,
        } = buffers;
        *answer = Answer::EMPTY;
        let Some(src) = input.get(start as usize..end as usize) else {
            return Status::BadArgument;
        };
        let output = &mut output[..(capacity as usize).min(OUTPUT)];
        let mut note = |error: StreamError| {
            if let Some(entry) = report.get_mut(*count) {
                *entry = entry_of(error);
                *count += 1;
            }
        };
        let mut step = match lossy {
            0 => transcoder.transcode(src, output),
            REPORTING => transcoder.transcode_lossy_with(src, output, &mut note),
            _ => transcoder.transcode_lossy(src, output),
        };
        (answer.read, answer.written) = (step.read as u32, step.written as u32);
        if last != 0 && step.status == StepStatus::InputEmpty {
            let rest = &mut output[step.written..];
            step = match lossy {
                0 => transcoder.finish_into(rest),
                REPORTING => transcoder.finish_lossy_with(rest, &mut note),
                _ => transcoder.finish_lossy(rest),
            };
            answer.written += step.written as u32;
        }
        status_of(step, answer)
    })
}

/// Returns the number of bytes of the text that the transcoder has converted or skipped.
#[unsafe(no_mangle)]
pub extern "C" fn position() -> f64 {
    let place = &raw const TRANSCODER;
    // SAFETY: as in `push`.
    unsafe { (*place).assume_init_ref() }.position() as f64
}

fn status_of(step: Step, answer: &mut Answer) -> Status {
    let error = match step.status {
        StepStatus::InputEmpty => return Status::Done,
        StepStatus::Stopped(error) => error,
        _ => return Status::OutputFull,
    };
    answer.length = error.skip() as u32;
    match error.reason() {
        Reason::Malformed(malformed) => {
            answer.kind = kind_number(malformed.kind());
            Status::Malformed
        }
        Reason::Unrepresentable(code_point) => {
            answer.code_point = code_point.0;
            Status::Unrepresentable
        }
        _ => Status::OutputFull,
    }
}
