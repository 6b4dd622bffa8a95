//! Proofs for legacy encodings: the lookup in code pages, and the lead bytes of encodings with
//! characters of one or two bytes.

use super::super::recorder::Recorder;
use super::super::spec::joined;
use super::super::term::{Term, all, any, constant, forget, unknown, yes};
use super::{Proof, implies, unknown_text};
use crate::Charset;
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::multibyte_to_utf16::leads_of;
use crate::memory::output::Output;
use std::format;
use std::prelude::v1::*;
use std::vec;

/// Returns the entry of a table of 256 units for a byte.
fn entry(table: &[u16], byte: Term) -> Term {
    if let [only] = table {
        return constant((*only).into(), 16);
    }
    let (low, high) = table.split_at(table.len() / 2);
    let bit = table.len().ilog2() - 1;
    let is_high = byte.bits(bit, 1);
    is_high.choose(entry(high, byte), entry(low, byte))
}

/// Every code page that contains ASCII: the conversion of one and a half vectors equals scalar code
/// for each byte, and never converts a byte without a character.
pub(super) fn pages(proof: &mut Proof) {
    pages_with::<16>(proof);
    pages_with::<64>(proof);
}

fn pages_with<const LANES: usize>(proof: &mut Proof) {
    let pages = Charset::ALL.iter().filter_map(|charset| charset.page());
    for (i, page) in pages.enumerate() {
        let Some(tables) = page.low_high_tables() else {
            continue;
        };
        let to = [Endian::Little, Endian::Big][i % 2];
        let characters = (0..=255).map(|byte| page.decode(byte));
        let characters: Vec<Option<u16>> = characters.collect();
        let units: Vec<u16> = characters.iter().map(|unit| unit.unwrap_or(0)).collect();
        let missing = characters.iter().zip(0u64..);
        let missing: Vec<u64> = missing
            .filter(|(unit, _)| unit.is_none())
            .map(|(_, i)| i)
            .collect();
        // Unknown bytes in some lanes, ASCII in the others. All lanes have the same code.
        let count = LANES + LANES / 2;
        let mut text = vec![constant(b'a'.into(), 8); count];
        for lane in [0, 5, LANES - 1, LANES, count - 1] {
            text[lane] = unknown(8);
        }
        let convert = |src: &[u8], dst: &mut Output| {
            Recorder::<LANES>.code_page_to_utf16(src, dst, tables, to)
        };
        for path in proof.conversions(&unknown_text(&text), 2 * count, convert) {
            let read = path.read;
            assert_eq!(2 * read, path.bytes.len());
            let units = text[..read]
                .iter()
                .zip(path.bytes.chunks(2))
                .map(|(&byte, unit)| {
                    let is_missing = any(missing.iter().map(|&missing| byte.is(missing)));
                    let same = joined(to, unit).equals(entry(&units, byte));
                    is_missing.not().and(same)
                });
            proof.claim(
                &format!("{}, {read} of {count} bytes", page.name),
                &text,
                implies(path.condition, all(units)),
            );
        }
        forget();
    }
}

/// UTF-16 to a code page: each output byte decodes to the code unit.
pub(super) fn to_pages(proof: &mut Proof) {
    to_pages_with::<16>(proof);
    to_pages_with::<64>(proof);
}

fn to_pages_with<const LANES: usize>(proof: &mut Proof) {
    for page in Charset::ALL.iter().filter_map(|charset| charset.page()) {
        let Some(windows) = page.unit_windows() else {
            continue;
        };
        let characters = (0..=255).map(|byte| page.decode(byte).unwrap_or(u16::MAX));
        let characters: Vec<u16> = characters.collect();
        // Unknown units in some lanes, ASCII in the others. All lanes have the same code.
        let count = LANES + LANES / 2;
        let mut text: Vec<Term> = (0..count)
            .flat_map(|_| [constant(b'a'.into(), 8), constant(0, 8)])
            .collect();
        for lane in [0, 5, LANES - 1, LANES, count - 1] {
            text[2 * lane] = unknown(8);
            text[2 * lane + 1] = unknown(8);
        }
        let convert =
            |src: &[u8], dst: &mut Output| Recorder::<LANES>.utf16_to_code_page(src, dst, windows);
        for path in proof.conversions(&unknown_text(&text), count, convert) {
            let read = path.read;
            assert_eq!(read, 2 * path.bytes.len());
            let bytes = path.bytes.iter().zip(text.chunks(2));
            let same = bytes
                .map(|(&byte, unit)| joined(Endian::Little, unit).equals(entry(&characters, byte)));
            proof.claim(
                &format!("to {}, {read} of {} bytes", page.name, 2 * count),
                &text,
                implies(path.condition, all(same)),
            );
        }
        forget();
    }
}

/// The lead bytes of a block: bytes that may be lead bytes and are no trail bytes. A trail byte is
/// a byte after a lead byte.
pub(super) fn leads(proof: &mut Proof) {
    let may_lead = unknown(64);
    let carried = unknown(1);
    let leads = leads_of(may_lead, carried.widened(64));
    let mut is_trail = carried;
    let mut same = yes();
    for place in 0..64 {
        let is_lead = may_lead.bits(place, 1).and(is_trail.not());
        same = same.and(leads.bits(place, 1).equals(is_lead));
        is_trail = is_lead;
    }
    let bytes: Vec<Term> = (0..8).map(|i| may_lead.bits(8 * i, 8)).collect();
    proof.claim("the leads of a block, may_lead", &bytes, same);
    forget();
}
