//! Proofs of the conversions of one unit to one unit, as whole functions, from memory to memory.

use super::super::recorder::Recorder;
use super::super::spec::{is_character, is_high, is_low, units};
use super::super::term::{Term, all, constant, forget};
use super::{Proof, implies, unknown_text, unknowns};
use crate::encoding::endian::Endian;
use crate::kernels::one_to_one::{self, Bulk};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use std::format;
use std::prelude::v1::*;

const LANES: usize = 16;
const SIMD: Recorder<LANES> = Recorder;

/// Bytes of a unit, and their order.
type UnitOps = (usize, Endian);

const BYTES: UnitOps = (1, Endian::Little);
const NATIVE_16: UnitOps = (2, Endian::Little);
const SWAPPED_16: UnitOps = (2, Endian::Big);
const NATIVE_32: UnitOps = (4, Endian::Little);
const SWAPPED_32: UnitOps = (4, Endian::Big);

fn characters((width, endian): UnitOps, bytes: &[Term]) -> impl Iterator<Item = Term> {
    let units = units(endian, width, bytes).into_iter();
    units.map(|unit| unit.widened(32))
}

/// Every pair. ASCII and Latin-1 are bytes with a maximum of `last`.
pub(super) fn all_pairs(proof: &mut Proof) {
    for last in [0x7F, 0xFF] {
        let small = |unit: Term| unit.at_least(u64::from(last) + 1).not();
        for to in [NATIVE_16, SWAPPED_16] {
            convert(proof, "bytes to UTF-16", BYTES, to, small, |src, dst| {
                one_to_one::bytes_to_units::<2, _, Bulk>(SIMD, src, dst, (last, to.1))
            });
            convert(proof, "UTF-16 to bytes", to, BYTES, small, |src, dst| {
                one_to_one::units_to_bytes::<2, _, Bulk>(SIMD, src, dst, (to.1, last))
            });
        }
        for to in [NATIVE_32, SWAPPED_32] {
            convert(proof, "bytes to UTF-32", BYTES, to, small, |src, dst| {
                one_to_one::bytes_to_units::<4, _, Bulk>(SIMD, src, dst, (last, to.1))
            });
            convert(proof, "UTF-32 to bytes", to, BYTES, small, |src, dst| {
                one_to_one::units_to_bytes::<4, _, Bulk>(SIMD, src, dst, (to.1, last))
            });
        }
        convert(proof, "bytes to bytes", BYTES, BYTES, small, |src, dst| {
            one_to_one::single_byte_to_single_byte(SIMD, src, dst, last)
        });
    }
    let basic = |unit: Term| {
        all([
            is_high(unit).or(is_low(unit)).not(),
            unit.at_least(0x1_0000).not(),
        ])
    };
    for short in [NATIVE_16, SWAPPED_16] {
        for long in [NATIVE_32, SWAPPED_32] {
            convert(proof, "UTF-16 to UTF-32", short, long, basic, |src, dst| {
                let endians = [short.1, long.1];
                one_to_one::basic_utf16_to_utf32::<_, Bulk>(SIMD, src, dst, endians)
            });
            convert(proof, "UTF-32 to UTF-16", long, short, basic, |src, dst| {
                let endians = [long.1, short.1];
                one_to_one::basic_utf32_to_utf16::<_, Bulk>(SIMD, src, dst, endians)
            });
        }
    }
    for from in [NATIVE_32, SWAPPED_32] {
        for to in [NATIVE_32, SWAPPED_32] {
            convert(
                proof,
                "UTF-32 to UTF-32",
                from,
                to,
                is_character,
                |src, dst| one_to_one::utf32_to_utf32(SIMD, src, dst, [from.1, to.1]),
            );
        }
    }
    convert(
        proof,
        "UTF-16 swapped",
        NATIVE_16,
        SWAPPED_16,
        |_| constant(1, 1),
        |src, dst| one_to_one::utf16_swapped(SIMD, src, dst),
    );
}

/// Claims that everything converted was convertible, and that it is in the target, for targets of
/// any length.
fn convert(
    proof: &mut Proof,
    what: &str,
    from: UnitOps,
    to: UnitOps,
    is_convertible: impl Fn(Term) -> Term,
    run: impl Fn(&[u8], &mut Output) -> Progress,
) {
    for (count, capacity) in [(16, 16), (37, 37), (37, 20), (70, 70)] {
        let text = unknowns(from.0 * count);
        for path in proof.conversions(&unknown_text(&text), to.0 * capacity, &run) {
            let read = path.read;
            assert!(
                read % from.0 == 0 && path.bytes.len() / to.0 == read / from.0,
                "{what}"
            );
            let source = || characters(from, &text[..read]);
            let same = source().zip(characters(to, &path.bytes));
            let same = same.map(|(a, b)| a.equals(b));
            let convertible = all(source().map(&is_convertible));
            proof.claim(
                &format!("{what}, {from:?} to {to:?}, {count} units, capacity for {capacity}"),
                &text,
                implies(path.condition, all(same).and(convertible)),
            );
        }
        forget();
    }
}
