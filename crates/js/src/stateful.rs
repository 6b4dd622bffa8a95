//! Conversion from and to stateful encodings.
//!
//! The state of a stream is one value here, the transcoder. JavaScript copies its bytes before and
//! after each call, so it can have any number of streams.

use crate::buffers::{Buffers, OUTPUT, with_buffers};
use crate::{Answer, Status, encodings, kind_number};
use core_utflane::Reason;
use core_utflane::stream::{AnyTranscoder, Status as StepStatus, Step, StreamError};

/// A replacement: the position after [`Stream::start`] and the length of the malformed sequence or
/// the character in bytes, and the character (0 for a malformed sequence).
type Entry = [u32; 3];

/// The number of entries of a report. JavaScript passes at most 1,024 code units, and an incomplete
/// character may be left from the previous call.
const ENTRIES: usize = 1032;

/// The value of the argument `lossy` of [`push`] for a conversion with a report.
const REPORTING: u32 = 2;

struct Stream {
    /// The transcoder. It owns no memory, so JavaScript may copy its bytes.
    transcoder: Option<AnyTranscoder>,
    /// The replacements of the last call of [`push`], and their number.
    report: [Entry; ENTRIES],
    reported: usize,
    /// The position of the transcoder before that call.
    start: u64,
}

static mut STREAM: Stream = Stream {
    transcoder: None,
    report: [[0; 3]; ENTRIES],
    reported: 0,
    start: 0,
};

/// Calls `work` with the stream.
fn with_stream<T>(work: impl FnOnce(&mut Stream) -> T) -> T {
    let stream = &raw mut STREAM;
    // SAFETY: it points to a static, and nothing else uses it until `work` returns, as in
    // `with_buffers`. JavaScript writes only bytes that it has copied from there.
    work(unsafe { &mut *stream })
}

/// Returns the address of the transcoder.
#[unsafe(no_mangle)]
pub extern "C" fn transcoder() -> *const u8 {
    with_stream(|stream| (&raw const stream.transcoder).cast())
}

/// Returns the size of the transcoder in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn transcoder_size() -> usize {
    size_of::<Option<AnyTranscoder>>()
}

/// Returns the address of the report of the last call of [`push`].
#[unsafe(no_mangle)]
pub extern "C" fn report() -> *const u8 {
    with_stream(|stream| stream.report.as_ptr().cast())
}

/// Returns the number of entries of the report.
#[unsafe(no_mangle)]
pub extern "C" fn reported() -> usize {
    with_stream(|stream| stream.reported)
}

/// Returns the position from which the positions of the report count.
#[unsafe(no_mangle)]
pub extern "C" fn report_start() -> f64 {
    with_stream(|stream| stream.start as f64)
}

fn entry_of(error: StreamError, start: u64) -> Entry {
    let code_point = match error.reason() {
        Reason::Unrepresentable(code_point) => code_point.0,
        _ => 0,
    };
    [
        (error.position() - start) as u32,
        error.skip() as u32,
        code_point,
    ]
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
    with_stream(|stream| stream.transcoder = Some(transcoder));
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
    with_stream(|stream| {
        with_buffers(|buffers| {
            let Buffers {
                input,
                output,
                answer,
            } = buffers;
            *answer = Answer::EMPTY;
            let Stream {
                transcoder: Some(transcoder),
                report,
                reported,
                start: stream_start,
            } = stream
            else {
                return Status::BadArgument;
            };
            let Some(src) = input.get(start as usize..end as usize) else {
                return Status::BadArgument;
            };
            (*reported, *stream_start) = (0, transcoder.position());
            let first = *stream_start;
            let output = &mut output[..(capacity as usize).min(OUTPUT)];
            let mut note = |error: StreamError| {
                if let Some(entry) = report.get_mut(*reported) {
                    *entry = entry_of(error, first);
                    *reported += 1;
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
    })
}

/// Returns the number of bytes of the text that the transcoder has converted or skipped.
#[unsafe(no_mangle)]
pub extern "C" fn position() -> f64 {
    with_stream(|stream| {
        let transcoder = stream.transcoder.as_ref();
        transcoder.map_or(0.0, |transcoder| transcoder.position() as f64)
    })
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
