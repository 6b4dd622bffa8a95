//! Fuzzes validation, counts and the incomplete tail of one encoding, on every instruction set,
//! against the standard library.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_encoding(data));
