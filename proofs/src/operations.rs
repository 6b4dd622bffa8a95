//! Checks the model of the vector operations: the instructions of each instruction set of this CPU
//! must do what the recorder records.
//!
//! There is only one model. A term over constants is a constant, so the recorder is also an
//! instruction set that can run. This module gives the same vectors to the recorder and to another
//! instruction set, and compares the results. Results that the traits leave unspecified are not
//! compared.

use super::recorder::{Recorder, straight};
use super::term::forget;
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::memory::output::Output;

use crate::simd::{OPERATIONS, SLACK};
use std::prelude::v1::*;
use std::process::ExitCode;
use std::{format, println, vec};

/// Name and result of an operation: bytes, with `None` for unspecified ones.
type Result = (String, Vec<Option<u8>>);

/// An instruction set and the results of its operations.
struct Results<S: Kernels> {
    simd: S,
    bytes_of: fn(S, S::Bytes) -> Vec<Option<u8>>,
    all: Vec<Result>,
}

/// Returns the bytes of a vector, by a store.
fn stored<S: Kernels>(simd: S, vector: S::Bytes) -> Vec<Option<u8>> {
    let mut bytes = vec![0; S::LANES];
    simd.store(vector, Output::from_init(&mut bytes), 0);
    bytes.into_iter().map(Some).collect()
}

impl<S: Kernels> Results<S> {
    fn vector(&mut self, name: &str, vector: S::Bytes) {
        let bytes = (self.bytes_of)(self.simd, vector);
        self.all.push((name.into(), bytes));
    }

    fn vectors<const N: usize>(&mut self, name: &str, vectors: [S::Bytes; N]) {
        for vector in vectors {
            self.vector(name, vector);
        }
    }

    /// Adds bytes in any order.
    fn unordered(&mut self, name: &str, vector: S::Bytes) {
        let mut bytes = (self.bytes_of)(self.simd, vector);
        // An unspecified byte may be at any position, so nothing is known about the others.
        if bytes.contains(&None) {
            bytes.fill(None);
        }
        bytes.sort_unstable();
        self.all.push((name.into(), bytes));
    }

    fn number(&mut self, name: &str, number: u64) {
        let bytes = number.to_le_bytes().map(Some);
        self.all.push((name.into(), bytes.to_vec()));
    }

    fn mask(&mut self, name: &str, mask: S::Mask) {
        self.number(name, self.simd.bits(mask));
    }

    fn mask_16(&mut self, name: &str, mask: S::Mask16) {
        let (yes, no) = (self.simd.splat(0xFF), self.simd.splat(0));
        self.vector(name, self.simd.select_16(mask, yes, no));
        self.number(name, self.simd.any_16(mask).into());
    }

    fn mask_32(&mut self, name: &str, mask: S::Mask32) {
        let (yes, no) = (self.simd.splat(0xFF), self.simd.splat(0));
        self.vector(name, self.simd.select_32(mask, yes, no));
        self.number(name, self.simd.any_32(mask).into());
    }

    /// Adds the result of a store into `len` bytes: all of them, or as many as the store returns.
    fn store(&mut self, name: &str, len: usize, store: impl Fn(S, &mut Output) -> Option<usize>) {
        let mut bytes = vec![0; len];
        let count = store(self.simd, Output::from_init(&mut bytes));
        self.number(name, count.unwrap_or(len) as u64);
        bytes.truncate(count.unwrap_or(len));
        self.all
            .push((name.into(), bytes.into_iter().map(Some).collect()));
    }
}

/// Adds the results of a compressing store, unclipped and clipped to several lengths.
macro_rules! store {
    ($results:ident, $capacity:expr, $store:ident($($argument:expr),*)) => {
        let name = stringify!($store);
        $results.store(name, 3 + $capacity, |simd, dst| {
            Some(simd.$store::<false>($($argument),*, &mut dst[3..], 0)).map(|count| count + 3)
        });
        for len in [0, 1, 9, S::LANES, $capacity] {
            $results.store(name, len, |simd, dst| {
                let count = simd.$store::<true>($($argument),*, dst, 0);
                Some(count.min(dst.len()))
            });
        }
    };
}

/// Returns the results of all operations on these vectors and mask bits.
fn results<S: Kernels>(
    simd: S,
    bytes_of: fn(S, S::Bytes) -> Vec<Option<u8>>,
    [one, two, three]: [&[u8]; 3],
    bits: u64,
) -> Vec<Result> {
    let mut results = Results {
        simd,
        bytes_of,
        all: vec![],
    };
    let bits = bits & (u64::MAX >> (64 - S::LANES));
    on_bytes(&mut results, [one, two], bits);
    on_units(&mut results, [one, two]);
    stores(&mut results, [one, two, three], bits);
    steps(&mut results, [one, two]);
    results.all
}

/// Adds the operations of the trait `Simd`.
fn on_bytes<S: Kernels>(results: &mut Results<S>, [one, two]: [&[u8]; 2], bits: u64) {
    let simd = results.simd;
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let table: [u8; 16] = core::array::from_fn(|i| one[i]);
    let page: [u8; 128] = core::array::from_fn(|i| one[i % S::LANES].wrapping_add(i as u8));
    let low = simd.splat(0x0F);
    results.vector("and", a & b);
    results.vector("or", a | b);
    results.vector("xor", a ^ b);
    results.vector("splat", simd.splat(one[0]));
    results.vector("shift_right", simd.shift_right::<4>(a));
    results.vector("shift_right", simd.shift_right::<1>(a));
    results.vector("shift_left", simd.shift_left::<6>(a));
    results.vector("add", simd.add(a, b));
    results.vector("saturating_sub", simd.saturating_sub(a, b));
    results.vector("max", simd.max(a, b));
    results.vector("min", simd.min(a, b));
    results.vector("lookup", simd.lookup(table, b & low));
    let above = a | simd.splat(0x80);
    results.vectors("lookup_128", simd.lookup_128([&page, &[7; 128]], above));
    results.vector("shift_in", simd.shift_in::<1>(a, b));
    results.vector("shift_in", simd.shift_in::<2>(a, b));
    results.vector("shift_in", simd.shift_in::<3>(a, b));
    results.vector("shift_in_zeros", simd.shift_in_zeros::<1>(a));
    results.vector("shift_in_zeros", simd.shift_in_zeros::<2>(a));
    results.vector("shift_in_zeros", simd.shift_in_zeros::<3>(a));
    results.number("greatest", simd.greatest(a).into());
    for vector in [a, a & simd.splat(0x7F), simd.splat(0)] {
        results.number("is_ascii", simd.is_ascii(vector).into());
        results.number("is_zero", simd.is_zero(vector).into());
    }
    let masks = [
        simd.non_ascii(a),
        simd.continuation(b),
        simd.at_least(0, a),
        simd.at_least(0x80, b),
        simd.at_least(one[1], b),
        simd.mask(bits),
    ];
    for mask in masks {
        results.mask("a mask", mask);
        results.mask("not", !mask);
        results.mask("and", mask & masks[5]);
        results.mask("or", mask | masks[5]);
        results.vector("select", simd.select(mask, a, b));
        results.vector("keep", simd.keep(mask, a));
    }
    let all = [simd.mask(bits), masks[3], masks[4], simd.mask(1)];
    results.number("first_of_four", simd.first_of_four(all) as u64);
    let both = [one, two, &one[..7]].concat();
    for len in 0..=S::LANES {
        results.vector("load_partial", simd.load_partial(&one[..len]));
        results.vector("load_end", simd.load_end(one, len));
        results.vector("load_end", simd.load_end(&both, len));
    }
    results.vectors("load_edge", simd.load_edge(&one[..1], 0));
    for at in [0, S::LANES, 2 * S::LANES] {
        results.vectors("load_edge", simd.load_edge(&both, at));
    }
    ends::<_, 1>(results, &both);
    ends::<_, 2>(results, &both);
    ends::<_, 4>(results, &both);
    ends::<_, 8>(results, &both);
}

/// Adds loads and stores of `N` bytes at each end of slices of several lengths.
fn ends<S: Kernels, const N: usize>(results: &mut Results<S>, all: &[u8]) {
    let simd = results.simd;
    let vector = simd.load(all, 0);
    for len in N..=4 * N.min(all.len() / 4) {
        results.vector("load_ends", simd.load_ends::<N>(&all[..len]));
        results.store("store_ends", len, |simd, dst| {
            simd.store_ends::<N>(vector, dst);
            None
        });
    }
}

/// Adds the operations of the trait `Units`.
fn on_units<S: Kernels>(results: &mut Results<S>, [one, two]: [&[u8]; 2]) {
    let simd = results.simd;
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    let unit_16 = u16::from_le_bytes([one[0], one[1]]);
    let unit_32 = u32::from_le_bytes([one[0], one[1], one[2], one[3]]);
    results.vector("splat_16", simd.splat_16(unit_16));
    results.vector("splat_32", simd.splat_32(unit_32));
    for endian in [Endian::Little, Endian::Big] {
        let orders = [simd.to_native_16(endian), simd.to_native_32(endian)];
        results.vectors("to_native", orders);
        results.vectors(
            "shuffle_bytes",
            orders.map(|order| simd.shuffle_bytes(a, order)),
        );
        let narrowing = simd.narrowing(orders[1]);
        let small = [a, b, b, a].map(|units| units & simd.splat_32(0xFF));
        let small = small.map(|units| simd.shuffle_bytes(units, orders[1]));
        let narrowed = simd.narrow_32_to_8_from(small, narrowing);
        results.vector("narrow_32_to_8_from", narrowed);
        let small = [a, b].map(|units| units & simd.splat_32(0xFFFF));
        let small = small.map(|units| simd.shuffle_bytes(units, orders[1]));
        results.vector("narrow_32_from", simd.narrow_32_from(small, narrowing));
    }
    results.vector("shuffle_bytes", simd.shuffle_bytes(a, b & simd.splat(0x0F)));
    results.vector("shift_right_16", simd.shift_right_16::<6>(a));
    results.vector("shift_left_16", simd.shift_left_16::<10>(a));
    results.vector("shift_right_32", simd.shift_right_32::<18>(a));
    results.vector("shift_left_32", simd.shift_left_32::<10>(a));
    results.vector("add_16", simd.add_16(a, b));
    results.vector("add_32", simd.add_32(a, b));
    results.vector("max_32", simd.max_32(a, b));
    let few = simd.splat(0x01);
    let masks = [
        simd.equal_16(a & few, b & few),
        simd.at_least_16(unit_16, b),
        simd.at_least_16(0x8000, b),
        simd.at_least_15(unit_16 & 0x7FFE | 1, a & simd.splat_16(0x7FFF)),
    ];
    for mask in masks {
        results.mask_16("a mask of 16 bits", mask);
        results.mask_16("operators", (mask & masks[1]) | (!mask ^ masks[2]));
        results.number("bits_16", simd.bits_16([mask, masks[1]]));
    }
    let limits = [unit_16, 0, 0x80, 0x800];
    for limit in limits {
        let any = simd.any_below_16(limit, [a, b]);
        results.number("any_below_16", any.into());
    }
    let masks = [
        simd.equal_32(a & few, b & few),
        simd.at_least_32(unit_32, b),
        simd.at_least_32(0x8000_0000, b),
    ];
    for mask in masks {
        results.mask_32("a mask of 32 bits", mask);
        results.mask_32("operators", (mask & masks[1]) | !masks[2]);
    }
    results.vectors("widen_8", simd.widen_8(a));
    results.vectors("widen_16", simd.widen_16(a));
    results.vectors("load_widened_8", simd.load_widened_8(one, 0));
    results.vectors("load_widened_8_to_32", simd.load_widened_8_to_32(one, 0));
    results.vectors("load_widened_16", simd.load_widened_16(one, 0));
    let small = [a, b].map(|units| units & simd.splat_16(0xFF));
    results.vector("narrow_16", simd.narrow_16(small));
    let small = [a, b].map(|units| units & simd.splat_32(0xFFFF));
    results.vector("narrow_32", simd.narrow_32(small));
    let small = [a, b, b, a].map(|units| units & simd.splat_32(0xFF));
    results.vector("narrow_32_to_8", simd.narrow_32_to_8(small));
    for most in [0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x1_0000, u32::MAX] {
        let magnitude = simd.magnitude_32(a & simd.splat_32(most));
        let limits = [0x80, 0x800, 0x1_0000].map(|limit| u64::from(magnitude < limit));
        for limit in limits {
            results.number("magnitude_32", limit);
        }
    }
}

/// Adds full and compressing stores: those of `Simd` and `Units`, and the trait `StoreUnits`.
fn stores<S: Kernels>(results: &mut Results<S>, [one, two, three]: [&[u8]; 3], bits: u64) {
    let simd = results.simd;
    let [a, b, c] = [one, two, three].map(|bytes| simd.load(bytes, 0));
    let capacity = S::LANES + SLACK;
    for len in 0..=2 * S::LANES {
        for at in [0, 1, S::LANES].into_iter().filter(|at| *at <= len) {
            results.store("store_clipped", len, |simd, dst| {
                simd.store_clipped(a, dst, at);
                None
            });
        }
    }
    results.store("compress", capacity, |simd, dst| {
        Some(simd.compress(a, bits, dst))
    });
    for len in [0, 1, 7, S::LANES, capacity] {
        results.store("compress_clipped", len, |simd, dst| {
            Some(simd.compress_clipped(a, bits, dst).min(len))
        });
    }
    store!(
        results,
        capacity,
        compress_16(a, simd.at_least_16(0x8000, b))
    );
    store!(
        results,
        capacity,
        compress_32(a, simd.at_least_32(0x8000_0000, b))
    );
    for endian in [Endian::Little, Endian::Big] {
        let (wide, wider) = (2 * S::LANES, 4 * S::LANES);
        results.store("compress_units", wide + SLACK, |simd, dst| {
            Some(simd.compress_units(endian, a, b, bits, dst))
        });
        results.store("compress_units_hinted", wide + SLACK, |simd, dst| {
            Some(simd.compress_units_hinted(endian, a, b, bits, 10, dst))
        });
        results.store("compress_widened_16", wide + SLACK, |simd, dst| {
            Some(simd.compress_widened_16(endian, a, bits, dst))
        });
        results.store("compress_widened_32", wider + SLACK, |simd, dst| {
            Some(simd.compress_widened_32(endian, a, bits, dst))
        });
        results.store("compress_wide", wider + SLACK, |simd, dst| {
            Some(simd.compress_wide(endian, a, b, None, bits, dst))
        });
        results.store("compress_wide", wider + SLACK, |simd, dst| {
            Some(simd.compress_wide(endian, a, b, Some(c), bits, dst))
        });
        for at in [0, 5] {
            results.store("store_units", at + wide + SLACK, |simd, dst| {
                simd.store_units(endian, a, b, dst, at);
                Some(at + wide)
            });
            results.store("store_widened_16", at + wide, |simd, dst| {
                simd.store_widened_16(endian, a, dst, at);
                None
            });
            results.store("store_widened_32", at + wider, |simd, dst| {
                simd.store_widened_32(endian, a, dst, at);
                None
            });
        }
        for len in [0, 1, 7, S::LANES, wide, wider] {
            results.store("compress_units_clipped", len, |simd, dst| {
                Some(
                    simd.compress_units_clipped(endian, a, b, bits, dst)
                        .min(len),
                )
            });
            results.store("compress_wide_clipped", len, |simd, dst| {
                let count = simd.compress_wide_clipped(endian, a, b, Some(c), bits, dst);
                Some(count.min(len))
            });
            results.store("store_widened_16_clipped", len, |simd, dst| {
                simd.store_widened_16_clipped(endian, a, dst);
                Some(len.min(wide))
            });
            results.store("store_widened_32_clipped", len, |simd, dst| {
                simd.store_widened_32_clipped(endian, a, dst);
                Some(len)
            });
        }
    }
}

/// Adds the operations of the traits `EncodeUtf8` and `Count`.
fn steps<S: Kernels>(results: &mut Results<S>, [one, two]: [&[u8]; 2]) {
    let simd = results.simd;
    let (a, b) = (simd.load(one, 0), simd.load(two, 0));
    // The tags are those of two bytes, or of three for units with three bytes.
    let half = simd.splat_16(0x7FFF);
    let units = [a & half, b & half];
    let three = units.map(|units| simd.at_least_16(0x800, units));
    let two_or_more = units.map(|units| simd.at_least_16(0x80, units));
    let tags = three.map(|three| simd.select_16(three, simd.tags(0x80), simd.tags(0xC0)));
    let (capacity, wide) = (S::LANES + SLACK, 2 * S::LANES + SLACK);
    let small = units.map(|units| units & simd.splat_16(0x7FF));
    let of_small = small.map(|units| simd.at_least_16(0x80, units));
    let tags_of_2 = [simd.tags(0xC0); 2];
    store!(results, wide, encode_1_2_x2(small, tags_of_2, of_small));
    store!(
        results,
        wide,
        encode_1_2(small[0], tags_of_2[0], of_small[0])
    );
    store!(results, wide, encode_latin1(a));
    store!(
        results,
        3 * S::LANES / 2 + SLACK,
        encode_1_3(units[0], tags[0], two_or_more[0], three[0])
    );
    let most = 3 * S::LANES + SLACK;
    store!(
        results,
        most,
        encode_1_3_x2(units, tags, two_or_more, three)
    );
    store!(results, most, encode_basic_x2(units));
    let large = units.map(|units| units | simd.splat_16(0x800));
    store!(results, most, encode_3_x2(large));
    let characters = a & simd.splat_32(0x000F_FFFF);
    store!(results, capacity, encode_1_4(characters));
    store!(results, capacity, encode_1_4(a & simd.splat_32(0x7FF)));
    let above = simd.add_32(characters, simd.splat_32(0x1_0000));
    results.vector("bytes_of_4", simd.bytes_of_4(above));
    let to = simd.to_native_32(Endian::Big);
    for units in [a, simd.splat_32(0xDC12_D834), units[0]] {
        let before = simd.shift_in::<2>(simd.splat(0), units);
        results.store("decode_utf16", 2 * S::LANES + SLACK, |simd, dst| {
            Some(
                simd.decode_utf16::<false>(units, before, None, dst)
                    .unwrap_or(0),
            )
        });
        results.store("decode_utf16", S::LANES + 8, |simd, dst| {
            let count = simd.decode_utf16::<true>(units, before, Some(to), dst);
            Some(count.unwrap_or(0).min(dst.len()))
        });
    }
    for vectors in [[a, b], units] {
        results.number("any_surrogate", simd.any_surrogate(vectors).into());
    }

    let table: [u8; 16] = core::array::from_fn(|i| two[i]);
    let table = simd.high_table(table);
    results.vector("lookup_high", simd.lookup_high(table, a));
    results.vector("count_8", simd.count_8(a, simd.non_ascii(b)));
    results.vector("count_16", simd.count_16(a, simd.at_least_16(0x8000, b)));
    let mask = simd.at_least_32(0x8000_0000, b);
    results.vector("count_32", simd.count_32(a, mask));
    results.vector("count_non_ascii", simd.count_non_ascii(a, b));
    results.vector("count_nibbles", simd.count_nibbles(a, b, 0xB0));
    results.number("number_8", simd.number_8(simd.non_ascii(b)) as u64);
    let mask = simd.at_least_16(0x8000, b);
    results.number("number_16", simd.number_16(mask) as u64);
    let mask = simd.at_least_32(0x8000_0000, b);
    results.number("number_32", simd.number_32(mask) as u64);
    results.number("sum_8", simd.sum_8([a, b]) as u64);
    let sizes = simd.sizes_16([a, b]);
    results.unordered("sizes_16", sizes);
    results.unordered("saved_bytes", simd.saved_bytes(sizes));
    let all = [characters, above, small[0], a & simd.splat_32(0xFF)];
    results.unordered("sizes_32", simd.sizes_32(all));
}

/// Returns the results of the steps of decoding at the ends of characters in a vector of `text`,
/// three bytes after its start. Elsewhere they are unspecified.
fn decoding<S: Kernels>(
    simd: S,
    bytes_of: fn(S, S::Bytes) -> Vec<Option<u8>>,
    text: &str,
) -> Vec<Result> {
    let [prev3, prev2, prev1, current] = [0, 1, 2, 3].map(|at| simd.load(text.as_bytes(), at));
    let continues = simd.continuation(current);
    let of_two = simd.bits_of_two(continues, prev1, current);
    let surrogate = simd.high_surrogate(prev3, prev2, prev1);
    // The steps, and the lengths of the characters for which they are specified.
    let steps = [
        ("low_bits", simd.low_bits(prev1, current), 1..=4),
        ("high_bits", simd.high_bits(prev2, prev1, current), 1..=3),
        ("bits_of_two", of_two[0], 1..=2),
        ("bits_of_two", of_two[1], 1..=2),
        ("high_surrogate", surrogate[0], 4..=4),
        ("high_surrogate", surrogate[1], 4..=4),
        ("low_surrogate", simd.low_surrogate(prev1), 4..=4),
        ("top_bits", simd.top_bits(prev3, prev2), 1..=4),
    ];
    let results = steps.map(|(name, vector, lengths)| {
        let mut bytes = bytes_of(simd, vector);
        let mut kept = vec![false; bytes.len()];
        for (start, character) in text.char_indices() {
            let end = (start + character.len_utf8()).checked_sub(4);
            if let Some(kept) = end.and_then(|end| kept.get_mut(end)) {
                *kept = lengths.contains(&character.len_utf8());
            }
        }
        for (byte, kept) in bytes.iter_mut().zip(kept) {
            byte.take_if(|_| !kept);
        }
        (name.into(), bytes)
    });
    results.to_vec()
}

/// Returns the errors of bytes after text, up to the first one, and which bytes are continuation
/// bytes.
fn errors<S: Kernels>(
    simd: S,
    bytes_of: fn(S, S::Bytes) -> Vec<Option<u8>>,
    text: &[u8],
) -> Vec<Result> {
    let shifted = [0, 1, 2, 3].map(|at| simd.load(text, at));
    let errors = bytes_of(simd, simd.errors(shifted)).into_iter();
    let errors = errors.map(|byte| byte.map(|byte| u8::from(byte != 0)));
    let mut errors: Vec<_> = errors.collect();
    let first = errors.iter().position(|&error| error == Some(1));
    errors.truncate(first.map_or(errors.len(), |first| first + 1));
    let continues = bytes_of(simd, simd.continues(shifted[3])).into_iter();
    let continues = continues.map(|byte| byte.map(|byte| byte >> 7));
    vec![
        ("errors".into(), errors),
        ("continues".into(), continues.collect()),
    ]
}

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a value at the edge of a range.
    fn edge(&mut self) -> u32 {
        const EDGES: [u32; 14] = [
            0, 0x80, 0xC0, 0xC2, 0xE0, 0xF0, 0xF5, 0x100, 0x800, 0x8000, 0xD800, 0xDC00, 0xE000,
            0x1_0000,
        ];
        let edge = EDGES[self.next() as usize % EDGES.len()];
        edge.wrapping_sub(self.next() as u32 % 2)
    }

    /// Returns a vector of random bytes, or of units at the edges of ranges.
    fn vector(&mut self, lanes: usize) -> Vec<u8> {
        let kind = self.next() % 4;
        let bytes = (0..lanes).flat_map(|_| match kind {
            0 => vec![self.edge() as u8],
            1 => (self.edge() as u16).to_le_bytes().to_vec(),
            2 => self.edge().to_le_bytes().to_vec(),
            _ => vec![self.next() as u8],
        });
        let mut bytes: Vec<u8> = bytes.collect();
        bytes.truncate(lanes);
        bytes
    }

    /// Returns text that is longer than a vector.
    fn text(&mut self, lanes: usize) -> String {
        let mut text = String::from("aéb");
        while text.len() < lanes + 8 {
            let value = self.next() as u32 >> (self.next() % 32) & 0x1F_FFFF;
            text.push(char::from_u32(value).unwrap_or('\u{D7FF}'));
        }
        text
    }
}

/// Number of rounds with random vectors.
const ROUNDS: usize = 40;

/// Compares an instruction set with the recorder. Returns the number of results.
pub(crate) fn compare<S: Kernels>(simd: S) -> usize {
    match S::LANES {
        16 => compare_with(simd, Recorder::<16>),
        32 => compare_with(simd, Recorder::<32>),
        _ => compare_with(simd, Recorder::<64>),
    }
}

fn compare_with<S: Kernels, const LANES: usize>(simd: S, model: Recorder<LANES>) -> usize {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut compared = 0;
    let mut expect = |found: Vec<Result>, expected: Vec<Result>, what: &dyn core::fmt::Debug| {
        assert_eq!(found.len(), expected.len());
        for ((name, found), (_, expected)) in found.into_iter().zip(expected) {
            assert_eq!(found.len(), expected.len(), "{name} of {what:02x?}");
            let mut pairs = found.iter().zip(&expected);
            let same = pairs.all(|(found, expected)| expected.is_none() || found == expected);
            if !same {
                refuted(&format!(
                    "{name} of {what:02x?}: {found:02x?}, not {expected:02x?}"
                ));
            }
            compared += 1;
        }
    };
    for round in 0..ROUNDS {
        forget();
        let vectors = [(); 3].map(|()| random.vector(LANES));
        let [one, two, three] = &vectors;
        let bits = [random.next(), 0, u64::MAX, 1][round % 4];
        let all = [&one[..], two, three];
        let expected = straight(|| results(model, Recorder::known_bytes, all, bits));
        expect(results(simd, stored, all, bits), expected, &vectors);
        let text = random.text(LANES);
        let expected = straight(|| decoding(model, Recorder::known_bytes, &text));
        expect(decoding(simd, stored, &text), expected, &text);
        let mut text = text.into_bytes();
        let at = random.next() as usize % (2 * LANES);
        if let Some(byte) = text.get_mut(3 + at) {
            *byte = random.edge() as u8;
        }
        let expected = straight(|| errors(model, Recorder::known_bytes, &text));
        expect(errors(simd, stored, &text), expected, &text);
    }
    forget();
    all_masks(simd);
    compared
}

/// Prints the difference and exits.
fn refuted(what: &str) -> ! {
    println!("REFUTED: {what}");
    std::process::exit(1);
}

/// Compares the compressing stores for each mask of 16 lanes. All other lanes are kept.
fn all_masks<S: Kernels>(simd: S) {
    let bytes: Vec<u8> = (1..=S::LANES as u8).collect();
    let vector = simd.load(&bytes, 0);
    for first in (0..S::LANES).step_by(16) {
        for mask in 0..1u64 << 16 {
            let others = u64::MAX >> (64 - S::LANES) & !(0xFFFF << first);
            let mask = mask << first | others;
            let kept = (0..S::LANES).filter(|lane| mask >> lane & 1 == 1);
            let kept: Vec<u8> = kept.map(|lane| bytes[lane]).collect();
            let mut single = [0; 64 + SLACK];
            let single = &mut single[..S::LANES + SLACK];
            let count = simd.compress(vector, mask, Output::from_init(single));
            let mut double = [0; 128 + SLACK];
            let double = &mut double[..2 * S::LANES + SLACK];
            let dst = Output::from_init(double);
            let doubled = simd.compress_units(Endian::Little, vector, vector, mask, dst);
            let mut pairs = double[..doubled].chunks(2).zip(&kept);
            let same = pairs.all(|(unit, byte)| unit == [*byte; 2]);
            if single[..count] != kept || doubled != 2 * kept.len() || !same {
                refuted(&format!("a store with the mask {mask:x}"));
            }
        }
    }
}

/// Compares all instruction sets of this CPU.
pub(crate) fn run() -> ExitCode {
    let mut any = false;
    for (name, compare) in OPERATIONS {
        match compare() {
            Some(results) => {
                println!("{name}: {results} results of operations are those of the model");
                any = true;
            }
            None => println!("NOT RUN: this CPU has no {name}"),
        }
    }
    ExitCode::from(u8::from(!any))
}
