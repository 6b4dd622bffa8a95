//! Prints the encoding of each text from standard input. `benches/detection/measure.py` runs it.
//!
//! Each text is preceded by its length, 4 bytes in little-endian order. For each text, the program
//! prints a line with the encoding, the language, the confidence and the runner-up.

use std::io::{Read, Write, stdin, stdout};

fn main() -> std::io::Result<()> {
    let mut input = Vec::new();
    stdin().read_to_end(&mut input)?;
    let mut out = stdout().lock();
    let mut rest = input.as_slice();
    while let Some((len, tail)) = rest.split_first_chunk() {
        let (text, tail) = tail.split_at(u32::from_le_bytes(*len) as usize);
        rest = tail;
        let found = utflane::detect_any(text);
        writeln!(
            out,
            "{}\t{}\t{:?}\t{}",
            found.name.unwrap_or_default(),
            found.language.unwrap_or_default(),
            found.certainty,
            found.runner_up.unwrap_or_default(),
        )?;
    }
    Ok(())
}
