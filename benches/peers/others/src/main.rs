//! Compares with libraries that the main benchmark does not know, in GB/s of input:
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml --package others -- legacy [FOLDER [ROUNDS [JOB]]]
//! cargo run --release --manifest-path benches/peers/Cargo.toml --package others -- variants
//! cargo run --release --manifest-path benches/peers/Cargo.toml --package others -- blocks
//! ```

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod blocks;
mod legacy;
mod turns;
mod variants;

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        ["blocks"] => blocks::run(),
        ["legacy", ref arguments @ ..] => legacy::run(arguments)?,
        ["variants"] => variants::run(),
        _ => {
            return Err(
                "expected blocks (only on x86), variants, or legacy [FOLDER [ROUNDS [JOB]]]".into(),
            );
        }
    }
    Ok(())
}
