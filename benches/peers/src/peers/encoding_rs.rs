//! `encoding_rs`: its `mem` module, and its decoders if only these report error positions.

use encoding_rs::{Decoder, DecoderResult, Encoding as Label, UTF_8, UTF_16BE, UTF_16LE, mem};

use crate::contender::{Case, Contender, Role};
use crate::peers::standard::{copy, trusted};
use crate::tier::Tier;
use utflane_test_support::corpora::{Encoding::*, Outcome, Verb};

const NAME: &str = "encoding_rs";

pub(super) fn contenders(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    let work = case.work;
    let contender = match (work.verb, work.source, work.target) {
        (Verb::Validate | Verb::IsValid, ..) => return validating(case, tier),
        (Verb::Transcode | Verb::Lossy, Utf8, Utf8) => {
            return decoding(case, validation_of_utf8(tier), UTF_8);
        }
        (Verb::Transcode | Verb::Lossy, Utf16Le, _) => {
            return decoding(case, (NAME, Role::Peer), UTF_16LE);
        }
        (Verb::Transcode | Verb::Lossy, Utf16Be, _) => {
            return decoding(case, (NAME, Role::Peer), UTF_16BE);
        }
        (Verb::Transcode, Utf8, Utf16) => {
            return vec![
                Contender::peer(NAME, case, |source, target: &mut [u16]| {
                    decode_to_utf16(UTF_8, source, target)
                }),
                Contender::aside("encoding_rs, no position", case, |source, target| {
                    mem::convert_utf8_to_utf16_without_replacement(source, target).ok_or(0)
                }),
            ];
        }
        (Verb::Lossy, Utf8, Utf16) => Contender::peer(NAME, case, |source, target| {
            Ok(mem::convert_utf8_to_utf16(source, target))
        }),
        (Verb::Unchecked, Utf8, Utf16) => Contender::peer(NAME, case, |source, target| {
            Ok(mem::convert_str_to_utf16(trusted(source), target))
        }),
        (Verb::Unchecked, Utf8, Latin1) => Contender::peer(NAME, case, |source, target| {
            Ok(mem::convert_utf8_to_latin1_lossy(source, target))
        }),
        (Verb::Lossy, Utf16, Utf8) => Contender::peer(NAME, case, |source, target| {
            Ok(mem::convert_utf16_to_utf8(source, target))
        }),
        (Verb::Lossy, Utf16, Utf16) => Contender::peer(NAME, case, |source: &[u16], target| {
            let target = &mut target[..source.len()];
            let copied = copy(source, target);
            mem::ensure_utf16_validity(target);
            copied
        }),
        (Verb::Unchecked, Utf16, Latin1) => {
            Contender::peer(NAME, case, |source: &[u16], target| {
                mem::convert_utf16_to_latin1_lossy(source, target);
                Ok(source.len())
            })
        }
        (Verb::Transcode | Verb::Lossy | Verb::Unchecked, Latin1, Utf8) => {
            Contender::peer(NAME, case, |source, target| {
                Ok(mem::convert_latin1_to_utf8(source, target))
            })
        }
        (Verb::Transcode | Verb::Lossy | Verb::Unchecked, Latin1, Utf16) => {
            Contender::peer(NAME, case, |source, target| {
                mem::convert_latin1_to_utf16(source, target);
                Ok(source.len())
            })
        }
        (Verb::Transcode, Ascii, Ascii | Utf8 | Latin1)
        | (Verb::Transcode, Utf8 | Latin1, Ascii) => {
            Contender::peer(NAME, case, |source: &[u8], target| {
                whole(mem::copy_ascii_to_ascii(source, target), source)
            })
        }
        (Verb::Transcode, Ascii, Utf16) => Contender::peer(NAME, case, |source: &[u8], target| {
            whole(mem::copy_ascii_to_basic_latin(source, target), source)
        }),
        (Verb::Transcode, Utf16, Ascii) => Contender::peer(NAME, case, |source: &[u16], target| {
            whole(mem::copy_basic_latin_to_ascii(source, target), source)
        }),
        _ => return Vec::new(),
    };
    vec![contender]
}

/// Returns the name and role of functions that validate UTF-8. Only these have vector code, which is
/// that of `simdutf8`, and they select it by the CPU.
fn validation_of_utf8(tier: Tier) -> (&'static str, Role) {
    match tier {
        Tier::Sse41 | Tier::Scalar => ("encoding_rs, not held to the tier", Role::Aside),
        _ => (NAME, Role::Peer),
    }
}

fn validating(case: &Case, tier: Tier) -> Vec<Contender<'_>> {
    let is_valid = case.work.verb == Verb::IsValid;
    let outcome = move |valid: usize, length: usize| match valid == length {
        true => Ok(usize::from(is_valid)),
        false if is_valid => Ok(0),
        false => Err(valid),
    };
    let contender = match case.work.source {
        Utf8 => {
            let (name, role) = validation_of_utf8(tier);
            Contender::new(name, role, case, move |source, _: &mut [u8]| {
                outcome(Label::utf8_valid_up_to(source), source.len())
            })
        }
        Ascii => Contender::peer(NAME, case, move |source, _: &mut [u8]| {
            outcome(Label::ascii_valid_up_to(source), source.len())
        }),
        Utf16 => Contender::peer(NAME, case, move |source, _: &mut [u8]| {
            outcome(mem::utf16_valid_up_to(source), source.len())
        }),
        _ => return Vec::new(),
    };
    vec![contender]
}

/// Conversions that only the decoders support.
fn decoding<'case>(
    case: &'case Case,
    (name, role): (&'static str, Role),
    label: &'static Label,
) -> Vec<Contender<'case>> {
    let contender = match (case.work.verb, case.work.target) {
        (Verb::Transcode, Utf16) => {
            Contender::new(name, role, case, move |source, target: &mut [u16]| {
                decode_to_utf16(label, source, target)
            })
        }
        (Verb::Transcode, Utf8) => {
            Contender::new(name, role, case, move |source, target: &mut [u8]| {
                let mut decoder = label.new_decoder_without_bom_handling();
                let (result, read, written) =
                    decoder.decode_to_utf8_without_replacement(source, target, true);
                place(result, read, written)
            })
        }
        (Verb::Lossy, Utf16) => {
            Contender::new(name, role, case, move |source, target: &mut [u16]| {
                let mut decoder = label.new_decoder_without_bom_handling();
                Ok(decoder.decode_to_utf16(source, target, true).2)
            })
        }
        (Verb::Lossy, Utf8) => {
            Contender::new(name, role, case, move |source, target: &mut [u8]| {
                let mut decoder = label.new_decoder_without_bom_handling();
                Ok(decoder.decode_to_utf8(source, target, true).2)
            })
        }
        _ => return Vec::new(),
    };
    vec![contender]
}

#[inline(always)]
fn decode_to_utf16(label: &'static Label, source: &[u8], target: &mut [u16]) -> Outcome {
    let mut decoder: Decoder = label.new_decoder_without_bom_handling();
    let (result, read, written) = decoder.decode_to_utf16_without_replacement(source, target, true);
    place(result, read, written)
}

#[inline(always)]
fn place(result: DecoderResult, read: usize, written: usize) -> Outcome {
    match result {
        DecoderResult::Malformed(bad, after) => Err(read - usize::from(bad) - usize::from(after)),
        _ => Ok(written),
    }
}

/// Returns the outcome of a copy that stops at the first unit that is not ASCII.
#[inline(always)]
fn whole<T>(copied: usize, source: &[T]) -> Outcome {
    if copied == source.len() {
        Ok(copied)
    } else {
        Err(copied)
    }
}
