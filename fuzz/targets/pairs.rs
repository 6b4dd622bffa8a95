//! Fuzzes every function and form of one pair, with outputs that are large enough, on every
//! instruction set, against the standard library.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_pair(data));
