//! Fuzzes one pair in several calls: resumed after each stop, and with the input in chunks, on
//! every instruction set.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_portions(data));
