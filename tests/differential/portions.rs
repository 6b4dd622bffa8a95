//! Conversions in several calls: with too little room, and of inputs that arrive in chunks.

use super::check::{Verb, run_slice};
use super::model::{Model, Unit};
use super::plan::{Fault, Plan, resumed};
use utflane::{Cesu8, Encoding, Isa, Reason};

/// Converts in portions of at most `room` units: whatever stops a call, the next one goes on behind
/// it.
pub(crate) fn check_resumption<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    verb: Verb,
    room: usize,
) {
    let items = S::items(src);
    let expected = match verb {
        Verb::Lossy => Plan::lossy::<D>(&items).units,
        _ => resumed::<D>(&items).0,
    };
    let mut units = Vec::new();
    let mut dst = vec![D::Unit::CANARY; room.max(8)];
    let (mut read, mut room_now) = (0, room);
    loop {
        let answer = run_slice::<S, D>(isa, verb, &src[read..], &mut dst[..room_now]);
        let written = answer.unwrap_or_else(|error| error.written());
        units.extend_from_slice(&dst[..written]);
        let Err(error) = answer else { break };
        read += error.read() + error.skip();
        // A room too small for a character grows until that one fits.
        let stuck = written == 0 && error.reason() == Reason::OutputFull;
        room_now = if stuck { room_now + 1 } else { room };
    }
    assert_eq!(
        units,
        expected,
        "{} to {}, {verb:?}, in portions of {room} on {}: {src:02X?}",
        S::NAME,
        D::NAME,
        isa.name()
    );
}

/// Converts chunk by chunk, each behind what the chunk before left incomplete; `lengths` are those
/// of the chunks, again and again. Output and the error's position are those of the whole. The
/// error's kind may differ, since the end of a chunk can hide what follows: of `C2 C2` the second
/// is left for later, and the first then stands at the end. In CESU-8 so does the output: of `ED A0
/// 80 ED ED A1 BF` the last three bytes are left for later, and the four before, which are two
/// faults, are then one incomplete pair. So there each chunk has the output of a text of its own.
pub(crate) fn check_chunks<S: Model, D: Model>(isa: Isa, src: &[S::Unit], lengths: &[usize]) {
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
            _ => isa.incomplete_tail::<S>(&pending),
        };
        let whole = pending.len() - tail;
        of_chunks.extend(Plan::lossy::<D>(&S::items(&pending[..whole])).units);
        hides_a_fault |=
            S::NAME == Cesu8::NAME && tail > 0 && isa.incomplete_tail::<S>(&pending[..whole]) > 3;
        let error = isa.validate::<S>(&pending[..whole]).err();
        first_error = first_error.or(error.map(|error| done + error.valid_up_to()));
        units.extend(isa.transcode_lossy_to_vec::<S, D>(&pending[..whole]));
        pending.drain(..whole);
        done += whole;
        if rest.is_empty() {
            break;
        }
    }
    let position = Fault::first(&items).map(|fault| fault.valid_up_to);
    let (source, target, name) = (S::NAME, D::NAME, isa.name());
    assert_eq!(
        first_error, position,
        "{source} in chunks of {lengths:?} on {name}: {src:02X?}"
    );
    let expected = if hides_a_fault {
        of_chunks
    } else {
        Plan::lossy::<D>(&items).units
    };
    assert_eq!(
        units, expected,
        "{source} to {target} in chunks of {lengths:?} on {name}: {src:02X?}"
    );
}
