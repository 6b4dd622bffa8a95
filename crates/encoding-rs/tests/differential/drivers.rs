//! Calls until a text is converted, the same for both.

/// What becomes of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome<U> {
    pub(crate) output: Vec<U>,
    /// Where malformed sequences begin, and their lengths; or where characters that the encoding
    /// does not have begin, and their numbers.
    pub(crate) faults: Vec<(usize, u32)>,
    pub(crate) has_replaced: bool,
    /// The encoding in the end.
    pub(crate) encoding: &'static str,
}

/// How a text is decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Sniff,
    Remove,
    Keep,
}

pub(crate) const MARKS: [Mark; 3] = [Mark::Sniff, Mark::Remove, Mark::Keep];

/// Declares the drivers of one of the two: `room` is asked for the length of the next output.
macro_rules! drivers {
    ($name:ident, $library:ident) => {
        pub(crate) mod $name {
            use super::super::$library::*;
            use super::{Mark, Outcome};

            pub(crate) fn decoder(encoding: &'static Encoding, mark: Mark) -> Decoder {
                match mark {
                    Mark::Sniff => encoding.new_decoder(),
                    Mark::Remove => encoding.new_decoder_with_bom_removal(),
                    Mark::Keep => encoding.new_decoder_without_bom_handling(),
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
            mut room: impl FnMut() -> usize,
        ) -> Outcome<$unit> {
            let mut decoder = decoder(encoding, mark);
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
                    let mut dst = vec![0x5A; room()];
                    let last = index + 1 == pieces.len();
                    let (result, read, written) = decoder.$call(rest, &mut dst, last);
                    before += read;
                    rest = &rest[read..];
                    out.output.extend_from_slice(&dst[..written]);
                    match result {
                        DecoderResult::InputEmpty => {
                            assert!(rest.is_empty());
                            break;
                        }
                        DecoderResult::OutputFull => {}
                        DecoderResult::Malformed(len, after) => {
                            let start = before - usize::from(len) - usize::from(after);
                            out.faults.push((start, len.into()));
                            // There is room for it.
                            assert!(dst.len() - written >= $replacement.len());
                            out.output.extend_from_slice($replacement);
                        }
                    }
                }
            }
            out.has_replaced = !out.faults.is_empty();
            out.encoding = decoder.encoding().name();
            out
        }

        pub(crate) fn $lossy(
            encoding: &'static Encoding,
            mark: Mark,
            pieces: &[&[u8]],
            mut room: impl FnMut() -> usize,
        ) -> Outcome<$unit> {
            let mut decoder = decoder(encoding, mark);
            let mut out = Outcome {
                output: vec![],
                faults: vec![],
                has_replaced: false,
                encoding: "",
            };
            for (index, piece) in pieces.iter().enumerate() {
                let mut rest = *piece;
                loop {
                    let mut dst = vec![0x5A; room()];
                    let last = index + 1 == pieces.len();
                    let (result, read, written, replaced) =
                        decoder.$lossy_call(rest, &mut dst, last);
                    rest = &rest[read..];
                    out.output.extend_from_slice(&dst[..written]);
                    out.has_replaced |= replaced;
                    if result == CoderResult::InputEmpty {
                        assert!(rest.is_empty());
                        break;
                    }
                }
            }
            out.encoding = decoder.encoding().name();
            out
        }
    };
    (@ encoder $strict:ident $lossy:ident, $text:ty, $call:ident $lossy_call:ident) => {
        pub(crate) fn $strict(
            encoding: &'static Encoding,
            pieces: &[&$text],
            mut room: impl FnMut() -> usize,
        ) -> Outcome<u8> {
            let mut encoder = encoding.new_encoder();
            let mut out = Outcome {
                output: vec![],
                faults: vec![],
                has_replaced: false,
                encoding: encoder.encoding().name(),
            };
            let mut before = 0;
            for (index, piece) in pieces.iter().enumerate() {
                let mut rest = *piece;
                loop {
                    let mut dst = vec![0x5A; room()];
                    let last = index + 1 == pieces.len();
                    let (result, read, written) = encoder.$call(rest, &mut dst, last);
                    before += read;
                    rest = &rest[read..];
                    out.output.extend_from_slice(&dst[..written]);
                    match result {
                        EncoderResult::InputEmpty => {
                            assert!(rest.is_empty());
                            assert!(!last || !encoder.has_pending_state());
                            break;
                        }
                        EncoderResult::OutputFull => {}
                        EncoderResult::Unmappable(character) => {
                            out.faults.push((before, character.into()));
                            out.output.push(b'?');
                        }
                    }
                }
            }
            out
        }

        pub(crate) fn $lossy(
            encoding: &'static Encoding,
            pieces: &[&$text],
            mut room: impl FnMut() -> usize,
        ) -> Outcome<u8> {
            let mut encoder = encoding.new_encoder();
            let mut out = Outcome {
                output: vec![],
                faults: vec![],
                has_replaced: false,
                encoding: encoder.encoding().name(),
            };
            for (index, piece) in pieces.iter().enumerate() {
                let mut rest = *piece;
                loop {
                    let mut dst = vec![0x5A; room()];
                    let last = index + 1 == pieces.len();
                    let (result, read, written, replaced) =
                        encoder.$lossy_call(rest, &mut dst, last);
                    rest = &rest[read..];
                    out.output.extend_from_slice(&dst[..written]);
                    out.has_replaced |= replaced;
                    if result == CoderResult::InputEmpty {
                        assert!(rest.is_empty());
                        break;
                    }
                }
            }
            out
        }
    };
}

drivers!(our, ours);
drivers!(their, theirs);
