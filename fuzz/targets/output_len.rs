//! The writing verbs of one pair with too little room or just enough, on every ISA, canaries on
//! either side.
#![no_main]

#[path = "../../tests/differential/mod.rs"]
mod differential;

libfuzzer_sys::fuzz_target!(|data: &[u8]| differential::choose_room(data));
