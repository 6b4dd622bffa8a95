//! Tests of the program `utflane-load`.

mod accounting;
mod charsets;
mod databases;
mod delimiters;
mod hostile;
mod kills;
mod messages;
mod place;
mod server;
mod sources;
mod types;
