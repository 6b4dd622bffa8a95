//! `utflane isa`: the instruction sets that the library knows, and what becomes of them on this
//! CPU.

use std::io::Write;

use utflane::Isa;

use crate::Status;

/// All names, also those of instruction sets that this program was not compiled for.
const NAMES: [&str; 5] = ["avx512", "avx2", "sse41", "neon", "scalar"];

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<Status> {
    for name in NAMES {
        let verdict = match Isa::named(name) {
            Some(isa) if isa == Isa::best() => "available, chosen",
            Some(_) => "available",
            None => "not available",
        };
        writeln!(out, "{name:<8}{verdict}")?;
    }
    Ok(Status::Fine)
}
