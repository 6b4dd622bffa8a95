//! `convert --from utf-8,windows-1252`: an encoding if the text is well-formed in it, else another.
//!
//! The choice is made before anything is converted, on the whole of a file. Of a pipe, which can be
//! read once, the start is kept and looked at; what comes after it cannot change the choice, and is
//! an error if it is malformed.

use utflane::{Bom, Charset};

use crate::already::checker;
use crate::charset::LONGEST_MARK;
use crate::input::Input;

/// Bytes of a pipe that are looked at.
const LOOK_AHEAD: usize = 1 << 20;

/// The encoding that an input, whose window has not moved yet, is taken for, and the reason.
pub(crate) fn choose(
    charsets: &[Charset],
    input: &mut Input,
) -> anyhow::Result<(Charset, &'static str)> {
    if let Some(bom) = Bom::sniff(input.peek(0, LONGEST_MARK)?) {
        return Ok((bom.into(), "by its byte order mark"));
    }
    let [others @ .., last] = charsets else {
        anyhow::bail!("no encoding to choose from");
    };
    let is_whole = input.can_be_read_again();
    let start = if is_whole {
        Vec::new()
    } else {
        input.look_ahead(LOOK_AHEAD)?
    };
    let is_cut = start.len() >= LOOK_AHEAD;
    for charset in others {
        let mut check = checker(*charset);
        let is_well_formed = match is_whole {
            true => is_well_formed(check.as_mut(), input.reopen()?)?,
            false => check.feed(&start) && (is_cut || check.finish()),
        };
        if is_well_formed {
            let reason = match is_cut {
                true => "by its first 1 MiB, which is well-formed",
                false => "since all of it is well-formed",
            };
            return Ok((*charset, reason));
        }
    }
    Ok((*last, "since it is malformed in the encodings named before"))
}

fn is_well_formed(check: &mut dyn crate::already::Check, mut input: Input) -> anyhow::Result<bool> {
    input.read_in_this_thread();
    let mut offset = 0;
    loop {
        let chunk = input.from(offset)?;
        if chunk.is_empty() {
            return Ok(check.finish());
        }
        if !check.feed(chunk) {
            return Ok(false);
        }
        offset += chunk.len() as u64;
    }
}
