//! Drives streams with chunks and short outputs.

use utflane::Charset;
use utflane::Reason;
use utflane::stream::{AnyTranscoder, Status};

/// The result of a stream: its output, and the positions and reasons of its stops.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stops: Vec<(u64, Reason)>,
    pub(crate) replacements: u64,
}

/// Drives a transcoder over chunks, with `room` bytes of output at a time.
pub(crate) fn drive<'a>(
    mut transcoder: AnyTranscoder,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    room: usize,
    lossy: bool,
) -> Answer {
    let (mut bytes, mut stops) = (Vec::new(), Vec::new());
    // The expected results follow the standard, which rejects repeated escapes.
    transcoder.set_reject_repeated_escapes(true);
    let mut out = vec![0; room.max(12)];
    // If the next character needs more than `room` bytes, it gets the whole buffer.
    let mut size = room;
    for mut chunk in chunks {
        loop {
            // A clone must continue like the original.
            transcoder = transcoder.clone();
            let step = match lossy {
                true => transcoder.transcode_lossy(chunk, &mut out[..size]),
                false => transcoder.transcode(chunk, &mut out[..size]),
            };
            assert!(step.written <= size);
            bytes.extend_from_slice(&out[..step.written]);
            chunk = &chunk[step.read..];
            size = room;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull if step.written == 0 => size = out.len(),
                Status::Stopped(error) => stops.push((error.position(), error.reason())),
                _ => {}
            }
        }
    }
    loop {
        let step = match lossy {
            true => transcoder.finish_lossy(&mut out[..size]),
            false => transcoder.finish_into(&mut out[..size]),
        };
        bytes.extend_from_slice(&out[..step.written]);
        size = out.len();
        match step.status {
            Status::InputEmpty => break,
            Status::Stopped(error) => stops.push((error.position(), error.reason())),
            _ => {}
        }
    }
    let replacements = transcoder.replacements();
    Answer {
        bytes,
        stops,
        replacements,
    }
}

pub(crate) fn whole(from: Charset, to: Charset, bytes: &[u8], lossy: bool) -> Answer {
    drive(AnyTranscoder::new(from, to), [bytes], 1 << 20, lossy)
}

/// Returns positions and lengths of malformed sequences. An incomplete one extends to the end.
pub(crate) fn faults(answer: &Answer, end: usize) -> Vec<(u64, usize)> {
    let faults = answer.stops.iter().map(|(position, reason)| {
        let Reason::Malformed(error) = reason else {
            panic!("{reason:?}");
        };
        assert_eq!(error.valid_up_to() as u64, *position);
        let len = error.error_len().unwrap_or(end - error.valid_up_to());
        (*position, len)
    });
    faults.collect()
}
