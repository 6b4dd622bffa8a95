//! Proves the claims of `docs/proofs.md`: all parts, or those named as arguments.

fn main() -> std::process::ExitCode {
    utflane_proofs::proofs::run(std::env::args().skip(1).collect())
}
