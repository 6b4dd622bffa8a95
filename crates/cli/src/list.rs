//! `utflane list`: the encodings that the program knows, and their names.

use std::io::Write;

use utflane::Charset;

use crate::Status;

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<Status> {
    for charset in Charset::ALL {
        let name = charset.name();
        let aliases: Vec<&str> = charset.aliases().collect();
        // Those of memory have no name in files.
        if aliases.is_empty() {
            continue;
        }
        writeln!(out, "{name:<18}{}", aliases.join(" "))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "Case, spaces and the characters - _ : . do not matter. Labels of the WHATWG Encoding \
         Standard\nname encodings, too, where the aliases above do not."
    )?;
    Ok(Status::Fine)
}
