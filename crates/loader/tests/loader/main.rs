//! Tests of the program `utflane-load`.

mod accounting;
mod charsets;
mod databases;
mod hostile;
mod kills;
mod place;
mod server;
mod sources;
mod types;
