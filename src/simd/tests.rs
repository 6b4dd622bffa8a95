//! Tests of every operation of an instruction set against a scalar model.

use crate::simd::bytes::{self, tests::Random};
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::encode_utf8::EncodeUtf8;
use crate::simd::{count, decode_utf8, encode_utf8, store_units, units};

/// Checks all operations.
pub(super) fn check<S: Count + DecodeUtf8 + EncodeUtf8>(simd: S) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..200 {
        let [one, two, three] = [(); 3].map(|()| random.bytes(S::LANES));
        units::tests::check(simd, &one, &two, &mut random);
        decode_utf8::tests::check(simd, &one, &mut random);
        encode_utf8::tests::check(simd, &one, &two, &mut random);
        count::tests::check(simd, &one, &two);
        for mask in [random.next(), u64::MAX, 0, 1 << (random.next() % 64)] {
            units::tests::compressing_bytes(simd, &one, mask);
            store_units::tests::check(simd, [&one, &two, &three], mask);
        }
    }
    bytes::tests::check(simd);
    units::tests::extremes(simd);
}
