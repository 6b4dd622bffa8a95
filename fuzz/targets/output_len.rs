//! Fuzzes the conversions of one pair with outputs that are too short or just long enough, on every
//! instruction set, with canaries on both sides.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_room(data));
