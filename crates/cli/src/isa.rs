//! `utflane isa`: lists the instruction sets of the library, and which of them this CPU has.

use std::io::Write;

use utflane::Isa;

use crate::Status;

/// All names, including those of instruction sets of other architectures.
const NAMES: [&str; 6] = ["avx512", "avx2", "sse41", "neon", "simd128", "scalar"];

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
