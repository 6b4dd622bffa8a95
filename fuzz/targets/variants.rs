//! Fuzzes WTF-8, CESU-8, MUTF-8 and others: every function of one pair, with outputs of any length
//! and in portions, on every instruction set, against models written from the specifications.
#![no_main]

use utflane_test_support::oracle;

libfuzzer_sys::fuzz_target!(|data: &[u8]| oracle::choose_variant(data));
