//! WTF-8, CESU-8, MUTF-8 and others: every verb of one pair, in any room and in portions, on every
//! ISA, against models written from their documents.
#![no_main]

#[path = "../../tests/differential/mod.rs"]
mod differential;

libfuzzer_sys::fuzz_target!(|data: &[u8]| differential::choose_variant(data));
