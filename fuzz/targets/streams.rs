//! A validator and a transcoder over chunks of any lengths, with any room, on every ISA.
#![no_main]

#[path = "../../tests/streams/check.rs"]
mod check;
#[path = "../../tests/differential/mod.rs"]
mod differential;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::choose_stream(data));
