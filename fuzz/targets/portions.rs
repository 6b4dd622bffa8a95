//! One pair in several calls: resumed after each stop, and with the input in chunks, on every ISA.
#![no_main]

#[path = "../../tests/differential/mod.rs"]
mod differential;

libfuzzer_sys::fuzz_target!(|data: &[u8]| differential::choose_portions(data));
