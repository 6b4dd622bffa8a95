//! Validation, counts and the incomplete tail of one encoding, on every ISA, against the standard
//! library.
#![no_main]

#[path = "../../tests/differential/mod.rs"]
mod differential;

libfuzzer_sys::fuzz_target!(|data: &[u8]| differential::choose_encoding(data));
