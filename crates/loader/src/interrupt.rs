//! Ends a load after Ctrl-C, so that it removes its temporary files.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Handles SIGINT and SIGTERM from now on. The second signal ends the program at once.
pub(crate) fn handle_signals() -> io::Result<()> {
    let interrupted = INTERRUPTED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 1, interrupted.clone())?;
        flag::register(signal, interrupted.clone())?;
    }
    Ok(())
}

/// Returns an error after a signal.
pub(crate) fn check() -> io::Result<()> {
    match INTERRUPTED.get() {
        Some(interrupted) if interrupted.load(Ordering::Relaxed) => {
            // The kind is not `Interrupted`, which means to try again.
            Err(io::Error::other("interrupted"))
        }
        _ => Ok(()),
    }
}
