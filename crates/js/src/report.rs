//! Conversion with replacement that reports each replacement.

use crate::buffers::{Buffers, INPUT, with_buffers};
use crate::{Answer, Status, piece_of_pair, stopped};

/// Size of a replacement in the report in bytes: the position of the malformed sequence or the
/// character in the input, its length, and the character (0 for a malformed sequence).
const ENTRY: usize = 12;

/// Converts the bytes `start` to `end` of the input with replacement. The text is written to the
/// first part of the output, which is as long as the input, and the report to the rest. `length` is
/// the size of the report in bytes.
///
/// Stops with [`Status::OutputFull`] if one of the two is full.
#[unsafe(no_mangle)]
pub extern "C" fn convert_reporting(from: u32, to: u32, start: u32, end: u32, last: u32) -> Status {
    with_buffers(|buffers| {
        let Buffers {
            input,
            output,
            answer,
        } = buffers;
        *answer = Answer::EMPTY;
        let Some((pair, src)) = piece_of_pair(input, [from, to], (start, end), last) else {
            return Status::BadArgument;
        };
        let unit_size = pair.target().unit_size();
        let (text, report) = output.split_at_mut(INPUT);
        let mut entries = report.chunks_exact_mut(ENTRY);
        let (mut read, mut written, mut length) = (0, 0, 0);
        let status = loop {
            let (rest, dst) = (&src[read..], &mut text[written..]);
            let error = match pair.transcode(rest, dst) {
                Ok(units) => {
                    read = src.len();
                    written += units * unit_size;
                    break Status::Done;
                }
                Err(error) => error,
            };
            let mut found = Answer::EMPTY;
            let status = stopped(pair, rest, error, &mut found);
            read += found.read as usize;
            written += found.written as usize;
            if let Status::OutputFull | Status::BadArgument = status {
                break status;
            }
            let sequence = &src[read..][..found.length as usize];
            let Ok(units) = pair.transcode_lossy(sequence, &mut text[written..]) else {
                break Status::OutputFull;
            };
            let Some(entry) = entries.next() else {
                break Status::OutputFull;
            };
            let values = [start + read as u32, found.length, found.code_point];
            for (bytes, value) in entry.chunks_exact_mut(4).zip(values) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
            read += sequence.len();
            written += units * unit_size;
            length += ENTRY;
        };
        *answer = Answer {
            read: read as u32,
            written: written as u32,
            length: length as u32,
            ..Answer::EMPTY
        };
        status
    })
}
