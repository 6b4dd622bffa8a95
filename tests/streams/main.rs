//! Text in chunks and in columns of rows, readers and writers, and several threads.

mod asynchronous;
mod chunks;
mod columns;
mod io;
mod parallel;
mod short_outputs;
