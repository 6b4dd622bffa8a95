//! Models of the AVX-512 instructions that Miri lacks, after Intel's manual. With them, Miri runs
//! all AVX-512 kernels on any CPU. A test compares the models with the instructions of the CPU.

use crate::simd::x86::vendor::{__m256i, __m512i};
use core::mem::transmute;

fn bytes(vector: __m512i) -> [u8; 64] {
    // SAFETY: both types have 64 bytes, and any bytes are valid.
    unsafe { transmute(vector) }
}

fn vector(bytes: [u8; 64]) -> __m512i {
    // SAFETY: as in `bytes`.
    unsafe { transmute(bytes) }
}

/// Moves to the front the units of `N` bytes whose bit in `mask` is set. Zeros fill the rest.
fn compressed<const N: usize, const LEN: usize>(mask: u64, bytes: [u8; LEN]) -> [u8; LEN] {
    let (mut all, mut at) = ([0; LEN], 0);
    for (unit, bytes) in bytes.chunks(N).enumerate() {
        if mask >> unit & 1 == 1 {
            all[at..at + N].copy_from_slice(bytes);
            at += N;
        }
    }
    all
}

/// VPERMI2B
pub(super) fn _mm512_permutex2var_epi8(a: __m512i, order: __m512i, b: __m512i) -> __m512i {
    let both = [bytes(a), bytes(b)];
    vector(bytes(order).map(|index| both[usize::from(index >> 6 & 1)][usize::from(index & 63)]))
}

/// VPERMI2B with zeros where no bit is set in `mask`.
pub(super) fn _mm512_maskz_permutex2var_epi8(
    mask: u64,
    a: __m512i,
    order: __m512i,
    b: __m512i,
) -> __m512i {
    let zero = vector([0; 64]);
    masked(mask, _mm512_permutex2var_epi8(a, order, b), zero)
}

/// Returns the bytes of `a` where `mask` is set, and those of `b` elsewhere.
fn masked(mask: u64, a: __m512i, b: __m512i) -> __m512i {
    let both = [bytes(b), bytes(a)];
    vector(core::array::from_fn(|at| {
        both[(mask >> at & 1) as usize][at]
    }))
}

/// VPERMB
pub(super) fn _mm512_permutexvar_epi8(order: __m512i, a: __m512i) -> __m512i {
    _mm512_permutex2var_epi8(a, order, a)
}

/// VPERMB with the bytes of `other` where no bit is set in `mask`.
pub(super) fn _mm512_mask_permutexvar_epi8(
    other: __m512i,
    mask: u64,
    order: __m512i,
    a: __m512i,
) -> __m512i {
    masked(mask, _mm512_permutexvar_epi8(order, a), other)
}

/// VPERMQ
pub(super) fn _mm512_permutexvar_epi64(order: __m512i, a: __m512i) -> __m512i {
    let (order, a) = (bytes(order), bytes(a));
    vector(core::array::from_fn(|at| {
        a[usize::from(order[at / 8 * 8] & 7) * 8 + at % 8]
    }))
}

/// VPMULTISHIFTQB
pub(super) fn _mm512_multishift_epi64_epi8(places: __m512i, a: __m512i) -> __m512i {
    let (places, a) = (bytes(places), bytes(a));
    vector(core::array::from_fn(|at| {
        let word: [u8; 8] = core::array::from_fn(|byte| a[at / 8 * 8 + byte]);
        u64::from_le_bytes(word).rotate_right((places[at] & 63).into()) as u8
    }))
}

/// VPTERNLOGQ: each bit is the bit of `TABLE` whose index has the bits of `a`, `b` and `c`.
pub(super) fn _mm512_ternarylogic_epi64<const TABLE: i32>(
    a: __m512i,
    b: __m512i,
    c: __m512i,
) -> __m512i {
    let (a, b, c) = (bytes(a), bytes(b), bytes(c));
    let bit = |at: usize, bit: u8| {
        let index = (a[at] >> bit & 1) << 2 | (b[at] >> bit & 1) << 1 | c[at] >> bit & 1;
        (TABLE >> index & 1) as u8
    };
    vector(core::array::from_fn(|at| {
        (0..8).fold(0, |byte, place| byte | bit(at, place) << place)
    }))
}

/// VPCOMPRESSB
pub(super) fn _mm512_maskz_compress_epi8(mask: u64, a: __m512i) -> __m512i {
    vector(compressed::<1, 64>(mask, bytes(a)))
}

/// VPCOMPRESSW
pub(super) fn _mm512_maskz_compress_epi16(mask: u32, a: __m512i) -> __m512i {
    vector(compressed::<2, 64>(mask.into(), bytes(a)))
}

/// VPCOMPRESSD
pub(super) fn _mm512_maskz_compress_epi32(mask: u16, a: __m512i) -> __m512i {
    vector(compressed::<4, 64>(mask.into(), bytes(a)))
}

/// VPCOMPRESSB of 32 bytes
pub(super) fn _mm256_maskz_compress_epi8(mask: u32, a: __m256i) -> __m256i {
    // SAFETY: both types have 32 bytes, and any bytes are valid.
    let bytes = unsafe { transmute::<__m256i, [u8; 32]>(a) };
    // SAFETY: the same.
    unsafe { transmute(compressed::<1, 32>(mask.into(), bytes)) }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::{__m256i, bytes, transmute, vector};
    use crate::simd::x86::vendor;

    type Halves = [[u8; 32]; 2];

    /// Compares a model with the intrinsic of the same name.
    macro_rules! same {
        ($($name:ident $(::<$constant:literal>)? ($($argument:expr),+);)+) => {
            $(
                // SAFETY: the CPU has the features.
                let expected = unsafe { vendor::$name $(::<$constant>)? ($($argument),+) };
                let found = super::$name $(::<$constant>)? ($($argument),+);
                assert_eq!(bytes(found), bytes(expected), stringify!($name));
            )+
        };
    }

    #[test]
    fn the_cpu_does_the_same() {
        if !super::super::detect() {
            return;
        }
        let mut state = 1u64;
        let mut random = || {
            state = state
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            state >> 24
        };
        for _ in 0..200 {
            let [a, b, c] = [(); 3].map(|()| vector(core::array::from_fn(|_| random() as u8)));
            let mask = random() << 32 ^ random();
            same! {
                _mm512_permutex2var_epi8(a, b, c);
                _mm512_maskz_permutex2var_epi8(mask, a, b, c);
                _mm512_permutexvar_epi8(a, b);
                _mm512_mask_permutexvar_epi8(a, mask, b, c);
                _mm512_permutexvar_epi64(a, b);
                _mm512_multishift_epi64_epi8(a, b);
                _mm512_ternarylogic_epi64::<40>(a, b, c);
                _mm512_ternarylogic_epi64::<0x96>(a, b, c);
                _mm512_maskz_compress_epi8(mask, a);
                _mm512_maskz_compress_epi16(mask as u32, a);
                _mm512_maskz_compress_epi32(mask as u16, a);
            }
            let half: [u8; 32] = *bytes(a).first_chunk().expect("64 bytes");
            // SAFETY: both types have 32 bytes, and any bytes are valid.
            let half: __m256i = unsafe { transmute(half) };
            // SAFETY: the CPU has the features.
            let expected = unsafe { vendor::_mm256_maskz_compress_epi8(mask as u32, half) };
            let found = super::_mm256_maskz_compress_epi8(mask as u32, half);
            // SAFETY: both types have 32 bytes, and any bytes are valid.
            let [found, expected]: Halves = unsafe { transmute([found, expected]) };
            assert_eq!(found, expected);
        }
    }
}
