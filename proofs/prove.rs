//! Proves what `docs/proofs.md` says: all of it, or the parts that are named.

fn main() -> std::process::ExitCode {
    utflane_proofs::proofs::run(std::env::args().skip(1).collect())
}
