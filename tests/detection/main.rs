//! Detection of encodings, and repair of mojibake.

mod detect;
mod mojibake;
