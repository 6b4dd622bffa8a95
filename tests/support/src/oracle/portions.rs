//! Checks conversions in several calls: with short outputs, and with inputs in chunks.

use super::check::Verb;
use super::functions::{Functions, functions};
use super::model::{Item, Model, Unit};
use super::plan::{Fault, Plan, resumed};
use utflane::{Cesu8, Encoding, Isa, Reason, incomplete_tail};

/// Converts with outputs of at most `room` units, and resumes after whatever stopped each call.
pub fn check_resumption<S: Model, D: Model>(isa: Isa, src: &[S::Unit], verb: Verb, room: usize) {
    let items = S::items(src);
    let expected = match verb {
        Verb::Lossy => Plan::lossy::<D>(&items).units,
        _ => resumed::<D>(&items).0,
    };
    check_resumed(&functions::<S, D>(), isa, src, verb, room, &expected);
}

fn check_resumed<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    verb: Verb,
    room: usize,
    expected: &[D],
) {
    let mut units = Vec::new();
    let mut dst = vec![D::CANARY; room.max(8)];
    let (mut read, mut room_now) = (0, room);
    loop {
        let answer = functions.convert(isa, verb, &src[read..], &mut dst[..room_now]);
        let written = answer.unwrap_or_else(|error| error.written());
        units.extend_from_slice(&dst[..written]);
        let Err(error) = answer else { break };
        read += error.read() + error.skip();
        // If a character does not fit in an empty output, the output grows until it does.
        let stuck = written == 0 && error.reason() == Reason::OutputFull;
        room_now = if stuck { room_now + 1 } else { room };
    }
    let ([source, target], name) = (functions.names(), isa.name());
    assert_eq!(
        units, expected,
        "{source} to {target}, {verb:?}, in portions of {room} on {name}: {src:02X?}"
    );
}

/// Converts chunk by chunk and carries the incomplete tail of each chunk over to the next.
/// `lengths` are the lengths of the chunks, repeated. Output and error position must be those of
/// the whole text.
///
/// The kind of the error may differ, because the end of a chunk can hide the following bytes. For
/// example, of `C2 C2` the second byte is carried over, so the first appears at the end of the
/// text.
///
/// In CESU-8 the output may also differ. Of `ED A0 80 ED ED A1 BF` the last three bytes are carried
/// over. The four bytes before them, which are two malformed sequences, then appear as one
/// incomplete pair. So for CESU-8 each chunk is expected to have the output of a text of its own.
pub fn check_chunks<S: Model, D: Model>(isa: Isa, src: &[S::Unit], lengths: &[usize]) {
    check_chunks_by::<S, D::Unit>(&functions::<S, D>(), Plan::lossy::<D>, isa, src, lengths);
}

fn check_chunks_by<S: Model, U: Unit>(
    functions: &dyn Functions<S::Unit, U>,
    plan: fn(&[Item]) -> Plan<U>,
    isa: Isa,
    src: &[S::Unit],
    lengths: &[usize],
) {
    let items = S::items(src);
    let (mut pending, mut units) = (Vec::new(), Vec::new());
    let (mut done, mut first_error) = (0, None);
    let (mut of_chunks, mut hides_a_fault) = (Vec::new(), false);
    let mut rest = src;
    for &len in lengths.iter().cycle() {
        let (chunk, after) = rest.split_at(len.min(rest.len()));
        rest = after;
        pending.extend_from_slice(chunk);
        let tail = match rest {
            [] => 0,
            _ => incomplete_tail::<S>(&pending),
        };
        let whole = pending.len() - tail;
        of_chunks.extend(plan(&S::items(&pending[..whole])).units);
        hides_a_fault |=
            S::NAME == Cesu8::NAME && tail > 0 && incomplete_tail::<S>(&pending[..whole]) > 3;
        let error = isa.validate::<S>(&pending[..whole]).err();
        first_error = first_error.or(error.map(|error| done + error.valid_up_to()));
        let converted = functions.convert_to_vec(isa, Verb::Lossy, &pending[..whole]);
        units.extend(converted.expect("nothing stops a lossy conversion"));
        pending.drain(..whole);
        done += whole;
        if rest.is_empty() {
            break;
        }
    }
    let position = Fault::first(&items).map(|fault| fault.valid_up_to);
    let ([source, target], name) = (functions.names(), isa.name());
    assert_eq!(
        first_error, position,
        "{source} in chunks of {lengths:?} on {name}: {src:02X?}"
    );
    let expected = if hides_a_fault {
        of_chunks
    } else {
        plan(&items).units
    };
    assert_eq!(
        units, expected,
        "{source} to {target} in chunks of {lengths:?} on {name}: {src:02X?}"
    );
}
