//! Fuzzes a validator and a transcoder with chunks and outputs of any length, on every instruction
//! set.
#![no_main]

use utflane_test_support::oracle::streams;

libfuzzer_sys::fuzz_target!(|data: &[u8]| streams::choose_stream(data));
