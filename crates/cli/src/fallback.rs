//! `convert --from utf-8,windows-1252`: chooses the first encoding in which the text is
//! well-formed.
//!
//! The choice is made before anything is converted. For a file, the whole content decides. A pipe
//! can be read only once, so its start is buffered and decides. Malformed text after that is an
//! error and does not change the choice.

use utflane::{Bom, Charset};

use crate::charset::LONGEST_MARK;
use crate::input::Input;
use crate::validator::{Validate, validator};

/// Number of bytes of a pipe that are examined.
const LOOK_AHEAD: usize = 1 << 20;

/// Returns the chosen encoding of an input whose window has not moved yet, and the reason.
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
        let mut validator = validator(*charset);
        let is_well_formed = match is_whole {
            true => is_well_formed(validator.as_mut(), input.reopen()?)?,
            false => validator.feed(&start).is_ok() && (is_cut || validator.finish().is_ok()),
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

fn is_well_formed(validator: &mut dyn Validate, mut input: Input) -> anyhow::Result<bool> {
    input.read_in_this_thread();
    let mut offset = 0;
    loop {
        let chunk = input.from(offset)?;
        if chunk.is_empty() {
            return Ok(validator.finish().is_ok());
        }
        if validator.feed(chunk).is_err() {
            return Ok(false);
        }
        offset += chunk.len() as u64;
    }
}
