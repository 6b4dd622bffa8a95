//! Fuzzes a validator and a transcoder with chunks and outputs of any length, on every instruction
//! set.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_stream(data));
