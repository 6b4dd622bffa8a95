//! More text than a 32-bit length can count: more than 4 GiB, or, on 32-bit targets, text that
//! becomes more than 4 GiB of UTF-32. The system allocates these pages only when they are written
//! to.

use super::*;

const LEN: usize = if usize::BITS < 64 {
    (1 << 30) + 100
} else {
    (4u64 << 30) as usize + 100
};

struct Zeros(*mut u8);

impl Zeros {
    fn new() -> Self {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at any address replaces nothing.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), LEN, access, flags, -1, 0) };
        assert_ne!(start, libc::MAP_FAILED);
        Self(start.cast())
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the range is accessible, zeroed by the system, and borrowed from `self`
        // alone.
        unsafe { std::slice::from_raw_parts_mut(self.0, LEN) }
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: the mapping is the one that `new` created, and no slice of it is alive.
        let answer = unsafe { libc::munmap(self.0.cast(), LEN) };
        assert_eq!(answer, 0);
    }
}

#[test]
#[ignore = "long: reads 4 GiB for each operation and instruction set"]
fn places_and_counts_are_not_cut_short() {
    let mut zeros = Zeros::new();
    let src = zeros.bytes();
    src[LEN - 2] = 0xE1;
    for isa in Isa::available() {
        let error = isa.validate::<Utf8>(src).unwrap_err();
        assert_eq!((error.valid_up_to(), error.error_len()), (LEN - 2, Some(1)));
    }
    let isa = Isa::best();
    assert_eq!(isa.char_count::<Utf8>(src), LEN);
    assert_eq!(isa.transcoded_len::<Utf8, Utf16>(src), LEN);
    let stop = isa.measure::<Utf8, Utf32>(src).unwrap_err();
    assert_eq!((stop.read(), stop.written()), (LEN - 2, LEN - 2));
    let stop = isa.measure::<Utf8, Utf32Be>(src).unwrap_err();
    let bytes = (LEN - 2).saturating_mul(4);
    assert_eq!((stop.read(), stop.written()), (LEN - 2, bytes));
    assert_eq!(isa.lossy_len::<Utf8, Utf32>(src), LEN);
    assert_eq!(isa.lossy_len::<Utf8, Utf32Be>(src), LEN.saturating_mul(4));
}

/// Checks lengths with a text of NUL characters.
fn check_lengths<S: Model<Unit = u8>, D: Model>(src: &[u8]) {
    let isa = Isa::best();
    let expected = (src.len() / S::WIDTH).saturating_mul(D::WIDTH);
    let names = (S::NAME, D::NAME);
    assert_eq!(isa.transcoded_len::<S, D>(src), expected, "{names:?}");
    assert_eq!(isa.lossy_len::<S, D>(src), expected, "{names:?}");
    assert_eq!(isa.measure::<S, D>(src), Ok(expected), "{names:?}");
}

/// Lengths are exact, or `usize::MAX` if the exact length does not fit.
#[test]
#[ignore = "long: counts 4 GiB for each pair of encodings"]
fn lengths_do_not_wrap() {
    let mut zeros = Zeros::new();
    let src = &zeros.bytes()[..LEN / 4 * 4];
    for_each_encoding!(D => check_lengths::<Utf8, D>(src));
    for_each_encoding!(D => check_lengths::<Latin1, D>(src));
    for_each_encoding!(D => check_lengths::<Ascii, D>(src));
    check_lengths::<Utf16Le, Utf32>(src);
    check_lengths::<Utf16Be, Utf32Le>(src);
    check_lengths::<Utf32Le, Utf16>(src);
}
