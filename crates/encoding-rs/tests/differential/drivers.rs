//! Calls a decoder or encoder until a text is converted, with the same code for both libraries.

use std::ops::{Index, RangeFrom};

/// The result of a conversion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome<U> {
    pub(crate) output: Vec<U>,
    /// The positions of malformed sequences and their lengths, or the positions of unmappable
    /// characters and their code points.
    pub(crate) faults: Vec<(usize, u32)>,
    pub(crate) has_replaced: bool,
    /// The encoding at the end, which a byte order mark may have changed.
    pub(crate) encoding: &'static str,
}

/// The handling of byte order marks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Sniff,
    Remove,
    Keep,
}

pub(crate) const MARKS: [Mark; 3] = [Mark::Sniff, Mark::Remove, Mark::Keep];

/// The reason why a call returned.
enum Step {
    InputEmpty,
    OutputFull,
    /// A malformed sequence or unmappable character: the distance in units from its start to the
    /// end of the read input, and its length or code point.
    Fault(usize, u32),
}

/// Calls `call` until all pieces are read. `room` returns the length of each output. `call` returns
/// the reason why it stopped, the numbers of units read and written, and whether it has replaced
/// anything. `replacement` is written for each [`Step::Fault`].
fn drive<T, U: Copy>(
    pieces: &[&T],
    mut room: impl FnMut() -> usize,
    (filling, replacement): (U, &[U]),
    mut call: impl FnMut(&T, &mut [U], bool) -> (Step, usize, usize, bool),
) -> Outcome<U>
where
    T: ?Sized + Index<RangeFrom<usize>, Output = T>,
{
    let mut out = Outcome {
        output: vec![],
        faults: vec![],
        has_replaced: false,
        encoding: "",
    };
    let mut before = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let mut rest = *piece;
        loop {
            let mut dst = vec![filling; room()];
            let last = index + 1 == pieces.len();
            let (step, read, written, has_replaced) = call(rest, &mut dst, last);
            before += read;
            rest = &rest[read..];
            out.output.extend_from_slice(&dst[..written]);
            out.has_replaced |= has_replaced;
            match step {
                Step::InputEmpty => {
                    assert_eq!(size_of_val(rest), 0);
                    break;
                }
                Step::OutputFull => {}
                Step::Fault(back, what) => {
                    out.faults.push((before - back, what));
                    out.output.extend_from_slice(replacement);
                }
            }
        }
    }
    out
}

/// Declares the drivers of one library. `room` returns the length of the next output.
macro_rules! drivers {
    ($name:ident, $library:ident) => {
        pub(crate) mod $name {
            use super::super::$library::*;
            use super::{Mark, Outcome, Step, drive};

            pub(crate) fn decoder(encoding: &'static Encoding, mark: Mark) -> Decoder {
                match mark {
                    Mark::Sniff => encoding.new_decoder(),
                    Mark::Remove => encoding.new_decoder_with_bom_removal(),
                    Mark::Keep => encoding.new_decoder_without_bom_handling(),
                }
            }

            /// Returns the reason why a call with replacement returned.
            fn step(result: CoderResult) -> Step {
                match result {
                    CoderResult::InputEmpty => Step::InputEmpty,
                    CoderResult::OutputFull => Step::OutputFull,
                }
            }

            drivers!(@ decoder decode decode_lossy, u8,
                decode_to_utf8_without_replacement decode_to_utf8 "\u{FFFD}".as_bytes());
            drivers!(@ decoder decode16 decode16_lossy, u16,
                decode_to_utf16_without_replacement decode_to_utf16 &[0xFFFD]);
            drivers!(@ encoder encode encode_lossy, str,
                encode_from_utf8_without_replacement encode_from_utf8);
            drivers!(@ encoder encode16 encode16_lossy, [u16],
                encode_from_utf16_without_replacement encode_from_utf16);
        }
    };
    (@ decoder $strict:ident $lossy:ident, $unit:ty, $call:ident $lossy_call:ident $replacement:expr) => {
        pub(crate) fn $strict(
            encoding: &'static Encoding,
            mark: Mark,
            pieces: &[&[u8]],
            room: impl FnMut() -> usize,
        ) -> Outcome<$unit> {
            let mut decoder = decoder(encoding, mark);
            let mut out = drive(pieces, room, (0x5A, $replacement), |src, dst, last| {
                let (result, read, written) = decoder.$call(src, dst, last);
                let step = match result {
                    DecoderResult::InputEmpty => Step::InputEmpty,
                    DecoderResult::OutputFull => Step::OutputFull,
                    DecoderResult::Malformed(len, after) => {
                        // The output has space for the replacement.
                        assert!(dst.len() - written >= $replacement.len());
                        Step::Fault((len + after).into(), len.into())
                    }
                };
                let is_fault = matches!(step, Step::Fault(..));
                (step, read, written, is_fault)
            });
            out.encoding = decoder.encoding().name();
            out
        }

        pub(crate) fn $lossy(
            encoding: &'static Encoding,
            mark: Mark,
            pieces: &[&[u8]],
            room: impl FnMut() -> usize,
        ) -> Outcome<$unit> {
            let mut decoder = decoder(encoding, mark);
            let mut out = drive(pieces, room, (0x5A, &[]), |src, dst, last| {
                let (result, read, written, replaced) = decoder.$lossy_call(src, dst, last);
                (step(result), read, written, replaced)
            });
            out.encoding = decoder.encoding().name();
            out
        }
    };
    (@ encoder $strict:ident $lossy:ident, $text:ty, $call:ident $lossy_call:ident) => {
        pub(crate) fn $strict(
            encoding: &'static Encoding,
            pieces: &[&$text],
            room: impl FnMut() -> usize,
        ) -> Outcome<u8> {
            let mut encoder = encoding.new_encoder();
            let mut out = drive(pieces, room, (0x5A, b"?"), |src, dst, last| {
                let (result, read, written) = encoder.$call(src, dst, last);
                let step = match result {
                    EncoderResult::InputEmpty => {
                        assert!(!last || !encoder.has_pending_state());
                        Step::InputEmpty
                    }
                    EncoderResult::OutputFull => Step::OutputFull,
                    EncoderResult::Unmappable(character) => Step::Fault(0, character.into()),
                };
                (step, read, written, false)
            });
            out.encoding = encoder.encoding().name();
            out
        }

        pub(crate) fn $lossy(
            encoding: &'static Encoding,
            pieces: &[&$text],
            room: impl FnMut() -> usize,
        ) -> Outcome<u8> {
            let mut encoder = encoding.new_encoder();
            let mut out = drive(pieces, room, (0x5A, &[]), |src, dst, last| {
                let (result, read, written, replaced) = encoder.$lossy_call(src, dst, last);
                (step(result), read, written, replaced)
            });
            out.encoding = encoder.encoding().name();
            out
        }
    };
}

drivers!(our, ours);
drivers!(their, theirs);
