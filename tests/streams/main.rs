//! Text in chunks, readers and writers, and several threads.

mod asynchronous;
mod chunks;
mod io;
mod parallel;
mod short_outputs;
