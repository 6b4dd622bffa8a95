//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): vectors of 64 bytes and masks of 64 bits.

use super::sse41::{self, Sse41};
use super::{intrinsic, operators};
use crate::generic::utf8;
use crate::kernels::Kernels;
use crate::scheme::{BIG, LITTLE};
use crate::simd::Simd;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, Not};

/// The proof that AVX-512 may be used.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(pub(super) bool);

crate::arch::entry_points!(
    "avx512",
    Avx512,
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "gfni",
        "bmi1",
        "bmi2",
        "lzcnt",
        "popcnt"
    ]
);

impl Kernels for Avx512 {}

/// 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Vector(__m512i);

operators!(Vector: BitAnd bitand _mm512_and_si512, BitOr bitor _mm512_or_si512, BitXor bitxor _mm512_xor_si512);

/// A bit for each byte.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u64);

impl BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Mask(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Mask(!self.0)
    }
}

/// The order of bytes that `N` makes of its index, for permutations.
macro_rules! order {
    (|$i:ident| $byte:expr) => {
        const {
            let mut order = [0u8; 64];
            let mut $i = 0;
            while $i < 64 {
                order[$i] = ($byte) as u8;
                $i += 1;
            }
            order
        }
    };
}

mod units;

/// Orders for permutations, none of which lies across cache lines.
#[repr(align(64))]
struct Orders<const N: usize>([[u8; 64]; N]);

/// For each byte of the units of 16 bits of a half, the unit.
static EACH_2: Orders<2> = Orders([order!(|i| i / 2), order!(|i| 32 + i / 2)]);

/// For each byte of the units of 32 bits of a quarter, the unit.
static EACH_4: Orders<4> = Orders([
    order!(|i| i / 4),
    order!(|i| 16 + i / 4),
    order!(|i| 32 + i / 4),
    order!(|i| 48 + i / 4),
]);

/// The same for a vector of low bytes and one of high bytes.
const PAIRS_2: [[u8; 64]; 2] = [
    order!(|i| i / 2 + i % 2 * 64),
    order!(|i| 32 + i / 2 + i % 2 * 64),
];

/// The same for units of 32 bits, in each byte order.
static PAIRS_4: [Orders<4>; 2] = [
    Orders([
        order!(|i| i / 4 + (i % 4 == 1) as usize * 64),
        order!(|i| 16 + i / 4 + (i % 4 == 1) as usize * 64),
        order!(|i| 32 + i / 4 + (i % 4 == 1) as usize * 64),
        order!(|i| 48 + i / 4 + (i % 4 == 1) as usize * 64),
    ]),
    Orders([
        order!(|i| i / 4 + (i % 4 == 2) as usize * 64),
        order!(|i| 16 + i / 4 + (i % 4 == 2) as usize * 64),
        order!(|i| 32 + i / 4 + (i % 4 == 2) as usize * 64),
        order!(|i| 48 + i / 4 + (i % 4 == 2) as usize * 64),
    ]),
];

/// Byte `place` of each unit of 16 bits.
#[inline(always)]
fn each_2(place: u32) -> u64 {
    0x5555_5555_5555_5555 << place
}

/// Byte `place` of each unit of 32 bits.
#[inline(always)]
fn each_4(place: u32) -> u64 {
    0x1111_1111_1111_1111 << place
}

/// The matrix of bits, for the affine instruction, that shifts a byte left by `count`. Its first byte makes the highest bit.
const fn matrix_left(count: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = count;
    while bit < 8 {
        matrix |= 1i64 << (8 * (7 - bit) + (bit - count));
        bit += 1;
    }
    matrix
}

/// The matrix that shifts a byte right by `count` and keeps the lowest `bits`.
const fn matrix_right(count: u32, bits: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = 0;
    while bit < bits {
        matrix |= 1i64 << (8 * (7 - bit) + (bit + count));
        bit += 1;
    }
    matrix
}

impl Avx512 {
    /// A mask of the first `len` bytes, or of all.
    #[inline(always)]
    fn first_bits(self, len: usize) -> u64 {
        #[cfg(target_arch = "x86_64")]
        return intrinsic!(_bzhi_u64(u64::MAX, len.min(64) as u32));
        #[cfg(target_arch = "x86")]
        return u64::MAX.checked_shr(64 - len.min(64) as u32).unwrap_or(0);
    }

    /// The vector with these bytes.
    #[inline(always)]
    fn vector(self, bytes: &[u8; 64]) -> Vector {
        Vector(intrinsic!(_mm512_loadu_si512(bytes.as_ptr().cast())))
    }

    /// The byte with number `i` of `first` (0..64) or `second` (64..128), for each `i` of `order`.
    #[inline(always)]
    fn permute_two(self, first: Vector, order: &[u8; 64], second: Vector) -> Vector {
        self.permute_two_by(first, self.vector(order), second)
    }

    /// The same for an `order` in a vector.
    #[inline(always)]
    fn permute_two_by(self, first: Vector, order: Vector, second: Vector) -> Vector {
        Vector(intrinsic!(_mm512_permutex2var_epi8(
            first.0, order.0, second.0
        )))
    }

    /// The places of the low, the high and the third byte of a unit of `width` bytes.
    #[inline(always)]
    fn places(self, width: u32) -> [u32; 3] {
        if self.order() == BIG {
            [width - 1, width - 2, width.wrapping_sub(3)]
        } else {
            [0, 1, 2]
        }
    }

    /// 16 units of 32 bits, from their three lower bytes: a quarter of those that the vectors hold.
    #[inline(always)]
    fn wide(self, low: Vector, high: Vector, top: Option<Vector>, quarter: usize) -> Vector {
        let [of_low, of_high, of_top] = self.places(4);
        let units = self.vector(&EACH_4.0[quarter]);
        let order = self.vector(&PAIRS_4[usize::from(self.order())].0[quarter]);
        let both = each_4(of_low) | each_4(of_high);
        let wide = intrinsic!(_mm512_maskz_permutex2var_epi8(both, low.0, order.0, high.0));
        match top {
            Some(top) => Vector(intrinsic!(_mm512_mask_permutexvar_epi8(
                wide,
                each_4(of_top),
                units.0,
                top.0
            ))),
            None => Vector(wide),
        }
    }

    /// Writes the units of 16 bits, given as their low and high bytes, where `kept` has a bit.
    #[inline(always)]
    fn write_units<const CLIPPED: bool>(
        self,
        low: Vector,
        high: Vector,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        let (low, high) = (self.squeezed(low, kept), self.squeezed(high, kept));
        let swap = self.splat(if self.order() == BIG { 64 } else { 0 });
        let dst = if CLIPPED { dst } else { &mut dst[..128] };
        let count = kept.count_ones() as usize;
        let first = self.permute_two_by(low, self.vector(&PAIRS_2[0]) ^ swap, high);
        self.put::<CLIPPED>(first, dst, 0);
        // Text of three and four bytes a character never fills the second half, other text nearly always.
        if count > 32 {
            let second = self.permute_two_by(low, self.vector(&PAIRS_2[1]) ^ swap, high);
            self.put::<CLIPPED>(second, dst, 64);
        }
        2 * count
    }

    /// Writes the units of 32 bits, given as their three lower bytes, where `kept` has a bit.
    #[inline(always)]
    fn write_wide<const CLIPPED: bool>(
        self,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        let (low, high) = (self.squeezed(low, kept), self.squeezed(high, kept));
        let top = match top {
            Some(top) => Some(self.squeezed(top, kept)),
            None => None,
        };
        let dst = if CLIPPED { dst } else { &mut dst[..256] };
        let count = kept.count_ones() as usize;
        for quarter in 0..4 {
            // Dense text seldom fills the second half.
            if quarter == 2 && count <= 32 {
                break;
            }
            let wide = self.wide(low, high, top, quarter);
            self.put::<CLIPPED>(wide, dst, 64 * quarter);
        }
        4 * count
    }

    /// Writes each byte as a unit of 16 bits, in a byte order that the compiler knows.
    #[inline(always)]
    fn write_widened_16<const CLIPPED: bool>(self, bytes: Vector, dst: &mut Output) {
        let dst = if CLIPPED { dst } else { &mut dst[..128] };
        let halves = [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ];
        for i in 0..2 {
            let wide = intrinsic!(_mm512_cvtepu8_epi16(halves[i]));
            let wide = if self.order() == BIG {
                intrinsic!(_mm512_slli_epi16::<8>(wide))
            } else {
                wide
            };
            self.put::<CLIPPED>(Vector(wide), dst, 64 * i);
        }
    }

    /// Writes each byte as a unit of 32 bits, in a byte order that the compiler knows.
    #[inline(always)]
    fn write_widened_32<const CLIPPED: bool>(self, bytes: Vector, dst: &mut Output) {
        let dst = if CLIPPED { dst } else { &mut dst[..256] };
        let quarters = [
            intrinsic!(_mm512_castsi512_si128(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<1>(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<2>(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<3>(bytes.0)),
        ];
        for i in 0..4 {
            let wide = intrinsic!(_mm512_cvtepu8_epi32(quarters[i]));
            let wide = if self.order() == BIG {
                intrinsic!(_mm512_slli_epi32::<24>(wide))
            } else {
                wide
            };
            self.put::<CLIPPED>(Vector(wide), dst, 64 * i);
        }
    }

    /// The byte with number `order[i]` for each bit `i` of `places`; zero elsewhere.
    #[inline(always)]
    fn widened(self, places: u64, order: &[u8; 64], bytes: Vector) -> Vector {
        let order = self.vector(order);
        Vector(intrinsic!(_mm512_maskz_permutexvar_epi8(
            places, order.0, bytes.0
        )))
    }

    /// The bytes that `mask` has a bit for, `back` bytes before those of `src` from `at` on; zeros elsewhere.
    #[inline(always)]
    fn load_back(self, src: &[u8], at: usize, back: usize, mask: u64) -> Vector {
        let start = src.as_ptr().wrapping_add(at).wrapping_sub(back);
        // The masked load touches only the bytes of its mask, all of which are in `src`.
        Vector(intrinsic!(_mm512_maskz_loadu_epi8(mask, start.cast())))
    }

    /// The bytes where `kept` has a bit, at the front.
    #[inline(always)]
    fn squeezed(self, bytes: Vector, kept: u64) -> Vector {
        Vector(intrinsic!(_mm512_maskz_compress_epi8(kept, bytes.0)))
    }
}

/// What tells continuation bytes.
const TAG: i32 = 0x80;

impl Simd for Avx512 {
    #[inline(always)]
    fn in_order(self, order: bool) -> Self {
        Avx512(order)
    }

    #[inline(always)]
    fn order(self) -> bool {
        self.0
    }

    type Bytes = Vector;
    type Mask = Mask;
    const LANES: usize = 64;
    const CLIPS: bool = true;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes: &[u8; 64] = src[at..].first_chunk().expect("64 bytes");
        self.vector(bytes)
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        let mask = self.first_bits(src.len());
        // The masked load touches only the bytes of its mask, all of which are in `src`.
        Vector(intrinsic!(_mm512_maskz_loadu_epi8(
            mask,
            src.as_ptr().cast()
        )))
    }

    #[inline(always)]
    fn load_edge(self, src: &[u8], at: usize) -> [Vector; 5] {
        let mask = self.first_bits(src.len() - at);
        let next = self.load_partial(&src[at + 1..]);
        if at == 0 {
            let last = self.load_back(src, 0, 0, mask);
            let zero = self.splat(0);
            return [
                self.shift_in::<3>(zero, last),
                self.shift_in::<2>(zero, last),
                self.shift_in::<1>(zero, last),
                last,
                next,
            ];
        }
        [
            self.load_back(src, at, 3, mask << 3 | 0b111),
            self.load_back(src, at, 2, mask << 2 | 0b11),
            self.load_back(src, at, 1, mask << 1 | 0b1),
            self.load_back(src, at, 0, mask),
            next,
        ]
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let (_, room) = dst.split_at_mut(at.min(dst.len()));
        let mask = self.first_bits(room.len());
        // The masked store touches only the bytes of its mask, all of which are in `room`.
        intrinsic!(_mm512_mask_storeu_epi8(
            room.as_mut_ptr().cast(),
            mask,
            bytes.0
        ));
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        let room: &mut [_; 64] = dst[at..].first_chunk_mut().expect("room for 64 bytes");
        intrinsic!(_mm512_storeu_si512(room.as_mut_ptr().cast(), bytes.0));
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi16::<N>(bytes.0))) & self.splat(0xFF >> N)
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi16::<N>(bytes.0))) & self.splat(0xFF << N)
    }

    #[inline(always)]
    fn add(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_add_epi8(left.0, right.0)))
    }

    #[inline(always)]
    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_subs_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_max_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        let table = intrinsic!(_mm_loadu_si128(table.as_ptr().cast()));
        let table = intrinsic!(_mm512_broadcast_i32x4(table));
        Vector(intrinsic!(_mm512_shuffle_epi8(table, indices.0)))
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        self.permute_two(before, &order!(|i| 64 + i - N), bytes)
    }

    /// A matrix of bits moves those of the byte before to their place, in one instruction.
    #[inline(always)]
    fn low_bits(self, first: Vector, last: Vector) -> Vector {
        // Takes the tag off a continuation byte, and adds the two bits of the byte before.
        let matrix = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let continued = self.non_ascii(last).0;
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continued, first.0, matrix
        ));
        last ^ Vector(two)
    }

    #[inline(always)]
    fn high_bits(self, second: Vector, first: Vector, last: Vector) -> Vector {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(4)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let (of_two, of_three) = (
            self.non_ascii(last).0,
            self.continuation(first).0 & self.non_ascii(last).0,
        );
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_two, first.0, right
        ));
        let three = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_three, second.0, left
        ));
        Vector(two) ^ Vector(three)
    }

    #[inline(always)]
    fn bits_of_two(self, continues: Mask, first: Vector, last: Vector) -> [Vector; 2] {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let low = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continues.0,
            first.0,
            left
        ));
        let high = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            continues.0,
            first.0,
            right
        ));
        [last ^ Vector(low), Vector(high)]
    }

    /// Both lookups of the first byte are one, in 128 entries for its low 7 bits: what ASCII allows is a constant. The
    /// lookup of the second takes its high 6 bits, which saves cutting out the high 4.
    #[inline(always)]
    fn pair_errors(self, first: Vector, second: Vector) -> Vector {
        const LOW: [u8; 64] = utf8::first_allows(0x80);
        const HIGH: [u8; 64] = utf8::first_allows(0xC0);
        const SECOND: [u8; 64] = order!(|i| utf8::SECOND_HIGH[i >> 2]);
        let (low, high) = (self.vector(&LOW), self.vector(&HIGH));
        let allowed = Vector(intrinsic!(_mm512_permutex2var_epi8(low.0, first.0, high.0)));
        let allowed = self.select(self.non_ascii(first), allowed, self.splat(utf8::TOO_LONG));
        // A permutation takes the low 6 bits of each index: what else the shift brings in does not matter.
        let indices = intrinsic!(_mm512_srli_epi16::<2>(second.0));
        allowed
            & Vector(intrinsic!(_mm512_permutexvar_epi8(
                indices,
                self.vector(&SECOND).0
            )))
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        let halves = [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ];
        let half = intrinsic!(_mm256_max_epu8(halves[0], halves[1]));
        let quarters = [
            intrinsic!(_mm256_castsi256_si128(half)),
            intrinsic!(_mm256_extracti128_si256::<1>(half)),
        ];
        let quarter = intrinsic!(_mm_max_epu8(quarters[0], quarters[1]));
        Sse41(LITTLE).greatest(sse41::Vector(quarter))
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        self.non_ascii(bytes).0 == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        intrinsic!(_mm512_test_epi8_mask(bytes.0, bytes.0)) == 0
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_movepi8_mask(bytes.0)))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_cmplt_epi8_mask(
            bytes.0,
            self.splat(0xC0).0
        )))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_cmpge_epu8_mask(
            bytes.0,
            self.splat(limit).0
        )))
    }

    #[inline(always)]
    fn select(self, mask: Mask, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm512_mask_blend_epi8(mask.0, no.0, yes.0)))
    }

    #[inline(always)]
    fn keep(self, mask: Mask, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_maskz_mov_epi8(mask.0, bytes.0)))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Mask {
        Mask(bits)
    }

    #[inline(always)]
    fn bits(self, mask: Mask) -> u64 {
        mask.0
    }

    #[inline(always)]
    fn squeeze(self, bytes: Vector, kept: u64, dst: &mut Output) -> usize {
        self.store(self.squeezed(bytes, kept), dst, 0);
        kept.count_ones() as usize
    }

    #[inline(always)]
    fn squeeze_clipped(self, bytes: Vector, kept: u64, dst: &mut Output) -> usize {
        self.store_clipped(self.squeezed(bytes, kept), dst, 0);
        kept.count_ones() as usize
    }

    #[inline(always)]
    fn squeeze_units(self, low: Vector, high: Vector, kept: u64, dst: &mut Output) -> usize {
        self.write_units::<false>(low, high, kept, dst)
    }

    #[inline(always)]
    fn squeeze_units_clipped(
        self,
        low: Vector,
        high: Vector,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_units::<true>(low, high, kept, dst)
    }

    #[inline(always)]
    fn squeeze_widened_16(self, bytes: Vector, kept: u64, dst: &mut Output) -> usize {
        let squeezed = self.squeezed(bytes, kept);
        let dst = &mut dst[..128];
        let [place, ..] = self.places(2);
        for half in 0..2 {
            let wide = self.widened(each_2(place), &EACH_2.0[half], squeezed);
            self.store(wide, dst, 64 * half);
        }
        2 * kept.count_ones() as usize
    }

    #[inline(always)]
    fn squeeze_widened_32(self, bytes: Vector, kept: u64, dst: &mut Output) -> usize {
        let squeezed = self.squeezed(bytes, kept);
        let dst = &mut dst[..256];
        let [place, ..] = self.places(4);
        for quarter in 0..4 {
            let wide = self.widened(each_4(place), &EACH_4.0[quarter], squeezed);
            self.store(wide, dst, 64 * quarter);
        }
        4 * kept.count_ones() as usize
    }

    #[inline(always)]
    fn squeeze_wide(
        self,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_wide::<false>(low, high, top, kept, dst)
    }

    #[inline(always)]
    fn squeeze_wide_clipped(
        self,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_wide::<true>(low, high, top, kept, dst)
    }

    #[inline(always)]
    fn store_widened_16(self, bytes: Vector, dst: &mut Output, at: usize) {
        self.write_widened_16::<false>(bytes, &mut dst[at..]);
    }

    #[inline(always)]
    fn store_widened_16_clipped(self, bytes: Vector, dst: &mut Output) {
        self.write_widened_16::<true>(bytes, dst);
    }

    #[inline(always)]
    fn store_widened_32(self, bytes: Vector, dst: &mut Output, at: usize) {
        self.write_widened_32::<false>(bytes, &mut dst[at..]);
    }

    #[inline(always)]
    fn store_widened_32_clipped(self, bytes: Vector, dst: &mut Output) {
        self.write_widened_32::<true>(bytes, dst);
    }
}
